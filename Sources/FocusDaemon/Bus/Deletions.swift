// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import GLibLoop
import Synchronization

/// Calls that delete stored notifications, so that no byte of these remains in the store's files.
///
/// The rows are deleted in turns of the loop, then a thread of the store rewrites the files. One
/// rewriting serves all calls that came before it began. A caller's further calls wait until its
/// answer has left.
@LoopActor final class Deletions {
    /// Begins to delete rows for a call.
    typealias Beginning = @LoopActor () throws(StoreError) -> Deletion

    private struct Job {
        let call: MethodCall
        let begin: Beginning
        let whenDone: @LoopActor (Result<Int, StoreError>) -> Void
        var deletion: Deletion?
        var failure: StoreError?
    }

    private let engine: Engine
    private let connection: Connection
    /// Calls whose rows are not all deleted. Only the first one has a beginning.
    private var next: [Job] = []
    /// Calls that wait for the present or the next rewriting.
    private var deleted: [Job] = []
    /// The end of the present rewriting; nil if there is none.
    private var rewriting: Rewriting?
    /// True when the program is about to end: no caller pauses any more.
    private var isFinishing = false
    private lazy var turns = LongWork { [weak self] in self?.goOn() ?? false }

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

    /// Deletes rows for a call, and calls `whenDone` with the number of deleted notifications once
    /// they are out of the store's files, or with the reason why they may not be.
    func perform(
        _ call: MethodCall, _ begin: @escaping Beginning,
        whenDone: @escaping @LoopActor (Result<Int, StoreError>) -> Void
    ) {
        if !isFinishing { connection.pauseCalls(of: call.sender.rawValue, for: .answer) }
        next.append(Job(call: call, begin: begin, whenDone: whenDone))
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

    /// Deletes some rows, or begins to rewrite. Returns true if more is to be deleted.
    private func goOn() -> Bool {
        guard rewriting == nil else { return false }
        if !next.isEmpty {
            advance(&next[0])
            if next[0].failure != nil || next[0].deletion?.isComplete == true {
                deleted.append(next.removeFirst())
            }
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

    private func advance(_ job: inout Job) {
        do throws(StoreError) {
            guard var deletion = job.deletion else {
                job.deletion = try job.begin()
                return
            }
            defer { job.deletion = deletion }
            try engine.advance(&deletion, until: .now + Limits.surveyTime)
        } catch {
            job.failure = error
        }
    }

    /// Answers the calls if the rewriting has ended.
    private func end() {
        guard let (failure, time) = rewriting?.end.withLock({ $0 }) else { return }
        rewriting = nil
        // Writes the changes that had to wait for the rewriting.
        engine.endBatch()
        let jobs = deleted
        deleted = []
        for job in jobs {
            connection.charge(time / Self.chargedPart / jobs.count, for: job.call.message)
            if let failure = job.failure ?? failure {
                job.whenDone(.failure(failure))
            } else {
                job.whenDone(.success(job.deletion?.count ?? 0))
            }
            connection.resumeCalls(of: job.call.sender.rawValue, for: .answer)
        }
        if !next.isEmpty { turns.begin() }
    }
}
