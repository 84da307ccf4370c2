// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The example in C, which serves nothing but `Perform` and `AppContext` (issue 18).
extension EndToEnd.Examples {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct CExampleTests {
        private static let app = "org.focusd.ExampleClock"

        private func withClock(
            _ body: @LoopActor (Desktop, ExampleProgram, Client) async throws -> Void
        ) async throws {
            try await withDesktop(files: ["focuses/work.focus": "[Focus]\nName=Work\n"]) {
                desktop in
                let folder = Desktop.examples + "c"
                let program = desktop.home + "/example-clock"
                let line =
                    "cc \(folder)/example_clock.c -o \(program) "
                    + "$(pkg-config --cflags --libs gio-2.0)"
                try await desktop.tool("/bin/sh", "-euc", line).finish()
                let name = Self.app + ".focus-filter"
                try desktop.install(
                    String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8), of: Self.app)
                try await desktop.startWithServer()
                let clock = try ExampleProgram([program], environment: desktop.environment)
                let tool = try desktop.client()
                try await tool.waitForFilter(Self.app, "ClockFilter") { $0.appState == .running }
                try await body(desktop, clock, tool)
            }
        }

        @Test func clockIsToldAndFiltersItsAlarms() async throws {
            try await withClock { desktop, clock, tool in
                try await desktop.focusSwitch(
                    "filter", "add", Self.app, "zone=Ber\"lin", "--focus", "work")
                try await tool.focusd("Activate", .string("work"))
                try await clock.says("zone: Ber\"lin")
                try await tool.waitForFilter(Self.app, "ClockFilter", focus: "work") {
                    $0.appPredicate == #"SELF == "Ber\"lin""# && $0.problems.isEmpty
                }
                try await tool.focusd("Deactivate")
                try await clock.says("zone: all")
            }
        }

        @Test func missingOptionalMembersAreNamedAndDoneWithout() async throws {
            try await withClock { desktop, clock, tool in
                let added = try desktop.tool(
                    Programs.path("focus-switch"), "filter", "add", Self.app, "--suggested",
                    "--focus", "work")
                #expect(try await added.exits.next() == .exited(1))
                // Shown by its values, for it does not say how.
                try await desktop.focusSwitch(
                    "filter", "add", Self.app, "zone=Oslo", "--focus", "work")
                let list = try await desktop.focusSwitch("filter", "list", "--focus", "work")
                #expect(list.contains("Oslo"))
                try await tool.focusd("Activate", .string("work"))
                try await clock.says("zone: Oslo")
                try await tool.waitForFilter(Self.app, "ClockFilter", focus: "work") {
                    $0.appPredicate != nil && $0.problems.isEmpty
                }
            }
        }

        @Test func errorOfTheAppIsShownEverywhere() async throws {
            try await withClock { desktop, clock, tool in
                try await desktop.focusSwitch(
                    "filter", "add", Self.app, "zone=nowhere", "--focus", "work")
                try await tool.focusd("Activate", .string("work"))
                try await clock.says("zone: nowhere")
                try await tool.waitForFilter(Self.app, "ClockFilter", focus: "work") {
                    !$0.problems.isEmpty
                }
                let text = "the app answered with an error: there is no such zone"
                try await desktop.waitForLog(text)
                let check = try await tool.doctor("filter \(Self.app) ClockFilter")
                #expect(check.detail.contains(text))
                let page = try await desktop.focusSwitch(
                    "filter", "show", Self.app, "--focus", "work")
                #expect(page.contains(text))
                // It has a context all the same.
                #expect(page.contains("SELF == \"nowhere\""))
            }
        }
    }
}
