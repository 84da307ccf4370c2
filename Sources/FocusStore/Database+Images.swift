// SPDX-License-Identifier: Apache-2.0

import CSQLite

extension Database {
    /// A database's bytes, in memory that SQLite allocated.
    // @safe: whoever takes the bytes over empties it; until then it owns them.
    @safe final class Image {
        fileprivate var bytes: UnsafeMutablePointer<UInt8>?
        fileprivate let count: sqlite3_int64

        fileprivate init(_ bytes: UnsafeMutablePointer<UInt8>, count: sqlite3_int64) {
            unsafe self.bytes = unsafe bytes
            self.count = count
        }

        deinit {
            unsafe sqlite3_free(bytes)
        }
    }

    /// All that the database holds, what is in its log included; nil where it cannot be read.
    func serialized() -> Image? {
        var count: sqlite3_int64 = 0
        let bytes = unsafe withHandle { unsafe sqlite3_serialize($0, "main", &count, 0) }
        guard let bytes = unsafe bytes, count > 100 else { return nil }
        // The write and read versions (file format, "Database Header"): a database in memory has
        // no write-ahead log.
        unsafe bytes[18] = 1
        unsafe bytes[19] = 1
        return unsafe Image(bytes, count: count)
    }

    /// Has that image take the place of an attached database.
    func adopt(_ image: Image, as schema: String) throws(StoreError) {
        let bytes = unsafe image.bytes
        // Freed by SQLite, even when this fails.
        unsafe image.bytes = nil
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        let result = unsafe withHandle {
            unsafe sqlite3_deserialize($0, schema, bytes, image.count, image.count, flags)
        }
        guard result == SQLITE_OK else {
            throw StoreError(sqlite: result, doing: "copying the store")
        }
    }
}
