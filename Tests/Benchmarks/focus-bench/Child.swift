// SPDX-License-Identifier: Apache-2.0

import CBench
import Foundation
import GLibLoop
import Glibc

/// A child process of the benchmark, which ends with the benchmark in every case.
final class Child {
    let pid: Int32
    let name: String
    private var status: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - output: The standard output; nil for /dev/null.
    ///   - errors: The standard error; nil for /dev/null.
    init(
        _ command: [String], environment: [String: String], output: Int32? = nil,
        errors: Int32? = nil
    ) throws {
        name = command[0]
        var words = unsafe command.map { unsafe strdup($0) } + [nil]
        var variables =
            unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            unsafe words.forEach { unsafe free($0) }
            unsafe variables.forEach { unsafe free($0) }
        }
        pid = unsafe cbench_spawn(&words, &variables, output ?? -1, errors ?? -1)
        guard pid > 0 else {
            throw Failure("\(command[0]): \(unsafe String(cString: strerror(errno)))")
        }
    }

    func signal(_ number: Int32) {
        if status == nil { kill(pid, number) }
    }

    /// Waits for the end. Returns the exit status, or 128 and the signal's number.
    @discardableResult
    func wait() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while unsafe waitpid(pid, &raw, 0) < 0, errno == EINTR {}
        return note(raw)
    }

    /// Ends the process: SIGTERM, then SIGKILL after five seconds.
    func end() {
        guard status == nil else { return }
        kill(pid, SIGCONT)
        kill(pid, SIGTERM)
        // The process id stays reserved until it is waited for.
        let hasEnded = ProcessHandle(UInt32(pid))?.waitForEnd(within: .seconds(5)) ?? false
        if !hasEnded { kill(pid, SIGKILL) }
        wait()
    }

    @discardableResult
    private func note(_ raw: Int32) -> Int32 {
        let ended = raw & 0x7f
        let result = ended == 0 ? (raw >> 8) & 0xff : 128 + ended
        status = result
        return result
    }
}

/// The kernel's figures of a process.
struct ProcessFigures {
    let pid: Int32

    /// Bytes of private memory.
    var privateMemory: Double {
        lines("smaps_rollup").reduce(0) { sum, line in
            line.hasPrefix("Private_") ? sum + (Self.number(line) ?? 0) * 1024 : sum
        }
    }

    /// Number of voluntary sleeps of its threads. Each sleep ends with a wake-up.
    var sleeps: Double {
        let tasks =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return tasks.reduce(0) { sum, task in
            let line = lines("task/\(task)/status").first { $0.hasPrefix("voluntary_ctxt") }
            return sum + (line.flatMap(Self.number) ?? 0)
        }
    }

    private func lines(_ file: String) -> [Substring] {
        // A file of /proc has no size, and some versions of String(contentsOfFile:) need one.
        let data = FileManager.default.contents(atPath: "/proc/\(pid)/\(file)") ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }

    private static func number(_ line: Substring) -> Double? {
        line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
            Double($0)
        }
    }
}
