// SPDX-License-Identifier: Apache-2.0

// SQLite writes each frame of its WAL in two calls: 24 bytes of header, then the page (file format,
// "The Write-Ahead Log"). A commit of one page then needs two system calls instead of one, and an
// answer waits for both. This VFS, between SQLite and `unix-excl`, therefore holds the header until
// the page comes and writes both at once.
//
// It holds only a header that appends to the bytes written before, because then a page follows for
// certain. (When SQLite corrects checksums it writes headers alone, but headers of earlier frames.)
// No header is therefore held between two calls of SQLite's own interface, and the kernel has a
// commit when it returns. Every other operation on the file writes the held header first. A failure
// to write the header becomes the failure of that operation, and the commit reports it in either
// case.
//
// All other files belong to `unix-excl` alone; this VFS also calls its methods.

import CSQLite

/// The VFS that joins the writes of a WAL's frames.
enum JoinedWrites {
    /// The name for opening databases; `unix-excl` if the VFS cannot be registered.
    static let vfsName: String = register() ? "focusd-wal" : "unix-excl"

    /// The size of a frame without its page.
    fileprivate static let headerSize: Int32 = 24
    /// The largest page that is joined with its header, which is the size of the store's pages.
    fileprivate static let pageSize: Int32 = 4_096

    /// Registers the VFS in this process, once. It is never removed.
    private static func register() -> Bool {
        guard let parent = unsafe sqlite3_vfs_find("unix-excl") else { return false }
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        // The parent's other functions use only the values copied here.
        unsafe vfs.initialize(to: parent.pointee)
        unsafe vfs.pointee.pNext = nil
        unsafe vfs.pointee.zName = UnsafeRawPointer(name.utf8Start)
            .assumingMemoryBound(to: CChar.self)
        unsafe vfs.pointee.szOsFile = parent.pointee.szOsFile + Int32(JoinedFile.size)
        unsafe vfs.pointee.xOpen = open
        return unsafe sqlite3_vfs_register(vfs, 0) == SQLITE_OK
    }

    /// The VFS needs its name at a constant address.
    private static let name: StaticString = "focusd-wal"
}

/// The memory that SQLite allocates for a WAL: this structure, then `unix-excl`'s file.
@unsafe private struct JoinedFile {
    /// The base structure; SQLite requires it to be first.
    var base: sqlite3_file
    /// The end of the bytes written through this file.
    var end: sqlite3_int64
    /// The offset of the held header; -1 if none is held.
    var pending: sqlite3_int64
    /// The memory for a frame: the held header, then its page.
    var frame: UnsafeMutableRawPointer

    /// The size, rounded up so that the structure after it is aligned for any type.
    static let size = unsafe (MemoryLayout<JoinedFile>.size + 15) & ~15
}

private typealias File = UnsafeMutablePointer<sqlite3_file>

/// Returns the file as this VFS sees it.
private func joined(_ file: File?) -> UnsafeMutablePointer<JoinedFile> {
    // SQLite calls methods with the file that it opened.
    unsafe UnsafeMutableRawPointer(file.unsafelyUnwrapped).assumingMemoryBound(to: JoinedFile.self)
}

/// Returns the same file as `unix-excl` sees it.
private func inner(_ file: File?) -> File {
    unsafe (UnsafeMutableRawPointer(file.unsafelyUnwrapped) + JoinedFile.size)
        .assumingMemoryBound(to: sqlite3_file.self)
}

/// Returns the methods of `unix-excl`'s file, which exist while it is open.
private func methods(_ file: File?) -> sqlite3_io_methods {
    unsafe inner(file).pointee.pMethods.pointee
}

private let open:
    @convention(c) (
        UnsafeMutablePointer<sqlite3_vfs>?, sqlite3_filename?, File?, Int32,
        UnsafeMutablePointer<Int32>?
    ) -> Int32 = { _, path, file, flags, outFlags in
        guard let parent = unsafe sqlite3_vfs_find("unix-excl"),
            let xOpen = unsafe parent.pointee.xOpen
        else { return SQLITE_CANTOPEN }
        guard flags & SQLITE_OPEN_WAL != 0 else {
            return unsafe xOpen(parent, path, file, flags, outFlags)
        }
        let joined = unsafe joined(file)
        let result = unsafe xOpen(parent, path, inner(file), flags, outFlags)
        // SQLite does not close a file without methods that failed to open, so the inner file is
        // closed here.
        guard result == SQLITE_OK else {
            if unsafe inner(file).pointee.pMethods != nil {
                _ = unsafe methods(file).xClose(inner(file))
            }
            unsafe joined.pointee.base.pMethods = nil
            return result
        }
        let frame = UnsafeMutableRawPointer.allocate(
            byteCount: Int(JoinedWrites.headerSize + JoinedWrites.pageSize), alignment: 8)
        unsafe joined.initialize(
            to: JoinedFile(
                base: sqlite3_file(pMethods: joinedMethods.pointer), end: 0, pending: -1,
                frame: frame))
        return SQLITE_OK
    }

/// Writes the held header, if one is held.
private func writePendingHeader(_ file: File?) -> Int32 {
    let joined = unsafe joined(file)
    guard unsafe joined.pointee.pending >= 0 else { return SQLITE_OK }
    let offset = unsafe joined.pointee.pending
    unsafe joined.pointee.pending = -1
    return unsafe methods(file).xWrite(
        inner(file), joined.pointee.frame, JoinedWrites.headerSize, offset)
}

private func write(
    _ file: File?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: sqlite3_int64
) -> Int32 {
    let joined = unsafe joined(file)
    let header = sqlite3_int64(JoinedWrites.headerSize)
    let isNew = unsafe offset >= joined.pointee.end
    unsafe joined.pointee.end = max(joined.pointee.end, offset + sqlite3_int64(count))
    guard let bytes = unsafe bytes else { return SQLITE_IOERR }
    if unsafe joined.pointee.pending >= 0 {
        if unsafe offset == joined.pointee.pending + header, count <= JoinedWrites.pageSize {
            let start = unsafe joined.pointee.pending
            let frame = unsafe joined.pointee.frame
            unsafe joined.pointee.pending = -1
            unsafe (frame + Int(header)).copyMemory(from: bytes, byteCount: Int(count))
            return unsafe methods(file).xWrite(
                inner(file), frame, JoinedWrites.headerSize + count, start)
        }
        let result = unsafe writePendingHeader(file)
        if result != SQLITE_OK { return result }
    }
    if isNew, count == JoinedWrites.headerSize {
        unsafe joined.pointee.frame.copyMemory(from: bytes, byteCount: Int(count))
        unsafe joined.pointee.pending = offset
        return SQLITE_OK
    }
    return unsafe methods(file).xWrite(inner(file), bytes, count, offset)
}

/// The methods of all files of this VFS. SQLite keeps the pointer, so it is never freed.
@safe private struct MethodTable: @unchecked Sendable {
    // Unchecked: written once before it is shared, then only read.
    let pointer: UnsafePointer<sqlite3_io_methods>
}

/// Version 1 has everything that SQLite needs for a WAL. Shared memory and mapping belong to the
/// database file.
private let joinedMethods: MethodTable = {
    var table = sqlite3_io_methods()
    table.iVersion = 1
    unsafe table.xClose = { file in
        let result = unsafe writePendingHeader(file)
        let closed = unsafe methods(file).xClose(inner(file))
        unsafe joined(file).pointee.frame.deallocate()
        return result == SQLITE_OK ? closed : result
    }
    unsafe table.xRead = { file, bytes, count, offset in
        let result = unsafe writePendingHeader(file)
        if result != SQLITE_OK { return result }
        return unsafe methods(file).xRead(inner(file), bytes, count, offset)
    }
    unsafe table.xWrite = { file, bytes, count, offset in
        unsafe write(file, bytes, count, offset)
    }
    unsafe table.xTruncate = { file, size in
        let result = unsafe writePendingHeader(file)
        if result != SQLITE_OK { return result }
        unsafe joined(file).pointee.end = size
        return unsafe methods(file).xTruncate(inner(file), size)
    }
    unsafe table.xSync = { file, flags in
        let result = unsafe writePendingHeader(file)
        if result != SQLITE_OK { return result }
        return unsafe methods(file).xSync(inner(file), flags)
    }
    unsafe table.xFileSize = { file, size in
        let result = unsafe writePendingHeader(file)
        if result != SQLITE_OK { return result }
        return unsafe methods(file).xFileSize(inner(file), size)
    }
    unsafe table.xLock = { file, level in unsafe methods(file).xLock(inner(file), level) }
    unsafe table.xUnlock = { file, level in unsafe methods(file).xUnlock(inner(file), level) }
    unsafe table.xCheckReservedLock = { file, result in
        unsafe methods(file).xCheckReservedLock(inner(file), result)
    }
    unsafe table.xFileControl = { file, operation, argument in
        unsafe methods(file).xFileControl(inner(file), operation, argument)
    }
    unsafe table.xSectorSize = { file in unsafe methods(file).xSectorSize(inner(file)) }
    unsafe table.xDeviceCharacteristics = { file in
        unsafe methods(file).xDeviceCharacteristics(inner(file))
    }
    let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    unsafe pointer.initialize(to: table)
    return unsafe MethodTable(pointer: UnsafePointer(pointer))
}()
