// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The names of buses, objects and interfaces that focusd and its peers share.
package enum WireName {
    package static let notifications: BusName = "org.freedesktop.Notifications"
    package static let notificationsPath: ObjectPath = "/org/freedesktop/Notifications"
    package static let notificationsInterface: InterfaceName = "org.freedesktop.Notifications"

    package static let focus: BusName = "org.focusd.Focus1"
    package static let focusPath: ObjectPath = "/org/focusd/Focus1"
    package static let control: InterfaceName = "org.focusd.Focus1.Control"
    package static let apps: InterfaceName = "org.focusd.Focus1.Apps"

    /// `focus-bridge`, which serves apps while focusd is away.
    package static let bridge: BusName = "org.focusd.Bridge1"

    /// `focus-link`.
    package static let link: BusName = "org.focusd.Link1"
    package static let linkPath: ObjectPath = "/org/focusd/Link1"
    package static let linkInterface: InterfaceName = "org.focusd.Link1"

    /// `focus-tray`. A session needs one icon only.
    package static let tray: BusName = "org.focusd.Tray"
    /// The name of the tray, in bars and panels.
    package static let trayHost: BusName = "org.kde.StatusNotifierWatcher"

    /// The interfaces that apps serve.
    package static let focusFilter: InterfaceName = "org.focusd.FocusFilter1"
    package static let notificationService: InterfaceName = "org.focusd.NotificationService1"

    /// GNOME's interface for notifications of GApplication.
    package static let gtk: BusName = "org.gtk.Notifications"
    package static let gtkPath: ObjectPath = "/org/gtk/Notifications"
    package static let gtkInterface: InterfaceName = "org.gtk.Notifications"

    /// xdg-desktop-portal, and focusd as its back end for notifications.
    package static let portal: BusName = "org.freedesktop.portal.Desktop"
    package static let portalBackend: BusName = "org.freedesktop.impl.portal.desktop.focusd"
    /// The portal's back ends that call `org.gtk.Notifications` for all apps in sandboxes.
    package static let portalBackEnds: [BusName] = [
        "org.freedesktop.impl.portal.desktop.gnome", "org.freedesktop.impl.portal.desktop.gtk",
    ]
    package static let portalPath: ObjectPath = "/org/freedesktop/portal/desktop"
    package static let portalInterface: InterfaceName =
        "org.freedesktop.impl.portal.Notification"
    /// The portal's interface for apps.
    package static let portalFront: InterfaceName = "org.freedesktop.portal.Notification"

    /// The interface by which apps are started and their actions activated.
    package static let application: InterfaceName = "org.freedesktop.Application"

    package static let bus: BusName = "org.freedesktop.DBus"
    package static let busPath: ObjectPath = "/org/freedesktop/DBus"
    package static let busInterface: InterfaceName = "org.freedesktop.DBus"

    /// The launchers' interface for badges, as Ubuntu's documentation of the Unity launcher API
    /// describes it.
    package static let launcherEntry: InterfaceName = "com.canonical.Unity.LauncherEntry"
}

/// The error names in answers of focusd.
package enum WireError {
    package static let unknownFocus: ErrorName = "org.focusd.Focus1.Error.UnknownFocus"
    package static let notFound: ErrorName = "org.focusd.Focus1.Error.NotFound"
    /// The user acted since the caller looked.
    package static let changedMeanwhile: ErrorName = "org.focusd.Focus1.Error.ChangedMeanwhile"
    /// Somebody else saved the file since the caller read it.
    package static let conflict: ErrorName = "org.focusd.Focus1.Error.Conflict"
    /// The result of the change would be an invalid file; nothing was written.
    package static let refused: ErrorName = "org.focusd.Focus1.Error.Refused"
    /// The user does not allow it, or is not asked because focusd silences the app.
    package static let declined: ErrorName = "org.focusd.Focus1.Error.Declined"
    /// The user was asked and did not answer in time.
    package static let notAnswered: ErrorName = "org.focusd.Focus1.Error.NotAnswered"
    package static let missingParameterValue: ErrorName =
        "org.focusd.Focus1.Error.MissingParameterValue"
    package static let appUnavailable: ErrorName = "org.focusd.Focus1.Error.AppUnavailable"
    package static let invalidArgs: ErrorName = "org.freedesktop.DBus.Error.InvalidArgs"
    package static let accessDenied: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"
    package static let limitsExceeded: ErrorName = "org.freedesktop.DBus.Error.LimitsExceeded"
    package static let failed: ErrorName = "org.freedesktop.DBus.Error.Failed"
}
