// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc
import Synchronization

/// Brings written data to the disk within a second, on a thread of its own.
///
/// The kernel has a batch when its commit returns: it survives a kill, but not a power failure. The
/// first batch after a while wakes this thread. The thread waits ``pause`` for more batches, or
/// less if none follow (``synchroniseNow(then:)``). Then it synchronises the written data: new
/// payload files, SQLite's log, the journal of arrivals. Nothing wakes the thread while nothing is
/// written, and the writer never waits for it.
///
/// Data that a commit made useless is removed only after that commit is synchronised: after a power
/// failure in between, the commit never happened. This thread therefore also removes payload files
/// without a row, and clears the parts of the journal that the database has taken over.
// @unchecked Sendable: every mutable property is atomic, behind a lock, or used by the thread
// alone.
final class Syncer: @unchecked Sendable {
    /// Time from the first write to the synchronisation. A second is promised; the disk has the
    /// remaining time.
    static let pause = Duration.milliseconds(500)
    /// Time after which a failed synchronisation is tried again, unless a write comes first.
    static let retryPause = Duration.seconds(5)
    /// With fewer free parts of the journal, a pass begins at once, so that the writer always has a
    /// free part.
    static let partsToSpare = ArrivalJournal.parts / 4

    /// The work of a pass in addition to synchronising the log and the journal.
    struct Work {
        /// New payload files.
        var written: [EntryKey] = []
        /// Payload files without a row.
        var unwanted: [EntryKey] = []
        /// Paths of new files outside the store that must reach the disk, too.
        var files: [String] = []
        /// Parts of the journal that the database has taken over, with the number of their written
        /// bytes.
        var void: [(part: Int, count: Int)] = []

        mutating func append(_ other: Work) {
            written += other.written
            unwanted += other.unwanted
            files += other.files
            void += other.void
        }
    }

    private let disk: SyncedFiles
    private let onFailure: @Sendable () -> Void
    private let work = Mutex(Work())
    /// True if data was written since the last pass began.
    private let isDue = Atomic(false)
    private let isUrged = Atomic(false)
    private let isStopping = Atomic(false)
    private let wake = Semaphore(count: 0)
    /// Ends the pause early.
    private let urged = Semaphore(count: 0)
    /// A bit for each part of the journal that may be written.
    private let freeParts = Atomic(UInt(1) << UInt(ArrivalJournal.parts) - 1)
    private let requested = Atomic(0)
    private let completed = Atomic(0)
    /// Number of synchronised files.
    private let progress = Atomic(0)
    private let passed = Semaphore(count: 0)
    private let failure = Mutex<StoreError?>(nil)
    private let following = Mutex<(@Sendable () -> Void)?>(nil)
    private let isGone = Atomic(false)
    private let thread = StoreThread()

    /// Starts the thread.
    /// - Parameter onFailure: Called on the thread after each failed pass.
    /// - Throws: An error if the system cannot create another thread.
    init(path: String, onFailure: @escaping @Sendable () -> Void = {}) throws(StoreError) {
        disk = SyncedFiles(beside: path)
        self.onFailure = onFailure
        try thread.start { [self] in run() }
    }

    /// Synchronises the remaining data, ends the thread and waits for it.
    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        wake.signal()
        urged.signal()
        thread.join()
    }

    /// The error of the last synchronisation; nil if it succeeded.
    var lastFailure: StoreError? { failure.withLock { $0 } }

    /// True if the database's name no longer names its file.
    var isFileGone: Bool { isGone.load(ordering: .relaxed) }

    // MARK: For the writer

    /// Reports a written batch. Only reads one number, except for the first batch after a pass.
    func changed() {
        // The thread uses the reverse order: it resets the flag, then synchronises.
        guard !isDue.load(ordering: .sequentiallyConsistent) else { return }
        if !isDue.exchange(true, ordering: .sequentiallyConsistent) { wake.signal() }
    }

    /// Reports a written batch, with further work.
    func changed(_ more: Work) {
        work.withLock { $0.append(more) }
        changed()
    }

    /// Voids a part of the journal, because the database has all its records. The part must not be
    /// written until ``isFree(_:)`` is true, as soon as the disk allows.
    func void(_ part: Int, count: Int) {
        let free = freeParts.bitwiseAnd(~(1 << UInt(part)), ordering: .relaxed).newValue
        changed(Work(void: [(part, count)]))
        if free.nonzeroBitCount < Self.partsToSpare { urge() }
    }

    /// Returns true if a part of the journal may be written.
    func isFree(_ part: Int) -> Bool {
        freeParts.load(ordering: .acquiring) & 1 << UInt(part) != 0
    }

    private func urge() {
        if !isUrged.exchange(true, ordering: .sequentiallyConsistent) { urged.signal() }
    }

    /// Waits until the data written so far is synchronised, and the data that it made useless is
    /// removed.
    /// - Throws: An error also if the disk has not finished a single file for ten seconds.
    func finish() throws(StoreError) {
        let ticket = requested.add(1, ordering: .sequentiallyConsistent).newValue
        changed()
        urge()
        var before = progress.load(ordering: .relaxed)
        var tries = 0
        while tries < Self.finishingTries {
            if completed.load(ordering: .acquiring) >= ticket {
                if let lastFailure { throw lastFailure }
                return
            }
            passed.wait(atMost: .seconds(1))
            let now = progress.load(ordering: .relaxed)
            tries = now == before ? tries + 1 : 0
            before = now
        }
        throw lastFailure ?? StoreError(.busy, "synchronising the store takes too long")
    }

    /// Synchronises the written data at once, because no more follows, and then runs an action on
    /// the thread before it sleeps. A later call replaces an action that has not begun.
    func synchroniseNow(then body: @escaping @Sendable () -> Void) {
        following.withLock { $0 = body }
        urge()
        // Otherwise the thread is awake, or about to be.
        if !isDue.load(ordering: .sequentiallyConsistent) { wake.signal() }
    }

    /// Number of waits in ``finish()``, at most a second each, without progress before it fails.
    static let finishingTries = 10

    // MARK: The thread

    private func run() {
        while !isStopping.load(ordering: .sequentiallyConsistent) {
            if lastFailure == nil { wake.wait() } else { wake.wait(atMost: Self.retryPause) }
            if !isStopping.load(ordering: .sequentiallyConsistent) {
                urged.wait(atMost: Self.pause)
            }
            isUrged.store(false, ordering: .sequentiallyConsistent)
            // After a call of synchroniseNow(then:) alone, there may be nothing to synchronise.
            if isDue.load(ordering: .sequentiallyConsistent) || lastFailure != nil { pass() }
            let body = following.withLock { following in
                defer { following = nil }
                return following
            }
            body?()
        }
        if isDue.load(ordering: .sequentiallyConsistent) { pass() }
    }

    private func pass() {
        let before = completed.load(ordering: .relaxed)
        let tickets = requested.load(ordering: .sequentiallyConsistent)
        isDue.store(false, ordering: .sequentiallyConsistent)
        let taken = work.withLock { work in
            defer { work = Work() }
            return work
        }
        do throws(StoreError) {
            isGone.store(disk.isDatabaseGone, ordering: .relaxed)
            try disk.synchronise(taken.written, taken.files) {
                progress.add(1, ordering: .relaxed)
            }
            failure.withLock { $0 = nil }
            disk.remove(taken.unwanted)
            for (part, count) in taken.void {
                disk.clear(part, count: count)
                freeParts.bitwiseOr(1 << UInt(part), ordering: .releasing)
            }
        } catch {
            failure.withLock { $0 = error }
            work.withLock { work in
                var all = taken
                all.append(work)
                work = all
            }
            onFailure()
        }
        completed.store(tickets, ordering: .releasing)
        if tickets > before { passed.signal() }
    }
}
