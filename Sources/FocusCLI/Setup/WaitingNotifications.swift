// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Notifications that the user has not seen, for a message of `setup --undo`.
@LoopActor struct WaitingNotifications {
    private let missed: Int
    private let snoozed: Int

    /// Returns nil if there are none, or if focusd does not run.
    init?(_ invocation: Invocation) {
        guard let connection = try? invocation.connection(), connection.isRunning,
            let status = try? connection.sendBlocking(.status)
        else { return nil }
        missed = Int(status.missed)
        snoozed = (try? connection.sendBlocking(.snoozed))?.count ?? 0
        guard missed + snoozed > 0 else { return nil }
    }

    /// `that notification` or `these notifications`.
    var noun: String {
        max(missed, snoozed) == 1 ? "that notification" : "these notifications"
    }

    /// Words such as `3 notifications wait in the missed list, 1 of them snoozed`.
    var text: String {
        // A snoozed notification is in the missed list, too.
        let count = max(missed, snoozed)
        let verb = count == 1 ? "waits" : "wait"
        let list = "\(Wording.count(count, "notification")) \(verb) in the missed list"
        if snoozed == 0 { return list }
        return list + (count == 1 ? ", snoozed" : ", \(snoozed) of them snoozed")
    }
}
