// SPDX-License-Identifier: Apache-2.0

import FocusCore

// A notification that arrives is written to the journal first, and to the database together with
// some hundred others, when nobody waits (``ArrivalJournal`` says why). Until then it is pending:
//
//   insert   the record is encoded, in memory
//   commit   a batch of nothing but arrivals is appended to the journal: it survives a kill now
//   absorb   within any transaction: a row for each that is pending, and the next epoch
//   commit   of that transaction: what the journal holds has the epoch before and is void
//
// Whatever changes a pending notification absorbs first; reads look at both. One that something
// newer replaces while it is pending is ended in place, and absorbed straight into history.

extension Store {
    /// How many may be pending before ``isFlushDue``.
    package static let maximumPending = 256
    /// Bytes of the journal from which on ``isFlushDue``: the rest is for one large batch.
    static let dueBytes = ArrivalJournal.size / 4 * 3

    /// Whether so much is pending that it should go to the database, after the answers.
    package var isFlushDue: Bool {
        unabsorbed >= nextFlush
            || nextFlush == Self.maximumPending && pending.committedBytes >= Self.dueBytes
    }

    var unabsorbed: Int { max(pending.entries.count, marks.servers.count) }

    /// Takes what is pending into the database, and what is noted of hand-overs, with the current
    /// batch.
    /// - Throws: what the database says; nothing is lost, the journals have it.
    package func flush() throws(StoreError) {
        guard !pending.isEmpty && !isAbsorbed || !marks.isEmpty else { return }
        try change(insists: true) { () throws(StoreError) in try absorb() }
    }

    /// Adds a notification to what is pending; the batch's end writes it to the journal, or takes it
    /// into the database with the batch.
    /// - Returns: false where it has to go to the database as it is.
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
        // Lower ones may be taken.
        guard facts.key.rawValue >= next.rawValue else { return false }
        let fits = unsafe pending.append(
            facts, notification, decision, at: time, focus: focus, from: sender,
            payload: payload, size: size, epoch: epoch, limit: Self.maximumVolatile)
        guard fits else { return false }
        knownNextKey = EntryKey(rawValue: facts.key.rawValue + 1)
        addPayloadBytes(size)
        if hasFailed {
            // It outlives its batch in memory.
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

    /// Gives what is pending its rows, in the transaction that is open, and the others the states
    /// that the notes of hand-overs say.
    func absorb() throws(StoreError) {
        try absorbArrivals()
        try takeHandovers()
    }

    private func absorbArrivals() throws(StoreError) {
        guard !pending.isEmpty, !isAbsorbed else { return }
        for index in pending.entries.indices { try insertRow(index) }
        let next = "\(nextEpoch)"
        try run(.setValue, doing: "taking arrivals over") { statement in
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
        // Without a view it is no record, which none here is.
        guard let result, result == SQLiteResult.done else {
            throw StoreError(
                sqlite: result ?? SQLiteResult.corrupt, doing: "taking arrivals over")
        }
        if entry.ending != nil, entry.hasFile { files?.remove(entry.key) }
    }

    /// What was absorbed is committed.
    func absorbed() {
        nextFlush = Self.maximumPending
        if marks.isTaken {
            handovers?.taken(through: marks.through)
            marks.commit()
        }
        handovers?.renew()
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

    /// Has the next flush wait until as many more have come.
    func noteFlushFailed(_ error: StoreError) {
        flushFailure = error
        flushFailed = .now
        nextFlush = unabsorbed + Self.maximumPending
    }

    /// Sees to it that the journal is there, when nothing is pending.
    func renewJournal() {
        guard pending.isEmpty, journal?.check() == false else { return }
        journal?.open()
    }

    /// Ends those of the entries that are pending, in memory alone.
    ///
    /// After a kill they are back, beside what came in their place.
    /// - Returns: the other keys.
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

    /// Goes on in the journal's next part, and has this one cleared when that is safe.
    ///
    /// A part that was not written stays: it may be one that waits to be cleared already. Were it
    /// voided once more, it would be free after the first time, and cleared the second time, with
    /// what was written in between.
    private func leavePart() {
        guard let part = journal?.part, let count = journal?.turn() else { return }
        syncer?.void(part, count: count)
    }

    // MARK: Starting

    /// Takes what a killed focusd left in the journals into the database.
    ///
    /// Where the database cannot take it, it stays pending: live, and safe in the journals. After a
    /// power failure the database may be some flushes behind: then several parts hold what it has not.
    /// - Returns: the journal of hand-overs, to go on with.
    func recover(beside path: String) throws(StoreError) -> HandoverJournal {
        try recoverArrivals(beside: path)
        let journal = try recoverHandovers(beside: path)
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
        // A database that is new, since the one before was damaged, knows no epoch; the journal is
        // as good as it was.
        epoch =
            known ?? JournalFormat.firstEpoch(of: parts) ?? UInt64.random(in: 1...UInt64.max / 2)
        self.journal = consume journal
        while let (part, found) = JournalFormat.find(epoch: epoch, in: parts, among: left) {
            left.remove(part)
            if found.damages > 0 { keepDamaged(found, parts) }
            guard try take(parts[part], found, from: part) else { break }
            known = epoch
        }
        // None of these may pass for one that is written from now on.
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

    /// Makes what a part of the journal holds pending, and then rows.
    /// - Returns: whether they are rows.
    private func take(
        _ bytes: ArraySlice<UInt8>, _ found: JournalFormat.Content, from part: Int
    ) throws(StoreError) -> Bool {
        guard let end = found.records.last?.upperBound else { return false }
        journal?.turn(to: part)
        // Those of this epoch are in no table. Of a database that knows no epoch, the newest row
        // says; what else was noted of keys may have counted what was pending.
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
