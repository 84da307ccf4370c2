// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Copies the WAL into the database on a thread of its own, so that no answer waits for a disk.
///
/// A commit only writes to the WAL file, so the kernel has it. Every ``softLimit`` frames the
/// writer wakes this thread. It synchronises the WAL, copies it into the database and synchronises
/// the database while the writer continues (SQLite's *passive* checkpoint). When everything is
/// copied it empties the WAL. Only during that moment, which contains no synchronisation, the
/// writer waits at the gate: some milliseconds, or 50 if the file system discards freed blocks at
/// once. A writer that never pauses stays ahead of every passive checkpoint.
/// From ``hardLimit`` on, the thread therefore copies again and again until few pages are left, and
/// copies these at the gate: 8 pages after the second pass, twice as many after each further one,
/// never more than ``pagesAtGate``. The disk must have these pages before they are copied, and
/// their copies before the WAL is emptied, or a power failure would damage the database: so this
/// writer waits for two synchronisations. If the writer stays ahead even so, it waits at
/// ``ceiling`` for each checkpoint: the WAL never exceeds the ceiling and one batch.
///
/// The writer itself synchronises nothing. When the whole WAL is copied, SQLite would restart the
/// WAL over the old frames, and would then need the new header on the disk before the first new
/// frame (sqlite.org, ticket ff5be73dee): a synchronisation on the answering path. This thread
/// prevents the restart with a read transaction, from before the copying until the gate is closed.
/// Then it empties the file, so that a lost header cannot bring old frames back.
// @unchecked Sendable: only the thread opens, uses and closes the connections. The other properties
// are atomic, locks or semaphores.
final class Checkpointer: @unchecked Sendable {
    /// Number of frames (pages of 4 KiB) after which the WAL is copied; again after as many more.
    static let softLimit = 1_000
    /// Number of frames from which the WAL is emptied while the writer goes on: 16 MiB. The next
    /// start reads them in 7 ms after a kill.
    static let hardLimit = 4_000
    /// Maximum number of pages that are copied while the writer waits at the gate.
    static let pagesAtGate = 1_000
    /// Pause between two passes that empty the WAL while the writer goes on.
    private static let pauseOfPasses = Duration.milliseconds(20)

    /// Number of frames from which each batch waits until the WAL was copied: 64 MiB.
    static let ceiling = 16_000

    /// Maximum time that a writer waits for an attempt to copy. Set it before the first use.
    var patience = Duration.seconds(1)

    /// Held by the writer while it uses its connection, and by the thread while it empties the WAL.
    private let gate = Semaphore(count: 1)
    /// Held while waiting at the gate, so that a busy writer does not overtake the waiting thread.
    private let queue = Semaphore(count: 1)
    /// Signalled after an attempt to copy, for a waiting writer.
    private let attempt = Semaphore(count: 0)
    private let isWriterWaiting = Atomic(false)
    private let wake = Semaphore(count: 0)
    private let requests = Mutex(Requests())
    private let isStopping = Atomic(false)
    /// True while ``empty()`` waits, until the WAL is empty.
    private let mustEmpty = Atomic(false)
    /// Signalled for ``empty()`` when the WAL is empty, and after a failure.
    private let emptied = Semaphore(count: 0)
    private let mostAtGate = Atomic(0)
    private let frames = Atomic(0)
    private let failure = Mutex<StoreError?>(nil)
    private let path: String
    private let thread = StoreThread()
    /// The size of the WAL after the last commit and at the next signal. Only the writer uses
    /// these.
    private var framesBefore = 0
    private var nextSignal = Checkpointer.softLimit
    /// Used by the thread alone.
    private var connections: Connections?

    private struct Requests {
        /// True if ``wake`` was signalled and the thread has not begun the work.
        var isRequested = false
        var isWorking = false
        /// The action to run when the thread's work is done.
        var following: (@Sendable () -> Void)?
    }

    /// Two connections: one copies while the other reads. One connection cannot do both.
    private struct Connections {
        let copier: Database
        let reader: Database
    }

    /// Starts the thread, which opens its connections when it has work.
    /// - Throws: An error if the system cannot create another thread.
    init(path: String) throws(StoreError) {
        self.path = path
        try thread.start { [self] in run() }
    }

    /// Ends the thread and waits for it, at most for the duration of one checkpoint.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        wake.signal()
        thread.join()
    }

    /// The error of the last checkpoint; nil if it succeeded.
    var lastFailure: StoreError? { failure.withLock { $0 } }

    /// Enters the gate. The writer calls it before each use of its connection, and ``leave()``
    /// after it.
    func enter() {
        if frames.load(ordering: .relaxed) >= Self.ceiling { waitForAttempt() }
        pass()
    }

    /// Leaves the gate. The writer calls it after each use of its connection.
    func leave() {
        gate.signal()
    }

    /// Maximum number of pages that were copied at once while the writer waited.
    var mostPagesAtGate: Int { mostAtGate.load(ordering: .relaxed) }

    /// Number of times that ``empty()`` waits for an empty WAL, at most a second each.
    static let emptyingTries = 10

    /// Runs an action once the thread has no work: at once if it has none now. A copy that waits
    /// for a pause of the writer runs now. A later call replaces an action that has not begun.
    func whenIdle(_ body: @escaping @Sendable () -> Void) {
        let isBusy = requests.withLock { requests in
            guard requests.isRequested || requests.isWorking else { return false }
            requests.following = body
            return true
        }
        if isBusy { requestCopy() } else { body() }
    }

    /// Requests a copy of the WAL, of any size.
    func requestCopy() {
        let wasRequested = requests.withLock { requests in
            defer { requests.isRequested = true }
            return requests.isRequested
        }
        // A second signal would wake the thread once more after its work.
        if !wasRequested { wake.signal() }
    }

    /// True while the WAL is to be emptied although the writer goes on.
    var isLogLong: Bool { frames.load(ordering: .relaxed) >= Self.hardLimit }

    /// Waits until the WAL is copied and its file is empty, for a thread that does not use the
    /// writer's connection. A writer that never pauses waits at the gate for the last pages.
    func empty() throws(StoreError) {
        mustEmpty.store(true, ordering: .releasing)
        defer { mustEmpty.store(false, ordering: .releasing) }
        for _ in 0..<Self.emptyingTries {
            // The writer may have added frames since the WAL was empty.
            if frames.load(ordering: .acquiring) == 0 || !mustEmpty.load(ordering: .acquiring) {
                return
            }
            requestCopy()
            emptied.wait(atMost: patience)
        }
        if mustEmpty.load(ordering: .acquiring) {
            throw lastFailure ?? StoreError(.busy, "emptying the log takes too long")
        }
    }

    private func pass() {
        queue.wait()
        gate.wait()
        queue.signal()
    }

    private func waitForAttempt() {
        isWriterWaiting.store(true, ordering: .releasing)
        requestCopy()
        // A disk that hangs must not stop notifications: the WAL grows instead.
        attempt.wait(atMost: patience)
        isWriterWaiting.store(false, ordering: .relaxed)
    }

    /// Records the size of the WAL. The writer's connection calls it after each commit.
    func walHolds(frames now: Int) {
        frames.store(now, ordering: .relaxed)
        if now < framesBefore { nextSignal = Self.softLimit }
        framesBefore = now
        guard now >= nextSignal else { return }
        nextSignal = now + Self.softLimit
        requestCopy()
    }

    private func run() {
        // Checked before each wait, because the copying may have consumed the signal of ``stop()``.
        while !isStopping.load(ordering: .acquiring) {
            wake.wait()
            if isStopping.load(ordering: .acquiring) { break }
            requests.withLock { requests in
                requests.isRequested = false
                requests.isWorking = true
            }
            do throws(StoreError) {
                try catchUp()
                failure.withLock { $0 = nil }
            } catch {
                // Tried again when the WAL has grown. The writer notices a full disk itself.
                failure.withLock { $0 = error }
                if mustEmpty.load(ordering: .acquiring) { emptied.signal() }
            }
            answerWriter()
            let body = requests.withLock { requests in
                requests.isWorking = false
                return requests.isRequested ? nil : requests.following.take()
            }
            body?()
        }
        connections = nil
    }

    /// Copies until the WAL is empty. While the writer is ahead, copies once a second or a signal,
    /// and more often if the WAL must be emptied.
    private func catchUp() throws(StoreError) {
        let connections = try connect()
        // Pages that are read once in thousands of notifications need no cache.
        defer {
            connections.copier.releasePages()
            connections.reader.releasePages()
        }
        var passes = 0
        while frames.load(ordering: .relaxed) > 0, !isStopping.load(ordering: .acquiring) {
            let isUrgent = isLogLong || mustEmpty.load(ordering: .acquiring)
            passes = isUrgent ? passes + 1 : 0
            if try copy(connections, leaving: Self.pages(afterPasses: passes)) { return }
            answerWriter()
            wake.wait(atMost: isUrgent ? Self.pauseOfPasses : .seconds(1))
            requests.withLock { $0.isRequested = false }
        }
    }

    /// Returns the number of pages that may be copied at the gate, after so many passes in sequence
    /// that were to empty the WAL and did not find a pause of the writer.
    static func pages(afterPasses passes: Int) -> Int {
        passes < 2 ? 0 : min(2 << min(passes, 16), pagesAtGate)
    }

    private func answerWriter() {
        if isWriterWaiting.exchange(false, ordering: .acquiring) { attempt.signal() }
    }

    /// Copies the present content of the WAL, and empties it unless the writer has added more than
    /// some pages since. Returns true if the WAL is empty.
    private func copy(
        _ connections: Connections, leaving pages: Int
    ) throws(StoreError) -> Bool {
        let doing: StaticString = "reading during a checkpoint"
        try connections.reader.execute("BEGIN; SELECT count(*) FROM badge", doing: doing)
        let outcome: Result<Int, StoreError>
        do throws(StoreError) {
            outcome = .success(try connections.copier.checkpoint(.passive))
        } catch {
            outcome = .failure(error)
        }
        pass()
        defer { gate.signal() }
        try connections.reader.execute("COMMIT", doing: doing)
        let left = try frames.load(ordering: .relaxed) - outcome.get()
        guard left <= pages else { return false }
        mostAtGate.store(max(left, mostPagesAtGate), ordering: .relaxed)
        _ = try connections.copier.checkpoint(.truncate)
        frames.store(0, ordering: .relaxed)
        if mustEmpty.exchange(false, ordering: .acquiringAndReleasing) { emptied.signal() }
        return true
    }

    private func connect() throws(StoreError) -> Connections {
        if let connections { return connections }
        let doing: StaticString = "preparing the store's checkpoints"
        let copier = try Database(path: path)
        // NORMAL synchronises the WAL before it is copied, and the database before the WAL is
        // emptied.
        try copier.execute(
            "PRAGMA cache_size = -16; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0",
            doing: doing)
        let reader = try Database(path: path)
        try reader.execute("PRAGMA cache_size = -16", doing: doing)
        let opened = Connections(copier: copier, reader: reader)
        connections = opened
        return opened
    }
}
