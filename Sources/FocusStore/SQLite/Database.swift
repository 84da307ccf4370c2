// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// One connection to an SQLite file; used by one thread at a time.
// @safe: the handle is valid from init to close, and never leaves this module.
@safe final class Database {
    private(set) var handle: OpaquePointer?

    /// Opens the file, which must exist; `nil` opens an empty database in memory.
    ///
    /// The VFS `unix-excl` locks the file once for the whole process, so that no transaction needs
    /// an `fcntl`. It keeps the WAL's index on the heap, where all connections of this process
    /// share it. It keeps other processes out.
    init(path: String?) throws(StoreError) {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        let result =
            if let path {
                unsafe sqlite3_open_v2(path, &handle, flags, "unix-excl")
            } else {
                unsafe sqlite3_open_v2(":memory:", &handle, flags, nil)
            }
        guard result == SQLITE_OK else {
            // SQLite returns a handle even after most failures.
            unsafe sqlite3_close_v2(handle)
            throw StoreError(sqlite: result, doing: "opening the store")
        }
        unsafe sqlite3_extended_result_codes(handle, 1)
    }

    deinit {
        // _v2: a statement that outlives this connection keeps the memory it needs.
        unsafe sqlite3_close_v2(handle)
    }

    /// Closes the connection now. All statements must be finalised.
    func close() throws(StoreError) {
        let result = unsafe sqlite3_close(handle)
        guard result == SQLITE_OK else {
            throw StoreError(sqlite: result, doing: "closing the store")
        }
        unsafe handle = nil
    }

    /// Lends the handle to this module's wrappers.
    func withHandle<R>(_ body: (OpaquePointer?) -> R) -> R {
        unsafe body(handle)
    }

    /// Runs statements whose rows are ignored.
    func execute(_ sql: String, doing: StaticString) throws(StoreError) {
        let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard result == SQLITE_OK else { throw StoreError(sqlite: result, doing: doing) }
    }

    /// Returns the first column of the first row, as a number.
    func integer(_ sql: String, doing: StaticString) throws(StoreError) -> Int64 {
        let statement = try Statement(sql, in: self)
        let result = statement.step()
        guard result == SQLITE_ROW else { throw StoreError(sqlite: result, doing: doing) }
        return statement.integer(0)
    }

    /// Sets the time to wait for a lock held by another process.
    func setBusyTimeout(milliseconds: Int) {
        _ = unsafe sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
    }

    /// True if SQLite could only open the file for reading.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// True if a transaction is open. SQLite ends it by itself after some failures.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Number of rows that the last statement inserted, changed or deleted.
    var changes: Int { Int(unsafe sqlite3_changes(handle)) }

    /// Frees the pages that no running statement uses. They are read again on demand.
    func releasePages() {
        _ = unsafe sqlite3_db_release_memory(handle)
    }
}

extension Database {
    /// The kinds of checkpoint.
    enum CheckpointKind {
        /// Copies as much as possible into the database, without waiting.
        case passive
        /// Copies everything, then empties the WAL file. No writer may be active.
        case truncate
    }

    /// Copies the WAL into the database file and synchronises both, as this connection's
    /// `synchronous` says.
    /// - Returns: Number of frames of the WAL that are now in the database.
    func checkpoint(_ kind: CheckpointKind) throws(StoreError) -> Int {
        var frames: Int32 = 0
        var copied: Int32 = 0
        let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
        let result = unsafe sqlite3_wal_checkpoint_v2(handle, "main", mode, &frames, &copied)
        guard result == SQLITE_OK else {
            throw StoreError(sqlite: result, doing: "checkpointing the store")
        }
        return Int(copied)
    }

    /// Reports the number of frames in the WAL to `observer` after each commit; nil ends this. The
    /// observer must outlive the connection.
    func setWALObserver(_ observer: Checkpointer?) {
        guard let observer else {
            _ = unsafe sqlite3_wal_hook(handle, nil, nil)
            return
        }
        let context = unsafe Unmanaged.passUnretained(observer).toOpaque()
        _ = unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, frames in
                guard let context = unsafe context else { return SQLITE_OK }
                unsafe Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue()
                    .walHolds(frames: Int(frames))
                return SQLITE_OK
            }, context)
    }
}
