// SPDX-License-Identifier: Apache-2.0

/// The notifications that the user wants to see again later. Meanwhile they are in the missed list.
package struct Snoozes: Hashable, Sendable {
    /// A snoozed notification.
    package struct Snooze: Hashable, Sendable {
        package let id: ClientID
        package var span: UserSpan
    }

    private var snoozes: [EntryKey: Snooze] = [:]

    package init() {}

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

    /// Keeps only the notifications for which `isLive` returns true.
    mutating func keep(where isLive: (EntryKey, ClientID) -> Bool) {
        snoozes = snoozes.filter { isLive($0.key, $0.value.id) }
    }

    /// Removes and returns the notifications that come back now.
    mutating func takeDue(at now: Timestamp) -> [ClientID] {
        guard !snoozes.isEmpty else { return [] }
        for key in snoozes.keys { snoozes[key]?.span.begin(by: now) }
        let due = snoozes.filter { $0.value.span.isOver(at: now) }
        for key in due.keys { snoozes[key] = nil }
        return due.values.map(\.id)
    }

    mutating func clockWasSet(by step: Int64) {
        for key in snoozes.keys { snoozes[key]?.span.clockWasSet(by: step) }
    }

    /// The time at which the next notification comes back.
    package var nextEnd: Timestamp? { snoozes.values.compactMap(\.span.end.moment).min() }

    /// The snoozed notifications as the store keeps them, one line each.
    package var text: String {
        snoozes.sorted { $0.key < $1.key }
            .map { "\($0.key.rawValue) \($0.value.id.rawValue) \($0.value.span.text)" }
            .joined(separator: "\n")
    }

    /// Reads a text of ``text``. Skips invalid lines.
    package init(text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2)
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
