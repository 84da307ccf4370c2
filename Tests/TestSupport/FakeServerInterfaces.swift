// SPDX-License-Identifier: Apache-2.0
package import DBus
import GLibLoop

/// The interfaces that a ``FakeServer`` serves.
package enum FakeServerInterfaces {
    /// The notification interface of real servers: the specification's, with their extensions.
    package static let notifications = made { () throws(InterfaceError) in
        try NotificationsInterface.make()
    }

    /// The server's own interface on the same object, as dunst and mako have one.
    package static let own = made { () throws(InterfaceError) in
        try Interface(
            "org.focusd.Test.Server1",
            xml: """
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
                """)
    }

    private static func made(_ make: () throws(InterfaceError) -> Interface) -> Interface {
        do {
            return try make()
        } catch {
            preconditionFailure("the XML is wrong: \(error.message)")
        }
    }
}
