// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// A call of `org.focusd.Focus1.Control`, with its arguments.
///
/// The types of the arguments are checked before a call arrives here (`WireInterface.control`).
/// Ids, names and revisions have ``Limits/argumentBytes`` at most, texts the length of the call.
/// Nothing else about these texts is checked here.
package enum ControlCall: Sendable {
    // State
    case status
    case listFocuses
    case listFilters(focus: String)
    case listPeople
    case listApps
    case focusFile(FocusID)
    case badges
    case counters
    case doctor
    case triggerKinds
    case upcoming(limit: Int)
    case switches
    case explain(ExplainRequest)
    case decide(DecideRequest)

    // Changes
    /// - Parameter from: the other machine, or the house, on which the user asked.
    case activate(focus: String, until: ActivationEnd, from: String?)
    /// The switches of another machine. Refused unless the last action here is that of the time
    /// `after`.
    case follow([SwitchWire], machine: String, after: Int64)
    case deactivate
    case reload
    case subscribe
    case unsubscribe

    // Files of the user
    case getFocus(FocusID)
    case changeFocus(FocusEditRequest)
    case checkFocus(FocusEditRequest)
    case createFocus(NewFocusRequest)
    case deleteFocus(FocusID, revision: String)
    case templates
    case problems
    case configuration
    case changeConfiguration([ConfigurationChange], revision: String)
    case servers

    // Muted apps, snoozed notifications, holds
    case mute(AppID, until: ActivationEnd)
    case unmute(AppID)
    case mutes
    case snooze([ClientID], until: ActivationEnd)
    case snoozed
    case hold(focus: String, reason: String)
    case release(UInt32)
    /// - Parameter moment: a time within the window; nil for the current or next window.
    case skip(focus: String, schedule: String, at: Timestamp?, isSkipped: Bool)
    case skips

    // Notifications
    /// - Parameter counts: true to count all entries of the query, too.
    case entries(HistoryQuery, counts: Bool)
    case countEntries(SurveyQuery, by: CountedGroup)
    case explainEntries(SurveyQuery, DraftFocus)
    case matchEntries(predicate: String, SurveyQuery)
    case apps(SeenQuery)
    case people(SeenQuery)
    case entry(ClientID)
    case act(ClientID, action: String, token: String?)
    case dismiss([ClientID])
    case deliverNow([ClientID])
    case markRead([ClientID])
    case clearMissed
    case openMissed(activationToken: String)
    case forget(AppID)
    case reply(ClientID, text: String)
    case clearBadge(AppID)
    /// - Parameters:
    ///   - of: the app, or nil for all apps.
    ///   - before: the end of the part to delete, or nil for all of it.
    case clearHistory(of: AppID?, before: Timestamp?)

    /// A question that an app answers.
    case ask(FilterKey, FilterQuestion)

    /// Reads a call.
    ///
    /// - Throws: `InvalidArgs` for a dictionary with a wrong type or value, with the reason.
    package init(_ call: MethodCall) throws(ErrorReply) {
        var reader = call.arguments
        do {
            self = try Self.read(call.member, &reader)
        } catch let error as ErrorReply {
            throw error
        } catch {
            throw ErrorReply(WireError.invalidArgs, "\(error)")
        }
    }

    private static func read(_ member: String, _ reader: inout MessageReader) throws -> Self {
        switch member {
        case "Status": .status
        case "ListFocuses": .listFocuses
        case "ListFilters": .listFilters(focus: try name("focus", &reader))
        case "ListPeople": .listPeople
        case "ListApps": .listApps
        case "FocusFile": .focusFile(try focus(&reader))
        case "Badges": .badges
        case "Counters": .counters
        case "Doctor": .doctor
        case "TriggerKinds": .triggerKinds
        case "Upcoming": .upcoming(limit: Int(try reader.uint32()))
        case "Explain":
            .explain(try explanation(value(&reader, textBytes: Limits.storedTextBytes)))
        case "Decide": .decide(try DecideRequest(try dictionary(value(&reader))))
        case "Activate": .activate(focus: try name("focus", &reader), until: .never, from: nil)
        case "ActivateWith": try activation(name("focus", &reader), value(&reader))
        case "Switches": .switches
        case "Follow":
            .follow(
                try switches(value(&reader)), machine: try machine(name("machine", &reader)),
                after: try reader.int64())
        case "Deactivate": .deactivate
        case "Reload": .reload
        case "Subscribe": .subscribe
        case "Unsubscribe": .unsubscribe
        case "Mute":
            .mute(try app(&reader), until: try ActivationEnd(value(&reader)))
        case "Unmute": .unmute(try app(&reader))
        case "Mutes": .mutes
        case "Snooze":
            .snooze(
                try ids(&reader), until: .at(Timestamp(rawValue: try reader.int64())))
        case "SnoozeFor":
            .snooze(try ids(&reader), until: .after(milliseconds: try reader.int64()))
        case "Snoozed": .snoozed
        case "Hold":
            .hold(
                focus: try name("focus", &reader),
                reason: try reader.string(upTo: Limits.holdReasonBytes))
        case "Release": .release(try reader.uint32())
        case "Skip": try skip(&reader, isSkipped: true)
        case "Unskip": try skip(&reader, isSkipped: false)
        case "Skips": .skips
        default: try readAboutNotifications(member, &reader)
        }
    }

    /// Reads an id, a name or a revision. A longer one is refused before anything compares it.
    private static func name(
        _ argument: String, _ reader: inout MessageReader
    ) throws -> String {
        let text = try reader.string(upTo: Limits.argumentBytes)
        guard text.utf8.count <= Limits.argumentBytes else {
            throw ErrorReply(
                WireError.invalidArgs, "\(argument) has more than \(Limits.argumentBytes) bytes")
        }
        return text
    }

    private static func app(_ reader: inout MessageReader) throws -> AppID {
        AppID(try name("app", &reader))
    }

    private static func focus(_ reader: inout MessageReader) throws -> FocusID {
        FocusID(try name("focus", &reader))
    }

    private static func activation(_ focus: String, _ options: Value) throws -> Self {
        let from = Fields(options)?.string("from").flatMap { $0.isEmpty ? nil : $0 }
        return .activate(
            focus: focus, until: try ActivationEnd(options), from: try from.map(machine))
    }

    private static func switches(_ untrusted: Value) throws(ErrorReply) -> [SwitchWire] {
        guard let items = Fields.list(untrusted), items.count <= Limits.switches else {
            throw ErrorReply(WireError.invalidArgs, "not a list of \(Limits.switches) switches")
        }
        let switches = items.compactMap(SwitchWire.init)
        guard switches.count == items.count else {
            throw ErrorReply(WireError.invalidArgs, "a switch has focus s and since x")
        }
        return switches
    }

    /// Maximum bytes of another machine's name.
    private static let machineBytes = 256

    private static func machine(_ name: String) throws(ErrorReply) -> String {
        guard !name.contains(where: \.isNewline), name.utf8.count <= machineBytes else {
            throw ErrorReply(WireError.invalidArgs, "not the name of a machine")
        }
        return name
    }

    private static func readAboutNotifications(
        _ member: String, _ reader: inout MessageReader
    ) throws -> Self {
        switch member {
        case "Entries": try entries(query(value(&reader)))
        case "CountEntries": try counting(value(&reader), name("group", &reader))
        case "ExplainEntries":
            .explainEntries(
                SurveyQuery(try query(value(&reader))),
                try DraftFocus(dictionary(value(&reader))))
        case "MatchEntries":
            .matchEntries(
                predicate: try reader.string(), SurveyQuery(try query(value(&reader))))
        case "Apps": .apps(SeenQuery(try dictionary(value(&reader))))
        case "People": .people(SeenQuery(try dictionary(value(&reader))))
        case "ActWith": try acting(&reader)
        case "Entry": .entry(ClientID(rawValue: try reader.uint32()))
        case "Act":
            .act(
                ClientID(rawValue: try reader.uint32()), action: try reader.string(), token: nil)
        case "Dismiss": .dismiss(try ids(&reader))
        case "DeliverNow": .deliverNow(try ids(&reader))
        case "MarkRead": .markRead(try ids(&reader))
        case "ClearMissed": .clearMissed
        case "OpenMissed": .openMissed(activationToken: try name("activation token", &reader))
        case "Forget": .forget(try app(&reader))
        case "Reply": .reply(ClientID(rawValue: try reader.uint32()), text: try reader.string())
        case "ClearBadge": .clearBadge(try app(&reader))
        case "ClearHistory": try clearing(name("app", &reader), reader.int64())
        default: try readAboutFiles(member, &reader)
        }
    }

    private static func entries(_ fields: Fields) -> Self {
        .entries(HistoryQuery(fields), counts: fields.boolean("total") ?? false)
    }

    private static func counting(_ query: Value, _ word: String) throws(ErrorReply) -> Self {
        guard let group = CountedGroup(rawValue: word) else {
            let known = CountedGroup.allCases.map(\.rawValue).filter { !$0.isEmpty }
            throw ErrorReply(
                WireError.invalidArgs,
                "entries are counted by \(known.joined(separator: ", ")), or by nothing")
        }
        return .countEntries(SurveyQuery(try self.query(query)), by: group)
    }

    /// Reads a query for entries. A text that is too long would select all of them.
    private static func query(_ value: Value) throws(ErrorReply) -> Fields {
        let fields = try dictionary(value)
        guard (fields.string("text")?.utf8.count ?? 0) <= Limits.searchTextBytes else {
            throw ErrorReply(
                WireError.invalidArgs,
                "text has more than \(Limits.searchTextBytes) bytes")
        }
        return fields
    }

    private static func acting(_ reader: inout MessageReader) throws -> Self {
        let id = ClientID(rawValue: try reader.uint32())
        let action = try reader.string()
        let token = try dictionary(value(&reader)).string("activation-token")
        guard token.map({ $0.utf8.count <= Limits.shortHintBytes }) ?? true else {
            throw ErrorReply(WireError.invalidArgs, "the activation token is too long")
        }
        return .act(id, action: action, token: token.flatMap { $0.isEmpty ? nil : $0 })
    }

    private static func skip(_ reader: inout MessageReader, isSkipped: Bool) throws -> Self {
        let (focus, schedule) = (try name("focus", &reader), try name("schedule", &reader))
        let moment = try reader.int64()
        return .skip(
            focus: focus, schedule: schedule,
            at: moment == 0 ? nil : Timestamp(rawValue: moment), isSkipped: isSkipped)
    }

    private static func readAboutFiles(
        _ member: String, _ reader: inout MessageReader
    ) throws -> Self {
        switch member {
        case "GetFocus": .getFocus(try focus(&reader))
        case "ChangeFocus":
            .changeFocus(
                FocusEditRequest(
                    try focus(&reader), revision: try name("revision", &reader),
                    try FocusChange.list(value(&reader))))
        case "CheckFocus":
            .checkFocus(
                FocusEditRequest(
                    try focus(&reader), revision: "",
                    try FocusChange.list(value(&reader))))
        case "CreateFocus": .createFocus(try NewFocusRequest(dictionary(value(&reader))))
        case "DeleteFocus":
            .deleteFocus(try focus(&reader), revision: try name("revision", &reader))
        case "Templates": .templates
        case "Problems": .problems
        case "Configuration": .configuration
        case "ChangeConfiguration":
            try changes(ofConfiguration: &reader)
        case "Servers": .servers
        default: try readQuestion(member, &reader)
        }
    }

    private static func changes(
        ofConfiguration reader: inout MessageReader
    ) throws -> Self {
        let revision = try name("revision", &reader)
        let changes = try ConfigurationChange.list(value(&reader))
        return .changeConfiguration(changes, revision: revision)
    }

    private static func clearing(_ app: String, _ time: Int64) -> Self {
        .clearHistory(
            of: app.isEmpty ? nil : AppID(app),
            before: time == 0 ? nil : Timestamp(rawValue: time))
    }

    private static func readQuestion(
        _ member: String, _ reader: inout MessageReader
    ) throws -> Self {
        let kind: (inout MessageReader) throws -> FilterQuestion
        switch member {
        case "DescribeFilter": kind = { .describe(untrustedValues: try value(&$0)) }
        case "SuggestFilters": kind = { _ in .suggestions }
        case "FilterChoices":
            kind = {
                .choices(parameter: try name("parameter", &$0), matching: try name("text", &$0))
            }
        case "FilterEntities":
            kind = {
                .entities(
                    parameter: try name("parameter", &$0), ids: try value(&$0).asStrings ?? [])
            }
        default: throw ErrorReply(WireError.failed, "\(member) is not answered here")
        }
        let key = FilterKey(try app(&reader), try name("filter", &reader))
        return .ask(key, try kind(&reader))
    }

    /// Reads ids, each once.
    private static func ids(_ reader: inout MessageReader) throws -> [ClientID] {
        var seen: Set<ClientID> = []
        return try unsafe reader.withBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).compactMap { place in
                let id = unsafe ClientID(
                    rawValue: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                return seen.insert(id).inserted ? id : nil
            }
        }
    }

    /// Reads an argument, with the beginnings of long texts at most.
    private static func value(
        _ reader: inout MessageReader, textBytes: Int = Limits.otherCallBytes
    ) throws -> Value {
        try reader.value(
            within: ValueLimits(values: Limits.argumentValues, textBytes: textBytes))
    }

    private static func explanation(_ value: Value) throws(ErrorReply) -> ExplainRequest {
        try ExplainRequest(try dictionary(value))
    }

    private static func dictionary(_ value: Value) throws(ErrorReply) -> Fields {
        guard let fields = Fields(value) else {
            throw ErrorReply(WireError.invalidArgs, "not a dictionary of named values")
        }
        return fields
    }
}

/// A question about a Focus filter that its app answers.
package enum FilterQuestion: Sendable {
    /// The filter's title and subtitle for these values.
    case describe(untrustedValues: Value)
    /// The app's suggestions for the filter's values.
    case suggestions
    /// The choices for a parameter that match a text.
    case choices(parameter: String, matching: String)
    /// The names of a parameter's entities.
    case entities(parameter: String, ids: [String])
}
