// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop
import Glibc

/// Open directory of a process in `/proc`.
struct ProcDirectory: ~Copyable {
    /// State of the file `/.flatpak-info` in the process's file system.
    enum FlatpakInfo: Equatable {
        case absent
        /// The text of the file, or nil if it is not a short regular file.
        case present(String?)
        /// The root of the process cannot be reached.
        case unreachable
    }

    private let descriptor: Int32

    /// Opens the directory. Returns nil if there is no such process.
    init?(_ processID: UInt32) {
        descriptor = unsafe open("/proc/\(processID)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Returns the text of a kernel file in the directory.
    func text(_ name: String) -> String? {
        SmallFile.read(name, in: descriptor)
    }

    /// Fields of `/proc/PID/stat`.
    struct Status {
        /// The kernel's name of the process, at most 15 bytes.
        let command: String
        let parent: UInt32
        let start: ProcessLook.Moment
        /// True if the controlling terminal is a pseudoterminal.
        let isInTerminal: Bool
    }

    /// Start time of the process.
    var start: ProcessLook.Moment? { status?.start }

    /// Parsed fields of the process's `stat` file.
    var status: Status? {
        // The name, in parentheses, may contain blanks and parentheses. The fields after the last
        // parenthesis are counted from 3 in proc(5), each after a blank. The code reads bytes,
        // since splitting a string costs more than all other steps.
        guard let bytes = SmallFile.bytes("stat", in: descriptor),
            let first = bytes.firstIndex(of: UInt8(ascii: "(")),
            let end = bytes.lastIndex(of: UInt8(ascii: ")")), first < end
        else { return nil }
        var field = 2
        var parent: UInt64?
        var ticks: UInt64?
        var terminal: UInt64?
        for byte in bytes[(end + 1)...] {
            if byte == UInt8(ascii: " ") {
                field += 1
                if field > Self.startField { break }
            } else if field == Self.parentField || field == Self.startField
                || field == Self.terminalField
            {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                let digit = UInt64(byte - UInt8(ascii: "0"))
                // The kernel writes 64 bits.
                if field == Self.parentField { parent = (parent ?? 0) &* 10 &+ digit }
                if field == Self.startField { ticks = (ticks ?? 0) &* 10 &+ digit }
                if field == Self.terminalField { terminal = (terminal ?? 0) &* 10 &+ digit }
            }
        }
        guard let parent = parent.flatMap(UInt32.init(exactly:)), let ticks else { return nil }
        return Status(
            command: String(decoding: bytes[(first + 1)..<end], as: UTF8.self), parent: parent,
            start: .init(ticks: ticks),
            isInTerminal: terminal.map { Self.pseudoterminals.contains($0 >> 8 & 0xFFF) } ?? false)
    }

    /// Bytes of an argument that are read: Linux's longest path (`PATH_MAX`).
    private static let maximumArgumentBytes = 4_096
    private static let parentField = 4
    private static let terminalField = 7
    private static let startField = 22
    /// The major device numbers of pseudoterminals, in bits 8 to 19 of a terminal's number.
    private static let pseudoterminals: ClosedRange<UInt64> = 136...143

    /// Returns the name of the program.
    ///
    /// - Parameter readsArguments: true to read the command line of any program, which reveals a
    ///   script that is run by its path.
    func program(_ command: String, readsArguments: Bool = false) -> ProgramName {
        guard readsArguments || ProgramName.needsArguments(command) else {
            return ProgramName(command: command)
        }
        let bytes = SmallFile.bytes("cmdline", in: descriptor) ?? []
        let arguments = bytes.split(separator: 0, maxSplits: 32, omittingEmptySubsequences: false)
        return ProgramName(
            command: command,
            arguments: arguments.prefix(32).map { argument in
                // A process chooses its arguments, also in a sandbox, and they are compared.
                unsafe argument.withUnsafeBytes {
                    unsafe StreamSafeText.string($0, upTo: Self.maximumArgumentBytes)
                }
            })
    }

    /// The state of `/.flatpak-info`.
    ///
    /// The last system call fails if the process has ended. Thus its success proves that the
    /// process existed during the earlier calls.
    var flatpakInfo: FlatpakInfo {
        // Follows no link, does not wait for a FIFO, and takes no controlling terminal.
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
