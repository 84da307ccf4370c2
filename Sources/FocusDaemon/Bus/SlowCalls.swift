// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Calls that take long. At each of its turns (``LongWork``), the first one is worked on for about
/// a millisecond, and goes to the end of the queue if more of its work is left.
@LoopActor final class SlowCalls<Work> {
    /// Does the next part of a call's work; returns true if more is left.
    typealias Part = @LoopActor (MethodCall, inout Work) -> Bool

    private let part: Part
    private var calls: [(call: MethodCall, work: Work)] = []
    private lazy var turns = LongWork { [weak self] in self?.goOn() ?? false }

    init(_ part: @escaping Part) {
        self.part = part
    }

    /// True if no other call waits, seen from the part of a call's work.
    var isEmpty: Bool { calls.isEmpty }

    /// Throws if the queue, or the share of it of the caller or its program, is full.
    ///
    /// - Parameter refusal: such as "too many searches at a time".
    func admit(
        _ call: MethodCall, of senders: SenderDirectory, upTo limit: Int, perClient: Int,
        _ refusal: String
    ) throws(ErrorReply) {
        let program = senders.payer(of: call.peer).app
        let own = calls.count { $0.call.sender == call.sender }
        let ofProgram = calls.count { senders.payer(of: $0.call.peer).app == program }
        guard own < perClient,
            PeerAccounts.mayHave(1, beside: ofProgram, ofFree: limit - calls.count)
        else {
            throw ErrorReply(
                WireError.limitsExceeded,
                "\(refusal): wait for the answers of the calls before")
        }
    }

    /// Works on a call from the next turn on.
    func add(_ call: MethodCall, _ work: Work) {
        calls.append((call, work))
        turns.begin()
    }

    /// Drops the calls of a client that left the bus.
    func peerLeft(_ peer: PeerName) {
        calls.removeAll { $0.call.peer == peer }
    }

    /// Does all work that is left, for a program that is about to end.
    func finish() {
        while goOn() {}
    }

    /// Returns true if calls are left.
    private func goOn() -> Bool {
        guard !calls.isEmpty else { return false }
        let call = calls[0].call
        var work = calls.removeFirst().work
        if part(call, &work) { calls.append((call, work)) }
        return !calls.isEmpty
    }
}
