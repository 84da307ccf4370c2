// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// On sway, the icon was not there after the next login, and nothing said so.
@Suite("Sessions that do not start the tray icon") struct TrayStartTests {
    @Test("setup names the line that starts the icon with the session")
    @LoopActor func note() {
        var facts = SessionFactsTests.fresh
        let line = "    exec focus-tray\n"
        let control = FakeControl(Fixture.control())
        #expect(!run(["setup"], control, facts: facts).output.contains(line))
        facts.lacksTrayStart = true
        let output = run(["setup"], control, facts: facts).output
        #expect(output.contains("This session does not run the files of /etc/xdg/autostart"))
        #expect(output.contains(line), "\(output)")
        #expect(!run(["setup", "--undo"], control, facts: facts).output.contains(line))
    }

    @Test("doctor names the line once the session is set up")
    func check() {
        var facts = SessionFactsTests.fresh
        facts.lacksTrayStart = true
        #expect(!facts.checks.contains { $0.check == "tray icon" })
        facts.userLink = facts.ownFile
        let check = facts.checks.first { $0.check == "tray icon" }
        #expect(check?.isGood == true)
        #expect(check?.detail.hasSuffix(": exec focus-tray") == true)
    }

    @Test(
        "a session of a compositor alone does not run the files of /etc/xdg/autostart",
        arguments: [
            ("sway", true), ("i3", true), ("Hyprland", true), ("labwc:wlroots", true), ("", true),
            ("XFCE", false), ("KDE", false), ("ubuntu:GNOME", false), ("LXQt:labwc", false),
        ])
    func desktops(_ desktop: String, _ ignores: Bool) {
        let environment = ["XDG_CURRENT_DESKTOP": desktop, "WAYLAND_DISPLAY": "wayland-1"]
        #expect(SessionFacts.ignoresAutostart(environment) == ignores)
        #expect(!SessionFacts.ignoresAutostart(["XDG_CURRENT_DESKTOP": desktop]))
    }
}
