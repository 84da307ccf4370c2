// SPDX-License-Identifier: Apache-2.0

// Remembers who has sent notifications lately, for Focuses with `RepeatBreaksThrough=true`. A
// second notification from the same person within three minutes is probably urgent, like a second
// call.
//
// Only the person counts, not the app, and not the group in which a person writes. Each
// notification starts the three minutes again. Times in the future are ignored after the clock is
// set back. At most `capacity` people are remembered; the person whose last notification is oldest
// is forgotten.

/// The people whom notifications have named lately.
package struct RepeatedPeople: Sendable {
    /// Time after a notification in which another one of the same person is a repeat, in
    /// milliseconds.
    package static let window: Int64 = 180_000

    private var latest: [PersonKey: Timestamp] = [:]
    private let capacity: Int

    /// - Parameter capacity: maximum number of remembered people.
    package init(capacity: Int = Limits.repeatedPeople) {
        self.capacity = capacity
    }

    /// Number of remembered people.
    package var count: Int { latest.count }

    /// Returns true if one of the people was named within ``window``.
    package func isRepeat(_ people: [String], at now: Timestamp) -> Bool {
        isRepeat(people.lazy.compactMap(Self.key), at: now)
    }

    private func isRepeat(_ keys: some Sequence<PersonKey>, at now: Timestamp) -> Bool {
        keys.contains { key in latest[key].map { Self.isRecent($0, at: now) } ?? false }
    }

    /// Remembers the people of a notification; returns true if it is a repeat.
    package mutating func note(_ people: [String], at now: Timestamp) -> Bool {
        let keys = people.compactMap(Self.key)
        let isRepeat = isRepeat(keys, at: now)
        for key in keys {
            if latest[key] == nil { makeRoom(at: now) }
            latest[key] = now
        }
        return isRepeat
    }

    /// Returns nil for a text that is too long to be a name; it would waste memory.
    private static func key(of person: String) -> PersonKey? {
        person.utf8.count <= Limits.repeatedPersonBytes ? PersonKey(person) : nil
    }

    private static func isRecent(_ then: Timestamp, at now: Timestamp) -> Bool {
        let (age, overflows) = now.rawValue.subtractingReportingOverflow(then.rawValue)
        return !overflows && (0...window).contains(age)
    }

    private mutating func makeRoom(at now: Timestamp) {
        guard latest.count >= capacity else { return }
        latest = latest.filter { Self.isRecent($0.value, at: now) }
        guard latest.count >= capacity, let oldest = latest.min(by: { $0.value < $1.value }) else {
            return
        }
        latest[oldest.key] = nil
    }
}
