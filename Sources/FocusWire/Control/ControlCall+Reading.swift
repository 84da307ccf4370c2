// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

/// The arguments of each call.
extension ControlCall {
    /// Reads a call.
    ///
    /// - Throws: `InvalidArgs` for a dictionary with a wrong type or value, with the reason.
    package init(_ call: MethodCall) throws(ErrorReply) {
        guard let method = ControlMethod(rawValue: call.member) else {
            throw ErrorReply(WireError.failed, "\(call.member) is not answered here")
        }
        var reader = call.arguments
        do {
            self = try Self.read(method, &reader)
        } catch let error as ErrorReply {
            throw error
        } catch {
            throw ErrorReply(WireError.invalidArgs, "\(error)")
        }
    }

    private static func read(
        _ method: ControlMethod, _ reader: inout MessageReader
    ) throws -> Self {
        switch method {
        // State
        case .status: .status
        case .listFocuses: .listFocuses
        case .listFilters: .listFilters(focus: try name("focus", &reader))
        case .listPeople: .listPeople
        case .listApps: .listApps
        case .focusFile: .focusFile(try focus(&reader))
        case .badges: .badges
        case .counters: .counters
        case .doctor: .doctor
        case .triggerKinds: .triggerKinds
        case .upcoming: .upcoming(limit: Int(try reader.uint32()))
        case .switches: .switches
        case .explain:
            .explain(try explanation(value(&reader, textBytes: Limits.storedTextBytes)))
        case .decide: .decide(try DecideRequest(try dictionary(value(&reader))))

        // Changes
        case .activate: .activate(focus: try name("focus", &reader), until: .never, from: nil)
        case .activateWith: try activation(name("focus", &reader), value(&reader))
        case .follow:
            .follow(
                try switches(value(&reader)), machine: try machine(name("machine", &reader)),
                after: try reader.int64())
        case .deactivate: .deactivate
        case .reload: .reload
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe

        // Files of the user
        case .getFocus: .getFocus(try focus(&reader))
        case .changeFocus:
            .changeFocus(
                FocusEditRequest(
                    try focus(&reader), revision: try name("revision", &reader),
                    try FocusChange.list(value(&reader))))
        case .checkFocus:
            .checkFocus(
                FocusEditRequest(
                    try focus(&reader), revision: "",
                    try FocusChange.list(value(&reader))))
        case .createFocus: .createFocus(try NewFocusRequest(dictionary(value(&reader))))
        case .deleteFocus:
            .deleteFocus(try focus(&reader), revision: try name("revision", &reader))
        case .templates: .templates
        case .problems: .problems
        case .configuration: .configuration
        case .changeConfiguration:
            try changes(ofConfiguration: &reader)
        case .servers: .servers

        // Muted apps, snoozed notifications, holds, skipped windows
        case .mute:
            .mute(try app(&reader), until: try ActivationEnd(value(&reader)))
        case .unmute: .unmute(try app(&reader))
        case .mutes: .mutes
        case .snooze:
            .snooze(
                try ids(&reader), until: .at(Timestamp(rawValue: try reader.int64())))
        case .snoozeFor:
            .snooze(try ids(&reader), until: .after(milliseconds: try reader.int64()))
        case .unsnooze: .unsnooze(try ids(&reader))
        case .snoozed: .snoozed
        case .hold:
            .hold(
                focus: try name("focus", &reader),
                reason: try reader.string(upTo: Limits.holdReasonBytes))
        case .release: .release(try reader.uint32())
        case .skip: try skip(&reader, isSkipped: true)
        case .unskip: try skip(&reader, isSkipped: false)
        case .skips: .skips

        // Notifications
        case .entries: try entries(query(value(&reader)))
        case .countEntries: try counting(value(&reader), name("group", &reader))
        case .explainEntries:
            .explainEntries(
                SurveyQuery(try query(value(&reader))),
                try DraftFocus(dictionary(value(&reader))))
        case .matchEntries:
            .matchEntries(
                predicate: try reader.string(), SurveyQuery(try query(value(&reader))))
        case .apps: .apps(SeenQuery(try dictionary(value(&reader))))
        case .people: .people(SeenQuery(try dictionary(value(&reader))))
        case .entry: .entry(ClientID(rawValue: try reader.uint32()))
        case .act:
            .act(
                ClientID(rawValue: try reader.uint32()), action: try reader.string(), token: nil)
        case .actWith: try acting(&reader)
        case .reply: .reply(ClientID(rawValue: try reader.uint32()), text: try reader.string())
        case .dismiss: .dismiss(try ids(&reader))
        case .deliverNow: .deliverNow(try ids(&reader))
        case .markRead: .markRead(try ids(&reader))
        case .clearMissed: .clearMissed
        case .openMissed: .openMissed(activationToken: try name("activation token", &reader))
        case .forget: .forget(try app(&reader))
        case .clearBadge: .clearBadge(try app(&reader))
        case .clearHistory: try clearing(name("app", &reader), reader.int64())

        // Questions to an app
        case .describeFilter: try asking(&reader) { .describe(untrustedValues: try value(&$0)) }
        case .suggestFilters: try asking(&reader) { _ in .suggestions }
        case .filterChoices:
            try asking(&reader) {
                .choices(parameter: try name("parameter", &$0), matching: try name("text", &$0))
            }
        case .filterEntities:
            try asking(&reader) {
                .entities(
                    parameter: try name("parameter", &$0), ids: try value(&$0).asStrings ?? [])
            }
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

    /// Reads a question to an app: the filter, then what is asked.
    private static func asking(
        _ reader: inout MessageReader,
        _ question: (inout MessageReader) throws -> FilterQuestion
    ) throws -> Self {
        let key = FilterKey(try app(&reader), try name("filter", &reader))
        return .ask(key, try question(&reader))
    }
}
