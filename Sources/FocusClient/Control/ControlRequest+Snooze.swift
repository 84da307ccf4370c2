// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore

// Requests about snoozed notifications.

extension ControlRequest where Answer == UInt32 {
    /// Snoozes notifications until a time. The answer is their number.
    package static func snooze(_ ids: [ClientID], until moment: Timestamp) -> Self {
        snooze("Snooze", ids, moment.rawValue)
    }

    /// Snoozes notifications for that many milliseconds. The answer is their number.
    package static func snooze(_ ids: [ClientID], milliseconds: Int64) -> Self {
        snooze("SnoozeFor", ids, milliseconds)
    }

    private static func snooze(
        _ member: MemberName, _ ids: [ClientID], _ number: Int64
    ) -> Self {
        Self(member, [.array(of: "u", ids.map { .uint32($0.rawValue) }), .int64(number)]) {
            $0.first?.asUInt32
        }
    }
}
