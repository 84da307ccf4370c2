// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusCLI

/// Xfce starts its own server with each session: focusd was gone after the next login.
@Suite("Shared autostart files of other servers") struct SharedStartTests {
    private static let file = "/home/me/.config/autostart/xfce4-notifyd.desktop"
    private static let start = SharedStart(
        path: "/etc/xdg/autostart/xfce4-notifyd.desktop", program: "xfce4-notifyd", userFile: file)

    @Test("setup hides the file, before it starts focusd")
    func steps() throws {
        var facts = SessionFactsTests.fresh
        let before = facts.steps
        facts.sharedStarts = [Self.start]
        let added = facts.steps.filter { !before.contains($0) }
        #expect(
            added.map(\.command) == [
                "mkdir -p /home/me/.config/autostart && printf '%s\\n' '[Desktop Entry]'"
                    + " Type=Application Name=xfce4-notifyd Hidden=true X-Focusd-Setup=true"
                    + " >\(Self.file)"
            ])
        let last = try #require(facts.steps.last)
        #expect(last.reason.hasPrefix("Start focusd now"))
    }

    @Test("doctor names the file")
    func check() {
        var facts = SessionFactsTests.fresh
        facts.sharedStarts = [Self.start]
        let check = facts.checks.first { $0.check == "session start" }
        #expect(check?.isGood == false)
        #expect(check?.detail.hasPrefix("\(Self.start.path) starts xfce4-notifyd") == true)
        #expect(check?.problem?.remedy == "focus-switch setup")
    }

    @Test("undoing removes the file that setup wrote")
    func undoing() {
        var facts = SessionFacts()
        facts.hidingFiles = [Self.file]
        #expect(facts.undoing.map(\.command) == ["rm \(Self.file)"])
    }
}
