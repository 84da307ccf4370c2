// SPDX-License-Identifier: Apache-2.0

/// Chooses the notifications whose messages are deleted when all messages take too much room.
package enum PayloadRoom {
    /// Returns notifications whose messages are deleted: of the app that has most at that moment,
    /// the oldest.
    ///
    /// A notification that waits for the server keeps its message.
    ///
    /// - Parameters:
    ///   - bytes: Bytes to free. The last notification may free more.
    ///   - count: Maximum number of notifications.
    package static func notifications(
        toFree bytes: Int, atMost count: Int, among entries: some Sequence<LiveEntry>
    ) -> [EntryFacts] {
        var apps = Apps()
        for entry in entries {
            let facts = entry.facts
            if facts.state != .queued, facts.payloadBytes > 0 { apps.add(facts, of: entry.app) }
        }
        var chosen: [EntryFacts] = []
        var left = bytes
        while left > 0, chosen.count < count, let oldest = apps.takeOldestOfLargest() {
            left -= oldest.payloadBytes
            chosen.append(oldest)
        }
        return chosen
    }

    /// The notifications of each app, and the bytes of their messages.
    private struct Apps {
        private var numbers: [AppID: Int] = [:]
        private var bytes: [Int] = []
        private var entries: [[EntryFacts]] = []
        /// The apps whose notifications are in order, the newest first.
        private var ordered: Set<Int> = []

        mutating func add(_ entry: EntryFacts, of app: AppID) {
            let number = numbers[app] ?? bytes.count
            if number == bytes.count {
                numbers[app] = number
                bytes.append(0)
                entries.append([])
            }
            bytes[number] += entry.payloadBytes
            entries[number].append(entry)
        }

        mutating func takeOldestOfLargest() -> EntryFacts? {
            guard let app = bytes.indices.max(by: { bytes[$0] < bytes[$1] }) else { return nil }
            if ordered.insert(app).inserted { entries[app].sort { $0.key > $1.key } }
            guard let oldest = entries[app].popLast() else { return nil }
            bytes[app] -= oldest.payloadBytes
            return oldest
        }
    }
}
