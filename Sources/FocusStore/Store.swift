// SPDX-License-Identifier: Apache-2.0

import CSQLite
package import FocusCore
import Synchronization

/// What focusd must remember, in SQLite: notifications, badges, the active Focus.
///
/// Changes are made in batches: the first change opens one, ``commit()`` ends it. Once it has
/// returned, the batch is in the kernel's hands and survives a kill of this process at any point;
/// a power failure may cost the last second, never the file's soundness. A change that fails
/// undoes its whole batch; later changes of it and its ``commit()`` throw the same error, then the
/// store is ready for the next batch.
///
/// A batch is a transaction of SQLite, but one of nothing but arrivals is written to a journal
/// (``ArrivalJournal``), from where ``flush()`` takes it into the database later.
///
/// Not Sendable: one actor uses it. Nothing here waits for a disk; see ``Syncer`` and
/// ``Checkpointer``.
package final class Store {
    /// Where a batch stands.
    enum Batch {
        case none
        /// Only arrivals, which go to the journal, and ends of what is pending.
        case arrivals
        /// A transaction.
        case open
        case failed(StoreError)
    }

    var database: Database
    /// Both nil for a store in memory.
    var checkpointer: Checkpointer?
    var syncer: Syncer?
    var files: PayloadFiles?
    private var statements: [Statement?]
    var batch = Batch.none
    private(set) var isClosed = false
    /// Where the store lies, or will when it can; nil for one that is in memory for good.
    var filePath: String?
    /// Whether the file there is a damaged one.
    var mustSetAside = false
    /// Whether something that was read was not sound.
    var hasSeenDamage = false
    /// Whether the last batch failed, but for what arrived in it.
    package internal(set) var keptArrivals = false
    /// Called by the store's threads when one of them fails.
    package let bell = StoreBell()
    /// How many uses of the connection hold the checkpointer's gate; they nest.
    var uses = 0

    /// Nil for a store in memory.
    var journal: ArrivalJournal?
    /// What the journal has and the database has not.
    var pending = PendingArrivals()
    /// Nil for a store that is in memory for good. It stays the same when the file changes.
    package internal(set) var handovers: HandoverJournal?
    /// Hand-overs that a killed focusd had noted and not dealt with, in order: where one's
    /// notification is over, or replaced, its popup is there all the same.
    package internal(set) var leftHandovers: [(key: EntryKey, server: ServerID)] = []
    /// What that has and the database has not.
    var marks = HandoverMarks()
    /// Whether the transaction that is open has taken over what is pending.
    var isAbsorbed = false
    /// What the records in the journal are marked with.
    var epoch: UInt64 = 0
    /// The next one is at least this: records of those below may lie in the journal.
    var leastEpoch: UInt64 = 0
    /// How many must be pending for the next flush.
    var nextFlush = Store.maximumPending
    /// Why the database could not be written lately; nil when all is well.
    package internal(set) var flushFailure: StoreError?
    /// When that was.
    var flushFailed = ContinuousClock.now
    /// How many places of the journal could not be read when this store was opened, and where its
    /// bytes were kept; nil nearly always.
    package internal(set) var damagedArrivals: (count: Int, setAside: String?)?

    /// Kept counts; nil until something asks. A failed batch makes them unknown again.
    var knownPayloadBytes: Int?
    var knownHistoryCount: Int?
    /// What ``nextKey()`` gives.
    var knownNextKey: EntryKey?

    /// Where a damaged file was moved; nil nearly always.
    package internal(set) var setAside: String?

    /// Opens the store, makes it where it is missing, brings an older one up to date.
    ///
    /// A file that is damaged or is not ours is moved out of the way (``setAside``) and a new
    /// one is begun.
    /// - Parameters:
    ///   - path: the file; nil keeps everything in memory, for when no file can be had.
    ///   - patience: how long another process that has the store is waited for.
    ///   - maximumPages: the most pages of 4 KiB that the file may have.
    /// - Throws: `.busy` when another process keeps the store, `.newerSchema` when a later focusd
    ///   wrote it (the file stays as it was), `.readOnly`, `.full`, `.cannotOpen`, `.io`.
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
            handovers = try recover(beside: path)
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

    /// Copies the WAL into the database, synchronises it and closes the file; an open batch is
    /// undone. Nothing else may be called afterwards.
    /// - Throws: what kept the last checkpoint from completing; the store is closed all the same,
    ///   and nothing is lost: the next start reads the WAL.
    package func close() throws(StoreError) {
        if let failure = shutDown() { throw failure }
    }

    @discardableResult
    private func shutDown() -> StoreError? {
        guard !isClosed else { return nil }
        rollback()
        // The last chance of what is in memory.
        if isDetached { try? mend() }
        var failure: StoreError?
        do throws(StoreError) {
            try flush()
            try commit()
        } catch {
            // The journal has it for the next start.
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
            handovers?.remove()
            syncer?.stop()
            return failure
        } catch {
            // Otherwise the connection is closed as the object goes.
            syncer?.stop()
            return failure ?? error
        }
    }

    /// The damaged files that were set aside, now or earlier, and are still there: they may hold text
    /// of any app.
    package var damagedFiles: [String] { filePath.map(StoreFile.damaged) ?? [] }

    /// Why arrivals are not written to the journal first, or were not lately; nil when all is well.
    package var journalFailure: StoreError? { journal?.failure }

    /// Why the WAL could not be copied into the database lately; nil when all is well.
    package var checkpointFailure: StoreError? { checkpointer?.lastFailure }

    /// Why what was written could not be synchronised with the disk lately; nil when all is well.
    package var syncFailure: StoreError? { syncer?.lastFailure }

    /// Waits until what is committed would survive a power failure, and until no text of what it
    /// removed is left in the journal or a payload file. No notification waits for this.
    package func synchronise() throws(StoreError) {
        try syncer?.finish()
    }

    /// Has a new file, which is not the store's, synchronised with what is written next to the store,
    /// half a second later; nobody waits for it.
    package func synchroniseSoon(_ file: String) {
        guard !isClosed else { return }
        syncer?.changed(Syncer.Work(files: [file]))
    }

    /// For quiet moments: the log is copied at once where that has begun, what is committed is
    /// synchronised, and then the thread that does so does something, when nothing is left but to sleep.
    /// - Returns: false where there is no such thread, and nothing is done.
    package func settle(then body: @escaping @Sendable () -> Void) -> Bool {
        guard !isClosed, let checkpointer, let syncer else { return false }
        checkpointer.settle { syncer.settle(then: body) }
        return true
    }

    /// Frees the memory that only makes the next use of the files faster: for quiet moments.
    package func releaseMemory() {
        guard !isClosed else { return }
        if pending.isEmpty {
            renewJournal()
            pending.releaseMemory()
        }
        handovers?.renew()
        beginUse()
        database.releasePages()
        endUse()
    }

    /// Starts the threads that bring what is written to the disk.
    func startThreads(
        _ path: String
    ) throws(StoreError) -> (checkpointer: Checkpointer, syncer: Syncer) {
        let checkpointer = try Checkpointer(path: path)
        // What a failed synchronisation left in doubt is copied, and synchronised elsewhere.
        let syncer = try Syncer(path: path) { [bell] in
            checkpointer.copySoon()
            bell.ring()
        }
        return (checkpointer, syncer)
    }

    // MARK: Reading

    /// Lends each row of a query to `body` until that returns false.
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

    /// The prepared statement, prepared at its first use.
    func statement(_ sql: SQL) throws(StoreError) -> Statement {
        precondition(!isClosed, "the store is closed")
        if let statement = statements[sql.rawValue] { return statement }
        let statement = try Statement(sql.text, in: database)
        statements[sql.rawValue] = statement
        return statement
    }

    /// Lets go of the prepared statements, and with them of what keeps a connection open.
    func forgetStatements() {
        statements = Array(repeating: nil, count: SQL.allCases.count)
    }

    /// The error, after a look whether it says that the file is damaged.
    func noted(_ error: StoreError) -> StoreError {
        if error.code == .corrupt { hasSeenDamage = true }
        return error
    }
}

/// What the store's threads call for help with.
package final class StoreBell: Sendable {
    private let call = Mutex<(@Sendable () -> Void)?>(nil)

    /// Has the threads call this.
    package func set(_ call: (@Sendable () -> Void)?) {
        self.call.withLock { $0 = call }
    }

    func ring() {
        call.withLock { $0 }?()
    }
}
