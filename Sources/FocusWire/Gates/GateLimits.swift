// SPDX-License-Identifier: Apache-2.0

/// Limits of notifications that come by a gate; see also `Limits` for those of all notifications.
package enum GateLimits {
    /// Bytes of a call by which a notification comes through `org.gtk.Notifications` or the portal.
    package static let callBytes = 12 << 20
    /// Bytes of such a call beside the picture in it. focusd reads these as values, and keeps the
    /// targets of actions.
    package static let fieldBytes = 256 << 10
    /// Bytes of a picture or a sound that comes with a notification.
    package static let fileBytes = 8 << 20
    /// Bytes of an app's own id of a notification.
    package static let idBytes = 1_024
    /// Calls that wait for their turns, from which on further calls lose their descriptors.
    package static let descriptorCalls = 64
    /// Calls to `org.gtk.Notifications` that wait for the bus's answer about an app's name.
    package static let questions = 256
}
