// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

extension EndToEnd.Notifications {
    /// Conversations within an app (issue 21).
    @Suite @LoopActor struct ThreadTests {
        private static let files = [
            "focuses/work.focus":
                "[Focus]\nName=Work\nApps=silence\n[Rule team]\n"
                + "When=thread == \"team-7\"\nDo=silence\n"
        ]

        @Test func entriesOfAThreadAreListedCountedAndSilenced() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let app = try desktop.client()
                try await app.focusd("Activate", .string("work"))
                for (summary, thread) in [("a", "team-7"), ("b", "team-8"), ("c", "team-7")] {
                    _ = try await app.notify(
                        summary, app: "Chat", hints: ["x-focusd-thread": .string(thread)])
                }
                _ = try await app.notify("d", app: "Chat")
                #expect(
                    try await app.entries().map { $0.string("thread") }
                        == [nil, "team-7", "team-8", "team-7"])
                let query: [String: Value] = ["app": .string("Chat"), "thread": .string("team-7")]
                let listed = try await app.entries(query)
                #expect(listed.map { $0.string("summary") } == ["c", "a"])
                #expect(listed.allSatisfy { $0.string("verdict") == "silence" })
                #expect(try await app.entries(["thread": .string("")]).count == 1)
                // The stored thread is enough to try a rule.
                let found = try await app.focusd(
                    "MatchEntries", .string("thread BEGINSWITH \"team\""), .vardict([:]))
                #expect(found.first.flatMap(Fields.init)?.uint32("matched") == 3)
                let asked: [String: Value] = [
                    "app": .string("Chat"),
                    "hints": .vardict(["x-focusd-thread": .string("team-7")]),
                ]
                let answer = try await app.focusd("Explain", .vardict(asked))
                #expect(answer.first.flatMap(Fields.init)?.string("reason-detail") == "team")
            }
        }
    }
}
