// SPDX-License-Identifier: Apache-2.0

// What the kernel tells of a client's process (DESIGN §3). Nothing here is taken from the process
// itself, and whatever cannot be seen makes the client unknown, never unsandboxed:
//
//  - Whose number is it? The bus names a process by its number, which may have come to mean another
//    process. A newer bus gives a descriptor of the process as well, and the process must still be
//    there after its directory in /proc was opened. Otherwise a process that began after the client
//    was first heard of is not the client's. From then on the directory is that process's alone:
//    once the process has gone, nothing can be opened through it (proc(5)).
//  - Is it a Flatpak? Then `/.flatpak-info` lies at the root of its file system, which the sandbox's
//    creator has put there. That file may be anything when the process can make namespaces of its
//    own: it is not followed, not waited for, and read only when it is a short ordinary file.
//  - The program's name is the process's own word, and decides nothing that an app name does not.
//    A tool as `notify-send` is sends for the program that has called it, which is looked for among
//    its ancestors while it waits for its answer. An ancestor that began later than its child has
//    only got the number of one that is gone.
//  - Where the root cannot be reached (the process is not dumpable, its first thread has ended) a
//    missing file says nothing.

import DBus
import FocusCore
import GLibLoop
import Glibc

/// A look at one process.
enum ProcessLook {
    /// A moment in the kernel's clock ticks since it started, as `/proc/PID/stat` counts them.
    struct Moment: Comparable {
        let ticks: UInt64

        static func < (left: Moment, right: Moment) -> Bool { left.ticks < right.ticks }

        private static let ticksPerSecond = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))

        static var now: Moment {
            var time = timespec()
            unsafe clock_gettime(CLOCK_BOOTTIME, &time)
            // Rounded down, as the kernel does with the start of a process.
            return Moment(
                ticks: UInt64(time.tv_sec) * ticksPerSecond
                    + UInt64(time.tv_nsec) * ticksPerSecond / 1_000_000_000)
        }
    }

    /// Who the process is.
    ///
    /// - Parameters:
    ///   - processID: its number, as the bus gave it.
    ///   - descriptor: its pidfd, where the bus gave one.
    ///   - firstHeard: when the client was first heard of, which is after it began.
    static func identity(
        of processID: UInt32, descriptor: UnixFD?, firstHeard: Moment
    ) -> SenderIdentity {
        var identity = SenderIdentity(isKnown: false)
        guard let directory = ProcDirectory(processID) else { return identity }
        if let descriptor {
            guard ProcessHandle.isAlive(descriptor.number) else { return identity }
        } else {
            guard let start = directory.start, start <= firstHeard else { return identity }
        }
        guard let cgroup = directory.text("cgroup") else { return identity }
        identity.read(cgroup: cgroup)
        switch directory.flatpakInfo {
        case .absent: break
        case .unreachable: return identity
        // A sandbox whose name cannot be read is a sandbox all the same.
        case .present(let text):
            identity.sandbox = AppID(text.flatMap(flatpakName) ?? "flatpak")
        }
        identity.isKnown = true
        identity.processID = processID
        if let status = directory.status { nameProgram(of: directory, status, in: &identity) }
        return identity
    }

    private static func nameProgram(
        of directory: borrowing ProcDirectory, _ status: ProcDirectory.Status,
        in identity: inout SenderIdentity
    ) {
        let program = directory.program(status.command)
        identity.program = program
        guard program.kind == .tool, identity.sandbox == nil else { return }
        var (child, parent) = (status, status.parent)
        for _ in 0..<maximumAncestors {
            guard parent > 1, let directory = ProcDirectory(parent),
                let status = directory.status, status.start <= child.start
            else { return }
            let program = directory.program(status.command, readsArguments: true)
            switch program.kind {
            case .root: return
            case .program, .script:
                identity.caller = program
                return
            case .tool, .caller: (child, parent) = (status, status.parent)
            }
        }
    }

    /// Ancestors among which the caller of a tool is looked for.
    private static let maximumAncestors = 8

    private static func flatpakName(_ info: String) -> String? {
        guard let file = try? KeyFile(contents: info),
            let name = (try? file.string("Application", "name")) ?? nil,
            !name.isEmpty, name.utf8.count <= Limits.appIDBytes
        else { return nil }
        return name
    }
}

/// A process's directory in `/proc`, held open.
struct ProcDirectory: ~Copyable {
    /// What lies at the root of the process's file system.
    enum FlatpakInfo: Equatable {
        case absent
        /// The text; nil for what is no short ordinary file.
        case present(String?)
        /// It cannot be told.
        case unreachable
    }

    private let descriptor: Int32

    /// nil when there is no such process.
    init?(_ processID: UInt32) {
        descriptor = unsafe open("/proc/\(processID)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// The text of one of the kernel's files in it.
    func text(_ name: String) -> String? {
        SmallFile.read(name, in: descriptor)
    }

    /// Fields of `/proc/PID/stat`.
    struct Status {
        /// The name that the kernel has for the process, of 15 bytes at most.
        let command: String
        let parent: UInt32
        let start: ProcessLook.Moment
    }

    /// When the process began.
    var start: ProcessLook.Moment? { status?.start }

    /// The fields of the process's status that are wanted.
    var status: Status? {
        // The name, in parentheses, may hold blanks and parentheses; what follows the last one is
        // counted from 3 in proc(5), each after a blank. Bytes, since splitting a string costs more
        // than all else of the look.
        guard let bytes = SmallFile.bytes("stat", in: descriptor),
            let first = bytes.firstIndex(of: UInt8(ascii: "(")),
            let end = bytes.lastIndex(of: UInt8(ascii: ")")), first < end
        else { return nil }
        var field = 2
        var parent: UInt64?
        var ticks: UInt64?
        for byte in bytes[(end + 1)...] {
            if byte == UInt8(ascii: " ") {
                field += 1
                if field > Self.startField { break }
            } else if field == Self.parentField || field == Self.startField {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                let digit = UInt64(byte - UInt8(ascii: "0"))
                // The kernel writes 64 bits.
                if field == Self.parentField { parent = (parent ?? 0) &* 10 &+ digit }
                if field == Self.startField { ticks = (ticks ?? 0) &* 10 &+ digit }
            }
        }
        guard let parent = parent.flatMap(UInt32.init(exactly:)), let ticks else { return nil }
        return Status(
            command: String(decoding: bytes[(first + 1)..<end], as: UTF8.self), parent: parent,
            start: .init(ticks: ticks))
    }

    private static let parentField = 4
    private static let startField = 22

    /// The name of the program.
    ///
    /// - Parameter readsArguments: true to read the command line of any program, which tells a
    ///   script that is run by its path.
    func program(_ command: String, readsArguments: Bool = false) -> ProgramName {
        guard readsArguments || ProgramName.needsArguments(command) else {
            return ProgramName(command: command)
        }
        let bytes = SmallFile.bytes("cmdline", in: descriptor) ?? []
        let arguments = bytes.split(separator: 0, maxSplits: 32, omittingEmptySubsequences: false)
        return ProgramName(
            command: command,
            arguments: arguments.prefix(32).map { String(decoding: $0, as: UTF8.self) })
    }

    /// What tells a Flatpak.
    ///
    /// The last system call is one that fails when the process has gone: what was read before is then
    /// of a process that was there.
    var flatpakInfo: FlatpakInfo {
        // Not followed, not waited for (a FIFO), not made our terminal.
        let file = unsafe openat(
            descriptor, "root/.flatpak-info",
            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else {
            switch errno {
            case ENOENT:
                return unsafe faccessat(descriptor, "root", F_OK, 0) == 0 ? .absent : .unreachable
            case ELOOP: return .present(nil)
            default: return .unreachable
            }
        }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .present(nil)
        }
        return .present(SmallFile.text(of: file))
    }
}
