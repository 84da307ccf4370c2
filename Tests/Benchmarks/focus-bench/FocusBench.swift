// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures focusd beside an empty server, dunst and mako; see ``Options/usage``.
@main struct FocusBench {
    static func main() throws {
        let options: Options
        do {
            options = try Options(CommandLine.arguments.dropFirst())
        } catch {
            complain("\(error)\n\n\(Options.usage)")
            exit(2)
        }
        let all = Benchmark.all
        if options.lists {
            for one in all { print("\(one.name): \(one.about)") }
            return
        }
        let names = Set(options.names)
        if let stray = names.subtracting(all.map(\.name)).sorted().first {
            complain("there is no benchmark \(stray); see --list")
            exit(2)
        }
        let chosen = all.filter {
            names.isEmpty ? $0.isShort || !options.isShort : names.contains($0.name)
        }
        let stage = try Stage(programs: options.programs)
        defer { stage.close() }
        let bench = Bench(stage, options)
        for benchmark in chosen { run(benchmark, bench) }
        print(bench.report.table)
        let isWritten = write(bench.report, to: options.json)
        let missed = bench.report.rows.count { $0.verdict == .missed }
        let met = bench.report.rows.count { $0.verdict == .met }
        let failed = bench.report.failures.count
        let place = isWritten ? "; \(options.json)" : ""
        print("\(met) met, \(missed) missed, \(failed) failed\(place)")
        if missed + failed > 0 || !isWritten {
            // `exit` runs no `defer`.
            stage.close()
            exit(1)
        }
    }

    /// Writes the figures as JSON. Prints a message and returns false if the file cannot be
    /// written.
    private static func write(_ report: Report, to path: String) -> Bool {
        do {
            try report.write(to: path)
            return true
        } catch {
            complain(
                "\(path) cannot be written (\(error.localizedDescription)); --json names another")
            return false
        }
    }

    private static func run(_ benchmark: Benchmark, _ bench: Bench) {
        let start = ContinuousClock.now
        do {
            try benchmark.run(bench)
        } catch let skip as Skipped {
            bench.report.skip(benchmark.name, skip.reason)
        } catch {
            bench.report.fail(benchmark.name, "\(error)")
        }
        bench.endGuests()
        complain("\(benchmark.name): \((ContinuousClock.now - start).formatted())")
    }
}

/// One benchmark: its name and its function.
struct Benchmark: Sendable {
    let name: String
    let about: String
    /// True if the short mode runs it.
    var isShort = false
    let run: @Sendable (Bench) throws -> Void

    /// All benchmarks, in the order in which they run.
    static var all: [Benchmark] {
        [
            .decision, .patterns, .counts, .wakeUps, .latency, .floor, .oneShot, .stopped, .busy,
            .pipelined, .burst, .drain,
            .image, .signal, .memory, .start, .switching, .status, .activation, .crowded,
        ]
    }
}

/// The error of a benchmark that needs a program which is not installed.
struct Skipped: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A failure, with a message.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Prints a line on standard error.
func complain(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
