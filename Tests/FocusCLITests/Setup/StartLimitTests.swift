// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusCLI

/// On sway, focusd failed five times since another server did not give way; the second setup then
/// failed within the unit's start limit, without a word of it.
@Suite("The start limit of focusd's unit") struct StartLimitTests {
    @Test("setup clears the limit, whatever shows notifications")
    func steps() throws {
        var facts = SessionFactsTests.fresh
        for program in ["mako", "plasmashell", "focus-bridge"] {
            facts.notifications = .init(processID: 9, program: program)
            let last = try #require(facts.steps.last)
            #expect(last.command.hasPrefix("systemctl --user reset-failed focusd.service "))
        }
    }

    @Test("doctor names the limit while focusd is away")
    func check() {
        var facts = SessionFactsTests.fresh
        func limit() -> DoctorCheck? { facts.checks.first { $0.check == "start limit" } }
        #expect(limit() == nil)
        facts.hasGivenUp = true
        #expect(limit()?.problem?.kind == .notRunning)
        #expect(limit()?.detail.hasPrefix("focusd.service failed several times in a row") == true)
        #expect(limit()?.problem?.remedy.hasPrefix("focus-switch setup; ") == true)
        facts.focusd = .init(processID: 7, program: "focusd")
        #expect(limit() == nil)
    }
}
