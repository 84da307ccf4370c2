// SPDX-License-Identifier: Apache-2.0

/// What a peer can make focusd hold or do, at most; each limit has a test at and past it.
package enum Limits {
    /// Notifications that are not over, of all apps together; the oldest makes room (of the
    /// app that holds more than half, where one does).
    package static let liveNotifications = 10_000
    /// Bytes of one `Notify` message, hints included: a picture of 3840×2160 pixels without
    /// alpha (25 MB) fits.
    package static let messageBytes = 32 << 20
    /// Bytes of summary or body that history keeps; the real server gets all of it.
    package static let storedTextBytes = 64 << 10
    /// Bytes of stored messages; beyond, the oldest in the missed list keep only their words.
    package static let storedPayloadBytes = 256 << 20
    /// Bytes of stored messages, most of them waiting for the real server, beyond which a
    /// notification is refused.
    package static let waitingPayloadBytes = 512 << 20
    /// Messages of one sender held back while focusd learns who it is.
    package static let heldMessages = 1_024
    /// Actions of one notification (a key and a label each).
    package static let actions = 128
    /// People named by one notification.
    package static let people = 64
    /// Bytes of an app id.
    package static let appIDBytes = 255
    /// Bytes of the hint `filterCriteria`.
    package static let filterCriteriaBytes = 16 << 10
    /// Entries that one history query answers.
    package static let queryEntries = 10_000
    /// Inhibitions of one client, and of all.
    package static let inhibitionsPerClient = 64
    package static let inhibitions = 1_024
    /// Characters that are kept of the reason for an inhibition.
    package static let inhibitionReasonCharacters = 1_024
    /// Times that the real server may die on a notification before it is parked.
    package static let serverDeaths = 2
}
