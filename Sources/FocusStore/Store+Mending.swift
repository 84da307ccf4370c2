// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

// A disk that refuses has two remedies.
//
// Where the database cannot be written (it is full, broken, read-only), it stays the store's: what
// arrives is pending, in the journal as long as that has room and then in memory alone, and reads
// look at both as ever. A flush that succeeds ends it.
//
// Where the file is of no use (it is damaged, gone, or could never be opened), the store goes on in
// memory, detached from it, and comes back when that is possible:
//
//   detach   a database in memory takes its place, with what can still be read and what is pending;
//            the journal stays as it is, in case the end comes first
//   attach   the file is opened or made anew, the journal's content goes into it as at a start,
//            then what the memory holds, which is newer
//
// What is noted of hand-overs goes the same ways: it stays noted until the database has it, and
// while the store is detached each is told at once and is in the memory's rows.

extension Store {
    /// Most bytes of arrivals that are kept in memory alone while the database cannot be written;
    /// what comes then is refused.
    package static let maximumVolatile = 16 << 20

    /// How long what is pending is not tried to be written for each change that comes, after that
    /// has failed, where it is much.
    static let retryPause = Duration.seconds(1)

    /// Whether the store is in memory, though it has a file to be in.
    package var isDetached: Bool { filePath != nil && checkpointer == nil }

    /// Whether the end of this process would cost what was committed.
    package var isVolatile: Bool { isDetached || pending.isVolatile }

    /// Whether ``mend()`` has something to do.
    package var needsMending: Bool { isVolatile || isDamaged || isFileGone || flushFailure != nil }

    private var isDamaged: Bool { hasSeenDamage || checkpointer?.lastFailure?.code == .corrupt }

    private var isFileGone: Bool { syncer?.isFileGone == true }

    /// A store in memory whose place is a file that cannot be opened now; see ``mend()``.
    package static func detached(from path: String) throws(StoreError) -> Store {
        let store = try Store(path: nil)
        store.filePath = path
        store.handovers = HandoverJournal(beside: path, isAway: true)
        // Above any key in the file, which may be there: those count one by one.
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        try store.setValue(StateName.lastKey, "\(now.tv_sec * 1_000)")
        try store.commit()
        return store
    }

    /// Opens the store of a file whose content can be read; a damaged one is set aside.
    package static func sound(
        path: String, patience: Duration
    ) throws(StoreError) -> Store {
        do throws(StoreError) {
            let store = try Store(path: path, patience: patience)
            try store.forEachLive { _ in }
            _ = try store.badges()
            return store
        } catch  where error.code == .corrupt {
            // The failed connection is gone: its file may move.
        }
        let aside = try StoreFile.setAside(path)
        let store = try Store(path: path, patience: patience)
        store.setAside = aside
        return store
    }

    /// Does what can be done that what is committed outlives this process, between two batches.
    /// - Throws: why it does not, still.
    package func mend() throws(StoreError) {
        guard let filePath, !isClosed, case .none = batch else { return }
        if !isDetached, isDamaged || isFileGone {
            mustSetAside = !isFileGone
            try detach()
        }
        if isDetached {
            if mustSetAside {
                setAside = try StoreFile.setAside(filePath)
                mustSetAside = false
            }
            try attach(filePath)
            return
        }
        do throws(StoreError) {
            try flush()
            // Where nothing was pending this alone says whether the database can be written.
            try setValue(StateName.lastKey, "\(try nextKey().rawValue - 1)")
            try commit()
        } catch {
            batch = .none
            throw error
        }
        renewJournal()
        handovers?.renew()
    }

    // MARK: Away from the file

    private func detach() throws(StoreError) {
        let memory = try Self.connect(to: nil, patience: .zero, migrations: Schema.migrations)
        leaveHandovers()
        // They are about rows that come first.
        let noted = marks
        marks = HandoverMarks()
        let next = knownNextKey ?? (try? nextKey())
        // A file that is gone can be read as ever; one that is damaged as far as it goes.
        let isCopied = isFileGone && copy(to: memory)
        let saved = isCopied ? [] : readableLive()
        checkpointer?.stop()
        checkpointer = nil
        syncer?.stop()
        syncer = nil
        use(memory)
        // Its records are for the next start, or for the next file.
        journal = nil
        hasSeenDamage = false
        for (record, payload) in saved {
            unsafe payload.withUnsafeBytes { bytes in
                // What cannot be copied is in the damaged file.
                do throws(StoreError) {
                    try unsafe insertRow(
                        record.facts, record.notification, record.decision, at: record.time,
                        focus: record.focus,
                        from: Sender(peer: record.sender, sandbox: record.sandbox),
                        payload: bytes.isEmpty ? nil : bytes, size: bytes.count)
                    try commit()
                } catch {
                    batch = .none
                }
            }
        }
        marks = noted
        try flush()
        if let next { try setValue(StateName.lastKey, "\(next.rawValue - 1)") }
        try commit()
    }

    private func copy(to memory: Database) -> Bool {
        guard let image = database.serialized() else { return false }
        do throws(StoreError) {
            try memory.adopt(image, as: "main")
            return true
        } catch {
            return false
        }
    }

    /// What can be read of the entries that are not over.
    private func readableLive() -> [(record: EntryRecord, payload: [UInt8])] {
        var keys: [EntryKey] = []
        try? forEachRow(.loadLive) { row in
            keys.append(EntryKey(rawValue: row.integer(0)))
            return true
        }
        return keys.compactMap { key in
            guard let record = try? entry(key: key), !record.state.isFinal else { return nil }
            return (record, (try? payload(of: key)) ?? [])
        }
    }

    /// Makes that connection the store's; the one before is closed.
    private func use(_ connection: Database) {
        database.setWALObserver(nil)
        forgetStatements()
        database = connection
        knownPayloadBytes = nil
        knownHistoryCount = nil
        knownNextKey = nil
    }

    // MARK: Back to it

    private func attach(_ path: String) throws(StoreError) {
        let doing: StaticString = "moving the store to its file"
        // What is noted of hand-overs is in the memory's rows.
        try flush()
        try commit()
        let (noted, left) = (marks, leftHandovers)
        let opened = try Self.open(path: path, patience: .zero, migrations: Schema.migrations)
        guard let image = database.serialized() else {
            throw StoreError(.outOfMemory, "\(doing): out of memory")
        }
        let memory = database
        let threads = try startThreads(path)
        use(opened.database)
        syncer = threads.syncer
        let journal: HandoverJournal
        do throws(StoreError) {
            // Which popups are left of an earlier life was looked after when this one began.
            defer { leftHandovers = left }
            journal = try recover(beside: path)
            if let flushFailure { throw flushFailure }
            try database.execute("ATTACH ':memory:' AS run", doing: doing)
            try database.adopt(image, as: "run")
            try database.execute(Self.transfer, doing: doing)
            try database.execute("DETACH run", doing: doing)
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK", doing: doing) }
            syncer = nil
            threads.checkpointer.stop()
            threads.syncer.stop()
            pending.removeAll()
            marks = noted
            batch = .none
            self.journal = nil
            use(memory)
            throw error
        }
        setAside = opened.setAside ?? setAside
        handovers?.goOn(with: journal)
        checkpointer = threads.checkpointer
        database.setWALObserver(checkpointer)
        files = PayloadFiles(beside: path)
        flushFailure = nil
        hasSeenDamage = false
        knownNextKey = nil
        syncer?.changed()
    }

    /// What is in memory is newer than what the file has.
    private static let transfer = """
        BEGIN IMMEDIATE;
        INSERT OR REPLACE INTO history SELECT * FROM run.history;
        INSERT OR REPLACE INTO notification SELECT * FROM run.notification;
        DELETE FROM notification WHERE key IN (SELECT key FROM run.history);
        INSERT OR REPLACE INTO badge SELECT * FROM run.badge;
        INSERT OR REPLACE INTO state SELECT * FROM run.state
            WHERE name NOT IN ('\(StateName.epoch)', '\(StateName.handovers)');
        INSERT OR REPLACE INTO filter_told SELECT * FROM run.filter_told;
        INSERT OR REPLACE INTO filter_context SELECT * FROM run.filter_context;
        INSERT OR REPLACE INTO filter_declaration SELECT * FROM run.filter_declaration;
        COMMIT;
        """
}
