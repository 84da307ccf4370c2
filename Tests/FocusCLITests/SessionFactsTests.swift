// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusCLI

@Suite("what doctor and setup find in a session") struct SessionFactsTests {
    private static let focusd = SessionOwners.Owner(processID: 7, program: "focusd")
    private static let own = ServiceFile(path: "/usr/share/dbus-1/services/a", program: "focusd")
    private static let dunst = ServiceFile(path: "/usr/share/dbus-1/services/b", program: "dunst")

    /// Everything as it should be.
    private static var good: SessionFacts {
        var facts = SessionFacts()
        facts.notifications = focusd
        facts.focusd = focusd
        facts.hasUserManager = true
        facts.activations = [[own]]
        facts.units = [
            ServiceUnit(
                name: "focusd.service", program: "focusd", isEnabled: true, isMasked: false)
        ]
        facts.ownFile = "/usr/share/focusd's/file"
        facts.userFile = "/home/me/.local/share/dbus-1/services/n.service"
        return facts
    }

    private func problems(_ facts: SessionFacts) -> [String] {
        facts.checks.compactMap { $0.problem?.kind.rawValue }
    }

    @Test("nothing is wrong and nothing to be done where focusd serves")
    func allIsWell() {
        #expect(problems(Self.good).isEmpty)
        #expect(Self.good.steps.isEmpty)
    }

    @Test("a file beside focusd's competes; one behind it does not")
    func files() {
        var facts = Self.good
        facts.activations = [[Self.own], [Self.dunst]]
        #expect(facts.steps.isEmpty)
        facts.activations = [[Self.own, Self.dunst]]
        #expect(problems(facts) == ["service-competing"])
        #expect(
            facts.steps.map(\.command) == [
                "mkdir -p /home/me/.local/share/dbus-1/services && "
                    + #"ln -s '/usr/share/focusd'\''s/file' "#
                    + "/home/me/.local/share/dbus-1/services/n.service"
            ])
        facts.userFileIsThere = true
        #expect(facts.steps[0].command.hasPrefix("mv /home/me/"))
    }

    @Test("units that start another server are masked, and unmasked by undoing")
    func units() {
        var facts = Self.good
        facts.units.append(
            ServiceUnit(name: "mako.service", program: "mako", isEnabled: true, isMasked: false))
        facts.units.append(
            ServiceUnit(name: "dunst.service", program: "dunst", isEnabled: false, isMasked: false))
        #expect(problems(facts) == ["unit-competing"])
        #expect(facts.steps.map(\.command) == ["systemctl --user mask --now mako.service"])
        var plain = facts
        plain.hasUserManager = false
        #expect(plain.steps.isEmpty)
        facts.units[1] = ServiceUnit(
            name: "mako.service", program: "mako", isEnabled: true, isMasked: true)
        facts.userLink = facts.ownFile
        #expect(problems(facts).isEmpty)
        #expect(
            facts.undoing.map(\.command) == [
                "rm /home/me/.local/share/dbus-1/services/n.service",
                "systemctl --user unmask mako.service",
                "systemctl --user disable --now focusd.service",
            ])
    }

    @Test("who else serves is named, and focusd is started, by systemd where that runs")
    func name() {
        var facts = Self.good
        facts.focusd = nil
        facts.notifications = .init(processID: 9, program: "dunst")
        facts.hasStaleBus = true
        #expect(problems(facts) == ["name-taken", "private-bus-stale"])
        #expect(facts.checks[0].detail == "process 9 (dunst) serves notifications, not focusd")
        #expect(facts.steps.map(\.command) == ["systemctl --user restart focusd.service"])
        facts.notifications = nil
        facts.hasUserManager = false
        #expect(problems(facts) == ["not-running", "private-bus-stale"])
        #expect(
            facts.steps.map(\.command) == ["setsid --fork focusd --replace >/dev/null 2>&1"])
        facts.hasBus = false
        #expect(problems(facts) == ["session-bus-missing", "private-bus-stale"])
        #expect(facts.steps.isEmpty)
    }
}
