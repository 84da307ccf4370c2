// SPDX-License-Identifier: Apache-2.0

package import DBus

extension Bridge {
    /// Plasma's error for a notification that equals one of the last second.
    package static let duplicate: ErrorName =
        "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"

    /// The answer to a call beyond the limits.
    static func refusal(of id: CallID) -> Effect {
        .fail(id, .limitsExceeded, "too many calls wait for the desktop's shell")
    }

    /// The answer to a call of an app while focusd is in front.
    static func bypassRefusal(of id: CallID) -> Effect {
        .fail(
            id, .serviceUnknown,
            "focus-bridge serves apps only while focusd is away; call \(ServerName.bus)")
    }
}

extension Bridge.Call {
    /// True for a call of an app on the session bus that leads to the shell.
    var isOfApp: Bool {
        switch self {
        case .notify(let notify): notify.caller != .server
        case .close(let caller, _): caller != .server
        case .capabilities, .information: false
        }
    }
}
