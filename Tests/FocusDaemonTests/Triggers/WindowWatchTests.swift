// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

/// The window with the keyboard focus, from the output of `xprop` and `swaymsg`.
@Suite struct WindowWatchTests {
    @Test(
        arguments: [
            ("_NET_ACTIVE_WINDOW(WINDOW): window id # 0x80000c", "0x80000c"),
            ("_NET_ACTIVE_WINDOW(WINDOW): window id # 0x3a00007, 0x0", "0x3a00007"),
            ("_NET_ACTIVE_WINDOW(WINDOW): window id # 0x0", nil),
            ("_NET_ACTIVE_WINDOW:  not found.", nil), ("", nil), ("# --version", nil),
            ("_NET_ACTIVE_WINDOW(WINDOW): window id # 0x123456789", nil),
        ] as [(String, String?)])
    func activeWindowIsRead(_ line: String, _ window: String?) {
        #expect(X11WindowWatch.window(in: line) == window)
    }

    @Test(arguments: [
        ("_NET_WM_STATE(ATOM) = _NET_WM_STATE_FULLSCREEN", true),
        ("_NET_WM_STATE(ATOM) = _NET_WM_STATE_FOCUSED, _NET_WM_STATE_FULLSCREEN", true),
        ("_NET_WM_STATE(ATOM) = _NET_WM_STATE_MAXIMIZED_VERT", false),
        ("_NET_WM_STATE(ATOM) = ", false), ("_NET_WM_STATE:  not found.", false),
    ])
    func stateOfAWindowIsRead(_ line: String, _ fillsScreen: Bool) {
        #expect(X11WindowWatch.fillsScreen(line) == fillsScreen)
    }

    private static func window(_ change: String, _ id: Int, _ mode: Int, focused: Bool = true)
        -> String
    {
        """
        {"change": "\(change)", "container": {"id": \(id), "type": "con", "focused": \(focused),
        "fullscreen_mode": \(mode)}}
        """
    }

    private static func workspace(_ nodes: String = "") -> String {
        """
        {"change": "focus", "old": {"id": 4}, "current": {"id": 6, "type": "workspace",
        "focused": true, "nodes": [\(nodes)], "floating_nodes": []}}
        """
    }

    @Test func windowsOfSwayAreFollowed() throws {
        var windows = SwayWindows()
        let steps: [(String, Bool?)] = [
            (#"{"success": true}"#, nil), (Self.window("new", 5, 0, focused: false), nil),
            (Self.window("focus", 5, 0), false), (Self.window("fullscreen_mode", 5, 1), true),
            (Self.window("title", 7, 0, focused: false), true), (Self.workspace(), false),
            (Self.workspace(#"{"id": 5, "focused": true}"#), false),
            (Self.window("focus", 5, 1), true), (Self.window("close", 7, 0, focused: false), true),
            (Self.window("close", 5, 1), false),
        ]
        for (index, (event, expected)) in steps.enumerated() {
            windows.take(event: try JSONValue(parsing: event))
            #expect(windows.fillsScreen == expected, "\(index)")
        }
    }

    @Test(arguments: [
        (#"{"id": 5, "type": "con", "focused": true, "fullscreen_mode": 1}"#, true),
        (#"{"id": 5, "type": "con", "focused": true, "fullscreen_mode": 0}"#, false),
        (#"{"id": 5, "type": "con", "focused": false, "fullscreen_mode": 1}"#, false),
    ])
    func treeSaysHowItBegins(_ node: String, _ fillsScreen: Bool) throws {
        let tree = try JSONValue(
            parsing: """
                {"id": 1, "type": "root", "nodes": [{"id": 2, "type": "workspace", "focused": true,
                "fullscreen_mode": 1, "nodes": [], "floating_nodes": [\(node)]}]}
                """)
        var windows = SwayWindows()
        windows.take(tree: tree)
        #expect(windows.fillsScreen == fillsScreen)
        var told = SwayWindows()
        told.take(event: try JSONValue(parsing: Self.window("focus", 9, 0)))
        told.take(tree: tree)
        #expect(told.fillsScreen == false, "an event is newer than the tree")
    }

    /// After an end of the event stream, the state stayed unknown until the next event.
    @Test(.timeLimit(.minutes(5))) @LoopActor
    func treeIsReadAgainWhenTheEventsAreFollowedAgain() async throws {
        let directory = try makeTemporaryDirectory("sway")
        let pipe = directory + "/end"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        // Open for both, so that no opening waits for the reader, and with it all suites.
        let file = unsafe open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer {
            close(file)
            _ = unsafe unlink(pipe)
            _ = unsafe rmdir(directory)
        }
        let script = """
            case "$*" in
            *get_tree*) printf '%s' '{"id": 1, "type": "root", "nodes": [{"id": 5, "type": "con",
            "focused": true, "fullscreen_mode": 1}]}' ;;
            *) read line < '\(pipe)' ;;
            esac
            """
        let watch = SwayWindowWatch(command: ["sh", "-c", script, "swaymsg"])
        let told = Recorder<Bool>()
        watch.onChange = { told.record($0) }
        watch.start()
        #expect(try await told.next())
        #expect(unsafe write(file, "\n", 1) == 1)
        #expect(try await !told.next())
        #expect(try await told.next())
        watch.stop()
    }

    @Test @LoopActor func desktopThatTellsNobodyIsAProblem() {
        let source = FullScreenSource { FullScreenSource.watch { ["WAYLAND_DISPLAY": "w"][$0] } }
        let told = Recorder<Set<Trigger>>()
        source.onChange = { told.record($0) }
        #expect(source.problems.isEmpty)
        source.follow([.fullScreen])
        #expect(source.problems.first?.detail.contains("desktop does not report it") == true)
        #expect(told.pending == [[]])
        source.follow([])
        #expect(source.problems.isEmpty)
    }

    /// A watch that a test controls.
    @LoopActor private final class ScriptedWatch: WindowWatch {
        let place: String
        var onChange: ((Bool) -> Void)?
        var failure: String?
        var isStarted = false
        let isKnown = true
        let isBlind = false

        init(_ place: String) { self.place = place }

        func start() { isStarted = true }
        func stop() { isStarted = false }
        func probe() -> any WindowWatch { ScriptedWatch(place) }

        func fail() {
            failure = "it has ended"
            onChange?(false)
        }
    }

    /// A session whose display can be replaced by another.
    @LoopActor private final class Session {
        var watch: ScriptedWatch

        init(_ watch: ScriptedWatch) { self.watch = watch }
    }

    /// After a log-out that focusd outlived, the watch kept asking the socket of the earlier sway.
    @Test @LoopActor func nextSessionsWindowsAreFollowed() {
        let first = ScriptedWatch("sway 1")
        let second = ScriptedWatch("sway 2")
        let session = Session(first)
        let source = FullScreenSource { session.watch }
        let told = Recorder<Set<Trigger>>()
        let failures = Recorder<Void>()
        source.onChange = { told.record($0) }
        source.onFailure = { failures.record(()) }
        source.follow([.fullScreen])
        first.onChange?(true)
        #expect(told.pending == [[.fullScreen]] && failures.pending.isEmpty)
        first.fail()
        #expect(told.pending == [[.fullScreen], []] && failures.pending.count == 1)
        #expect(first.isStarted, "it tries again")
        session.watch = second
        source.displayAppeared()
        #expect(!first.isStarted && second.isStarted)
        #expect(first.onChange == nil)
        second.onChange?(true)
        #expect(told.pending.last == [.fullScreen])
        // The next session can be there before the watch fails.
        let third = ScriptedWatch("Wayland 3")
        session.watch = third
        second.fail()
        #expect(!second.isStarted && third.isStarted && source.problems.isEmpty)
        source.follow([])
        #expect(!third.isStarted)
    }

    @Test(
        arguments: [
            ("_NET_SUPPORTED(ATOM) = _NET_ACTIVE_WINDOW, _NET_WM_STATE", true),
            ("_NET_SUPPORTED:  not found.", false),
            ("_NET_SUPPORTED:  no such atom on any window.", false),
        ])
    func windowManagerIsSeen(_ line: String, _ isThere: Bool) {
        #expect(X11WindowWatch.isSet(line) == isThere)
    }

    /// Issue 17: without a window manager, the trigger was accepted and never turned a Focus on.
    @Test @LoopActor func missingWindowManagerIsAProblemUntilOneStarts() async throws {
        let directory = try makeTemporaryDirectory("manager")
        let pipe = directory + "/started"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        // Open for both, so that no opening waits for the reader, and with it all suites.
        let file = unsafe open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer {
            close(file)
            _ = unsafe unlink(pipe)
            _ = unsafe rmdir(directory)
        }
        let script = """
            printf '_NET_SUPPORTED:  not found.\\n_NET_ACTIVE_WINDOW:  not found.\\n'
            read line < '\(pipe)'
            printf '_NET_SUPPORTED(ATOM) = _NET_ACTIVE_WINDOW\\n'
            printf '_NET_ACTIVE_WINDOW(WINDOW): window id # 0x0\\n'
            exec sleep 600
            """
        let source = FullScreenSource { X11WindowWatch(command: ["sh", "-c", script]) }
        let told = Recorder<Void>()
        source.onChange = { _ in told.record(()) }
        source.follow([.fullScreen])
        #expect(!source.isSettled)
        try await told.next()
        #expect(source.isSettled)
        #expect(source.problems.first?.detail.contains("no window manager") == true)
        #expect(unsafe write(file, "\n", 1) == 1)
        while !source.problems.isEmpty { try await told.next() }
        source.follow([])
    }
}

/// Programs that report changes on their output.
@Suite @LoopActor struct ReportingProgramTests {
    @Test func outputComesAndTheProgramIsStartedAgain() async throws {
        let program = ReportingProgram(["sh", "-c", "echo one; exec echo two"])
        let output = Recorder<String>()
        let ends = Recorder<Void>()
        var lines = OutputLines()
        program.onOutput = { bytes in
            for line in lines.take(bytes) { output.record(line) }
        }
        program.onEnd = { ends.record(()) }
        program.start()
        for line in ["one", "two", "one", "two"] {
            #expect(try await output.next() == line)
        }
        try await ends.next()
        program.stop()
        #expect(program.failure == nil)
    }

    @Test func lastWordsAreHeardThoughTheEndIsKnownFirst() async throws {
        // More output than can be read before the program ends.
        let program = ReportingProgram(
            ["sh", "-c", "head -c 60000 /dev/zero; exec head -c 60000 /dev/zero"], restarts: false)
        let ends = Recorder<Void>()
        var count = 0
        program.onOutput = { count += $0.count }
        program.onEnd = { ends.record(()) }
        program.start()
        try await ends.next()
        #expect(count == 120_000)
        program.stop()
    }

    @Test func stoppedProgramIsEndedAndTellsNothing() async throws {
        let program = ReportingProgram(["sh", "-c", "echo $$; exec sleep 600"])
        let output = Recorder<String>()
        let ends = Recorder<Void>()
        program.onOutput = { output.record(String(decoding: $0, as: UTF8.self)) }
        program.onEnd = { ends.record(()) }
        program.start()
        let text = try await output.next().filter(\.isNumber)
        guard let process = ProcessHandle(try #require(UInt32(text))) else {
            throw TestSupportError("the program has ended")
        }
        program.stop()
        let deadline = ContinuousClock.now + .testDeadline
        while process.isAlive, .now < deadline { await Task.yield() }
        let isAlive = process.isAlive
        #expect(!isAlive)
        #expect(ends.pending.isEmpty)
    }

    @Test func programThatIsNotThereIsAFailure() async throws {
        let program = ReportingProgram(["/nonexistent/program"])
        let ends = Recorder<Void>()
        program.onEnd = { ends.record(()) }
        program.start()
        try await ends.next()
        #expect(program.failure?.contains("/nonexistent/program") == true)
        program.stop()
    }

    @Test func linesAreAtMostTheLimit() {
        for length in [OutputLines.maximumBytes, OutputLines.maximumBytes + 1] {
            var lines = OutputLines()
            let text = [UInt8](repeating: UInt8(ascii: "x"), count: length)
            #expect(lines.take(text) == [])
            #expect(
                lines.take(Array("\nb\n".utf8)).map(\.utf8.count) == [
                    OutputLines.maximumBytes, 1,
                ])
        }
    }
}
