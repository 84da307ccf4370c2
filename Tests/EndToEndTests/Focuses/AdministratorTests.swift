// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// Files of an administrator, with the real programs (issue 22).
extension EndToEnd.Focuses {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct AdministratorTests {
        private func write(_ desktop: Desktop, _ name: String, _ text: String) throws {
            let path = "\(desktop.home)/xdg/focusd/\(name)"
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }

        private func run(
            _ desktop: Desktop, _ arguments: String...
        ) async throws -> (status: ChildProcess.ExitStatus, text: String) {
            let words = ([Programs.path("focus-switch")] + arguments).joined(separator: " ")
            let tool = try desktop.tool("sh", "-c", "\(words) 2>&1")
            let status = try await tool.exits.next()
            try await tool.ended()
            return (status, tool.text)
        }

        private func details(_ client: Client) async throws -> Fields {
            let answer = try await client.focusd("GetFocus", .string("work"))
            return try #require(answer.first.flatMap(Fields.init))
        }

        private func entry(_ client: Client, _ key: String) async throws -> Fields {
            let answer = try await client.focusd("Configuration")
            let entries = answer.first.flatMap(Fields.init)?.list("entries")
            return try #require(entries?.first { $0.string("key") == key })
        }

        @Test("a Focus of the administrator can be turned on, changed in a copy, and locked")
        func focus() async throws {
            try await withDesktop { desktop in
                desktop.variables["XDG_CONFIG_DIRS"] = desktop.home + "/xdg"
                try write(desktop, "focuses/work.focus", "[Focus]\nName=Company work\n")
                try write(desktop, "focusd.conf", "[History]\nDays=90\n")
                try await desktop.start()
                let user = try desktop.client()
                #expect(try await details(user).string("origin") == "administrator")
                #expect(try await entry(user, "Days").string("value") == "90")
                #expect(
                    try await entry(user, "Days").string("from")
                        == desktop.home + "/xdg/focusd/focusd.conf")
                #expect(try await run(desktop, "on", "work").text == "Company work is on.\n")
                let shown = try await run(desktop, "show", "work").text
                #expect(shown.contains("the administrator; a change makes your copy"), "\(shown)")
                #expect(try await run(desktop, "list").text.contains("on; the administrator's"))
                let deleted = try await run(desktop, "delete", "work", "--yes")
                #expect(deleted.status == .exited(1))
                #expect(deleted.text.contains("is the administrator's"), "\(deleted.text)")
                let changed = try await run(desktop, "rename", "work", "Mine")
                #expect(changed.text.contains("this is now a copy of yours"), "\(changed.text)")
                #expect(try await details(user).string("origin") == "user")
                #expect(try await details(user).string("name") == "Mine")
                let reset = try await run(desktop, "delete", "work", "--yes")
                #expect(reset.text.contains("has the administrator's settings again"))
                #expect(try await details(user).string("name") == "Company work")
            }
        }

        @Test("locks refuse changes over every way, with the file that locks")
        func locks() async throws {
            let files = ["focuses/work.focus": "[Focus]\nName=Mine\n"]
            try await withDesktop(files: files) { desktop in
                desktop.variables["XDG_CONFIG_DIRS"] = desktop.home + "/xdg"
                try await desktop.start()
                let user = try desktop.client()
                #expect(try await details(user).string("name") == "Mine")
                let changes = Recorder<Void>()
                let subscription = user.connection.subscribe(
                    MatchRule(interface: WireName.control, member: "FocusesChanged")
                ) { _ in changes.record(()) }
                defer { subscription.cancel() }
                try await user.focusd("Subscribe")
                // A directory that appears while focusd runs.
                try write(desktop, "focuses/work.focus", "[Focus]\nName=Company work\n")
                try write(
                    desktop, "focusd.conf",
                    "[Administrator]\nLockedFocuses=work;\nLockedKeys=History.Days;"
                        + "Locked.HideTexts;\n[History]\nDays=90\n")
                while try await details(user).string("name") != "Company work" {
                    _ = try await changes.next()
                }
                let lock = desktop.home + "/xdg/focusd/focusd.conf"
                #expect(try await details(user).string("locked-by") == lock)
                while try await entry(user, "Days").string("locked-by") != lock {
                    _ = try await changes.next()
                }
                #expect(try await entry(user, "Days").string("value") == "90")
                let sentence = "is locked by the administrator in \(lock)"
                for words in [
                    ["rename", "work", "x"], ["edit", "work"],
                    ["silence", "a.b", "--focus", "work"],
                ] {
                    let tool = try desktop.tool(
                        "sh", "-c",
                        "\(Programs.path("focus-switch")) \(words.joined(separator: " ")) 2>&1")
                    #expect(try await tool.exits.next() == .exited(1))
                    try await tool.ended()
                    #expect(tool.text.contains(sentence), "\(tool.text)")
                }
                let hidden = try await run(desktop, "lockscreen", "hide", "all", "--all-text")
                #expect(hidden.text.contains("[Locked] HideTexts= " + sentence), "\(hidden.text)")
                let shown = try await run(desktop, "show", "work").text
                #expect(shown.contains("Locked by") && shown.contains(lock), "\(shown)")
                let refusal = try await user.error {
                    try await user.focusd(
                        "ChangeFocus", .string("work"), .string(""),
                        FieldsBuilder.list([FocusChange.name("x").value]))
                }
                #expect(refusal.name == WireError.refused)
                #expect(refusal.message.contains(sentence))
                let set = ConfigurationChange.set(group: "History", key: "Days", .text("1"))
                let other = try await user.error {
                    try await user.focusd(
                        "ChangeConfiguration", .string(""), FieldsBuilder.list([set.value]))
                }
                #expect(other.message.contains("[History] Days= " + sentence))
                let doctor = try await run(desktop, "doctor").text
                #expect(doctor.contains("1 Focus, 3 locks"), "\(doctor)")
                // The user's file without effect is named.
                #expect(doctor.contains("so this file has no effect"), "\(doctor)")
            }
        }

        @Test("damaged files of the administrator are named by doctor, and focusd runs")
        func damaged() async throws {
            try await withDesktop { desktop in
                desktop.variables["XDG_CONFIG_DIRS"] = desktop.home + "/xdg:/proc/self/fd"
                try write(desktop, "focusd.conf", "[History]\nDays=soon\n")
                try write(desktop, "focuses/work.focus", "[Focus]\nColor=red\n")
                try write(desktop, "always.focus/directory", "")
                try await desktop.startWithServer()
                #expect(try await desktop.client().notify("hello") == 1)
                let doctor = try await run(desktop, "doctor").text
                for name in ["focusd.conf:2", "focuses/work.focus", "always.focus"] {
                    #expect(doctor.contains("/xdg/focusd/\(name)"), "\(doctor)")
                }
            }
        }
    }
}
