// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc

/// Tells focusd of GNOME's "Do Not Disturb" switch, which hides the popups that focusd delivers:
/// the property `paused`, as dunst has it, beside the server's interface on the private bus.
///
/// With `DoNotDisturb=follow` the switch is no news: ``DesktopSwitch`` keeps the Focus alike.
@LoopActor final class BannerSwitch {
    static let interface: InterfaceName = "org.focusd.Bridge1"

    private var setting: BooleanSetting?
    private var registration: Registration?

    /// Opens the desktop's setting; nil if the desktop has no such switch.
    ///
    /// - Parameter address: The address of the session bus, where the settings' service is.
    init?(address: String) {
        // GIO reads the variable, which names the private bus here. No other thread runs yet.
        _ = unsafe setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
        guard
            let setting = BooleanSetting(
                schema: DesktopSwitch.schema, key: DesktopSwitch.key,
                onChange: { [weak self] in self?.changed(isPaused: !$0) })
        else { return nil }
        self.setting = setting
    }

    /// Serves the property on a connection to the private bus, or no longer.
    func serve(on connection: Connection?) {
        guard let connection, let interface = try? Interface(Self.interface, xml: Self.xml) else {
            registration = nil
            return
        }
        registration = connection.export(
            interface, at: ServerName.path,
            properties: [
                "paused": .readOnly { [weak self] in .boolean(self?.setting?.value == false) }
            ]
        ) { $0.fail(.unknownMethod, "\(Self.interface) has no methods") }
    }

    private func changed(isPaused: Bool) {
        // A boolean always fits into a message.
        try? registration?.propertiesChanged(["paused": .boolean(isPaused)])
    }

    private static let xml = """
        <node>
          <interface name="org.focusd.Bridge1">
            <property name="paused" type="b" access="read"/>
          </interface>
        </node>
        """
}
