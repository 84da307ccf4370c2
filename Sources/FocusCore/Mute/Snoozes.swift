// SPDX-License-Identifier: Apache-2.0

/// The notifications that the user wants to see again later, and those that came back. Until they
/// come back they are in the missed list.
package struct Snoozes: Hashable, Sendable {
    /// A snoozed notification.
    package struct Snooze: Hashable, Sendable {
        package let id: ClientID
        package var span: UserSpan
    }

    private var snoozes: [EntryKey: Snooze] = [:]
    /// Notifications that came back. Such a notification is missed again if its popup ends without
    /// the user.
    private(set) var returned: Set<EntryKey> = []

    package init() {}

    /// True if no notification is snoozed.
    package var isEmpty: Bool { snoozes.isEmpty }

    package var count: Int { snoozes.count }

    /// All snoozed notifications, the next one to come back first.
    package var all: [(key: EntryKey, snooze: Snooze)] {
        snoozes.map { ($0.key, $0.value) }.sorted {
            ($0.1.span.end.moment ?? .distantFuture, $0.0)
                < ($1.1.span.end.moment ?? .distantFuture, $1.0)
        }
    }

    package func contains(_ key: EntryKey) -> Bool { snoozes[key] != nil }

    /// Returns the time at which a notification comes back; nil if it is not snoozed.
    package func end(of key: EntryKey) -> Timestamp? { snoozes[key]?.span.end.moment }

    mutating func add(_ key: EntryKey, _ id: ClientID, _ span: UserSpan) {
        snoozes[key] = Snooze(id: id, span: span)
    }

    /// Forgets a notification. Returns false if it was not snoozed.
    mutating func remove(_ key: EntryKey) -> Bool { snoozes.removeValue(forKey: key) != nil }

    /// Records that a notification came back.
    mutating func cameBack(_ key: EntryKey) { returned.insert(key) }

    /// Forgets that a notification came back. Returns false if it did not.
    mutating func forgetReturn(_ key: EntryKey) -> Bool { returned.remove(key) != nil }

    /// Keeps only the snoozed notifications and those that came back whose keys are in these sets.
    mutating func keep(snoozed: Set<EntryKey>, returned kept: Set<EntryKey>) {
        snoozes = snoozes.filter { snoozed.contains($0.key) }
        returned.formIntersection(kept)
    }

    /// Removes and returns the notifications that come back now, the oldest first: at most
    /// ``Limits/returnedSnoozes``. ``nextEnd`` is over if there are more.
    mutating func takeDue(at now: Timestamp) -> [ClientID] {
        guard !snoozes.isEmpty else { return [] }
        for key in snoozes.keys { snoozes[key]?.span.begin(by: now) }
        let due = snoozes.filter { $0.value.span.isOver(at: now) }.keys.sorted()
        return due.prefix(Limits.returnedSnoozes).compactMap { snoozes.removeValue(forKey: $0)?.id }
    }

    mutating func clockWasSet(by step: Int64) {
        for key in snoozes.keys { snoozes[key]?.span.clockWasSet(by: step) }
    }

    /// The time at which the next notification comes back.
    package var nextEnd: Timestamp? { snoozes.values.compactMap(\.span.end.moment).min() }

    /// The notifications as the store keeps them, one line each. An older release skips the lines
    /// of those that came back.
    package var text: String {
        let snoozed = snoozes.sorted { $0.key < $1.key }
            .map { "\($0.key.rawValue) \($0.value.id.rawValue) \($0.value.span.text)" }
        let returned = returned.sorted().map { "\(Self.returnedWord) \($0.rawValue)" }
        return (snoozed + returned).joined(separator: "\n")
    }

    /// First word of the line of a notification that came back.
    private static let returnedWord = "returned"

    /// Reads a text of ``text``. Skips invalid lines.
    package init(text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2)
            if words.count == 2, words[0] == Self.returnedWord, let key = Int64(words[1]) {
                cameBack(EntryKey(rawValue: key))
            }
            guard words.count == 3, let key = Int64(words[0]), let id = UInt32(words[1]),
                let span = UserSpan(text: words[2])
            else { continue }
            add(EntryKey(rawValue: key), ClientID(rawValue: id), span)
        }
    }
}

extension Timestamp {
    fileprivate static var distantFuture: Timestamp { Timestamp(rawValue: .max) }
}
