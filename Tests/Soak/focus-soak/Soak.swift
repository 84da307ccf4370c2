// SPDX-License-Identifier: Apache-2.0

import CSoak
import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import Synchronization
import TestSupport

/// The program: tries faults and prints the table of results.
@LoopActor final class Soak {
    private let options: Options
    private var table = Table()

    private init(_ options: Options) {
        self.options = options
    }

    /// - Returns: The exit code: 0 if all checks passed, 1 if not, 2 for an invalid command line.
    nonisolated static func run(_ arguments: [String]) -> Int32 {
        if arguments.first == "serve" { return SoakServer.serve(Array(arguments.dropFirst())) }
        if arguments.first == "attack" { return Attacker.run(Array(arguments.dropFirst())) }
        let options: Options
        do {
            options = try Options(arguments)
        } catch {
            say("focus-soak: \(error); see --help")
            return 2
        }
        if options.showsHelp {
            say(Options.parser.help)
            return 0
        }
        if options.lists {
            for fault in Fault.all { say("\(fault.name): \(fault.about)") }
            return 0
        }
        _ = csoak_adopt_orphans()
        LoopActor.run {
            let soak = Soak(options)
            signals = [SIGINT, SIGTERM, SIGHUP].map { number in
                UnixSignalSource(signal: number) {
                    exitCode.store(128 + number, ordering: .relaxed)
                    LoopActor.quit()
                }
            }
            Task { @LoopActor in
                if let count = options.day {
                    await soak.runDay(count)
                } else {
                    await soak.tryAll()
                }
                LoopActor.quit()
            }
        }
        endOrphans()
        return exitCode.load(ordering: .relaxed)
    }

    private nonisolated static let exitCode = Atomic<Int32>(0)
    @LoopActor private static var signals: [UnixSignalSource] = []

    private func runDay(_ notifications: Int) async {
        do {
            let day = try await Day(notifications: notifications, seed: options.seed)
            let holds: Result<Bool, any Error>
            do { holds = .success(try await day.run()) } catch { holds = .failure(error) }
            await day.close()
            if try !holds.get() { Self.exitCode.store(1, ordering: .relaxed) }
        } catch {
            say("focus-soak: \(error)")
            Self.exitCode.store(1, ordering: .relaxed)
        }
    }

    private func tryAll() async {
        let faults = Fault.all.filter { options.fault == nil || $0.name == options.fault }
        say(Table.head)
        for fault in faults {
            let row = await tryOne(fault)
            say(row.line)
            table.rows.append(row)
        }
        say(table.verdict)
        if !table.holds { Self.exitCode.store(1, ordering: .relaxed) }
    }

    private func tryOne(_ fault: Fault) async -> Row {
        var row = Row(fault.name)
        let tries = options.tries ?? (options.isLong ? fault.tries.long : fault.tries.short)
        var session: (scene: Scene, stream: Stream)?
        for number in 0..<tries {
            do {
                if number.isMultiple(of: fault.perScene), let old = session {
                    try await finish(old.scene, old.stream)
                    await old.scene.close(keepingFiles: false)
                    session = nil
                }
                let (scene, stream) =
                    if let session { session } else { try await open(fault, step: number) }
                session = (scene, stream)
                stream.tries += 1
                let one = Try(
                    scene, stream, fault, seed: seed(of: number), isLong: options.isLong)
                try await fault.run(one)
                let findings = try await compare(
                    scene, stream, fault, kills: fault.kills * stream.tries)
                row.add(findings, stream.worst, allowing: fault.kills)
                if !findings.lost.isEmpty || findings.duplicated.count > fault.kills {
                    report(fault, step: number, findings)
                    // A later try must not find the same error again.
                    await scene.close(keepingFiles: options.keeps)
                    session = nil
                }
            } catch {
                row.add(error)
                report(fault, step: number, Findings(lost: ["\(error)"]))
                await session?.scene.close(keepingFiles: options.keeps)
                session = nil
            }
        }
        if let session {
            do {
                try await finish(session.scene, session.stream)
            } catch {
                row.add(error)
                report(fault, step: tries - 1, Findings(lost: ["\(error)"]))
            }
            await session.scene.close(keepingFiles: false)
        }
        return row
    }

    private func seed(of step: Int) -> UInt64 {
        options.seed &* 1_000_003 &+ UInt64(step)
    }

    private func open(_ fault: Fault, step: Int) async throws -> (Scene, Stream) {
        let scene = try Scene(isSupervised: fault.isSupervised)
        do {
            try scene.startServer(fault.mood)
            try await scene.startDaemon()
            let stream = Stream(seed: seed(of: step))
            try stream.join(scene.session.address)
            return (scene, stream)
        } catch {
            await scene.close(keepingFiles: options.keeps)
            throw error
        }
    }

    /// Prints the findings and the command that reproduces them.
    private func report(_ fault: Fault, step: Int, _ findings: Findings) {
        say("  \(fault.name), try \(step + 1) of seed \(options.seed):")
        for what in (findings.lost + findings.duplicated).prefix(10) { say("    \(what)") }
        say("  again: make soak SEED=\(options.seed) FAULT=\(fault.name) TRIES=\(step + 1)")
    }

    // MARK: Comparing

    /// Maximum time of an event between the server, focusd and the comparison.
    private static let patience = Duration.seconds(5)

    /// Compares until there is no difference, or no event can be under way any more.
    private func compare(
        _ scene: Scene, _ stream: Stream, _ fault: Fault, kills: Int
    ) async throws -> Findings {
        let tool = try Tool(scene.session.address)
        defer { tool.close() }
        try await until("all waiting notifications are delivered", within: .seconds(90)) {
            let status = try await tool.status()
            return status.server.isRunning && status.queued == 0
        }
        let deadline = ContinuousClock.now + Self.patience
        var seen = try await observe(scene, tool, fault, stream.tries)
        var check = Check(stream.model, seen)
        // The user of the real server may be about to end a popup, so only lasting differences
        // count.
        var isSteady = false
        while !check.findings.isEmpty, !isSteady, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(50))
            let before = check.findings.duplicated
            seen = try await observe(scene, tool, fault, stream.tries)
            check = Check(stream.model, seen)
            isSteady =
                check.findings.lost.isEmpty && check.findings.duplicated == before
                && before.count <= kills
        }
        // Differences of an earlier try in the scene count once.
        var findings = check.findings
        findings.duplicated.removeAll { !stream.countedDuplicates.insert($0).inserted }
        stream.model.resolve(seen)
        stream.forgetPending()
        return findings
    }

    private func observe(
        _ scene: Scene, _ tool: Tool, _ fault: Fault, _ tries: Int
    ) async throws -> Observation {
        let journals = scene.journals()
        let status = try await tool.status()
        let badges = try await tool.badges()
        let entries = Dictionary(grouping: try await tool.entries()) { $0.string("summary") ?? "" }
        return Observation(
            status: status, entries: entries, badges: badges, journals: journals,
            lostScreens: fault.losesPopups ? tries : 0, mayPark: fault.mayPark)
    }

    /// Checks that focus-switch lists all notifications of a scene at its end.
    private func finish(_ scene: Scene, _ stream: Stream) async throws {
        let turns = scene.longTurns
        if !turns.isEmpty {
            throw SoakError(
                "\(turns.count) turns too long: \(turns.prefix(10).joined(separator: "; "))")
        }
        let text = try await scene.focusSwitch(["history", "--json", "--limit", "10000"])
        struct Entry: Decodable { let id: UInt32, summary: String }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(text.utf8))
        let known = Dictionary(entries.map { ($0.summary, $0.id) }) { first, _ in first }
        let lost = stream.model.sent.filter { known[$0.tag] != $0.id }
        if let first = lost.first {
            throw SoakError("focus-switch does not list \(first.tag) and \(lost.count - 1) more")
        }
    }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
