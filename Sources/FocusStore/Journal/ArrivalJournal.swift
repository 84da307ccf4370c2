// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The file that stores arrived notifications before the database does: `PATH-arrivals`.
///
/// An answer waits for this file instead of SQLite's log. An otherwise empty server that performs
/// one `INSERT` and `COMMIT` for each call has 1.31 times the latency and twice the processor time
/// of a server that does nothing. A server that writes the message to a file has 1.03 times the
/// latency and 1.13 times the processor time. The promise is the same: the kernel has the bytes, so
/// they survive the end of this process at any point. Some hundred arrivals later, or in the next
/// idle moment, one transaction moves all of them to the database.
///
/// The size of the file never changes. Its blocks are allocated when it is created, so that a full
/// disk cannot refuse a record that fits.
///
/// The journal has parts, which are used in turn. A part that the database has taken over is not
/// overwritten before that transaction is synchronised (``Syncer``). Otherwise a power failure
/// could lose both the transaction and the records that it came from. The parts suffice for
/// thousands of notifications in the half second between two synchronisations.
struct ArrivalJournal: ~Copyable {
    /// Bytes of a part: some three hundred notifications with a few hints each.
    static let size = 256 << 10
    static let parts = 8
    static let fileSize = parts * size

    private let path: String
    /// The open file; -1 while the journal is unusable.
    private var file: Int32 = -1
    /// The current part.
    private(set) var part = 0
    /// The end of the bytes written to the current part.
    private var dirty = 0
    /// The reason why the journal is unusable or why the last write failed; nil if neither.
    private(set) var failure: StoreError?

    init(beside database: String) {
        path = database + "-arrivals"
        open()
    }

    deinit {
        if file >= 0 { _ = close(file) }
    }

    /// True if records can be written.
    var isUsable: Bool { file >= 0 }

    /// Opens the file, creates it if it is missing, and allocates its blocks.
    mutating func open() {
        guard file < 0 else { return }
        do throws(StoreError) {
            file = try StoreFile.openAllocated(
                path, size: Self.fileSize, doing: "creating the journal of arrivals")
            failure = nil
        } catch {
            failure = error
        }
    }

    /// Returns the contents of the parts, as far as they can be read. The file need not be usable.
    func read() -> [ArraySlice<UInt8>] {
        let bytes = readFile()
        return (0..<Self.parts).map { part in
            bytes.dropFirst(part * Self.size).prefix(Self.size)
        }
    }

    private func readFile() -> [UInt8] {
        let source =
            file >= 0 ? file : StoreDirectory.openFile(path, in: AT_FDCWD, O_RDONLY)
        guard source >= 0 else { return [] }
        defer { if source != file { _ = close(source) } }
        return StoreFile.read(source, count: Self.fileSize)
    }

    /// Writes bytes at their place in the current part, unless the syncer still needs that part.
    /// After success the kernel has the bytes.
    /// - Returns: True if the bytes were written. A new error is in ``failure``.
    mutating func write(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, unlessHeldBy syncer: Syncer
    ) -> Bool {
        guard isUsable, syncer.isFree(part) else { return false }
        dirty = max(dirty, offset + bytes.count)
        let place = part * Self.size + offset
        guard unsafe StoreFile.write(bytes, to: file, at: place) else {
            failure = StoreError(errno: errno, doing: "writing to the journal of arrivals")
            return false
        }
        if failure != nil { failure = nil }
        return true
    }

    /// Moves on to the next part, because the database has all records of this one.
    /// - Returns: Number of bytes written to this part. Returns nil and stays in this part if there
    ///   are none.
    mutating func advance() -> Int? {
        guard dirty > 0 else { return nil }
        defer { dirty = 0 }
        part = (part + 1) % Self.parts
        return dirty
    }

    /// Continues in the given part, after the bytes that an earlier focusd wrote to it.
    mutating func resume(at part: Int) {
        self.part = part
        dirty = Self.size
    }

    /// Returns true if the path still names the open file with all its blocks. Otherwise closes the
    /// file, so that ``open()`` creates another.
    mutating func check() -> Bool {
        guard isUsable else { return false }
        if StoreFile.isOpen(path, as: file, of: Self.fileSize) { return true }
        _ = close(file)
        file = -1
        return false
    }

    /// Removes the file, which must not contain needed records.
    mutating func remove() {
        guard isUsable else { return }
        _ = unsafe unlink(path)
        _ = close(file)
        file = -1
    }

    /// Keeps a damaged journal's bytes beside it, as `PATH.corrupt-TIME`.
    /// - Returns: The name of the copy; nil if it cannot be written.
    func keepDamaged(_ bytes: [UInt8]) -> String? {
        let aside = StoreFile.freeName(beside: path)
        let copy = unsafe Glibc.open(aside, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard copy >= 0 else { return nil }
        defer { _ = close(copy) }
        let isWritten = unsafe bytes.withUnsafeBytes {
            unsafe StoreFile.write($0, to: copy, at: 0)
        }
        return isWritten ? aside : nil
    }
}
