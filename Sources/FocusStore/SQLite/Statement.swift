// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// A prepared statement.
// @safe: the handle is valid from init to deinit, and never leaves this file.
@safe final class Statement {
    private let handle: OpaquePointer?
    /// The first binding that failed; ``step()`` returns it.
    private var bindingResult = SQLITE_OK

    /// Prepares one statement for long use.
    init(_ sql: String, in database: Database) throws(StoreError) {
        var handle: OpaquePointer?
        let result = unsafe database.withHandle { connection in
            unsafe sqlite3_prepare_v3(
                connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        }
        unsafe self.handle = handle
        guard result == SQLITE_OK else {
            throw StoreError(sqlite: result, doing: "preparing a statement")
        }
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Performs one step. Returns SQLITE_ROW, SQLITE_DONE or the error.
    func step() -> Int32 {
        bindingResult == SQLITE_OK ? unsafe sqlite3_step(handle) : bindingResult
    }

    /// Prepares the statement for its next use. Releases its lock and its pointers.
    func reset() {
        // Its result repeats that of step().
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
        bindingResult = SQLITE_OK
    }

    // MARK: Parameters, counted from 1; unbound ones are NULL

    func bind(_ parameter: Int32, _ value: Int64) {
        note(unsafe sqlite3_bind_int64(handle, parameter, value))
    }

    func bind(_ parameter: Int32, _ value: Int) {
        bind(parameter, Int64(value))
    }

    /// Binds a copy of the text; nil stays NULL.
    func bind(_ parameter: Int32, copying text: String?) {
        guard var text else { return }
        text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                note(
                    unsafe csqlite_bind_text_copy(
                        handle, parameter, characters.baseAddress, Int32(clamping: bytes.count)))
            }
        }
    }

    /// Binds text without copying it. The text must stay in place until ``reset()``.
    func bind(_ parameter: Int32, lending text: UnsafeBufferPointer<UInt8>) {
        guard !text.isEmpty else {
            note(unsafe csqlite_bind_empty_text(handle, parameter))
            return
        }
        unsafe text.withMemoryRebound(to: CChar.self) { characters in
            // nil is SQLITE_STATIC.
            note(
                unsafe sqlite3_bind_text64(
                    handle, parameter, characters.baseAddress, UInt64(characters.count), nil,
                    UInt8(SQLITE_UTF8)))
        }
    }

    /// Binds bytes without copying them. The bytes must stay in place until ``reset()``.
    func bind(_ parameter: Int32, lending bytes: UnsafeRawBufferPointer) {
        // nil is SQLITE_STATIC.
        note(
            unsafe sqlite3_bind_blob64(
                handle, parameter, bytes.baseAddress, UInt64(bytes.count), nil))
    }

    /// Binds copies of the values of another statement's current row, in their order.
    func bind(rowOf other: Statement) {
        for column in 0..<other.columnCount {
            note(
                unsafe sqlite3_bind_value(
                    handle, column + 1, sqlite3_column_value(other.handle, column)))
        }
    }

    /// Binds kept values, in their order.
    func bind(_ first: Int32, _ kept: KeptValues) {
        for index in unsafe kept.values.indices {
            note(unsafe sqlite3_bind_value(handle, first + Int32(index), kept.values[index]))
        }
    }

    private func note(_ result: Int32) {
        if bindingResult == SQLITE_OK { bindingResult = result }
    }

    // MARK: Columns of the current row, counted from 0

    /// Number of columns of each row.
    var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    /// Returns the number of bytes of a text or blob that has been read; 0 for NULL.
    func byteCount(_ column: Int32) -> Int {
        Int(unsafe sqlite3_column_bytes(handle, column))
    }

    /// Number of bytes of the texts and blobs of the current row.
    var rowBytes: Int {
        (0..<columnCount).reduce(0) { sum, column in
            let type = unsafe sqlite3_column_type(handle, column)
            return type == SQLITE_TEXT || type == SQLITE_BLOB ? sum + byteCount(column) : sum
        }
    }

    /// Returns copies of the first values of the current row.
    func values(_ count: Int32) throws(StoreError) -> KeptValues {
        let kept = KeptValues()
        for column in 0..<count {
            guard let copy = unsafe sqlite3_value_dup(sqlite3_column_value(handle, column)) else {
                throw StoreError(.outOfMemory, "copying a value: out of memory")
            }
            unsafe kept.values.append(copy)
        }
        return kept
    }

    func bool(_ column: Int32) -> Bool {
        integer(column) != 0
    }

    /// Returns the text, empty for NULL. Repairs invalid UTF-8.
    func text(_ column: Int32) -> String {
        // First the text, then its length: in the other order SQLite may convert the text after
        // measuring.
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// Lends the bytes of a text, none for NULL. Valid only within the closure.
    func withText<R>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        guard let start = unsafe sqlite3_column_text(handle, column) else {
            return unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return unsafe body(UnsafeRawBufferPointer(start: start, count: byteCount(column)))
    }

    func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// Lends the bytes of a blob, which are valid only within the closure.
    func withBytes<R, E>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// Copies of values of a row that has been left, as SQLite holds them.
// @safe: the copies are valid until deinit, and never leave this file.
@safe final class KeptValues {
    fileprivate var values: [OpaquePointer] = unsafe []

    deinit {
        for index in unsafe values.indices { unsafe sqlite3_value_free(values[index]) }
    }
}
