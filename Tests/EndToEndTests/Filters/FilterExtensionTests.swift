// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// The extension that the bus starts stands in for an app that is not running
/// (Design.md, "Focus filters").
extension EndToEnd.Filters {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct FilterExtensionTests {
        /// Records the calls that extensions report.
        @LoopActor final class Listener {
            let told = Recorder<FilterApp.Call>()
            private(set) var pids: Set<Int32> = []
            private var subscription: Subscription?

            init(_ client: Client) {
                subscription = client.connection.subscribe(
                    MatchRule(interface: "org.example.Told", member: "Told")
                ) { [weak self] message in
                    let values = (try? message.arguments()) ?? []
                    guard let self, values.count >= 2 else { return }
                    self.pids.insert(values[1].asInt32 ?? 0)
                    self.told.record(
                        FilterApp.Call(
                            member: values[0].asString ?? "", filter: "Mail",
                            arguments: Array(values.dropFirst(2))))
                }
            }
        }

        @Test func extensionIsStartedForAnAppThatDoesNotRun() async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try desktop.installExtension(answer: "SELF IN {\"work\"}")
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let listener = Listener(tool)
                try await tool.waitForFilter { $0.appState == .activatable }
                try await tool.focusd("Activate", .string("work"))
                let first = try await listener.told.next()
                #expect(first.member == "Perform")
                #expect(first.values == FilterTests.atWork)
                try await tool.waitForFilter(focus: "work") { $0.appPredicate != nil }
                _ = try await tool.notify("personal", criteria: "home")
                #expect(try await tool.status().missed == 1)
                // Nobody asks for a second process while the first is there.
                try await tool.focusd("Deactivate")
                #expect(try await listener.told.next().values == FilterTests.defaults)
                #expect(listener.pids.count == 1)
            }
        }

        @Test func runningAppIsPreferredToItsExtension() async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try desktop.installExtension(answer: "TRUEPREDICATE")
                try await desktop.start()
                let tool = try desktop.client()
                let listener = Listener(tool)
                try await tool.waitForFilter { $0.appState == .activatable }
                let app = try FilterApp(desktop)
                try await tool.focusd("Activate", .string("work"))
                #expect(try await app.told() == FilterTests.atWork)
                app.leave()
                try await tool.waitForFilter { $0.appState == .activatable }
                try await tool.focusd("Activate", .string("home"))
                #expect(try await listener.told.next().values == FilterTests.atHome)
            }
        }

        @Test func runningAppThatServesNoFilterLeavesItToItsExtension() async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try desktop.installExtension(answer: "SELF == \"work\"")
                try await desktop.start()
                let tool = try desktop.client()
                let listener = Listener(tool)
                try await tool.waitForFilter { $0.appState == .activatable }
                // As a GApplication does, which owns its id for other reasons.
                let app = try FilterApp(desktop, filters: [])
                try await tool.focusd("Activate", .string("work"))
                #expect(try await listener.told.next().values == FilterTests.atWork)
                try await tool.waitForFilter(focus: "work") { $0.appPredicate != nil }
                #expect(app.calls.pending.isEmpty)
            }
        }

        @Test func extensionThatIsInstalledLaterIsFoundWithoutARestart() async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try await desktop.start()
                let tool = try desktop.client()
                let listener = Listener(tool)
                try await tool.focusd("Activate", .string("work"))
                #expect(try await tool.filters().first?.appState == .absent)
                try desktop.installExtension(answer: "TRUEPREDICATE")
                #expect(try await listener.told.next().values == FilterTests.atWork)
            }
        }

        @Test(arguments: [("crash", "ended without"), ("refuse", "could not be started")])
        func extensionThatDiesIsNamedAndItsLastContextStays(
            _ way: String, _ reason: String
        ) async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try desktop.installExtension(answer: way)
                try await desktop.start()
                let app = try FilterApp(desktop, predicate: "SELF == \"work\"")
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("work"))
                try await tool.waitForFilter(focus: "work") { $0.appPredicate != nil }
                app.leave()
                try await tool.waitForFilter { $0.appState == .activatable }
                try await tool.focusd("Activate", .string("home"))
                try await tool.waitForFilter(focus: "home") { !$0.problems.isEmpty }
                let check = try await tool.doctor("filter org.example.Chat Mail")
                #expect(!check.isGood)
                #expect(check.detail.contains("the extension \(reason)"), "\(check.detail)")
                try await tool.focusd("Activate", .string("work"))
                let asked: [String: Value] = [
                    "app": .string("org.example.Chat"), "criteria": .string("home"),
                ]
                #expect(try await tool.explain(asked).reason == .filter)
            }
        }
    }
}
