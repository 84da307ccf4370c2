// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// What has arrived and the database does not know yet, oldest first.
///
/// Its bytes are what the journal's part holds from its first byte on, then what the current batch
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

    /// The bytes, and behind them room for more, which no record has to ask for.
    private var memory: [UInt8] = []
    private var count = 0
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

    var bytes: ArraySlice<UInt8> { memory[..<count] }
    var isEmpty: Bool { entries.isEmpty }
    var hasUncommitted: Bool { entries.count > committedEntries }
    /// Whether something committed is in memory alone.
    var isVolatile: Bool { writtenBytes < committedBytes }

    /// Takes what a part of the journal held; it is its content up to `bytes.count`.
    mutating func restore(_ bytes: [UInt8], _ records: [Range<Int>], after newest: EntryKey) {
        (memory, count) = (bytes, bytes.count)
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
    /// - Parameters:
    ///   - payload: what the record is to hold of it; nil where there is none or a file has it.
    ///   - size: that of the payload, wherever it is.
    mutating func append(
        _ facts: EntryFacts, _ notification: Notification, _ decision: Decision,
        at time: Timestamp, focus: FocusID?, from sender: Sender,
        payload: UnsafeRawBufferPointer?, size: Int, epoch: UInt64, limit: Int
    ) -> Bool {
        let start = count
        var length = 0
        repeat {
            if memory.count < start + max(length, JournalFormat.headerSize) {
                grow(to: start + max(length, JournalFormat.headerSize))
            }
            length = unsafe memory.withUnsafeMutableBytes { buffer in
                let content = unsafe RecordCodec.write(
                    facts, notification, decision, at: time, focus: focus, from: sender,
                    payload: payload, size: size,
                    to: UnsafeMutableRawBufferPointer(
                        rebasing: buffer[(start + JournalFormat.headerSize)...]))
                return unsafe JournalFormat.seal(
                    UnsafeMutableRawBufferPointer(rebasing: buffer[start...]), content: content,
                    epoch: epoch)
            }
            guard start + length <= limit else { return false }
        } while start + length > memory.count
        count = start + length
        entries.append(
            Entry(
                key: facts.key, range: start..<start + length, payloadBytes: size,
                hasFile: unsafe payload == nil && size > 0))
        payloadBytes += size
        return true
    }

    /// Makes room for so many bytes, and for as many more as there are; of much, for a quarter.
    private mutating func grow(to size: Int) {
        let more = count < ArrivalJournal.size ? count : count / 4
        memory.reserveCapacity(max(size, count + more, Self.smallestRoom))
        memory += [UInt8](repeating: 0, count: memory.capacity - memory.count)
    }

    private static let smallestRoom = 4_096

    /// All that there is is in the journal now.
    mutating func written() {
        writtenBytes = count
    }

    /// Appends what was added to the journal, where that can be had and has room, and lets it stay.
    ///
    /// In one piece, since each access of what a class holds costs as much as a look-up.
    /// - Returns: false where it is not in there, and nothing has changed.
    mutating func commit(to journal: inout ArrivalJournal?, _ syncer: Syncer) -> Bool {
        if hasUncommitted {
            guard count <= ArrivalJournal.size else { return false }
            let isWritten = unsafe memory.withUnsafeBytes { bytes in
                let added = unsafe UnsafeRawBufferPointer(rebasing: bytes[writtenBytes..<count])
                return unsafe journal?.write(added, at: writtenBytes, unlessHeldBy: syncer) == true
            }
            guard isWritten else { return false }
            written()
        }
        commit()
        return true
    }

    /// What was added is to stay.
    mutating func commit() {
        committedBytes = count
        committedEntries = entries.count
        if !endedInBatch.isEmpty { endedInBatch.removeAll(keepingCapacity: true) }
    }

    /// What was added since ``commit()`` is not, and what was ended is not over.
    mutating func rollback() {
        for index in endedInBatch where index < entries.count { reopen(index) }
        endedInBatch.removeAll(keepingCapacity: true)
        for index in committedEntries..<entries.count where entries[index].ending == nil {
            payloadBytes -= entries[index].payloadBytes
        }
        entries.removeSubrange(committedEntries...)
        count = committedBytes
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
        (count, ended, payloadBytes) = (0, 0, 0)
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

    /// What came of an entry's end.
    enum End {
        /// It is not pending.
        case unknown
        /// It was over before.
        case over
        /// So many bytes of payload are of no more use.
        case ended(payloadBytes: Int)
    }

    /// Ends an entry, if it is there and not over.
    mutating func end(_ key: EntryKey, as state: EntryState, at time: Timestamp) -> End {
        guard let index = index(of: key) else { return .unknown }
        guard entries[index].ending == nil else { return .over }
        entries[index].ending = (state, time)
        endedInBatch.append(index)
        ended += 1
        payloadBytes -= entries[index].payloadBytes
        return .ended(payloadBytes: entries[index].payloadBytes)
    }

    /// Lends the record at an index.
    func withView<R>(_ index: Int, _ body: (RecordView) -> R?) -> R? {
        unsafe memory.withUnsafeBytes { buffer in
            unsafe Self.view(buffer, entries[index].range).flatMap { unsafe body($0) }
        }
    }

    /// The record at an index as a query gives it, with at most `limit` bytes of each text.
    func record(
        _ index: Int, releasedThrough released: Int64, textBytes limit: Int = .max
    ) -> EntryRecord? {
        let found = unsafe withView(index) { view in
            unsafe view.record(releasedThrough: released, textBytes: limit)
        }
        guard var record = found else { return nil }
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
