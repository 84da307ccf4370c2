// SPDX-License-Identifier: Apache-2.0

// Counts what each app and each client holds of the shared room. A program can claim the name of
// any app, and one app can have many clients, so both are counted. The app or client that holds too
// much makes room. A client that invents app names is found by its connection; a script that starts
// a new client for each notification is found by its app.

/// The notifications that wait for the server: their number, and the bytes of their messages.
package struct Waiting: Hashable, Sendable {
    package var count = 0
    package var bytes = 0

    static func - (left: Waiting, right: Waiting) -> Waiting {
        Waiting(count: left.count - right.count, bytes: left.bytes - right.bytes)
    }

    static func += (left: inout Waiting, right: Waiting) {
        left.count += right.count
        left.bytes += right.bytes
    }
}

/// The share of each holder: number of notifications, and the part that waits for the server.
package struct RoomUse<Holder: Hashable & Sendable>: Sendable {
    package struct Share: Sendable {
        package var count = 0
        package var waiting = Waiting()
        /// Size of the texts in the store, in bytes.
        package var textBytes = 0

        fileprivate mutating func add(_ waiting: Waiting, _ textBytes: Int) {
            count += 1
            self.waiting += waiting
            self.textBytes += textBytes
        }
    }

    private var shares: [Holder: Share] = [:]

    package init() {}

    /// Number of holders.
    var holders: Int { shares.count }

    package subscript(holder: Holder) -> Share { shares[holder] ?? Share() }

    /// Counts one more notification.
    package mutating func add(_ holder: Holder, waiting: Waiting, textBytes: Int = 0) {
        shares[holder, default: Share()].add(waiting, textBytes)
    }

    /// Counts one notification less.
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

    /// Adds to the size of the texts in the store; negative to subtract.
    mutating func addTextBytes(_ more: Int, to holder: Holder) {
        if more != 0 { shares[holder]?.textBytes += more }
    }

    /// Returns true if a holder has more than an equal share of `total` notifications.
    func isGreedy(_ holder: Holder, of total: Int) -> Bool {
        self[holder].count * holders > total
    }

    /// The holder with the most notifications.
    var largest: (holder: Holder, count: Int)? {
        shares.max { $0.value.count < $1.value.count }.map { ($0.key, $0.value.count) }
    }
}

/// An app or client that holds a part of a shared room.
package enum RoomHolder: Hashable, Sendable {
    case app(AppID)
    case client(PeerName)
}
