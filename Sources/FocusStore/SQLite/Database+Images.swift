// SPDX-License-Identifier: Apache-2.0

import CSQLite

extension Database {
    /// The bytes of a database, in memory that SQLite allocated.
    // @safe: the image owns the bytes until a new owner takes them and clears the pointer.
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

    /// Returns the whole database, including its log; nil if it cannot be read.
    func serialized() -> Image? {
        var count: sqlite3_int64 = 0
        let bytes = unsafe withHandle { unsafe sqlite3_serialize($0, "main", &count, 0) }
        guard let bytes = unsafe bytes, count > 100 else { return nil }
        // The write and read versions (file format, "Database Header"): a database in memory has no
        // write-ahead log.
        unsafe bytes[18] = 1
        unsafe bytes[19] = 1
        return unsafe Image(bytes, count: count)
    }

    /// Replaces an attached database by an image.
    func adopt(_ image: Image, as schema: String) throws(StoreError) {
        let bytes = unsafe image.bytes
        // SQLite frees the bytes, even after a failure.
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
