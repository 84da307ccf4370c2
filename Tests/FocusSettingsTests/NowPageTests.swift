// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusWire
import Testing

@testable import FocusSettings

/// The page of the active Focus, and of what is behind it.
@Suite("Now page") struct NowPageTests {
    /// A trial with a newcomer: “focusd starts it with the next notification”, with no server.
    @Test("a server that does not run has the words for its reason")
    func serverThatDoesNotRun() throws {
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(.now))
        func check(_ text: String, hasNotice: Bool = false, _ change: (inout ServerStatus) -> Void)
        {
            var status = ServiceStatus()
            change(&status.server)
            state.status = status
            #expect(state.page.row("server")?.subtitle == text)
            #expect((state.page.notice != nil) == hasNotice, "\(text)")
        }
        // The server of another bus, or none without a display.
        check("Does not run; notifications wait") { _ in }
        check("None is installed; notifications wait", hasNotice: true) { $0.isMissing = true }
        check("Is starting") { ($0.isStarting, $0.command) = (true, "dunst") }
        check("Does not run; focusd starts it again") { $0.command = "dunst" }
    }

    /// The page had the number of the moment at which it was opened.
    @Test("the number of waiting notifications follows while the page is open")
    func waiting() throws {
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(.now))
        var effects: [Effect] = []
        for (count, text): (UInt32, String?) in [
            (1, "One notification"), (11, "11 notifications"), (0, nil),
        ] {
            state.handle(.waiting(count), into: &effects)
            #expect(state.page.row("queue")?.subtitle == text)
        }
        #expect(effects.isEmpty, "the number comes with the signal")
    }

    /// A trial with a newcomer: the program was removed while focusd ran.
    @Test("a server whose program was removed is named, with what to install")
    func removedServer() throws {
        var state = try SettingsStateTests.state()
        state.service = .running
        _ = SettingsStateTests.effects(&state, .open(.now))
        state.status?.server.command = "/usr/bin/mako --config x"
        state.status?.server.isMissing = true
        #expect(
            state.page.row("server")?.subtitle
                == "Its program, /usr/bin/mako, is missing; notifications wait")
        #expect(
            state.page.notice?.text
                == "The notification server /usr/bin/mako is not installed, so notifications wait."
                + " Install it, or choose another one in Preferences.")
    }
}
