// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc
import Synchronization

/// Has what was written reach the disk within a second, on a thread of its own.
///
/// A batch is in the kernel's hands when its commit returns: it survives a kill, not a power failure.
/// The first batch after a while wakes this thread, which waits ``pause`` for more and then
/// synchronises what they wrote: new payload files, SQLite's log, the journal of arrivals; at once
/// where nothing more is coming (``settle(then:)``). Nothing wakes it while nothing is written, and the
/// writer waits for none of it.
///
/// What a synchronised commit has made useless goes after it, never before: the power may fail in
/// between, and then the commit never was. So this thread also removes payload files that no row
/// names any more, and clears the parts of the journal that the database has taken over.
// @unchecked Sendable: all that changes is atomic, behind a lock, or touched by the thread alone.
final class Syncer: @unchecked Sendable {
    /// From the first write to the synchronisation. A second is promised; the rest is for the disk.
    static let pause = Duration.milliseconds(500)
    /// When a synchronisation that failed is tried again, where nothing is written before.
    static let retryPause = Duration.seconds(5)
    /// With fewer parts of the journal left, a pass begins at once, so that none is missing.
    static let partsToSpare = ArrivalJournal.parts / 4

    /// What a pass has to do beside synchronising the log and the journal.
    struct Work {
        /// Payload files that are new.
        var written: [EntryKey] = []
        /// Payload files that no row names.
        var unwanted: [EntryKey] = []
        /// Paths of new files that are not the store's, but that it is to bring to the disk.
        var files: [String] = []
        /// Parts of the journal that the database has, and how many of their bytes were written.
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
    /// Whether something was written since the last pass began.
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
    /// How many files were synchronised.
    private let progress = Atomic(0)
    private let passed = Semaphore(count: 0)
    private let failure = Mutex<StoreError?>(nil)
    private let following = Mutex<(@Sendable () -> Void)?>(nil)
    private let isGone = Atomic(false)
    private let thread = Mutex<pthread_t?>(nil)

    /// Starts the thread.
    /// - Parameter onFailure: called on the thread after each pass that fails.
    /// - Throws: when the system has no thread left.
    init(path: String, onFailure: @escaping @Sendable () -> Void = {}) throws(StoreError) {
        disk = SyncedFiles(beside: path)
        self.onFailure = onFailure
        let started = try startThread { [self] in run() }
        thread.withLock { $0 = started }
    }

    /// Synchronises what is left, ends the thread and waits for it.
    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        wake.signal()
        urged.signal()
        let started = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let started { _ = pthread_join(started, nil) }
    }

    /// Why what was written could not be synchronised lately; nil when all is well.
    var lastFailure: StoreError? { failure.withLock { $0 } }

    /// Whether the database is no longer there under its name.
    var isFileGone: Bool { isGone.load(ordering: .relaxed) }

    // MARK: For the writer

    /// A batch was written. This is a look at one number, but for the first one after a pass.
    func changed() {
        // The other order than the thread's: it forgets, then synchronises.
        guard !isDue.load(ordering: .sequentiallyConsistent) else { return }
        if !isDue.exchange(true, ordering: .sequentiallyConsistent) { wake.signal() }
    }

    /// A batch was written that leaves this to do.
    func changed(_ more: Work) {
        work.withLock { $0.append(more) }
        changed()
    }

    /// The database has all that this part of the journal holds. It must not be written until
    /// ``isFree(_:)``, which comes as soon as the disk allows.
    func void(_ part: Int, count: Int) {
        let free = freeParts.bitwiseAnd(~(1 << UInt(part)), ordering: .relaxed).newValue
        changed(Work(void: [(part, count)]))
        if free.nonzeroBitCount < Self.partsToSpare { urge() }
    }

    /// Whether a part of the journal may be written.
    func isFree(_ part: Int) -> Bool {
        freeParts.load(ordering: .acquiring) & 1 << UInt(part) != 0
    }

    private func urge() {
        if !isUrged.exchange(true, ordering: .sequentiallyConsistent) { urged.signal() }
    }

    /// Waits until what was written so far is synchronised, and what that made useless is gone.
    /// - Throws: also where the disk has not finished a single file for ten seconds.
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

    /// Synchronises what was written at once, since nothing more is coming, and then has the thread do
    /// something, when it has nothing left to do but to sleep. What was to be done then before and has
    /// not been begun is left out.
    func settle(then body: @escaping @Sendable () -> Void) {
        following.withLock { $0 = body }
        urge()
        // Otherwise it is awake, or about to be.
        if !isDue.load(ordering: .sequentiallyConsistent) { wake.signal() }
    }

    /// How often ``finish()`` waits in vain, for a second at most.
    static let finishingTries = 10

    // MARK: The thread

    private func run() {
        while !isStopping.load(ordering: .sequentiallyConsistent) {
            if lastFailure == nil { wake.wait() } else { wake.wait(atMost: Self.retryPause) }
            if !isStopping.load(ordering: .sequentiallyConsistent) {
                urged.wait(atMost: Self.pause)
            }
            isUrged.store(false, ordering: .sequentiallyConsistent)
            // Only asked to settle, there may be nothing to do.
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
