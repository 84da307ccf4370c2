// SPDX-License-Identifier: Apache-2.0

import CSQLite
import FocusCore

/// What focusd must remember, in SQLite: notifications, badges, the active Focus.
///
/// Changes are made in batches: the first change opens a transaction, ``commit()`` ends it. Once
/// it has returned, the batch is in the kernel's hands and survives a kill of this process at
/// any point; a power failure may cost the last seconds, never the file's soundness. A change
/// that fails undoes its whole batch; later changes of it and its ``commit()`` throw the same
/// error, then the store is ready for the next batch.
///
/// Not Sendable: one actor uses it. Nothing here waits for a disk; see ``Checkpointer``.
package final class Store {
    /// Where a batch stands.
    enum Batch {
        case none
        case open
        case failed(StoreError)
    }

    let database: Database
    let checkpointer: Checkpointer?
    var files: PayloadFiles?
    private var statements: [Statement?]
    private(set) var batch = Batch.none
    private var isClosed = false
    /// How many uses of the connection hold the checkpointer's gate; they nest.
    private var uses = 0

    /// Kept counts; nil until something asks. A failed batch makes them unknown again.
    var knownPayloadBytes: Int?
    var knownHistoryCount: Int?

    /// Where a damaged file was moved when this store was opened; nil nearly always.
    package let setAside: String?

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
            checkpointer = try Checkpointer(path: path)
            files = PayloadFiles(beside: path)
            database.setWALObserver(checkpointer)
        } else {
            checkpointer = nil
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
            return nil
        } catch {
            // Otherwise the connection is closed as the object goes.
            return error
        }
    }

    /// Why the WAL could not be copied into the database lately; nil when all is well.
    package var checkpointFailure: StoreError? { checkpointer?.lastFailure }

    // MARK: Batches

    /// Ends the batch: all its changes are in the WAL when this returns, or none.
    /// Without changes since the last batch it does nothing.
    package func commit() throws(StoreError) {
        switch batch {
        case .none: return
        case .failed(let error):
            batch = .none
            throw error
        case .open:
            let statement = try statement(.commit)
            let result = statement.step()
            statement.reset()
            guard result == SQLITE_DONE else {
                let error = fail(StoreError(sqlite: result, doing: "committing a batch"))
                batch = .none
                throw error
            }
            batch = .none
            endUse()
            files?.batchCommitted()
        }
    }

    /// Undoes the batch.
    package func rollback() {
        if case .open = batch { _ = fail(StoreError(.other, "the batch was undone")) }
        batch = .none
    }

    /// Does one change in the current batch, which it opens where there is none.
    func change(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        switch batch {
        case .failed(let error): throw error
        case .open: break
        case .none: try begin()
        }
        do throws(StoreError) {
            try body()
        } catch {
            throw fail(error)
        }
    }

    /// Does one statement of a change; `doing` says what, for the error.
    func run(
        _ sql: SQL, doing: StaticString, _ bind: (Statement) -> Void
    ) throws(StoreError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        bind(statement)
        let result = statement.step()
        guard result == SQLITE_DONE else { throw StoreError(sqlite: result, doing: doing) }
    }

    private func begin() throws(StoreError) {
        beginUse()
        do throws(StoreError) {
            // Nothing may be in the way of ending what is begun.
            _ = try statement(.commit)
            try run(.begin, doing: "beginning a batch") { _ in }
        } catch {
            endUse()
            throw error
        }
        batch = .open
    }

    /// Keeps the checkpointer from emptying the WAL until ``endUse()``.
    private func beginUse() {
        if uses == 0 { checkpointer?.enter() }
        uses += 1
    }

    private func endUse() {
        uses -= 1
        if uses == 0 { checkpointer?.leave() }
    }

    /// Undoes what SQLite has not undone by itself, and remembers why.
    private func fail(_ error: StoreError) -> StoreError {
        // A change within a change fails once.
        guard case .open = batch else { return error }
        if database.isInTransaction {
            // Fails only where SQLite has ended the transaction by itself.
            try? database.execute("ROLLBACK", doing: "undoing a batch")
        }
        endUse()
        batch = .failed(error)
        knownPayloadBytes = nil
        knownHistoryCount = nil
        files?.batchFailed()
        return error
    }

    /// Frees the memory that only makes the next use of the file faster: for quiet moments.
    package func releaseMemory() {
        guard !isClosed else { return }
        beginUse()
        database.releasePages()
        endUse()
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
                throw StoreError(sqlite: result, doing: "reading from the store")
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
}
