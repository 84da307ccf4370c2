// SPDX-License-Identifier: Apache-2.0

// Remembers who has sent notifications lately, for Focuses with `RepeatBreaksThrough=true`. A
// second notification from the same person within three minutes is probably urgent, like a second
// call.
//
// Only the person counts, not the app, and not the group in which a person writes.

/// The people whom notifications have named lately.
package struct RepeatedPeople: Sendable {
    /// Time after a notification in which another one of the same person is a repeat, in
    /// milliseconds.
    package static let window: Int64 = 180_000

    private var recent: RecentKeys<PersonKey>

    /// - Parameter capacity: maximum number of remembered people.
    package init(capacity: Int = Limits.repeatedPeople) {
        recent = RecentKeys(window: Self.window, capacity: capacity)
    }

    /// Number of remembered people.
    package var count: Int { recent.count }

    /// Returns true if one of the people was named within ``window``.
    package func isRepeat(_ people: [String], at now: Timestamp) -> Bool {
        people.lazy.compactMap(Self.key).contains { recent.contains($0, at: now) }
    }

    /// Remembers the people of a notification; returns true if it is a repeat.
    package mutating func note(_ people: [String], at now: Timestamp) -> Bool {
        let keys = people.compactMap(Self.key)
        let isRepeat = keys.contains { recent.contains($0, at: now) }
        for key in keys { recent.note(key, at: now) }
        return isRepeat
    }

    /// Returns nil for a text that is too long to be a name; it would waste memory.
    private static func key(of person: String) -> PersonKey? {
        person.utf8.count <= Limits.repeatedPersonBytes ? PersonKey(person) : nil
    }
}
