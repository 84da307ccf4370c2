// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import GLibLoop
import Testing

@testable import FocusDaemon

/// What a life of focusd takes over from the last one.
@Suite @LoopActor struct RestoreTests {
    /// An engine's store with one notification of a client in it.
    static func store(sender: PeerName, id: ClientID) throws -> Store {
        let store = try Store(path: nil)
        let notification = Notification(app: AppID("org.example.Chat"), summary: "a")
        let record = EntryRecord(
            key: try store.nextKey(), id: id, time: .now, notification: notification,
            decision: Decision(verdict: .deliver, reason: .noFocus, level: .active), focus: nil,
            sender: sender, sandbox: nil, state: .shown)
        try unsafe store.insert(record, payload: nil)
        try store.commit()
        return store
    }

    /// Unique names are given out anew by each bus: the client that has this one now is another.
    @Test func clientsOfAnEarlierBusAreNobodyOnThisOne() throws {
        let (peer, id) = (PeerName(rawValue: ":1.7"), ClientID(rawValue: 1))
        let store = try Self.store(sender: peer, id: id)
        let first = try Engine(store: store, log: Log())
        try first.forgetSenders()
        try first.restore(present: [])
        first.proxy.peerAppeared(peer)
        #expect(first.proxy[id].map { first.proxy.isPresent($0.sender) } == false)
        // Nor in the next life, when the bus is the same.
        let second = try Engine(store: store, log: Log())
        try second.restore(present: [peer])
        #expect(second.proxy[id].map { second.proxy.isPresent($0.sender) } == false)
    }

    @Test func clientsOfThisBusAreWhoTheyWere() throws {
        let (peer, id) = (PeerName(rawValue: ":1.7"), ClientID(rawValue: 1))
        let engine = try Engine(store: Self.store(sender: peer, id: id), log: Log())
        try engine.restore(present: [peer])
        #expect(engine.proxy[id].map { engine.proxy.isPresent($0.sender) } == true)
    }
}
