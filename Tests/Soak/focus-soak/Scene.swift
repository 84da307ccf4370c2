// SPDX-License-Identifier: Apache-2.0

import CSoak
import DBus
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport

/// A session of a run: its buses, focusd, and the real server, each a process.
@LoopActor final class Scene {
    let directory: String
    private(set) var session: PrivateBus
    /// The bus of the real server; nil if focusd starts one.
    let back: PrivateBus?
    private(set) var daemon: ChildProcess?
    private(set) var server: ChildProcess?
    private var exits: [Int32: ChildProcess.ExitStatus] = [:]
    private var kept: [ChildProcess] = []

    static let focuses = [
        "quiet": "Apps=allow\nAppList=org.example.Soak0;org.example.Soak1;\n",
        // The attackers ask for quiet, which must not silence the others.
        "do-not-disturb": "Apps=silence\n",
        "work": "Apps=silence\nAppList=org.example.Soak1;org.example.Soak2;\n",
    ]

    /// Limits that admit any number of clients.
    private static let limits = ["max_connections_per_user", "max_completed_connections"]
        .map { "<limit name=\"\($0)\">100000</limit>" }.joined()

    /// - Parameters:
    ///   - isSupervised: True to let focusd start the real server, on a bus of its own.
    ///   - focuses: The user's Focuses, by id: the text after their names in their files.
    init(isSupervised: Bool, focuses: [String: String] = Scene.focuses) throws {
        directory = try makeTemporaryDirectory("soak")
        for folder in ["services", "journals", "runtime", "config/focusd/focuses"] {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(folder)", withIntermediateDirectories: true)
        }
        for (name, text) in focuses {
            try "[Focus]\nName=\(name)\n\(text)".write(
                toFile: "\(directory)/config/focusd/focuses/\(name).focus", atomically: true,
                encoding: .utf8)
        }
        session = try PrivateBus(
            serviceDirectories: [directory + "/services"], configuration: Self.limits)
        back = isSupervised ? nil : try PrivateBus()
    }

    var environment: [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "LANG": "C.UTF-8", "HOME": directory, "XDG_CONFIG_HOME": directory + "/config",
            "XDG_DATA_HOME": directory + "/data", "XDG_STATE_HOME": directory + "/state",
            "XDG_RUNTIME_DIR": directory + "/runtime",
            "DBUS_SESSION_BUS_ADDRESS": session.address, "FOCUSD_WATCHDOG": "20",
        ]
    }

    /// focusd's command line.
    var command: [String] {
        let server: [String] =
            if let back {
                ["--server-bus", back.address]
            } else {
                ["--server", "\(Programs.path("focus-soak")) serve \(directory)/journals usual"]
            }
        return [Programs.path("focusd"), "--session-bus", session.address] + server
    }

    /// focusd's reports that its loop was busy for longer than the watchdog allows.
    var longTurns: [String] {
        let log = (try? String(contentsOfFile: "\(directory)/focusd.log", encoding: .utf8)) ?? ""
        return log.split(separator: "\n").filter { $0.contains("the loop was busy") }.map(
            String.init)
    }

    // MARK: Processes

    private func start(
        _ command: [String], environment: [String: String], log: String
    ) throws -> ChildProcess {
        let errors = unsafe open(
            "\(directory)/\(log)", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { _ = Glibc.close(errors) }
        let box = PIDBox()
        let process = try ChildProcess(
            command, environment: environment, keepFileDescriptors: [errors: STDERR_FILENO],
            endsWithParent: true
        ) { [weak self] status in self?.exits[box.pid] = status }
        box.pid = process.pid
        kept.append(process)
        return process
    }

    @LoopActor private final class PIDBox {
        var pid: Int32 = 0
    }

    /// Starts a focusd, beside others if there are any.
    ///
    /// - Parameter prefix: A command that runs focusd.
    func spawnDaemon(
        _ more: [String] = [], through prefix: [String] = []
    ) throws -> ChildProcess {
        try start(prefix + command + more, environment: environment, log: "focusd.log")
    }

    /// Starts focusd and waits until it serves.
    func startDaemon(through prefix: [String] = []) async throws {
        daemon = try spawnDaemon(through: prefix)
        try await awaitService()
    }

    /// Records that another focusd serves now.
    func adopt(_ process: ChildProcess) {
        daemon = process
    }

    /// Waits until focusd serves and has found the real server.
    func awaitService() async throws {
        let tool = try Tool(session.address)
        defer { tool.close() }
        try await until("focusd and its server are there", within: .seconds(45)) {
            (try? await tool.status().server.isRunning) == true
        }
    }

    func startServer(_ mood: Mood = .usual, replacing: Bool = false) throws {
        guard let back else { return }
        var environment = environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = back.address
        var command = [
            Programs.path("focus-soak"), "serve", directory + "/journals", mood.rawValue,
        ]
        if replacing { command.append("replace") }
        server = try start(command, environment: environment, log: "server.log")
    }

    func startAttacker(_ name: String, seed: Int) throws -> ChildProcess {
        try start(
            [Programs.path("focus-soak"), "attack", name, "\(seed)"], environment: environment,
            log: "attacker.log")
    }

    /// Waits for the end of a process of this scene.
    @discardableResult
    func end(
        of process: ChildProcess, within limit: Duration = .seconds(20)
    ) async throws -> ChildProcess.ExitStatus {
        try await until("process \(process.pid) ends", within: limit) {
            self.exits[process.pid] != nil
        }
        return exits[process.pid] ?? .exited(-1)
    }

    func hasEnded(_ process: ChildProcess) -> Bool { exits[process.pid] != nil }

    // MARK: The session bus

    /// Returns the id of the serving focusd, started by this scene or by the bus.
    func servingProcess() async throws -> Int32 {
        let tool = try Tool(session.address)
        defer { tool.close() }
        return Int32(bitPattern: try await tool.status().processID)
    }

    /// Waits for the end of a process, which may be a bus's child. Throws if a signal ended it.
    func goodEnd(of pid: Int32) async throws {
        if let child = kept.first(where: { $0.pid == pid }) {
            let status = try await end(of: child)
            guard status == .exited(0) else { throw SoakError("focusd ended with \(status)") }
            return
        }
        try await until("process \(pid) ends") {
            guard let process = ProcessHandle(UInt32(bitPattern: pid)) else { return true }
            return !process.isAlive
        }
        // Its parent has ended, so this process is its parent now.
        var status: Int32 = 0
        guard unsafe waitpid(pid, &status, 0) != pid || status == 0 else {
            throw SoakError("focusd ended with the wait status \(status)")
        }
    }

    /// Ends the session bus as in a crash.
    func stopSession() async throws {
        try await session.stopAndWait()
    }

    /// Starts the session bus again, at its old address. It may start focusd.
    func restartSession() throws {
        let words = environment.map { "\($0.key)=\($0.value)" }.sorted() + command
        for name in [WireName.notifications.rawValue, WireName.focus.rawValue] {
            try """
            [D-BUS Service]
            Name=\(name)
            Exec=/usr/bin/env \(words.joined(separator: " "))

            """.write(
                toFile: "\(directory)/services/\(name).service", atomically: true, encoding: .utf8)
        }
        session = try PrivateBus(
            serviceDirectories: [directory + "/services"], at: session.directory)
    }

    // MARK: State of the real servers

    /// Returns the id of the present real server.
    func currentServer() -> Int32? {
        if back != nil { return server?.pid }
        return ownerOnPrivateBus(of: WireName.notifications)
    }

    /// Returns the process that owns a name on the bus that focusd started.
    func ownerOnPrivateBus(of name: BusName) -> Int32? {
        let variables = environment
        let place = BaseDirectories { variables[$0] }.privateBus(session: session.address)
        guard let bus = try? Connection(address: "unix:path=\(place)/bus") else { return nil }
        defer { bus.close() }
        return bus.process(of: name)
    }

    func journals() -> Journals {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory + "/journals"))
        var texts: [Int32: String] = [:]
        for name in names ?? [] {
            guard let pid = Int32(name.prefix { $0 != "." }) else { continue }
            texts[pid] = try? String(
                contentsOfFile: "\(directory)/journals/\(name)", encoding: .utf8)
        }
        return Journals(texts, current: currentServer())
    }

    /// Runs focus-switch to its successful end and returns its output.
    func focusSwitch(_ arguments: [String]) async throws -> String {
        let output = "\(directory)/output"
        unsafe unlink(output)
        let descriptor = unsafe open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let done = Recorder<ChildProcess.ExitStatus>()
        let process = try ChildProcess(
            [Programs.path("focus-switch")] + arguments, environment: environment,
            keepFileDescriptors: [descriptor: STDOUT_FILENO], endsWithParent: true
        ) { done.record($0) }
        _ = Glibc.close(descriptor)
        kept.append(process)
        let status = try await done.next()
        guard status == .exited(0) else { throw SoakError("focus-switch ended with \(status)") }
        return try String(contentsOfFile: output, encoding: .utf8)
    }

    /// Ends all processes, including those that focusd has left behind, and removes the files.
    func close(keepingFiles: Bool) async {
        for process in kept { process.signal(SIGCONT) }
        let others = [WireName.notifications, WireName.bus].compactMap(ownerOnPrivateBus)
        daemon?.signal(SIGTERM)
        if let daemon { _ = try? await end(of: daemon, within: .seconds(5)) }
        for process in kept where exits[process.pid] == nil { process.signal(SIGKILL) }
        session.stop()
        back?.stop()
        for pid in others { kill(pid, SIGKILL) }
        if keepingFiles {
            say("  its files: \(directory)")
        } else {
            try? FileManager.default.removeItem(atPath: directory)
        }
    }
}

extension Connection {
    /// Returns the process that owns a name.
    func process(of name: BusName) -> Int32? {
        let call = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "GetConnectionUnixProcessID")
        guard (try? call.append(name.rawValue)) != nil,
            let reply = try? callBlocking(call, timeout: .seconds(5)),
            let pid = try? reply.arguments().first?.asUInt32
        else { return nil }
        return Int32(bitPattern: pid)
    }
}

/// Polls until a condition holds for which no event exists.
@LoopActor func until(
    _ what: String, within limit: Duration = .seconds(20),
    _ condition: @LoopActor () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw SoakError("not in time: \(what)") }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Ends processes that outlived their parents, such as the private bus of a killed focusd.
func endOrphans() {
    while true {
        let list = "/proc/self/task/\(getpid())/children"
        let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
        let children = text.split(separator: " ").compactMap { Int32($0) }
        // The children of an ended process become children of this one.
        if children.isEmpty { return }
        for pid in children {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            _ = unsafe waitpid(pid, &status, 0)
        }
    }
}
