// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// One that sends too much: nothing of it is lost, and it costs nobody else anything.
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct FloodTests {
        static let few = ["focusd.conf": "[Limits]\nBurst=20\nPerSecond=1\n"]

        /// Returns the number of notifications that a summary reports; nil for other notifications.
        static func told(_ notification: ReceivedNotification) -> Int? {
            guard notification.appName == "focusd" else { return nil }
            return notification.summary.split(separator: " ").first.flatMap { Int($0) }
        }

        /// Sends 60 notifications at once: no slow client gives focusd time to allow more.
        private static func flood(_ client: Client) async throws {
            try await sideBySide(Array(0..<60)) { number in
                _ = try await client.notify("\(number)")
            }
        }

        @Test func floodIsKeptAndToldOfInOneNotification() async throws {
            try await withDesktop(files: Self.few) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let start = ContinuousClock.now
                try await Self.flood(client)
                let seconds = Int((ContinuousClock.now - start) / Duration.seconds(1))
                let missed = Int(try await client.status().missed)
                #expect(missed <= 40)
                #expect(missed >= 40 - seconds - 1)
                // In the end the summary tells of all, and it is one notification.
                try await desktop.fake.wait(for: "the summary of all") { server in
                    server.notifications.last.flatMap(Self.told) == missed
                }
                let seen = try desktop.fake.notifications
                let summaries = seen.filter { Self.told($0) != nil }
                #expect(summaries.first?.replacesID == 0)
                #expect(Set(summaries.dropFirst().map(\.replacesID)).count <= 1)
                #expect(summaries.dropFirst().allSatisfy { $0.replacesID != 0 })
                #expect(summaries.last?.summary.hasSuffix("notifications from Example") == true)
                // Shown or missed, each once, and all of them unread.
                let shown = seen.filter { $0.appName != "focusd" }.map(\.summary)
                let kept = try await client.entries(["missed": .boolean(true)])
                #expect(kept.allSatisfy { $0.string("reason") == "too-many" })
                let all = shown + kept.compactMap { $0.string("summary") }
                #expect(all.sorted() == (0..<60).map(String.init).sorted())
                #expect(try await client.badge() == 60)
            }
        }

        @Test func doctorAndCountersTellOfIt() async throws {
            try await withDesktop(files: Self.few) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let before = Timestamp.now
                try await Self.flood(client)
                let check = try await client.doctor("flood")
                #expect(check.problem?.kind == .appLimited)
                #expect(check.detail.contains("org.example.Chat"))
                let since = try #require(check.problem?.since)
                #expect(before...Timestamp.now ~= since)
                let counters = try await client.counters()
                #expect(counters[.decided] == 60)
                #expect(counters[.limited] == counters[.missed])
                #expect(counters[.delivered] + counters[.limited] == 60)
            }
        }

        @Test func othersAreShownMeanwhile() async throws {
            try await withDesktop(files: Self.few) { desktop in
                try await desktop.startWithServer()
                let loud = try desktop.client()
                let other = try desktop.client()
                for number in 0..<200 { _ = try await loud.notify("\(number)", app: "loud") }
                // The same app from another client, and another app.
                _ = try await other.notify("same app", app: "loud")
                _ = try await other.notify("other app", app: "other")
                try await desktop.fake.wait(for: "both") { server in
                    server.notifications.contains { $0.summary == "same app" }
                        && server.notifications.contains { $0.summary == "other app" }
                }
            }
        }

        @Test func silencedNotificationsUseNoAllowance() async throws {
            let files = quietFocus.merging(Self.few) { $1 }
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                for number in 0..<60 { _ = try await client.notify("\(number)") }
                let kept = try await client.entries()
                #expect(kept.allSatisfy { $0.string("reason") == "app" })
                try await client.focusd("Deactivate")
                for _ in 0..<20 { _ = try await client.notify("loud") }
                try await desktop.fake.notification(20)
            }
        }

        /// The summary and the delivery times of a Focus are about what the Focus silenced.
        @Test func aFloodDuringAFocusIsNotTheFocuss() async throws {
            var files = Self.few
            files["focuses/open.focus"] = "[Focus]\nName=Open\nSummary=true\n"
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("open"))
                try await Self.flood(client)
                let kept = try await client.entries(["missed": .boolean(true)])
                #expect(!kept.isEmpty)
                #expect(kept.allSatisfy { $0.string("reason") == "too-many" })
                #expect(kept.allSatisfy { $0.string("focus") ?? "" == "" })
            }
        }

        @Test func trustedCriticalOnesAreAlwaysShown() async throws {
            var files = quietFocus
            files["focusd.conf"] =
                "[Critical]\nApps=org.example.Alarm;\n[Limits]\nBurst=5\nPerSecond=1\n"
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                for number in 0..<50 {
                    _ = try await client.notify(
                        "\(number)", app: "org.example.Alarm",
                        hints: ["interruption-level": .string("critical")])
                }
                try await desktop.fake.notification(50)
                #expect(try await client.status().missed == 0)
            }
        }

        @Test func wholeBurstOfABusyChatIsShown() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                for number in 0..<Limits.notificationBurst {
                    _ = try await client.notify("\(number)")
                }
                try await desktop.fake.notification(Limits.notificationBurst)
                #expect(try await client.status().missed == 0)
            }
        }

        @Test func progressIsShownWhereAsManyPopupsWouldNotBe() async throws {
            try await withDesktop(files: Self.few) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("0 %")
                for number in 1...100 {
                    _ = try await client.notify("\(number) %", replaces: id)
                }
                try await desktop.fake.wait(for: "the end of it") {
                    $0.notifications.last?.summary == "100 %"
                }
                #expect(try await client.status().missed == 0)
            }
        }
    }
}
