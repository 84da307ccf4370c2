// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// `always.focus`, which a settings program changes over the bus (issue 21).
extension EndToEnd.Control {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ControlAlwaysTests {
        private func details(_ client: Client) async throws -> Fields {
            let answer = try await client.focusd("GetFocus", .string(".always"))
            return try #require(answer.first.flatMap(Fields.init))
        }

        @discardableResult private func change(
            _ client: Client, from revision: String, _ changes: FocusChange...
        ) async throws -> String {
            let answer = try await client.focusd(
                "ChangeFocus", .string(".always"), .string(revision),
                FieldsBuilder.list(changes.map(\.value)))
            return try #require(answer.first?.asString)
        }

        private func reason(_ client: Client, app: String) async throws -> String? {
            var request = ExplainRequest()
            request.app = app
            let answer = try await client.focusd("Explain", request.value)
            return answer.first.flatMap(Fields.init)?.string("reason")
        }

        @Test func firstChangeMakesTheFileAndIsInForce() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let user = try desktop.client()
                let before = try await details(user)
                #expect(before.string("revision") == "none")
                #expect(before.string("origin") == "built-in")
                #expect(before.string("file") == nil)
                #expect(before.string("new-apps") == "deliver")
                #expect(before.boolean("count-in-badge") == true)
                let next = try await change(
                    user, from: "none", .mode(.apps, .silence), .list(.apps, ["org.example.Ads"]),
                    .add(.people, "Mallory"), .newApps(.ask), .flag(.countsInBadge, false),
                    .addRule("sale", when: "summary CONTAINS \"sale\"", .silence))
                #expect(try await reason(user, app: "org.example.Ads") == "always-app")
                let after = try await details(user)
                #expect(after.string("revision") == next)
                #expect(after.string("origin") == "user")
                #expect(after.string("file")?.hasSuffix("/config/focusd/always.focus") == true)
                #expect(after.strings("apps") == ["org.example.Ads"])
                #expect(after.strings("people") == ["Mallory"])
                #expect(after.string("new-apps") == "ask")
                #expect(after.boolean("count-in-badge") == false)
                #expect(after.list("rules")?.map { $0.string("name") } == ["sale"])
                let stale = try await user.error {
                    try await change(user, from: "none", .newApps(.silence))
                }
                #expect(stale.name == WireError.conflict)
                try await user.focusd("DeleteFocus", .string(".always"), .string(next))
                #expect(try await reason(user, app: "org.example.Ads") == "no-focus")
            }
        }

        /// An empty file waits as a missing one does, but not where focusd has emptied it.
        @Test func anEmptiedFileCountsAtOnce() async throws {
            let text = "[Always]\nApps=silence\nAppList=org.example.Ads;\n"
            try await withDesktop(files: ["always.focus": text]) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                #expect(try await reason(user, app: "org.example.Ads") == "always-app")
                try await change(user, from: "", .contents(""))
                #expect(try await reason(user, app: "org.example.Ads") == "no-focus")
            }
        }

        @Test func keysOfAFocusAreRefusedAndThoseOfAlwaysInAFocus() async throws {
            let files = ["focuses/work.focus": "[Focus]\nName=Work\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                let schedule = Schedule(
                    name: "night", days: [.monday],
                    from: try #require(TimeOfDay(hour: 22, minute: 0)),
                    to: try #require(TimeOfDay(hour: 7, minute: 0)))
                for bad in [
                    FocusChange.flag(.summary, true), .name("Other"),
                    .setSchedule(schedule, isShared: nil),
                ] {
                    let error = try await user.error { try await change(user, from: "", bad) }
                    #expect(error.name == WireError.refused)
                }
                let own = FieldsBuilder.list([FocusChange.newApps(.ask).value])
                let error = try await user.error {
                    try await user.focusd("ChangeFocus", .string("work"), .string(""), own)
                }
                #expect(error.name == WireError.refused)
                let answer = try await user.focusd("CheckFocus", .string(".always"), own)
                #expect(answer.first.flatMap(Fields.list)?.isEmpty == true)
                #expect(
                    !FileManager.default.fileExists(
                        atPath: desktop.home + "/config/focusd/always.focus"))
            }
        }

        @Test func invalidFileIsReportedAndReplaced() async throws {
            let good = "[Always]\nApps=silence\nAppList=org.example.Ads;\n"
            try await withDesktop(files: ["always.focus": good]) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                _ = try await details(user)
                try desktop.write("always.focus", "[Always]\nApps=never\n")
                try await user.focusd("Reload")
                let now = try await details(user)
                #expect(now.list("problems")?.first?.uint32("line") == 2)
                // The last text without mistakes is in force.
                #expect(now.strings("apps") == ["org.example.Ads"])
                #expect(now.string("apps-mode") == "silence")
                let revision = try #require(now.string("revision"))
                let error = try await user.error {
                    try await change(user, from: revision, .newApps(.ask))
                }
                #expect(error.name == WireError.refused)
                try await change(user, from: revision, .contents("[Always]\nNewApps=ask\n"))
                #expect(try await details(user).string("new-apps") == "ask")
                #expect(try await reason(user, app: "org.example.Ads") == "no-focus")
            }
        }
    }
}
