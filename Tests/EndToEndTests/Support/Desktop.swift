// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport

/// A desktop of a test's own: a session bus, a directory for the user's files, and the real
/// focusd, with a scripted notification server behind it on a bus that outlives focusd.
@LoopActor final class Desktop {
    let session: PrivateBus
    let back: PrivateBus
    nonisolated let home: String
    private(set) var server: FakeServer?
    private(set) var daemon: ChildProcess?
    /// All that were started, so that their ends are told.
    private var processes: [ChildProcess] = []
    private var listeners: [Int32: FileDescriptorSource] = [:]
    private let logged = Recorder<String>()
    /// The output of focusd to stderr.
    private(set) var log = ""
    let exits = Recorder<ChildProcess.ExitStatus>()
    /// Objects that live as long as the desktop.
    var belongings: [AnyObject] = []
    private let owners = Recorder<String>()
    private let watcher: Connection
    private var ownership: Subscription?

    /// - Parameter files: files in `$XDG_CONFIG_HOME/focusd` before focusd starts.
    init(files: [String: String] = [:], hasServer: Bool = true) throws {
        home = try makeTemporaryDirectory("home")
        // The bus watches for what it may start; a directory that is not there it does not watch.
        try FileManager.default.createDirectory(
            atPath: home + "/services", withIntermediateDirectories: true)
        session = try PrivateBus(
            serviceDirectories: [home + "/services"], configuration: Self.sessionLimits)
        back = try PrivateBus()
        if hasServer { server = try FakeServer(address: back.address) }
        watcher = try session.connect()
        let rule = MatchRule(
            sender: .bus, member: "NameOwnerChanged", arguments: [0: WireName.focus.rawValue])
        let owners = owners
        ownership = watcher.subscribe(rule) { message in
            let values = (try? message.arguments()) ?? []
            owners.record(values.last?.asString ?? "")
        }
        for (name, text) in files { try write(name, text) }
    }

    /// As many clients as a session bus takes; without it a bus takes 256 of one user.
    /// And as many descriptors in a message.
    private static let sessionLimits =
        ["max_connections_per_user", "max_completed_connections"]
        .map { "<limit name=\"\($0)\">100000</limit>" }.joined()
        + "<limit name=\"max_message_unix_fds\">4096</limit>"

    /// Starts focusd and waits until it owns its names.
    ///
    /// - Parameter prefix: a command that runs focusd in its own place.
    func start(_ arguments: [String]? = nil, through prefix: [String] = []) async throws {
        daemon = try spawn(arguments ?? ["--server-bus", back.address], through: prefix)
        _ = try await owners.next { !$0.isEmpty }
    }

    /// Starts focusd and waits until it has met the real server.
    func startWithServer(through prefix: [String] = []) async throws {
        try await start(through: prefix)
        let tool = try client()
        _ = try await tool.call("GetServerInformation")
        // focusd answers after 5 s, though the server has not said what it is.
        try await tool.waitForStatus(\.server.isRunning)
        tool.leave()
    }

    /// Starts a focusd whose end the caller waits for with ``exit()``.
    func spawn(
        _ arguments: [String], through prefix: [String] = [], program: String = "focusd"
    ) throws -> ChildProcess {
        let exits = exits
        let pipe = Pipe()
        let process = try ChildProcess(
            prefix + [Programs.path(program)]
                + (program == "focusd" ? ["--session-bus", session.address] : []) + arguments,
            environment: environment,
            keepFileDescriptors: [pipe.fileHandleForWriting.fileDescriptor: STDERR_FILENO],
            endsWithParent: true
        ) { exits.record($0) }
        processes.append(process)
        try pipe.fileHandleForWriting.close()
        listen(to: pipe)
        return process
    }

    /// Collects what a focusd writes to stderr.
    private func listen(to pipe: Pipe) {
        let handle = pipe.fileHandleForReading
        var characters = WholeCharacters()
        let source = FileDescriptorSource(fd: handle.fileDescriptor, events: .readable) {
            [weak self] _ in
            let data = handle.availableData
            let text = characters.text(with: data)
            guard let self else { return }
            if data.isEmpty { self.listeners[handle.fileDescriptor] = nil }
            self.log += text
            self.logged.record(text)
        }
        listeners[handle.fileDescriptor] = source
    }

    /// Waits until focusd has written a text to its standard error.
    ///
    /// - Parameter times: the number of times that the log must have the text.
    func waitForLog(_ text: String, times: Int = 1) async throws {
        let end = ContinuousClock.now + .testDeadline
        while log.components(separatedBy: text).count - 1 < times {
            // Other lines may come all the time.
            _ = try await logged.next(within: ContinuousClock.now.duration(to: end))
        }
    }

    /// Bytes of the messages that focusd keeps in files of their own.
    nonisolated var payloadBytes: Int {
        let directory = URL(filePath: home + "/state/focusd/focusd.sqlite-payload")
        let files = try? FileManager.default.contentsOfDirectory(
            at: directory, includingPropertiesForKeys: [.fileSizeKey])
        return (files ?? []).reduce(0) { sum, file in
            sum + ((try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0)
        }
    }

    /// More variables of the programs of this desktop.
    var variables: [String: String] = [:]

    var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["HOME"] = home
        environment["XDG_CONFIG_HOME"] = home + "/config"
        environment["XDG_DATA_HOME"] = home + "/data"
        environment["XDG_STATE_HOME"] = home + "/state"
        environment["XDG_RUNTIME_DIR"] = home + "/runtime"
        environment["DBUS_SESSION_BUS_ADDRESS"] = session.address
        environment["DISPLAY"] = nil
        environment["WAYLAND_DISPLAY"] = nil
        environment["XDG_CURRENT_DESKTOP"] = nil
        return environment.merging(variables) { $1 }
    }

    /// Returns a value of `TZ` with which clocks show a time of day now, in seconds since midnight.
    static func zone(showing seconds: Int) -> String {
        let ahead = (seconds - time(nil) % 86_400 + 2 * 86_400 + 43_200) % 86_400 - 43_200
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let size = abs(ahead)
        return (ahead < 0 ? "-" : "+") + digits(size / 3_600) + ":"
            + digits(size / 60 % 60) + ":" + digits(size % 60)
    }

    /// Waits until somebody owns a name on the session bus.
    func wait(for name: BusName) async throws {
        let appeared = Recorder<Void>()
        let rule = MatchRule(
            sender: .bus, member: "NameOwnerChanged", arguments: [0: name.rawValue])
        let subscription = watcher.subscribe(rule) { _ in appeared.record(()) }
        defer { subscription.cancel() }
        if (try? watcher.nameOwner(name)) == nil { try await appeared.next() }
    }

    /// The next focusd that ends.
    func exit() async throws -> ChildProcess.ExitStatus {
        try await exits.next()
    }

    /// Ends focusd with a signal and waits for its end.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) async throws -> ChildProcess.ExitStatus {
        daemon?.signal(signal)
        let status = try await exit()
        daemon = nil
        return status
    }

    /// Waits until the focusd that runs has ended by itself.
    func endOfItself() async throws -> ChildProcess.ExitStatus {
        let status = try await exit()
        daemon = nil
        return status
    }

    /// Runs a body while focusd is stopped, so that focusd finds at once what the bus has by then.
    func whileStopped(_ body: () throws -> Void) throws {
        guard let daemon else { throw TestSupportError("focusd does not run") }
        daemon.signal(SIGSTOP)
        defer { daemon.signal(SIGCONT) }
        try body()
    }

    /// Ends everything and removes the files.
    func close() async {
        // A test that fails may leave programs that are stopped, and others that would go on.
        for process in processes { process.signal(SIGCONT) }
        if daemon != nil { _ = try? await end() }
        for process in processes { process.signal(SIGTERM) }
        belongings = []
        server?.leave()
        session.stop()
        back.stop()
        try? FileManager.default.removeItem(atPath: home)
    }

    /// The real server goes, and a new one comes.
    func replaceServer() throws {
        server?.leave()
        // A process that this one is starting has a copy of the old socket until it executes its
        // program, and the bus keeps the name for that.
        server = try FakeServer(address: back.address, replacing: true)
    }

    /// Writes a file of the user's, by renaming it into place.
    nonisolated func write(_ name: String, _ text: String) throws {
        try writeFile("\(home)/config/focusd/\(name)", text)
    }

    /// Writes a file by renaming it into place.
    nonisolated func writeFile(_ path: String, _ text: String) throws {
        let directory = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    func client() throws -> Client {
        try Client(session.connect())
    }

    var fake: FakeServer {
        get throws {
            guard let server else { throw TestSupportError("there is no server") }
            return server
        }
    }
}

/// The file of a Focus that silences everybody.
let quietFocus = ["focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\nAppList=x;\n"]

/// Runs a test on a desktop that is taken down afterwards, whatever comes of the test.
@LoopActor func withDesktop(
    files: [String: String] = [:], hasServer: Bool = true,
    _ body: @LoopActor (Desktop) async throws -> Void
) async throws {
    let desktop = try Desktop(files: files, hasServer: hasServer)
    do {
        try await body(desktop)
    } catch {
        print("focusd ended: \(desktop.exits.pending); it said:\n\(desktop.log)")
        await desktop.close()
        throw error
    }
    await desktop.close()
}

/// The test process.
var ownProcessID: Int32 { getpid() }
