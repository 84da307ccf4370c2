// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusCLI

/// With `dbus-run-session`, setup restarted the focusd of another session and then failed.
@Suite("setup on a bus that is not systemd's") struct OtherBusTests {
    @Test("setup starts focusd itself, and changes no unit")
    func steps() {
        var facts = SessionFactsTests.fresh
        facts.isOtherBus = true
        facts.units.append(
            ServiceUnit(name: "mako.service", program: "mako", isEnabled: true, isMasked: false))
        #expect(!facts.steps.contains { $0.command.contains("systemctl") })
        #expect(facts.steps.last?.command.contains("setsid --fork focusd --replace") == true)
        #expect(facts.checks.allSatisfy { $0.check != "units" })
    }

    @Test("undoing ends the focusd of this session alone")
    func undoing() {
        var facts = SessionFactsTests.fresh
        facts.isOtherBus = true
        facts.focusd = .init(processID: 7, program: "focusd")
        facts.notifications = facts.focusd
        facts.units[0] = ServiceUnit(
            name: "focusd.service", program: "focusd", isEnabled: true, isMasked: false,
            claimsName: false)
        #expect(
            facts.undoing.map(\.command) == [
                "systemctl --user disable focusd.service",
                SessionFacts.ending(.init(processID: 7, program: "focusd")),
            ])
    }
}
