// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire

/// Each call of `org.focusd.Focus1.Control`, and the code that answers it.
extension ControlService {
    func handle(_ call: MethodCall) {
        do throws(ErrorReply) {
            let request = try ControlCall(call)
            engine.bringHistoryUpToDate()
            if let values = try answer(call, request) { reply(call, values) }
        } catch {
            engine.endBatch()
            call.fail(error)
        }
    }

    /// Returns the values of the reply; nil for a call that is answered by itself, perhaps later.
    private func answer(
        _ call: MethodCall, _ request: ControlCall
    ) throws(ErrorReply) -> [Value]? {
        switch request {
        // State
        case .status: return [status.value]
        case .listFocuses: listFocuses(call)
        case .listFilters(let focus):
            return try whenKnown(focus, call) { service throws(ErrorReply) in
                [try service.listFilters(focus)]
            }
        case .listPeople: listSeen(call) { FieldsBuilder.list($1.people.map(\.value)) }
        case .listApps: listSeen(call) { FieldsBuilder.list($1.apps.map(\.value)) }
        case .focusFile(let id):
            return try whenKnown(id.rawValue, call) { service throws(ErrorReply) in
                [.string(try service.text(of: id))]
            }
        case .badges: return [allBadges]
        case .counters: return [engine.allCounters.value]
        case .doctor: checkAll(call)
        case .triggerKinds: surveyTriggers(call)
        case .upcoming(let limit): return [upcoming(limit: limit)]
        case .switches: return [switchList.value]
        case .explain(let request):
            return try whenKnown(request.focus ?? "", call) { service throws(ErrorReply) in
                [try service.explain(request).value]
            }
        case .decide(let request): try decide(call, request)

        // Changes
        case .activate(let focus, let end, let machine):
            return try whenKnown(focus, call) { service throws(ErrorReply) in
                try service.activate(focus, end, from: machine)
                return []
            }
        case .follow(let switches, let machine, let after):
            return [try follow(switches, machine: machine, after: after)]
        case .deactivate:
            engine.deactivate()
            return []
        case .reload:
            settings.reload()
            return [.strings(problems)]
        case .subscribe:
            try subscribe(call.peer)
            return []
        case .unsubscribe:
            unsubscribe(call.peer)
            return []

        // Files of the user
        case .getFocus(let id): return try getFocus(call, id)
        case .changeFocus(let edit): try changeFocus(call, edit)
        case .checkFocus(let edit): try checkFocus(call, edit)
        case .createFocus(let request): try createFocus(call, request)
        case .deleteFocus(let id, let revision): try deleteFocus(call, id, revision)
        case .templates: return [templates]
        case .problems: return [fileProblems]
        case .configuration: try readConfiguration(call)
        case .changeConfiguration(let changes, let revision):
            try changeConfiguration(call, changes, revision)
        case .servers: return [FieldsBuilder.list(servers)]

        // Muted apps, snoozed notifications, holds
        case .mute(let app, let end):
            try mute(app, until: end)
            return []
        case .unmute(let app):
            try unmute(app)
            return []
        case .mutes: return [FieldsBuilder.list(engine.mutes.map(\.value))]
        case .snooze(let ids, let end): return [count(try snooze(ids, until: end))]
        case .unsnooze(let ids): return [count(engine.endSnoozes(ids))]
        case .snoozed: return [FieldsBuilder.list(bounded: engine.snoozed.lazy.map(\.value))]
        case .hold(let focus, let reason): return try hold(call, focus, reason)
        case .release(let id):
            try release(id, of: call.peer)
            return []
        case .skip(let focus, let schedule, let moment, let isSkipped):
            return try whenKnown(focus, call) { service throws(ErrorReply) in
                let window = try service.skip(focus, schedule, at: moment, isSkipped: isSkipped)
                return [.int64(window.start.rawValue), .int64(window.end.rawValue)]
            }
        case .skips: return [FieldsBuilder.list(skips)]

        // Notifications
        case .entries(let query, let counts): try list(call, query, counts)
        case .countEntries(let query, let group): try countEntries(call, query, by: group)
        case .explainEntries(let query, let draft): try explainEntries(call, query, draft)
        case .matchEntries(let predicate, let query): try matchEntries(call, predicate, query)
        case .apps(let query):
            listSeen(call) { service, tally throws(ErrorReply) in try service.apps(query, tally) }
        case .people(let query):
            listSeen(call) { service, tally throws(ErrorReply) in
                try service.people(query, tally)
            }
        case .entry(let id): return [engine.wire(try entry(id)).value]
        case .act(let id, let action, let token):
            try act(id, action, token)
            return []
        case .dismiss(let ids): dismiss(call, ids)
        case .deliverNow(let ids): deliverNow(call, ids)
        case .markRead(let ids): markRead(call, ids)
        case .clearMissed: clearMissed(call)
        case .openMissed(let token): openMissed(call, token)
        case .forget(let app): try forget(call, app)
        case .reply(let id, let text):
            try reply(id, text)
            return []
        case .clearBadge(let app): clearBadge(call, of: app)
        case .clearHistory(let app, let time): clearHistory(call, of: app, before: time)

        case .ask(let key, let question): try questions.ask(call, key, question)
        }
        return nil
    }
}
