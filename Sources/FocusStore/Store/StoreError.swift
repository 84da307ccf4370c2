// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Glibc

/// The error of a store operation. Never contains text of a notification.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure. Later versions may add more.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The disk, the quota or the permitted size is used up. The store works again when there
        /// is space.
        package static let full = Code(rawValue: "full")
        /// Another process uses the database.
        package static let busy = Code(rawValue: "busy")
        /// The file or its file system is read-only.
        package static let readOnly = Code(rawValue: "read-only")
        /// The file is not a valid database.
        package static let corrupt = Code(rawValue: "corrupt")
        /// Reading or writing failed.
        package static let io = Code(rawValue: "io")
        /// The file or its directory could not be opened or created.
        package static let cannotOpen = Code(rawValue: "cannot-open")
        /// A later focusd wrote the file, which stays unchanged.
        package static let newerSchema = Code(rawValue: "newer-schema")
        /// The key is taken.
        package static let duplicate = Code(rawValue: "duplicate")
        /// A value is larger than SQLite allows.
        package static let tooBig = Code(rawValue: "too-big")
        package static let outOfMemory = Code(rawValue: "out-of-memory")
        package static let other = Code(rawValue: "other")
    }

    package let code: Code
    /// The failed action, and the description by SQLite or the system.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    /// True if the disk or the file caused the failure, not the request.
    var isOfTheDisk: Bool {
        [.full, .readOnly, .corrupt, .io, .cannotOpen, .busy, .outOfMemory].contains(code)
    }

    /// Creates the error for a result code of SQLite, basic or extended.
    ///
    /// Uses `sqlite3_errstr` and not `sqlite3_errmsg`, whose text may quote SQL.
    init(sqlite result: Int32, doing: StaticString) {
        let reason = unsafe String(cString: sqlite3_errstr(result))
        self.init(Self.code(forSQLite: result), "\(doing): \(reason) (SQLite \(result))")
    }

    /// Creates the error for an `errno` of a system call.
    init(errno number: Int32, doing: StaticString) {
        var characters = [CChar](repeating: 0, count: 128)
        let text = unsafe characters.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return "" }
            // POSIX's strerror_r; its text for an unknown number suffices.
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
