// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The file that has what arrived before the database does: `PATH-arrivals`.
///
/// It stands before SQLite's log because an answer waits for it. An empty server that does one
/// `INSERT` and `COMMIT` for each call has 1.31 times the latency and twice the processor time of
/// one that does nothing; one that writes the message to a file, 1.03 and 1.13 times. The promise
/// is the same: the kernel has the bytes, so they survive the end of this process at any point.
/// Some hundred arrivals later, or in the next quiet moment, one transaction takes them all into
/// the database.
///
/// Its size never changes: its blocks are allocated when it is made, so that a full disk cannot
/// refuse a record that fits.
///
/// It has parts, which take turns. What the database has taken over from one is not written over
/// before that transaction is synchronised (``Syncer``): otherwise a power failure could take both,
/// the transaction and what it came from. There are enough of them for thousands of notifications in
/// the half a second between two synchronisations.
struct ArrivalJournal: ~Copyable {
    /// Bytes of a part: some three hundred notifications with a few hints each.
    static let size = 256 << 10
    static let parts = 8
    static let fileSize = parts * size

    private let path: String
    /// -1 while it cannot be had.
    private var file: Int32 = -1
    /// The part that is written now.
    private(set) var part = 0
    /// The end of what was written to it.
    private var dirty = 0
    /// Whether the file was there before this journal was opened.
    private(set) var isFound = false
    /// Why it cannot be had, or why the last write failed; nil when all is well.
    private(set) var failure: StoreError?

    init(beside database: String) {
        path = database + "-arrivals"
        open()
    }

    deinit {
        if file >= 0 { _ = close(file) }
    }

    /// Whether records may be written.
    var isUsable: Bool { file >= 0 }

    /// Opens the file, makes it where it is missing, and allocates its blocks.
    mutating func open() {
        guard file < 0 else { return }
        do throws(StoreError) {
            let opened = try StoreFile.openAllocated(
                path, size: Self.fileSize, doing: "making the journal of arrivals")
            isFound = !opened.wasEmpty
            file = opened.file
            failure = nil
        } catch {
            failure = error
        }
    }

    /// What the parts hold, as far as it can be had; the file need not be usable.
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
        return unsafe [UInt8](unsafeUninitializedCapacity: Self.fileSize) { buffer, filled in
            while filled < Self.fileSize {
                guard let start = buffer.baseAddress else { return }
                let got = unsafe pread(
                    source, start + filled, Self.fileSize - filled, off_t(filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }

    /// Writes bytes at their place in the part, where it may be written: with the kernel when this
    /// returns, or not there.
    /// - Returns: whether they are; ``failure`` says why where that is news.
    mutating func write(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, unlessHeldBy syncer: Syncer
    ) -> Bool {
        guard isUsable, syncer.isFree(part) else { return false }
        dirty = max(dirty, offset + bytes.count)
        var written = 0
        while written < bytes.count {
            guard let start = bytes.baseAddress else { break }
            let count = unsafe pwrite(
                file, start + written, bytes.count - written,
                off_t(part * Self.size + offset + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                failure = StoreError(errno: errno, doing: "writing to the journal of arrivals")
                return false
            }
            written += count
        }
        if failure != nil { failure = nil }
        return true
    }

    /// Goes on in the next part, since the database has all that this one holds.
    /// - Returns: how much of this part was written; nil where that is nothing: then it stays.
    mutating func turn() -> Int? {
        guard dirty > 0 else { return nil }
        defer { dirty = 0 }
        part = (part + 1) % Self.parts
        return dirty
    }

    /// Goes on in a certain part, behind what an earlier focusd has written to it.
    mutating func turn(to part: Int) {
        self.part = part
        dirty = Self.size
    }

    /// Whether the open file still is the one of that name, with all its blocks; otherwise it is
    /// let go of, for ``open()`` to make another.
    mutating func check() -> Bool {
        guard isUsable else { return false }
        if StoreFile.isOpen(path, as: file, of: Self.fileSize) { return true }
        _ = close(file)
        file = -1
        return false
    }

    /// Removes the file, which must hold nothing any more.
    mutating func remove() {
        guard isUsable else { return }
        _ = unsafe unlink(path)
        _ = close(file)
        file = -1
    }

    /// Keeps a damaged journal's bytes beside it, as `PATH.corrupt-TIME`.
    /// - Returns: the name, nil where it cannot be written.
    func keepDamaged(_ bytes: [UInt8]) -> String? {
        let aside = StoreFile.freeName(beside: path)
        let copy = unsafe Glibc.open(aside, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard copy >= 0 else { return nil }
        defer { _ = close(copy) }
        return unsafe Glibc.write(copy, bytes, bytes.count) == bytes.count ? aside : nil
    }
}
