// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The system calls of a program, counted in the output of strace.
struct SystemCallTrace {
    /// Counts by name, of the thread that answers. Calls of `fcntl` that lock a file are counted as
    /// "lock": the others belong to the check of the descriptor reserve, which comes by the clock.
    /// Reads of the database are counted as "database read".
    private(set) var answering: [String: Int] = [:]
    /// Writes of all threads to a write-ahead log.
    private(set) var walWrites = 0
    /// Writes of all threads to the journal of arrivals.
    private(set) var journalWrites = 0

    /// A command that runs a program in its own place and writes down its system calls; the
    /// program stays our child (`-D`), and all its threads are followed.
    static func command(to file: String) -> [String] {
        ["strace", "-D", "-f", "-y", "-s", "0", "-o", file]
    }

    /// True if strace is installed and may trace (some containers forbid it).
    static let isPossible: Bool = {
        let strace = Process()
        strace.executableURL = URL(filePath: "/usr/bin/env")
        strace.arguments = ["strace", "-D", "-o", "/dev/null", "true"]
        strace.standardError = FileHandle.nullDevice
        guard (try? strace.run()) != nil else { return false }
        strace.waitUntilExit()
        return strace.terminationStatus == 0
    }()

    init(file: String) throws {
        var first: Substring?
        for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
            // "PID  NAME(ARGUMENTS) = RESULT". The second half of a call that another thread's
            // interrupted begins with "<" and is not counted again.
            guard let call = line.split(separator: " ").dropFirst().first,
                let end = call.firstIndex(of: "("), end != call.startIndex
            else { continue }
            let isLock = line.contains(", F_SETLK") || line.contains(", F_OFD_SETLK")
            let isDatabaseRead = call.hasPrefix("pread") && line.contains(".sqlite")
            let name =
                isLock ? "lock" : isDatabaseRead ? "database read" : String(call[..<end])
            let thread = line.prefix { $0 != " " }
            if first == nil { first = thread }
            if thread == first { answering[name, default: 0] += 1 }
            guard name.contains("write") else { continue }
            if line.contains(".sqlite-wal>") { walWrites += 1 }
            if line.contains(".sqlite-arrivals>") { journalWrites += 1 }
        }
    }
}

/// The commits that lie in an SQLite write-ahead log (sqlite.org/fileformat2.html, section 4).
func commits(inLog path: String) throws -> Int {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    func number(_ offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.count >= 32 else { throw TestSupportError("\(path) has no header") }
    let frame = 24 + number(8)
    // The frames of an earlier round have other salts; the last of a transaction tells a size.
    return stride(from: 32, through: bytes.count - frame, by: frame).count { start in
        bytes[start + 8..<start + 16] == bytes[16..<24] && number(start + 4) != 0
    }
}
