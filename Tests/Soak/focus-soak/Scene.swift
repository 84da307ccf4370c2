// SPDX-License-Identifier: Apache-2.0

import CSoak
import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport

/// A session of a run's own: its buses, focusd, and the real server, each a process.
@LoopActor final class Scene {
    let directory: String
    private(set) var session: PrivateBus
    /// The bus that the real server lives on; nil where focusd starts one.
    let back: PrivateBus?
    private(set) var daemon: ChildProcess?
    private(set) var server: ChildProcess?
    private var exits: [Int32: ChildProcess.ExitStatus] = [:]
    private var kept: [ChildProcess] = []

    static let focuses = [
        "quiet": "Apps=allow\nAppList=org.example.Soak0;org.example.Soak1;\n",
        "work": "Apps=silence\nAppList=org.example.Soak1;org.example.Soak2;\n",
    ]

    /// As many clients as come.
    private static let limits = ["max_connections_per_user", "max_completed_connections"]
        .map { "<limit name=\"\($0)\">100000</limit>" }.joined()

    /// - Parameters:
    ///   - isSupervised: whether focusd starts the real server, on a bus of its own.
    ///   - focuses: the user's Focuses, by id: what follows their names in their files.
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

    /// Reports of focusd's that its loop was busy for longer than the watchdog allows.
    var longTurns: [String] {
        let log = (try? String(contentsOfFile: "\(directory)/focusd.log", encoding: .utf8)) ?? ""
        return log.split(separator: "\n").filter { $0.contains("the loop was busy") }.map(String.init)
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

    /// Starts a focusd, which need not be the only one.
    ///
    /// - Parameter prefix: a command that runs it in its own place.
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

    /// Another focusd is the one that serves now.
    func adopt(_ process: ChildProcess) {
        daemon = process
    }

    /// Waits until focusd serves and has met the real server.
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

    /// Waits for the end of a process that was started here.
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

    /// The focusd that serves, whoever has started it.
    func servingProcess() async throws -> Int32 {
        let tool = try Tool(session.address)
        defer { tool.close() }
        return Int32(bitPattern: try await tool.status().processID)
    }

    /// Waits for the end of a process that may be a bus's child, and fails where a signal ended it.
    func goodEnd(of pid: Int32) async throws {
        if let child = kept.first(where: { $0.pid == pid }) {
            let status = try await end(of: child)
            guard status == .exited(0) else { throw Trouble("focusd ended with \(status)") }
            return
        }
        try await until("process \(pid) ends") {
            guard let process = ProcessHandle(UInt32(bitPattern: pid)) else { return true }
            return !process.isAlive
        }
        // Its parent is gone, so that it is ours.
        var status: Int32 = 0
        guard unsafe waitpid(pid, &status, 0) != pid || status == 0 else {
            throw Trouble("focusd ended with the wait status \(status)")
        }
    }

    /// The session bus ends as in a crash.
    func stopSession() async throws {
        try await session.stopAndWait()
    }

    /// The session bus is there again, at its old address, and may start focusd.
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

    // MARK: What the real servers have seen

    /// The process that is the real server now.
    func currentServer() -> Int32? {
        if back != nil { return server?.pid }
        return ownerOnPrivateBus(of: WireName.notifications)
    }

    /// The process that owns a name on the bus that focusd started.
    func ownerOnPrivateBus(of name: BusName) -> Int32? {
        guard let bus = try? Connection(address: "unix:path=\(directory)/runtime/focusd/bus")
        else { return nil }
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

    /// Runs focus-switch to its good end and returns what it printed.
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
        guard status == .exited(0) else { throw Trouble("focus-switch ended with \(status)") }
        return try String(contentsOfFile: output, encoding: .utf8)
    }

    /// Ends everything, and what focusd has left behind, and removes the files.
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
    /// The process that owns a name.
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

/// Waits until something holds that nobody tells of.
@LoopActor func until(
    _ what: String, within limit: Duration = .seconds(20),
    _ condition: @LoopActor () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw Trouble("not in time: \(what)") }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Ends what outlived its parents, such as the private bus of a focusd that was killed.
func endOrphans() {
    while true {
        let list = "/proc/self/task/\(getpid())/children"
        let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
        let children = text.split(separator: " ").compactMap { Int32($0) }
        // The children of one that ends become ours.
        if children.isEmpty { return }
        for pid in children {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            _ = unsafe waitpid(pid, &status, 0)
        }
    }
}
