// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire

/// The calls that focusd serves, except `Notify`. The first byte selects the call, the second byte
/// selects the byte order, the rest is the body.
enum CallReading {
    private static let methods: [(member: String, signature: String)] = [
        ("Declare", "sa{sv}"), ("Explain", "a{sv}"), ("Entries", "a{sv}"),
        ("DescribeFilter", "ssa{sv}"), ("DeliverRemote", "ss"), ("SetBadgeCount", "su"),
        ("CurrentFilter", "ss"), ("FilterEntities", "sssas"), ("Dismiss", "au"), ("Act", "us"),
        ("Inhibit", "ssa{sv}"), ("CloseNotification", "u"), ("Snooze", "aux"), ("Hold", "ss"),
        ("ChangeFocus", "ssaa{sv}"), ("ChangeConfiguration", "saa{sv}"),
        ("ExplainEntries", "a{sv}a{sv}"), ("CreateFocus", "a{sv}"),
    ]

    static func read(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        var body = input
        let method = methods[Int(body.popFirst() ?? 0) % methods.count]
        let order = body.popFirst() ?? 0
        let untrusted = UntrustedMessage(
            .methodCall, member: method.member, signature: Array(method.signature.utf8)[...],
            isBigEndian: order & 1 == 1, body: body)
        guard let message = untrusted.message else { return }
        switch method.member {
        case "Declare": try declare(message)
        case "Explain": try explain(message)
        case "Entries": try entries(message)
        case "DescribeFilter": try describe(message)
        case "DeliverRemote": try deliver(message)
        case "ChangeFocus": try changeFocus(message)
        case "ChangeConfiguration": try changeConfiguration(message)
        case "ExplainEntries": try explainEntries(message)
        case "CreateFocus": try createFocus(message)
        default: try readPlain(message, method.signature)
        }
    }

    private static let app = AppID("org.example.Chat")

    /// A declaration equals the one that is made from its own content.
    private static func declare(_ message: Message) throws(Disagreement) {
        guard let filters = try? DeclareCall.filters(message, of: app) else { return }
        for filter in filters { _ = (filter.flaws, filter.key.path) }
        guard (try? FilterDeclaration.check(filters, of: app)) != nil else { return }
        try FilterFileReading.checkForms(of: filters)
    }

    private static func explain(_ message: Message) throws(Disagreement) {
        guard let fields = try? message.arguments().first.flatMap(Fields.init) else { return }
        guard let request = try? ExplainRequest(fields), let notification = request.notification
        else { return }
        let again = Fields(request.value).flatMap { try? ExplainRequest($0) }?.notification
        try agree(again?.summary, notification.summary, "summary")
        try agree(again?.people, notification.people, "people")
        try agree(again?.level, notification.level, "level")
        _ = Policy(
            focus: Focus(id: FocusID("fuzz"), name: "Fuzz"), GeneralRules(), aliases: { _ in [] }
        ).decide(notification)
    }

    private static func entries(_ message: Message) throws(Disagreement) {
        guard let fields = try? message.arguments().first.flatMap(Fields.init) else { return }
        let query = HistoryQuery(fields)
        try hold((0...Limits.queryEntries).contains(query.limit), "limit \(query.limit)")
        // A client reads this from the answer.
        guard let entry = EntryWire(fields) else { return }
        let again = Fields(entry.value).flatMap(EntryWire.init)
        try agree(again?.record.id, entry.record.id, "id")
        try agree(again?.record.summary, entry.record.summary, "summary")
        try agree(again?.record.actions, entry.record.actions, "actions")
    }

    /// The values of a filter's parameters while the user sets up a Focus.
    private static func describe(_ message: Message) throws(Disagreement) {
        guard let value = try? message.arguments().last,
            let values = try? ParameterValues(value, of: AnswerReading.declaration.parameters)
        else { return }
        for parameter in AnswerReading.declaration.parameters {
            guard let value = values[parameter.name] else { continue }
            _ = parameter.complaint(about: value)
        }
        let text = FilterCodec.text(of: values)
        let again = try? ParameterValues(values.wire, of: AnswerReading.declaration.parameters)
        try agree(again.map(FilterCodec.text), text, "values")
        let stored = (try? FilterCodec.values(in: text)).map(FilterCodec.text)
        try agree(stored, text, "stored values")
    }

    private static func deliver(_ message: Message) throws(Disagreement) {
        var reader = message.reader
        guard (try? reader.string()) != nil, let payload = try? reader.string() else { return }
        try PayloadReading.read(payload)
    }

    // MARK: Changes of files

    private static let work = try? FocusFile(
        id: FocusID("work"),
        contents: "[Focus]\nName=Work\n\n[Rule a]\nWhen=TRUEPREDICATE\nDo=allow\n",
        path: "work.focus")

    /// The changes leave a valid file.
    private static func check(_ changes: [FocusChange]) throws(Disagreement) {
        guard var file = work, (try? file.apply(changes)) != nil else { return }
        let again = try? FocusFile(id: file.id, contents: file.contents, path: file.path)
        try hold(again != nil, "the changed file is invalid")
    }

    private static func changeFocus(_ message: Message) throws(Disagreement) {
        guard let value = try? message.arguments().last,
            let changes = try? FocusChange.list(value)
        else { return }
        try hold(changes.count <= Limits.changes, "\(changes.count) changes")
        try check(changes)
    }

    private static func changeConfiguration(_ message: Message) throws(Disagreement) {
        guard let value = try? message.arguments().last,
            let changes = try? ConfigurationChange.list(value)
        else { return }
        try hold(changes.count <= Limits.changes, "\(changes.count) changes")
    }

    private static func explainEntries(_ message: Message) throws(Disagreement) {
        guard let values = try? message.arguments(), values.count == 2,
            let query = Fields(values[0]), let fields = Fields(values[1])
        else { return }
        let survey = SurveyQuery(query)
        try hold((0...Limits.pageEntries).contains(survey.listed), "listed \(survey.listed)")
        try hold((0...Limits.queryEntries).contains(survey.entries.limit), "limit")
        if let draft = try? DraftFocus(fields) { try check(draft.changes) }
    }

    private static func createFocus(_ message: Message) throws(Disagreement) {
        guard let fields = try? message.arguments().first.flatMap(Fields.init),
            let request = try? NewFocusRequest(fields)
        else { return }
        try hold(!request.name.isEmpty, "an empty name")
        try check(request.changes)
    }

    private static func readPlain(
        _ message: Message, _ signature: String
    ) throws(Disagreement) {
        guard let values = try? message.arguments() else {
            throw Disagreement("the arguments of \(message.member ?? "") cannot be read")
        }
        let types = values.map { (try? $0.signature.rawValue) ?? "" }.joined()
        try agree(types, signature, "types")
    }
}
