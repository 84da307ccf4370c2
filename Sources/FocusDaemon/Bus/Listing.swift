// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// The answer to a call that lists notifications. Written in parts.
@LoopActor protocol ListedAnswer {
    var answer: Message { get }

    /// Adds notifications until a time. Returns true when the answer is complete.
    mutating func advance(
        _ engine: Engine, until end: ContinuousClock.Instant
    ) throws(MarshalError) -> Bool
}

/// Answers the calls of a method that lists notifications.
@LoopActor final class Listing<List: ListedAnswer> {
    private let engine: Engine
    private let senders: SenderDirectory
    /// True to commit before a late answer leaves.
    private let commits: Bool
    private lazy var slowCalls = SlowCalls<List> { [weak self] call, list in
        self?.goOn(call, &list) ?? false
    }

    init(_ engine: Engine, _ senders: SenderDirectory, commits: Bool = false) {
        self.engine = engine
        self.senders = senders
        self.commits = commits
    }

    /// Answers a call, now or after some turns of the loop.
    ///
    /// - Parameter begin: begins the list in the answer.
    func answer(
        _ call: MethodCall, _ begin: (Message) throws(MarshalError) -> List
    ) throws(ErrorReply) {
        var list: List
        do throws(MarshalError) {
            list = try begin(call.message.methodReturn())
            if try list.advance(engine, until: .now + Limits.surveyTime) {
                return call.reply(list.answer)
            }
        } catch {
            throw ErrorReply(WireError.failed, "\(error)")
        }
        try slowCalls.admit(
            call, of: senders, upTo: Limits.listings, perClient: Limits.listingsPerClient,
            "too many lists are being read")
        slowCalls.add(call, list)
    }

    /// Drops the calls of a client that left the bus.
    func peerLeft(_ peer: PeerName) { slowCalls.peerLeft(peer) }

    /// Returns true if the answer is not complete.
    private func goOn(_ call: MethodCall, _ list: inout List) -> Bool {
        do throws(MarshalError) {
            guard try list.advance(engine, until: .now + Limits.surveyTime) else { return true }
            if commits { engine.endBatch() }
            call.reply(list.answer)
        } catch {
            call.fail(WireError.failed, "\(error)")
        }
        return false
    }
}
