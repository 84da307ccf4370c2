// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop

/// Calls of the user about many notifications at once: all of the missed list, say.
///
/// Each turn deals with as many as fit into about a millisecond, so that the loop serves other
/// clients in between. Further calls of the caller wait until its answer has left. A notification
/// that arrives meanwhile, or replaces another one, is left alone.
@LoopActor final class EntrySeries {
    /// Event of the engine's state that deals with notifications; returns the number that the
    /// caller is told.
    typealias Step = @LoopActor (inout EngineState, [ClientID], inout [EngineEffect]) -> Int
    /// Receives the total; returns true if the call is answered now.
    typealias End = @LoopActor (Int) -> Bool

    private let engine: Engine
    private let connection: Connection
    /// True when the program is about to end: no caller pauses any more.
    private var isFinishing = false
    private lazy var slowCalls = SlowCalls<Work> { [weak self] call, work in
        self?.goOn(call, &work) ?? false
    }

    private struct Work {
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
        var work = Work(step: step, whenDone: whenDone, left: entries[...])
        repeat { advance(&work) } while isFinishing && !work.left.isEmpty
        if work.left.isEmpty {
            _ = whenDone(work.count)
            return
        }
        // One signal at the end, in place of one for each notification.
        if entries.count > Limits.toldEntries { engine.news.isDelayed = true }
        connection.pauseCalls(of: call.sender.rawValue, for: .answer)
        slowCalls.add(call, work)
    }

    /// Deals with all that is left, for a program that is about to end.
    func finish() {
        isFinishing = true
        slowCalls.finish()
    }

    /// Returns true if notifications are left.
    private func goOn(_ call: MethodCall, _ work: inout Work) -> Bool {
        advance(&work)
        guard work.left.isEmpty else {
            if !isFinishing { engine.endBatch() }
            return true
        }
        if slowCalls.isEmpty { engine.news.isDelayed = false }
        if work.whenDone(work.count) {
            connection.resumeCalls(of: call.sender.rawValue, for: .answer)
        }
        return false
    }

    private func advance(_ work: inout Work) {
        let end = ContinuousClock.now + Limits.surveyTime
        while !work.left.isEmpty, ContinuousClock.now < end {
            let next = work.left.prefix(Self.stepLength)
            work.left = work.left.dropFirst(Self.stepLength)
            let same = next.filter { engine.facts(of: $0.id)?.key == $0.key }.map(\.id)
            let step = work.step
            work.count += engine.change { step(&$0, same, &$1) }
        }
    }
}
