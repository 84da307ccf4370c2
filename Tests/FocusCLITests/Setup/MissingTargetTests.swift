// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Xfce, and sway and i3 on Debian, never start graphical-session.target: focusd waited for the
/// first notification, and focus-link was gone after the first log-out.
@Suite("Sessions without graphical-session.target") struct MissingTargetTests {
    @Test("setup names the command that starts focusd with the session")
    @LoopActor func note() {
        var facts = SessionFactsTests.fresh
        let command = "    systemctl --user start focusd\n"
        let control = FakeControl(Fixture.control())
        #expect(!run(["setup"], control, facts: facts).output.contains(command))
        facts.lacksTarget = true
        let output = run(["setup"], control, facts: facts).output
        #expect(output.contains("This session does not start systemd's graphical-session.target"))
        #expect(output.contains(command), "\(output)")
        #expect(!output.contains("Start focusd with each session:"), "\(output)")
        facts.startsFocusd = true
        #expect(!run(["setup"], control, facts: facts).output.contains(command))
    }

    @Test("doctor names the command once the session is set up")
    func check() {
        var facts = SessionFactsTests.fresh
        facts.lacksTarget = true
        #expect(!facts.checks.contains { $0.check == "session start" })
        facts.userLink = facts.ownFile
        let check = facts.checks.first { $0.check == "session start" }
        #expect(check?.isGood == true)
        #expect(check?.detail.hasSuffix(": systemctl --user start focusd") == true)
    }
}
