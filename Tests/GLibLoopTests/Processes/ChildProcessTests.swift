// SPDX-License-Identifier: Apache-2.0
import Foundation
import GLibLoop
import TestSupport
import Testing

@LoopActor @Suite struct ChildProcessTests {
    let ends = Recorder<ChildProcess.ExitStatus>()

    func start(
        _ arguments: [String], environment: [String: String]? = nil,
        keeping descriptors: [Int32: Int32] = [:], endsWithParent: Bool = false
    ) throws(SpawnError) -> ChildProcess {
        try ChildProcess(
            arguments, environment: environment, keepFileDescriptors: descriptors,
            endsWithParent: endsWithParent
        ) { [ends] in ends.record($0) }
    }

    @Test(arguments: [Int32(0), 1, 42, 255], [false, true])
    func reportsTheExitCode(code: Int32, endsWithParent: Bool) async throws {
        let child = try start(["sh", "-c", "exit \(code)"], endsWithParent: endsWithParent)
        #expect(try await ends.next() == .exited(code))
        #expect(child.exitStatus == .exited(code))
    }

    @Test func reportsTheSignalThatEndedIt() async throws {
        let child = try start(["sleep", "600"])
        #expect(child.exitStatus == nil)
        child.signal(SIGUSR1)
        #expect(try await ends.next() == .signalled(SIGUSR1))
        child.signal(SIGUSR1)
        child.terminate(grace: .zero)
        #expect(ends.pending.isEmpty)
    }

    @Test func aProgramThatIsNotThereIsAnError() {
        let error = #expect(throws: SpawnError.self) { try start(["/no/such/program"]) }
        #expect(error?.description.contains("/no/such/program") == true)
        #expect(throws: SpawnError.self) { try start([]) }
        #expect(throws: SpawnError.self) { try start(["echo", "a\u{0}b"]) }
    }

    @Test func theEnvironmentIsReplacedWhenGiven() async throws {
        let pipe = try DescriptorPipe()
        let child = try start(
            ["sh", "-c", "env >&7"], environment: ["PATH": "/usr/bin:/bin", "A": "b=ü"],
            keeping: [pipe.write: 7])
        pipe.closeWrite()
        let lines = try await pipe.text().split(separator: "\n")
        #expect(lines.contains("A=b=ü"))
        #expect(!lines.contains { $0.hasPrefix("HOME=") })
        #expect(try await ends.next() == .exited(0))
        #expect(child.pid > 0)
    }

    @Test func onlyTheNamedDescriptorsAreInherited() async throws {
        let pipe = try DescriptorPipe()
        let other = try DescriptorPipe()
        let child = try start(
            ["sh", "-c", "ls /proc/self/fd >&9"], keeping: [pipe.write: 9])
        pipe.closeWrite()
        let numbers = try await pipe.text().split(separator: "\n").compactMap { Int($0) }
        // 3 is the directory that ls reads.
        #expect(Set(numbers) == [0, 1, 2, 3, 9])
        #expect(try await ends.next() == .exited(0))
        withExtendedLifetime((child, other)) {}
    }

    @Test func terminateKillsAProcessThatIgnoresSIGTERM() async throws {
        let pipe = try DescriptorPipe()
        let script = "trap '' TERM; echo ready >&5; exec 5>&-; while :; do sleep 1; done"
        let child = try start(["sh", "-c", script], keeping: [pipe.write: 5])
        pipe.closeWrite()
        #expect(try await pipe.text() == "ready\n")
        child.terminate(grace: .milliseconds(50))
        #expect(try await ends.next() == .signalled(SIGKILL))
    }

    @Test func terminateLeavesTimeToCleanUp() async throws {
        let pipe = try DescriptorPipe()
        let script = """
            trap 'kill $!; exit 3' TERM; echo ready >&5; exec 5>&-
            while :; do sleep 600 & wait $!; done
            """
        let child = try start(["sh", "-c", script], keeping: [pipe.write: 5])
        pipe.closeWrite()
        #expect(try await pipe.text() == "ready\n")
        child.terminate(grace: .testDeadline)
        #expect(try await ends.next() == .exited(3))
    }

    @Test func endsWithItsParentWhenAskedTo() async throws {
        let directory = try TemporaryDirectory()
        let fifo = directory.file("fifo")
        try #require(unsafe mkfifo(fifo, 0o600) == 0)
        let held = try DescriptorPipe(reading: fifo)
        // Another process is the parent and ends while its child runs.
        await #expect(processExitsWith: .success) { [fifo = fifo as String] in
            try await ChildProcessTests.startChild(holding: fifo)
        }
        // The last writer closes long before the child's ten minutes are over.
        #expect(try await held.text() == "held\n")
    }

    /// Starts a child that keeps `fifo` open and ends with its parent.
    static func startChild(holding fifo: String) async throws {
        let pipe = try DescriptorPipe()
        let script = "exec 6>'\(fifo)'; echo held >&6; echo ready >&5; exec 5>&-; exec sleep 600"
        let child = try ChildProcess(
            ["sh", "-c", script], keepFileDescriptors: [pipe.write: 5], endsWithParent: true
        ) { _ in }
        pipe.closeWrite()
        _ = try await pipe.text()
        withExtendedLifetime(child) {}
    }

    @Test func aDroppedChildIsStillReapedWithoutACall() async throws {
        var child: ChildProcess? = try start(["sh", "-c", "exit 0"])
        let pid = try #require(child?.pid)
        child = nil
        let other = try start(["true"])
        #expect(try await ends.next() == .exited(0))
        #expect(other.exitStatus == .exited(0))
        // A zombie still has a stat file; a reaped process has none.
        let reaped = Recorder<Void>()
        let beat = Beat(every: .milliseconds(5)) {
            if kill(pid, 0) != 0 { reaped.record(()) }
        }
        try await reaped.next()
        beat.cancel()
        #expect(ends.pending.isEmpty)
    }
}

/// A pipe whose write end is passed to a child.
@LoopActor final class DescriptorPipe {
    private let read: Int32
    private(set) var write: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        read = ends[0]
        write = ends[1]
    }

    /// Opens the read end of a named pipe. Other processes open its write end.
    init(reading fifo: String) throws {
        read = unsafe open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        write = -1
        guard read >= 0 else { throw POSIXError(.ENOENT) }
    }

    func closeWrite() {
        close(write)
        write = -1
    }

    /// Returns the text that is written until the last write end closes.
    func text() async throws -> String {
        let chunks = Recorder<[UInt8]>()
        let source = FileDescriptorSource(fd: read, events: .readable) { [read] _ in
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = unsafe Foundation.read(read, &buffer, buffer.count)
            chunks.record(Array(buffer.prefix(max(0, count))))
        }
        defer { source.cancel() }
        var bytes: [UInt8] = []
        while true {
            let chunk = try await chunks.next()
            if chunk.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk
        }
    }

    isolated deinit {
        close(read)
        if write >= 0 { close(write) }
    }
}
