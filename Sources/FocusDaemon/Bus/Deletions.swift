// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusStore
import GLibLoop
import Synchronization

/// Calls that delete stored notifications, so that no byte of these remains in the store's files.
///
/// The rows are deleted at the next turn of the loop, then a thread of the store rewrites the
/// files. One rewriting serves all calls that came before it began. A caller's further calls wait
/// until its answer has left.
@LoopActor final class Deletions {
    /// Deletes rows; returns the number of deleted notifications.
    typealias Work = @LoopActor () throws(StoreError) -> Int

    private struct Job {
        let call: MethodCall
        let work: Work
        let whenDone: @LoopActor (Result<Int, StoreError>) -> Void
        var result: Result<Int, StoreError> = .success(0)
    }

    private let engine: Engine
    private let connection: Connection
    /// Calls whose rows are not deleted yet.
    private var next: [Job] = []
    /// Calls that wait for the present or the next rewriting.
    private var deleted: [Job] = []
    /// The end of the present rewriting; nil if there is none.
    private var rewriting: Rewriting?
    /// True when the program is about to end: no caller pauses any more.
    private var isFinishing = false
    private lazy var turns = LoopTurns { [weak self] in self?.goOn() ?? false }

    /// The report of the store's thread at its end.
    private final class Rewriting: Sendable {
        let end = Mutex<(failure: StoreError?, time: Duration)?>(nil)
    }

    /// A client is charged for one part in so many of the thread's time: nobody waits for the
    /// thread, but it uses a processor and the disk.
    private static let chargedPart = 10

    init(_ engine: Engine, _ connection: Connection) {
        self.engine = engine
        self.connection = connection
    }

    /// Deletes rows for a call, and calls `whenDone` once they are out of the store's files, or
    /// with the reason why they may not be.
    func perform(
        _ call: MethodCall, _ work: @escaping Work,
        whenDone: @escaping @LoopActor (Result<Int, StoreError>) -> Void
    ) {
        if !isFinishing { connection.pauseCalls(of: call.sender.rawValue, for: .answer) }
        next.append(Job(call: call, work: work, whenDone: whenDone))
        turns.begin()
    }

    /// Answers all calls that have come, for a program that is about to end.
    func finish() {
        isFinishing = true
        repeat {
            while goOn() {}
            engine.store.finishRewriting()
            end()
        } while !next.isEmpty
    }

    /// Does the work of one call, or begins to rewrite. Returns true if there is more to do before.
    private func goOn() -> Bool {
        guard rewriting == nil else { return false }
        if !next.isEmpty {
            var job = next.removeFirst()
            job.result = Result { () throws(StoreError) in try job.work() }
            deleted.append(job)
            return true
        }
        guard !deleted.isEmpty else { return false }
        engine.endBatch()
        let rewriting = Rewriting()
        self.rewriting = rewriting
        engine.store.rewrite { failure, time in
            rewriting.end.withLock { $0 = (failure, time) }
            Task { @LoopActor [weak self] in self?.end() }
        }
        return false
    }

    /// Answers the calls if the rewriting has ended.
    private func end() {
        guard let (failure, time) = rewriting?.end.withLock({ $0 }) else { return }
        rewriting = nil
        let jobs = deleted
        deleted = []
        for job in jobs {
            connection.charge(time / Self.chargedPart / jobs.count, for: job.call.message)
            job.whenDone(failure.map { .failure($0) } ?? job.result)
            connection.resumeCalls(of: job.call.sender.rawValue, for: .answer)
        }
        if !next.isEmpty { turns.begin() }
    }
}
