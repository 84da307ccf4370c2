// SPDX-License-Identifier: Apache-2.0

import CSQLite
import FocusCore

extension Store {
    /// True if the last batch failed but its arrivals were kept.
    package var keptArrivals: Bool { batch.keptArrivals }

    /// Ends the batch. All its changes survive a kill after this returns, or none after an error.
    /// Does nothing without changes since the last batch.
    ///
    /// A batch of arrivals alone does not fail because of the disk: while the disk refuses them,
    /// they stay in memory, with the error in ``flushFailure``, until a flush succeeds.
    package func commit() throws(StoreError) {
        switch batch.state {
        case .none: return
        case .failed(let error):
            batch.end()
            throw error
        case .arrivals: try commitArrivals()
        case .open: try commitOpenBatch()
        }
    }

    /// Commits a batch of arrivals to the journal, or to the database, which may accept what the
    /// journal refuses. If it refuses too, they stay in memory.
    private func commitArrivals() throws(StoreError) {
        // No transaction is open, so ``absorb()`` has moved no arrival to the database: all of them
        // go to the journal.
        if let syncer, pending.commit(to: &journal, syncer) {
            batch.end()
            files?.batchCommitted(syncer)
            syncer.changed()
            return
        }
        // There may be nothing to write: pending notifications have only ended. After a failure of
        // the database, the arrivals stay in memory until a flush succeeds.
        guard pending.hasUncommitted, flushFailure == nil else { return endCommitted() }
        do throws(StoreError) {
            // Opens the transaction, and absorbs the arrivals.
            try change {}
            try commitOpenBatch()
        } catch {
            batch.end()
            // An error of the disk is in `flushFailure`, and the arrivals are in memory.
            if !error.isOfTheDisk { throw error }
        }
    }

    private func commitOpenBatch() throws(StoreError) {
        do throws(StoreError) {
            if pending.hasUncommitted { try absorb() }
            try commitTransaction()
        } catch {
            _ = fail(error)
            batch.end()
            throw error
        }
        if batch.hasAbsorbed || pending.isEmpty { flushFailure = nil }
        endCommitted()
    }

    /// Ends a batch that is committed, or whose arrivals stay in memory.
    private func endCommitted() {
        if batch.hasAbsorbed || marks.isTaken { absorbed() } else { pending.keepAdditions() }
        batch.end()
        files?.batchCommitted(syncer)
        syncer?.changed()
    }

    private func commitTransaction() throws(StoreError) {
        let statement = try statement(.commit)
        let result = statement.step()
        statement.reset()
        guard result == SQLITE_DONE else {
            throw StoreError(sqlite: result, doing: "committing a batch")
        }
        endUse()
    }

    /// Undoes the batch.
    package func rollback() {
        _ = fail(StoreError(.other, "the batch was undone"))
        batch.end()
    }

    /// Undoes the batch, except that arrivals stay, at least in memory.
    package func abandonBatch() {
        _ = fail(StoreError(.io, "the batch was abandoned"), isNewFailure: false)
        batch.end()
    }

    /// Performs one change in the current batch, and opens a batch if there is none.
    /// - Parameters:
    ///   - keys: The entries to change. Pending ones become rows first.
    ///   - insists: True to try the disk even after a recent failure.
    func change(
        on keys: ClosedRange<EntryKey>? = nil, insists: Bool = false,
        _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        switch batch.state {
        case .failed(let error): throw error
        case .open: break
        case .none: try begin()
        case .arrivals:
            do throws(StoreError) {
                try begin()
            } catch {
                throw fail(error)
            }
        }
        do throws(StoreError) {
            if pending.hasUncommitted || keys.map(pending.contains) == true || !marks.isEmpty {
                if let flushFailure, !insists, unabsorbed > Self.maximumPending,
                    .now - flushFailed < Self.retryPause
                {
                    throw flushFailure
                }
                try absorb()
            }
            try body()
        } catch {
            throw fail(error)
        }
    }

    /// Runs one statement of a change. `doing` describes the change for the error.
    func run(
        _ sql: SQL, doing: StaticString, _ bind: (Statement) -> Void
    ) throws(StoreError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        bind(statement)
        let result = statement.step()
        guard result == SQLITE_DONE else {
            throw noted(StoreError(sqlite: result, doing: doing))
        }
    }

    private func begin() throws(StoreError) {
        beginUse()
        do throws(StoreError) {
            // Prepare the commit first, so that a batch that has begun can end.
            _ = try statement(.commit)
            try run(.begin, doing: "beginning a batch") { _ in }
        } catch {
            endUse()
            throw error
        }
        batch.begin()
    }

    /// Keeps the checkpointer from emptying the WAL until ``endUse()``.
    func beginUse() {
        if uses == 0 { checkpointer?.enter() }
        uses += 1
    }

    func endUse() {
        uses -= 1
        if uses == 0 { checkpointer?.leave() }
    }

    /// Undoes the changes that SQLite has not undone by itself, and remembers the error. Keeps
    /// arrivals in memory after an error of the disk.
    func fail(_ error: StoreError, isNewFailure: Bool = true) -> StoreError {
        switch batch.state {
        // A change within this change has failed, and the batch is already undone.
        case .none, .failed: return error
        case .arrivals: break
        case .open:
            if database.isInTransaction {
                // Fails only if SQLite has ended the transaction by itself.
                try? database.execute("ROLLBACK", doing: "undoing a batch")
            }
            endUse()
        }
        marks.rollback()
        let keepsArrivals = error.isOfTheDisk && syncer != nil
        batch.fail(error, keepsArrivals: keepsArrivals && pending.hasUncommitted)
        known = KnownNumbers()
        if keepsArrivals {
            if isNewFailure { noteFlushFailed(noted(error)) }
            pending.keepAdditions()
            files?.batchKept(syncer)
        } else {
            pending.rollback()
            files?.batchFailed()
        }
        return error
    }
}

/// Result codes of SQLite for files that do not import it.
enum SQLiteResult {
    static let done = SQLITE_DONE
    static let row = SQLITE_ROW
    static let corrupt = SQLITE_CORRUPT
}

/// The state of a store's changes since its last commit. Changes only by the functions here.
///
///     none ──addArrival──▶ arrivals ──begin──▶ open ──fail──▶ failed
///       └────────────────begin─────────────────▲
///
/// A failed arrival or ``begin()`` leads from arrivals to failed. ``end()`` leads from each of them
/// back to none.
struct Batch {
    enum State {
        case none
        /// Only arrivals, which go to the journal, and ends of pending notifications.
        case arrivals
        /// A transaction.
        case open
        case failed(StoreError)
    }

    private(set) var state = State.none
    /// True if the open transaction has taken the pending notifications over.
    private(set) var hasAbsorbed = false
    /// True if the last batch failed but its arrivals were kept.
    private(set) var keptArrivals = false

    /// Notes an arrival, or the end of a pending notification. Opens a batch if there is none.
    mutating func addArrival() {
        guard case .none = state else { return }
        keptArrivals = false
        state = .arrivals
    }

    /// Notes the beginning of a transaction.
    mutating func begin() {
        if case .none = state { keptArrivals = false }
        state = .open
    }

    /// Notes that the open transaction has the pending notifications.
    mutating func absorb() {
        hasAbsorbed = true
    }

    /// Notes that the changes are undone.
    /// - Parameter keepsArrivals: True if there were arrivals, and they stay in memory.
    mutating func fail(_ error: StoreError, keepsArrivals: Bool) {
        state = .failed(error)
        hasAbsorbed = false
        if keepsArrivals { keptArrivals = true }
    }

    /// Notes an arrival that stays in memory although its batch has failed.
    mutating func addArrivalAfterFailure() {
        keptArrivals = true
    }

    /// Ends the batch, committed or failed.
    mutating func end() {
        state = .none
        hasAbsorbed = false
    }
}

/// Numbers about the store's contents that need not be counted again, with the changes of the
/// current batch; each is nil until it is counted.
struct KnownNumbers {
    var payloadBytes: Int?
    var historyCount: Int?
    /// The result of ``Store/nextKey()``.
    var nextKey: EntryKey?

    mutating func addPayloadBytes(_ count: Int) {
        if let sum = payloadBytes { payloadBytes = sum + count }
    }

    mutating func addToHistory(_ count: Int) {
        if let sum = historyCount { historyCount = sum + count }
    }

    /// Notes that a key is taken.
    mutating func take(_ key: EntryKey) {
        if let next = nextKey, key >= next { nextKey = EntryKey(rawValue: key.rawValue + 1) }
    }
}
