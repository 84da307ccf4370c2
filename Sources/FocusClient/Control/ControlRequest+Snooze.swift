// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
import FocusWire

// Requests about snoozed notifications.

extension ControlRequest where Answer == UInt32 {
    /// Snoozes notifications until a time. The answer is their number.
    package static func snooze(_ ids: [ClientID], until moment: Timestamp) -> Self {
        snooze(.snooze, ids, moment.rawValue)
    }

    /// Snoozes notifications for that many milliseconds. The answer is their number.
    package static func snooze(_ ids: [ClientID], milliseconds: Int64) -> Self {
        snooze(.snoozeFor, ids, milliseconds)
    }

    /// Ends the snoozes of notifications, which stay in the missed list. The answer is the number
    /// of notifications that were snoozed.
    package static func unsnooze(_ ids: [ClientID]) -> Self {
        Self(.unsnooze, [.array(of: "u", ids.map { .uint32($0.rawValue) })]) {
            $0.first?.asUInt32
        }
    }

    private static func snooze(
        _ method: ControlMethod, _ ids: [ClientID], _ number: Int64
    ) -> Self {
        Self(method, [.array(of: "u", ids.map { .uint32($0.rawValue) }), .int64(number)]) {
            $0.first?.asUInt32
        }
    }
}
