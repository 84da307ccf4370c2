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

    /// Snoozes notifications. Returns the number of those that were there.
    func snooze(_ ids: [ClientID], until end: ActivationEnd) throws(ErrorReply) -> Int {
        guard let end = try moment(end) else {
            throw ErrorReply(WireError.invalidArgs, "a snoozed notification needs an end")
        }
        return engine.snooze(ids, until: end)
    }

    private func moment(_ end: ActivationEnd) throws(ErrorReply) -> Agenda.End? {
        switch end {
        case .never, .withSession: nil
        case .at, .after: try engine.resolvedEnd(of: end)
        }
    }
}
