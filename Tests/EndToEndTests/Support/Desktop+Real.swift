// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport

/// A program of the user's that a test runs, and what it has said.
@LoopActor final class Tool {
    let process: ChildProcess
    /// Each line of its standard output, without the newline.
    let lines = Recorder<String>()
    let exits = Recorder<ChildProcess.ExitStatus>()
    private let ends = Recorder<Void>()
    private let name: String
    private var output: FileDescriptorSource?
    private var characters = WholeCharacters()
    private var rest = ""
    /// All of its standard output so far.
    private(set) var text = ""

    /// Starts a program; what it writes to stderr goes where ours goes.
    ///
    /// - Parameters:
    ///   - keeping: descriptors of ours that it keeps as well.
    ///   - isQuiet: true to discard its stderr.
    init(
        _ arguments: [String], environment: [String: String], keeping: [Int32: Int32] = [:],
        isQuiet: Bool = false
    ) throws {
        name = arguments.first ?? ""
        let pipe = Pipe()
        let exits = exits
        var descriptors = keeping
        let nothing = FileHandle(forWritingAtPath: "/dev/null")
        if isQuiet, let nothing { descriptors[nothing.fileDescriptor] = STDERR_FILENO }
        descriptors[pipe.fileHandleForWriting.fileDescriptor] = STDOUT_FILENO
        process = try ChildProcess(
            arguments, environment: environment, keepFileDescriptors: descriptors,
            endsWithParent: true
        ) { exits.record($0) }
        try pipe.fileHandleForWriting.close()
        let handle = pipe.fileHandleForReading
        output = FileDescriptorSource(fd: handle.fileDescriptor, events: .readable) {
            [weak self] _ in self?.read(handle.availableData)
        }
    }

    private func read(_ data: Data) {
        guard !data.isEmpty else {
            output = nil
            ends.record(())
            return
        }
        let new = characters.text(with: data)
        text += new
        var parts = (rest + new).split(separator: "\n", omittingEmptySubsequences: false)
        rest = parts.popLast().map(String.init) ?? ""
        for part in parts { lines.record(String(part)) }
    }

    /// Waits until all that it prints is in ``text``.
    func ended() async throws {
        try await ends.next()
    }

    /// Waits for its end, which must be a good one, and returns what it has printed.
    ///
    /// - Parameter limit: the time for the whole run.
    @discardableResult
    func finish(within limit: Duration = .testDeadline) async throws -> String {
        let status: ChildProcess.ExitStatus
        do {
            status = try await exits.next(within: limit)
        } catch {
            // Nothing else ends it.
            process.signal(SIGKILL)
            throw TestSupportError("\(name) goes on; it said: \(text)")
        }
        try await ends.next()
        guard status == .exited(0) else {
            throw TestSupportError("\(name): \(status); it said: \(text)")
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Lines that programs write into a named pipe, such as the hooks of a real notification server.
@LoopActor final class LinePipe {
    let path: String
    let lines = Recorder<String>()
    private let descriptor: Int32
    private var source: FileDescriptorSource?

    init(_ path: String) throws {
        self.path = path
        guard unsafe mkfifo(path, 0o600) == 0, unsafe chmod(path, 0o666) == 0 else {
            throw TestSupportError("mkfifo \(path)")
        }
        // Open for both, so that no end of file comes between two writers.
        descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestSupportError("open \(path)") }
        let lines = lines
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // A line that is shorter than PIPE_BUF arrives as a whole (pipe(7)).
        source = FileDescriptorSource(fd: descriptor, events: .readable) { _ in
            let text = String(decoding: handle.availableData, as: UTF8.self)
            for line in text.split(separator: "\n") { lines.record(String(line)) }
        }
    }
}

extension Desktop {
    /// Starts a program of the user's in this desktop's session.
    func tool(_ arguments: String..., environment more: [String: String] = [:]) throws -> Tool {
        try Tool(arguments, environment: environment.merging(more) { $1 })
    }

    /// Runs a program of the user's to its good end and returns what it has printed.
    @discardableResult
    func run(_ arguments: String...) async throws -> String {
        try await Tool(arguments, environment: environment).finish()
    }

    /// Runs a Python program of ours with Debian's own interpreter, which sees Debian's modules.
    func python(_ program: String, _ arguments: String...) throws -> Tool {
        try Tool(
            ["/usr/bin/python3", Self.clients + program] + arguments, environment: environment)
    }

    /// The root of the project's sources.
    nonisolated static let project =
        URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path

    /// The folder of the client programs of these tests.
    nonisolated static var clients: String { project + "/Tests/EndToEndTests/clients/" }

    /// The directory of the bus that focusd starts for the real server.
    var privateBusDirectory: String {
        let variables = environment
        return BaseDirectories { variables[$0] }.privateBus(session: session.address)
    }

    /// The address of that bus.
    var privateBusAddress: String { "unix:path=\(privateBusDirectory)/bus" }

    /// The process that owns a name on the bus that focusd started.
    func processOnPrivateBus(_ name: BusName) throws -> Int32 {
        let connection = try Connection(address: privateBusAddress)
        defer { connection.close() }
        let call = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "GetConnectionUnixProcessID")
        try call.append(name.rawValue)
        let reply = try connection.callBlocking(call, timeout: .testDeadline)
        guard let pid = try reply.arguments().first?.asUInt32 else {
            throw TestSupportError("no process id")
        }
        return Int32(bitPattern: pid)
    }

    /// Waits until history on disk has it that a notification is on the screen.
    func waitForRecord(summary: String) async throws {
        let tool = try client()
        defer { tool.leave() }
        let deadline = ContinuousClock.now + .testDeadline
        while ContinuousClock.now < deadline {
            let entries = try await tool.entries()
            let entry = entries.first { $0.string("summary") == summary }
            guard entry?.string("state") == "shown" else { continue }
            // focusd commits what an answer tells before it answers the next call.
            _ = try await tool.status()
            return
        }
        throw TestSupportError("\(summary) is not shown")
    }

    /// Waits for the end of a process that is not our child.
    func waitForEnd(of pid: Int32) async throws {
        try await run("tail", "--pid=\(pid)", "-s", "0.05", "-f", "/dev/null")
    }

    /// Ends the bus and the server that a focusd left behind that was killed and not started again.
    func endLeftovers() {
        for name in [WireName.notifications, WireName.bus] {
            if let pid = try? processOnPrivateBus(name) { kill(pid, SIGKILL) }
        }
    }
}
