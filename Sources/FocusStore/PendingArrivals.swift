// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// What has arrived and the database does not know yet, oldest first.
///
/// ``bytes`` are what the journal's part holds from its first byte on, then what the current batch
/// adds to it. Every key is higher than any in the database.
struct PendingArrivals {
    struct Entry {
        let key: EntryKey
        /// Where its record lies, header included.
        let range: Range<Int>
        /// Its payload's size, in the record or in a file.
        let payloadBytes: Int
        let hasFile: Bool
        /// Set when something newer has taken its place: then it goes to history at once.
        var ending: (state: EntryState, time: Timestamp)?
    }

    private(set) var bytes: [UInt8] = []
    private(set) var entries: [Entry] = []
    /// How much of both is committed.
    private(set) var committedBytes = 0
    /// How much of the bytes is in the journal.
    private(set) var writtenBytes = 0
    private var committedEntries = 0
    /// Which of the committed the current batch has ended.
    private var endedInBatch: [Int] = []
    /// How many are over.
    private(set) var ended = 0
    /// Payloads of those that are not over.
    private(set) var payloadBytes = 0

    var isEmpty: Bool { entries.isEmpty }
    var hasUncommitted: Bool { entries.count > committedEntries }
    /// Whether something committed is in memory alone.
    var isVolatile: Bool { writtenBytes < committedBytes }

    /// Takes what a part of the journal held; it is its content up to `bytes.count`.
    mutating func restore(_ bytes: [UInt8], _ records: [Range<Int>], after newest: EntryKey) {
        self.bytes = bytes
        var newest = newest
        for range in records {
            let facts = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Self.view(buffer, range).map { view in
                    unsafe (view.key, view.payloadBytes, view.hasFile)
                }
            }
            guard let (key, size, hasFile) = facts, key > newest else { continue }
            newest = key
            entries.append(Entry(key: key, range: range, payloadBytes: size, hasFile: hasFile))
            payloadBytes += size
        }
        commit()
        written()
    }

    /// Adds a record; false where it would go past a limit.
    mutating func append(
        _ record: EntryRecord, payload: UnsafeRawBufferPointer?, size: Int, hasFile: Bool,
        epoch: UInt64, limit: Int
    ) -> Bool {
        let start = bytes.count
        bytes.append(contentsOf: JournalFormat.emptyHeader)
        unsafe RecordCodec.append(
            record, payload: payload, size: size, hasFile: hasFile, to: &bytes)
        JournalFormat.seal(&bytes, from: start, epoch: epoch)
        guard bytes.count <= limit else {
            bytes.removeSubrange(start...)
            return false
        }
        entries.append(
            Entry(
                key: record.key, range: start..<bytes.count, payloadBytes: size,
                hasFile: hasFile))
        payloadBytes += size
        return true
    }

    /// All that there is is in the journal now.
    mutating func written() {
        writtenBytes = bytes.count
    }

    /// What was added is to stay.
    mutating func commit() {
        committedBytes = bytes.count
        committedEntries = entries.count
        endedInBatch.removeAll(keepingCapacity: true)
    }

    /// What was added since ``commit()`` is not, and what was ended is not over.
    mutating func rollback() {
        for index in endedInBatch where index < entries.count { reopen(index) }
        endedInBatch.removeAll(keepingCapacity: true)
        for index in committedEntries..<entries.count where entries[index].ending == nil {
            payloadBytes -= entries[index].payloadBytes
        }
        entries.removeSubrange(committedEntries...)
        bytes.removeSubrange(committedBytes...)
        writtenBytes = min(writtenBytes, committedBytes)
    }

    private mutating func reopen(_ index: Int) {
        guard entries[index].ending != nil else { return }
        entries[index].ending = nil
        ended -= 1
        payloadBytes += entries[index].payloadBytes
    }

    /// They are in the database. Keeps the memory for the next.
    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        (ended, payloadBytes) = (0, 0)
        commit()
        written()
    }

    /// Gives the memory back, where nothing is pending.
    mutating func releaseMemory() {
        if isEmpty { self = PendingArrivals() }
    }

    /// Where the entry with that key stands.
    func index(of key: EntryKey) -> Int? {
        var range = entries.indices
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            if entries[middle].key == key { return middle }
            range =
                entries[middle].key < key
                ? middle + 1..<range.upperBound
                : range.lowerBound..<middle
        }
        return nil
    }

    /// Whether any key of the range is pending.
    func contains(anyOf keys: ClosedRange<EntryKey>) -> Bool {
        guard let first = entries.first, let last = entries.last else { return false }
        return keys.upperBound >= first.key && keys.lowerBound <= last.key
    }

    /// Ends an entry that is not over.
    mutating func end(_ index: Int, as state: EntryState, at time: Timestamp) {
        guard entries[index].ending == nil else { return }
        entries[index].ending = (state, time)
        endedInBatch.append(index)
        ended += 1
        payloadBytes -= entries[index].payloadBytes
    }

    /// Lends the record at an index.
    func withView<R>(_ index: Int, _ body: (RecordView) -> R?) -> R? {
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe Self.view(buffer, entries[index].range).flatMap { unsafe body($0) }
        }
    }

    /// The record at an index as a query gives it.
    func record(_ index: Int, releasedThrough released: Int64) -> EntryRecord? {
        guard var record = unsafe withView(index, { unsafe $0.record(releasedThrough: released) })
        else { return nil }
        if let ending = entries[index].ending {
            record.state = ending.state
            record.ended = ending.time
        }
        return record
    }

    private static func view(
        _ buffer: UnsafeRawBufferPointer, _ range: Range<Int>
    ) -> RecordView? {
        let content = range.lowerBound + JournalFormat.headerSize..<range.upperBound
        return unsafe RecordView(UnsafeRawBufferPointer(rebasing: buffer[content]))
    }
}
