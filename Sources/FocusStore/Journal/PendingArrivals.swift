// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The arrived notifications that the database does not have yet, oldest first.
///
/// The bytes are the content of the journal's part from its first byte on, followed by the
/// additions of the current batch. Every key is higher than any in the database.
struct PendingArrivals {
    struct Entry {
        let key: EntryKey
        /// The bytes of the record, header included.
        let range: Range<Int>
        /// The size of the payload, in the record or in a file.
        let payloadBytes: Int
        let hasFile: Bool
        /// True if the sender sends for all apps.
        var isForAll = false
        /// Set when a newer notification has replaced this one, which then goes to history at once.
        var ending: (state: EntryState, time: Timestamp)?
    }

    /// The bytes, and spare room after them, so that most records need no allocation.
    private var memory: [UInt8] = []
    private var count = 0
    private(set) var entries: [Entry] = []
    /// Number of committed bytes.
    private(set) var committedBytes = 0
    /// Number of bytes in the journal.
    private(set) var writtenBytes = 0
    private var committedEntries = 0
    /// The indices of committed entries that the current batch has ended.
    private var endedInBatch: [Int] = []
    /// Number of ended entries.
    private(set) var ended = 0
    /// Bytes of the payloads of entries that have not ended.
    private(set) var payloadBytes = 0
    /// The bytes of each app and client. Nil while nobody can have more than its share.
    private var shares: [Holder: Int]?

    private enum Holder: Hashable {
        case app(String)
        case client(String)
    }

    var bytes: ArraySlice<UInt8> { memory[..<count] }
    var isEmpty: Bool { entries.isEmpty }
    var hasUncommitted: Bool { entries.count > committedEntries }
    /// True if committed bytes are in memory alone.
    var isVolatile: Bool { writtenBytes < committedBytes }

    /// Restores the content of a journal's part, which ends at `bytes.count`.
    mutating func restore(_ bytes: [UInt8], _ records: [Range<Int>], after newest: EntryKey) {
        (memory, count) = (bytes, bytes.count)
        shares = nil
        var newest = newest
        for range in records {
            let facts = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Self.view(buffer, range).map { view in
                    unsafe (view.key, view.payloadBytes, view.hasFile)
                }
            }
            guard let (key, size, hasFile) = facts, key > newest, key.rawValue < Store.keyLimit
            else { continue }
            newest = key
            entries.append(Entry(key: key, range: range, payloadBytes: size, hasFile: hasFile))
            payloadBytes += size
        }
        keepAdditions()
        written()
    }

    /// Adds a record. Returns false if it would exceed a limit, or if its app or client would have
    /// more than the limit leaves for all others.
    /// - Parameters:
    ///   - payload: The part of the payload to put into the record; nil if there is none or a file
    ///     has it.
    ///   - payloadSize: The size of the payload, in the record or in a file.
    ///   - forAll: True if the sender sends for all apps: then only the app has a share.
    mutating func append(
        _ facts: EntryFacts, _ notification: Notification, _ decision: Decision,
        at time: Timestamp, focus: FocusID?, from sender: Sender,
        payload: UnsafeRawBufferPointer?, payloadSize: Int, forAll: Bool = false, epoch: UInt64,
        limit: Int
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
                    payload: payload, payloadSize: payloadSize,
                    to: UnsafeMutableRawBufferPointer(
                        rebasing: buffer[(start + JournalFormat.headerSize)...]))
                return unsafe JournalFormat.seal(
                    UnsafeMutableRawBufferPointer(rebasing: buffer[start...]), content: content,
                    epoch: epoch)
            }
            guard start + length <= limit else { return false }
        } while start + length > memory.count
        // In the first half of the limit, nobody has more than is left for all others.
        if shares != nil || length > limit - start - start {
            var holders = [Holder.app(notification.app.rawValue)]
            if !forAll { holders.append(.client(sender.peer.rawValue)) }
            guard charge(length, to: holders, ofFree: limit - start) else { return false }
        }
        count = start + length
        entries.append(
            Entry(
                key: facts.key, range: start..<start + length, payloadBytes: payloadSize,
                hasFile: unsafe payload == nil && payloadSize > 0, isForAll: forAll))
        payloadBytes += payloadSize
        return true
    }

    private mutating func charge(_ amount: Int, to holders: [Holder], ofFree free: Int) -> Bool {
        var counted = shares ?? countedShares()
        shares = nil
        defer { shares = counted }
        let own = holders.map { counted[$0] ?? 0 }.max() ?? 0
        guard PeerAccounts.mayHave(amount, beside: own, ofFree: free) else { return false }
        for holder in holders { counted[holder, default: 0] += amount }
        return true
    }

    private func countedShares() -> [Holder: Int] {
        var counted: [Holder: Int] = [:]
        for index in entries.indices {
            _ = unsafe withView(index) { view in
                let bytes = entries[index].range.count
                if let app = unsafe view.text(.app) {
                    counted[.app(unsafe String(decoding: app, as: UTF8.self)), default: 0] += bytes
                }
                if !entries[index].isForAll, let client = unsafe view.text(.sender) {
                    let name = unsafe String(decoding: client, as: UTF8.self)
                    counted[.client(name), default: 0] += bytes
                }
                return true
            }
        }
        return counted
    }

    /// Makes room for that many bytes and doubles the room of a small memory, or adds a quarter to
    /// a large one.
    private mutating func grow(to size: Int) {
        let more = count < ArrivalJournal.size ? count : count / 4
        memory.reserveCapacity(max(size, count + more, Self.smallestRoom))
        memory += [UInt8](repeating: 0, count: memory.capacity - memory.count)
    }

    private static let smallestRoom = 4_096

    /// Records that all bytes are in the journal now.
    mutating func written() {
        writtenBytes = count
    }

    /// Appends the additions to the journal, if it is usable and has room, and commits them.
    ///
    /// One function performs both steps, because each access to a stored property of a class costs
    /// as much as a look-up.
    /// - Returns: False if the journal did not accept the bytes; then nothing has changed.
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
        keepAdditions()
        return true
    }

    /// Makes the additions and the ends outlive the batch: ``rollback()`` leaves them.
    mutating func keepAdditions() {
        committedBytes = count
        committedEntries = entries.count
        if !endedInBatch.isEmpty { endedInBatch.removeAll(keepingCapacity: true) }
    }

    /// Removes the entries added since ``keepAdditions()``, and restores those ended since then.
    mutating func rollback() {
        for index in endedInBatch where index < entries.count { reopen(index) }
        endedInBatch.removeAll(keepingCapacity: true)
        for index in committedEntries..<entries.count where entries[index].ending == nil {
            payloadBytes -= entries[index].payloadBytes
        }
        if hasUncommitted { shares = nil }
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

    /// Removes all entries, because they are in the database. Keeps the memory for later ones.
    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        (count, ended, payloadBytes) = (0, 0, 0)
        shares = nil
        keepAdditions()
        written()
    }

    /// Frees the memory, if no entry is pending.
    mutating func releaseMemory() {
        if isEmpty { self = PendingArrivals() }
    }

    /// Returns the index of the entry with that key.
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

    /// Returns true if any key of the range is pending.
    func contains(anyOf keys: ClosedRange<EntryKey>) -> Bool {
        guard let first = entries.first, let last = entries.last else { return false }
        return keys.upperBound >= first.key && keys.lowerBound <= last.key
    }

    /// The result of ending an entry.
    enum End {
        /// No entry with that key is pending.
        case unknown
        /// The entry had ended before.
        case over
        /// The entry has ended, and that many bytes of payload are no longer needed.
        case ended(payloadBytes: Int)
    }

    /// Ends an entry, if it is pending and has not ended.
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

    /// Returns the record at an index as queries return it, with at most `limit` bytes of each
    /// text.
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
