// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop

/// Says if the user has paused the popups of the real server with the server's own tool.
///
/// dunst has the property `paused` for `dunstctl set-paused`, and says when it changes. It also
/// tells of other properties with each popup, so the value comes from the signal, without a call.
/// focus-bridge has the same property for GNOME's "Do Not Disturb" switch.
@LoopActor final class ServerPause {
    private var connection: Connection?
    private var changes: [Subscription] = []
    private(set) var isPaused = false {
        didSet { if isPaused != oldValue { onChange?() } }
    }
    var onChange: (() -> Void)?

    private static let interfaces: [InterfaceName] = [
        "org.dunstproject.cmd0", "org.focusd.Bridge1",
    ]
    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    /// Time for the server to answer.
    private static let patience = Duration.seconds(25)

    /// Sets the connection to the server's bus, or nil while there is none.
    func connect(to connection: Connection?) {
        self.connection = connection
        forget()
        changes = Self.interfaces.compactMap { interface in
            let rule = MatchRule(
                sender: WireName.notifications, interface: Self.properties,
                member: "PropertiesChanged", arguments: [0: interface.rawValue])
            return connection?.subscribe(rule) { [weak self] untrusted in
                guard untrusted.byteCount <= Self.maximumBytes,
                    let values = (try? untrusted.arguments())?.dropFirst().first,
                    let isPaused = Fields(values)?.boolean("paused")
                else { return }
                self?.isPaused = isPaused
            }
        }
    }

    /// Asks a server that has just appeared. One without the property is not paused.
    func ask() {
        for interface in Self.interfaces { ask(interface) }
    }

    private func ask(_ interface: InterfaceName) {
        let call = Message.methodCall(
            destination: WireName.notifications, path: WireName.notificationsPath,
            interface: Self.properties, member: "Get")
        call.setNoAutoStart()
        // Two short names always fit.
        try? call.append(.string(interface.rawValue), .string("paused"))
        connection?.call(call, timeout: Self.patience) { [weak self] result in
            let answer = try? result.get()
            guard let answer, answer.byteCount <= Self.maximumBytes,
                let value = (try? answer.arguments())?.first?.unwrapped.asBool
            else { return }
            self?.isPaused = value
        }
    }

    /// The server has gone.
    func forget() { isPaused = false }

    /// Maximum bytes of a signal or an answer. They take some hundred.
    private static let maximumBytes = 64 << 10
}
