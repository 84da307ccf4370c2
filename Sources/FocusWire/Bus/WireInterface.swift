// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The interfaces that focusd and the apps serve, from the unchanged files of `dbus/`.
package enum WireInterface {
    /// `org.freedesktop.Notifications` as focusd serves it. The interface of focus-bridge and
    /// focus-console is `NotificationsInterface`.
    package static var notifications: Interface {
        get throws {
            try Interface(
                WireName.notificationsInterface,
                xml: text(PackageResources.org_freedesktop_Notifications_xml))
        }
    }

    /// `org.focusd.Focus1.Control`, from its three files.
    package static var control: Interface {
        get throws {
            let parts = [
                PackageResources.org_focusd_Focus1_Control_Files_xml,
                PackageResources.org_focusd_Focus1_Control_Entries_xml,
                PackageResources.org_focusd_Focus1_Control_xml,
            ]
            let start = "  <interface name=\"\(WireName.control)\">\n"
            let end = "  </interface>"
            let members = parts.map { part in content(of: text(part), from: start, to: end) }
            return try Interface(
                WireName.control, xml: "<node>\n\(start)\(members.joined())\(end)\n</node>\n")
        }
    }

    /// Returns the lines of a file between two others.
    private static func content(of text: String, from start: String, to end: String) -> String {
        var isWithin = false
        var members = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == end { isWithin = false }
            if isWithin { members += line + "\n" }
            if line + "\n" == start { isWithin = true }
        }
        return members
    }

    /// `org.focusd.Link1`.
    package static var link: Interface {
        get throws {
            try Interface(
                WireName.linkInterface, xml: text(PackageResources.org_focusd_Link1_xml))
        }
    }

    /// `org.focusd.Focus1.Apps`.
    package static var apps: Interface {
        get throws {
            try Interface(WireName.apps, xml: text(PackageResources.org_focusd_Focus1_Apps_xml))
        }
    }

    /// `org.focusd.FocusFilter1`, which apps serve.
    package static var focusFilter: Interface {
        get throws {
            try Interface(
                WireName.focusFilter, xml: text(PackageResources.org_focusd_FocusFilter1_xml))
        }
    }

    /// `org.focusd.NotificationService1`, which apps' notification service extensions serve.
    package static var notificationService: Interface {
        get throws {
            try Interface(
                WireName.notificationService,
                xml: text(PackageResources.org_focusd_NotificationService1_xml))
        }
    }

    /// `org.gtk.Notifications`, which focusd serves on GNOME.
    package static var gtkNotifications: Interface {
        get throws {
            try Interface(
                WireName.gtkInterface, xml: text(PackageResources.org_gtk_Notifications_xml))
        }
    }

    /// `org.freedesktop.impl.portal.Notification`.
    package static var portalNotification: Interface {
        get throws {
            try Interface(
                WireName.portalInterface,
                xml: text(PackageResources.org_freedesktop_impl_portal_Notification_xml))
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
