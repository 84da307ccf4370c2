// SPDX-License-Identifier: Apache-2.0

// A server that reports to all clients is not asked for the popups of a killed focusd again. Nobody
// heard of those that ended before the next focusd came, and no later report tells of them:
// - A popup with a time of its own that is over counts as expired.
// - A popup that leaves its time to the server counts as expired if the server has not reported its
//   end for a minute, unless it was on the screen for some minutes before: then the server keeps
//   such popups. mako keeps them, unless its user has set a time.
// - A critical popup, and one without an end, stays.
//
// The store has the time of arrival. One that was delivered late appeared at an unknown time after
// that: it has the minute, too, if its own time is not longer.

import FocusCore
import FocusStore
import FocusWire
import GLibLoop

/// The popups of an earlier focusd whose times only the server knows.
struct LeftPopups {
    /// Time in which most servers end such a popup.
    var patience = Duration.seconds(60)
    /// The age in milliseconds from which on the server keeps such a popup.
    static let kept: Int64 = 300_000
    /// The longest time of its own, in milliseconds, that is certainly over after the patience.
    static let longestTime: Int64 = 60_000
    /// The most popups that are looked at to find those that stay: the newest.
    static let maximumLooks = 256
    /// Bytes of whole messages that are read to pass over transient popups; of a popup past that,
    /// the end of the message and the urgency tell.
    static let readBytes = 2 << 20
    /// Fires when the patience is over.
    var timer: Timer?
    /// True once a server has appeared on this session bus. It ended the popups of earlier buses,
    /// so every later popup is of this bus, also one of an older notification.
    var areOfThisBus = false
}

extension Engine {
    /// Returns the notifications whose popups on this session bus stay until the user deals with
    /// them, newest first: apps wait for the answer, so the next server shows them again.
    ///
    /// - Parameter isEarlier: true for those with popups of an earlier session bus.
    func popupsThatStay(ofEarlierBus isEarlier: Bool = false) -> [LiveEntry] {
        var first: EntryKey?
        if !leftPopups.areOfThisBus {
            first = repair.firstOnThisBus
            if first == nil { attempt { first = try values.firstOnThisBus() } }
        }
        var again: [LiveEntry] = []
        var left = LeftPopups.readBytes
        let start = first ?? EntryKey(rawValue: 0)
        let shown =
            isEarlier
            ? state.unreadPopups(from: EntryKey(rawValue: 0)).filter { $0.key < start }
            : state.unreadPopups(from: start)
        for entry in shown.prefix(LeftPopups.maximumLooks)
        where again.count < Limits.popupsShownAgain && popupStays(entry, &left) {
            again.append(entry)
        }
        return again
    }

    /// - Parameter left: the bytes of whole messages that may still be read.
    private func popupStays(_ entry: LiveEntry, _ left: inout Int) -> Bool {
        guard let timeout = expireTimeout(of: entry.key), timeout <= 0 else { return false }
        if timeout < 0 {
            var record: EntryRecord?
            attempt { record = try store.entry(key: entry.key) }
            guard let record, record.urgency == .critical || Self.isOfGtkPortal(record) else {
                return false
            }
        }
        guard entry.payloadBytes <= left else { return true }
        left -= entry.payloadBytes
        var stays: Bool?
        attempt {
            stays = try unsafe store.withPayload(of: entry.key) { bytes in
                unsafe NotifyCall.popupStays(bytes)
            }
        }
        return stays == true
    }

    /// Ends the popups of an earlier focusd that may have ended while no focusd heard of it.
    func endOverdue(_ left: [LiveEntry]) {
        var open: [LiveEntry] = []
        for entry in left {
            switch time(of: entry) {
            case .over: end(entry)
            case .unknown: open.append(entry)
            case .later: break
            }
        }
        guard !open.isEmpty else { return }
        leftPopups.timer = Timer(after: leftPopups.patience) { [weak self] in
            guard let self, !isClosed else { return }
            for entry in open { end(entry) }
            endBatch()
        }
    }

    private func end(_ entry: LiveEntry) {
        change { $0.popupMayBeOver(entry.id, entry.key, into: &$1) }
    }

    /// True for a notification whose urgency may be critical for the server, though it counts as
    /// normal: its message tells.
    private static func isOfGtkPortal(_ record: EntryRecord) -> Bool {
        record.urgency == .normal && record.program?.rawValue == SenderIdentity.gtkPortal
    }

    private enum TimeOfPopup {
        case over
        case later
        /// The server decides.
        case unknown
    }

    private func time(of entry: LiveEntry) -> TimeOfPopup {
        var record: EntryRecord?
        attempt { record = try store.entry(key: entry.key) }
        guard let record, record.urgency != .critical else { return .later }
        var left = LeftPopups.readBytes
        if Self.isOfGtkPortal(record), popupStays(entry, &left) { return .later }
        let age = record.time.distance(to: .now)
        guard let timeout = expireTimeout(of: entry.key), timeout >= 0 else {
            guard surroundings?.serverFacts?.keepsPopups != true else { return .later }
            return age < LeftPopups.kept || record.isDeliveredLate ? .unknown : .later
        }
        guard timeout > 0 else { return .later }
        guard !record.isDeliveredLate else {
            return timeout <= LeftPopups.longestTime ? .unknown : .later
        }
        return age >= timeout ? .over : .later
    }

    /// Returns the expire timeout of a notification in milliseconds, as its app sent it; nil if the
    /// store has no message. Reads only the ends of a message that has a file.
    private func expireTimeout(of key: EntryKey) -> Int64? {
        var payload: StoredPayload<[UInt8]>?
        attempt { payload = try store.storedPayload(of: key) }
        let timeout: Int32? =
            switch payload {
            case .row(let bytes)?:
                NotifyCall.expireTimeout(first: bytes.first, last: bytes.suffix(4))
            case .file(let file)?:
                NotifyCall.expireTimeout(
                    first: file.read(first: 1)?.first, last: file.read(last: 4) ?? [])
            case nil: nil
            }
        return timeout.map { Int64($0) }
    }
}
