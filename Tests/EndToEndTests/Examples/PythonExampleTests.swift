// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The mail program in Python and its extension: what any language can do over D-Bus.
extension EndToEnd.Examples {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct PythonExampleTests {
        static let app = ExampleMailName.app
        /// The programs run where they lie; no compiled modules are left there.
        static let python = ["PYTHONDONTWRITEBYTECODE": "1"]
        static let files = ["focuses/work.focus": "[Focus]\nName=Work\n"]

        private func withMail(
            _ body: @LoopActor (Desktop, Client) async throws -> Void
        ) async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.installExampleMail()
                try await desktop.shareEnvironment(Self.python)
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try await tool.waitForFilter(Self.app, ExampleMailName.filter) {
                    $0.appState == .activatable
                }
                try await body(desktop, tool)
            }
        }

        private func start(_ desktop: Desktop) throws -> ExampleProgram {
            try ExampleProgram(
                ["/usr/bin/python3", Desktop.examples + "python/example_mail.py"],
                environment: desktop.environment.merging(Self.python) { $1 })
        }

        @Test func extensionSuggestsOffersAndShowsWhatIsSet() async throws {
            try await withMail { desktop, tool in
                let choices = try await desktop.focusSwitch(
                    "filter", "choices", Self.app, "account")
                #expect(choices.contains("Projects and customers"))
                try await desktop.focusSwitch(
                    "filter", "add", Self.app, "--suggested", "--focus", "work")
                try await desktop.focusSwitch(
                    "filter", "set", Self.app, "account=Personal", "sound=loud", "--focus", "work")
                let list = try await desktop.focusSwitch("filter", "list", "--focus", "work")
                #expect(list.contains("Mail of Personal"))
                #expect(list.contains("Loud"))
            }
        }

        @Test func extensionIsToldAndItsPredicateSilencesTheRightNotification() async throws {
            try await withMail { desktop, tool in
                try await desktop.focusSwitch(
                    "filter", "add", Self.app, "account=work", "--focus", "work")
                try await tool.focusd("Activate", .string("work"))
                try await tool.waitForFilter(Self.app, ExampleMailName.filter, focus: "work") {
                    $0.appPredicate == "SELF IN {\"work\"}"
                }
                let told = try String(
                    contentsOfFile: "\(desktop.home)/data/\(Self.app)/focus.json", encoding: .utf8)
                #expect(told.contains(#""account": "work""#))
                #expect(told.contains(#""sound": "soft""#))

                let mail = try start(desktop)
                try await mail.says("Filtered by Focus: Work")
                try await mail.says("badge: 0", to: "receive personal Family Dinner?")
                #expect(try await tool.status().missed == 1)
                try await mail.says("badge: 1", to: "receive work Team Slides?")
                #expect(try await desktop.fake.notification(1).body == "Slides?")
                try await mail.quit()
            }
        }

        @Test func runningProgramIsToldInThePlaceOfItsExtension() async throws {
            try await withMail { desktop, tool in
                try await desktop.focusSwitch(
                    "filter", "add", Self.app, "account=personal", "--focus", "work")
                let mail = try start(desktop)
                try await mail.says("Not filtered")
                try await mail.says("badge: 1", to: "receive work Team Slides?")
                try await tool.focusd("Activate", .string("work"))
                try await mail.says("Filtered by Focus: Personal")
                try await tool.waitForBadge(0, of: Self.app)
                try await tool.focusd("Deactivate")
                try await mail.says("Not filtered")
                try await tool.waitForBadge(1, of: Self.app)
                try await mail.quit()
            }
        }
    }
}
