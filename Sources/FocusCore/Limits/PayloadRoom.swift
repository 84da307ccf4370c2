// SPDX-License-Identifier: Apache-2.0

/// Chooses the notifications whose messages are deleted when all messages take too much room.
package enum PayloadRoom {
    /// Returns notifications whose messages are deleted: of the app or client that has most at that
    /// moment, the oldest. Of a client it is the oldest of the client's app with most, since some
    /// clients send for all apps.
    ///
    /// A notification that waits for the server keeps its message.
    ///
    /// - Parameters:
    ///   - bytes: Bytes to free. The last notification may free more.
    ///   - count: Maximum number of notifications.
    package static func notifications(
        toFree bytes: Int, atMost count: Int, among entries: some Sequence<LiveEntry>
    ) -> [EntryFacts] {
        var shares = Shares()
        for entry in entries where entry.state != .queued && entry.payloadBytes > 0 {
            shares.add(entry)
        }
        var chosen: [EntryFacts] = []
        var left = bytes
        while left > 0, chosen.count < count, let oldest = shares.takeOldestOfLargest() {
            left -= oldest.payloadBytes
            chosen.append(oldest)
        }
        return chosen
    }

    /// The bytes of each app and of each client, and the notifications of each app by one client.
    private struct Shares {
        /// An app, or a client.
        private struct Holder {
            let name: RoomHolder
            /// The numbers of the holder's groups.
            var groups: [Int] = []
            /// The keys of an app's notifications with their groups, the newest first; nil until
            /// the app has most.
            var line: [(key: EntryKey, group: Int)]?
        }

        /// An app's notifications by one client.
        private struct Group {
            let holders: [Int]
            var bytes = 0
            var entries: [EntryFacts] = []
            /// True if the entries are in order, the newest first.
            var isOrdered = false
        }

        private struct Origin: Hashable {
            let app: AppID
            let client: PeerName
        }

        private var holderNumbers: [RoomHolder: Int] = [:]
        private var holders: [Holder] = []
        /// The bytes of each holder, apart from the rest, for the search for the largest.
        private var bytes: [Int] = []
        private var groupNumbers: [Origin: Int] = [:]
        private var groups: [Group] = []

        mutating func add(_ entry: LiveEntry) {
            let group = group(of: Origin(app: entry.app, client: entry.sender))
            groups[group].bytes += entry.payloadBytes
            groups[group].entries.append(entry.facts)
            for holder in groups[group].holders { bytes[holder] += entry.payloadBytes }
        }

        private mutating func group(of origin: Origin) -> Int {
            if let known = groupNumbers[origin] { return known }
            let number = groups.count
            groupNumbers[origin] = number
            var holders = [add(number, to: .app(origin.app))]
            // The client of an earlier run is not known.
            if !origin.client.rawValue.isEmpty {
                holders.append(add(number, to: .client(origin.client)))
            }
            groups.append(Group(holders: holders))
            return number
        }

        /// Adds a group to a holder. Returns the holder's number.
        private mutating func add(_ group: Int, to name: RoomHolder) -> Int {
            let holder = holderNumbers[name] ?? holders.count
            if holder == holders.count {
                holderNumbers[name] = holder
                holders.append(Holder(name: name))
                bytes.append(0)
            }
            holders[holder].groups.append(group)
            return holder
        }

        mutating func takeOldestOfLargest() -> EntryFacts? {
            guard let largest = bytes.indices.max(by: { bytes[$0] < bytes[$1] }),
                let group = groupToShrink(of: largest), let oldest = groups[group].entries.popLast()
            else { return nil }
            groups[group].bytes -= oldest.payloadBytes
            for holder in groups[group].holders { bytes[holder] -= oldest.payloadBytes }
            return oldest
        }

        /// Returns the group that loses its oldest notification, with its entries in order.
        private mutating func groupToShrink(of holder: Int) -> Int? {
            let candidates = holders[holder].groups
            switch holders[holder].name {
            case .client:
                let largest = candidates.max { groups[$0].bytes < groups[$1].bytes }
                if let largest { order(largest) }
                return largest
            case .app:
                if holders[holder].line == nil { holders[holder].line = line(of: candidates) }
                while let next = holders[holder].line?.last {
                    // The notification may have been taken as one of its client.
                    if groups[next.group].entries.last?.key == next.key { return next.group }
                    holders[holder].line?.removeLast()
                }
                return nil
            }
        }

        private mutating func line(of groups: [Int]) -> [(key: EntryKey, group: Int)] {
            for group in groups { order(group) }
            return groups.flatMap { group in
                self.groups[group].entries.map { (key: $0.key, group: group) }
            }.sorted { $0.key > $1.key }
        }

        private mutating func order(_ group: Int) {
            guard !groups[group].isOrdered else { return }
            groups[group].isOrdered = true
            groups[group].entries.sort { $0.key > $1.key }
        }
    }
}
