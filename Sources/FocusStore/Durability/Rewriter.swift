// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Rewrites the database without its deleted data, on a thread of its own.
///
/// SQLite leaves deleted data in free pages of the database and in older frames of its log. The
/// thread copies the database (`VACUUM`), empties the log, and waits until the disk has everything
/// and the journal's old parts are cleared. Meanwhile the writer may read, and arrivals go to the
/// journal. SQLite has one writer, so other changes wait until the copy is written.
// @unchecked Sendable: the properties are constant, atomic, behind a lock, or semaphores.
final class Rewriter: @unchecked Sendable {
    private let isWriting = Atomic(true)
    private let isEmptying = Atomic(true)
    /// Signalled once the copy is written.
    private let written = Semaphore(count: 0)
    private let thread = StoreThread()

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - patience: Milliseconds to wait for another writer.
    ///   - whenDone: called on the thread at its end, with the error and the processor time of the
    ///     thread.
    /// - Throws: An error if the system cannot create another thread.
    init(
        path: String, _ checkpointer: Checkpointer, _ syncer: Syncer, patience: Int,
        whenDone: @escaping @Sendable (StoreError?, Duration) -> Void
    ) throws(StoreError) {
        try thread.start { [self] in
            var failure: StoreError?
            do throws(StoreError) {
                // Old frames of the log and cleared parts of the journal have the deleted data.
                try writeAndEmpty(path, checkpointer, patience)
                try syncer.finish()
            } catch {
                failure = error
            }
            whenDone(failure, Self.processorTime)
        }
    }

    /// True until the log is empty. Changes that can wait should wait: the fewer pages they add to
    /// the log, the sooner it is empty.
    var isBusy: Bool { isEmptying.load(ordering: .acquiring) }

    /// True while no other connection can change the database.
    var keepsWritersWaiting: Bool { isWriting.load(ordering: .acquiring) }

    /// Waits until the writer may change the database.
    func waitUntilWritten() {
        guard keepsWritersWaiting else { return }
        written.wait()
    }

    /// Waits for the end of the thread.
    func finish() { thread.join() }

    /// Processor time of the calling thread.
    private static var processorTime: Duration {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func writeAndEmpty(
        _ path: String, _ checkpointer: Checkpointer, _ patience: Int
    ) throws(StoreError) {
        defer { isEmptying.store(false, ordering: .releasing) }
        try write(path, checkpointer, patience)
        try checkpointer.empty()
    }

    private func write(
        _ path: String, _ checkpointer: Checkpointer, _ patience: Int
    ) throws(StoreError) {
        defer {
            isWriting.store(false, ordering: .releasing)
            written.signal()
        }
        checkpointer.delaysEmptying = true
        defer { checkpointer.delaysEmptying = false }
        let doing: StaticString = "rewriting the store"
        let database = try Database(path: path)
        try database.execute(Self.settings, doing: doing)
        // The checkpointer may be emptying the log.
        database.setBusyTimeout(milliseconds: patience)
        database.setWALObserver(checkpointer)
        defer { database.setWALObserver(nil) }
        try database.execute("VACUUM", doing: doing)
    }

    /// Usual time to wait for another writer, in milliseconds.
    static let patience = 10_000

    /// The settings of ``Store``'s connection: few pages in memory, and a log that the checkpointer
    /// copies.
    private static let settings = """
        PRAGMA synchronous = OFF;
        PRAGMA wal_autocheckpoint = 0;
        PRAGMA cache_size = -256;
        PRAGMA secure_delete = FAST;
        PRAGMA temp_store = MEMORY;
        """
}
