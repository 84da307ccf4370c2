// SPDX-License-Identifier: Apache-2.0

/// Counts the copies of picture files by app and by client, and chooses the notification whose
/// copies make room, see ``PeerAccounts``.
package struct PictureRoom: Sendable {
    /// The app of a notification, and its client if one client sends for this app alone.
    package struct Owner: Hashable, Sendable {
        package let app: AppID
        package let client: PeerName?

        package init(app: AppID, client: PeerName? = nil) {
            self.app = app
            self.client = client
        }

        package var holders: [RoomHolder] {
            [.app(app)] + (client.map { [.client($0)] } ?? [])
        }
    }

    private struct Share {
        var count = 0
        var bytes = 0
    }

    private struct Copies {
        let owner: Owner
        var share = Share()
    }

    private var copies: [EntryKey: Copies] = [:]
    private var shares: [RoomHolder: Share] = [:]
    private var total = Share()
    private let maximumCount: Int
    private let maximumBytes: Int

    /// - Parameters:
    ///   - maximumCount: maximum number of copies.
    ///   - maximumBytes: maximum length of all copies together.
    package init(
        maximumCount: Int = Limits.keptPictures, maximumBytes: Int = Limits.keptPictureBytes
    ) {
        self.maximumCount = maximumCount
        self.maximumBytes = maximumBytes
    }

    /// Counts one more copy of a notification. The first copy's owner is that of all.
    package mutating func add(_ bytes: Int, of key: EntryKey, for owner: Owner) {
        copies[key, default: Copies(owner: owner)].share.count += 1
        copies[key]?.share.bytes += bytes
        total.count += 1
        total.bytes += bytes
        for holder in copies[key]?.owner.holders ?? [] {
            shares[holder, default: Share()].count += 1
            shares[holder]?.bytes += bytes
        }
    }

    /// Counts the copies of a notification no more.
    package mutating func remove(_ key: EntryKey) {
        guard let gone = copies.removeValue(forKey: key) else { return }
        total.count -= gone.share.count
        total.bytes -= gone.share.bytes
        for holder in gone.owner.holders {
            shares[holder]?.count -= gone.share.count
            shares[holder]?.bytes -= gone.share.bytes
            if shares[holder]?.count == 0 { shares[holder] = nil }
        }
    }

    /// The notification whose copies are deleted to make room: the oldest one of the app or client
    /// that has most; nil while there is room.
    package var nextToDelete: EntryKey? {
        guard total.count > maximumCount || total.bytes > maximumBytes else { return nil }
        let measure: KeyPath<Share, Int> =
            total.bytes > maximumBytes ? \.bytes : \.count
        var chosen: (key: EntryKey, share: Int)?
        for (key, copies) in copies {
            let share = copies.owner.holders.map { shares[$0]?[keyPath: measure] ?? 0 }.max() ?? 0
            if let best = chosen, best.share > share || best.share == share && best.key < key {
                continue
            }
            chosen = (key, share)
        }
        return chosen?.key
    }
}
