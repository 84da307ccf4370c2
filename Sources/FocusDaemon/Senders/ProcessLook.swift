// SPDX-License-Identifier: Apache-2.0

// Kernel data about a client's process. Only the program's name comes from the process itself.
// Missing data makes the client unknown, never unsandboxed:
//
// - Process id. The bus names a process by its id, which the kernel may have given to another
//   process. A newer bus also passes a descriptor of the process; then the process must still be
//   alive after its directory in /proc is open. Without a descriptor, a process that began after
//   focusd first heard of the client is not the client's. From then on the open directory belongs
//   to that process only: after its end, no file can be opened through the directory (proc(5)).
// - Flatpak. The sandbox's creator puts `/.flatpak-info` at the root of the process's file system.
//   A process with its own namespaces can put any file there. Therefore focusd follows no link,
//   does not wait, and reads only a short regular file.
// - Program name. The process chooses its name, so the name decides no more than an app name. A
//   tool such as `notify-send` sends for the program that called it. focusd looks for that program
//   among the tool's ancestors while the tool waits for its reply. An ancestor that began later
//   than its child only reuses the id of an ended process.
// - Terminal. A process whose controlling terminal is a pseudoterminal runs in a terminal's window,
//   and in the scope of that terminal. A session that began on a console has no pseudoterminal.
// - Unreachable root. If the process is not dumpable or its first thread has ended, a missing file
//   proves nothing.

import DBus
import FocusCore
import GLibLoop
import Glibc

/// Identification of a process.
enum ProcessLook {
    /// Time in the kernel's clock ticks since boot, as in `/proc/PID/stat`.
    struct Moment: Comparable {
        let ticks: UInt64

        static func < (left: Moment, right: Moment) -> Bool { left.ticks < right.ticks }

        private static let ticksPerSecond = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))

        static var now: Moment {
            var time = timespec()
            unsafe clock_gettime(CLOCK_BOOTTIME, &time)
            // Rounded down, as the kernel rounds the start time of a process.
            return Moment(
                ticks: UInt64(time.tv_sec) * ticksPerSecond
                    + UInt64(time.tv_nsec) * ticksPerSecond / 1_000_000_000)
        }
    }

    /// Returns the identity of a process.
    ///
    /// - Parameters:
    ///   - processID: the process id that the bus reported.
    ///   - descriptor: the pidfd, if the bus passed one.
    ///   - firstHeard: the time when focusd first heard of the client, after the start of its
    ///     process.
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
        let status = directory.status
        identity.read(cgroup: cgroup, isInTerminal: status?.isInTerminal ?? false)
        switch directory.flatpakInfo {
        case .absent: break
        case .unreachable: return identity
        // A sandbox with an unreadable name is still a sandbox.
        case .present(let text):
            identity.sandbox = AppID(text.flatMap(flatpakName) ?? "flatpak")
        }
        identity.isKnown = true
        identity.processID = processID
        if let status { nameProgram(of: directory, status, in: &identity) }
        if identity.isTool, identity.caller == nil, identity.scope == nil {
            let service = SenderIdentity.service(cgroup: cgroup)
            identity.caller = service.map { ProgramName(service: $0) }
        }
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

    /// Maximum number of ancestors to search for the caller of a tool.
    private static let maximumAncestors = 8

    private static func flatpakName(_ info: String) -> String? {
        guard let file = try? KeyFile(contents: info),
            let name = (try? file.string("Application", "name")) ?? nil,
            !name.isEmpty, name.utf8.count <= Limits.appIDBytes
        else { return nil }
        return name
    }
}
