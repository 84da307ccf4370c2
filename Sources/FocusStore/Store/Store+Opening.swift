// SPDX-License-Identifier: Apache-2.0

import FocusCore

extension Store {
    /// Opens the store, and reads what each start reads as a check. A damaged file is renamed; the
    /// new one begins with the rows that could be read.
    package static func sound(
        path: String, patience: Duration
    ) throws(StoreError) -> Store {
        do throws(StoreError) {
            let store = try Store(path: path, patience: patience)
            try store.mendIfDamaged()
            return store
        } catch  where error.code == .corrupt {
            // The failed connection is closed, so its file may be renamed.
        }
        let aside = try StoreFile.setAside(path)
        let store = try Store(path: path, patience: patience)
        store.setAside = aside
        return store
    }

    private func mendIfDamaged() throws(StoreError) {
        do throws(StoreError) {
            try forEachLive { _ in }
            _ = try badges()
            _ = try (told(), contexts(), declarations())
        } catch {
            guard error.code == .corrupt else { throw error }
            hasSeenDamage = true
        }
        guard isDamaged else { return }
        do throws(StoreError) {
            try mend()
        } catch {
            // A detached store continues in memory with the data that could be read.
            guard isDetached else { throw error }
        }
    }

    /// Opens the file. Renames one that is too damaged to be opened, and creates a new one. Damage
    /// that the first reads find is the matter of ``sound(path:patience:)``.
    static func open(
        path: String?, patience: Duration, migrations: [Migration]
    ) throws(StoreError) -> (database: Database, setAside: String?) {
        guard let path else {
            return (try connect(to: nil, patience: patience, migrations: migrations), nil)
        }
        try StoreFile.prepare(path)
        do throws(StoreError) {
            return (try connect(to: path, patience: patience, migrations: migrations), nil)
        } catch  where error.code == .corrupt {
            // The failed connection is closed, so its file may be renamed.
            let aside = try StoreFile.setAside(path)
            try StoreFile.prepare(path)
            return (try connect(to: path, patience: patience, migrations: migrations), aside)
        }
    }

    static func connect(
        to path: String?, patience: Duration, migrations: [Migration]
    ) throws(StoreError) -> Database {
        let database = try Database(path: path)
        guard !database.isReadOnly else {
            throw StoreError(.readOnly, "opening the store: the file is read-only")
        }
        let (seconds, attoseconds) = patience.components
        // Attoseconds to milliseconds.
        database.setBusyTimeout(
            milliseconds: Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
        // The first access to the file, which waits for another process. It precedes the settings,
        // because they change the file, which may belong to another program.
        let version = try Schema.version(of: database, knowing: migrations)
        if let path { StoreFile.protect(path) }
        // From here on the file belongs to this process, and no lock is waited for.
        database.setBusyTimeout(milliseconds: 0)
        // Free pages of a new file can leave it in parts (``prepareShrinking(_:)``). In another
        // file this would be a write at each start.
        if version == 0 {
            try database.execute("PRAGMA auto_vacuum = INCREMENTAL", doing: "setting the store up")
        }
        try database.execute(settings, doing: "setting the store up")
        try Schema.migrate(database, from: version, with: migrations)
        try database.execute("PRAGMA synchronous = OFF", doing: "setting the store up")
        return database
    }

    /// The settings of a connection.
    ///
    /// - `synchronous`: the first pages are synchronised at once, because without the database's
    ///   first page SQLite would take its log for that of another file. Later commits do not wait
    ///   for the disk; ``Syncer`` and ``Checkpointer`` synchronise.
    /// - `cache_size`: 256 KiB at most; an arriving notification needs three pages.
    /// - `secure_delete`: deleted data is cleared at once, and each page that becomes free
    ///   (``Renewal``).
    private static let settings = """
        PRAGMA synchronous = FULL;
        PRAGMA journal_mode = WAL;
        PRAGMA wal_autocheckpoint = 0;
        PRAGMA cache_size = -256;
        PRAGMA secure_delete = ON;
        PRAGMA temp_store = MEMORY;
        """

    /// Removes the payload files that a kill left without a row, or with a row undone.
    func removeOrphanedPayloads() throws(StoreError) {
        guard files != nil else { return }
        var failure: StoreError?
        files?.removeOrphans { key in
            do throws(StoreError) {
                return try payloadSize(of: key)?.isInFile ?? false
            } catch {
                // Keep the file, because its row is unknown.
                failure = error
                return true
            }
        }
        files?.batchCommitted(syncer)
        if let failure { throw failure }
    }

    // MARK: Journals of a killed focusd

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
        var left = Set(parts.indices)
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
        // No table has the entries of this epoch. If the database knows no epoch, entries newer
        // than the newest row are taken: the stored last key may count pending entries.
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
