// SPDX-License-Identifier: Apache-2.0

import CGLib
import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

/// The process behind a process number from the bus.
///
/// Serialized, because one test reuses process numbers.
@Suite(.serialized) @LoopActor struct ProcessLookTests {
    /// A process that does nothing until the test ends it.
    @LoopActor final class Idler {
        let process: ChildProcess
        private let exits = Recorder<ChildProcess.ExitStatus>()

        init() throws {
            let exits = exits
            process = try ChildProcess(["sleep", "1000"], endsWithParent: true) {
                exits.record($0)
            }
        }

        var number: UInt32 { UInt32(process.pid) }

        func end() async throws {
            process.signal(SIGKILL)
            _ = try await exits.next()
        }

        isolated deinit {
            process.signal(SIGKILL)
        }
    }

    private static func look(
        _ process: UInt32, _ descriptor: UnixFD? = nil, firstHeard: ProcessLook.Moment = .now
    ) -> SenderIdentity {
        ProcessLook.identity(of: process, descriptor: descriptor, firstHeard: firstHeard)
    }

    @Test func processThatBeganBeforeItsClientWasHeardOfIsTheClients() throws {
        let idler = try Idler()
        #expect(
            Self.look(idler.number)
                == SenderIdentity(
                    processID: idler.number, program: ProgramName(command: "sleep")))
    }

    /// script(1) runs its command in a new pseudoterminal.
    @Test func programInATerminalIsSeen() async throws {
        let outside = try Idler()
        #expect(ProcDirectory(outside.number)?.status?.isInTerminal == false)
        let directory = try makeTemporaryDirectory("terminal")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let pipe = Pipe()
        let process = try ChildProcess(
            ["script", "-qec", "sh -c 'echo $$; exec sleep 1000'", "/dev/null"],
            keepFileDescriptors: [pipe.fileHandleForWriting.fileDescriptor: STDOUT_FILENO],
            endsWithParent: true
        ) { _ in }
        defer { process.signal(SIGKILL) }
        var text = ""
        // A terminal ends a line with two characters, which are one `Character`.
        while !text.utf8.contains(UInt8(ascii: "\n")) {
            text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        }
        let number = try #require(UInt32(text.filter(\.isNumber)))
        defer { kill(pid_t(number), SIGKILL) }
        #expect(ProcDirectory(number)?.status?.isInTerminal == true)
    }

    /// Issue 15: the arguments of a client's process were compared as they are. Each comparison
    /// with 60 KiB of combining marks takes most of a second.
    @Test func argumentsOfAProcessCannotHoldUpFocusd() async throws {
        let directory = try makeTemporaryDirectory("marks")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try FileManager.default.createSymbolicLink(
            atPath: directory + "/sh", withDestinationPath: "/usr/bin/tail")
        let marks = "a" + String(repeating: "\u{301}\u{316}", count: 15_000)
        let exits = Recorder<ChildProcess.ExitStatus>()
        let process = try ChildProcess(
            [directory + "/sh", "-f", marks, "/dev/null"], endsWithParent: true
        ) { exits.record($0) }
        let program = try #require(Self.look(UInt32(process.pid)).program)
        #expect(program.kind == .script)
        #expect(program.name.unicodeScalars.contains("\u{34F}"))
        process.signal(SIGKILL)
        _ = try await exits.next()
    }

    /// Issue 17: scripts that call `notify-send` are known by their own names.
    @Test func scriptThatHasCalledAToolIsFound() async throws {
        let directory = try makeTemporaryDirectory("caller")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let tool = directory + "/notify-send"
        try await Programs.copy("/bin/sleep", to: tool)
        let script = directory + "/backup.sh"
        try "#!/bin/sh\n(timeout 1000 \(tool) 1000 & echo $!; wait)\n".write(
            toFile: script, atomically: true, encoding: .utf8)
        let pipe = Pipe()
        let process = try ChildProcess(
            ["/bin/sh", script],
            keepFileDescriptors: [pipe.fileHandleForWriting.fileDescriptor: STDOUT_FILENO],
            endsWithParent: true
        ) { _ in }
        defer { process.signal(SIGKILL) }
        var text = ""
        while !text.hasSuffix("\n") {
            text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        }
        let wrapper = try #require(pid_t(text.dropLast()))
        defer { kill(wrapper, SIGKILL) }
        // timeout(1) starts the tool as its child.
        var child: UInt32?
        let deadline = ContinuousClock.now + .testDeadline
        while child == nil, ContinuousClock.now < deadline {
            let children = SmallFile.read("/proc/\(wrapper)/task/\(wrapper)/children") ?? ""
            child = children.split(separator: " ").first.flatMap { UInt32($0) }
            if let found = child, Self.look(found).program?.name != "notify-send" { child = nil }
            await Task.yield()
        }
        let number = try #require(child)
        defer { kill(pid_t(number), SIGKILL) }
        let identity = Self.look(number)
        #expect(identity.program == ProgramName(command: "notify-send"))
        #expect(identity.caller?.name == "backup.sh" && identity.caller?.kind == .script)
        #expect(
            identity.program(desktopEntry: nil, appName: "notify-send") == AppID("backup.sh"))
    }

    @Test func processThatBeganLaterHasTheClientsNumberByChance() throws {
        let now = ProcessLook.Moment.now
        let before = ProcessLook.Moment(ticks: now.ticks - 1)
        let idler = try Idler()
        let identity = Self.look(idler.number, firstHeard: before)
        #expect(!identity.isKnown && identity.processID == nil)
    }

    @Test func descriptorOfTheBusTellsWhetherTheClientsProcessIsStillThere() async throws {
        let (idler, gone) = (try Idler(), try Idler())
        let (present, ended) = (
            UnixFD(taking: cglib_pidfd_open(idler.process.pid)),
            UnixFD(taking: cglib_pidfd_open(gone.process.pid))
        )
        // With a descriptor, the time of the first message does not matter.
        let early = ProcessLook.Moment(ticks: 0)
        #expect(Self.look(idler.number, present, firstHeard: early).isKnown)
        try await gone.end()
        // The number belongs to another process now.
        #expect(!Self.look(idler.number, ended).isKnown)
    }

    @Test func descriptorIsTakenFromTheBussAnswer() async throws {
        let (idler, gone) = (try Idler(), try Idler())
        let ended = UnixFD(taking: cglib_pidfd_open(gone.process.pid))
        try await gone.end()
        func answer(_ values: [String: Value]) throws -> Message {
            // A message of any kind, because only its body is read.
            let message = Message.signal(path: "/a", interface: "a.b", member: "C")
            try message.append(.vardict(values))
            return message
        }
        let number = Value.uint32(idler.number)
        func isKnown(_ values: [String: Value]) throws -> Bool {
            SenderDirectory.Credentials(try answer(values), firstHeard: .now).identity.isKnown
        }
        #expect(try isKnown(["ProcessID": number]))
        #expect(try !isKnown(["ProcessID": number, "ProcessFD": .unixFD(ended)]))
        #expect(try !isKnown([:]))
        #expect(try !isKnown(["ProcessID": .string("1")]))
    }

    /// True if this test may choose the number of the next process.
    nonisolated static let canChooseNumbers =
        unsafe access("/proc/sys/kernel/ns_last_pid", W_OK) == 0

    @Test(.enabled(if: canChooseNumbers, "only root chooses the numbers of processes"))
    func directoryOfAProcessIsNotThatOfTheNextOneWithItsNumber() async throws {
        // Other programs start processes, too. One of these processes may take the number and keep
        // it.
        for _ in 0..<50 {
            let first = try Idler()
            guard let directory = ProcDirectory(first.number) else { continue }
            #expect(directory.flatpakInfo == .absent)
            #expect(directory.start != nil)
            try await first.end()
            guard let next = try Self.process(numbered: first.number) else { continue }
            #expect(Self.look(next.number).isKnown)
            let (laterStart, text) = (directory.start, directory.text("cgroup"))
            #expect(laterStart == nil && text == nil)
            #expect(directory.flatpakInfo == .unreachable)
            return
        }
        throw TestSupportError("no process gets the number of another one")
    }

    /// Returns a new process with a number that was free, or nil if another process took the
    /// number.
    private static func process(numbered number: UInt32) throws -> Idler? {
        for _ in 0..<20 {
            let file = unsafe open("/proc/sys/kernel/ns_last_pid", O_WRONLY)
            let text = String(number - 1)
            _ = unsafe write(file, text, text.utf8.count)
            close(file)
            let next = try Idler()
            if next.number == number { return next }
        }
        return nil
    }

    @Test func processThatIsGoneIsUnknown() async throws {
        let idler = try Idler()
        try await idler.end()
        #expect(!Self.look(idler.number).isKnown)
        #expect(!Self.look(0).isKnown)
        #expect(!Self.look(.max).isKnown)
    }
}
