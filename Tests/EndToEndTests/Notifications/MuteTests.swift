// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Muted apps and `always.focus`, without a Focus and with one.
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct MuteTests {
        private static let always = """
            [Always]
            Apps=silence
            AppList=org.example.Ads;

            [Rule invoices]
            When=summary CONTAINS "invoice"
            Do=allow
            """

        private func send(
            _ client: Client, _ summary: String, as app: String = "org.example.Chat"
        ) async throws {
            _ = try await client.notify(summary, app: app)
        }

        private func reasons(_ client: Client) async throws -> [String?] {
            try await client.entries().map { $0.string("reason") }
        }

        @Test func mutedAppIsSilencedAcrossARestart() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                var chat = try desktop.client()
                try await chat.focusd(
                    "Mute", .string("ORG.example.Chat"), .vardict(["for": .int64(3_600_000)]))
                try await send(chat, "muted")
                try await send(chat, "shown", as: "org.example.Mail")
                #expect(try await desktop.fake.notification(1).summary == "shown")
                #expect(try await reasons(chat) == ["no-focus", "muted"])
                #expect(try await chat.status().missed == 1)
                try await desktop.end(SIGKILL)
                try await desktop.startWithServer()
                chat = try desktop.client()
                try await send(chat, "after the restart")
                let entry = try #require(try await chat.entries().first)
                #expect(entry.string("reason") == "muted")
                #expect(entry.string("focus") == nil)
                let mutes = try await chat.focusd("Mutes").first
                let mute = try #require(mutes.flatMap(Fields.list)?.first)
                #expect(mute.string("app") == "ORG.example.Chat")
                #expect(entry.string("reason-detail") == mute.int64("until").map { "\($0)" })
                try await chat.focusd("Unmute", .string("org.example.chat"))
                try await send(chat, "unmuted")
                #expect(try await reasons(chat).first == "no-focus")
            }
        }

        @Test func rulesOfTheFileHoldWithAndWithoutAFocus() async throws {
            let files = ["always.focus": Self.always, "focuses/quiet.focus": MissedTests.quiet]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await send(client, "advertisement", as: "org.example.Ads")
                try await client.focusd("Activate", .string("quiet"))
                try await send(client, "an invoice", as: "org.example.Shop")
                try await send(client, "other", as: "org.example.Shop")
                #expect(
                    try await reasons(client) == ["app", "always-rule", "always-app"])
                let answer = try await client.focusd(
                    "Explain", .vardict(["app": .string("org.example.Ads")])
                ).first.flatMap(Fields.init)
                #expect(answer?.string("reason") == "always-app")
                // The summary at the end counts only what the Focus silenced.
                try await client.focusd("Deactivate")
                try await desktop.fake.wait(for: "the summary") {
                    $0.notifications.contains { $0.body == "1 from Example" }
                }
            }
        }

        @Test func badFileIsReportedAndTheLastGoodOneHolds() async throws {
            try await withDesktop(files: ["always.focus": Self.always]) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try desktop.write("always.focus", "[Always]\nNewApps=maybe\n")
                let problems = try await client.focusd("Reload").first?.asStrings
                #expect(problems?.first?.contains("always.focus:2: NewApps") == true)
                try await send(client, "advertisement", as: "org.example.Ads")
                #expect(try await reasons(client) == ["always-app"])
            }
        }

        @Test func newAppIsAskedAboutAndMuted() async throws {
            try await withDesktop(files: ["always.focus": "[Always]\nNewApps=ask\n"]) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await send(client, "first")
                #expect(try await desktop.fake.notification(1).summary == "first")
                let question = try await desktop.fake.notification(2)
                #expect(question.summary == "New app: Example")
                #expect(question.actions == ["allow", "Allow", "mute", "Mute"])
                try desktop.fake.emitAction(2, "mute")
                try await desktop.fake.wait(for: "the end of the question") { $0.closed == [2] }
                try await send(client, "second")
                #expect(try await reasons(client) == ["muted", "no-focus"])
                #expect(try await client.status().missed == 1)
            }
        }

        @Test func badgeNeverCountsAListedApp() async throws {
            let files = ["focusd.conf": "[Badge]\nNever=org.example.Ads;\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await send(client, "one", as: "org.example.Ads")
                try await send(client, "two")
                let badges = try await client.focusd("Badges").first
                #expect(badges?.entries?.map(\.key) == [.string("org.example.Chat")])
            }
        }

        /// Issue 17: as in the lists of a Focus, the name or window class of an app stands for it,
        /// and a script has the name of its program.
        @Test func badgeNeverTakesNamesAndScripts() async throws {
            let files = [
                "focusd.conf": """
                [Badge]
                Never=Advertiser;backup.sh;
                [Critical]
                Apps=Advertiser;
                [Private]
                Apps=Advertiser;
                """
            ]
            try await withDesktop(files: files) { desktop in
                try desktop.writeFile(
                    desktop.home + "/data/applications/org.example.Ads.desktop",
                    "[Desktop Entry]\nType=Application\nName=Advertiser\nExec=true\n")
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await send(client, "one", as: "org.example.Ads")
                try await send(client, "two", as: "backup.sh")
                try await send(client, "three")
                let badges = try await client.focusd("Badges").first
                #expect(badges?.entries?.map(\.key) == [.string("org.example.Chat")])
                let answer = try await client.focusd("Apps", .vardict([:] as [String: Value]))
                let apps = answer.first.flatMap(Fields.list) ?? []
                let ads = try #require(apps.first { $0.string("app") == "org.example.Ads" })
                #expect(ads.boolean("critical") == true)
                #expect(ads.boolean("private") == true)
            }
        }
    }
}
