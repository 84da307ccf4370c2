// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// An app that misbehaves costs nobody else anything (Design.md, "Focus filters").
extension EndToEnd.Filters {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct FilterCrowdTests {
        /// Apps in the crowd, four of which misbehave.
        static let count = 200

        static func app(_ number: Int) -> String { "org.example.App\(number)" }

        /// A desktop where all of them are set by one Focus.
        static func withCrowd(
            _ body: @LoopActor (Desktop, [FilterApp]) async throws -> Void
        ) async throws {
            let groups = (0..<count).map { "\n[Filter \(app($0)) Mail]\ndark=true\n" }
            let focus = "[Focus]\nName=Work\n" + groups.joined()
            try await withDesktop(files: ["focuses/work.focus": focus]) { desktop in
                for number in 0..<count {
                    try desktop.install(FilterTests.mail, of: app(number))
                    // Apps of other suites, which share this loop, have seconds for an answer.
                    await Task.yield()
                }
                try await desktop.startWithServer()
                var apps: [FilterApp] = []
                for number in 0..<count {
                    apps.append(
                        try FilterApp(desktop, app(number), predicate: "SELF == \"work\""))
                    await Task.yield()
                }
                try await body(desktop, apps)
            }
        }

        @Test func fourThatMisbehaveAmongTwoHundredAreNamedAndTheOthersAreTold() async throws {
            try await Self.withCrowd { desktop, apps in
                apps[10].answers["Perform"] = { _ in }
                apps[70].answers["Perform"] = { [app = apps[70]] _ in app.leave() }
                apps[130].answers["Perform"] = { $0.reply(.string("nonsense"), .int32(7)) }
                let huge = String(repeating: "x", count: 200_000)
                apps[190].answers["Perform"] = {
                    $0.reply(.vardict(["notificationFilterPredicate": .string(huge)]))
                }
                let tool = try desktop.client()
                let start = ContinuousClock.now
                try await tool.focusd("Activate", .string("work"))
                for app in apps { #expect(try await app.told()["dark"] == .boolean(true)) }
                print("\(apps.count) apps were told within \(ContinuousClock.now - start)")
                // The hanging one's time has to pass.
                try await tool.waitForFilter(Self.app(10), focus: "work") {
                    !$0.problems.isEmpty
                }
                let reasons = [
                    (10, "within 5 s"), (70, "ended"), (130, "(si)"), (190, "longer than 100000"),
                ]
                for (number, reason) in reasons {
                    let check = try await tool.doctor("filter \(Self.app(number)) Mail")
                    #expect(!check.isGood)
                    #expect(check.detail.contains(reason), "\(check.detail)")
                }
                #expect(try await tool.doctor("filters").detail.contains("4 with problems"))
                let good = try await tool.filters("work").filter { $0.problems.isEmpty }
                #expect(good.count == Self.count - 4)
                #expect(good.allSatisfy { $0.appPredicate == "SELF == \"work\"" })
                // What is no answer filters nothing; the others filter.
                _ = try await tool.notify("heard", app: Self.app(190), criteria: "home")
                _ = try await tool.notify("silenced", app: Self.app(0), criteria: "home")
                #expect(try await desktop.fake.notification(1).summary == "heard")
                #expect(try await tool.status().missed == 1)
            }
        }
    }
}
