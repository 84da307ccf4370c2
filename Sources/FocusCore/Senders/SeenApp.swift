// SPDX-License-Identifier: Apache-2.0

/// An app that has sent notifications, as the store remembers it.
package struct SeenApp: Hashable, Sendable {
    package var id: AppID
    /// The app names of its notifications, newest first; at most ``Limits/namesPerApp``.
    package var names: [String]
    /// Number of its notifications in the store.
    package var count: Int
    /// Arrival of its newest notification.
    package var latest: Timestamp

    package init(_ id: AppID, names: [String], count: Int, latest: Timestamp) {
        self.id = id
        self.names = names
        self.count = count
        self.latest = latest
    }
}

/// A person whom notifications have named.
package struct SeenPerson: Hashable, Sendable {
    /// The name as the app sent it; cut after ``Limits/seenNameBytes``.
    package var name: String
    /// Arrival of the newest notification that named the person.
    package var latest: Timestamp

    package init(_ name: String, latest: Timestamp) {
        self.name = name
        self.latest = latest
    }
}
