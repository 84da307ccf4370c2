// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusDaemon

/// A trial with a newcomer: `doctor` kept silent about a server's program that did not exist.
@Suite struct DoctorTextTests {
    @Test func theReasonOfTheServersEndIsNamed() {
        #expect(
            Doctor.serverText("nosuchserver -x", .search, "No such file or directory")
                == "the notification server is not running (nosuchserver -x): No such file or"
                + " directory; notifications wait")
        #expect(
            Doctor.serverText("mako", .configuration, nil).hasSuffix("(mako); notifications wait"))
    }

    /// A trial on GNOME: the remedy named no folder, and there was no such file yet.
    @Test func theSettingOfGNOMEsSwitchHasItsPlace() {
        let remedy = Doctor.switchRemedy("/home/a b/focusd.conf", off: "gsettings …")
        #expect(remedy.contains("[Server] and DoNotDisturb=follow to '/home/a b/focusd.conf'"))
        #expect(remedy.hasSuffix("or turn it off: gsettings …"))
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
        #expect(Doctor.remedy(clearing: [], refused: []).hasPrefix("remove the files that"))
        #expect(
            Doctor.remedy(clearing: [], refused: [], others: ["/etc/a.conf"])
                == "correct these files; focusd reads them when they are saved")
    }

    /// A trial with a newcomer: of a file whose name is no id, only `list` named the new name.
    @Test func eachKindOfRefusedFileHasItsStep() {
        let step = "to use “My Gym.focus”, give it the name “my-gym.focus”; it is in /focuses"
        #expect(Doctor.remedy(clearing: [], refused: [], naming: [step]) == step)
        #expect(
            Doctor.remedy(
                clearing: [], refused: [FocusID("work")], naming: [step],
                others: ["/a/focusd.conf"])
                == "focus-switch edit work; \(step); correct /a/focusd.conf; focusd reads a file"
                + " when it is saved")
    }

    @Test func eachFileWithAMistakeInAPredicateHasItsStep() {
        func remedy(_ names: String...) -> String? {
            Doctor.remedy(names.map { FileProblem(file: "/f/\($0)", reason: "x") })
        }
        #expect(remedy() == nil)
        #expect(
            remedy("work.focus", "gym.focus", "work.focus")
                == "focus-switch edit gym; focus-switch edit work")
        #expect(remedy("always.focus", "focusd.conf")?.hasPrefix("correct these files") == true)
        #expect(
            remedy("work.focus", "focusd.conf")
                == "focus-switch edit work; correct /f/focusd.conf; focusd reads a file when it is"
                + " saved")
    }

    /// A trial with a newcomer: where `focusd.conf` names no server, it was to be corrected.
    @Test func aServerThatEndsHasTheStepThatFits() {
        func remedy(_ origin: ServerOrigin, isMissing: Bool) -> String {
            Doctor.serverRemedy(
                "mako -c x", origin, isMissing: isMissing, bus: "unix:path=/run/a b")
        }
        for isMissing in [false, true] {
            #expect(
                remedy(.configuration, isMissing: isMissing)
                    .hasPrefix("correct [Server] Command= of focusd.conf"))
            #expect(
                remedy(.commandLine, isMissing: isMissing)
                    .hasPrefix("correct --server of focusd and restart focusd"),
                "neither focusd.conf nor another server takes its place")
        }
        #expect(remedy(.search, isMissing: true) == Doctor.missingServer)
        let ended = remedy(.search, isMissing: false)
        #expect(ended.hasPrefix("see its errors in the log: "))
        #expect(
            ended.hasSuffix(" terminal: DBUS_SESSION_BUS_ADDRESS='unix:path=/run/a b' mako -c x"))
    }

    /// Found by review: with `--decide-only`, `--server-bus` was to be corrected, which focusd
    /// refuses beside that option.
    @Test func aServerThatFocusdDoesNotStartHasItsOwnStep() {
        for (origin, place, step) in [
            (.bus("unix:path=/a"), "the bus unix:path=/a", "correct --server-bus"),
            (.decideOnly, "the session bus", "restart focusd without --decide-only"),
        ] as [(ServerOrigin, String, String)] {
            #expect(
                Doctor.serverText("", origin, nil)
                    == "no notification server is on \(place); notifications wait")
            let remedy = Doctor.serverRemedy("", origin, isMissing: false, bus: "")
            #expect(remedy.hasPrefix("start a notification server") && remedy.contains(step))
        }
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
