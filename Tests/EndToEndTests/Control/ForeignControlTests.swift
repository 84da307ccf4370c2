// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The programs on the page “The control interface”, as they stand there, and gdbus.
extension EndToEnd.Control {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ForeignControlTests {
        private static let files = ["focuses/quiet.focus": EndToEnd.Notifications.MissedTests.quiet]

        /// The Python programs of the page, in its order.
        private nonisolated static var programs: [String] {
            get throws {
                let page = try String(
                    contentsOfFile: Desktop.project
                        + "/Sources/FocusDaemon/FocusDaemon.docc/ControlInterface.md",
                    encoding: .utf8)
                return page.components(separatedBy: "```python\n").dropFirst().compactMap {
                    $0.components(separatedBy: "\n```").first
                }
            }
        }

        private func run(
            _ desktop: Desktop, _ index: Int, _ arguments: String...
        ) throws -> Tool {
            let path = "\(desktop.home)/program\(index).py"
            let programs = try Self.programs
            try #require(programs.count > index)
            try programs[index].write(toFile: path, atomically: true, encoding: .utf8)
            return try Tool(
                ["/usr/bin/python3", path] + arguments, environment: desktop.environment)
        }

        @Test func pagesProgramLetsAnAppThrough() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                _ = try await client.notify("Invoice", app: "org.example.Shop")
                let output = try await run(desktop, 0, "quiet", "org.example.Shop").finish()
                #expect(output.contains("of 1 notifications 1 would have come"))
                #expect(output.contains("Example | Invoice | deliver allowed"))
                #expect(
                    output.contains("allowed in Quiet: org.example.Important, org.example.Shop"))
                let long = String(repeating: "a", count: 300)
                let refused = try run(desktop, 0, "quiet", long)
                #expect(try await refused.exits.next() == .exited(1))
                let apps = try await client.focusd("GetFocus", .string("quiet")).first
                let known = apps.flatMap(Fields.init)?.strings("apps")
                #expect(known == ["org.example.Important", "org.example.Shop"])
            }
        }

        @Test func pagesProgramFollowsTheMissedList() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                _ = try await client.notify("one")
                let program = try run(desktop, 2)
                #expect(try await program.lines.next() == "missed: one")
                let two = try await client.notify("two")
                #expect(try await program.lines.next() == "missed: one, two")
                try await client.focusd("Dismiss", .array(of: "u", [.uint32(two)]))
                #expect(try await program.lines.next() == "missed: one")
                try await client.focusd("Forget", .string("org.example.Chat"))
                _ = try await program.lines.next { $0 == "missed: " }
                program.process.signal(SIGTERM)
            }
        }

        @Test("issue 21: a program of another language changes always.focus")
        func pagesProgramSilencesASite() async throws {
            let text = "# mine\n[Always]\nSilencedSites=a.example;\n"
            try await withDesktop(files: ["always.focus": text]) { desktop in
                try await desktop.start()
                let output = try await run(desktop, 1, "b.example").finish()
                #expect(output == "always silenced: a.example, b.example")
                let file = try String(
                    contentsOfFile: desktop.home + "/config/focusd/always.focus", encoding: .utf8)
                #expect(
                    file == "# mine\n[Always]\nSilencedSites=a.example;b.example;\nNewApps=ask\n")
            }
        }

        @Test func namesInCallsHaveALimit() async throws {
            // A musical note whose canonical form has other scalars: Swift compares it slowly.
            let note = "\u{1D15F}"
            let longest = String(repeating: note, count: Limits.argumentBytes / 4)
            let name = Value.string(longest + "a")
            let none = Value.vardict([:])
            let calls: [(member: String, arguments: [Value])] = [
                ("Activate", [name]), ("ActivateWith", [name, none]), ("ListFilters", [name]),
                ("FocusFile", [name]), ("GetFocus", [name]), ("DeleteFocus", [name, .string("")]),
                ("DeleteFocus", [.string("quiet"), name]), ("Mute", [name, none]),
                ("Unmute", [name]), ("Forget", [name]), ("ClearBadge", [name]),
                ("ClearHistory", [name, .int64(0)]), ("OpenMissed", [name]),
                ("Hold", [name, .string("a call")]), ("Skip", [name, .string(""), .int64(0)]),
                ("Unskip", [.string("quiet"), name, .int64(0)]), ("CountEntries", [none, name]),
                ("SuggestFilters", [name, .string("")]),
                ("SuggestFilters", [.string("a.b"), name]),
            ]
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let client = try desktop.client()
                for call in calls {
                    let error = try await client.error {
                        _ = try await client.focusd(
                            MemberName(call.member), arguments: call.arguments)
                    }
                    #expect(error.name == WireError.invalidArgs, "\(call.member)")
                    #expect(error.message.hasSuffix("has more than 1024 bytes"), "\(call.member)")
                }
                // The longest that is read names no Focus.
                let error = try await client.error {
                    _ = try await client.focusd("GetFocus", .string(longest))
                }
                #expect(error.name == WireError.unknownFocus)
            }
        }

        @Test func gdbusChangesAFocus() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let call = [
                    "gdbus", "call", "--session", "--dest", "org.focusd.Focus1", "--object-path",
                    "/org/focusd/Focus1", "--method",
                ]
                let output = try await Tool(
                    call + [
                        "org.focusd.Focus1.Control.ChangeFocus", "quiet", "",
                        "[{'change': <'set'>, 'key': <'hide-badges'>, 'value': <true>}]",
                    ], environment: desktop.environment
                ).finish()
                let details = try await desktop.client().focusd("GetFocus", .string("quiet"))
                let fields = try #require(details.first.flatMap(Fields.init))
                #expect(output == "('\(fields.string("revision") ?? "")',)")
                #expect(fields.boolean("hide-badges") == true)
            }
        }
    }
}
