// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusStore
import FocusWire

/// The stored notifications: one by its id, pages and figures for lists, their values on the bus,
/// and focusd's counters.
extension Engine {
    /// Returns the newest stored notification with that id.
    func record(_ id: ClientID) -> EntryRecord? {
        var record: EntryRecord?
        attempt {
            if let entry = entry(id) {
                record = try store.entry(key: entry.key)
            } else {
                record = try store.entry(id: id)
            }
        }
        return record
    }

    /// Returns the notification that a live one without a record has replaced, or nil.
    func replacedRecord(_ id: ClientID) -> EntryRecord? {
        guard let entry = entry(id), !entry.isStored else { return nil }
        var record: EntryRecord?
        attempt { record = try store.entry(id: id) }
        return record
    }

    /// Returns the newest stored notification with that id, with the whole texts if the stored
    /// message still has them.
    func wholeRecord(_ id: ClientID) -> EntryRecord? {
        guard var record = record(id) else { return nil }
        guard let entry = entry(id), entry.key == record.key,
            entry.payloadBytes > Limits.listedTextBytes
        else { return record }
        let stored = record
        attempt {
            try unsafe store.withPayload(of: stored.key) { bytes in
                if let texts = unsafe WholeTexts(marshalled: bytes) { texts.complete(&record) }
            }
        }
        return record
    }

    /// Returns the next page of a list.
    func page(_ query: HistoryQuery) -> EntryPage {
        var page = EntryPage()
        attempt { page = try store.page(query) { [desktopFiles] in desktopFiles.label(of: $0) } }
        return page
    }

    /// Milliseconds back from now: notifications of this time count in the figures of apps and
    /// people.
    private static let countedTime: Int64 = 7 * 86_400_000

    /// Begins to count the newest notifications by app and by person, the figures for the last
    /// seven days. Returns nil if the store cannot be read.
    func beginTally() -> SeenTally? {
        var tally: SeenTally?
        attempt { tally = try store.tally(since: Timestamp.now.adding(-Self.countedTime)) }
        return tally
    }

    /// Counts more notifications until a time. Returns false if the store cannot be read.
    func read(_ tally: inout SeenTally, until end: ContinuousClock.Instant) -> Bool {
        repeat {
            var isRead = false
            attempt {
                try store.read(&tally, keys: Self.talliedKeys)
                isRead = true
            }
            guard isRead else { return false }
        } while !tally.isComplete && .now < end
        return true
    }

    /// Number of keys between two looks at the clock.
    private static let talliedKeys = 32

    /// Returns the entries as `Control` sends them.
    func wires(_ records: [EntryRecord]) -> [EntryWire] {
        desktopFiles.lookingOnce { records.map(wire) }
    }

    func wire(_ record: EntryRecord) -> EntryWire {
        let isLive = entry(record.id).map {
            $0.key == record.key && state.live.isPresent($0.sender)
        }
        var wire = EntryWire(record, isLive: isLive ?? false, name: desktopFiles.label(of: record))
        wire.snoozedUntil = state.snoozes.end(of: record.key)
        wire.icon = desktopFiles.file(of: record.program ?? record.app)?.icon
        wire.image = pictures?.path(of: record.key)
        return wire
    }

    /// The counters together with the current queue length, live and missed counts, and stored
    /// bytes.
    var allCounters: Counters {
        var counters = state.counters
        counters[.queued] = UInt64(state.outbox.waiting)
        counters[.live] = UInt64(state.live.count)
        counters[.missed] = UInt64(state.live.missed)
        counters[.storedBytes] = UInt64((try? store.payloadBytes()) ?? 0)
        return counters
    }
}
