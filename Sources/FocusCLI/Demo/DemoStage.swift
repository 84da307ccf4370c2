// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import GLibLoop
import Glibc

/// Processes of the demo and their current state.
@LoopActor final class DemoStage {
    let programs: DemoPrograms
    let directory: DemoDirectory
    let waits: DemoWaits

    /// Standard error of focusd, its server and the buses.
    private(set) var log: [String] = []
    /// Notifications that focus-console drew, as lists of lines.
    private(set) var blocks: [[String]] = []
    /// State that focusd reported since the connection.
    private(set) var isConnected = false
    private(set) var focus: FocusID?
    private(set) var badges: [AppID: UInt32] = [:]
    private(set) var missed: UInt32 = 0

    private let environment: [String: String]
    private var bus: ChildProcess?
    private var focusd: ChildProcess?
    private var logSource: DemoLines?
    private var screenSource: DemoLines?
    private var subscription: ControlSubscription?
    private var isEnding = false

    init(_ environment: [String: String], _ waits: DemoWaits) throws(DemoFailure) {
        programs = try DemoPrograms(environment)
        directory = try DemoDirectory(environment)
        self.waits = waits
        var own = environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "JOURNAL_STREAM", "DBUS_STARTER_ADDRESS"] {
            own[name] = nil
        }
        own["XDG_CONFIG_HOME"] = directory.config
        own["XDG_STATE_HOME"] = directory.state
        own["XDG_RUNTIME_DIR"] = directory.runtime
        own["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(directory.bus)"
        self.environment = own
    }

    /// Address of the session bus.
    var address: String { "unix:path=\(directory.bus)" }

    // MARK: Start

    /// Starts a session bus without activatable services.
    func startBus() async throws(DemoFailure) {
        try directory.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*"/>
                <allow receive_sender="*"/>
                <allow own="*"/>
              </policy>
            </busconfig>

            """, to: directory.busConfiguration)
        let errors = try DemoPipe()
        logSource = DemoLines(errors.read, onEnd: { [waits] in waits.changed() }) {
            [weak self] line in self?.logged(line)
        }
        let ready = try DemoPipe()
        var announced: [String] = []
        let announcement = DemoLines(ready.read) { [waits] line in
            announced.append(line)
            waits.changed()
        }
        bus = try start(
            [
                "dbus-daemon", "--nofork", "--nopidfile", "--print-address=3",
                "--config-file=\(directory.busConfiguration)",
            ], [errors.write: 2, ready.write: 3])
        errorsEnd = errors
        ready.closeWrite()
        try await waits.wait(for: "the session bus") { !announced.isEmpty }
        announcement.cancel()
    }

    /// Returns true if the lines of a popup hold a text. On a narrow terminal, the text has several
    /// lines, with a frame and colours between its words.
    static func shows(_ text: String, in block: [String]) -> Bool {
        func letters(_ text: String) -> String {
            var isSequence = false
            return String(
                text.filter { character in
                    if character == "\u{1B}" { isSequence = true }
                    defer { if isSequence, character == "m" { isSequence = false } }
                    return !isSequence && (character.isLetter || character.isNumber)
                })
        }
        return letters(block.joined()).contains(letters(text))
    }

    /// The columns of focus-console's popups, which it draws on 20 columns at least.
    static func popupColumns(_ width: Int) -> Int { max(20, width) }

    /// Starts focusd with focus-console as its server, and connects to focusd.
    func startFocusd(columns: Int, isColored: Bool) async throws(DemoFailure) -> ControlClient {
        let screen = unsafe open(directory.screen, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard screen >= 0 else { throw DemoFailure("the pipe for the screen cannot be opened") }
        var block: [String] = []
        screenSource = DemoLines(screen) { [weak self] line in
            if !line.isEmpty { return block.append(line) }
            self?.blocks.append(block)
            block = []
            self?.waits.changed()
        }
        let server = [
            programs.focusConsole, "--output", directory.screen, "--frames", "--columns",
            String(Self.popupColumns(columns)), "--color", isColored ? "always" : "never",
        ]
        let command = server.map(shellQuoted).joined(separator: " ")
        guard let errors = errorsEnd else { throw DemoFailure("there is no session bus") }
        focusd = try start([programs.focusd, "--server", command], [errors.write: 2])
        errors.closeWrite()
        errorsEnd = nil
        let client = try connect()
        subscription = client.subscribe { [weak self] event in self?.handle(event) }
        try await waits.wait(for: "focusd") { isConnected }
        return client
    }

    /// Writing end of the log, until the last process that inherits it is started.
    private var errorsEnd: DemoPipe?

    private func connect() throws(DemoFailure) -> ControlClient {
        do throws(ControlError) {
            return try ControlClient(address: address)
        } catch {
            throw DemoFailure(error)
        }
    }

    private func start(
        _ arguments: [String], _ descriptors: [Int32: Int32]
    ) throws(DemoFailure) -> ChildProcess {
        let name = arguments[0].split(separator: "/").last.map(String.init) ?? ""
        do throws(SpawnError) {
            return try ChildProcess(
                arguments, environment: environment, keepFileDescriptors: descriptors,
                endsWithParent: true
            ) { [weak self] status in self?.ended(name, status) }
        } catch {
            throw DemoFailure(error.description.printable)
        }
    }

    // MARK: Events

    private func logged(_ line: String) {
        log.append(line)
        // A program that repeats itself must not fill the memory.
        if log.count > 1000 { log.removeFirst(500) }
    }

    private func ended(_ name: String, _ status: ChildProcess.ExitStatus) {
        if !isEnding { waits.fail(DemoFailure("\(name) has ended: \(status.words)")) }
        waits.changed()
    }

    private func handle(_ event: ControlEvent) {
        switch event {
        case .appeared: isConnected = true
        case .focusChanged(let focus): self.focus = focus
        case .badgeChanged(let app, let count): badges[app] = count
        case .missedChanged(let count): missed = count
        case .vanished, .disconnected, .decided, .filtersChanged, .focusesChanged,
            .activationChanged, .switched, .changed, .entryChanged, .entriesRemoved,
            .waitingChanged:
            break
        }
        waits.changed()
    }

    // MARK: End

    /// Ends every process and removes every file.
    ///
    /// - Throws: an error if focusd did not end normally. The cleanup is complete in this case,
    ///   too.
    func end() async throws(DemoFailure) {
        isEnding = true
        waits.forgive()
        defer { directory.remove() }
        subscription?.cancel()
        var failure: DemoFailure?
        do throws(DemoFailure) {
            try await endFocusd()
        } catch {
            failure = error
        }
        do throws(DemoFailure) {
            try await endRest()
        } catch {
            failure = failure ?? error
        }
        screenSource?.cancel()
        if let failure { throw failure }
    }

    private func endFocusd() async throws(DemoFailure) {
        guard let focusd else { return }
        focusd.terminate(grace: .seconds(10))
        let status = try await waits.find("the end of focusd") { focusd.exitStatus }
        guard status == .exited(0) else {
            throw DemoFailure("focusd did not end well: \(status.words)")
        }
    }

    /// Ends the bus. With the bus ends the last process that can write to the log, unless a process
    /// hangs.
    private func endRest() async throws(DemoFailure) {
        errorsEnd?.closeWrite()
        bus?.terminate(grace: .seconds(5))
        do throws(DemoFailure) {
            try await waits.wait(for: "the end of all processes", within: .seconds(5)) {
                allHaveEnded
            }
        } catch {
            DemoRemains.kill(runtime: directory.runtime)
            try await waits.wait(for: "the end of what hangs") { allHaveEnded }
            throw error
        }
    }

    private var allHaveEnded: Bool {
        (bus?.exitStatus != nil || bus == nil) && logSource?.isAtEnd != false
    }
}

extension DemoFailure {
    @LoopActor init(_ error: ControlError) {
        let failure = Invocation.failure(error)
        self.init(failure.message ?? "focusd refused")
    }
}

extension ChildProcess.ExitStatus {
    fileprivate var words: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .signalled(let signal): "signal \(signal)"
        }
    }
}
