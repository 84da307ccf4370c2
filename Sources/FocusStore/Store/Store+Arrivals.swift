// SPDX-License-Identifier: Apache-2.0

package import FocusCore

// An arriving notification is first written to the journal. Later, when no client waits, it is
// written to the database together with some hundred others (``ArrivalJournal`` says why). Until
// then it is pending:
//
//   insert   encodes the record in memory
//   commit   appends a batch of arrivals to the journal, which then survives a kill
//   absorb   within any transaction: writes a row for each pending notification, and the next epoch
//
// The journal's records have the epoch before, so they are void from the commit of that transaction
// on.
//
// A change of a pending notification absorbs first; reads consult both. A pending notification that
// a newer one replaces is ended in place, and absorbed straight into history.

extension Store {
    /// Number of pending notifications from which ``isFlushDue`` is true.
    package static let maximumPending = 256
    /// Bytes of the journal from which ``isFlushDue`` is true. The other bytes are for one large
    /// batch.
    static let dueBytes = ArrivalJournal.size / 4 * 3
    /// Maximum bytes of arrivals in memory alone while the database cannot be written. Later
    /// arrivals are refused.
    package static let maximumVolatile = 16 << 20

    /// True if so much is pending that the caller must call ``flush()`` once the answers are sent.
    package var isFlushDue: Bool {
        guard !isEmptyingLog else { return false }
        // The bytes count only while no flush has failed, which moves `nextFlush`.
        return unabsorbed >= nextFlush
            || nextFlush == Self.maximumPending && pending.committedBytes >= Self.dueBytes
    }

    var unabsorbed: Int { max(pending.entries.count, marks.servers.count) }

    /// Writes the pending notifications and the notes of deliveries to the database, with the
    /// current batch.
    /// - Throws: The database's error. Nothing is lost: the journals still have everything.
    package func flush() throws(StoreError) {
        guard !pending.isEmpty && !batch.hasAbsorbed || !marks.isEmpty else { return }
        try change(insists: true) { () throws(StoreError) in try absorb() }
    }

    /// Adds a live notification with its message.
    /// - Parameter onlyInFile: True to keep the message in a file of its own, however short. The
    ///   journal and the database then have no copy, so removing that file removes the message.
    /// - Throws: `.duplicate` if the key is taken, `.full` and other disk errors.
    package func insert(
        _ record: EntryRecord, payload: UnsafeRawBufferPointer?, onlyInFile: Bool = false
    ) throws(StoreError) {
        _ = try unsafe insert(
            record.facts, record.notification, record.decision, at: record.time,
            focus: record.focus, from: Sender(peer: record.sender, sandbox: record.sandbox),
            payload: payload, onlyInFile: onlyInFile)
    }

    /// Adds an arriving notification as above, without creating a record only for this call.
    /// - Parameters:
    ///   - file: A file of ``makePayloadFile(count:)`` that has the message already.
    ///   - forAll: True for a sender that sends for all apps, which may then have more memory than
    ///     a client while the disk is full.
    /// - Returns: False if the notification is stored without its message: the message had to be in
    ///   a file (`onlyInFile`), and the file could not be written.
    package func insert(
        _ facts: EntryFacts, _ notification: Notification, _ decision: Decision,
        at time: Timestamp, focus: FocusID?, from sender: Sender,
        payload: UnsafeRawBufferPointer?, in file: PayloadFile? = nil, onlyInFile: Bool,
        forAll: Bool = false
    ) throws(StoreError) -> Bool {
        let messageSize = unsafe payload?.count ?? 0
        var keepsMessage = true
        var recordPayload = unsafe messageSize == 0 ? nil : payload
        if let file, file.count == messageSize, files?.name(file, for: facts.key) == true {
            unsafe recordPayload = nil
        } else if onlyInFile || messageSize >= PayloadFiles.smallest {
            let isWritten = unsafe writeFile(payload, for: facts.key)
            if isWritten || onlyInFile { unsafe recordPayload = nil }
            keepsMessage = isWritten || !onlyInFile || messageSize == 0
        }
        let payloadSize = keepsMessage ? messageSize : 0
        let isPending = try unsafe insertPending(
            facts, notification, decision, at: time, focus: focus, from: sender,
            payload: recordPayload, payloadSize: payloadSize, forAll: forAll)
        if isPending { return keepsMessage }
        try unsafe insertRow(
            facts, notification, decision, at: time, focus: focus, from: sender,
            payload: recordPayload, payloadSize: payloadSize)
        return keepsMessage
    }

    /// Creates a file for a message that is written before its notification is decided. Returns
    /// nil if the store is in memory or cannot have such a file.
    package func makePayloadFile(count: Int) -> PayloadFile? {
        files?.makeUnnamed(count: count)
    }

    /// Writes a message to a file of its own. Returns false if it has none: a message without room
    /// for its file goes to the database, unless it may be only in a file.
    private func writeFile(_ payload: UnsafeRawBufferPointer?, for key: EntryKey) -> Bool {
        guard let payload = unsafe payload, payload.count > 0, files != nil else { return false }
        return (try? unsafe files?.write(payload, for: key)) != nil
    }

    /// Adds a notification to the pending ones. The end of the batch writes it to the journal, or
    /// to the database with the batch.
    /// - Returns: False if the notification must go to the database directly.
    func insertPending(
        _ facts: EntryFacts, _ notification: Notification, _ decision: Decision,
        at time: Timestamp, focus: FocusID?, from sender: Sender,
        payload: UnsafeRawBufferPointer?, payloadSize: Int, forAll: Bool
    ) throws(StoreError) -> Bool {
        guard syncer != nil else { return false }
        var hasFailed = false
        if case .failed(let error) = batch.state {
            guard error.isOfTheDisk else { return false }
            hasFailed = true
        }
        let next: EntryKey
        if let key = known.nextKey { next = key } else { next = try nextKey() }
        // Lower keys may be taken.
        guard facts.key.rawValue >= next.rawValue else { return false }
        let fits = unsafe pending.append(
            facts, notification, decision, at: time, focus: focus, from: sender,
            payload: payload, payloadSize: payloadSize, forAll: forAll, epoch: epoch,
            limit: Self.maximumVolatile)
        guard fits else { return false }
        known.nextKey = EntryKey(rawValue: facts.key.rawValue + 1)
        known.addPayloadBytes(payloadSize)
        if hasFailed {
            // A pending notification in memory outlives its failed batch.
            pending.keepAdditions()
            batch.addArrivalAfterFailure()
        } else if batch.hasAbsorbed {
            do throws(StoreError) {
                try insertRow(pending.entries.count - 1)
            } catch {
                throw fail(error)
            }
        } else {
            batch.addArrival()
        }
        return true
    }

    /// Writes the pending notifications as rows in the open transaction, and the states from the
    /// notes of deliveries.
    func absorb() throws(StoreError) {
        try absorbArrivals()
        try takeDeliveries()
    }

    private func absorbArrivals() throws(StoreError) {
        guard !pending.isEmpty, !batch.hasAbsorbed else { return }
        for index in pending.entries.indices { try insertRow(index) }
        let next = "\(nextEpoch)"
        try run(.setValue, doing: "moving arrivals to the database") { statement in
            statement.bind(1, copying: StateName.epoch)
            statement.bind(2, copying: next)
        }
        batch.absorb()
        known.addToHistory(pending.ended)
    }

    private var nextEpoch: UInt64 { max(epoch &+ 1, leastEpoch) }

    private func insertRow(_ index: Int) throws(StoreError) {
        let entry = pending.entries[index]
        let server = entry.ending == nil ? marks.take(entry.key) : nil
        let statement = try statement(entry.ending == nil ? .insert : .insertEnded)
        let result = unsafe pending.withView(index) { view in
            if let (state, time) = entry.ending {
                return unsafe statement.insert(view, endedAs: state, at: time)
            }
            return unsafe statement.insert(view, payload: view.payload, shownAs: server)
        }
        statement.reset()
        // Only a record has a view, and every entry here is a record.
        guard let result, result == SQLiteResult.done else {
            throw StoreError(
                sqlite: result ?? SQLiteResult.corrupt, doing: "moving arrivals to the database")
        }
        if entry.ending != nil, entry.hasFile { files?.remove(entry.key) }
    }

    /// Updates the state after the commit of absorbed notifications.
    func absorbed() {
        nextFlush = Self.maximumPending
        if marks.isTaken {
            deliveryJournal?.taken(through: marks.through)
            marks.commit()
        }
        deliveryJournal?.renew()
        guard batch.hasAbsorbed else {
            pending.keepAdditions()
            return
        }
        epoch = nextEpoch
        pending.removeAll()
        leavePart()
        renewJournal()
    }

    /// Delays the next flush until as many more notifications are pending.
    func noteFlushFailed(_ error: StoreError) {
        flushFailure = error
        flushFailed = .now
        nextFlush = unabsorbed + Self.maximumPending
    }

    /// Creates the journal again if it is missing and nothing is pending.
    func renewJournal() {
        guard pending.isEmpty, journal?.check() == false else { return }
        journal?.open()
    }

    /// Returns the notifications in a range of keys that no table has yet, the newest first, with
    /// short texts.
    func pendingRecords(in keys: Range<Int64>) throws(StoreError) -> [EntryRecord] {
        guard !batch.hasAbsorbed else { return [] }
        let released = try releasedThrough()
        return pending.entries.indices.reversed().compactMap { index in
            guard keys.contains(pending.entries[index].key.rawValue) else { return nil }
            return pending.record(
                index, releasedThrough: released, textBytes: Limits.listedTextBytes)
        }
    }

    /// Ends those entries that are pending, in memory alone.
    ///
    /// After a kill, these entries return beside their replacements.
    /// - Returns: The other keys.
    func endPending(
        _ keys: [EntryKey], as state: EntryState, at time: Timestamp
    ) throws(StoreError) -> [EntryKey] {
        if case .failed(let error) = batch.state { throw error }
        guard !batch.hasAbsorbed, !pending.isEmpty else { return keys }
        var others: [EntryKey] = []
        for key in keys {
            switch pending.end(key, as: state, at: time) {
            case .unknown: others.append(key)
            case .over: break
            case .ended(let payloadBytes):
                batch.addArrival()
                known.addPayloadBytes(-payloadBytes)
            }
        }
        return others
    }

    /// Moves on to the journal's next part. The syncer clears this part when that is safe.
    ///
    /// Stays on a part without written bytes: it may already be queued for clearing. A second
    /// clearing would remove the records that were written after the first one.
    private func leavePart() {
        guard let part = journal?.part, let count = journal?.advance() else { return }
        syncer?.void(part, count: count)
    }
}
