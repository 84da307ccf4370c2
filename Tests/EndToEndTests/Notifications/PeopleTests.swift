// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

extension EndToEnd.Notifications {
    /// Issue 17: people as real apps name them.
    @Suite @LoopActor struct PeopleTests {
        private static let files = [
            "focuses/work.focus":
                "[Focus]\nName=Work\nApps=allow\nPeople=allow\nPeopleList=Anna;\n"
        ]

        @Test func messageOfSomebodyOnTheListComesThroughAndIsExplained() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let app = try desktop.client()
                try await app.focusd("Activate", .string("work"))
                _ = try await app.notify(
                    "Anna (Choir)", hints: ["category": .string("im.received")])
                _ = try await app.notify("Bob", hints: ["category": .string("im.received")])
                let entries = try await app.entries()
                #expect(entries.map { $0.string("verdict") } == ["silence", "deliver"])
                #expect(entries.last?.strings("people") == ["Anna", "Choir"])
                #expect(entries.last?.string("people-source") == "title")
                let people = try await app.focusd("ListPeople").first.flatMap(Fields.list)
                #expect(
                    Set((people ?? []).compactMap { $0.string("person") })
                        == ["Anna", "Bob", "Choir"])
            }
        }

        @Test(arguments: [("Anna", "anna"), ("John (Acme)", "John (Acme)")])
        func doctorNamesAListThatNobodyMatchedForAWeek(
            _ person: String, _ title: String
        ) async throws {
            let list = "[Focus]\nName=Work\nApps=allow\nPeople=allow\nPeopleList=\(person);\n"
            try await withDesktop(files: ["focuses/work.focus": list]) { desktop in
                let old = Date(timeIntervalSinceNow: -8 * 86_400)
                try FileManager.default.setAttributes(
                    [.modificationDate: old],
                    ofItemAtPath: desktop.home + "/config/focusd/focuses/work.focus")
                try await desktop.startWithServer()
                let app = try desktop.client()
                func check() async throws -> Fields? {
                    try await app.focusd("Doctor").first.flatMap(Fields.list)?
                        .first { $0.string("check")?.hasPrefix("people") == true }
                }
                // Nothing has arrived, so nobody could be missing.
                #expect(try await check()?.boolean("ok") == true)
                _ = try await app.notify("Bob", hints: ["category": .string("im.received")])
                let bad = try await check()
                #expect(bad?.string("check") == "people work")
                #expect(bad?.string("problem") == "people-unmatched")
                #expect(bad?.string("detail")?.contains("Bob") == true)
                _ = try await app.notify(title, hints: ["category": .string("im.received")])
                #expect(try await check()?.boolean("ok") == true)
            }
        }
    }
}
