// SPDX-License-Identifier: Apache-2.0
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The real `focus-switch demo`, with all the programs that it starts.
@LoopActor @Suite(.timeLimit(.minutes(5))) struct DemoTests {
    let exits = Recorder<ChildProcess.ExitStatus>()
    let lines = Recorder<String>()
    /// The directory of its temporary files, which must be empty at the end.
    let directory: String

    init() throws {
        directory = try makeTemporaryDirectory("demo")
    }

    /// Runs a program to its end and returns its exit status.
    private func run(_ arguments: [String]) async throws -> ChildProcess.ExitStatus {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let second = dup(ends[1])
        let reader = OutputReader(ends[0]) { [lines] in lines.record($0) }
        var environment = Programs.sanitizerOptions
        environment["PATH"] = "/usr/bin:/bin"
        environment["TMPDIR"] = directory
        let process = try ChildProcess(
            arguments, environment: environment,
            keepFileDescriptors: [ends[1]: 1, second: 2], endsWithParent: true
        ) { [exits] in exits.record($0) }
        close(ends[1])
        close(second)
        let status = try await exits.next()
        withExtendedLifetime((process, reader)) {}
        return status
    }

    private func remains() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory)
    }

    @Test("two notifications are delivered, one is silenced with its reason, and nothing remains")
    func story() async throws {
        let status = try await run([ConsoleProcess.programs + "/focus-switch", "demo"])
        #expect(status == .exited(0))
        var text = ""
        repeat {
            text += try await lines.next() + "\n"
        } while !text.contains("no process and no file is left")
        let order = [
            "Work is on", "│ The review moved", "Was delivered", "Dinner tonight?",
            "Was silenced: com.example.Chat's own Focus filter", "│ Your train leaves",
            "it is time-sensitive", "badge: 2", "the missed list", "badge: 3",
        ]
        var rest = text[...]
        for words in order {
            let found = try #require(rest.firstRange(of: words), "\(words) is missing in\n\(text)")
            rest = rest[found.upperBound...]
        }
        #expect(!text.contains("│ Dinner"))
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(try remains().isEmpty)
        try FileManager.default.removeItem(atPath: directory)
    }

    @Test("--json prints an object for each step")
    func json() async throws {
        let program = ConsoleProcess.programs + "/focus-switch"
        #expect(try await run([program, "demo", "--json"]) == .exited(0))
        var steps: [String] = []
        repeat {
            let line = try await lines.next()
            let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
            steps.append((value as? [String: Any])?["step"] as? String ?? "none")
        } while steps.last != "end"
        #expect(
            steps == [
                "file", "start", "on", "work", "decision", "personal", "decision",
                "time-sensitive", "decision", "badge", "missed", "off", "end",
            ])
        try FileManager.default.removeItem(atPath: directory)
    }

    @Test("nothing remains even if its output is closed")
    func withoutReader() async throws {
        let program = ConsoleProcess.programs + "/focus-switch"
        #expect(try await run(["sh", "-c", "\(program) demo | head -n 1"]) == .exited(0))
        #expect(try remains().isEmpty)
        try FileManager.default.removeItem(atPath: directory)
    }

    @Test("a missing or broken focusd is reported with code 1, and nothing remains")
    func failures() async throws {
        let programs = try makeTemporaryDirectory("programs")
        let files = FileManager.default
        // A copy looks for the other programs in its own folder. A file that this process has
        // written may be "busy": the child of another test has it open until that child runs
        // another program.
        let copy = programs + "/focus-switch"
        let original = ConsoleProcess.programs + "/focus-switch"
        #expect(try await run(["install", "-m", "700", original, copy]) == .exited(0))
        #expect(try await run([copy, "demo"]) == .exited(1))
        _ = try await lines.next {
            $0 == "focus-switch: demo: focusd is neither beside focus-switch nor in PATH"
        }
        let script = programs + "/script"
        try "#!/bin/sh\necho broken >&2\nexit 3\n".write(
            toFile: script, atomically: true, encoding: .utf8)
        for name in ["focusd", "focus-console"] {
            let program = "\(programs)/\(name)"
            #expect(try await run(["install", "-m", "700", script, program]) == .exited(0))
        }
        #expect(try await run([copy, "demo"]) == .exited(1))
        _ = try await lines.next { $0 == "focus-switch: demo: focusd has ended: exit code 3" }
        _ = try await lines.next { $0.hasSuffix("broken") }
        #expect(try remains().isEmpty)
        for path in [programs, directory] { try files.removeItem(atPath: path) }
    }
}
