// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The example app, its extension and the real focusd play the walk-through of the documentation.
extension EndToEnd.Examples {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ExampleChatTests {
        static let app = ExampleChatName.app
        static let files = ["focuses/work.focus": "[Focus]\nName=Work\n"]

        /// A desktop with the chat installed, and the Work Focus set up as the chat suggests.
        private func withChat(
            _ body: @LoopActor (Desktop, _ program: String, Client) async throws -> Void
        ) async throws {
            try await withDesktop(files: Self.files) { desktop in
                let program = try await desktop.installExampleChat()
                try await desktop.shareEnvironment()
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try await tool.waitForFilter(Self.app, ExampleChatName.filter) { _ in true }
                try await desktop.focusSwitch(
                    "filter", "add", Self.app, "--suggested", "--focus", "work")
                try await body(desktop, program, tool)
            }
        }

        @Test func chatIsConfiguredAsItSuggestsAndShownAsItSays() async throws {
            try await withChat { desktop, _, tool in
                let file = try String(
                    contentsOfFile: desktop.home + "/config/focusd/focuses/work.focus",
                    encoding: .utf8)
                let group = "[Filter \(Self.app) \(ExampleChatName.filter)]"
                for line in [
                    group, "account=work", "alwaysUseDarkMode=true", "status=At work",
                ] {
                    #expect(file.contains(line + "\n"), "\(line)")
                }
                let list = try await desktop.focusSwitch("filter", "list", "--focus", "work")
                #expect(list.contains("Set account, status, and look"))
                #expect(list.contains("Work, At work, and Dark"))
                let choices = try await desktop.focusSwitch(
                    "filter", "choices", Self.app, "account")
                #expect(choices.contains("Personal"))
            }
        }

        @Test func filterIsDeclaredAndShownInTheUsersLanguage() async throws {
            let set = "[Filter \(Self.app) \(ExampleChatName.filter)]\nalwaysUseDarkMode=true\n"
            let files = ["focuses/work.focus": "[Focus]\nName=Work\n" + set]
            try await withDesktop(files: files) { desktop in
                _ = try await desktop.installExampleChat()
                let declaration = try String(
                    contentsOfFile: "\(desktop.home)/data/focus-filters/\(Self.app).focus-filter",
                    encoding: .utf8)
                #expect(declaration.contains("Title[de]=Konto, Status und Aussehen wählen\n"))
                try await desktop.shareEnvironment(["LANG": "de_DE.UTF-8"])
                try await desktop.startWithServer()
                try await desktop.client().waitForFilter(Self.app, ExampleChatName.filter) { _ in
                    true
                }
                let list = try await desktop.focusSwitch("filter", "list", "--focus", "work")
                #expect(list.contains("Aussehen festlegen — Dunkel"))
            }
        }

        @Test func focusFiltersTheRunningChatAndItsNotifications() async throws {
            try await withChat { desktop, program, tool in
                let chat = try ExampleProgram([program], environment: desktop.environment)
                try await chat.says("Example Chat")
                try await chat.says("has a message", to: "receive personal Family Dinner?")
                try await tool.focusd("Activate", .string("work"))
                let asked = try await chat.says("The Focus asks for")
                #expect(asked.contains("the dark look"))
                #expect(asked.contains("the status “At work”"))
                #expect(asked.contains("the account Work"))
                try await chat.says("[Filtered by Focus: Work.")
                try await tool.waitForFilter(Self.app, ExampleChatName.filter, focus: "work") {
                    $0.appPredicate == "SELF IN {\"work\"}"
                }

                try await chat.says("has a message", to: "receive personal Family Bread?")
                #expect(try await tool.status().missed == 1)
                try await chat.says("has a message", to: "receive work Team Slides?")
                let shown = try await desktop.fake.notification(2)
                #expect(shown.body.hasSuffix("Slides?"))
                #expect(shown.hints["filterCriteria"] == .string("work"))

                #expect(try await chat.says("badge:", to: "badge") == "badge: 1")
                try await tool.waitForBadge(1, of: Self.app)
                try await chat.says("[Everything is shown.", to: "all")
                try await chat.says("Bread?")

                try await tool.focusd("Deactivate")
                try await chat.says("The Focus asks for nothing.")
                try await tool.waitForBadge(3, of: Self.app)
                try await chat.says("badge: 1", to: "read personal\nbadge")
                try await chat.quit()
            }
        }

        @Test func extensionAnswersForTheChatThatDoesNotRun() async throws {
            try await withChat { desktop, program, tool in
                let first = try ExampleProgram([program], environment: desktop.environment)
                try await first.says("has a message", to: "receive work Team Slides?")
                try await first.says("has a message", to: "receive personal Family Bread?")
                try await tool.waitForBadge(2, of: Self.app)
                try await first.quit()

                try await tool.focusd("Activate", .string("work"))
                try await tool.waitForFilter(Self.app, ExampleChatName.filter, focus: "work") {
                    $0.appPredicate == "SELF IN {\"work\"}"
                }
                try await tool.waitForBadge(1, of: Self.app)

                // What the extension wrote down is what the chat starts with.
                let second = try ExampleProgram([program], environment: desktop.environment)
                try await second.says("Example Chat — At work")
                try await second.says("[Filtered by Focus: Work.")
                try await second.quit()

                try await tool.focusd("Deactivate")
                try await tool.waitForBadge(2, of: Self.app)
            }
        }

        @Test func chatThatCouldNotBeToldAsksForItsFilterWhenItStarts() async throws {
            let group =
                "[Filter \(Self.app) \(ExampleChatName.filter)]\nstatus=At work\naccount=work\n"
            let files = ["focuses/work.focus": "[Focus]\nName=Work\n" + group]
            try await withDesktop(files: files) { desktop in
                let program = try await desktop.installExampleChat()
                // The chat does not run, and the bus cannot start its extension.
                try FileManager.default.removeItem(
                    atPath: "\(desktop.home)/services/\(Self.app).FocusFilter.service")
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try await tool.waitForFilter(Self.app, ExampleChatName.filter) {
                    $0.appState == .absent
                }
                try await tool.focusd("Activate", .string("work"))
                let chat = try ExampleProgram([program], environment: desktop.environment)
                #expect(try await chat.says("Example Chat") == "Example Chat — At work")
                try await chat.says("[Filtered by Focus: Work.")
                try await chat.quit()
            }
        }

        @Test func chatRunsWithoutFocusd() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let program = try await desktop.installExampleChat()
                let chat = try ExampleProgram([program], environment: desktop.environment)
                #expect(try await chat.says("Example Chat") == "Example Chat")
                try await chat.says("has a message", to: "receive work Team Slides?")
                #expect(try await chat.says("badge:", to: "badge") == "badge: 1")
                try await chat.says("You: Done.", to: "send work Done.")
                try await chat.quit()
            }
        }

        @Test func demoPlaysTheWalkThroughToItsEnd() async throws {
            let temporary = try makeTemporaryDirectory("demo")
            defer { try? FileManager.default.removeItem(atPath: temporary) }
            var environment = ProcessInfo.processInfo.environment
            environment["TMPDIR"] = temporary
            let programs = (Programs.path("focusd") as NSString).deletingLastPathComponent
            let said = try await Tool(
                [Desktop.examples + "Desktop/demo", programs], environment: environment
            ).finish()
            for step in ["Define", "Configure", "Activate", "Filter", "Badge", "Deactivate"] {
                #expect(said.contains("  \(step). "))
            }
            #expect(said.hasSuffix("Example Chat  3"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
        }

        @Test(arguments: ["FocusFiltersFromAnyLanguage", "PackageAFocusFilter"])
        func commandsOfTheDocumentationWork(page: String) async throws {
            let commands = try Desktop.commands(ofPage: page)
            #expect(!commands.isEmpty)
            try await withDesktop(files: Self.files) { desktop in
                _ = try await desktop.installExampleChat()
                try desktop.installExampleMail()
                try await desktop.shareEnvironment(PythonExampleTests.python)
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try await tool.waitForFilter(ExampleMailName.app, ExampleMailName.filter) { _ in
                    true
                }
                let programs = (Programs.path("focus-switch") as NSString)
                    .deletingLastPathComponent
                // As installed, and without this machine's servers, which `doctor` would name.
                let system = desktop.home + "/system"
                let services = system + "/dbus-1/services"
                try FileManager.default.createDirectory(
                    atPath: services, withIntermediateDirectories: true)
                try "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=/usr/bin/focusd\n"
                    .write(
                        toFile: services + "/org.freedesktop.Notifications.service",
                        atomically: true, encoding: .utf8)
                for command in commands {
                    let shell = try desktop.tool(
                        "/bin/sh", "-euc", command,
                        environment: [
                            "PATH": "\(programs):/usr/local/bin:/usr/bin:/bin",
                            "XDG_DATA_DIRS": system,
                        ])
                    try await shell.finish()
                }
            }
        }
    }
}
