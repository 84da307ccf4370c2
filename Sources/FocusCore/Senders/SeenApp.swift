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

/// Numbers of the stored notifications of an app or a person.
package struct SeenFigures: Hashable, Sendable {
    /// Arrival of the oldest notification; nil if there is none.
    package var first: Timestamp?
    /// Number of notifications that came in the time that counts.
    package var came = 0
    /// Number of these that were silenced.
    package var silenced = 0
    /// True if a sandboxed program sent one of them.
    package var isSandboxed = false

    package init() {}

    package init(first: Timestamp?, came: Int, silenced: Int, isSandboxed: Bool) {
        self.first = first
        self.came = came
        self.silenced = silenced
        self.isSandboxed = isSandboxed
    }

    package mutating func add(_ other: SeenFigures) {
        first = [first, other.first].compactMap(\.self).min()
        came += other.came
        silenced += other.silenced
        isSandboxed = isSandboxed || other.isSandboxed
    }
}
