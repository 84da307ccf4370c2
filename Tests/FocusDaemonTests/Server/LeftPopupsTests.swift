// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// Popups of a killed focusd that leave their time to the server.
@Suite(.timeLimit(.minutes(1))) @LoopActor struct LeftPopupsTests {
    private static let peer = PeerName(rawValue: ":1.7")
    private static let id = ClientID(rawValue: 1)

    /// A mako that ran on, in a session that can tell nothing.
    @LoopActor private final class Mako: Surroundings {
        let isLocked = false
        let canSeeLock = false
        let serverKeepsReporting = true
        let serverFacts: ServerFacts?

        init(_ name: String = "mako") {
            serverFacts = ServerFacts(
                name: name, vendor: "", version: "", specVersion: "1.2", capabilities: [])
        }

        func processID(of peer: PeerName) -> UInt32? { nil }
    }

    private static func engine(_ server: Mako, age: Int64 = 0) throws -> Engine {
        let time = Timestamp(rawValue: Timestamp.now.rawValue - age)
        let store = try RestoreTests.store(sender: peer, id: id, time: time)
        let engine = try Engine(store: store, log: Log())
        engine.surroundings = server
        engine.leftPopups.patience = .milliseconds(1)
        try engine.values.write(serverInstance: "x")
        try store.commit()
        try engine.restore(present: [peer], session: "")
        engine.serverUp("x")
        return engine
    }

    @Test func aPopupThatNothingIsReportedOfExpires() async throws {
        let server = Mako()
        let engine = try Self.engine(server)
        #expect(engine.entry(Self.id)?.state == .shown)
        let batches = Recorder<Void>()
        engine.onBatchEnd = { batches.record(()) }
        while engine.entry(Self.id)?.state == .shown {
            try await batches.next(within: .seconds(20))
        }
        #expect(engine.entry(Self.id)?.state == .expired)
        withExtendedLifetime(server) {}
    }

    @Test func aPopupThatTheServerKeepsStays() throws {
        let old = Mako()
        let engine = try Self.engine(old, age: LeftPopups.kept)
        #expect(engine.leftPopups.timer == nil)
        // swaync moves its popups to the control centre.
        let swaync = Mako("SwayNotificationCenter")
        #expect(try Self.engine(swaync).leftPopups.timer == nil)
        withExtendedLifetime((old, swaync)) {}
    }
}
