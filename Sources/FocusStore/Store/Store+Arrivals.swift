// SPDX-License-Identifier: Apache-2.0

import FocusCore

// An arriving notification is first written to the journal. Later, when no client waits, it is
// written to the database together with some hundred others (``ArrivalJournal`` says why). Until
// then it is pending:
//
//   insert   encodes the record in memory
//   commit   appends a batch of arrivals to the journal, which then survives a kill
//   absorb   within any transaction: writes a row for each pending notification, and the next epoch
//   commit   of that transaction: the journal's records have the epoch before and are void
//
// A change of a pending notification absorbs first; reads consult both. A pending notification that
// a newer one replaces is ended in place, and absorbed straight into history.

extension Store {
    /// Number of pending notifications from which ``isFlushDue`` is true.
    package static let maximumPending = 256
    /// Bytes of the journal from which ``isFlushDue`` is true. The other bytes are for one large
    /// batch.
    static let dueBytes = ArrivalJournal.size / 4 * 3

    /// True if enough is pending to write it to the database after the answers.
    package var isFlushDue: Bool {
        unabsorbed >= nextFlush
            || nextFlush == Self.maximumPending && pending.committedBytes >= Self.dueBytes
    }

    var unabsorbed: Int { max(pending.entries.count, marks.servers.count) }

    /// Writes the pending notifications and the notes of deliveries to the database, with the
    /// current batch.
    /// - Throws: The database's error. Nothing is lost: the journals still have everything.
    package func flush() throws(StoreError) {
        guard !pending.isEmpty && !isAbsorbed || !marks.isEmpty else { return }
        try change(insists: true) { () throws(StoreError) in try absorb() }
    }

    /// Adds a notification to the pending ones. The end of the batch writes it to the journal, or
    /// to the database with the batch.
    /// - Returns: False if the notification must go to the database directly.
    func insertPending(
        _ facts: EntryFacts, _ notification: Notification, _ decision: Decision,
        at time: Timestamp, focus: FocusID?, from sender: Sender,
        payload: UnsafeRawBufferPointer?, size: Int
    ) throws(StoreError) -> Bool {
        guard syncer != nil else { return false }
        var hasFailed = false
        if case .failed(let error) = batch {
            guard error.isOfTheDisk else { return false }
            hasFailed = true
        }
        let next: EntryKey
        if let known = knownNextKey { next = known } else { next = try nextKey() }
        // Lower keys may be taken.
        guard facts.key.rawValue >= next.rawValue else { return false }
        let fits = unsafe pending.append(
            facts, notification, decision, at: time, focus: focus, from: sender,
            payload: payload, size: size, epoch: epoch, limit: Self.maximumVolatile)
        guard fits else { return false }
        knownNextKey = EntryKey(rawValue: facts.key.rawValue + 1)
        addPayloadBytes(size)
        if hasFailed {
            // A pending notification in memory outlives its failed batch.
            pending.commit()
            keptArrivals = true
        } else if isAbsorbed {
            do throws(StoreError) {
                try insertRow(pending.entries.count - 1)
            } catch {
                throw fail(error)
            }
        } else if case .none = batch {
            keptArrivals = false
            batch = .arrivals
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
        guard !pending.isEmpty, !isAbsorbed else { return }
        for index in pending.entries.indices { try insertRow(index) }
        let next = "\(nextEpoch)"
        try run(.setValue, doing: "moving arrivals to the database") { statement in
            statement.bind(1, copying: StateName.epoch)
            statement.bind(2, copying: next)
        }
        isAbsorbed = true
        if let known = knownHistoryCount { knownHistoryCount = known + pending.ended }
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
        guard isAbsorbed else {
            pending.commit()
            return
        }
        isAbsorbed = false
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

    /// Ends those entries that are pending, in memory alone.
    ///
    /// After a kill they return, beside their replacements.
    /// - Returns: The other keys.
    func endPending(
        _ keys: [EntryKey], as state: EntryState, at time: Timestamp
    ) throws(StoreError) -> [EntryKey] {
        if case .failed(let error) = batch { throw error }
        guard !isAbsorbed, !pending.isEmpty else { return keys }
        var others: [EntryKey] = []
        for key in keys {
            switch pending.end(key, as: state, at: time) {
            case .unknown: others.append(key)
            case .over: break
            case .ended(let payloadBytes):
                if case .none = batch { batch = .arrivals }
                addPayloadBytes(-payloadBytes)
            }
        }
        return others
    }

    /// Moves on to the journal's next part, and has this one cleared when that is safe.
    ///
    /// A part without written bytes stays current, because it may already wait to be cleared.
    /// Voiding it twice would free it after the first clearing, and the second clearing would
    /// remove newer records.
    private func leavePart() {
        guard let part = journal?.part, let count = journal?.advance() else { return }
        syncer?.void(part, count: count)
    }

    // MARK: Starting

    /// Moves the content of a killed focusd's journals to the database.
    ///
    /// If the database cannot take it, it stays pending: live, and safe in the journals. After a
    /// power failure the database may be some flushes behind; then several parts contain records
    /// that it lacks.
    /// - Returns: The journal of deliveries for further use.
    func recover(beside path: String) throws(StoreError) -> DeliveryJournal {
        try recoverArrivals(beside: path)
        let journal = try recoverDeliveries(beside: path)
        do throws(StoreError) {
            try flush()
            try commit()
        } catch {
            rollback()
        }
        return journal
    }

    private func recoverArrivals(beside path: String) throws(StoreError) {
        let journal = ArrivalJournal(beside: path)
        let parts = journal.read()
        var left = Set(journal.isFound ? Array(parts.indices) : [])
        var known = try value(StateName.epoch).flatMap { UInt64($0) }
        // A new database after a damaged one knows no epoch, but the journal is intact.
        epoch =
            known ?? JournalFormat.firstEpoch(of: parts) ?? UInt64.random(in: 1...UInt64.max / 2)
        self.journal = consume journal
        while let (part, found) = JournalFormat.find(epoch: epoch, in: parts, among: left) {
            left.remove(part)
            if found.damages > 0 { keepDamaged(found, parts) }
            guard try take(parts[part], found, from: part) else { break }
            known = epoch
        }
        // None of these records may be mistaken for one of a later write.
        for offset in 1...UInt64(ArrivalJournal.parts)
        where JournalFormat.find(epoch: epoch &+ offset, in: parts, among: left) != nil {
            leastEpoch = epoch &+ offset &+ 1
        }
        for part in left
        where !JournalFormat.isBlank(parts[part])
            && (pending.isEmpty || part != self.journal?.part)
        {
            syncer?.void(part, count: ArrivalJournal.size)
        }
    }

    private func keepDamaged(_ found: JournalFormat.Content, _ parts: [ArraySlice<UInt8>]) {
        damagedArrivals = (
            (damagedArrivals?.count ?? 0) + found.damages,
            damagedArrivals?.setAside ?? journal?.keepDamaged(Array(parts.joined()))
        )
    }

    /// Makes the content of a journal's part pending, and then writes it as rows.
    /// - Returns: True if the rows were written.
    private func take(
        _ bytes: ArraySlice<UInt8>, _ found: JournalFormat.Content, from part: Int
    ) throws(StoreError) -> Bool {
        guard let end = found.records.last?.upperBound else { return false }
        journal?.resume(at: part)
        // No table has the entries of this epoch. If the database knows no epoch, the newest row
        // decides; other records of keys may have counted pending entries.
        let newest = EntryKey(rawValue: max(try number(.newestLive), try number(.newestHistory)))
        pending.restore(Array(bytes.prefix(end)), found.records, after: newest)
        do throws(StoreError) {
            try flush()
            try commit()
            return pending.isEmpty
        } catch {
            rollback()
            return false
        }
    }
}
