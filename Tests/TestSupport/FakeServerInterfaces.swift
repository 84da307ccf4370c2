// SPDX-License-Identifier: Apache-2.0
package import DBus
import GLibLoop

/// The interfaces that a ``FakeServer`` serves.
package enum FakeServerInterfaces {
    /// The notification interface of real servers: the specification's, with their extensions.
    package static let notifications = parse(
        """
        <node>
          <interface name="org.freedesktop.Notifications">
            <method name="GetCapabilities">
              <arg type="as" direction="out"/>
            </method>
            <method name="Notify">
              <arg type="s" direction="in"/>
              <arg type="u" direction="in"/>
              <arg type="s" direction="in"/>
              <arg type="s" direction="in"/>
              <arg type="s" direction="in"/>
              <arg type="as" direction="in"/>
              <arg type="a{sv}" direction="in"/>
              <arg type="i" direction="in"/>
              <arg type="u" direction="out"/>
            </method>
            <method name="CloseNotification">
              <arg type="u" direction="in"/>
            </method>
            <method name="GetServerInformation">
              <arg type="s" direction="out"/>
              <arg type="s" direction="out"/>
              <arg type="s" direction="out"/>
              <arg type="s" direction="out"/>
            </method>
            <signal name="NotificationClosed">
              <arg type="u"/>
              <arg type="u"/>
            </signal>
            <signal name="ActionInvoked">
              <arg type="u"/>
              <arg type="s"/>
            </signal>
            <signal name="ActivationToken">
              <arg type="u"/>
              <arg type="s"/>
            </signal>
            <signal name="NotificationReplied">
              <arg type="u"/>
              <arg type="s"/>
            </signal>
          </interface>
        </node>
        """, "org.freedesktop.Notifications")

    /// The server's own interface on the same object, as dunst and mako have one.
    package static let own = parse(
        """
        <node>
          <interface name="org.focusd.Test.Server1">
            <method name="Ping"/>
            <method name="Echo">
              <arg type="v" direction="in"/>
              <arg type="v" direction="out"/>
            </method>
            <signal name="Changed">
              <arg type="s"/>
            </signal>
          </interface>
        </node>
        """, "org.focusd.Test.Server1")

    private static func parse(_ xml: String, _ name: InterfaceName) -> Interface {
        do {
            return try Interface(name, xml: xml)
        } catch {
            preconditionFailure("the XML above is wrong: \(error.message)")
        }
    }
}
