// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusDaemon

/// State that a run of focusd takes over from the previous one.
@Suite @LoopActor struct RestoreTests {
    /// An engine's store with one notification of a client in it.
    ///
    /// - Parameter timeout: the expire timeout in its message; nil for no message.
    static func store(
        sender: PeerName, id: ClientID, time: Timestamp = .now, verdict: Verdict = .deliver,
        timeout: Int32? = nil
    ) throws -> Store {
        let store = try Store(path: nil)
        let payload = try timeout.map { try message(timeout: $0) } ?? []
        try add(id, to: store, sender: sender, time: time, verdict: verdict, payload: payload)
        try store.commit()
        return store
    }

    /// Adds a notification that the server shows.
    static func add(
        _ id: ClientID, to store: Store, sender: PeerName, time: Timestamp = .now,
        verdict: Verdict = .deliver, urgency: Urgency = .normal, payload: [UInt8]
    ) throws {
        let notification = Notification(
            app: AppID("org.example.Chat"), summary: "a", urgency: urgency)
        let record = EntryRecord(
            key: try store.nextKey(), id: id, time: time, notification: notification,
            decision: Decision(verdict: verdict, reason: .noFocus, level: .active), focus: nil,
            sender: sender, sandbox: nil, state: .shown)
        try unsafe payload.withUnsafeBytes { try unsafe store.insert(record, payload: $0) }
        try store.markShown(record.key, server: ServerID(rawValue: 299 + id.rawValue))
    }

    static func message(timeout: Int32, hints: [String: Value] = [:]) throws -> [UInt8] {
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        try message.append(
            .string("Chat"), .uint32(0), .string(""), .string("a"), .string(""), .strings([]),
            .vardict(hints), .int32(timeout))
        return try message.marshalled()
    }

    /// Each bus gives out unique names from the beginning: now another client has this name.
    @Test func clientsOfAnEarlierBusAreNobodyOnThisOne() throws {
        let (peer, id) = (PeerName(rawValue: ":1.7"), ClientID(rawValue: 1))
        let store = try Self.store(sender: peer, id: id)
        let first = try Engine(store: store, log: Log())
        try first.forgetSenders()
        try first.restore(present: [], session: "")
        first.peerAppeared(peer)
        #expect(first.entry(id).map { first.state.live.isPresent($0.sender) } == false)
        // Nor in the next life, when the bus is the same.
        let second = try Engine(store: store, log: Log())
        try second.restore(present: [peer], session: "")
        #expect(second.entry(id).map { second.state.live.isPresent($0.sender) } == false)
    }

    @Test func clientsOfThisBusAreWhoTheyWere() throws {
        let (peer, id) = (PeerName(rawValue: ":1.7"), ClientID(rawValue: 1))
        let engine = try Engine(store: Self.store(sender: peer, id: id), log: Log())
        try engine.restore(present: [peer], session: "")
        #expect(engine.entry(id).map { engine.state.live.isPresent($0.sender) } == true)
    }

    @Test func routeOfANotificationThatIsOverIsRemoved() throws {
        let store = try Store(path: nil)
        try store.setValue("route 5", "left")
        try store.setValue("router", "another")
        try store.commit()
        let engine = try Engine(store: store, log: Log())
        try engine.restore(present: [], session: "")
        try engine.rewriteRoutes()
        #expect(try store.value("route 5") == nil)
        #expect(try store.value("router") == "another")
    }

    private static func inhibit(_ engine: Engine, by peer: PeerName) throws -> UInt32 {
        let rules = engine.clock.rules
        return try engine.change { state, effects throws(Inhibitions.Refusal) in
            try state.inhibit(
                by: peer, app: AppID("org.example.Player"), program: nil, reason: "a film",
                quiets: true, at: .now, rules, into: &effects)
        }
    }

    @Test func requestForQuietStaysWhileItsClientDoes() throws {
        let (stays, leaves) = (PeerName(rawValue: ":1.7"), PeerName(rawValue: ":1.8"))
        let store = try Store(path: nil)
        let first = try Engine(store: store, log: Log())
        let cookie = try Self.inhibit(first, by: stays)
        _ = try Self.inhibit(first, by: leaves)
        first.endBatch()
        let second = try Engine(store: store, log: Log())
        try second.restore(present: [stays], session: "")
        #expect(second.state.inhibitions.all.map(\.peer) == [stays])
        #expect(second.state.inhibitions.cookies == [cookie])
        // A new session bus gives the same names to other clients.
        let third = try Engine(store: store, log: Log())
        try third.forgetSenders()
        try third.restore(present: [], session: "")
        #expect(third.state.inhibitions.isEmpty)
        #expect(try store.valueNames(beginningWith: "inhibition ").isEmpty)
    }

    @Test func mendedStoreHasTheRequestsOfThisRunAlone() throws {
        let store = try Store(path: nil)
        try store.setValue("inhibition 9", "left")
        try store.setValue("inhibitions", "another")
        let engine = try Engine(store: store, log: Log())
        let cookie = try Self.inhibit(engine, by: PeerName(rawValue: ":1.7"))
        try engine.rewriteValues()
        #expect(
            try store.valueNames(beginningWith: "inhibition") == [
                "inhibition \(cookie)", "inhibitions",
            ])
    }

    /// A directory of the test's own.
    private static func withDirectory(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("focus-restore-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    /// Makes the files of a killed focusd: the delivery journal says that the real server has the
    /// notification, and the notification ended before the store knew of the popup.
    private static func leave(
        _ path: String, as state: EntryState, then body: (Store, EntryRecord) throws -> Void
    ) throws {
        let store = try Store(path: path + "/first/focusd.sqlite")
        let notification = Notification(app: AppID("org.example.Chat"), summary: "a")
        let record = EntryRecord(
            key: try store.nextKey(), id: ClientID(rawValue: 1), time: .now,
            notification: notification,
            decision: Decision(verdict: .deliver, reason: .noFocus, level: .active), focus: nil,
            sender: PeerName(rawValue: ":1.7"), sandbox: nil, state: .queued)
        try unsafe store.insert(record, payload: nil)
        try store.commit()
        #expect(store.deliveryJournal?.note(record.key, as: ServerID(rawValue: 7)) != nil)
        try store.finish(record.key, as: state, at: .now)
        try body(store, record)
        try store.commit()
        try FileManager.default.copyItem(atPath: path + "/first", toPath: path + "/second")
    }

    @Test func popupThatCameUpForWhatIsOverIsClosed() throws {
        try Self.withDirectory { path in
            try Self.leave(path, as: .closedByApp) { _, _ in }
            let store = try Store(path: path + "/second/focusd.sqlite")
            let engine = try Engine(store: store, log: Log())
            try engine.restore(present: [], session: "")
            #expect(engine.state.outbox.unclosed == [ServerID(rawValue: 7)])
            #expect(engine.entry(ClientID(rawValue: 1)) == nil)
            // It is kept for the next life.
            let next = try Engine(store: store, log: Log())
            try next.restore(present: [], session: "")
            #expect(next.state.outbox.unclosed.contains(ServerID(rawValue: 7)))
        }
    }

    @Test(arguments: [EntryState.replaced, .closedByApp])
    func popupThatCameUpForWhatIsReplacedIsTheNewOnes(state: EntryState) throws {
        try Self.withDirectory { path in
            try Self.leave(path, as: state) { store, record in
                var newer = record
                newer.key = try store.nextKey()
                try unsafe store.insert(newer, payload: nil)
            }
            let store = try Store(path: path + "/second/focusd.sqlite")
            let engine = try Engine(store: store, log: Log())
            try engine.restore(present: [], session: "")
            let entry = try #require(engine.entry(ClientID(rawValue: 1)))
            #expect(entry.state == .queued)
            #expect(entry.server == ServerID(rawValue: 7))
            #expect(engine.state.outbox.unclosed.isEmpty)
            #expect(engine.state.outbox.waiting == 1)
        }
    }
}
