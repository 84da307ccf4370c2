// SPDX-License-Identifier: Apache-2.0

import DBus
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The companions of AppIntents in programs of their own, `Tests/SDKClients/Companions` (issue 18).
@Suite(.timeLimit(.minutes(5))) @LoopActor struct CompanionTests {
    private let bus: PrivateBus

    init() throws {
        bus = try PrivateBus()
    }

    private func start(_ app: String = "org.example.Two") throws -> LineProgram {
        try LineProgram(
            "Companions",
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "FOCUSD_APP_ID": app])
    }

    @Test func processesOfOneAppHearEachOther() async throws {
        let (one, other, stranger) = try (start(), start(), start("org.example.Stranger"))
        #expect(try await one.ask("observe") == "observing")
        #expect(try await stranger.ask("observe") == "observing")
        #expect(try await other.ask("post") == "posted")
        #expect(try await one.lines.next() == "app changed all")
        #expect(try await one.lines.next() == "darwin org.example.darwin")
        #expect(try await one.ask("ignore") == "ignoring")
        #expect(try await other.ask("post") == "posted")
        // The next line comes without the ignored notification before it.
        _ = try other.type("ready")
        #expect(try await one.lines.next() == "observing")
        // Another app receives none of these notifications.
        #expect(stranger.lines.pending.isEmpty)
    }

    /// On Apple's systems, a notification is posted when the call returns.
    @Test func processThatEndsAtOnceIsHeard() async throws {
        let (one, leaver) = try (start(), start())
        #expect(try await one.ask("observe") == "observing")
        try leaver.type("leave")
        #expect(try await leaver.exits.next() == .exited(0))
        #expect(try await one.lines.next() == "leaver changed nothing")
    }

    @Test func busThatHangsDoesNotKeepAProgramThatEnds() async throws {
        // A bus that accepts connections and never answers.
        let hanging = try PrivateBus()
        kill(hanging.pid, SIGSTOP)
        defer { kill(hanging.pid, SIGCONT) }
        let program = try LineProgram(
            "Companions",
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": hanging.address, "FOCUSD_APP_ID": "org.example.Two",
            ])
        try program.type("leave")
        #expect(try await program.exits.next() == .exited(0))
    }

    @Test func focusdThatHangsLeavesTheStatusUnknown() async throws {
        let focusd = try FakeFocusd(bus)
        focusd.unanswered = ["IsSilenced"]
        let app = try start()
        #expect(try await app.ask("focused") == "unknown")
        // The app, which ends with its input, may ask after it has answered.
        _ = try await focusd.calls.next { $0.member == "IsSilenced" }
        withExtendedLifetime(app) {}
    }

    @Test func appLearnsOnlyThatItIsSilenced() async throws {
        let focusd = try FakeFocusd(bus)
        focusd.answers["IsSilenced"] = [.boolean(true)]
        let app = try start()
        #expect(try await app.ask("patient") == "patient")
        #expect(try await app.ask("focused") == "true")
        focusd.answers["IsSilenced"] = [.boolean(false)]
        #expect(try await app.ask("focused") == "false")
        #expect(focusd.calls.pending.allSatisfy { $0.arguments == [.string("org.example.Two")] })
    }

    @Test func withoutFocusdNobodyKnows() async throws {
        #expect(try await start().ask("focused") == "unknown")
    }

    @Test func reloadingWidgetsDoesNothing() async throws {
        #expect(try await start().ask("widgets") == "Reloaded 2 times")
    }
}
