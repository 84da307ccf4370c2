// SPDX-License-Identifier: Apache-2.0

// Room is shared by apps and by clients (DESIGN §9: every limit). A program can claim the name of
// any app, and one app can have many clients, so both are counted, and what either holds too much of
// is what gives way: a client that invents app names is found by its connection, a script that starts
// a new client for each notification by its app.

/// What waits for the real server: how many notifications, and the bytes of their messages.
package struct Waiting: Hashable, Sendable {
    package var count = 0
    package var bytes = 0

    package init(count: Int = 0, bytes: Int = 0) {
        self.count = count
        self.bytes = bytes
    }

    static func - (left: Waiting, right: Waiting) -> Waiting {
        Waiting(count: left.count - right.count, bytes: left.bytes - right.bytes)
    }

    static func += (left: inout Waiting, right: Waiting) {
        left.count += right.count
        left.bytes += right.bytes
    }
}

/// What each of many holders has: how many notifications, and what of it waits for the real server.
package struct Holdings<Holder: Hashable & Sendable>: Sendable {
    package struct Share: Sendable {
        package var count = 0
        package var waiting = Waiting()
        /// Bytes of texts in the store.
        package var textBytes = 0

        fileprivate mutating func add(_ waiting: Waiting, _ textBytes: Int) {
            count += 1
            self.waiting += waiting
            self.textBytes += textBytes
        }
    }

    private var shares: [Holder: Share] = [:]

    package init() {}

    /// How many holders there are.
    var holders: Int { shares.count }

    package subscript(holder: Holder) -> Share { shares[holder] ?? Share() }

    /// Counts one more notification.
    package mutating func add(_ holder: Holder, waiting: Waiting, textBytes: Int = 0) {
        shares[holder, default: Share()].add(waiting, textBytes)
    }

    /// Counts one less.
    package mutating func remove(_ holder: Holder, waiting: Waiting, textBytes: Int = 0) {
        guard var share = shares[holder] else { return }
        share.count -= 1
        share.textBytes -= textBytes
        share.waiting = share.waiting - waiting
        shares[holder] = share.count > 0 ? share : nil
    }

    mutating func addWaiting(_ waiting: Waiting, to holder: Holder) {
        if waiting != Waiting() { shares[holder]?.waiting += waiting }
    }

    /// Counts texts in the store; negative for fewer.
    mutating func addTextBytes(_ more: Int, to holder: Holder) {
        if more != 0 { shares[holder]?.textBytes += more }
    }

    /// Whether a holder has more than an equal share of so many notifications.
    func isGreedy(_ holder: Holder, of total: Int) -> Bool {
        self[holder].count * holders > total
    }

    /// The holder with the most notifications.
    var largest: (holder: Holder, count: Int)? {
        shares.max { $0.value.count < $1.value.count }.map { ($0.key, $0.value.count) }
    }
}

/// Whose oldest notification makes room.
enum RoomGiver: Hashable, Sendable {
    case app(AppID)
    case client(PeerName)
}
