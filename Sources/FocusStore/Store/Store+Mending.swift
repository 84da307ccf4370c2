// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

// The store has two ways to survive a failing disk.
//
// If the database cannot be written (it is full, broken, read-only), the store keeps it. Arrivals
// stay pending, in the journal while that has room and then in memory alone, and reads consult both
// as always. A successful flush ends this state.
//
// If the file is unusable (it is damaged, missing, or could never be opened), the store continues
// in memory, detached from the file, and returns to a file when that is possible:
//
//   detach   a database in memory replaces the file, with the readable rows and the pending
//            entries; the journal stays unchanged, in case the process ends first
//   attach   the file is opened or created again; the journal's content is written to it as at a
//            start, then the content of the memory, which is newer. A store that began without its
//            file does not know the values in it: these stay, until the engine has merged them
//
// Notes of deliveries follow the same ways: a note stays until the database has it. While the store
// is detached, each delivery is reported at once and is in the rows of the database in memory.

extension Store {
    /// Time after a failed flush in which changes do not try it again, if much is pending.
    static let retryPause = Duration.seconds(1)

    /// True while the store is in memory, although it has a file path.
    package var isDetached: Bool { filePath != nil && checkpointer == nil }

    /// True if committed data would be lost when the process ends.
    package var isVolatile: Bool { isDetached || pending.isVolatile }

    /// True if ``mend()`` has work to do.
    package var needsMending: Bool { isVolatile || isDamaged || isFileGone || flushFailure != nil }

    var isDamaged: Bool { hasSeenDamage || checkpointer?.lastFailure?.code == .corrupt }

    private var isFileGone: Bool { syncer?.isFileGone == true }

    /// Returns a store in memory for a file that cannot be opened now; see ``mend()``.
    package static func detached(
        from path: String, because reason: StoreError? = nil
    ) throws(StoreError) -> Store {
        let store = try Store(path: nil)
        store.filePath = path
        store.attachFailure = reason
        store.sparesValues = true
        store.deliveryJournal = DeliveryJournal(beside: path, isAway: true)
        // Higher than any key in a file at that path: the keys in a file count up one by one.
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        try store.setValue(StateName.lastKey, "\(now.tv_sec * 1_000)")
        // Hardly one of the ids of the live notifications in that file.
        let millions = UInt32.random(in: 1...999)
        try store.setLastClientID(ClientID(rawValue: millions * 1_000_000))
        try store.commit()
        return store
    }

    /// Tries to store the committed data in files again. Call it between two batches.
    /// - Throws: The reason why the data is still not in files.
    package func mend() throws(StoreError) {
        guard let filePath, !isClosed, case .none = batch.state else { return }
        finishEmptyingLog()
        if !isDetached, isDamaged || isFileGone {
            mustSetAside = !isFileGone
            try detach()
        }
        if isDetached {
            if mustSetAside {
                setAside = try StoreFile.setAside(filePath)
                mustSetAside = false
            }
            do throws(StoreError) {
                try attach(filePath)
                attachFailure = nil
            } catch {
                attachFailure = error
                throw error
            }
            return
        }
        do throws(StoreError) {
            try flush()
            // If nothing was pending, only this write shows that the database is writable.
            try setValue(StateName.lastKey, "\(try nextKey().rawValue - 1)")
            try commit()
        } catch {
            batch.end()
            throw error
        }
        renewJournal()
        deliveryJournal?.renew()
    }

    // MARK: Away from the file

    private func detach() throws(StoreError) {
        let memory = try Self.connect(to: nil, patience: .zero, migrations: Schema.migrations)
        leaveDeliveries()
        // The notes refer to rows that must exist first.
        let noted = marks
        marks = DeliveryMarks()
        let next = known.nextKey ?? (try? nextKey())
        // A missing file stays readable through the open connection, a damaged one in part.
        if !isFileGone || !copy(to: memory) { copyReadableRows(to: memory) }
        checkpointer?.stop()
        checkpointer = nil
        syncer?.stop()
        syncer = nil
        use(memory)
        // The journal's records are for the next start, or for the next file.
        journal = nil
        hasSeenDamage = false
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

    /// Makes that connection the store's, and closes the previous one.
    private func use(_ connection: Database) {
        database.setWALObserver(nil)
        forgetStatements()
        database = connection
        known = KnownNumbers()
    }

    // MARK: Return to the file

    private func attach(_ path: String) throws(StoreError) {
        let doing: StaticString = "moving the store to its file"
        // The noted deliveries are in the rows of the memory.
        try flush()
        try commit()
        let (noted, left) = (marks, leftDeliveries)
        let opened = try Self.open(path: path, patience: .zero, migrations: Schema.migrations)
        guard let image = database.serialized() else {
            throw StoreError(.outOfMemory, "\(doing): out of memory")
        }
        let memory = database
        let threads = try startThreads(path)
        use(opened.database)
        syncer = threads.syncer
        let journal: DeliveryJournal
        do throws(StoreError) {
            // The popups of an earlier process were handled when this process started.
            defer { leftDeliveries = left }
            journal = try recover(beside: path)
            if let flushFailure { throw flushFailure }
            try database.execute("ATTACH ':memory:' AS run", doing: doing)
            try database.adopt(image, as: "run")
            try database.execute(transfer, doing: doing)
            try database.execute("DETACH run", doing: doing)
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK", doing: doing) }
            syncer = nil
            threads.checkpointer.stop()
            threads.syncer.stop()
            pending.removeAll()
            marks = noted
            batch.end()
            self.journal = nil
            use(memory)
            throw error
        }
        setAside = opened.setAside ?? setAside
        deliveryJournal?.goOn(with: journal)
        checkpointer = threads.checkpointer
        database.setWALObserver(checkpointer)
        files = PayloadFiles(beside: path)
        flushFailure = nil
        hasSeenDamage = false
        sparesValues = false
        known.nextKey = nil
        // The messages of rows that could not be read. A file that stays is removed at a start.
        try? removeOrphanedPayloads()
        syncer?.changed()
    }

    /// The statements that copy the memory over the file, which is older.
    private var transfer: String {
        """
        BEGIN IMMEDIATE;
        INSERT OR REPLACE INTO history SELECT * FROM run.history;
        INSERT OR REPLACE INTO notification SELECT * FROM run.notification;
        DELETE FROM notification WHERE key IN (SELECT key FROM run.history);
        INSERT OR REPLACE INTO badge SELECT * FROM run.badge;
        INSERT OR \(sparesValues ? "IGNORE" : "REPLACE") INTO state SELECT * FROM run.state
            WHERE name NOT IN ('\(StateName.epoch)', '\(StateName.deliveries)');
        INSERT OR REPLACE INTO state SELECT * FROM run.state WHERE name = '\(StateName.lastKey)';
        INSERT OR REPLACE INTO filter_told SELECT * FROM run.filter_told;
        INSERT OR REPLACE INTO filter_context SELECT * FROM run.filter_context;
        INSERT OR REPLACE INTO filter_declaration SELECT * FROM run.filter_declaration;
        COMMIT;
        """
    }
}
