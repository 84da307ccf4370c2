// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusCLI

/// The program as a process, with a focusd in the test's process.
@Suite("The program focus-switch", .timeLimit(.minutes(5))) @LoopActor struct ProgramTests {
    @Test("it prints, and exits with the codes that scripts rely on")
    func exitCodes() async throws {
        let service = try ControlService(
            Fixture.control(["Reload": [.strings(["a.focus:1: no"])]]))
        let address = service.bus.address
        let status = try await focusSwitch(["status", "--json"], address)
        #expect(status.code == 0)
        #expect(try JSONValue(parsing: status.output)["missed"] == 2)
        #expect(try await focusSwitch(["reload"], address).code == 1)
        #expect(try await focusSwitch(["frobnicate"], "unix:path=/nonexistent").code == 3)
        #expect(try await focusSwitch(["statsu"], "unix:path=/nonexistent").code == 2)
        #expect(try await focusSwitch(["status"], "unix:path=/nonexistent").code == 3)
        let fault = try await focusSwitch(
            ["predicate", "eval", "a == 1", "--subject", "\"x\""], "")
        #expect(fault.code == 4)
    }

    @Test("watch prints each event as it comes, also to a pipe")
    func watch() async throws {
        let service = try ControlService(Fixture.control())
        let process = try ProgramProcess(["watch", "--json"], service.bus.address)
        let focus = """
            {"event":"focus","focus":"work","cause":"manual","schedule":null,"trigger":null}
            """
        #expect(try await process.nextLine() == focus)
        #expect(try await process.nextLine() == "{\"event\":\"missed\",\"count\":2}")
        try service.emit("BadgeChanged", .string("a.b"), .uint32(1))
        #expect(try await process.nextLine() == "{\"event\":\"badge\",\"app\":\"a.b\",\"count\":1}")
        service.stop()
        #expect(try await process.nextLine() == "{\"event\":\"focusd\",\"running\":false}")
        try service.start()
        #expect(try await process.nextLine() == focus)
        service.bus.stop()
        while try await process.nextLine() != nil {}
        #expect(try await process.exitCode() == 3)
    }

    @Test("it ends quietly when its reader does")
    func readerGone() async throws {
        let service = try ControlService(Fixture.control())
        let process = try ProgramProcess(["watch", "--json"], service.bus.address)
        _ = try await process.nextLine()
        process.stopReading()
        let probe = try service.bus.connect()
        while process.isRunning {
            try service.emit("BadgeChanged", .string("a.b"), .uint32(1))
            // After this answer, the bus has delivered all earlier messages.
            _ = try await probe.call(
                .methodCall(
                    destination: WireName.bus, path: WireName.busPath,
                    interface: WireName.busInterface, member: "GetId"))
        }
        #expect(try await process.exitStatus() == .signalled(SIGPIPE))
    }

    @Test("output that nobody takes is an error, not silence")
    func fullDevice() async throws {
        let process = try ProgramProcess(["--help"], "", output: "/dev/full")
        #expect(try await process.exitCode() == 1)
    }

    @Test("all apps are asked at once, so one that hangs costs the others no time")
    func askedTogether() async throws {
        let filters = (0..<100).map { index in
            FilterSummary(
                FilterDeclaration(FilterKey(AppID("a.b\(index)"), "F"), title: "Title"),
                source: .file, appState: .running, isConfigured: true)
        }
        let service = try ControlService(
            Fixture.control([
                "ListFilters": [.array(of: "a{sv}", filters.map(\.value))],
                "DescribeFilter": [.string("Shown"), .string(""), .string("")],
            ]))
        // The maximum number that focusd accepts from one client at a time.
        service.together["DescribeFilter"] = 25
        let result = try await focusSwitch(
            ["filter", "list", "--focus", "do-not-disturb"], service.bus.address)
        #expect(result.code == 0)
        #expect(result.output.split(separator: "\n").count { $0.contains("  Shown  ") } == 100)
    }

    private func focusSwitch(
        _ arguments: [String], _ address: String
    ) async throws -> (code: Int32, output: String) {
        let process = try ProgramProcess(arguments, address)
        var output = ""
        while let line = try await process.nextLine() { output += line + "\n" }
        return (try await process.exitCode(), output)
    }
}

/// One run of the built program.
@LoopActor private final class ProgramProcess {
    private let lines = Recorder<String?>()
    private let exits = Recorder<ChildProcess.ExitStatus>()
    private var process: ChildProcess?
    private var source: FileDescriptorSource?
    private var rest: [UInt8] = []
    private let descriptor: Int32

    /// - Parameter output: a file for the output; nil for ``nextLine()``.
    init(_ arguments: [String], _ address: String, output: String? = nil) throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw TestSupportError("pipe") }
        defer { close(ends[1]) }
        let target = output.map { path in unsafe open(path, O_WRONLY | O_CLOEXEC) } ?? ends[1]
        descriptor = ends[0]
        let exits = exits
        var environment = Programs.sanitizerOptions
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        process = try ChildProcess(
            [Self.program] + arguments, environment: environment,
            keepFileDescriptors: [target: STDOUT_FILENO], endsWithParent: true
        ) { exits.record($0) }
        if output != nil { close(target) }
        source = FileDescriptorSource(fd: descriptor, events: .readable) { [weak self] _ in
            self?.read()
        }
    }

    /// Returns the next line, or nil at the end of the output.
    func nextLine() async throws -> String? { try await lines.next() }

    func exitStatus() async throws -> ChildProcess.ExitStatus { try await exits.next() }

    var isRunning: Bool { process?.exitStatus == nil }

    func stopReading() {
        source = nil
        close(descriptor)
    }

    /// Returns the exit status, or -1 after a signal.
    func exitCode() async throws -> Int32 {
        if case .exited(let code) = try await exits.next() { code } else { -1 }
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
        rest += buffer.prefix(max(0, count))
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.record(String(decoding: rest[..<newline], as: UTF8.self))
            rest.removeFirst(newline + 1)
        }
        guard count <= 0 else { return }
        stopReading()
        lines.record(nil)
    }

    /// The path of the program, beside the program that runs the tests.
    private static let program: String = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &path, path.count)
        let own = String(
            decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/focus-switch"
    }()
}
