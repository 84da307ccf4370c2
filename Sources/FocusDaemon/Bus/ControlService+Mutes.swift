// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

/// Calls about muted apps and snoozed notifications.
extension ControlService {
    func mute(_ app: AppID, until end: ActivationEnd) throws(ErrorReply) {
        guard !app.rawValue.isEmpty, app.rawValue.utf8.count <= Limits.appIDBytes,
            app.rawValue.utf8.allSatisfy({ $0 >= 0x20 })
        else { throw ErrorReply(WireError.invalidArgs, "that is no app's id") }
        guard engine.mute(app, until: try engine.resolvedEnd(of: end)) else {
            throw ErrorReply(WireError.limitsExceeded, "\(Limits.mutes) apps are muted already")
        }
    }

    func unmute(_ app: AppID) throws(ErrorReply) {
        guard engine.unmute(app) else {
            throw ErrorReply(WireError.notFound, "\(app) is not muted")
        }
    }

    /// Snoozes notifications. Answers with the number of those that were there.
    func snooze(
        _ call: MethodCall, _ ids: [ClientID], until end: ActivationEnd
    ) throws(ErrorReply) {
        guard let end = try moment(end) else {
            throw ErrorReply(WireError.invalidArgs, "a snoozed notification needs an end")
        }
        let rules = engine.clock.rules
        change(call, inOrder(live(ids))) { $0.snooze($1, until: end, at: .now, rules, into: &$2) }
    }

    func unsnooze(_ call: MethodCall, _ ids: [ClientID]) {
        change(call, live(ids)) { $0.endSnoozes($1, into: &$2) }
    }

    private func moment(_ end: ActivationEnd) throws(ErrorReply) -> Agenda.End? {
        switch end {
        case .never, .withSession: nil
        case .at, .after: try engine.resolvedEnd(of: end)
        }
    }
}
