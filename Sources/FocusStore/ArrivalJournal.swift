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
/// refuse a record that fits. Nothing in it is synchronised; like SQLite's log it may lose the
/// last seconds when the power fails.
struct ArrivalJournal: ~Copyable {
    /// Some three hundred notifications with a few hints each.
    static let size = 256 << 10

    private let path: String
    /// -1 while it cannot be had.
    private var file: Int32 = -1
    /// The end of what was written since it was last cleared.
    private var dirty = 0
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
        let doing: StaticString = "making the journal of arrivals"
        let opened = unsafe Glibc.open(
            path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard opened >= 0 else {
            failure = StoreError(errno: errno, doing: doing)
            return
        }
        var facts = stat()
        guard unsafe fstat(opened, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            failure = StoreError(.cannotOpen, "\(doing): it is no file")
            _ = close(opened)
            return
        }
        _ = fchmod(opened, 0o600)
        let result = posix_fallocate(opened, 0, off_t(Self.size))
        guard result == 0 else {
            failure = StoreError(errno: result, doing: doing)
            // What it holds may still be read.
            if facts.st_size == 0 { _ = unsafe unlink(path) }
            _ = close(opened)
            return
        }
        // What an earlier focusd left is to be cleared, too.
        dirty = facts.st_size > 0 ? Self.size : 0
        file = opened
        failure = nil
    }

    /// What the file holds, as far as it can be had; it need not be usable.
    func read() -> [UInt8] {
        let source = unsafe file >= 0 ? file : Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard source >= 0 else { return [] }
        defer { if source != file { _ = close(source) } }
        return unsafe [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, filled in
            while filled < Self.size {
                guard let start = buffer.baseAddress else { return }
                let got = unsafe pread(
                    source, start + filled, Self.size - filled, off_t(filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }

    /// Writes bytes at their place: with the kernel when this returns, or not there.
    mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StoreError) {
        dirty = max(dirty, offset + bytes.count)
        var written = 0
        while written < bytes.count {
            guard let start = bytes.baseAddress else { return }
            let count = unsafe pwrite(
                file, start + written, bytes.count - written, off_t(offset + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = StoreError(errno: errno, doing: "writing to the journal of arrivals")
                failure = error
                throw error
            }
            written += count
        }
        failure = nil
    }

    /// Says that the file holds nothing that the database has not: its first record is no more.
    ///
    /// Only for a database that is lost: one that is there knows the epoch. So it may fail.
    func markEmpty() {
        guard isUsable else { return }
        let nothing = [UInt8](repeating: 0, count: JournalFormat.headerSize)
        _ = unsafe pwrite(file, nothing, nothing.count, 0)
    }

    /// Overwrites what was written, so that no text of a notification stays behind that the
    /// database may have forgotten since.
    mutating func clear() {
        guard isUsable, dirty > 0 else { return }
        let nothing = [UInt8](repeating: 0, count: min(dirty, Self.size))
        if unsafe pwrite(file, nothing, nothing.count, 0) == nothing.count { dirty = 0 }
    }

    /// Whether the open file still is the one of that name, with all its blocks; otherwise it is
    /// let go of, for ``open()`` to make another.
    mutating func check() -> Bool {
        guard isUsable else { return false }
        var mine = stat()
        var named = stat()
        if unsafe fstat(file, &mine) == 0, unsafe lstat(path, &named) == 0,
            mine.st_ino == named.st_ino, mine.st_dev == named.st_dev,
            mine.st_size >= off_t(Self.size)
        {
            return true
        }
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
