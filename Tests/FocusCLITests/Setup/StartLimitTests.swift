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
        #expect(limit()?.detail.hasPrefix("systemd has given up focusd.service after ") == true)
        #expect(limit()?.problem?.remedy.hasPrefix("focus-switch setup; ") == true)
        facts.focusd = .init(processID: 7, program: "focusd")
        #expect(limit() == nil)
    }

    /// After five quick restarts, everything was shown undecided; `status` said no more than that
    /// focusd did not run, and named setup.
    @Test("status and doctor print the line that starts focusd again")
    func restart() {
        var facts = SessionFactsTests.good
        facts.focusd = nil
        facts.notifications = .init(processID: 9, program: "focus-bridge")
        facts.shell = .gnome
        facts.hasGivenUp = true
        let line =
            "systemctl --user reset-failed focusd.service && systemctl --user start focusd.service"
        #expect(
            facts.withoutFocusd.message
                == "focusd is not running: systemd has given it up after repeated starts; GNOME"
                + " shows notifications now")
        #expect(
            facts.withoutFocusd.details == [
                "To start it again: \(line)", "Its errors: journalctl --user -u focusd.service",
            ])
        func remedy(_ check: String) -> String? {
            facts.checks.first { $0.check == check }?.problem?.remedy
        }
        #expect(remedy("name")?.hasPrefix("\(line); ") == true)
        #expect(remedy("start limit")?.hasPrefix("\(line); ") == true)
        facts.notifications = nil
        #expect(remedy("name") == line)
        // The bus would wait for a start that systemd refuses, 25 seconds.
        #expect(!facts.mayStart)
        facts.hasGivenUp = false
        #expect(facts.mayStart)
        #expect(facts.withoutFocusd.message?.hasPrefix("focusd is not running; ") == true)
        #expect(facts.startAfterLimit == nil)
    }

    /// The stand-in ran on after `setup --undo`, and after the removal of the package.
    @Test("setup --undo ends the stand-in")
    func undo() {
        var facts = SessionFactsTests.good
        #expect(!facts.undoing.contains { $0.command.contains("stand-in") })
        facts.focusd = nil
        facts.notifications = .init(processID: 9, program: "focus-bridge")
        facts.shell = .gnome
        let stop = "systemctl --user stop focusd-stand-in.service"
        #expect(
            facts.undoing.map(\.command).suffix(2) == [
                "systemctl --user disable --now focusd.service", stop,
            ])
        // An earlier undo has left it.
        facts.userLink = nil
        facts.units[0] = SessionFactsTests.fresh.units[0]
        #expect(facts.undoing.map(\.command) == [stop])
    }
}
