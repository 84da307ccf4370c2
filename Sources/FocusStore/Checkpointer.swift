// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Copies the WAL into the database on a thread of its own, so that no answer waits for a disk.
///
/// A commit only writes to the WAL file; the kernel then has it. Every ``softLimit`` frames the
/// writer wakes this thread, which synchronises the WAL, copies it into the database and
/// synchronises that, all while the writer goes on (SQLite's *passive* checkpoint). When it has
/// caught up it empties the WAL; for that moment alone, without a synchronisation in it, the
/// writer waits at the gate. A writer that never pauses stays ahead of every passive checkpoint:
/// at ``hardLimit`` it waits for one complete one, some milliseconds once in thousands of
/// notifications. Where the disk is slower than the writer even so, the writer waits at
/// ``ceiling`` for each: the WAL never holds more than that and one batch.
///
/// The writer itself synchronises nothing. When it finds everything copied, SQLite would begin
/// the WAL anew over the old frames, and then needs the new header on the disk before the first
/// new frame (sqlite.org, ticket ff5be73dee): a synchronisation on the answering path. So that
/// never comes about: a read transaction of this thread forbids it from before the copying until
/// the gate is closed, and behind the gate the file is emptied, which leaves no old frames for a
/// lost header to bring back.
// @unchecked Sendable: the connections are opened, used and closed by the thread alone; the rest
// is atomic, a lock or a semaphore.
final class Checkpointer: @unchecked Sendable {
    /// Frames (pages of 4 KiB) after which the WAL is copied; the next time after as many more.
    static let softLimit = 1_000
    /// Frames at which the thread has the writer wait until the WAL is empty: 16 MiB, which the
    /// next start reads in 7 ms, should this be killed.
    static let hardLimit = 4_000

    /// Frames past which no batch begins before the WAL was copied: 64 MiB.
    static let ceiling = 16_000

    /// Held by the writer's connection while it is in use, and by the thread while it empties
    /// the WAL.
    private let gate = Semaphore(count: 1)
    /// Held while waiting at the gate, so that a busy writer does not pass a waiting thread.
    private let queue = Semaphore(count: 1)
    /// Signalled after an attempt to copy, to a writer that waits for one.
    private let attempt = Semaphore(count: 0)
    private let isWriterWaiting = Atomic(false)
    private let wake = Semaphore(count: 0)
    private let turn = Mutex(Turn())
    private let isStopping = Atomic(false)
    private let frames = Atomic(0)
    private let failure = Mutex<StoreError?>(nil)
    private let path: String
    private let thread = Mutex<pthread_t?>(nil)
    /// What the WAL last held and when to signal next; touched by the writer alone.
    private var framesBefore = 0
    private var nextSignal = Checkpointer.softLimit
    /// Touched by the thread alone.
    private var connections: Connections?

    private struct Turn {
        /// Whether ``wake`` was signalled for something that the thread has not begun.
        var isWanted = false
        var isAtWork = false
        /// What is to be done when it is not.
        var following: (@Sendable () -> Void)?
    }

    /// One connection copies; the other reads meanwhile, which the same one may not.
    private struct Connections {
        let copier: Database
        let reader: Database
    }

    /// Starts the thread; it opens its connection when there is something to do.
    /// - Throws: when the system has no thread left.
    init(path: String) throws(StoreError) {
        self.path = path
        let started = try startThread { [self] in run() }
        thread.withLock { $0 = started }
    }

    /// Ends the thread and waits for it: at most as long as one checkpoint takes.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        wake.signal()
        let started = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let started { _ = pthread_join(started, nil) }
    }

    /// Why the last checkpoint failed; nil since one succeeded.
    var lastFailure: StoreError? { failure.withLock { $0 } }

    /// What the writer calls before it uses its connection; ``leave()`` goes with it.
    func enter() {
        if frames.load(ordering: .relaxed) >= Self.ceiling { waitForAttempt() }
        pass()
    }

    /// What the writer calls when it no longer uses its connection.
    func leave() {
        gate.signal()
    }

    /// How often ``empty()`` waits for a copy of the WAL, a second at most each time.
    static let emptyingTries = 10

    /// Copies the WAL soon, whatever it holds.
    func copySoon() {
        want()
    }

    /// Does something as soon as the thread has nothing left to do: at once where that is so. Where it
    /// waits for the writer to pause, that pause is now.
    /// What was to be done then before and has not been begun is left out.
    func settle(then body: @escaping @Sendable () -> Void) {
        let isBusy = turn.withLock { turn in
            guard turn.isWanted || turn.isAtWork else { return false }
            turn.following = body
            return true
        }
        if isBusy { want() } else { body() }
    }

    private func want() {
        let wasWanted = turn.withLock { turn in
            defer { turn.isWanted = true }
            return turn.isWanted
        }
        // What is signalled twice would wake the thread once more when all is done.
        if !wasWanted { wake.signal() }
    }

    /// Waits until the WAL is copied and its file is empty; for the writer, between two uses of its
    /// connection.
    func empty() throws(StoreError) {
        for _ in 0..<Self.emptyingTries {
            if frames.load(ordering: .acquiring) == 0 { return }
            waitForAttempt()
        }
        guard frames.load(ordering: .acquiring) == 0 else {
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
        want()
        // A disk that hangs must not stop notifications: then the WAL grows.
        attempt.wait(atMost: .seconds(1))
        isWriterWaiting.store(false, ordering: .relaxed)
    }

    /// What the writer's connection calls after each commit.
    func walHolds(frames now: Int) {
        frames.store(now, ordering: .relaxed)
        if now < framesBefore { nextSignal = Self.softLimit }
        framesBefore = now
        guard now >= nextSignal else { return }
        nextSignal = now + Self.softLimit
        want()
    }

    private func run() {
        // Asked before each wait: catching up may have taken the signal that came with it.
        while !isStopping.load(ordering: .acquiring) {
            wake.wait()
            if isStopping.load(ordering: .acquiring) { break }
            turn.withLock { turn in
                turn.isWanted = false
                turn.isAtWork = true
            }
            do throws(StoreError) {
                try catchUp()
                failure.withLock { $0 = nil }
            } catch {
                // Tried again when the WAL has grown; the writer hears of a full disk itself.
                failure.withLock { $0 = error }
            }
            answerWriter()
            let body = turn.withLock { turn in
                turn.isAtWork = false
                return turn.isWanted ? nil : turn.following.take()
            }
            body?()
        }
        connections = nil
    }

    /// Copies until the WAL is empty; while the writer is ahead, once a second or a signal.
    private func catchUp() throws(StoreError) {
        let connections = try connect()
        // Pages that are read once in thousands of notifications are not worth keeping.
        defer {
            connections.copier.releasePages()
            connections.reader.releasePages()
        }
        while frames.load(ordering: .relaxed) > 0, !isStopping.load(ordering: .acquiring) {
            if try copy(connections) { return }
            answerWriter()
            wake.wait(atMost: .seconds(1))
            turn.withLock { $0.isWanted = false }
        }
    }

    private func answerWriter() {
        if isWriterWaiting.exchange(false, ordering: .acquiring) { attempt.signal() }
    }

    /// Copies what the WAL holds now, and empties it if the writer has added nothing meanwhile.
    private func copy(_ connections: Connections) throws(StoreError) -> Bool {
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
        let copied = try outcome.get()
        let now = frames.load(ordering: .relaxed)
        guard now <= copied || now >= Self.hardLimit else { return false }
        _ = try connections.copier.checkpoint(.truncate)
        frames.store(0, ordering: .relaxed)
        return true
    }

    private func connect() throws(StoreError) -> Connections {
        if let connections { return connections }
        let doing: StaticString = "preparing the store's checkpoints"
        let copier = try Database(path: path)
        // NORMAL: the WAL before it is copied, the database before the WAL is emptied.
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
