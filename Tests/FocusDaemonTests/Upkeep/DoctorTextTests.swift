// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import Testing

@testable import FocusDaemon

/// A trial with a newcomer: `doctor` kept silent about a server's program that did not exist.
@Suite struct DoctorTextTests {
    @Test func theReasonOfTheServersEndIsNamed() {
        #expect(
            Doctor.serverText("nosuchserver -x", "No such file or directory")
                == "the notification server is not running (nosuchserver -x): No such file or"
                + " directory; notifications wait")
        #expect(Doctor.serverText("mako", nil).hasSuffix("(mako); notifications wait"))
    }

    /// The remedy was “focus-switch log”, which is no command.
    @Test func theLogIsNamedByItsPlace() {
        #expect(Doctor.logPlace(isJournal: true) == "journalctl --user -u focusd")
        #expect(Doctor.logPlace(isJournal: false).hasPrefix("~/.local/state/focusd/focusd.log"))
    }

    /// A trial with a newcomer: of three broken files, the remedy named the first.
    @Test func eachRefusedFileHasItsCommand() {
        #expect(
            Doctor.remedy(clearing: [], refused: ["gym", "work"].map { FocusID($0) })
                == "focus-switch edit gym; focus-switch edit work")
        #expect(
            Doctor.remedy(clearing: ["chmod u+rwx '/a b'"], refused: [FocusID("work")])
                == "chmod u+rwx '/a b'; focus-switch edit work")
        #expect(Doctor.remedy(clearing: [], refused: []).hasPrefix("correct these files"))
    }

    /// A trial with a newcomer: the trigger of an app that is not installed failed for good.
    @Test func theTriggerOfAnAppCanBeRemoved() {
        func remedy(_ trigger: Trigger) -> String {
            Doctor.remedy(
                TriggerProblem(trigger: trigger, detail: "x", remedy: "do this"),
                of: [FocusID("work")])
        }
        #expect(
            remedy(.app(AppID("steam"))) == "do this; to remove the trigger: focus-switch trigger"
                + " remove app:steam --focus work")
        #expect(remedy(.fullScreen) == "do this")
    }

    @Test func focusesOfOneNameAreNamedWithTheirIDs() {
        let names = [("work", "Work"), ("office", "WORK"), ("sleep", "Sleep")]
        let focuses = names.map { Focus(id: FocusID($0.0), name: $0.1) }
        let groups = focuses.withSameNames
        #expect(groups.map { $0.map(\.id.rawValue) } == [["office", "work"]])
        let check = Doctor.check(ofNamesakes: groups[0])
        #expect(check.detail.contains("2 Focuses have this name (office, work)"))
        #expect(check.problem?.remedy == "focus-switch rename work NAME")
    }
}
