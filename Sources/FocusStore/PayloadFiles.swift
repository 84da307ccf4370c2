// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// Large payloads, each in a file of its own beside the database: `PATH-payload/KEY`.
///
/// A 256 KiB image in the database takes 64 pages, twice: in the WAL, then in the database, which
/// never shrinks again. One `write` takes a quarter of the time (measured: 50 µs against 216) and
/// gives the space back. The file is written before the row that names it is committed, and
/// removed after the row that no longer does; what a kill leaves between, the next start removes.
struct PayloadFiles: ~Copyable {
    /// Bytes from which on a payload has its own file; below, SQLite's pages are as quick.
    static let smallest = 16 << 10

    private let path: String
    /// The open directory, -1 while there is none.
    private var directory: Int32 = -1
    /// Written in the current batch; they go if it fails.
    private var written: [EntryKey] = []
    /// No longer wanted once the current batch is committed.
    private var unwanted: [EntryKey] = []

    init(beside database: String) {
        path = Self.directory(beside: database)
        directory = StoreDirectory.open(path)
    }

    deinit {
        if directory >= 0 { _ = close(directory) }
    }

    /// Where the files lie.
    static func directory(beside database: String) -> String { database + StoreNames.payloads }

    /// Opens the directory, or makes it. What has its name and is none is set aside: the files that a
    /// link leads to are somebody's, and are neither listed nor removed.
    private mutating func makeDirectory(doing: StaticString) throws(StoreError) {
        if unsafe mkdir(path, 0o700) != 0 {
            guard errno == EEXIST else { throw StoreError(errno: errno, doing: doing) }
            directory = StoreDirectory.open(path)
            if directory >= 0 { return }
            guard errno == ENOTDIR || errno == ELOOP else {
                throw StoreError(errno: errno, doing: doing)
            }
            try StoreFile.move(path, to: StoreFile.freeName(beside: path))
            guard unsafe mkdir(path, 0o700) == 0 else {
                throw StoreError(errno: errno, doing: doing)
            }
        }
        directory = StoreDirectory.open(path)
        guard directory >= 0 else { throw StoreError(errno: errno, doing: doing) }
    }

    mutating func write(_ bytes: UnsafeRawBufferPointer, for key: EntryKey) throws(StoreError) {
        let doing: StaticString = "writing a payload"
        if directory < 0 { try makeDirectory(doing: doing) }
        let file = StoreDirectory.makeFile(StoreNames.payload(key), in: directory)
        guard file >= 0 else { throw StoreError(errno: errno, doing: doing) }
        written.append(key)
        defer { _ = close(file) }
        var rest = unsafe bytes
        while unsafe !rest.isEmpty {
            let count = unsafe Glibc.write(file, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StoreError(errno: errno, doing: doing) }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// The payload; nil where the file is gone or is not whole (the power failed).
    func read(_ key: EntryKey, count: Int) -> [UInt8]? {
        let file = StoreDirectory.openFile(StoreNames.payload(key), in: directory, O_RDONLY)
        guard file >= 0 else { return nil }
        defer { _ = close(file) }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                guard let start = buffer.baseAddress else { return }
                let got = unsafe Glibc.read(file, start + filled, count - filled)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
        return bytes.count == count ? bytes : nil
    }

    /// Forgets the payload when the batch is committed.
    mutating func remove(_ key: EntryKey) {
        unwanted.append(key)
    }

    /// - Parameter syncer: removes what is unwanted when the batch has reached the disk; without
    ///   one it goes now.
    mutating func batchCommitted(_ syncer: Syncer?) {
        guard !unwanted.isEmpty || !written.isEmpty else { return }
        if let syncer {
            syncer.changed(Syncer.Work(written: written, unwanted: unwanted))
        } else {
            for key in unwanted { _ = unsafe unlinkat(directory, StoreNames.payload(key), 0) }
        }
        forget()
    }

    /// The batch has failed, but its notifications are kept: so are their files, and those of rows
    /// that are as they were.
    mutating func batchKept(_ syncer: Syncer?) {
        syncer?.changed(Syncer.Work(written: written))
        forget()
    }

    mutating func batchFailed() {
        guard !unwanted.isEmpty || !written.isEmpty else { return }
        for key in written { _ = unsafe unlinkat(directory, StoreNames.payload(key), 0) }
        forget()
    }

    private mutating func forget() {
        written.removeAll(keepingCapacity: true)
        unwanted.removeAll(keepingCapacity: true)
    }

    /// Has every file that `isWanted` does not know removed, when the batch is committed.
    mutating func removeOrphans(isWanted: (EntryKey) -> Bool) {
        guard directory >= 0 else { return }
        let names = StoreDirectory.names(in: directory) { name in
            StoreNames.payloadKey(name).map { !isWanted($0) } ?? false
        }
        unwanted += names.compactMap(StoreNames.payloadKey)
    }
}
