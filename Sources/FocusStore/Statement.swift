// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// A prepared statement.
// @safe: the handle is valid from init to deinit, and never leaves this file.
@safe final class Statement {
    private let handle: OpaquePointer?
    /// The first binding that failed; ``step()`` returns it.
    private var bindingResult = SQLITE_OK

    /// Prepares one statement that is to live long.
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

    /// One step: SQLITE_ROW, SQLITE_DONE or what went wrong.
    func step() -> Int32 {
        bindingResult == SQLITE_OK ? unsafe sqlite3_step(handle) : bindingResult
    }

    /// Makes the statement ready for the next use; it holds no lock and no pointer then.
    func reset() {
        // Its result repeats what step() said.
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

    func bind(_ parameter: Int32, _ value: Bool) {
        bind(parameter, value ? 1 : 0)
    }

    /// Copies the text; nil stays NULL.
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

    /// Binds text without copying it; it must stay where it is until ``reset()``.
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

    /// Binds bytes without copying them; they must stay where they are until ``reset()``.
    func bind(_ parameter: Int32, lending bytes: UnsafeRawBufferPointer) {
        // nil is SQLITE_STATIC.
        note(
            unsafe sqlite3_bind_blob64(
                handle, parameter, bytes.baseAddress, UInt64(bytes.count), nil))
    }

    private func note(_ result: Int32) {
        if bindingResult == SQLITE_OK { bindingResult = result }
    }

    // MARK: Columns of the current row, counted from 0

    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    /// Bytes of a text or blob that has been read; 0 for NULL.
    func byteCount(_ column: Int32) -> Int {
        Int(unsafe sqlite3_column_bytes(handle, column))
    }

    func bool(_ column: Int32) -> Bool {
        integer(column) != 0
    }

    /// The text, empty for NULL; what is not UTF-8 is repaired.
    func text(_ column: Int32) -> String {
        // The text first, then its length: the other order may convert it after measuring.
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// Lends the bytes of a text, none for NULL; valid within the closure only.
    func withText<R>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        guard let start = unsafe sqlite3_column_text(handle, column) else {
            return unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return unsafe body(UnsafeRawBufferPointer(start: start, count: byteCount(column)))
    }

    func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// Lends the bytes of a blob; valid within the closure only.
    func withBytes<R, E>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }
}
