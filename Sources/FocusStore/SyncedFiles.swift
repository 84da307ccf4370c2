// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// The store's files as the thread that synchronises them sees them: by name, each time anew.
///
/// Opening and closing them drops no lock: the one that keeps other processes out is on the
/// database, which is synchronised by SQLite (``Checkpointer``).
final class SyncedFiles {
    private let database: String
    private let log: String
    private let journal: String
    private let handovers: String
    private let payloads: String
    private let directory: String
    /// Which files had these names when the directory was last synchronised.
    private var named: [String: UInt] = [:]

    /// The database's file when this was made.
    private let number: UInt?

    init(beside database: String) {
        self.database = database
        number = Self.number(database)
        log = database + "-wal"
        journal = database + "-arrivals"
        handovers = database + "-handovers"
        payloads = PayloadFiles.directory(beside: database)
        directory = Self.directory(of: database)
    }

    private static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }

    /// Whether the database is not there any more, or another file has its name.
    var isDatabaseGone: Bool { Self.number(database) != number }

    private static func number(_ path: String) -> UInt? {
        var facts = stat()
        return unsafe lstat(path, &facts) == 0 ? UInt(facts.st_ino) : nil
    }

    private static let doing: StaticString = "synchronising the store with the disk"

    /// Synchronises these payload files and others, then all that a commit may have written.
    /// - Parameters:
    ///   - files: paths; what is not there any more, or is no file, is left out.
    ///   - step: called after each file.
    func synchronise(
        _ written: [EntryKey], _ files: [String], step: () -> Void
    ) throws(StoreError) {
        guard !isDatabaseGone else {
            throw StoreError(.cannotOpen, "the store's file is gone")
        }
        var found: [String: UInt] = [:]
        // First what others refer to.
        if !written.isEmpty {
            let directory = StoreDirectory.open(payloads)
            defer { if directory >= 0 { _ = close(directory) } }
            for key in written {
                _ = try synchronise(StoreNames.payload(key), in: directory)
                step()
            }
            found[payloads] = try synchronise(payloads, isDirectory: true)
        }
        // Whatever is wrong with one of these is not to keep the store's own from the disk.
        for path in files {
            _ = try? synchronise(path)
            step()
        }
        for place in Set(files.map(Self.directory(of:))) {
            _ = try? synchronise(place, isDirectory: true)
        }
        for path in [log, journal, handovers] {
            found[path] = try synchronise(path)
            step()
        }
        if found.contains(where: { named[$0.key] != $0.value }) {
            _ = try synchronise(directory, isDirectory: true)
            named.merge(found) { $1 }
        }
    }

    /// - Returns: the file's number; nil where there is none of that name, or what has the name is
    ///   none.
    private func synchronise(
        _ path: String, in directory: Int32 = AT_FDCWD, isDirectory: Bool = false
    ) throws(StoreError) -> UInt? {
        let file = unsafe openat(
            directory, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            // EBADF: the directory itself is not there.
            if [ENOENT, ELOOP, ENXIO, EBADF].contains(errno) { return nil }
            throw StoreError(errno: errno, doing: Self.doing)
        }
        defer { _ = close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0 else {
            throw StoreError(errno: errno, doing: Self.doing)
        }
        guard facts.st_mode & S_IFMT == (isDirectory ? S_IFDIR : S_IFREG) else { return nil }
        guard (isDirectory ? fsync(file) : fdatasync(file)) == 0 else {
            throw StoreError(errno: errno, doing: Self.doing)
        }
        return UInt(facts.st_ino)
    }

    /// Removes payload files; what stays, the next start removes.
    func remove(_ unwanted: [EntryKey]) {
        guard !unwanted.isEmpty else { return }
        let directory = StoreDirectory.open(payloads)
        guard directory >= 0 else { return }
        defer { _ = close(directory) }
        for key in unwanted { _ = unsafe unlinkat(directory, StoreNames.payload(key), 0) }
    }

    /// Overwrites the beginning of a part of the journal, so that no text of a notification stays
    /// behind that the database may have forgotten since. It may fail: the epoch says that it is void.
    func clear(_ part: Int, count: Int) {
        let file = StoreDirectory.openFile(journal, in: AT_FDCWD, O_WRONLY)
        guard file >= 0 else { return }
        defer { _ = close(file) }
        var facts = stat()
        let start = part * ArrivalJournal.size
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_size >= off_t(start + count)
        else { return }
        // All of it at once would stay on this thread's heap, which no trimming shortens.
        let nothing = [UInt8](repeating: 0, count: min(count, Self.clearedAtOnce))
        for done in stride(from: 0, to: count, by: Self.clearedAtOnce) {
            let size = min(nothing.count, count - done)
            _ = unsafe pwrite(file, nothing, size, off_t(start + done))
        }
    }

    /// Bytes that ``clear(_:count:)`` writes with one call.
    private static let clearedAtOnce = 16 << 10
}
