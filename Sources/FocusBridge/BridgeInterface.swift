// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The names that every notification server has.
package enum ServerName {
    package static let bus: BusName = "org.freedesktop.Notifications"
    package static let path: ObjectPath = "/org/freedesktop/Notifications"
    package static let interface: InterfaceName = "org.freedesktop.Notifications"
    /// The program that the bridge stands behind; while it is away, the bridge serves apps.
    package static let front: BusName = "org.focusd.Focus1"
    /// The bridge's own name. On the server bus, the newest bridge takes the name. On the session
    /// bus, the name tells apps that the bridge shows notifications only until focusd is back.
    package static let bridge: BusName = "org.focusd.Bridge1"
}

/// The signals of ``DBus/NotificationsInterface``, which the bridge serves and calls.
enum BridgeInterface {
    /// Reads a signal of the shell; nil for other signals and types.
    static func signal(_ untrusted: Message) -> Bridge.ShellSignal? {
        guard let values = try? untrusted.arguments(), values.count == 2,
            let number = values[0].asUInt32
        else { return nil }
        let id = ShellID(rawValue: number)
        switch (untrusted.member, values[1]) {
        case ("NotificationClosed", .uint32(let reason)): return .closed(id, reason: reason)
        case ("ActionInvoked", .string(let key)): return .invoked(id, key: key)
        case ("ActivationToken", .string(let token)): return .activation(id, token: token)
        case ("NotificationReplied", .string(let text)): return .replied(id, text: text)
        default: return nil
        }
    }

    /// Makes the signal about a popup.
    static func message(
        _ signal: PopupSignal<PopupID>, to destination: BusName?
    ) throws(MarshalError) -> Message {
        let member: MemberName
        let value: Value
        switch signal {
        case .closed(_, let reason): (member, value) = ("NotificationClosed", .uint32(reason))
        case .invoked(_, let key): (member, value) = ("ActionInvoked", .string(key))
        case .activation(_, let token): (member, value) = ("ActivationToken", .string(token))
        case .replied(_, let text): (member, value) = ("NotificationReplied", .string(text))
        }
        let message = Message.signal(
            path: ServerName.path, interface: ServerName.interface, member: member,
            destination: destination)
        try message.append(.uint32(signal.id.rawValue), value)
        return message
    }
}
