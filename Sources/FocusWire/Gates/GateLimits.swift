// SPDX-License-Identifier: Apache-2.0

/// Limits of notifications that come by a gate; see also `Limits` for those of all notifications.
package enum GateLimits {
    /// Bytes of a call by which a notification comes through `org.gtk.Notifications` or the portal.
    package static let callBytes = 12 << 20
    /// Bytes of such a call beside the picture in it. focusd reads these as values.
    package static let fieldBytes = 256 << 10
    /// Bytes of a picture or a sound that comes with a notification.
    package static let fileBytes = 8 << 20
    /// Bytes of the name of an action.
    package static let actionBytes = 255
    /// Bytes of the actions of one notification, with their targets, that focusd keeps until the
    /// notification ends. The actions of all notifications have a room together,
    /// ``Limits/routeBytes``.
    package static let routeBytes = 16 << 10
    /// Bytes of an app's own id of a notification.
    package static let idBytes = 1_024
    /// Withdrawals of notifications of one app that focusd passes on to gnome-shell at once. Those
    /// beyond end focusd's notification alone, and its popup.
    package static let removals = 256
    /// Pause after which one more withdrawal is passed on.
    package static let removalPause = Duration.milliseconds(50)
    /// Calls that wait for their turns, from which on further calls lose their descriptors. Each
    /// has a picture and a sound at most. libdbus would stop reading at 32 descriptors, and one
    /// app's calls would keep those of all others from being read.
    package static let descriptorCalls = 15
}
