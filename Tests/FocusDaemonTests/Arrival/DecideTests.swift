// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon
@testable import FocusStore

/// Notifications of a server that shows them itself and asks for decisions.
@Suite @LoopActor struct DecideTests {
    private static let tool = SenderIdentity(program: ProgramName(command: "notify-send"))
    private static let program = SenderIdentity(program: ProgramName(command: "electron"))

    /// After a restart of the server, notify-send -r got a new id, and the missed one stayed.
    @Test("a tool replaces what an earlier run of the server sent, as without such a server")
    func toolReplaces() throws {
        let engine = try Engine(store: try Store(path: nil), log: Log())
        for app in ["Volume", "Brightness"] {
            #expect(engine.mute(AppID(app), until: .never))
        }
        let before = PeerName(rawValue: ":1.5")
        let first = try engine.decide(
            .notify(appName: "Volume", summary: "30 %"), from: Self.tool, for: before)
        engine.endBatch()
        let id = first.entry.id
        #expect(engine.entry(id)?.state == .silenced)
        engine.peerLeft(before)
        let after = PeerName(rawValue: ":1.6")
        let other = try engine.decide(
            .notify(appName: "Brightness", replaces: id.rawValue, summary: "70 %"),
            from: Self.program, for: after)
        #expect(other.entry.id != id)
        let again = try engine.decide(
            .notify(appName: "Brightness", replaces: id.rawValue, summary: "70 %"),
            from: Self.tool, for: after)
        #expect(again.entry.id == id)
        engine.endBatch()
        #expect(engine.entry(id)?.key == again.entry.key)
    }

    /// Before, the answer was `silence`, and no list ever had the notification.
    @Test("a silenced notification without room in the store is shown")
    func unstoredIsShown() throws {
        let engine = try Engine(store: try Store(path: nil, maximumPages: 40), log: Log())
        #expect(engine.mute(AppID("Chat"), until: .never))
        let server = PeerName(rawValue: ":1.5")
        let text = String(repeating: "x", count: 2_000)
        var silenced = 0
        while silenced < 500 {
            let arrival = try engine.decide(
                .notify(appName: "Chat", summary: text), from: Self.program, for: server)
            engine.endBatch()
            if arrival.decision.verdict == .deliver {
                #expect(arrival.entry.state == .queued)
                // The server shows it: focusd has nothing left to do about it.
                #expect(engine.entry(arrival.entry.id) == nil)
                break
            }
            #expect(engine.wasLastBatchKept)
            #expect(engine.entry(arrival.entry.id)?.state == .silenced)
            silenced += 1
        }
        #expect((1..<500).contains(silenced))
        #expect(engine.state.live.missed == silenced)
    }

    @Test("a silenced notification whose batch is not committed is shown")
    func uncommittedIsShown() throws {
        let engine = try Engine(store: try Store(path: nil), log: Log())
        #expect(engine.mute(AppID("Chat"), until: .never))
        let arrival = try engine.decide(
            .notify(appName: "Chat", summary: "x"), from: Self.program,
            for: PeerName(rawValue: ":1.5"))
        #expect(arrival.decision.verdict == .silence)
        let shown = engine.showUnstored(arrival)
        #expect(shown.decision.verdict == .deliver)
        #expect(engine.entry(shown.entry.id) == nil)
    }

    /// The journal of arrivals cannot be used, and the database refuses the row.
    @Test("a batch that the store has not kept is told, so that its notification is shown")
    func batchThatIsNotKept() throws {
        let folder = try makeTemporaryDirectory("decide")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/focusd.sqlite"
        try FileManager.default.createDirectory(
            atPath: path + "-arrivals", withIntermediateDirectories: false)
        let store = try Store(path: path)
        let engine = try Engine(store: store, log: Log())
        #expect(engine.mute(AppID("Chat"), until: .never))
        func decide(_ summary: String) throws -> Arrival {
            let arrival = try engine.decide(
                .notify(appName: "Chat", summary: summary), from: Self.program,
                for: PeerName(rawValue: ":1.5"))
            engine.endBatch()
            return arrival
        }
        let kept = try decide("a")
        #expect(engine.wasLastBatchKept)
        let trigger =
            "CREATE TRIGGER refusal BEFORE INSERT ON notification"
            + " BEGIN SELECT RAISE(ABORT, 'refused'); END"
        try store.database.execute(trigger, doing: "testing")
        let lost = try decide("b")
        #expect(lost.decision.verdict == .silence)
        #expect(!engine.wasLastBatchKept)
        let shown = engine.showUnstored(lost)
        engine.endBatch()
        #expect(shown.decision.verdict == .deliver)
        #expect(engine.entry(lost.entry.id) == nil)
        #expect(engine.entry(kept.entry.id)?.state == .silenced)
    }
}
