// SPDX-License-Identifier: Apache-2.0

import CSQLite
package import FocusCore
import Synchronization

/// The persistent data of focusd in SQLite: notifications, badges, the active Focus.
///
/// Changes form batches: the first change opens one, ``commit()`` ends it. After it has returned,
/// the kernel has the batch, which survives a kill of this process at any point. A power failure
/// may lose the last second, but never damages the file. A failed change undoes its whole batch.
/// Later changes of the batch and its ``commit()`` throw the same error, then the store is ready
/// for the next batch.
///
/// A batch is a transaction of SQLite. A batch of arrivals alone is written to a journal
/// (``ArrivalJournal``), and ``flush()`` moves it to the database later.
///
/// Not Sendable: one actor uses it. No method waits for a disk except where it says so; see
/// ``Syncer`` and ``Checkpointer``.
package final class Store {
    var database: Database
    /// The threads for the disk; both nil for a store in memory.
    var checkpointer: Checkpointer?
    var syncer: Syncer?
    /// The thread that empties the log after a deletion; nil before the first time.
    var logEmptying: LogEmptying?
    var files: PayloadFiles?
    private var statements: [Statement?]
    var batch = Batch()
    private(set) var isClosed = false
    /// The path of the file, also while it cannot be opened; nil for a store that stays in memory.
    var filePath: String?
    /// The reason why the file could not be opened; nil while the store has a file.
    package internal(set) var attachFailure: StoreError?
    /// True until a store that began without its file has one: the values in it stay.
    var sparesValues = false
    /// True if the file at that path is damaged.
    var mustSetAside = false
    /// True if damaged data was read.
    var hasSeenDamage = false
    /// Called by the store's threads after a failure.
    package let bell = StoreBell()
    /// Number of nested uses of the connection, which hold the checkpointer's gate.
    var uses = 0

    /// The journal of arrivals; nil for a store in memory.
    var journal: ArrivalJournal?
    /// The notifications that the journal has and the database does not.
    var pending = PendingArrivals()
    /// The journal of deliveries; nil for a store that stays in memory. It stays the same object
    /// when the file changes.
    package internal(set) var deliveryJournal: DeliveryJournal?
    /// Deliveries of a killed focusd that were noted but not handled, in order. Their popups exist
    /// even if the notification has ended or was replaced.
    package internal(set) var leftDeliveries: [(key: EntryKey, server: ServerID)] = []
    /// The noted deliveries that the database does not have.
    var marks = DeliveryMarks()
    /// The epoch of the records in the journal.
    var epoch: UInt64 = 0
    /// Minimum of the next epoch: records of lower epochs may be in the journal.
    var leastEpoch: UInt64 = 0
    /// Number of pending notifications for the next flush.
    var nextFlush = Store.maximumPending
    /// The error of the last write to the database; nil if it succeeded.
    package internal(set) var flushFailure: StoreError?
    /// The time of that error.
    var flushFailed = ContinuousClock.now
    /// Number of unreadable places in the journal when this store was opened, and the name of the
    /// copy of its bytes; nil if there were none.
    package internal(set) var damagedArrivals: (count: Int, setAside: String?)?

    /// Remembered numbers. A failed batch resets them.
    var known = KnownNumbers()

    /// The new name of a damaged file; nil if the file was intact.
    package internal(set) var setAside: String?

    /// Opens the store, creates it if it is missing, and migrates an older one.
    ///
    /// Renames a file that is damaged or of another program (``setAside``) and creates a new one.
    /// - Parameters:
    ///   - path: The file; nil keeps everything in memory, if no file is usable.
    ///   - patience: Time to wait for another process that uses the store.
    ///   - maximumPages: Maximum pages of 4 KiB of the file.
    /// - Throws: `.busy` if another process keeps the store, `.newerSchema` if a later focusd wrote
    ///   it (the file stays unchanged), `.readOnly`, `.full`, `.cannotOpen`, `.io`.
    package convenience init(
        path: String?, patience: Duration = .zero, maximumPages: Int? = nil
    ) throws(StoreError) {
        try self.init(
            path: path, patience: patience, maximumPages: maximumPages,
            migrations: Schema.migrations)
    }

    init(
        path: String?, patience: Duration, maximumPages: Int?, migrations: [Migration]
    ) throws(StoreError) {
        let opened = try Self.open(path: path, patience: patience, migrations: migrations)
        database = opened.database
        setAside = opened.setAside
        statements = Array(repeating: nil, count: SQL.allCases.count)
        if let maximumPages {
            try database.execute(
                "PRAGMA max_page_count = \(maximumPages)", doing: "limiting the store")
        }
        if let path {
            filePath = path
            (checkpointer, syncer) = try startThreads(path)
            files = PayloadFiles(beside: path)
            database.setWALObserver(checkpointer)
            deliveryJournal = try recover(beside: path)
        } else {
            checkpointer = nil
            syncer = nil
            files = nil
        }
        try removeOrphanedPayloads()
    }

    deinit {
        shutDown()
    }

    /// Copies the WAL into the database, synchronises it and closes the file. Undoes an open batch.
    /// No other method may be called afterwards.
    /// - Throws: The error of the last checkpoint. The store is closed even then, and nothing is
    ///   lost: the next start reads the WAL.
    package func close() throws(StoreError) {
        if let failure = shutDown() { throw failure }
    }

    @discardableResult
    private func shutDown() -> StoreError? {
        guard !isClosed else { return nil }
        rollback()
        finishEmptyingLog()
        // The last chance to store the data in memory.
        if isDetached { try? mend() }
        var failure: StoreError?
        do throws(StoreError) {
            try flush()
            try commit()
        } catch {
            // The journal has the data for the next start.
            failure = error
            rollback()
        }
        isClosed = true
        checkpointer?.stop()
        database.setWALObserver(nil)
        statements.removeAll()
        do throws(StoreError) {
            if checkpointer != nil {
                try database.execute("PRAGMA synchronous = NORMAL", doing: "closing the store")
                _ = try database.checkpoint(.truncate)
            }
            try database.close()
            if pending.isEmpty { journal?.remove() }
            deliveryJournal?.remove()
            syncer?.stop()
            return failure
        } catch {
            // Otherwise deinit closes the connection.
            syncer?.stop()
            return failure ?? error
        }
    }

    /// The present and earlier damaged files that were renamed and still exist. They may contain
    /// text of any app.
    package var damagedFiles: [String] { filePath.map(StoreFile.damaged) ?? [] }

    /// The error of the last copy of the WAL into the database; nil if it succeeded.
    package var checkpointFailure: StoreError? { checkpointer?.lastFailure }

    /// The error of the last synchronisation with the disk; nil if it succeeded.
    package var syncFailure: StoreError? { syncer?.lastFailure }

    /// Waits until the committed data would survive a power failure, and until no removed text
    /// remains in the journal or a payload file. No notification waits for this.
    package func synchronise() throws(StoreError) {
        try syncer?.finish()
    }

    /// Synchronises a new file that is not the store's together with the store's next writes, half
    /// a second later. The caller does not wait.
    package func synchroniseSoon(_ file: String) {
        guard !isClosed else { return }
        syncer?.changed(Syncer.Work(files: [file]))
    }

    /// Copies the log at once if the copying has begun, synchronises the committed data, and then
    /// runs an action on the synchronising thread, before that thread sleeps. For an idle
    /// time.
    /// - Returns: False if the store has no such thread; then nothing is done.
    package func synchronise(then body: @escaping @Sendable () -> Void) -> Bool {
        guard !isClosed, let checkpointer, let syncer else { return false }
        checkpointer.whenIdle { syncer.synchroniseNow(then: body) }
        return true
    }

    /// Frees the memory that only speeds up the next use of the files. For an idle moment.
    package func releaseMemory() {
        guard !isClosed else { return }
        if pending.isEmpty {
            renewJournal()
            pending.releaseMemory()
        }
        deliveryJournal?.renew()
        beginUse()
        database.releasePages()
        endUse()
    }

    /// Starts the threads that bring written data to the disk.
    func startThreads(
        _ path: String
    ) throws(StoreError) -> (checkpointer: Checkpointer, syncer: Syncer) {
        let checkpointer = try Checkpointer(path: path)
        // The data of a failed synchronisation is copied to the database and synchronised there.
        let syncer = try Syncer(path: path) { [bell] in
            checkpointer.requestCopy()
            bell.ring()
        }
        return (checkpointer, syncer)
    }

    // MARK: Reading

    /// Lends each row of a query to `body` until it returns false.
    func forEachRow(
        _ sql: SQL, _ bind: (Statement) -> Void = { _ in }, _ body: (Statement) -> Bool
    ) throws(StoreError) {
        let statement = try statement(sql)
        beginUse()
        defer {
            statement.reset()
            endUse()
        }
        bind(statement)
        while true {
            let result = statement.step()
            if result == SQLITE_DONE { return }
            guard result == SQLITE_ROW else {
                throw noted(StoreError(sqlite: result, doing: "reading from the store"))
            }
            guard body(statement) else { return }
        }
    }

    /// Returns the statement, and prepares it at its first use.
    func statement(_ sql: SQL) throws(StoreError) -> Statement {
        precondition(!isClosed, "the store is closed")
        if let statement = statements[sql.rawValue] { return statement }
        let statement = try Statement(sql.text, in: database)
        statements[sql.rawValue] = statement
        return statement
    }

    /// Releases the prepared statements, which would keep a connection open.
    func forgetStatements() {
        statements = Array(repeating: nil, count: SQL.allCases.count)
    }

    /// Returns the error, and remembers one that reports a damaged file.
    func noted(_ error: StoreError) -> StoreError {
        if error.code == .corrupt { hasSeenDamage = true }
        return error
    }
}

/// The callback with which the store's threads ask for help.
package final class StoreBell: Sendable {
    private let call = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets the callback of the threads.
    package func set(_ call: (@Sendable () -> Void)?) {
        self.call.withLock { $0 = call }
    }

    func ring() {
        call.withLock { $0 }?()
    }
}
