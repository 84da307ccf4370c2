// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// Popups of a killed focusd that leave their time to the server.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct LeftPopupsTests {
    private static let peer = PeerName(rawValue: ":1.7")
    private static let id = ClientID(rawValue: 1)

    /// A server that ran on, in a session that can tell nothing.
    @LoopActor private final class LeftServer: Surroundings {
        let isLocked = false
        let canSeeLock = false
        let serverKeepsReporting = true
        let serverFacts: ServerFacts?

        init(_ name: String = "Xfce Notify Daemon") {
            serverFacts = ServerFacts(
                name: name, vendor: "", version: "", specVersion: "1.2", capabilities: [])
        }

        func processID(of peer: PeerName) -> UInt32? { nil }
    }

    private static func engine(
        _ server: LeftServer, age: Int64 = 0, verdict: Verdict = .deliver, timeout: Int32? = nil
    ) throws -> Engine {
        let time = Timestamp(rawValue: Timestamp.now.rawValue - age)
        let store = try RestoreTests.store(
            sender: peer, id: id, time: time, verdict: verdict, timeout: timeout)
        let engine = try Engine(store: store, log: Log())
        engine.surroundings = server
        engine.leftPopups.patience = .milliseconds(1)
        try engine.values.write(serverInstance: "x")
        try store.commit()
        try engine.restore(present: [peer], session: "")
        engine.serverUp("x")
        return engine
    }

    @Test(
        "another server shows a popup that never expires again, if the session bus is the same",
        arguments: [(true, 0), (true, -1), (false, 0)] as [(Bool, Int32)])
    func popupThatEndedWithItsServer(isSameBus: Bool, timeout: Int32) throws {
        let store = try RestoreTests.store(sender: Self.peer, id: Self.id, timeout: timeout)
        let engine = try Engine(store: store, log: Log())
        try engine.values.write(serverInstance: "x")
        try store.commit()
        if !isSameBus { try engine.forgetSenders() }
        try engine.restore(present: isSameBus ? [Self.peer] : [], session: "")
        let isShownAgain = isSameBus && timeout == 0
        engine.serverUp("y")
        // One that stays is in the missed list if the session bus has ended.
        let isLeft = !isSameBus && timeout == 0
        let over = isLeft ? EntryState.silenced : .expired
        #expect(engine.entry(Self.id)?.state == (isShownAgain ? .queued : over))
        #expect(engine.state.outbox.waiting == (isShownAgain ? 1 : 0))
        // In the store it is not queued, so that a later session does not show it.
        #expect(try store.entry(id: Self.id)?.state == (isShownAgain ? .shown : over))
        #expect(try store.entry(id: Self.id)?.isLeft == isLeft)
    }

    /// Starts focusd in a session whose server is another one than that of the last focusd.
    private static func start(_ store: Store, on server: String, isNewBus: Bool) throws -> Engine {
        let engine = try Engine(store: store, log: Log())
        if isNewBus { try engine.forgetSenders() }
        try engine.restore(present: [], session: "")
        engine.serverUp(server)
        return engine
    }

    /// The server gets the notification, and shows it.
    private static func show(_ engine: Engine) throws {
        engine.endBatch()
        let key = try #require(engine.entry(id)).key
        #expect(Array(engine.state.outbox.showing) == [key])
        engine.change {
            $0.jobEnded(.show(key, id), .done(ServerID(rawValue: 7)), note: nil, into: &$1)
        }
        engine.endBatch()
    }

    /// Found by a trial: a popup of before the log-out that the user had delivered was in the
    /// missed list again after a restart of focusd, as if the session had ended.
    @Test func aPopupThatWasDeliveredAfterALogOutIsOneOfThisSession() throws {
        let store = try RestoreTests.store(sender: Self.peer, id: Self.id, timeout: 0)
        try ServiceValues(store: store).write(serverInstance: "first")
        try store.commit()
        let session = try Self.start(store, on: "second", isNewBus: true)
        #expect(try store.entry(id: Self.id)?.isLeft == true)
        _ = session.change { $0.deliverNow([Self.id], into: &$1) }
        try Self.show(session)
        #expect(try store.entry(id: Self.id)?.state == .shown)
        // An ordinary restart starts another server, too.
        let restarted = try Self.start(store, on: "third", isNewBus: false)
        #expect(restarted.entry(Self.id)?.state == .queued)
        try Self.show(restarted)
        restarted.serverDown()
        #expect(restarted.entry(Self.id)?.state == .queued)
        // The next log-out ends its popup.
        let next = try Self.start(store, on: "fourth", isNewBus: true)
        #expect(next.entry(Self.id)?.state == .silenced)
        #expect(try store.entry(id: Self.id)?.isLeft == true)
    }

    /// The disk refused to remove the mark of the earlier bus.
    @Test func markOfAnEarlierBusDoesNotCount() throws {
        let store = try Store(path: nil)
        _ = try Self.start(store, on: "first", isNewBus: true)
        let engine = try Engine(store: store, log: Log())
        engine.repair.firstOnThisBus = engine.repair.firstKey
        try engine.restore(present: [], session: "")
        #expect(try engine.values.popupsAreOfThisBus())
        #expect(!engine.leftPopups.areOfThisBus)
    }

    @Test func mendedStoreKnowsTheBusOfThePopups() throws {
        let store = try Store(path: nil)
        let engine = try Self.start(store, on: "first", isNewBus: true)
        try engine.values.write(popupsAreOfThisBus: false)
        try engine.rewriteValues()
        #expect(try engine.values.popupsAreOfThisBus())
    }

    @Test func aPopupThatNeverExpiresWaitsForTheNextServer() throws {
        let server = LeftServer()
        let engine = try Self.engine(server, timeout: 0)
        #expect(engine.entry(Self.id)?.state == .shown)
        engine.serverDown()
        #expect(engine.entry(Self.id)?.state == .queued)
        let other = try Self.engine(server, age: LeftPopups.kept, timeout: -1)
        other.serverDown()
        #expect(other.entry(Self.id)?.state == .expired)
        withExtendedLifetime(server) {}
    }

    /// Returns true if the next server shows a critical popup again that has newer ones of the
    /// urgency normal before it.
    private static func isCriticalShownAgain(
        in store: Store, behind count: UInt32, hints: [String: Value] = [:]
    ) throws -> Bool {
        let call = try RestoreTests.message(timeout: -1, hints: ["urgency": .byte(2)])
        try RestoreTests.add(id, to: store, sender: peer, urgency: .critical, payload: call)
        let chat = try RestoreTests.message(timeout: -1, hints: hints)
        for number in 0..<count {
            try RestoreTests.add(
                ClientID(rawValue: 2 + number), to: store, sender: peer, payload: chat)
        }
        let engine = try Engine(store: store, log: Log())
        try engine.values.write(serverInstance: "x")
        try store.commit()
        try engine.restore(present: [peer], session: "")
        engine.serverUp("y")
        #expect(engine.state.outbox.waiting <= 1)
        return engine.entry(id)?.state == .queued
    }

    /// Found by review: eight newer popups with large pictures, which do not stay, left no bytes to
    /// read for an older critical one.
    @Test func aCriticalPopupBehindLargeOnesIsShownAgain() throws {
        let home = try makeTemporaryDirectory("left-popups")
        defer { try? FileManager.default.removeItem(atPath: home) }
        let large: [String: Value] = ["image": .string(String(repeating: "x", count: 262_144))]
        // In files, and in a store without them.
        for path in [home + "/focusd.sqlite", nil] {
            let store = try Store(path: path)
            #expect(try Self.isCriticalShownAgain(in: store, behind: 12, hints: large))
        }
    }

    @Test("so many popups are looked at for those that stay", arguments: [0, 1] as [UInt32])
    func popupsThatAreLookedAtHaveALimit(past: UInt32) throws {
        let newer = UInt32(LeftPopups.maximumLooks) - 1 + past
        let isShown = try Self.isCriticalShownAgain(in: Store(path: nil), behind: newer)
        #expect(isShown == (past == 0))
    }

    /// Past the bytes, the hint `transient` of a large message is not read.
    @Test("all large popups that stay are shown again") func largePopupsThatStay() throws {
        let store = try Store(path: nil)
        let text = String(repeating: "x", count: LeftPopups.readBytes / 4)
        let alarm = try RestoreTests.message(timeout: 0, hints: ["image": .string(text)])
        for number in 1...6 as ClosedRange<UInt32> {
            try RestoreTests.add(
                ClientID(rawValue: number), to: store, sender: Self.peer, payload: alarm)
        }
        let engine = try Engine(store: store, log: Log())
        try engine.values.write(serverInstance: "x")
        try store.commit()
        try engine.restore(present: [Self.peer], session: "")
        engine.serverUp("y")
        #expect(engine.state.outbox.waiting == 6)
    }

    private static func waitForExpiry(_ engine: Engine) async throws {
        #expect(engine.entry(id)?.state == .shown)
        let batches = Recorder<Void>()
        engine.onBatchEnd = { batches.record(()) }
        while engine.entry(id)?.state == .shown {
            try await batches.next()
        }
        #expect(engine.entry(id)?.state == .expired)
    }

    @Test func aPopupThatNothingIsReportedOfExpires() async throws {
        let server = LeftServer()
        try await Self.waitForExpiry(try Self.engine(server))
        withExtendedLifetime(server) {}
    }

    @Test func aPopupThatTheServerKeepsStays() throws {
        let old = LeftServer()
        let engine = try Self.engine(old, age: LeftPopups.kept)
        #expect(engine.leftPopups.timer == nil)
        // swaync moves its popups to the control centre.
        let swaync = LeftServer("SwayNotificationCenter")
        #expect(try Self.engine(swaync).leftPopups.timer == nil)
        withExtendedLifetime((old, swaync)) {}
    }

    /// Found by review: mako's popups, which stay until a click, counted as expired after a minute.
    @Test func aPopupOfMakoWithoutATimeStays() throws {
        let mako = LeftServer("mako")
        let engine = try Self.engine(mako)
        #expect(engine.leftPopups.timer == nil)
        #expect(engine.entry(Self.id)?.state == .shown)
        withExtendedLifetime(mako) {}
    }

    /// Found by review: the time of a popup that was delivered late counted from its arrival.
    @Test func aPopupThatWasDeliveredLateHasItsTime() async throws {
        let hour: Int64 = 3_600_000
        let server = LeftServer()
        for timeout in [nil, Int32(5_000)] {
            let engine = try Self.engine(server, age: hour, verdict: .silence, timeout: timeout)
            try await Self.waitForExpiry(engine)
        }
        let long = try Self.engine(server, age: hour, verdict: .silence, timeout: 600_000)
        #expect(long.leftPopups.timer == nil)
        #expect(long.entry(Self.id)?.state == .shown)
        // One that was shown at once has expired at once.
        let other = try Self.engine(server, age: hour, timeout: 5_000)
        #expect(other.entry(Self.id)?.state == .expired)
        withExtendedLifetime(server) {}
    }
}
