// SPDX-License-Identifier: Apache-2.0

package import GLibLoop

// For focus-bridge, focus-console and the tests' server, which know no Focus. focusd serves
// `WireInterface.notifications`, the file in `dbus/`, which also has `Inhibit` and `Inhibited`.

/// The interface of a notification server: the Desktop Notifications Specification 1.2 with
/// `ActivationToken`, and Plasma's `NotificationReplied`.
package enum NotificationsInterface {
    package static func make() throws(InterfaceError) -> Interface {
        try Interface("org.freedesktop.Notifications", xml: xml)
    }

    private static let xml = """
        <node>
          <interface name="org.freedesktop.Notifications">
            <method name="Notify">
              <arg name="app_name" type="s" direction="in"/>
              <arg name="replaces_id" type="u" direction="in"/>
              <arg name="app_icon" type="s" direction="in"/>
              <arg name="summary" type="s" direction="in"/>
              <arg name="body" type="s" direction="in"/>
              <arg name="actions" type="as" direction="in"/>
              <arg name="hints" type="a{sv}" direction="in"/>
              <arg name="expire_timeout" type="i" direction="in"/>
              <arg name="id" type="u" direction="out"/>
            </method>
            <method name="CloseNotification">
              <arg name="id" type="u" direction="in"/>
            </method>
            <method name="GetCapabilities">
              <arg name="capabilities" type="as" direction="out"/>
            </method>
            <method name="GetServerInformation">
              <arg name="name" type="s" direction="out"/>
              <arg name="vendor" type="s" direction="out"/>
              <arg name="version" type="s" direction="out"/>
              <arg name="spec_version" type="s" direction="out"/>
            </method>
            <signal name="NotificationClosed">
              <arg name="id" type="u"/>
              <arg name="reason" type="u"/>
            </signal>
            <signal name="ActionInvoked">
              <arg name="id" type="u"/>
              <arg name="action_key" type="s"/>
            </signal>
            <signal name="ActivationToken">
              <arg name="id" type="u"/>
              <arg name="activation_token" type="s"/>
            </signal>
            <signal name="NotificationReplied">
              <arg name="id" type="u"/>
              <arg name="text" type="s"/>
            </signal>
          </interface>
        </node>
        """
}
