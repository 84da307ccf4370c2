// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Glibc

/// Why the store could not do something; never holds text of a notification.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it was; later versions may add kinds.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The disk, the quota or the permitted size is used up; works again when there is space.
        package static let full = Code(rawValue: "full")
        /// Another process has the database.
        package static let busy = Code(rawValue: "busy")
        /// The file or its file system may not be written.
        package static let readOnly = Code(rawValue: "read-only")
        /// What the file holds is not a sound database.
        package static let corrupt = Code(rawValue: "corrupt")
        /// Reading or writing failed.
        package static let io = Code(rawValue: "io")
        /// The file or its directory could not be opened or made.
        package static let cannotOpen = Code(rawValue: "cannot-open")
        /// A later focusd wrote the file; it is left as it was.
        package static let newerSchema = Code(rawValue: "newer-schema")
        /// The key is taken.
        package static let duplicate = Code(rawValue: "duplicate")
        /// A value is larger than SQLite holds.
        package static let tooBig = Code(rawValue: "too-big")
        package static let outOfMemory = Code(rawValue: "out-of-memory")
        package static let other = Code(rawValue: "other")
    }

    package let code: Code
    /// What was being done, and the words of SQLite or of the system.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    /// Whether the disk or the file is at fault, not what was asked for.
    var isOfTheDisk: Bool {
        [.full, .readOnly, .corrupt, .io, .cannotOpen, .busy, .outOfMemory].contains(code)
    }

    /// The error for a result code of SQLite, basic or extended.
    ///
    /// `sqlite3_errmsg` is not asked: its words may quote SQL, those of `sqlite3_errstr` cannot.
    init(sqlite result: Int32, doing: StaticString) {
        let words = unsafe String(cString: sqlite3_errstr(result))
        self.init(Self.code(forSQLite: result), "\(doing): \(words) (SQLite \(result))")
    }

    /// The error for an `errno` of a system call.
    init(errno number: Int32, doing: StaticString) {
        var words = [CChar](repeating: 0, count: 128)
        let text = unsafe words.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return "" }
            // POSIX's strerror_r; its words for an unknown number are good enough.
            _ = unsafe strerror_r(number, start, buffer.count)
            return unsafe String(cString: start)
        }
        self.init(Self.code(forErrno: number), "\(doing): \(text)")
    }

    private static func code(forSQLite result: Int32) -> Code {
        // The low byte of an extended code is its basic code.
        switch result & 0xFF {
        case SQLITE_FULL: .full
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_READONLY: .readOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_IOERR: .io
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen
        case SQLITE_CONSTRAINT: .duplicate
        case SQLITE_TOOBIG: .tooBig
        case SQLITE_NOMEM: .outOfMemory
        default: .other
        }
    }

    private static func code(forErrno number: Int32) -> Code {
        switch number {
        case ENOSPC, EDQUOT: .full
        case EROFS: .readOnly
        case EACCES, EPERM, ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG: .cannotOpen
        case EEXIST: .duplicate
        case ENOMEM: .outOfMemory
        default: .io
        }
    }
}
