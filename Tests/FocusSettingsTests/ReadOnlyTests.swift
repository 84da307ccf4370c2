// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// Pages while the user's files cannot be written: only what writes a file is grey.
@Suite struct ReadOnlyTests {
    private static func block(_ state: inout SettingsState) {
        var effects: [Effect] = []
        state.handle(
            .blocked(FileProblem(file: "/focuses/work.focus", reason: "the disk is full")),
            into: &effects)
    }

    @Test("issue 21: a missed notification is dismissed although its site cannot be allowed")
    func aMissedRowKeepsItsActions() throws {
        var state = try SettingsStateTests.state()
        func entry(_ id: UInt32) -> EntryWire {
            var entry = EntryPagesTests.entry(id, "Hello \(id)")
            entry.record.site = "example.org"
            return entry
        }
        state.missed = [entry(2), entry(1)]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        Self.block(&state)
        SettingsStateTests.openDetails(&state)
        #expect(state.page.row("earlier \(EntryPagesTests.chat.rawValue)")?.isEnabled == true)
        for id in 1...2 {
            let row = try #require(state.page.row("entry \(id)"))
            #expect(row.isEnabled)
            #expect(row.buttons.allSatisfy { $0.isEnabled })
            let allow = row.menu.filter { $0.title.hasPrefix("Allow") }
            #expect(!allow.isEmpty && allow.allSatisfy { !$0.isEnabled })
            #expect(row.menu.filter { $0.title == "Why?" }.map(\.isEnabled) == [true])
        }
        #expect(state.page.groups.first?.buttons.map(\.isEnabled) == [false])
    }

    @Test("issue 21: a rule is looked at, and not moved")
    func aRuleIsOpened() throws {
        var state = try SettingsStateTests.state(
            "[Rule one]\nWhen=TRUEPREDICATE\nDo=allow\n"
                + "[Rule two]\nWhen=TRUEPREDICATE\nDo=allow\n")
        let work = SettingsStateTests.work
        _ = SettingsStateTests.effects(&state, .open(.rules(work)))
        #expect(state.page.row("rule one")?.places.count == 2)
        Self.block(&state)
        let row = try #require(state.page.row("rule one"))
        #expect(row.isEnabled)
        #expect(row.control == .link(.push(.rule(work, "one"))))
        #expect(row.menu.allSatisfy { !$0.isEnabled })
        #expect(row.keys.allSatisfy { $0.intent == .nothing })
        #expect(row.places == [])
        // A row with nothing else to do is grey as a whole.
        _ = SettingsStateTests.effects(&state, .open(.focus(work)))
        #expect(state.page.row("delete")?.isEnabled == false)
        #expect(state.page.row("look")?.isEnabled == false)
        #expect(state.page.row("deliveries")?.isEnabled == true)
        #expect(state.page.row("add-delivery")?.isEnabled == false)
    }
}
