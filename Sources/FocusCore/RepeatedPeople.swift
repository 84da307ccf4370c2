// SPDX-License-Identifier: Apache-2.0

// Who has sent something lately, for Focuses with `RepeatBreaksThrough=true`: what names somebody
// for the second time within three minutes is probably urgent, as a second call is.
//
// What counts is the person, whichever app the notification is from. Each notification begins the
// three minutes anew. A clock that is set back forgets: a note from the future is none. No more
// than `capacity` people are kept in mind; the one who was silent longest is forgotten.

/// The people whom notifications have named lately.
package struct RepeatedPeople: Sendable {
    /// How long after a notification the next one of the same person is a repeat, in milliseconds.
    package static let window: Int64 = 180_000

    private var latest: [PersonKey: Timestamp] = [:]
    private let capacity: Int

    /// - Parameter capacity: how many people are kept in mind.
    package init(capacity: Int = Limits.repeatedPeople) {
        self.capacity = capacity
    }

    /// How many people are kept in mind.
    package var count: Int { latest.count }

    /// Whether one of them was named less than three minutes ago.
    package func isRepeat(_ people: [String], at now: Timestamp) -> Bool {
        people.contains { person in
            guard let key = Self.key(of: person), let then = latest[key] else { return false }
            return Self.isRecent(then, at: now)
        }
    }

    /// Notes that a notification names them; answers whether it is a repeat.
    package mutating func note(_ people: [String], at now: Timestamp) -> Bool {
        let isRepeat = isRepeat(people, at: now)
        for key in people.compactMap(Self.key) {
            if latest[key] == nil { makeRoom(at: now) }
            latest[key] = now
        }
        return isRepeat
    }

    /// nil for a text that nobody is called by; it is not worth its memory.
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
