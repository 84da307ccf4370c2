// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// Large payloads, each in a file of its own beside the database: `PATH-payload/KEY`.
///
/// A 256 KiB image in the database takes 64 pages twice, in the WAL and in the database, which
/// never shrinks again. One `write` takes a quarter of the time (measured: 50 µs against 216) and
/// frees the space again. The file is written before the commit of the row that names it, and
/// removed after the commit that removes that row. The next start removes files that a kill left
/// without a row.
struct PayloadFiles: ~Copyable {
    /// Minimum size in bytes of a payload with its own file. SQLite's pages are as fast for smaller
    /// ones.
    static let smallest = 16 << 10

    private let path: String
    /// The open directory; -1 if there is none.
    private var directory: Int32 = -1
    /// The files written in the current batch. They are removed if it fails.
    private var written: [EntryKey] = []
    /// The files to remove after the commit of the current batch.
    private var unwanted: [EntryKey] = []

    init(beside database: String) {
        path = Self.directory(beside: database)
        directory = StoreDirectory.open(path)
    }

    deinit {
        if directory >= 0 { _ = close(directory) }
    }

    /// Returns the directory of the files.
    static func directory(beside database: String) -> String { database + StoreNames.payloads }

    /// Opens the directory, or creates it. Renames anything else of that name: the files behind a
    /// link belong to other programs, and are neither listed nor removed.
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
        let descriptor = StoreDirectory.makeFile(StoreNames.payload(key), in: directory)
        guard descriptor >= 0 else { throw StoreError(errno: errno, doing: doing) }
        let file = PayloadFile(taking: descriptor, count: bytes.count)
        guard unsafe file.write(bytes) else {
            let number = errno
            // No row names what a full disk has taken of it.
            _ = unsafe unlinkat(directory, StoreNames.payload(key), 0)
            throw StoreError(errno: number, doing: doing)
        }
        written.append(key)
    }

    /// Creates a file for a payload that has no key yet. Returns nil if the file system has no
    /// files without a name, or refuses one.
    mutating func makeUnnamed(count: Int) -> PayloadFile? {
        if directory < 0 { try? makeDirectory(doing: "writing a payload") }
        return directory < 0 ? nil : .unnamed(in: directory, count: count)
    }

    /// Names a written file after its key. Returns false if it cannot have the name.
    mutating func name(_ file: PayloadFile, for key: EntryKey) -> Bool {
        guard file.link(as: StoreNames.payload(key), in: directory) else { return false }
        written.append(key)
        return true
    }

    /// Opens a payload's file. Returns nil if the file is missing or, after a power failure,
    /// incomplete.
    func open(_ key: EntryKey, count: Int) -> PayloadFile? {
        let descriptor = StoreDirectory.openFile(StoreNames.payload(key), in: directory, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        let file = PayloadFile(taking: descriptor, count: count)
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0, facts.st_size >= count else { return nil }
        return file
    }

    /// Removes the payload after the commit of the batch.
    mutating func remove(_ key: EntryKey) {
        unwanted.append(key)
    }

    /// Handles the commit of the batch.
    /// - Parameter syncer: Removes the unwanted files after the batch has reached the disk. Without
    ///   a syncer they are removed now.
    mutating func batchCommitted(_ syncer: Syncer?) {
        guard !unwanted.isEmpty || !written.isEmpty else { return }
        if let syncer {
            syncer.changed(Syncer.Work(written: written, unwanted: unwanted))
        } else {
            for key in unwanted { _ = unsafe unlinkat(directory, StoreNames.payload(key), 0) }
        }
        forget()
    }

    /// Handles a failed batch whose notifications are kept. Keeps their files, and the files of the
    /// unchanged rows.
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

    /// Removes, with the next commit, every file that `isWanted` refuses.
    mutating func removeOrphans(isWanted: (EntryKey) -> Bool) {
        guard directory >= 0 else { return }
        let names = StoreDirectory.names(in: directory) { name in
            StoreNames.payloadKey(name).map { !isWanted($0) } ?? false
        }
        unwanted += names.compactMap(StoreNames.payloadKey)
    }
}
