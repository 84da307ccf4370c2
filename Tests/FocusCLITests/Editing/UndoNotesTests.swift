// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// `undo` named the remedy of five skips as that of one, and not what it takes back.
@Suite("undo after several commands that changed no file") @LoopActor struct UndoNotesTests {
    private static let text = """
        [Focus]
        Name=Work

        [Schedule lunch]
        Days=Mon;
        From=12:00
        To=13:00

        [Schedule office]
        Days=Mon;
        From=09:00
        To=17:00

        """

    private let focus: Configuration
    private let control: FakeControl

    init() throws {
        focus = try Configuration()
        try focus.write("work", Self.text)
        control = FakeControl(
            Fixture.control([
                "Mute": [], "Mutes": [FieldsBuilder.list([])],
                "Snoozed": [FieldsBuilder.list([])],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
    }

    private func run(_ words: String...) -> RunResult {
        focus(
            all: words, control: control, variables: ["XDG_STATE_HOME": focus.path + "/state"])
    }

    private func window(_ schedule: String, _ day: Int64) -> SkippedWindow {
        let start = Fixture.now.adding(day * 86_400_000)
        return SkippedWindow(
            focus: FocusID("work"), schedule: schedule, start: start,
            end: start.adding(3_600_000))
    }

    private func skip(_ schedule: String, _ days: ClosedRange<Int64>) {
        for day in days {
            let next = window(schedule, day)
            control.answers["Skip"] = [.int64(next.start.rawValue), .int64(next.end.rawValue)]
            #expect(run("skip", "work", schedule).code == .done)
        }
    }

    private func isSkipped(_ windows: [SkippedWindow]) {
        control.answers["Skips"] = [FieldsBuilder.list(windows.map(\.value))]
    }

    @Test("equal skips are named with their number, and with the windows")
    func skips() {
        skip("office", 1...5)
        isSkipped((1...5).map { window("office", $0) })
        let undo = run("undo")
        #expect(undo.code == .refused)
        #expect(undo.errors.contains("the last 5 commands changed no file"), "\(undo.errors)")
        #expect(
            undo.errors.contains(
                "To take back “focus-switch skip work office”, which was given 5 times, give 5"
                    + " times: focus-switch skip --undo work office\n  Work: “office” "),
            "\(undo.errors)")
        let lines = undo.errors.split(separator: "\n").filter { $0.hasPrefix("  Work: “office” ") }
        #expect(Set(lines).count == 5, "\(undo.errors)")
    }

    @Test("a window that is over, or takes place again, does not count")
    func rest() {
        skip("office", 1...3)
        skip("lunch", 1...1)
        isSkipped([window("office", 3), window("lunch", 1)])
        let errors = run("undo").errors
        for schedule in ["office", "lunch"] {
            #expect(
                errors.contains(
                    "To take back “focus-switch skip work \(schedule)”: focus-switch skip --undo"
                        + " work \(schedule)\n  Work: “\(schedule)” "), "\(errors)")
        }
        skip("office", 1...2)
        isSkipped([])
        #expect(run("undo").errors.contains("Nothing of it is in force any more.\n"))
    }

    @Test("each of many commands is named, and one remedy only once")
    func others() {
        let list = ["org.a", "org.b", "org.c", "org.d", "org.a"]
        let mutes = list.map { name in
            MuteWire(
                Mute(AppID(name), span: UserSpan(since: Fixture.now, end: .never)), name: nil)
        }
        for name in list { #expect(run("mute", name, "--yes").code == .done) }
        control.answers["Mutes"] = [FieldsBuilder.list(mutes.prefix(4).map(\.value))]
        let errors = run("undo").errors
        for name in list {
            let remedy = "”: focus-switch unmute \(name)\n"
            #expect(errors.ranges(of: remedy).count == 1, "\(errors)")
        }
    }

    @Test("the number of commands is the least one once older ones are not recorded")
    func full() {
        for number in 1...FocusFileLimits.undoCommands {
            #expect(run("mute", "org.a\(number)", "--yes").code == .done)
        }
        let errors = run("undo").errors
        #expect(errors.contains("at least the last 10 commands changed no file"), "\(errors)")
    }

    private func isMuted(_ names: String...) {
        let mutes = names.map { name in
            MuteWire(
                Mute(AppID(name), span: UserSpan(since: Fixture.now, end: .never)), name: nil
            ).value
        }
        control.answers["Mutes"] = [FieldsBuilder.list(mutes)]
    }

    /// A trial with a newcomer: the commands in the order of the answer left an app muted.
    @Test("the remedies in their order bring back the state of before all commands")
    func order() {
        control.answers["Unmute"] = []
        #expect(run("mute", "org.a", "--yes").code == .done)
        isMuted("org.a")
        #expect(run("unmute", "org.a").code == .done)
        isMuted()
        #expect(run("mute", "org.b", "org.a", "--yes").code == .done)
        isMuted("org.a", "org.b")
        #expect(run("unmute", "org.a").code == .done)
        isMuted("org.b")
        let errors = run("undo").errors
        let lines = errors.split(separator: "\n").filter { $0.hasPrefix("To take back “") }
        let remedies = lines.compactMap { $0.split(separator: "”: ").last.map(String.init) }
        #expect(
            remedies == [
                "focus-switch mute org.a", "focus-switch unmute org.b org.a",
                "focus-switch mute org.a", "focus-switch unmute org.a",
            ], "\(errors)")
    }

    /// A trial with a newcomer: a mute that was over was named like one that is in force.
    @Test("a mute that is over is named as such, and only if a newer command can bring it back")
    func ended() {
        control.answers["Unmute"] = []
        #expect(run("mute", "org.a", "--yes").code == .done)
        isMuted("org.a")
        #expect(run("unmute", "org.a").code == .done)
        isMuted()
        #expect(
            run("undo").errors.hasSuffix(
                """
                To take back “focus-switch unmute org.a”: focus-switch mute org.a
                To take back “focus-switch mute org.a --yes”: focus-switch unmute org.a
                  That has ended; this is of use only after the lines above.

                """))
        #expect(run("mute", "org.a", "--yes").code == .done)
        #expect(run("undo").errors.contains("Nothing of it is in force any more.\n"))
    }

    /// A trial with a newcomer: “Took back “focus-switch mute foo””, and the app was still muted.
    @Test("a mute before a command that is left out is not taken back, but named")
    func leftOut() throws {
        func edit(_ words: String...) -> RunResult {
            focus(all: words, variables: ["XDG_STATE_HOME": focus.path + "/state"])
        }
        #expect(edit("set", "color", "#112233", "--focus", "work").code == .done)
        #expect(run("mute", "org.a", "--yes").code == .done)
        control.answers["Mutes"] = [
            FieldsBuilder.list([
                MuteWire(
                    Mute(AppID("org.a"), span: UserSpan(since: Fixture.now, end: .never)),
                    name: nil
                ).value
            ])
        ]
        #expect(edit("create", "J4").code == .done)
        try FileManager.default.removeItem(atPath: focus.file("j4"))
        let undo = run("undo")
        #expect(undo.code == .refused)
        #expect(undo.output == "")
        #expect(
            undo.errors.contains(
                "the last command before those that are left out was “focus-switch mute org.a"),
            "\(undo.errors)")
        for line in [
            " focus-switch undo\n\nLeft out: “focus-switch create J4”, since ",
            "To take back “focus-switch mute org.a", "”: focus-switch unmute org.a\n",
            "To take back the change before, “focus-switch set color '#112233' --focus work”:"
                + " focus-switch undo\n",
        ] {
            #expect(undo.errors.contains(line), "\(undo.errors)")
        }
        let again = edit("undo")
        #expect(again.code == .done, "\(again.errors)")
        #expect(focus.text("work") == Self.text)
    }

    /// A trial with a newcomer: “Work is back” was said, and it stayed off.
    @Test("a deleted Focus that was on is back, and the command that turns it on is named")
    func deletedWhileOn() throws {
        control.answers["Reload"] = [.strings([])]
        #expect(run("delete", "work", "--yes").code == .done)
        var status = ServiceStatus()
        status.lost = LostFocus(focus: FocusID("work"), name: "Work", time: Fixture.now)
        control.answers["Status"] = [status.value]
        let undo = run("undo")
        #expect(undo.code == .done, "\(undo)")
        #expect(
            undo.output.hasSuffix(
                """
                Work is back.
                It was on when its file was deleted, and stays off.
                To turn it on again: focus-switch on work
                An undo cannot be taken back.
                To make the change again: focus-switch delete work --yes

                """), "\(undo)")
        // Nothing turns on a Focus whose file has mistakes.
        try focus.write("work", "[Focus]\nName=Work\nApps=perhaps\n")
        #expect(run("delete", "work", "--yes").code == .done)
        #expect(!run("undo").output.contains("To turn it on again"))
    }

    @Test(
        "the command that makes a change again names its Focus, however it was typed",
        arguments: [
            ["schedule", "add", "nap", "--from", "13", "--to", "14"],
            ["--json", "schedule", "set", "nap", "--from", "13", "--to", "14"],
        ])
    func again(_ words: [String]) {
        let state = ["XDG_STATE_HOME": focus.path + "/state"]
        control.answers["Reload"] = [.strings([])]
        #expect(focus(all: words, control: control, variables: state).code == .done)
        let undo = run("undo")
        #expect(
            undo.output.contains(
                """
                An undo cannot be taken back.
                To make the change again: focus-switch schedule set nap --from 13 --to 14 \
                --focus work

                """), "\(undo)")
    }

    @Test("a change from within missed --wait is not named as that list")
    func againFromTheList() throws {
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        let entry = Fixture.entry(reason: .app)
        control.answers["Reload"] = [.strings([])]
        control.answers["Entries"] = [Fixture.list([entry])]
        control.answers["Entry"] = [entry.value]
        let session = RunningProgram(
            control,
            environment: [
                "XDG_CONFIG_HOME": focus.path, "XDG_DATA_HOME": focus.path + "/data",
                "HOME": "/nonexistent", "XDG_DATA_DIRS": focus.path + "/shared",
                "XDG_STATE_HOME": focus.path + "/state",
            ])
        session.typed = ["p 12", "q"]
        session.start(["missed", "--wait"])
        #expect(focus.text("work")?.contains("org.example.Chat") == true, "\(session.result)")
        let undo = run("undo")
        #expect(undo.output.contains("Took back “focus-switch missed --wait”."), "\(undo)")
        #expect(!undo.output.contains("To make the change again"), "\(undo)")
    }

    /// A trial with a newcomer: a mistyped id blocked `undo` of the change before.
    @Test(
        "a command that failed and changed nothing is not recorded",
        arguments: [
            ["missed", "deliver", "29"], ["missed", "dismiss", "29"], ["snooze", "29", "1h"],
            ["snooze", "--undo", "29"],
        ])
    func failed(_ words: [String]) {
        let state = ["XDG_STATE_HOME": focus.path + "/state"]
        control.answers["Reload"] = [.strings([])]
        #expect(run("set", "color", "#112233", "--focus", "work").code == .done)
        for member: MemberName in ["DeliverNow", "Dismiss", "SnoozeFor", "Unsnooze"] {
            control.answers[member] = [.uint32(0)]
        }
        control.refusals["Entry"] = .refused(.notFound, message: "no such notification")
        #expect(focus(all: words, control: control, variables: state).code == .refused)
        let undo = run("undo")
        #expect(undo.code == .done, "\(undo)")
        #expect(undo.output.contains("Took back “focus-switch set color"), "\(undo)")
    }

    /// A trial with a newcomer: `off` was named, which ended what the settings window had begun.
    @Test("a remedy that would end a Focus which was turned on elsewhere is not named")
    func elsewhere() {
        // The answer keeps this test's values, and with them the configuration directory.
        defer { control.answer = { _ in nil } }
        func isOn(_ name: String?) {
            var status = Fixture.status
            status.activation?.focus = FocusID(name ?? "")
            control.answers["Status"] = [(name == nil ? ServiceStatus() : status).value]
        }
        for words in [["on", "work"], ["off"]] {
            isOn(words == ["off"] ? "work" : nil)
            control.answer = { call in
                guard call.member == "Activate" else { return nil }
                isOn("work")
                return .success([])
            }
            let state = ["XDG_STATE_HOME": focus.path + "/state"]
            #expect(focus(all: words, control: control, variables: state).code == .done)
            isOn("tennis")
            let list = run("undo", "--list")
            #expect(list.output.contains("no longer in force"), "\(list)")
            let undo = run("undo")
            #expect(undo.errors.contains("Nothing of it is in force any more.\n"), "\(undo)")
            #expect(!undo.errors.contains("To take back"), "\(undo)")
        }
    }

    @Test("the first change of a built-in Focus creates none, and its deletion removes none")
    func builtIn() {
        func run(_ words: String...) -> RunResult {
            focus(all: words, variables: ["XDG_STATE_HOME": focus.path + "/state"])
        }
        #expect(run("allow", "c.d", "--focus", "dnd").code == .done)
        #expect(run("undo", "--list").output.hasSuffix("  changed Do Not Disturb\n"))
        #expect(run("delete", "dnd", "--yes").code == .done)
        let lines = run("undo", "--list").output.split(separator: "\n")
        #expect(lines.first?.hasSuffix("  changed Do Not Disturb") == true, "\(lines)")
    }

    /// A trial with a newcomer: “changed Driving”, of a switch that had created it.
    @Test("a Focus is created by a switch, too, and the administrator's by no change")
    func createdBySwitch() throws {
        let shared = focus.path + "/xdg/focusd/focuses"
        try FileManager.default.createDirectory(
            atPath: shared, withIntermediateDirectories: true)
        try "[Focus]\nName=Team\n".write(
            toFile: shared + "/team.focus", atomically: true, encoding: .utf8)
        let control = FakeControl(
            Fixture.control([
                "Reload": [.strings([])], "ListApps": [.array(of: "a{sv}", [])],
                "Activate": [], "ActivateWith": [], "Skips": [.array(of: "a{sv}", [])],
                "Doctor": [.array(of: "a{sv}", [])], "Mutes": [FieldsBuilder.list([])],
                "Status": [ServiceStatus().value],
            ]))
        var knowsFocus = false
        control.answer = { call in
            guard !knowsFocus, ["Activate", "ActivateWith"].contains(call.member) else {
                return nil
            }
            knowsFocus = true
            return .failure(.refused(.unknownFocus, message: "no"))
        }
        func run(_ words: [String]) -> RunResult {
            focus(
                all: words, control: control,
                variables: [
                    "XDG_STATE_HOME": focus.path + "/state", "XDG_CONFIG_DIRS": focus.path + "/xdg",
                ])
        }
        // Everything is allowed there, so nothing is changed and no copy made.
        let unchanged = run(["allow", "c.d", "--focus", "team"])
        #expect(unchanged.code == .done && !unchanged.output.contains("copy"), "\(unchanged)")
        for (words, note) in [
            (["on", "driving", "--yes"], "created Driving"),
            (["silence", "c.d", "--focus", "team"], "changed Team"),
        ] {
            let result = run(words)
            #expect(result.code == .done, "\(result)")
            let lines = run(["undo", "--list"]).output.split(separator: "\n")
            #expect(lines.first?.hasSuffix("  \(note)") == true, "\(lines)")
        }
        #expect(!run(["undo"]).output.contains("is gone again"))
    }
}
