// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Testing

@testable import FocusSettings

/// The page with the decision about one notification.
@Suite struct WhyPageTests {
    @Test("Why? shows the whole title, and the name of an app once")
    func theWholeTitleIsShown() throws {
        var state = try SettingsStateTests.state()
        let id = ClientID(rawValue: 1)
        let title = String(repeating: "long ", count: 40) + "end"
        var entry = EntryPagesTests.entry(1, title)
        state.entries[id] = entry
        _ = SettingsStateTests.effects(&state, .open(.why(id)))
        #expect(state.page.row("summary")?.title == title)
        #expect(state.page.row("app")?.subtitle.hasPrefix("org.example.Chat · ") == true)
        (entry.record.app, entry.record.appName) = (AppID("backup"), "backup")
        state.entries[id] = entry
        #expect(state.page.row("app")?.title == "backup")
        #expect(state.page.row("app")?.subtitle.contains("backup") == false)
    }
}
