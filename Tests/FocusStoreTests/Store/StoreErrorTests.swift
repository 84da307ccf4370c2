// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Glibc
import Testing

@testable import FocusStore

@Suite struct StoreErrorTests {
    @Test(arguments: [
        (SQLITE_FULL, StoreError.Code.full), (SQLITE_BUSY, .busy), (SQLITE_LOCKED, .busy),
        (SQLITE_READONLY, .readOnly), (SQLITE_CORRUPT, .corrupt), (SQLITE_NOTADB, .corrupt),
        (SQLITE_IOERR, .io), (SQLITE_IOERR | (3 << 8), .io), (SQLITE_CANTOPEN, .cannotOpen),
        (SQLITE_PERM, .cannotOpen), (SQLITE_CONSTRAINT | (6 << 8), .duplicate),
        (SQLITE_TOOBIG, .tooBig), (SQLITE_NOMEM, .outOfMemory), (SQLITE_MISUSE, .other),
    ])
    func eachResultOfSQLiteHasACode(result: Int32, code: StoreError.Code) {
        let error = StoreError(sqlite: result, doing: "testing")
        #expect(error.code == code)
        #expect(error.message.hasPrefix("testing: "))
    }

    @Test(arguments: [
        (ENOSPC, StoreError.Code.full), (EDQUOT, .full), (EROFS, .readOnly),
        (EACCES, .cannotOpen), (ENOTDIR, .cannotOpen), (EEXIST, .duplicate), (EIO, .io),
    ])
    func eachErrnoHasACode(number: Int32, code: StoreError.Code) {
        let error = StoreError(errno: number, doing: "testing")
        #expect(error.code == code)
        #expect(error.message.count > "testing: ".count)
    }
}
