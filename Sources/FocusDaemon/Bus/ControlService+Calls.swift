// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop

/// Each call of `org.focusd.Focus1.Control`, its arguments, and the code that answers it.
extension ControlService {
    /// Begins to serve the interface.
    func start() throws {
        registration = connection.export(
            try WireInterface.control, at: WireName.focusPath,
            properties: [
                "ActiveFocus": .readOnly { [engine] in
                    .string(engine.state.activation?.focus.rawValue ?? "")
                },
                "ActiveCause": .readOnly { [engine] in
                    .string(engine.state.activation?.cause.rawValue ?? "")
                },
                "ActiveUntil": .readOnly { [engine] in
                    .int64(engine.state.activation?.until?.rawValue ?? 0)
                },
                "Inhibited": .readOnly { [engine] in .boolean(engine.state.isInhibited) },
                "MissedCount": .readOnly { [engine] in
                    .uint32(UInt32(clamping: engine.state.live.missed))
                },
                "Version": .readOnly { .string(Release.version) },
            ],
            postpone: { [senders] call in
                Self.tooLong(call) == nil && senders.postpone(call, orFail: Self.refusal)
            },
            admit: { [senders] call in
                if let tooLong = Self.tooLong(call) { return tooLong }
                let identity = senders.identity(of: call.peer)
                return Self.mayCall(call.member, identity) ? nil : Self.refusal
            }
        ) { [weak self] call in
            self?.handle(call)
        }
    }

    private static func tooLong(_ call: MethodCall) -> ErrorReply? {
        // The properties have calls of one length.
        let limit = ControlMethod(rawValue: call.member)?.maximumBytes ?? Limits.shortCallBytes
        guard call.message.byteCount > limit else { return nil }
        return ErrorReply(WireError.limitsExceeded, "the call is longer than \(limit) bytes")
    }

    private static let refusal = ErrorReply(
        WireError.accessDenied, "not for sandboxed programs")

    private static func mayCall(_ member: String, _ identity: SenderIdentity?) -> Bool {
        guard let identity, identity.isKnown else { return false }
        return identity.sandbox == nil
            || ControlMethod(rawValue: member)?.isForSandboxedApps == true
    }

    private func handle(_ call: MethodCall) {
        do throws(ErrorReply) {
            guard let method = ControlMethod(rawValue: call.member) else {
                throw ErrorReply(WireError.failed, "\(call.member) is not answered here")
            }
            engine.bringHistoryUpToDate()
            if let values = try answer(call, method) { reply(call, values) }
        } catch {
            engine.endBatch()
            call.fail(error)
        }
    }

    /// Answers a call. Everything that the reply reports is in the store before the reply leaves.
    func reply(_ call: MethodCall, _ values: [Value]) {
        engine.endBatch()
        call.reply(values)
    }

    /// Returns the values of the reply; nil for a call that is answered by itself, perhaps later.
    private func answer(
        _ call: MethodCall, _ method: ControlMethod
    ) throws(ErrorReply) -> [Value]? {
        var arguments = ControlArguments(call)
        switch method {
        // State
        case .status:
            let status = self.status
            waitingNews.read(Int(status.queued))
            return [status.value]
        case .listFocuses: listFocuses(call)
        case .listFilters:
            let focus = try arguments.name("focus")
            return try whenKnown(focus, call) { service throws(ErrorReply) in
                [try service.listFilters(focus)]
            }
        case .listPeople: listSeen(call) { FieldsBuilder.list($1.people.map(\.value)) }
        case .listApps: listSeen(call) { FieldsBuilder.list($1.apps.map(\.value)) }
        case .focusFile:
            let id = try arguments.focus()
            return try whenKnown(id.rawValue, call) { service throws(ErrorReply) in
                [.string(try service.text(of: id))]
            }
        case .badges: return [allBadges]
        case .counters: return [engine.allCounters.value]
        case .doctor: checkAll(call)
        case .triggerKinds: surveyTriggers(call)
        case .upcoming: return [upcoming(limit: Int(try arguments.uint32()))]
        case .switches: return [switchList.value]
        case .explain:
            let request = try ExplainRequest(
                arguments.fields(textBytes: Limits.storedTextBytes))
            return try whenKnown(request.focus ?? "", call) { service throws(ErrorReply) in
                [try service.explain(request).value]
            }
        case .decide: try decide(call, DecideRequest(arguments.fields()))

        // Changes
        case .activate: return try activate(call, arguments.name("focus"), .never)
        case .activateWith:
            let focus = try arguments.name("focus")
            let (end, machine) = try arguments.activation()
            return try activate(call, focus, end, from: machine)
        case .follow:
            return [
                try follow(
                    arguments.switches(), machine: arguments.machine(), after: arguments.int64())
            ]
        case .deactivate:
            engine.deactivate()
            return []
        case .reload:
            settings.reload()
            return [.strings(problems)]
        case .subscribe:
            try subscribers.add(call.peer)
            return []
        case .unsubscribe:
            subscribers.remove(call.peer)
            return []

        // Files of the user
        case .getFocus: return try getFocus(call, arguments.focus())
        case .changeFocus:
            try changeFocus(
                call,
                FocusEditRequest(
                    arguments.focus(), revision: arguments.name("revision"),
                    FocusChange.list(arguments.value())))
        case .checkFocus:
            try checkFocus(
                call,
                FocusEditRequest(
                    arguments.focus(), revision: "", FocusChange.list(arguments.value())))
        case .createFocus: try createFocus(call, NewFocusRequest(arguments.fields()))
        case .deleteFocus: try deleteFocus(call, arguments.focus(), arguments.name("revision"))
        case .templates: return [templates]
        case .problems: return [fileProblems]
        case .configuration: try readConfiguration(call)
        case .changeConfiguration:
            let revision = try arguments.name("revision")
            try changeConfiguration(call, ConfigurationChange.list(arguments.value()), revision)
        case .servers: return [FieldsBuilder.list(servers)]

        // Muted apps, snoozed notifications, holds, skipped windows
        case .mute:
            try mute(arguments.app(), until: ActivationEnd(arguments.fields()))
            return []
        case .unmute:
            try unmute(arguments.app())
            return []
        case .mutes: return [FieldsBuilder.list(engine.mutes.map(\.value))]
        case .snooze:
            let ids = try arguments.ids()
            let end = Timestamp(rawValue: try arguments.int64())
            try snooze(call, ids, until: .at(end))
        case .snoozeFor:
            let ids = try arguments.ids()
            try snooze(call, ids, until: .after(milliseconds: arguments.int64()))
        case .unsnooze: unsnooze(call, try arguments.ids())
        case .snoozed:
            engine.endBatch()
            try snoozed.answer(call) { answer throws(MarshalError) in
                try SnoozedList(engine, in: answer)
            }
        case .hold:
            return try hold(
                call, arguments.name("focus"), arguments.text(upTo: Limits.holdReasonBytes))
        case .release:
            try release(arguments.uint32(), of: call.peer)
            return []
        case .skip, .unskip:
            let focus = try arguments.name("focus")
            let schedule = try arguments.name("schedule")
            let moment = try arguments.moment()
            return try whenKnown(focus, call) { service throws(ErrorReply) in
                let window = try service.skip(
                    focus, schedule, at: moment, isSkipped: method == .skip)
                return [.int64(window.start.rawValue), .int64(window.end.rawValue)]
            }
        case .skips: return [FieldsBuilder.list(skips)]

        // Notifications
        case .entries:
            let query = try arguments.query()
            try list(call, HistoryQuery(query), query.boolean("total") ?? false)
        case .countEntries:
            try countEntries(call, SurveyQuery(arguments.query()), by: arguments.group())
        case .explainEntries:
            try explainEntries(
                call, SurveyQuery(arguments.query()), DraftFocus(arguments.fields()))
        case .matchEntries:
            try matchEntries(call, arguments.text(), SurveyQuery(arguments.query()))
        case .apps:
            let query = SeenQuery(try arguments.fields())
            listSeen(call) { service, tally throws(ErrorReply) in try service.apps(query, tally) }
        case .people:
            let query = SeenQuery(try arguments.fields())
            listSeen(call) { service, tally throws(ErrorReply) in
                try service.people(query, tally)
            }
        case .entry: return [engine.wire(try entry(arguments.id())).value]
        case .act:
            try act(arguments.id(), arguments.text(), nil)
            return []
        case .actWith:
            try act(arguments.id(), arguments.text(), arguments.activationToken())
            return []
        case .reply:
            try reply(arguments.id(), arguments.text())
            return []
        case .dismiss: dismiss(call, try arguments.ids())
        case .deliverNow: deliverNow(call, try arguments.ids())
        case .markRead: markRead(call, try arguments.ids())
        case .clearMissed: clearMissed(call)
        case .openMissed: openMissed(call, try arguments.name("activation token"))
        case .forget: try forget(call, arguments.app())
        case .clearBadge: clearBadge(call, of: try arguments.app())
        case .clearHistory:
            let app = try arguments.app()
            clearHistory(
                call, of: app.rawValue.isEmpty ? nil : app, before: try arguments.moment())

        // Questions to an app
        case .describeFilter:
            try questions.ask(
                call, arguments.filter(), .describe(untrustedValues: arguments.value()))
        case .suggestFilters: try questions.ask(call, arguments.filter(), .suggestions)
        case .filterChoices:
            try questions.ask(
                call, arguments.filter(),
                .choices(
                    parameter: arguments.name("parameter"), matching: arguments.name("text")))
        case .filterEntities:
            try questions.ask(
                call, arguments.filter(),
                .entities(
                    parameter: arguments.name("parameter"),
                    ids: arguments.value().asStrings ?? []))
        }
        return nil
    }

    private func activate(
        _ call: MethodCall, _ name: String, _ end: ActivationEnd, from machine: String? = nil
    ) throws(ErrorReply) -> [Value]? {
        try whenKnown(name, call) { service throws(ErrorReply) in
            let focus = try service.existingFocus(named: name)
            service.engine.activate(
                focus.id, until: try service.engine.resolvedEnd(of: end), from: machine)
            return []
        }
    }

    /// Returns the Focus with that id or name.
    func existingFocus(named name: String) throws(ErrorReply) -> Focus {
        if let focus = engine.state.focus(named: name) { return focus }
        let known = engine.state.focuses.keys.sorted().map(\.rawValue).joined(separator: ", ")
        throw ErrorReply(
            WireError.unknownFocus, "there is no Focus “\(name)”; there are: \(known)")
    }

    /// Returns the answer to a call that names a Focus. If no Focus has the name, the call is
    /// answered after a look for new files: the event of a new file comes later than the file.
    ///
    /// - Parameters:
    ///   - name: the id or name of the Focus; empty if the call names none.
    ///   - answer: returns the answer, nil if it comes later.
    func whenKnown(
        _ name: String, _ call: MethodCall,
        _ answer: @escaping @LoopActor (ControlService) throws(ErrorReply) -> [Value]?
    ) throws(ErrorReply) -> [Value]? {
        if name.isEmpty || engine.state.focus(named: name) != nil { return try answer(self) }
        // Any number of calls may wait for a folder with many files.
        let asked = call.withoutArguments()
        settings.whenFocusesRead { [weak self] in
            guard let self else { return }
            do throws(ErrorReply) {
                if let values = try answer(self) { reply(asked, values) }
            } catch {
                engine.endBatch()
                asked.fail(error)
            }
        }
        return nil
    }
}
