// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
package import FocusWire

// Requests about muted apps, and the list of snoozed notifications.

extension ControlRequest where Answer == Void {
    /// Mutes an app until an end. Refused with `invalidArguments` for an end in the past.
    package static func mute(_ app: AppID, until end: ActivationEnd) -> Self {
        Self(.mute, [.string(app.rawValue), end.value])
    }

    /// Ends the mute of an app. Refused with `notFound` if the app is not muted.
    package static func unmute(_ app: AppID) -> Self {
        Self(.unmute, [.string(app.rawValue)])
    }
}

extension ControlRequest where Answer == [MuteWire] {
    /// Requests the muted apps.
    package static var mutes: Self {
        Self(.mutes) { list($0, MuteWire.init) }
    }
}

extension ControlRequest where Answer == [MissedApp] {
    /// Requests the apps of the newest notifications in the missed list, the one with the most
    /// notifications first.
    ///
    /// - Parameter newest: Number of notifications that are counted.
    package static func missedApps(ofNewest newest: Int) -> Self {
        let query = HistoryQuery(state: .silenced, limit: newest)
        return Self(.countEntries, [query.value, .string("app")]) { list($0, MissedApp.init) }
    }
}

extension ControlRequest where Answer == [EntryWire] {
    /// Requests the snoozed notifications, the next one to come back first.
    package static var snoozed: Self {
        Self(.snoozed) { list($0, EntryWire.init) }
    }
}

// Requests about snoozed notifications.

extension ControlRequest where Answer == UInt32 {
    /// Snoozes notifications until a time. The answer is their number.
    package static func snooze(_ ids: [ClientID], until moment: Timestamp) -> Self {
        counting(.snooze, ids, .int64(moment.rawValue))
    }

    /// Snoozes notifications for that many milliseconds. The answer is their number.
    package static func snooze(_ ids: [ClientID], milliseconds: Int64) -> Self {
        counting(.snoozeFor, ids, .int64(milliseconds))
    }

    /// Ends the snoozes of notifications, which stay in the missed list. The answer is the number
    /// of notifications that were snoozed.
    package static func unsnooze(_ ids: [ClientID]) -> Self { counting(.unsnooze, ids) }
}
