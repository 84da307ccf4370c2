// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

extension EndToEnd.Setup {
    /// The first hour of a new user (issue 17).
    @Suite @LoopActor struct FirstHourTests {
        @Test("missed open is done when the list is read, and says why it does not open")
        func opening() async throws {
            let program = Programs.path("focus-switch")
            let files = ["focusd.conf": "[Missed]\nCommand=/bin/false\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let failed = try desktop.tool("sh", "-c", "\(program) missed open 2>&1")
                #expect(try await failed.exits.next() == .exited(1))
                try await failed.ended()
                #expect(
                    failed.text.contains(
                        "“/bin/false” ended with exit status 1; see [Missed] Command= in"
                            + " focusd.conf"), "\(failed.text)")
                try desktop.write("focusd.conf", "[Missed]\nCommand=\(program) missed\n")
                try await desktop.run(program, "reload")
                let opened = try await desktop.run(program, "missed", "open")
                #expect(opened == "Opened the missed list.")
            }
        }

        /// A trial with a newcomer: such a line was the answer, and nothing was done.
        @Test("a line typed before a question does not answer it")
        func typedAhead() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.python(
                    "typed_ahead.py", "focus-switch status", "y", Programs.path("focus-switch"),
                    "history", "clear")
                let text = try await tool.finish()
                #expect(text.contains("for good? [y/N] "), "\(text)")
                #expect(text.contains("Deleted 0 past notifications."), "\(text)")
            }
        }

        @Test("ids stay small numbers through restarts and kills")
        func ids() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let first = try await desktop.client().notify("1")
                #expect(first == 1)
                try await desktop.end()
                try await desktop.startWithServer()
                let second = try await desktop.client().notify("2")
                #expect(second == 2)
                try await desktop.end(SIGKILL)
                try await desktop.startWithServer()
                let third = try await desktop.client().notify("3")
                #expect(third == 3)
            }
        }

        @Test("the history is emptied, and no byte of it stays; the missed list and the screen do")
        func historyClear() async throws {
            let files = ["focuses/work.focus": "[Focus]\nName=Work\nApps=allow\nAppList=a.b;\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let program = Programs.path("focus-switch")
                let client = try desktop.client()
                try await desktop.run(program, "work")
                _ = try await client.notify("zqPAST", body: "zqPASTBODY")
                _ = try await client.notify("zqMISSED")
                try await desktop.run(program, "missed", "dismiss", "1")
                try await desktop.run(program, "off")
                _ = try await client.notify("zqSHOWN")
                try await client.waitForStatus { $0.queued == 0 }
                let text = try await desktop.run(program, "history", "clear", "--yes")
                #expect(
                    text == """
                        Deleted 1 past notification.
                        1 notification on the screen stays.
                        The missed list still has 1 notification: focus-switch missed clear
                        """)
                let history = try await desktop.run(program, "history")
                #expect(history.contains("zqMISSED") && history.contains("zqSHOWN"))
                #expect(!history.contains("zqPAST"))
                #expect(try desktop.storeFiles(with: "zqPAST") == [])
                #expect(try desktop.storeFiles(with: "zqMISSED") != [])
                // Ids stay unique after the newest row was deleted.
                #expect(try await client.notify("next") == 4)
            }
        }

        @Test(
            "a badge is brought to 0, with notifications on the screen and with the app's own count"
        )
        func badgeClear() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let program = Programs.path("focus-switch")
                let client = try desktop.client()
                _ = try await client.notify("1")
                _ = try await client.notify("2")
                try await client.waitForStatus { $0.queued == 0 }
                #expect(try await client.badge() == 2)
                let text = try await desktop.run(program, "badge", "clear", "org.example.Chat")
                #expect(text.hasSuffix(" is 0; 2 notifications marked as read."), "\(text)")
                #expect(try await client.badge() == 0)
                _ = try await client.notify("3")
                #expect(try await client.badge() == 1)
            }
        }

        @Test("a reply from the missed list reaches the app, and ends the notification (issue 20)")
        func reply() async throws {
            let files = ["focuses/work.focus": "[Focus]\nName=Work\nApps=allow\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let program = Programs.path("focus-switch")
                let client = try desktop.client()
                try await desktop.run(program, "work")
                let id = try await client.notify(
                    "Lunch?", actions: ["inline-reply", "Reply"])
                let text = try await desktop.run(
                    program, "missed", "reply", String(id), "On", "my", "way")
                #expect(text.hasPrefix("Sent the reply to "))
                let replied = try await client.signals.next()
                #expect(
                    replied
                        == Client.Signal("NotificationReplied", .uint32(id), .string("On my way")))
                let closed = try await client.signals.next()
                #expect(closed == Client.Signal("NotificationClosed", .uint32(id), .uint32(2)))
                #expect(try await desktop.run(program, "missed") == "Nothing was missed.")
            }
        }

        @Test("a schedule that keeps a Focus on for longer than asked is named")
        func laterEnd() async throws {
            let days = "Days=Mon;Tue;Wed;Thu;Fri;Sat;Sun;"
            let work = "[Focus]\nName=Work\n\n[Schedule all]\n\(days)\nFrom=00:00\nTo=00:00\n"
            try await withDesktop(files: ["focuses/work.focus": work]) { desktop in
                // Midnight, the border of the windows, is twelve hours away.
                desktop.variables["TZ"] = Desktop.zone(showing: 12 * 3_600)
                try await desktop.startWithServer()
                let text = try await desktop.run(Programs.path("focus-switch"), "work", "1h")
                #expect(text.hasPrefix("Work is on"), "\(text)")
                #expect(text.contains("It does not end "), "\(text)")
                #expect(text.contains("the schedule “all” of Work"), "\(text)")
            }
        }

        @Test("a silenced notification delivered later is listed as such, also after its end")
        func deliveredLater() async throws {
            let files = ["focuses/work.focus": "[Focus]\nName=Work\nApps=allow\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let program = Programs.path("focus-switch")
                let client = try desktop.client()
                try await desktop.run(program, "work")
                _ = try await client.notify("late")
                _ = try await client.notify("never")
                try await desktop.run(program, "missed", "deliver", "1")
                _ = try await desktop.fake.notification(1)
                try await client.waitForStatus { $0.queued == 0 }
                func lines() async throws -> [String] {
                    try await desktop.run(program, "history").split(separator: "\n")
                        .map(String.init)
                }
                #expect(try await lines().last?.contains("  delivered later  ") == true)
                try await desktop.run(program, "missed", "dismiss", "1", "2")
                #expect(try await lines().last?.contains("  delivered later  ") == true)
                #expect(try await lines().first?.contains("  silenced  ") == true)
            }
        }
    }
}

extension Desktop {
    /// Returns the names of focusd's files that contain a text.
    fileprivate func storeFiles(with text: String) throws -> [String] {
        let directory = URL(filePath: home + "/state/focusd")
        let mark = Data(text.utf8)
        return try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter { name in
            let file = directory.appendingPathComponent(name)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                return false
            }
            return try Data(contentsOf: file).range(of: mark) != nil
        }
    }
}
