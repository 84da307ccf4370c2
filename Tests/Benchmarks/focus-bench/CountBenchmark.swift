// SPDX-License-Identifier: Apache-2.0

import Foundation

// Counts the operations for one silenced notification, which are the same on a busy machine and on
// an idle one. Each count is the difference between two runs of a program with different numbers of
// notifications, divided by that difference. Start, end and the client's connection cancel out.

extension Benchmark {
    /// Writes to the journal of arrivals.
    private static let journalWrites = Target.atMost(1.05)
    /// One for some hundred notifications, which takes all of them.
    private static let commits = Target.atMost(0.05)
    /// A page for each ten notifications, and the pages above them.
    private static let walWrites = Target.atMost(0.5)
    private static let sends = Target.atMost(1.02)
    /// poll, two recvmsg, FIONREAD, the journal, sendmsg; and calls made once in hundreds.
    private static let calls = Target.atMost(7)
    private static let allocations = Target.atMost(14)
    /// As a ratio to the empty server's.
    private static let instructions = Target.atMost(2)

    static let counts = Benchmark(
        name: "counts", about: "system calls, commits, allocations a silenced notification",
        isShort: true
    ) { bench in
        try? countSystemCalls(bench)
        try? countInstructions(bench)
    }

    private static func countSystemCalls(_ bench: Bench) throws {
        do {
            try bench.stage.require("strace")
            let trace = try Traced(bench, of: 200, ring: 0)
            func add(_ what: String, _ value: Double, _ target: Target? = nil) {
                bench.report.add("counts", what, value, "", target: target, isCounted: true)
            }
            add("system calls", trace.all, calls)
            for (name, count) in trace.calls.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) })
            where count >= 0.01 {
                let target = name == "sendmsg" ? sends : nil
                add("  \(name)", count, target)
            }
            add("writes to the journal", trace.journalWrites, journalWrites)
            add("bytes written to the journal", trace.journalBytes)
            add("writes to the WAL", trace.walWrites, walWrites)
            add("commits", trace.commits, commits)
            add("bytes written to the WAL", trace.walBytes)
            let replacing = try Traced(bench, of: 200, ring: 8)
            add("one that replaces: system calls", replacing.all)
            add("one that replaces: writes to the journal", replacing.journalWrites)
            add("one that replaces: writes to the WAL", replacing.walWrites)
        } catch {
            note(error, bench, "counts with strace")
            throw error
        }
    }

    private static func countInstructions(_ bench: Bench) throws {
        do {
            try bench.stage.require("valgrind")
            let count = bench.isShort ? 200 : 1_000
            let mine = try Weighed(bench, of: count) { stage, prefix, back in
                try stage.focusd("weighed", before: back, Setup(silences: true, prefix: prefix))
            }
            let theirs = try Weighed(bench, of: count) { stage, prefix, _ in
                try stage.echo("echo", prefix: prefix)
            }
            bench.report.add(
                "counts", "allocations", mine.allocations, "",
                target: allocations, isCounted: true)
            bench.report.add("counts", "  the empty server's", theirs.allocations, "")
            bench.report.add(
                "counts", "instructions, in thousands", mine.instructions / 1_000, "",
                ratio: mine.instructions / theirs.instructions, target: instructions,
                isCounted: true)
            bench.report.add(
                "counts", "  the empty server's", theirs.instructions / 1_000, "")
        } catch {
            note(error, bench, "counts with valgrind")
            throw error
        }
    }

    private static func note(_ error: any Error, _ bench: Bench, _ what: String) {
        if let skipped = error as? Skipped {
            bench.report.skip(what, skipped.reason)
        } else {
            bench.report.fail(what, "\(error)")
        }
    }
}

/// The system calls of a focusd that silences notifications.
private struct Traced {
    /// The calls of a notification, by name.
    var calls: [String: Double] = [:]
    var journalWrites = 0.0
    var journalBytes = 0.0
    var walWrites = 0.0
    var walBytes = 0.0
    var commits = 0.0

    var all: Double { calls.values.reduce(0, +) }

    /// - Parameter ring: Number of notifications that replace each other in turn; 0 for new ones.
    init(_ bench: Bench, of count: Int, ring: Int) throws {
        let few = try Self.life(bench, 20, ring)
        let many = try Self.life(bench, 20 + count, ring)
        for name in many.calls.keys {
            let more = (many.calls[name] ?? 0) - (few.calls[name] ?? 0)
            calls[name] = Double(more) / Double(count)
        }
        journalWrites = Double(many.journalWrites - few.journalWrites) / Double(count)
        journalBytes = Double(many.journalBytes - few.journalBytes) / Double(count)
        walWrites = Double(many.walWrites - few.walWrites) / Double(count)
        walBytes = Double(many.walBytes - few.walBytes) / Double(count)
        commits = Double(many.commits - few.commits) / Double(count)
    }

    /// Runs one focusd with that many notifications.
    private static func life(_ bench: Bench, _ count: Int, _ ring: Int) throws -> Trace {
        let file = try bench.stage.place("t") + "/trace"
        // -D: strace runs as a grandchild, so that focusd itself is the benchmark's child.
        let prefix = ["strace", "-D", "-f", "-y", "-s", "0", "-o", file]
        let focusd = try bench.stage.focusd(
            "traced", before: bench.behind(), Setup(silences: true, prefix: prefix))
        defer { bench.stage.end(focusd) }
        let options = ["count": "\(count)", "seconds": "60", "ring": "\(ring)"]
        _ = try bench.visit([focusd], options, rounds: 1)
        let commits = try WriteAheadLog(focusd.home + "/state/focusd/focusd.sqlite-wal").commits
        bench.stage.end(focusd)
        var trace = Trace(try String(contentsOfFile: file, encoding: .utf8))
        trace.commits = commits
        return trace
    }
}

/// The counts in strace's output.
private struct Trace {
    var calls: [String: Int] = [:]
    var journalWrites = 0
    var journalBytes = 0
    var walWrites = 0
    var walBytes = 0
    var commits = 0

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            // "PID  NAME(ARGUMENTS) = RESULT". The second half of an interrupted call begins with
            // "<", has no name, and is not counted again.
            guard let call = line.split(separator: " ").dropFirst().first,
                let end = call.firstIndex(of: "("), end != call.startIndex
            else { continue }
            let name = String(call[..<end])
            calls[name, default: 0] += 1
            guard name.contains("write") else { continue }
            let bytes = line.split(separator: " ").last.flatMap { Int($0) } ?? 0
            if line.contains(".sqlite-wal>") {
                walWrites += 1
                walBytes += bytes
            } else if line.contains(".sqlite-arrivals>") {
                journalWrites += 1
                journalBytes += bytes
            }
        }
    }
}

/// A write-ahead log on the disk (sqlite.org/fileformat2.html, section 4).
private struct WriteAheadLog {
    /// Number of frames that end a transaction.
    private(set) var commits = 0

    init(_ path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        func number(_ offset: Int) -> Int {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        guard bytes.count >= 32 else { return }
        let frame = 24 + number(8)
        // Frames of an earlier round have other salts.
        let salts = bytes[16..<24]
        for start in stride(from: 32, through: bytes.count - frame, by: frame)
        where bytes[start + 8..<start + 16] == salts && number(start + 4) != 0 {
            commits += 1
        }
    }
}

/// The instructions and allocations of a server, counted by valgrind's callgrind.
private struct Weighed {
    let instructions: Double
    let allocations: Double

    init(
        _ bench: Bench, of count: Int,
        _ start: (Stage, _ prefix: [String], _ back: Server) throws -> Server
    ) throws {
        let few = try Self.life(bench, 50, start)
        let many = try Self.life(bench, 50 + count, start)
        instructions = (many.instructions - few.instructions) / Double(count)
        allocations = (many.allocations - few.allocations) / Double(count)
    }

    private static func life(
        _ bench: Bench, _ count: Int,
        _ start: (Stage, _ prefix: [String], _ back: Server) throws -> Server
    ) throws -> (instructions: Double, allocations: Double) {
        let file = try bench.stage.place("v") + "/callgrind"
        let prefix = ["valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=\(file)"]
        let server = try start(bench.stage, prefix, bench.behind())
        defer { bench.stage.end(server) }
        let options = ["count": "\(count)", "seconds": "60", "ring": "0"]
        _ = try bench.visit([server], options, rounds: 1)
        bench.stage.end(server)
        return try read(file)
    }

    /// Returns the sum of all costs, and the calls of malloc and similar functions (valgrind's
    /// manual, "Callgrind Format Specification"): a name appears once as "(ID) NAME", then as
    /// "(ID)".
    private static func read(_ path: String) throws -> (Double, Double) {
        let allocators: Set = ["malloc", "calloc", "realloc", "posix_memalign", "memalign"]
        var ids: Set<Substring> = []
        var (instructions, allocations) = (0.0, 0.0)
        var isAllocator = false
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("cfn=") || line.hasPrefix("fn=") {
                let words = line.drop { $0 != "(" }.split(separator: " ", maxSplits: 1)
                guard let id = words.first else { continue }
                // A suffix distinguishes the versions of a symbol.
                if words.count == 2, allocators.contains(String(words[1].prefix { $0 != "@" })) {
                    ids.insert(id)
                }
                isAllocator = line.hasPrefix("cfn=") && ids.contains(id)
            } else if line.hasPrefix("calls="), isAllocator {
                allocations += Double(line.dropFirst(6).prefix { $0 != " " }) ?? 0
            } else if line.hasPrefix("totals:") || line.hasPrefix("summary:") {
                let words = line.split(separator: " ")
                instructions = words.last.flatMap { Double($0) } ?? instructions
            }
        }
        guard instructions > 0 else { throw Failure("callgrind wrote nothing to \(path)") }
        return (instructions, allocations)
    }
}
