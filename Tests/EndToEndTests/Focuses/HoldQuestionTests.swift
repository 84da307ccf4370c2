// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// Holds of sandboxed apps, which the user has to allow (issue 20).
extension EndToEnd.Focuses {
    @Suite(
        .timeLimit(.minutes(20)),
        .enabled(if: Sandbox.isPossible, "bubblewrap or xdg-dbus-proxy does not work here"))
    @LoopActor struct HoldQuestionTests {
        private static let files = [
            "focuses/quiet.focus": EndToEnd.Notifications.MissedTests.quiet,
            "focuses/deep.focus": "[Focus]\nName=Deep <Work>\n",
        ]
        private static let timer = "org.example.Timer"

        /// A call of `Hold` that waits for its answer.
        private func hold(
            _ client: Client, _ focus: String = "deep", because reason: String = "25 minutes"
        ) -> Task<Value?, any Error> {
            Task { @LoopActor in
                try await client.focusd("Hold", .string(focus), .string(reason)).first
            }
        }

        private func error(
            _ client: Client, of call: Task<Value?, any Error>
        ) async throws -> CallError {
            try await client.error { _ = try await call.value }
        }

        @Test func userAllowsAndTheAppReleases() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.writeFile(
                    desktop.home + "/data/applications/\(Self.timer).desktop",
                    "[Desktop Entry]\nType=Application\nName=Egg Timer\nExec=true\n")
                try await desktop.startWithServer()
                let user = try desktop.client()
                let app = try await Sandbox(
                    desktop, Self.timer, filter: Sandbox.usual(Self.timer)
                ).client()
                let call = hold(app, because: "<b>now</b>\u{202e} & here")
                let question = try await desktop.fake.notification(1)
                #expect(question.summary == "Let Egg Timer turn on Deep <Work>?")
                #expect(
                    question.body == "Deep &lt;Work&gt; stays on until the app ends it or quits."
                        + " Its reason: “&lt;b&gt;now&lt;/b&gt; &amp; here”.")
                #expect(question.actions == ["allow", "Allow", "decline", "Don't allow"])
                #expect(try await user.status().activation == nil)
                try desktop.fake.emitAction(1, "allow")
                let id = try #require(try await call.value?.asUInt32)
                let activation = try await user.status().activation
                #expect(activation?.focus == FocusID("deep"))
                #expect(
                    activation?.trigger == .hold(id: id, reason: "<b>now</b>\u{202e} & here"))
                try await desktop.fake.wait(for: "the end of the question") { $0.closed == [1] }
                // The question is focusd's own: in no list.
                #expect(try await user.entries().isEmpty)
                try await app.focusd("Release", .uint32(id))
                #expect(try await user.status().activation == nil)
            }
        }

        @Test func focusThatIsDeletedDuringTheQuestionIsNotTurnedOn() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                let app = try await Sandbox(desktop, Self.timer).client()
                let call = hold(app)
                try await desktop.fake.notification(1)
                try await user.focusd("DeleteFocus", .string("deep"), .string(""))
                try desktop.fake.emitAction(1, "allow")
                #expect(try await error(app, of: call).name == WireError.unknownFocus)
                #expect(try await user.status().activation == nil)
            }
        }

        @Test func grantedHoldEndsWithTheApp() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                let app = try await Sandbox(desktop, Self.timer).client()
                let call = hold(app)
                try await desktop.fake.notification(1)
                try desktop.fake.emitAction(1, "allow")
                _ = try await call.value
                try await user.waitForStatus { $0.activation?.focus == FocusID("deep") }
                app.leave()
                try await user.waitForStatus { $0.activation == nil }
            }
        }

        @Test func declinedAppHasToWaitAndOthersDoNot() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                let box = try await Sandbox(desktop, Self.timer)
                let app = try box.client()
                let call = hold(app)
                try await desktop.fake.notification(1)
                try desktop.fake.emitAction(1, "decline")
                #expect(try await error(app, of: call).name == WireError.declined)
                #expect(try await user.status().activation == nil)
                // Neither a second try nor another connection of the app asks again.
                for client in [app, try box.client()] {
                    let refusal = try await error(client, of: hold(client))
                    #expect(refusal.name == WireError.limitsExceeded)
                    #expect(refusal.message.contains("may ask again in"))
                }
                let other = try await Sandbox(desktop, "org.example.Other").client()
                let second = hold(other)
                try await desktop.fake.notification(2)
                try desktop.fake.emitClosed(2, reason: 1)
                #expect(try await error(other, of: second).name == WireError.notAnswered)
                #expect(try desktop.fake.notifications.count == 2)
            }
        }

        @Test func questionLeavesTheScreenWithItsApp() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                let app = try await Sandbox(desktop, Self.timer).client()
                let call = hold(app)
                try await desktop.fake.notification(1)
                app.leave()
                try await desktop.fake.wait(for: "the end of the question") { $0.closed == [1] }
                _ = try? await call.value
                try desktop.fake.emitAction(1, "allow")
                #expect(try await user.status().activation == nil)
            }
        }

        @Test func floodOfQuestionsShowsOneOfEachAppAndAFewOfAll() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                // A question waits for 20 seconds: all sandboxes are there before the first one.
                let app = try await Sandbox(desktop, Self.timer).client()
                var clients: [Client] = []
                for number in 2...Limits.holdQuestions {
                    clients.append(
                        try await Sandbox(desktop, "org.example.App\(number)").client())
                }
                let late = try await Sandbox(desktop, "org.example.Late").client()
                for client in clients + [app, late] { try await client.call("GetCapabilities") }
                let first = hold(app)
                try await desktop.fake.notification(1)
                let repeats = (0..<100).map { _ in hold(app) }
                for call in repeats {
                    #expect(try await error(app, of: call).name == WireError.limitsExceeded)
                }
                var others: [(Client, Task<Value?, any Error>)] = []
                for (index, other) in clients.enumerated() {
                    others.append((other, hold(other)))
                    try await desktop.fake.notification(index + 2)
                }
                #expect(try await error(late, of: hold(late)).name == WireError.limitsExceeded)
                #expect(try desktop.fake.notifications.count == Limits.holdQuestions)
                try desktop.fake.emitAction(1, "allow")
                _ = try await first.value
                for (client, call) in others {
                    client.leave()
                    _ = try? await call.value
                }
            }
        }

        @Test func silencedAppAndUnknownFocusAskNothing() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let user = try desktop.client()
                let app = try await Sandbox(desktop, Self.timer).client()
                let long = String(repeating: "a", count: Limits.holdReasonBytes + 1)
                #expect(
                    try await error(app, of: hold(app, because: long)).name
                        == WireError.invalidArgs)
                try await user.focusd("Activate", .string("quiet"))
                let silenced = try await error(app, of: hold(app))
                #expect(silenced.name == WireError.declined)
                try await user.focusd("Deactivate")
                // No error names a Focus, and an app cannot try names one after the other.
                let unknown = try await error(app, of: hold(app, "work"))
                #expect(unknown.name == WireError.unknownFocus)
                #expect(!unknown.message.contains("deep") && !unknown.message.contains("quiet"))
                #expect(try await error(app, of: hold(app)).name == WireError.limitsExceeded)
                #expect(try desktop.fake.notifications.isEmpty)
                // A hold is the caller's own.
                let release = try await app.error { try await app.focusd("Release", .uint32(1)) }
                #expect(release.name == WireError.notFound)
            }
        }
    }
}
