// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

/// A trial with a newcomer: a change of a Focus could only be taken back by hand.
@Suite("undo") @LoopActor struct UndoTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write(
            "work", "[Focus]\nName=Work\n# a\ttab; a \\ and ü  \nApps=allow\nAppList=a.b;\n")
    }

    private func callAsFunction(_ words: String...) -> RunResult { self(all: words) }

    private func callAsFunction(all words: [String]) -> RunResult {
        focus(all: words, variables: ["XDG_STATE_HOME": focus.path + "/state"])
    }

    @Test(
        "one change after another is taken back",
        arguments: [
            ["allow", "c.d", "--focus", "work"], ["silence", "a.b", "--focus", "work"],
            ["rename", "work", "Office"], ["set", "hide-badges", "on", "--focus", "work"],
            ["schedule", "set", "day", "--focus", "work", "--from", "9", "--to", "17"],
            ["rule", "add", "x", "--when", "summary == 'x'", "--do", "allow", "--focus", "work"],
            ["trigger", "add", "power", "--focus", "work"],
            ["allow", "--word", "a; b", "--focus", "work"],
        ])
    func changes(_ words: [String]) {
        let before = focus.text("work")
        #expect(self("set", "color", "#112233", "--focus", "work").code == .done)
        let between = focus.text("work")
        let change = self(all: words)
        #expect(change.code == .done, "\(change.errors)")
        #expect(change.output.contains("To take it back: focus-switch "), "\(change.output)")
        #expect(focus.text("work") != between)
        let undo = self("undo")
        #expect(undo.code == .done, "\(undo.errors)")
        #expect(undo.output.hasPrefix("Took back “focus-switch \(words[0]) "), "\(undo.output)")
        #expect(focus.text("work") == between)
        #expect(self("undo").code == .done)
        #expect(focus.text("work") == before)
        let none = self("undo")
        #expect(none.code == .refused)
        #expect(none.errors.contains("there is no change to take back"))
    }

    /// A trial with a newcomer: `undo` after a mute took away an older change without a word.
    @Test(
        "a command that changed no file is named first, with the command that takes it back",
        arguments: [
            (["mute", "org.example.Chat"], "focus-switch unmute org.example.Chat"),
            (["unmute", "org.example.Chat"], "focus-switch mute org.example.Chat"),
            (["off"], "focus-switch on work"),
            (["act", "12", "reply"], nil), (["missed", "clear", "--yes"], nil),
        ])
    func otherChanges(_ words: [String], _ remedy: String?) {
        let before = focus.text("work")
        #expect(self("set", "color", "#112233", "--focus", "work").code == .done)
        let between = focus.text("work")
        let mute = Mute(
            AppID("org.example.Chat"), span: UserSpan(since: Fixture.now, end: .never),
            isNewApp: false)
        let control = FakeControl(
            Fixture.control([
                "Mute": [], "Unmute": [], "ClearMissed": [.uint32(2)],
                "Snoozed": [FieldsBuilder.list([])],
                "Mutes": [
                    FieldsBuilder.list(
                        words[0] == "mute" ? [] : [MuteWire(mute, name: "Chat").value])
                ],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
        let done = focus(
            all: words, control: control, variables: ["XDG_STATE_HOME": focus.path + "/state"])
        #expect(done.code == .done, "\(done)")
        let command = "focus-switch " + words.joined(separator: " ")
        #expect(self("undo", "--list").output.contains(command))
        let refused = self("undo")
        #expect(refused.code == .refused)
        #expect(refused.errors.contains("the last command was “\(command)”"), "\(refused.errors)")
        if let remedy {
            #expect(refused.errors.contains("To take back “\(command)”: \(remedy)\n"))
        }
        #expect(
            refused.errors.contains("It cannot be taken back.\n") == (remedy == nil),
            "\(refused.errors)")
        #expect(refused.errors.contains("--focus work”: focus-switch undo\n"), "\(refused.errors)")
        #expect(focus.text("work") == between)
        #expect(self("undo").code == .done, "again, it takes back the change before")
        #expect(focus.text("work") == before)
    }

    /// A trial with a newcomer: `off` was named, which ended the Focus of before, too.
    @Test(
        "a Focus that was turned on is taken back by the one of before, or by off",
        arguments: [(true, "focus-switch on work"), (false, "focus-switch off")])
    func replaced(_ hadFocus: Bool, _ remedy: String) throws {
        try focus.write("sleep", "[Focus]\nName=Sleep\n")
        var sleep = Fixture.status
        sleep.activation?.focus = FocusID("sleep")
        sleep.focusName = "Sleep"
        let list = [FieldsBuilder.list([])]
        let control = FakeControl(
            Fixture.control(["ActivateWith": [], "Snoozed": list, "Mutes": list]))
        var isOn = false
        control.answer = { call in
            if call.member == "ActivateWith" { isOn = true }
            guard call.member == "Status" else { return nil }
            let before = hadFocus ? Fixture.status : ServiceStatus()
            return .success([(isOn ? sleep : before).value])
        }
        let variables = ["XDG_STATE_HOME": focus.path + "/state"]
        let words = ["on", "sleep", "--for", "1h"]
        #expect(focus(all: words, control: control, variables: variables).code == .done)
        let undo = focus(all: ["undo"], control: control, variables: variables)
        #expect(
            undo.errors.contains("To take back “focus-switch on sleep --for 1h”: \(remedy)\n"),
            "\(undo)")
    }

    /// A trial with a newcomer: `undo` named `unmute` of an app that was not muted any more.
    @Test("commands that would change nothing any more are not named")
    func stale() throws {
        func run(_ control: FakeControl, _ words: String...) -> RunResult {
            focus(
                all: words, control: control,
                variables: ["XDG_STATE_HOME": focus.path + "/state"])
        }
        let control = FakeControl(
            Fixture.control([
                "Mute": [], "Unmute": [], "Snoozed": [FieldsBuilder.list([])],
                "Mutes": [FieldsBuilder.list([])],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
        #expect(run(control, "mute", "Chat").code == .done)
        let over = run(control, "undo")
        #expect(over.code == .refused)
        #expect(!over.errors.contains("focus-switch unmute"), "\(over.errors)")
        #expect(over.errors.contains("Nothing of it is in force any more.\n"), "\(over.errors)")
        // A Focus is on, so it can be turned off; without one, that is not named.
        #expect(run(control, "undo").errors.contains("To turn off the current Focus"))
        control.answers["Status"] = [ServiceStatus().value]
        #expect(!run(control, "undo").errors.contains("focus-switch off"))
    }

    @Test("a command that only asks leaves no note, and notes push no change out")
    func notes() {
        #expect(self("set", "color", "#112233", "--focus", "work").code == .done)
        let control = FakeControl(Fixture.control())
        let state = ["XDG_STATE_HOME": focus.path + "/state"]
        _ = focus(all: ["missed", "show", "12"], control: control, variables: state)
        #expect(self("undo", "--list").output.contains("missed show") == false)
        for _ in 0..<12 { _ = focus(all: ["off"], control: control, variables: state) }
        let list = self("undo", "--list").output
        #expect(list.contains("focus-switch set color"), "\(list)")
        #expect(list.contains("changed Work"), "\(list)")
        #expect(list.contains("taken back by: focus-switch on work"), "\(list)")
    }

    @Test("the list of changes is readable on 80 columns")
    func listWidth() throws {
        #expect(self("lockscreen", "hide", "org.example.Chat").code == .done)
        try Data().write(to: URL(fileURLWithPath: focus.path + "/focusd/focusd.conf.x"))
        try FileManager.default.removeItem(atPath: focus.path + "/focusd/focusd.conf")
        let list = focus(
            all: ["undo", "--list"], width: 80,
            variables: ["XDG_STATE_HOME": focus.path + "/state"]
        ).output
        #expect(list.split(separator: "\n").count <= 3, "\(list)")
        #expect(list.contains("focusd.conf") && list.contains("gone"), "\(list)")
    }

    @Test("a Focus that was created is gone again, in one step")
    func created() {
        let words = ["create", "Book club", "--icon", "book-symbolic", "--color", "#e5a50a"]
        #expect(self(all: words).code == .done)
        #expect(focus.text("book-club") != nil)
        #expect(self("undo", "--list").output.hasSuffix("  created Book club\n"))
        let undo = self("undo")
        #expect(undo.output.contains("Book club is gone again.\n"), "\(undo)")
        #expect(focus.text("book-club") == nil)
        #expect(self("undo").code == .refused)
    }

    @Test(
        "the end of a new Focus that was on names the one that is on then",
        arguments: [true, false])
    func createdAndOn(_ hasNext: Bool) {
        #expect(self("create", "Gym").code == .done)
        var gym = Fixture.status
        gym.activation?.focus = FocusID("gym")
        let control = FakeControl(Fixture.control(["Reload": [.strings([])]]))
        var isGone = false
        control.answer = { call in
            if call.member == "Reload" { isGone = true }
            guard call.member == "Status" else { return nil }
            let next = hasNext ? Fixture.status : ServiceStatus()
            return .success([(isGone ? next : gym).value])
        }
        let undo = focus(
            all: ["undo"], control: control,
            variables: ["XDG_STATE_HOME": focus.path + "/state"])
        let state = hasNext ? "It was on; Work is on now." : "It was on, and is off now."
        #expect(undo.output.contains("Gym is gone again.\n\(state)\n"), "\(undo)")
    }

    @Test("a Focus that was deleted is back")
    func deleted() {
        let before = focus.text("work")
        #expect(
            self("delete", "work", "--yes").output
                == "Deleted “Work”.\nTo take it back: focus-switch undo\n")
        #expect(focus.text("work") == nil)
        let undo = self("undo")
        #expect(undo.output.contains("Work is back.\n"), "\(undo)")
        #expect(focus.text("work") == before)
    }

    @Test("a text that was written in an editor can be used again")
    func edited() async throws {
        let before = focus.text("work")
        let program = RunningProgram(
            nil,
            environment: [
                "XDG_CONFIG_HOME": focus.path, "XDG_STATE_HOME": focus.path + "/state",
                "HOME": "/nonexistent", "PATH": "/usr/bin:/bin", "TMPDIR": focus.path,
                "EDITOR": #"sh -c 'sed -i s/Name=Work/Name=Office/ "$1"' sh"#,
            ])
        program.start(["edit", "work"])
        _ = try await program.ends.next()
        let text = try #require(focus.text("work"))
        #expect(text.contains("Name=Office"))
        #expect(program.result.output.hasSuffix("”.\nTo take it back: focus-switch undo\n"))
        let undo = focus(
            all: ["undo"],
            variables: ["XDG_STATE_HOME": focus.path + "/state", "TMPDIR": focus.path])
        #expect(focus.text("work") == before)
        let lead = "To use your text again: focus-switch edit work --draft "
        let line = try #require(undo.output.split(separator: "\n").first { $0.hasPrefix(lead) })
        let draft = try String(contentsOfFile: String(line.dropFirst(lead.count)), encoding: .utf8)
        #expect(draft == text)
    }

    @Test("focusd.conf is as before, and missing if it was")
    func configuration() {
        let file = focus.path + "/focusd/focusd.conf"
        #expect(self("lockscreen", "hide", "a.b").code == .done)
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(self("undo").code == .done)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("a file that has changed since stays as it is")
    func changedSince() throws {
        #expect(self("allow", "c.d", "--focus", "work").code == .done)
        try focus.write("work", "[Focus]\nName=Mine\n")
        let undo = self("undo")
        #expect(undo.code == .refused)
        #expect(
            undo.errors.contains(
                "“focus-switch allow c.d --focus work” cannot be taken back: "),
            "\(undo.errors)")
        #expect(undo.errors.contains("work.focus has changed since"))
        #expect(focus.text("work") == "[Focus]\nName=Mine\n")
    }

    /// One such command blocked all older ones.
    @Test("a command whose file is gone or has changed is told first, without a change")
    func leftOut() throws {
        let before = focus.text("work")
        #expect(self("allow", "c.d", "--focus", "work").code == .done)
        #expect(self("allow", "e.f", "--focus", "work").code == .done)
        #expect(self("create", "J4").code == .done)
        try FileManager.default.removeItem(atPath: focus.file("j4"))
        let lines = self("undo", "--list").output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.contains("cannot be taken back: ") == true, "\(lines)")
        #expect(lines.first?.contains("j4.focus is gone") == true, "\(lines)")
        // Each of these can, once the newer one is taken back.
        #expect(lines.dropFirst().allSatisfy { !$0.contains("cannot") }, "\(lines)")
        // A trial with a newcomer: an older change was taken back in its place.
        let after = focus.text("work")
        let told = self("undo")
        #expect(told.code == .refused)
        #expect(
            told.errors.contains("“focus-switch create J4” cannot be taken back: "), "\(told)")
        #expect(told.errors.contains("j4.focus is gone"), "\(told.errors)")
        #expect(!told.errors.contains("focus-switch edit"), "\(told.errors)")
        #expect(
            told.errors.contains(
                "To take back the change before, “focus-switch allow e.f --focus work”:"
                    + " focus-switch undo\n"), "\(told.errors)")
        #expect(focus.text("work") == after)
        for app in ["e.f", "c.d"] {
            let undo = self("undo")
            #expect(undo.code == .done, "\(undo.errors)")
            #expect(
                undo.output.hasPrefix("Took back “focus-switch allow \(app) --focus work”."),
                "\(undo)")
        }
        #expect(focus.text("work") == before)
        #expect(focus.text("j4") == nil)
        #expect(self("undo").errors.contains("there is no change to take back"))
    }

    @Test("several commands whose files have changed are told at once")
    func severalChanged() throws {
        try focus.write("gym", "[Focus]\nName=Gym\nApps=allow\n")
        #expect(self("allow", "c.d", "--focus", "work").code == .done)
        #expect(self("allow", "c.d", "--focus", "gym").code == .done)
        #expect(self("create", "J4").code == .done)
        try focus.write("gym", "[Focus]\nName=Mine\n")
        try FileManager.default.removeItem(atPath: focus.file("j4"))
        let told = self("undo")
        #expect(told.code == .refused)
        #expect(
            told.errors.contains("Left out: “focus-switch allow c.d --focus gym”, since "),
            "\(told.errors)")
        let undo = self("undo")
        #expect(undo.output.hasPrefix("Took back “focus-switch allow c.d --focus work”."))
    }

    /// A trial with a newcomer: `redo` led to `undo`, which took back one more.
    @Test("an undo names the command that makes the change again")
    func again() {
        let control = FakeControl(Fixture.control(["Reload": [.strings([])]]))
        let variables = ["XDG_STATE_HOME": focus.path + "/state"]
        let words = ["set", "color", "#112233"]
        #expect(focus(all: words, control: control, variables: variables).code == .done)
        let changed = focus.text("work")
        let again = "focus-switch set color '#112233' --focus work"
        let undo = self("undo")
        #expect(
            undo.output.contains(
                "An undo cannot be taken back.\nTo make the change again: \(again)\n"), "\(undo)")
        #expect(self("set", "color", "#112233", "--focus", "work").code == .done)
        #expect(focus.text("work") == changed)
        let redo = self("redo")
        #expect(redo.errors.contains("An undo cannot be taken back."), "\(redo)")
        #expect(!redo.errors.contains("focus-switch undo\n"), "\(redo)")
    }

    /// A trial with a newcomer: the file of Latin-1 was lost, and an older change was taken back.
    @Test("a deleted file that is no text is back")
    func deletedBytes() throws {
        let bytes = Data("[Focus]\nName=B".utf8) + Data([0xFC]) + Data("ro\n".utf8)
        let file = URL(fileURLWithPath: focus.file("bin"))
        try bytes.write(to: file)
        let deleted = self("delete", "bin", "--yes")
        #expect(deleted.output.contains("To take it back: focus-switch undo\n"), "\(deleted)")
        let undo = self("undo")
        #expect(undo.output.hasPrefix("Took back “focus-switch delete bin --yes”."), "\(undo)")
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test("undo is not named if no record of the change can be written")
    func withoutRecord() throws {
        try Data().write(to: URL(fileURLWithPath: focus.path + "/state"))
        let set = self("set", "color", "#112233", "--focus", "work")
        #expect(set.code == .done, "\(set)")
        #expect(!set.output.contains("focus-switch undo"), "\(set)")
    }

    @Test("the list has the last ten commands, newest first")
    func list() throws {
        for number in 1...12 {
            #expect(self("allow", "app\(number)", "--focus", "work").code == .done)
        }
        let lines = self("undo", "--list").output.split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.first?.contains("focus-switch allow app12 --focus work") == true)
        #expect(lines.last?.contains("focus-switch allow app3 --focus work") == true)
        let json = try JSONValue(parsing: self("undo", "--list", "--json").output)
        guard case .array(let commands) = json else {
            Issue.record("no array: \(json)")
            return
        }
        #expect(commands.count == 10)
        // The list changes nothing.
        #expect(focus.text("work")?.contains("app12") == true)
    }

    @Test("a command that changed nothing leaves nothing to take back")
    func unchanged() {
        #expect(self("allow", "a.b", "--focus", "work").code == .done)
        #expect(self("undo").code == .refused)
    }
}
