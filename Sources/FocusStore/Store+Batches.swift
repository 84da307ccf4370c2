// SPDX-License-Identifier: Apache-2.0

import CSQLite
import FocusCore

extension Store {
    /// Ends the batch: all its changes survive a kill when this returns, or none does.
    /// Without changes since the last batch it does nothing.
    package func commit() throws(StoreError) {
        switch batch {
        case .none: return
        case .failed(let error):
            batch = .none
            throw error
        case .arrivals:
            // Without a transaction nothing is absorbed.
            if let syncer, pending.commit(to: &journal, syncer) {
                batch = .none
                files?.batchCommitted(syncer)
                syncer.changed()
                return
            }
            guard pending.hasUncommitted else { break }
            // The database may take what the journal does not; while it does not, memory does.
            if flushFailure == nil {
                do throws(StoreError) {
                    try change {}
                } catch {
                    batch = .none
                    return
                }
                try? commit()
                return
            }
        case .open:
            do throws(StoreError) {
                if pending.hasUncommitted { try absorb() }
                try commitTransaction()
            } catch {
                _ = fail(error)
                batch = .none
                throw error
            }
            if isAbsorbed || pending.isEmpty { flushFailure = nil }
        }
        if isAbsorbed || marks.isTaken { absorbed() } else { pending.commit() }
        batch = .none
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
        batch = .none
    }

    /// Undoes the batch, but for what arrived in it, which is kept in memory at least.
    package func abandonBatch() {
        _ = fail(StoreError(.io, "the batch was given up"), isNews: false)
        batch = .none
    }

    /// Does one change in the current batch, which it opens where there is none.
    /// - Parameters:
    ///   - keys: which entries it is about; any that is pending becomes a row before.
    ///   - insists: whether the disk is to be tried though it has refused a moment ago.
    func change(
        on keys: ClosedRange<EntryKey>? = nil, insists: Bool = false,
        _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        switch batch {
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

    /// Does one statement of a change; `doing` says what, for the error.
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
            // Nothing may be in the way of ending what is begun.
            _ = try statement(.commit)
            try run(.begin, doing: "beginning a batch") { _ in }
        } catch {
            endUse()
            throw error
        }
        if case .none = batch { keptArrivals = false }
        batch = .open
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

    /// Undoes what SQLite has not undone by itself, and remembers why. What arrived is kept in memory
    /// where the disk is at fault.
    func fail(_ error: StoreError, isNews: Bool = true) -> StoreError {
        switch batch {
        // A change within a change fails once.
        case .none, .failed: return error
        case .arrivals: break
        case .open:
            if database.isInTransaction {
                // Fails only where SQLite has ended the transaction by itself.
                try? database.execute("ROLLBACK", doing: "undoing a batch")
            }
            endUse()
        }
        isAbsorbed = false
        marks.rollback()
        if error.isOfTheDisk, syncer != nil {
            if isNews { noteFlushFailed(noted(error)) }
            keptArrivals = keptArrivals || pending.hasUncommitted
            pending.commit()
            files?.batchKept(syncer)
        } else {
            pending.rollback()
            files?.batchFailed()
        }
        batch = .failed(error)
        knownPayloadBytes = nil
        knownHistoryCount = nil
        knownNextKey = nil
        return error
    }
}

/// Result codes of SQLite that files without its import compare with.
enum SQLiteResult {
    static let done = SQLITE_DONE
    static let row = SQLITE_ROW
    static let corrupt = SQLITE_CORRUPT
}
