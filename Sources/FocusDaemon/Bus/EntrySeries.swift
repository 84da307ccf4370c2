// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop

/// Calls of the user about many notifications at once: all of the missed list, say.
///
/// Each turn of the loop deals with as many as fit into a few milliseconds, so that the loop serves
/// other clients in between. Further calls of the caller wait until its answer has left. A
/// notification that arrives meanwhile, or replaces another one, is left alone.
@LoopActor final class EntrySeries {
    /// Deals with notifications; returns the number that the caller is told.
    typealias Step = @LoopActor (Engine, [ClientID]) -> Int
    /// Receives the total; returns true if the call is answered now.
    typealias End = @LoopActor (Int) -> Bool

    private let engine: Engine
    private let connection: Connection
    private var jobs: [Job] = []
    /// True when the program is about to end: no caller pauses any more.
    private var isFinishing = false
    private lazy var turns = LoopTurns { [weak self] in self?.goOn() ?? false }

    private struct Job {
        let call: MethodCall
        let step: Step
        let whenDone: End
        /// The notifications to deal with. A slice: what is done is dropped without a copy.
        var left: ArraySlice<EntryFacts>
        var count = 0
    }

    /// Number of notifications that a step deals with.
    private static let stepLength = 32

    init(_ engine: Engine, _ connection: Connection) {
        self.engine = engine
        self.connection = connection
    }

    /// Does `step` to live notifications, and calls `whenDone` with the total: at once if they are
    /// few, else after some turns of the loop.
    ///
    /// - Parameter entries: in the order in which they are dealt with.
    func perform(
        _ call: MethodCall, on entries: [EntryFacts], _ step: @escaping Step,
        whenDone: @escaping End
    ) {
        var job = Job(call: call, step: step, whenDone: whenDone, left: entries[...])
        repeat { advance(&job) } while isFinishing && !job.left.isEmpty
        if job.left.isEmpty {
            _ = whenDone(job.count)
            return
        }
        // One signal at the end, in place of one for each notification.
        if entries.count > Limits.toldEntries { engine.news.isDelayed = true }
        connection.pauseCalls(of: call.sender.rawValue, for: .answer)
        jobs.append(job)
        turns.begin()
    }

    /// Deals with all that is left, for a program that is about to end.
    func finish() {
        isFinishing = true
        let last = jobs
        jobs = []
        engine.news.isDelayed = false
        for job in last {
            var job = job
            while !job.left.isEmpty { advance(&job) }
            if job.whenDone(job.count) {
                connection.resumeCalls(of: job.call.sender.rawValue, for: .answer)
            }
        }
    }

    /// Returns true if jobs are left.
    private func goOn() -> Bool {
        guard !jobs.isEmpty else { return false }
        var job = jobs.removeFirst()
        advance(&job)
        if job.left.isEmpty {
            if jobs.isEmpty { engine.news.isDelayed = false }
            if job.whenDone(job.count) {
                connection.resumeCalls(of: job.call.sender.rawValue, for: .answer)
            }
        } else {
            engine.endBatch()
            jobs.append(job)
        }
        return !jobs.isEmpty
    }

    private func advance(_ job: inout Job) {
        let end = ContinuousClock.now + Limits.surveyTime
        while !job.left.isEmpty, ContinuousClock.now < end {
            let next = job.left.prefix(Self.stepLength)
            job.left = job.left.dropFirst(Self.stepLength)
            let same = next.filter { engine.facts(of: $0.id)?.key == $0.key }
            job.count += job.step(engine, same.map(\.id))
        }
    }
}
