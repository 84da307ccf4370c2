// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore

/// Notifications that the user wants to see again later.
extension Engine {
    /// Snoozes notifications. Returns their number.
    func snooze(_ ids: [ClientID], until end: Agenda.End) -> Int {
        change { $0.snooze(ids, until: end, at: .now, clock.rules, into: &$1) }
    }

    /// Snoozes a notification for the time of `[Missed] SnoozeAction=`, as the user asked on its
    /// popup.
    func snoozeByAction(_ id: ClientID) {
        let wanted = state.configuration.snoozeMinutes
        let minutes = wanted > 0 ? wanted : Self.usualSnoozeMinutes
        let end = Timestamp.now.adding(Int64(minutes) * 60_000)
        _ = snooze([id], until: .after(end))
    }

    /// Minutes for a popup that was shown before the setting was removed.
    static let usualSnoozeMinutes = 20

    /// Key and label of the action "Snooze", or nil if it is not wanted.
    var snoozeAction: (key: String, label: String)? {
        let minutes = state.configuration.snoozeMinutes
        guard minutes > 0, surroundings?.serverFacts?.showsActions == true else { return nil }
        return (EngineState.snoozeAction, "Snooze for \(minutes) min")
    }
}
