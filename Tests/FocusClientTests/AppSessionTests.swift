// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

private let app = AppID("org.example.Chat")

/// A process on the session bus.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct AppSessionTests {
    private let bus: PrivateBus

    init() throws {
        bus = try PrivateBus()
    }

    private func session(
        _ role: AppSession.Role = .app, _ filters: ScriptedFilters? = nil
    ) -> AppSession {
        AppSession(app: app, role: role, provider: filters, address: bus.address)
    }

    @Test func anAppHasItsIDAsItsNameAndAnExtensionOneOfItsOwn() throws {
        let running = session()
        let connection = try running.connection()
        #expect(try connection.nameOwner("org.example.Chat") == connection.uniqueName)
        let `extension` = session(.filterExtension)
        let other = try `extension`.connection()
        #expect(try other.nameOwner("org.example.Chat.FocusFilter") == other.uniqueName)
        #expect(running.ownsName && `extension`.ownsName)
    }

    @Test func focusdReceivesTheFiltersAgainAfterARestart() async throws {
        let filters = ScriptedFilters("Accounts")
        let session = session(.app, filters)
        var focusd: FakeFocusd? = try FakeFocusd(bus)
        try session.serve()
        for _ in 1...2 {
            let call = try await #require(focusd).calls.next()
            #expect(call.member == "Declare")
            #expect(call.arguments.first == .string("org.example.Chat"))
            let declared = try #require(call.arguments.last)
            #expect(declared["Accounts"]?["title"] == .string("Filter Accounts"))
            focusd?.connection.close()
            focusd = try FakeFocusd(bus)
        }
    }

    @Test func aRefusedDeclarationIsReportedAndTriedAgainWhenItIsNeeded() async throws {
        let focusd = try FakeFocusd(bus)
        focusd.refusals["Declare"] = ErrorReply(WireError.invalidArgs, "no title")
        let reports = Recorder<String>()
        let session = AppSession(
            app: app, provider: ScriptedFilters("Accounts"), address: bus.address
        ) { report in Task { @LoopActor in reports.record(report) } }
        try session.serve()
        #expect(try await reports.next().hasSuffix("no title"))
        await #expect(throws: ControlError.self) { _ = try await session.declaredApps() }
        focusd.refusals = [:]
        _ = try await session.declaredApps()
        #expect(focusd.calls.pending.map(\.member).allSatisfy { $0 == "Declare" })
    }

    @Test func aBridgeInFocusdsPlaceIsNoReasonToGiveUp() async throws {
        let directory = try makeTemporaryDirectory("services")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for (name, program) in [
            (WireName.focus, "/bin/touch \(directory)/started"),
            // A name without a file is unknown to the bus, even while it is owned.
            (WireName.notifications, "/bin/false"),
        ] {
            try "[D-BUS Service]\nName=\(name.rawValue)\nExec=\(program)\n".write(
                toFile: "\(directory)/\(name.rawValue).service", atomically: true, encoding: .utf8)
        }
        let bus = try PrivateBus(serviceDirectories: [directory])
        let bridge = try bus.connect()
        defer { bridge.close() }
        for name in [WireName.bridge, WireName.notifications] { _ = try bridge.requestName(name) }
        let files = Recorder<String>()
        let monitor = try FileMonitor(directory: directory) { files.record($0.name) }
        defer { withExtendedLifetime(monitor) {} }
        let session = AppSession(
            app: app, provider: ScriptedFilters("Accounts"), address: bus.address)
        let declared = Task { @LoopActor in _ = try await session.declaredApps() }
        _ = try await files.next { $0 == "started" }
        let focusd = try FakeFocusd(bus)
        try await declared.value
        #expect(try await focusd.calls.next().member == "Declare")
    }

    @Test func theFiltersAreThereBeforeFocusdHearsOfThem() async throws {
        let focusd = try FakeFocusd(bus)
        let session = session(.app, ScriptedFilters("Accounts"))
        try session.serve()
        _ = try await focusd.calls.next()
        let answer = try await focusd.ask(
            "org.example.Chat", "/org/example/Chat/FocusFilter/Accounts", "SuggestedFocusFilters")
        #expect(answer.count == 1)
    }

    @Test func anExtensionServesAndDeclaresNothing() async throws {
        let focusd = try FakeFocusd(bus)
        let session = session(.filterExtension, ScriptedFilters("Accounts"))
        try session.serve()
        _ = try await focusd.ask(
            "org.example.Chat.FocusFilter", "/org/example/Chat/FocusFilter/Accounts",
            "SuggestedFocusFilters")
        try await session.declaredApps().setBadgeCount(3)
        #expect(try await focusd.calls.next().member == "SetBadgeCount")
    }

    @Test func anExtensionLeavesWhenNothingHasBeenAskedForAWhile() async throws {
        let focusd = try FakeFocusd(bus)
        let session = session(.filterExtension, ScriptedFilters("Accounts"))
        try await session.serveUntilIdle(.milliseconds(20))
        #expect(throws: CallError.self) {
            _ = try focusd.connection.nameOwner("org.example.Chat.FocusFilter")
        }
    }

    @Test func anExtensionStaysWhileItIsAtIt() async throws {
        let focusd = try FakeFocusd(bus)
        let filters = ScriptedFilters("Accounts")
        let gate = filters.hold("slow")
        let session = session(.filterExtension, filters)
        let limit = Duration.milliseconds(100)
        // The call arrives before the time without calls begins.
        try session.serve()
        async let answer = focusd.ask(
            "org.example.Chat.FocusFilter", "/org/example/Chat/FocusFilter/Accounts", "Perform",
            .vardict(["account": .string("slow")]))
        _ = try await filters.events.next()
        let service = Task { @LoopActor in try await session.serveUntilIdle(limit) }
        // A time without calls, twice the limit.
        let passed = Recorder<Void>()
        let timer = Timer(after: limit * 2) { passed.record(()) }
        try await passed.next()
        timer.cancel()
        #expect(session.ownsName)
        await gate.open()
        #expect(try await answer.count == 1)
        try await service.value
    }

    @Test func anExtensionBesideAnotherLeavesAtOnce() async throws {
        let first = session(.filterExtension, ScriptedFilters("Accounts"))
        try first.serve()
        try await session(.filterExtension, ScriptedFilters("Accounts"))
            .serveUntilIdle(.seconds(600))
        #expect(first.ownsName)
    }

    @Test func aPerformThatHangsDoesNotKeepAnExtensionThatIsToEnd() async throws {
        let focusd = try FakeFocusd(bus)
        let filters = ScriptedFilters("Accounts")
        let gate = filters.hold("slow")
        let session = session(.filterExtension, filters)
        let service = Task { @LoopActor in
            try await session.serveUntilIdle(.seconds(600), grace: .milliseconds(50))
        }
        let answer = Task {
            try await focusd.ask(
                "org.example.Chat.FocusFilter", "/org/example/Chat/FocusFilter/Accounts",
                "Perform", .vardict(["account": .string("slow")]))
        }
        _ = try await filters.events.next()
        // The extension must leave the name to the app.
        try self.session(.appOfToolkit, ScriptedFilters("Accounts")).serve()
        await #expect(throws: Never.self) { try await service.value }
        answer.cancel()
        await gate.open()
    }

    @Test func aQuestionWithoutAnAnswerDoesNotKeepAnExtension() async throws {
        let focusd = try FakeFocusd(bus)
        let filters = ScriptedFilters("Accounts")
        let gate = filters.hold("entities")
        let session = session(.filterExtension, filters)
        // The call arrives before the time without calls begins.
        try session.serve()
        let answer = Task {
            try await focusd.ask(
                "org.example.Chat.FocusFilter", "/org/example/Chat/FocusFilter/Accounts",
                "SuggestedEntities", .string("Account"))
        }
        #expect(try await filters.events.next() == .entities(type: "Account", .suggested))
        // Ends although nothing opens the gate.
        try await session.serveUntilIdle(.milliseconds(100), grace: .milliseconds(50))
        answer.cancel()
        await gate.open()
    }

    @Test func anExtensionEndsWithItsBus() async throws {
        let session = session(.filterExtension, ScriptedFilters("Accounts"))
        // Starts before the bus closes, because a session without a bus cannot start.
        let service = Task.immediate { @LoopActor in
            try await session.serveUntilIdle(.seconds(600))
        }
        _ = try session.connection()
        try await bus.stopAndWait()
        await #expect(throws: Never.self) { try await service.value }
    }

    @Test func besideAToolkitThatHasTheNameTheAppServesAsItsExtensionWould() async throws {
        let toolkit = try bus.connect()
        #expect(try toolkit.requestName("org.example.Chat", .doNotQueue) == .primaryOwner)
        let focusd = try FakeFocusd(bus)
        let session = session(.appOfToolkit, ScriptedFilters("Accounts"))
        try session.serve()
        #expect(try await focusd.calls.next().member == "Declare")
        let answer = try await focusd.ask(
            "org.example.Chat.FocusFilter", "/org/example/Chat/FocusFilter/Accounts",
            "SuggestedFocusFilters")
        #expect(answer.count == 1)
    }

    @Test func anExtensionMakesRoomForTheAppThatNeedsItsName() async throws {
        let focusd = try FakeFocusd(bus)
        let `extension` = session(.filterExtension, ScriptedFilters("Accounts"))
        let service = Task { @LoopActor in
            try await `extension`.serveUntilIdle(.seconds(600))
        }
        // The extension owns the name before the app asks for it.
        await Task { @LoopActor in }.value
        let app = session(.appOfToolkit, ScriptedFilters("Accounts"))
        try app.serve()
        #expect(app.ownsName)
        try await service.value
        #expect(try await focusd.calls.next().member == "Declare")
    }

    @Test func aSecondInstanceAsksAndTakesOverWhenTheFirstLeaves() async throws {
        let focusd = try FakeFocusd(bus)
        let first = session(.app, ScriptedFilters("Accounts"))
        try first.serve()
        let leader = try await focusd.calls.next().sender
        let second = session(.app, ScriptedFilters("Accounts"))
        try second.serve()
        #expect(!second.ownsName)
        try await second.declaredApps().setBadgeCount(3)
        #expect(try await focusd.calls.next().member == "SetBadgeCount")
        await first.end()
        let follower = try await focusd.calls.next()
        #expect(follower.member == "Declare" && follower.sender != leader)
        #expect(second.ownsName)
    }

    @Test func withoutABusCallsFailAndNothingElseDoes() async throws {
        let session = session(.app, ScriptedFilters("Accounts"))
        try session.serve()
        let connections = Recorder<Bool>()
        let token = session.observe { connections.record($0 != nil) }
        #expect(try await connections.next())
        try await bus.stopAndWait()
        #expect(try await connections.next() == false)
        #expect {
            _ = try session.apps()
        } throws: {
            if case .notReachable = $0 as? ControlError { true } else { false }
        }
        withExtendedLifetime(token) {}
    }

    @Test func aBusThatCameBackIsUsedAgain() async throws {
        let filters = ScriptedFilters("Accounts")
        let address = bus.address
        let session = AppSession(app: app, provider: filters, address: address)
        try session.serve()
        let connections = Recorder<Bool>()
        let token = session.observe { connections.record($0 != nil) }
        #expect(try await connections.next())
        try await bus.stopAndWait()
        #expect(try await connections.next() == false)
        let again = try PrivateBus(at: bus.directory)
        #expect(again.address == address)
        let focusd = try FakeFocusd(again)
        #expect(try await focusd.calls.next().member == "Declare")
        #expect(try await connections.next())
        withExtendedLifetime(token) {}
    }

    @Test func aProcessWithoutAnAppIDIsOnTheBusAndServesNothing() throws {
        let session = AppSession(app: nil, address: bus.address)
        #expect(try session.connection().isConnected)
        #expect(throws: ControlError.self) { try session.serve() }
        #expect(throws: ControlError.self) { _ = try session.apps() }
    }

    @Test(arguments: ["Chat", "9.8", "org.example/Chat", ""])
    func anAppIDThatIsNoBusNameIsReportedAndDoesNoHarm(_ id: String) async throws {
        let reports = Recorder<String>()
        let session = AppSession(
            app: AppID(id), provider: ScriptedFilters("Accounts"), address: bus.address
        ) { report in Task { @LoopActor in reports.record(report) } }
        try session.serve()
        #expect(!session.ownsName)
        _ = try await reports.next { $0.contains("form org.example.App") }
    }

    @Test func valuesAreReadAsTheParametersSay() async throws {
        let focusd = try FakeFocusd(bus)
        focusd.answers["CurrentFilter"] = [
            .vardict(["account": .string("work"), "dark": .boolean(true), "more": .byte(1)])
        ]
        let apps = try session().apps()
        let values = try await apps.currentFilter(
            "Accounts", parameters: ScriptedFilters.parameters)
        #expect(values == ["account": .text("work"), "dark": .bool(true)])
        focusd.refusals["CurrentFilter"] = ErrorReply(WireError.missingParameterValue, "account")
        await #expect(
            throws: ControlError.refused(.missingParameterValue, message: "account")
        ) {
            _ = try await apps.currentFilter("Accounts", parameters: ScriptedFilters.parameters)
        }
    }
}
