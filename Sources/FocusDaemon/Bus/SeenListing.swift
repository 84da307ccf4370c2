// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import GLibLoop

/// Counts notifications by app and by person for the calls that list these.
///
/// The count of ten thousand notifications takes some turns of the loop. It answers all calls that
/// came before it began. A caller's further calls wait until its answer has left.
@LoopActor final class SeenListing {
    /// Answers a call; nil if the store cannot be read.
    typealias Answer = @LoopActor (SeenTally?) -> Void

    private let engine: Engine
    private let connection: Connection
    /// Calls for the next count.
    private var next: [Job] = []
    /// Calls for the present count.
    private var present: [Job] = []
    private var tally: SeenTally?
    /// True when the program is about to end: no caller pauses any more.
    private var isFinishing = false
    private lazy var turns = LongWork { [weak self] in self?.goOn() ?? false }

    private struct Job {
        let peer: PeerName
        let answer: Answer
    }

    init(_ engine: Engine, _ connection: Connection) {
        self.engine = engine
        self.connection = connection
    }

    /// Answers a call once all is counted that has arrived before it.
    func count(for call: MethodCall, _ answer: @escaping Answer) {
        if !isFinishing { connection.pauseCalls(of: call.sender.rawValue, for: .answer) }
        next.append(Job(peer: call.peer, answer: answer))
        turns.begin()
    }

    /// Drops the calls of a client that left the bus.
    func peerLeft(_ peer: PeerName) {
        guard (next + present).contains(where: { $0.peer == peer }) else { return }
        next.removeAll { $0.peer == peer }
        present.removeAll { $0.peer == peer }
        connection.resumeCalls(of: peer.rawValue, for: .answer)
    }

    /// Answers all calls that have come, for a program that is about to end.
    func finish() {
        isFinishing = true
        while goOn() {}
    }

    /// Counts for about a millisecond, or answers a call. Returns true if calls are left.
    private func goOn() -> Bool {
        if present.isEmpty {
            swap(&present, &next)
            tally = present.isEmpty ? nil : engine.beginTally()
        }
        guard !present.isEmpty else { return false }
        if tally?.isComplete == false {
            if !engine.read(&tally!, until: .now + Limits.surveyTime) { tally = nil }
        } else {
            let job = present.removeFirst()
            job.answer(tally)
            connection.resumeCalls(of: job.peer.rawValue, for: .answer)
        }
        return !present.isEmpty || !next.isEmpty
    }
}
