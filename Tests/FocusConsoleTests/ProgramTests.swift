// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The real program as clients and users see it.
@LoopActor @Suite(.timeLimit(.minutes(5))) struct ProgramTests {
    @Test("it reports its name and its capabilities")
    func information() async throws {
        let console = try await ConsoleProcess()
        let information = try await console.call("GetServerInformation")
        #expect(information.compactMap(\.asString) == ["focus-console", "focusd", "0.1.0", "1.2"])
        let capabilities = try await console.call("GetCapabilities").first?.asStrings
        #expect(
            capabilities
                == ["actions", "body", "body-hyperlinks", "body-markup", "persistence"])
    }

    @Test("without a terminal it prints plain lines, each notification before its answer")
    func plainOutput() async throws {
        let console = try await ConsoleProcess(["--color", "auto"])
        let id = try await console.notify(
            app: "Chat\u{1B}c", "Hello\nworld", "some <b>bold</b> text &amp; \u{1B}[2J\n\nend",
            actions: ["default", "", "reply", "Reply", "odd"], hints: ["urgency": .byte(2)])
        #expect(id == 1)
        #expect(
            try await console.block() == [
                "Chat␛c: Hello world (critical)", "  some bold text & ␛[2J", "  end",
                "  [1] Reply  [default] Open",
            ])
    }

    @Test("a replaced notification keeps its id and is drawn again")
    func replaces() async throws {
        let console = try await ConsoleProcess()
        let first = try await console.notify("one")
        #expect(try await console.notify(replaces: first, "two") == first)
        #expect(try await console.block() == ["Test: one"])
        #expect(try await console.block() == ["Test: two (updated)"])
        #expect(try await console.notify(replaces: 4000, "three") == 4000)
        #expect(try await console.notify("four") == 2)
    }

    @Test("CloseNotification closes with reason 3; one that is not open is an empty error")
    func closes() async throws {
        let console = try await ConsoleProcess()
        let id = try await console.notify("x")
        _ = try await console.call("CloseNotification", .uint32(id))
        #expect(try await console.signals.next() == "NotificationClosed(1, 3)")
        for unknown in [id, 0, 99] as [UInt32] {
            let error = await #expect(throws: CallError.self) {
                try await console.call("CloseNotification", .uint32(unknown))
            }
            #expect(error?.message == "")
        }
    }

    @Test("a notification expires with reason 1; a critical one stays")
    func expires() async throws {
        let console = try await ConsoleProcess()
        let critical = try await console.notify("c", hints: ["urgency": .byte(2)], timeout: 1)
        let brief = try await console.notify("b", timeout: 1)
        #expect(try await console.signals.next() == "NotificationClosed(\(brief), 1)")
        _ = try await console.call("CloseNotification", .uint32(critical))
        #expect(try await console.signals.next() == "NotificationClosed(\(critical), 3)")
    }

    @Test("a replacement has its own expiry time")
    func replacedLifetime() async throws {
        let console = try await ConsoleProcess()
        var isReplaced = false
        for time: Int32 in [5_000, 15_000, 45_000] where !isReplaced {
            let id = try await console.notify("brief", timeout: time)
            _ = try await console.notify(replaces: id, "stays", timeout: 0)
            let marker = try await console.notify("marker", timeout: time)
            let first = try await console.signals.next()
            // On a busy machine, the first one may expire before it is replaced.
            isReplaced = first == "NotificationClosed(\(marker), 1)"
            if !isReplaced { _ = try await console.signals.next() }
        }
        #expect(isReplaced)
    }

    @Test("beyond the limit, the oldest is closed with reason 4")
    func limit() async throws {
        let console = try await ConsoleProcess(["--output", "/dev/null"])
        for _ in 0..<1000 { _ = try await console.notify("x") }
        #expect(console.signals.pending.isEmpty)
        #expect(try await console.notify("one more") == 1001)
        #expect(try await console.signals.next() == "NotificationClosed(1, 4)")
    }

    @Test(
        "hints of any type and value are accepted",
        arguments: [
            ["urgency": .uint32(2)], ["urgency": .int32(-1)], ["urgency": .string("high")],
            ["urgency": .byte(200)], ["resident": .string("yes")],
            ["image-data": .structure([.int32(1), .bytes([1, 2, 3])])],
            ["deep": .variant(.variant(.variant(.byte(1))))],
        ] as [[String: Value]])
    func hints(hints: [String: Value]) async throws {
        let console = try await ConsoleProcess()
        #expect(try await console.notify("x", hints: hints) == 1)
    }

    @Test("a call with other types is refused")
    func wrongTypes() async throws {
        let console = try await ConsoleProcess()
        let error = await #expect(throws: CallError.self) {
            try await console.call("Notify", .string("x"))
        }
        #expect(error?.code == .invalidArgs)
    }

    @Test(
        "SIGTERM ends it with code 0 and without a signal on the bus", arguments: [SIGTERM, SIGINT])
    func terminates(signal: Int32) async throws {
        let console = try await ConsoleProcess()
        _ = try await console.notify("x")
        console.process?.signal(signal)
        #expect(try await console.exits.next() == .exited(0))
        _ = try await console.client.call(
            .methodCall(
                destination: .bus, path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "GetId"))
        #expect(console.signals.pending.isEmpty)
    }

    @Test("it exits with code 1 when the bus closes")
    func busGoes() async throws {
        let console = try await ConsoleProcess()
        console.bus.stop()
        #expect(try await console.exits.next() == .exited(1))
    }

    @Test("a second server is refused, and replaces the first with --replace")
    func second() async throws {
        let console = try await ConsoleProcess()
        let exits = Recorder<ChildProcess.ExitStatus>()
        let program = ConsoleProcess.executable
        let refused = try ChildProcess(
            [program, "--bus", console.bus.address], environment: Programs.sanitizerOptions,
            endsWithParent: true
        ) { exits.record($0) }
        #expect(try await exits.next() == .exited(1))
        let second = try ChildProcess(
            [program, "--replace", "--bus", console.bus.address],
            environment: Programs.sanitizerOptions,
            endsWithParent: true
        ) { exits.record($0) }
        #expect(try await console.exits.next() == .exited(0))
        // An answer means that it has started, so that SIGTERM ends it cleanly.
        _ = try await console.call("GetCapabilities")
        second.signal(SIGTERM)
        #expect(try await exits.next() == .exited(0))
        withExtendedLifetime((refused, second)) {}
    }

    @Test(
        "it exits with code 2 for an invalid argument, 1 without a bus",
        arguments: [("--x", 2), ("--replace", 1)])
    func refuses(argument: String, code: Int32) async throws {
        let exits = Recorder<ChildProcess.ExitStatus>()
        let process = try ChildProcess(
            [ConsoleProcess.executable, argument], environment: Programs.sanitizerOptions,
            endsWithParent: true
        ) { exits.record($0) }
        #expect(try await exits.next() == .exited(code))
        withExtendedLifetime(process) {}
    }
}

/// The real program on a terminal.
@LoopActor @Suite(.timeLimit(.minutes(5))) struct TerminalTests {
    let actions = ["default", "Open", "a", "First", "inline-reply", "Answer"]

    @Test("it draws frames of the terminal's width")
    func frames() async throws {
        let console = try await ConsoleProcess(
            isOnTerminal: true, environment: ["TERM": "xterm", "NO_COLOR": "1"])
        _ = try await console.notify(app: "Chat", "Hi", String(repeating: "word ", count: 20))
        let block = try await console.block()
        #expect(block.first == "╭─ Chat " + String(repeating: "─", count: 51))
        #expect(block.dropFirst().first == "│ Hi")
        #expect(block.allSatisfy { $0.count < 60 })
        #expect(block.last == "╰─")
        console.resize(columns: 30)
        // The status line is cut as soon as the new width is known.
        _ = try await console.prompts.next { $0.hasSuffix("…") }
        _ = try await console.notify("again")
        #expect(try await console.block().contains { $0.count == 29 })
    }

    @Test("colours are used unless NO_COLOR is set")
    func colors() async throws {
        let console = try await ConsoleProcess(isOnTerminal: true)
        _ = try await console.notify("Hi")
        #expect(try await console.block().contains { $0.contains("\u{1B}[1mHi\u{1B}[0m") })
    }

    @Test("keys invoke actions, dismiss and clear, with signals in order")
    func keys() async throws {
        let console = try await ConsoleProcess(isOnTerminal: true)
        let capabilities = try await console.call("GetCapabilities").first?.asStrings
        #expect(capabilities?.contains("inline-reply") == true)
        for _ in 0..<5 { _ = try await console.notify("x", actions: actions) }
        console.type("1")
        #expect(try await console.signals.next() == "ActionInvoked(5, a)")
        #expect(try await console.signals.next() == "NotificationClosed(5, 2)")
        console.type("\r")
        #expect(try await console.signals.next() == "ActionInvoked(4, default)")
        #expect(try await console.signals.next() == "NotificationClosed(4, 2)")
        console.type("2Straße, quick!\r")
        #expect(try await console.signals.next() == "NotificationReplied(3, Straße, quick!)")
        #expect(try await console.signals.next() == "NotificationClosed(3, 2)")
        _ = try await console.notify("last")
        console.type("d")
        #expect(try await console.signals.next() == "NotificationClosed(6, 2)")
        console.type("c")
        #expect(try await console.signals.next() == "NotificationClosed(1, 2)")
        #expect(try await console.signals.next() == "NotificationClosed(2, 2)")
    }

    @Test("a resident notification stays when its action is invoked")
    func resident() async throws {
        let console = try await ConsoleProcess(isOnTerminal: true)
        _ = try await console.notify("x", actions: actions, hints: ["resident": .boolean(true)])
        console.type("11d")
        #expect(try await console.signals.next() == "ActionInvoked(1, a)")
        #expect(try await console.signals.next() == "ActionInvoked(1, a)")
        #expect(try await console.signals.next() == "NotificationClosed(1, 2)")
    }

    @Test(
        "the terminal is as it was before, however the program ends", arguments: ["q", "\u{4}", ""])
    func restores(typed: String) async throws {
        let console = try await ConsoleProcess(isOnTerminal: true)
        // The answer comes after the program has taken the terminal.
        _ = try await console.notify("x")
        #expect(!console.isTerminalNormal)
        if typed.isEmpty { console.process?.signal(SIGTERM) } else { console.type(typed) }
        #expect(try await console.exits.next() == .exited(0))
        #expect(console.isTerminalNormal)
    }
}
