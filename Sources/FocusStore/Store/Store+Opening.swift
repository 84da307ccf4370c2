// SPDX-License-Identifier: Apache-2.0

import FocusCore

extension Store {
    /// Opens the file. Renames a damaged one and creates a new one.
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
        // From here on the file belongs to this process, and no lock is waited for.
        database.setBusyTimeout(milliseconds: 0)
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
    /// - `secure_delete`: FAST clears deleted data if that writes no further page. Debian's default
    ///   would write every page of a large value once more to clear it.
    private static let settings = """
        PRAGMA synchronous = FULL;
        PRAGMA journal_mode = WAL;
        PRAGMA wal_autocheckpoint = 0;
        PRAGMA cache_size = -256;
        PRAGMA secure_delete = FAST;
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
}
