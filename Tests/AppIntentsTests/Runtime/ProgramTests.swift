// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

private let appID = "org.example.FilterApp"
private let name: BusName = "org.example.FilterApp"
private let path: ObjectPath = "/org/example/FilterApp/FocusFilter/AccountFilter"

/// An app with Focus filters and without code for them: `Tests/SDKClients/FilterApp`.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct FilterAppTests {
    private let bus: PrivateBus

    init() throws {
        bus = try PrivateBus()
    }

    private func start(_ more: [String: String] = [:]) throws -> SDKProgram {
        let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "FOCUSD_APP_ID": appID]
        return try SDKProgram("FilterApp", environment: environment.merging(more) { $1 })
    }

    @Test func itsFiltersAreDeclaredWithoutALineOfItsOwn() async throws {
        let focusd = try FakeFocusd(bus)
        let program = try start()
        let call = try await focusd.calls.next()
        #expect(call.member == "Declare")
        #expect(call.arguments.first == .string(appID))
        let filters = try #require(call.arguments.last)
        #expect(
            filters.entries?.compactMap(\.key.asString).sorted() == ["AccountFilter", "RoomFilter"])
        #expect(filters["AccountFilter"]?["description"] == .string("Which accounts are shown."))
        #expect(try await program.finish() == .exited(0))
        #expect(program.errors == "")
    }

    @Test func itIsToldOfNewValuesAndAnswersItsPredicate() async throws {
        let focusd = try FakeFocusd(bus)
        let program = try start()
        _ = try await focusd.calls.next()
        let answer = try await focusd.ask(
            name, path, "Perform", .vardict(["account": .string("work")]))
        #expect(
            answer == [
                .vardict(["notificationFilterPredicate": .string("SELF IN {\"work\"}")])
            ])
        #expect(try await focusd.ask(name, path, "Perform", .vardict([:])) == [.vardict([:])])
        #expect(try await program.ask("notes") == "work,all")
        #expect(try await program.finish() == .exited(0))
    }

    @Test func anEntityThatIsGoneIsNil() async throws {
        let focusd = try FakeFocusd(bus)
        let program = try start()
        _ = try await focusd.calls.next()
        _ = try await focusd.ask(name, path, "Perform", .vardict(["account": .string("gone")]))
        #expect(try await program.ask("notes") == "all")
    }

    @Test func thrownErrorIsAnsweredInItsWords() async throws {
        let focusd = try FakeFocusd(bus)
        let program = try start()
        _ = try await focusd.calls.next()
        await #expect(
            throws: CallError(name: WireError.failed, message: "The account is locked.")
        ) {
            _ = try await focusd.ask(
                name, path, "Perform", .vardict(["account": .string("locked")]))
        }
        #expect(try await program.ask("notes") == "")
    }

    @Test func itReadsItsValuesAndHasItsContextReadAgain() async throws {
        let focusd = try FakeFocusd(bus)
        focusd.answers["CurrentFilter"] = [
            .vardict(["account": .string("home"), "isDark": .boolean(true)])
        ]
        let program = try start()
        #expect(try await program.ask("account") == "home true")
        focusd.refusals["CurrentFilter"] = ErrorReply(WireError.missingParameterValue, "room")
        #expect(try await program.ask("room") == "missingParameterValue")
        #expect(try await program.ask("more") == "asked")
        _ = try await focusd.calls.next { $0.member == "InvalidateAppContext" }
        let context = try await focusd.ask(
            name, path, "AppContext", .vardict(["account": .string("home")]))
        #expect(
            context == [
                .vardict(["notificationFilterPredicate": .string("SELF IN {\"home\", \"more\"}")])
            ])
    }

    @Test func dependencyIsThereWhenAFilterNeedsIt() async throws {
        let focusd = try FakeFocusd(bus)
        let program = try start()
        _ = try await focusd.calls.next()
        _ = try await focusd.ask(
            name, "/org/example/FilterApp/FocusFilter/RoomFilter", "Perform",
            .vardict(["room": .string("blue")]))
        #expect(try await program.ask("notes") == "blue")
    }

    @Test(arguments: [
        ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"], ["DBUS_SESSION_BUS_ADDRESS": ""],
    ])
    func withoutABusItRunsWithItsDefaults(_ environment: [String: String]) async throws {
        let program = try start(environment)
        #expect(try await program.ask("account") == "none false")
        #expect(try await program.finish() == .exited(0))
        #expect(program.errors == "")
    }

    @Test func withoutAnAppIDItRunsWithItsDefaultsAndSaysWhyNobodyAsksIt() async throws {
        let program = try start(["FOCUSD_APP_ID": ""])
        #expect(try await program.ask("account") == "none false")
        #expect(try await program.finish() == .exited(0))
        #expect(program.errors.contains("FOCUSD_APP_ID"))
        #expect(program.errors.split(separator: "\n").count == 1)
    }

    @Test func switchedOffItIsNotOnTheBus() async throws {
        let focusd = try FakeFocusd(bus)
        let program = try start(["FOCUSD_SDK": "off"])
        #expect(try await program.ask("notes") == "")
        #expect(throws: CallError.self) { _ = try focusd.connection.nameOwner(name) }
        #expect(focusd.calls.pending.isEmpty)
        #expect(try await program.finish() == .exited(0))
    }

    @Test func aProgramWithoutFiltersIsLeftAlone() async throws {
        let program = try SDKProgram(
            "PlainApp",
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "FOCUSD_APP_ID": appID])
        #expect(try await program.lines.next() == "threads: 1")
        #expect(try await program.finish() == .exited(0))
        #expect(program.errors == "")
    }

    /// The SDK changes no signal handler and no signal mask of the app.
    @Test func itsSignalsAreAsWithoutTheSDK() async throws {
        let focusd = try FakeFocusd(bus)
        let program = try start()
        _ = try await focusd.calls.next()
        let other = try start(["FOCUSD_SDK": "off"])
        for one in [program, other] { #expect(try await one.ask("notes") == "") }
        for field in ["SigIgn", "SigBlk"] {
            let value = try signals(field, of: program)
            #expect(try value == signals(field, of: other), "\(field)")
        }
        // A thread of the SDK takes no signal from the app's threads.
        let threads = try FileManager.default.contentsOfDirectory(
            atPath: "/proc/\(try #require(program.process).pid)/task")
        #expect(threads.count > 1)
        var looks = 0
        for thread in threads where thread != "\(program.process?.pid ?? 0)" {
            // A thread that has ended meanwhile takes no signal.
            guard let blocked = try? signals("SigBlk", of: program, thread: thread) else {
                continue
            }
            looks += 1
            let bits = try #require(UInt64(blocked, radix: 16))
            #expect(bits & (1 << UInt64(SIGTERM - 1)) != 0 && bits & (1 << UInt64(SIGINT - 1)) != 0)
        }
        #expect(looks > 0)
    }

    private func signals(
        _ field: String, of program: SDKProgram, thread: String? = nil
    ) throws -> String {
        let pid = try #require(program.process).pid
        let status = try String(
            contentsOfFile: "/proc/\(pid)/task/\(thread ?? "\(pid)")/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(field) })
        return String(line.drop { $0 != "\t" }.dropFirst())
    }

    @Test func itOutlivesItsBus() async throws {
        let focusd = try FakeFocusd(bus)
        let program = try start()
        _ = try await focusd.calls.next()
        try await bus.stopAndWait()
        #expect(try await program.ask("account") == "none false")
        #expect(try await program.finish() == .exited(0))
    }

    /// The main thread ends the process while another thread connects, serves, or has not begun.
    @Test func endingAtOnceIsAsGoodAsEndingLater() async throws {
        let focusd = try FakeFocusd(bus)
        for _ in 1...40 {
            let program = try start()
            #expect(try await program.finish() == .exited(0))
            #expect(program.errors == "")
        }
        withExtendedLifetime(focusd) {}
    }

    @Test func aSecondInstanceTakesOverWhenTheFirstEnds() async throws {
        let focusd = try FakeFocusd(bus)
        let first = try start()
        let leader = try await focusd.calls.next().sender
        let second = try start()
        focusd.answers["CurrentFilter"] = [.vardict([:])]
        #expect(try await second.ask("account") == "none false")
        #expect(try await focusd.calls.next().member == "CurrentFilter")
        #expect(try await first.finish() == .exited(0))
        let call = try await focusd.calls.next()
        #expect(call.member == "Declare" && call.sender != leader)
        #expect(try await second.finish() == .exited(0))
    }
}

/// The extension of an app that is not running: `Tests/SDKClients/FilterExtension`.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct FilterExtensionTests {
    private let bus: PrivateBus
    private let services: String
    private let name: BusName = "org.example.Topics.FocusFilter"
    private let path: ObjectPath = "/org/example/Topics/FocusFilter/TopicFilter"

    init() throws {
        services = try makeTemporaryDirectory("services")
        let service = """
            [D-BUS Service]
            Name=org.example.Topics.FocusFilter
            Exec=/usr/bin/env FOCUSD_APP_ID=org.example.Topics.FocusFilter \
            \(Programs.path("FilterExtension"))

            """
        try service.write(
            toFile: services + "/org.example.Topics.FocusFilter.service", atomically: true,
            encoding: .utf8)
        bus = try PrivateBus(serviceDirectories: [services])
    }

    private func pid(_ connection: Connection) async throws -> Int32 {
        let question = Message.methodCall(
            destination: .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "GetConnectionUnixProcessID")
        try question.append(.string(name.rawValue))
        let answer = try await connection.call(question, timeout: .testDeadline).arguments()
            .first?.asUInt32
        return Int32(try #require(answer))
    }

    @Test func theBusStartsItAndTheFirstCallIsAnswered() async throws {
        let focusd = try FakeFocusd(bus)
        let answer = try await focusd.ask(
            name, path, "Perform", .vardict(["topics": .strings(["a", "b"])]))
        #expect(
            answer == [
                .vardict([
                    "notificationFilterPredicate": .string("SELF IN {\"a\", \"b\"}"),
                    "targetContentIdentifierPrefix": .string("calm"),
                ])
            ])
        kill(try await pid(focusd.connection), SIGTERM)
        try? FileManager.default.removeItem(atPath: services)
    }

    @Test func aTerminatedExtensionAnswersWhatItWasAskedBeforeItLeaves() async throws {
        let focusd = try FakeFocusd(bus)
        let fifo = services + "/door"
        #expect(unsafe mkfifo(fifo, 0o600) == 0)
        // Open for both, so that no opening waits for the extension, and with it all suites.
        let door = try #require(FileHandle(forUpdatingAtPath: fifo))
        let events = Recorder<String>()
        let subscription = focusd.connection.subscribe(
            MatchRule(sender: .bus, member: "NameOwnerChanged", arguments: [0: name.rawValue])
        ) { message in
            if (try? message.arguments())?.last == .string("") { events.record("left") }
        }
        let call = Message.methodCall(
            destination: name, path: path, interface: WireName.focusFilter, member: "Perform")
        try call.append(.vardict(["topics": .strings([fifo])]))
        focusd.connection.call(call, timeout: .testDeadline) { result in
            events.record((try? result.get()) == nil ? "failed" : "answered")
        }
        // This answer comes while the first call waits: the extension runs and performs the call.
        _ = try await focusd.ask(
            name, path, "DisplayRepresentation", .vardict(["topics": .strings(["x"])]))
        kill(try await pid(focusd.connection), SIGTERM)
        // The extension still answers until it leaves.
        _ = try await focusd.ask(
            name, path, "DisplayRepresentation", .vardict(["topics": .strings(["x"])]))
        try door.write(contentsOf: Data("\n".utf8))
        #expect(try await events.next() == "answered")
        #expect(try await events.next() == "left")
        try door.close()
        withExtendedLifetime(subscription) {}
        try? FileManager.default.removeItem(atPath: services)
    }

    @Test func itPrintsTheFileThatTheAppInstalls() async throws {
        let program = try SDKProgram(
            "FilterExtension", ["--declaration"],
            environment: ["FOCUSD_APP_ID": "org.example.Topics"])
        #expect(try await program.exits.next() == .exited(0))
        var text: [String] = []
        while !program.lines.pending.isEmpty { text.append(try await program.lines.next()) }
        #expect(
            text.joined(separator: "\n") == """
                [Filter TopicFilter]
                Title=Topics
                Description=What is talked about.
                Icon=org.example.Topics
                Parameters=topics;mood;

                [Parameter TopicFilter topics]
                Title=Topics
                Type=[String]
                Default=news;

                [Parameter TopicFilter mood]
                Title=Mood
                Type=Enum
                Default=calm
                Cases=calm;loud;
                CaseTitles=Calm;Loud;
                """)
        try? FileManager.default.removeItem(atPath: services)
    }
}
