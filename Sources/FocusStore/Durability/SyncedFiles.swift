// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// The store's files for the thread that synchronises them, opened by name each time.
///
/// Opening and closing them drops no lock: the lock against other processes is on the database,
/// which SQLite synchronises (``Checkpointer``).
final class SyncedFiles {
    private let database: String
    private let log: String
    private let journal: String
    private let deliveries: String
    private let payloads: String
    /// The directories of these files: two, if the database is a link to another place.
    private let directories: Set<String>
    /// The files with these names at the last synchronisation of the directory.
    private var named: [String: UInt] = [:]

    /// The number of the database's file when this object was created.
    private let number: UInt?

    init(beside database: String) {
        self.database = database
        number = Self.number(database)
        let file = StoreFile.resolved(database)
        log = file + "-wal"
        journal = database + "-arrivals"
        deliveries = database + "-handovers"
        payloads = PayloadFiles.directory(beside: database)
        directories = [Self.directory(of: database), Self.directory(of: file)]
    }

    private static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }

    /// True if the database is missing, or another file has its name.
    var isDatabaseGone: Bool { Self.number(database) != number }

    private static func number(_ path: String) -> UInt? {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 ? UInt(facts.st_ino) : nil
    }

    private static let doing: StaticString = "synchronising the store with the disk"

    /// Synchronises these payload files and others, then all files that a commit may have written.
    /// - Parameters:
    ///   - files: Paths. Skips missing ones and those that are not files.
    ///   - step: Called after each file.
    func synchronise(
        _ written: [EntryKey], _ files: [String], step: () -> Void
    ) throws(StoreError) {
        guard !isDatabaseGone else {
            throw StoreError(.cannotOpen, "the store's file is gone")
        }
        var found: [String: UInt] = [:]
        // First the files that others refer to.
        if !written.isEmpty {
            let directory = StoreDirectory.open(payloads)
            defer { if directory >= 0 { _ = close(directory) } }
            for key in written {
                _ = try synchronise(StoreNames.payload(key), in: directory)
                step()
            }
            found[payloads] = try synchronise(payloads, isDirectory: true)
        }
        // A failure of one of these must not keep the store's own files from the disk.
        for path in files {
            _ = try? synchronise(path)
            step()
        }
        for place in Set(files.map(Self.directory(of:))) {
            _ = try? synchronise(place, isDirectory: true)
        }
        for path in [log, journal, deliveries] {
            found[path] = try synchronise(path, isEssential: path == log)
            step()
        }
        if found.contains(where: { named[$0.key] != $0.value }) {
            for directory in directories {
                _ = try synchronise(directory, isDirectory: true)
            }
            named.merge(found) { $1 }
        }
    }

    /// - Parameter isEssential: True to fail if something else than a file has the name.
    /// - Returns: The file's number; nil if no file has that name.
    private func synchronise(
        _ path: String, in directory: Int32 = AT_FDCWD, isDirectory: Bool = false,
        isEssential: Bool = false
    ) throws(StoreError) -> UInt? {
        let file = unsafe openat(
            directory, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            // EBADF: the directory is missing.
            let isAbsent = errno == ENOENT || [ELOOP, ENXIO, EBADF].contains(errno) && !isEssential
            if isAbsent { return nil }
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

    /// Removes payload files. The next start removes those that remain.
    func remove(_ unwanted: [EntryKey]) {
        guard !unwanted.isEmpty else { return }
        let directory = StoreDirectory.open(payloads)
        guard directory >= 0 else { return }
        defer { _ = close(directory) }
        for key in unwanted { _ = unsafe unlinkat(directory, StoreNames.payload(key), 0) }
    }

    /// Overwrites the beginning of a part of the journal, so that no text of a notification remains
    /// that the database may have removed since. A failure is harmless: the epoch marks the part as
    /// void.
    func clear(_ part: Int, count: Int) {
        let file = StoreDirectory.openFile(journal, in: AT_FDCWD, O_WRONLY)
        guard file >= 0 else { return }
        defer { _ = close(file) }
        var facts = stat()
        let start = part * ArrivalJournal.size
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_size >= off_t(start + count)
        else { return }
        // A buffer for all bytes would stay on this thread's heap, which no trimming shortens.
        let nothing = [UInt8](repeating: 0, count: min(count, Self.clearedAtOnce))
        for done in stride(from: 0, to: count, by: Self.clearedAtOnce) {
            let size = min(nothing.count, count - done)
            _ = unsafe pwrite(file, nothing, size, off_t(start + done))
        }
    }

    /// Maximum bytes that ``clear(_:count:)`` writes with one call.
    private static let clearedAtOnce = 16 << 10
}
