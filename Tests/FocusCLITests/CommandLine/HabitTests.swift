// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

/// Commands that users of other tools type (issue 17).
@Suite("Habits of other tools") @LoopActor struct HabitTests {
    /// Returns a focusd without an active Focus. It knows only Do Not Disturb until there are
    /// files.
    private func control(active: Bool = false) -> FakeControl {
        let control = FakeControl(Fixture.control(["Reload": [.strings([])]]))
        if !active { control.answers["Status"] = [ServiceStatus().value] }
        return control
    }

    @Test("dnd is Do Not Disturb wherever a Focus is named")
    func alias() throws {
        let focus = try Configuration()
        for words in [["dnd"], ["on", "dnd"], ["toggle", "DND"]] {
            let control = control()
            #expect(focus(all: words, control: control).code == .done)
            let call = control.calls.first { $0.member.rawValue.hasPrefix("Activate") }
            #expect(call?.arguments.first == .string("do-not-disturb"), "\(words)")
        }
        #expect(focus("show", "dnd").output.hasPrefix("Do Not Disturb\n"))
    }

    @Test("toggle turns off the Focus that is on, and on another one")
    func toggle() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let on = control(active: true)
        #expect(focus("toggle", "WORK", control: on).output == "Work is off.\n")
        #expect(on.calls.contains(.init("Deactivate")))
        let other = control(active: true)
        _ = focus("toggle", "dnd", control: other)
        #expect(!other.calls.contains(.init("Deactivate")))
    }

    @Test("off with a Focus turns off that one alone")
    func offNamed() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = control(active: true)
        let wrong = focus("off", "dnd", control: control)
        #expect(wrong.code == .refused)
        #expect(
            wrong.errors == """
                focus-switch: “dnd” is not on; Work is on
                To turn off Work: focus-switch off

                """)
        #expect(focus("off", "work", control: control).output == "Work is off.\n")
    }

    @Test("a ready-made Focus is created from its template, after a question")
    func template() throws {
        let focus = try Configuration()
        let control = control()
        control.answer = { [focus] call in
            guard call.member.rawValue.hasPrefix("Activate"), focus.text("reading") == nil else {
                return nil
            }
            return .failure(.refused(.unknownFocus, message: "no such Focus"))
        }
        control.answers["ActivateWith"] = []
        let piped = focus("on", "reading", "--for", "1h", control: control)
        #expect(piped.code == .refused)
        #expect(
            piped.errors
                == "focus-switch: there is no Focus “reading” yet; to create it: focus-switch create"
                + " Reading --template reading\n")
        let environment = ["XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent"]
        let asked = RunningProgram(control, environment: environment)
        asked.typed = ["n"]
        asked.start(["on", "reading", "--for", "1h"])
        #expect(asked.result.code == .refused)
        #expect(focus.text("reading") == nil)
        let agreed = RunningProgram(control, environment: environment)
        agreed.typed = [""]
        agreed.start(["on", "reading", "--for", "1h"])
        #expect(agreed.result.code == .done, "\(agreed.result.errors)")
        #expect(agreed.result.output.contains("Create it from its template? [Y/n] Created"))
        #expect(focus.text("reading")?.contains("Name=Reading") == true)
        let second = try Configuration()
        let fresh = self.control()
        fresh.answer = { [second] call in
            guard call.member.rawValue.hasPrefix("Activate"), second.text("sleep") == nil else {
                return nil
            }
            return .failure(.refused(.unknownFocus, message: "no such Focus"))
        }
        #expect(second("sleep", "--yes", control: fresh).code == .done)
        #expect(second.text("sleep") != nil)
    }

    @Test("allow, silence and history take apps without an option")
    func positional() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nApps=allow\n")
        #expect(
            focus("allow", "a.b", "c.d", "--focus", "f").change
                == "F now allows a.b.\nF now allows c.d.\n")
        let control = FakeControl(Fixture.control(["Entries": [Fixture.list([])]]))
        _ = run(["history", "a.b"], control)
        guard case .dictionary(_, _, let query)? = control.calls.last?.arguments.first else {
            Issue.record("no query")
            return
        }
        #expect(
            query.contains { $0.key == .string("app") && $0.value.unwrapped == .string("a.b") })
    }

    @Test("rename keeps the id and says so")
    func rename() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        #expect(
            focus("rename", "work", "Office").output
                == "Renamed “Work” to “Office”. Its id is still work.\n")
        #expect(focus.text("work") == "[Focus]\nName=Office\n")
    }

    /// Returns a text on one line: the length of a file's path decides where the text wraps.
    private static func unwrapped(_ text: String) -> String { text.replacing("\n", with: " ") }

    @Test("edit lets a copy take the file's place only once it is correct")
    func edit() async throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        func environment(_ script: String) -> [String: String] {
            ["XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]
                .merging(["EDITOR": "sh -c '\(script)' sh", "TMPDIR": focus.path]) { $1 }
        }
        func run(_ script: String, typed: [String] = []) async throws -> RunResult {
            let program = RunningProgram(control(), environment: environment(script))
            program.typed = typed
            program.start(["edit", "work"])
            _ = try await program.ends.next()
            return program.result
        }
        let good = try await run(#"echo "HideBadges=true" >>"$1""#)
        #expect(good.output == "Changed “Work”.\n", "\(good.errors)")
        #expect(focus.text("work") == "[Focus]\nName=Work\nHideBadges=true\n")
        let same = try await run("true")
        #expect(same.output == "Nothing was changed.\n")
        let bad = try await run(#"echo "Apps=some" >>"$1""#)
        #expect(bad.code == .refused)
        #expect(bad.errors.contains("Apps"))
        #expect(Self.unwrapped(bad.errors).contains("your text is in \(focus.path)/focus-switch-"))
        // Issue 17: the mistakes were said to be in the Focus's file, which does not have them.
        #expect(!bad.errors.contains(focus.file("work")), "\(bad.errors)")
        #expect(bad.errors.contains("To go on with it: focus-switch edit work --draft "))
        let unquoted = try await run(
            #"printf "[Rule boss]\nWhen=person = Kim\nDo=allow\n" >>"$1""#)
        #expect(
            Self.unwrapped(unquoted.errors).contains(
                ".focus:5: rule “boss”: a notification has no attribute “Kim”; a text needs"
                    + " quotes: person == \"Kim\" "), "\(unquoted)")
        let impossible = try await run(
            #"printf "[Rule r]\nWhen=urgency == \"high\"\nDo=allow\n" >>"$1""#)
        #expect(impossible.code == .refused)
        #expect(
            Self.unwrapped(impossible.errors).contains(
                ".focus:5: rule “r”: urgency is never “high”;"),
            "\(impossible)")
        #expect(!impossible.errors.contains(focus.file("work")), "\(impossible)")
        let failed = try await run("exit 1")
        #expect(failed.errors.contains("nothing was changed"))
        // A trial with a newcomer: “your text is in” a file that the editor had deleted.
        let gone = try await run(#"rm "$1""#, typed: ["n"])
        #expect(gone.code == .refused && gone.output.isEmpty)
        #expect(
            gone.errors == "focus-switch: the editor left no file, so nothing was changed\n")
        // The second run undoes the mistake.
        let again = try await run(
            #"if grep -q some "$1"; then sed -i /some/d "$1"; else echo Apps=some >>"$1"; fi"#,
            typed: ["y"])
        #expect(again.output.contains("Edit again? [Y/n] "))
        #expect(focus.text("work") == "[Focus]\nName=Work\nHideBadges=true\n")
    }

    /// A trial with a newcomer: “Nothing was changed”, although the file was written.
    @Test("edit of a file says what became of it where focusd fails, and where nothing was edited")
    func editOfARefusedFile() async throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=some\n")
        func edit(_ script: String, _ control: FakeControl) async throws -> RunResult {
            let program = RunningProgram(
                control,
                environment: [
                    "XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent", "PATH": "/usr/bin:/bin",
                    "EDITOR": "sh -c '\(script)' sh", "TMPDIR": focus.path,
                ])
            program.start(["edit", "work"])
            _ = try await program.ends.next()
            return program.result
        }
        let same = try await edit("true", control())
        #expect(Self.unwrapped(same.output).contains("You changed nothing; "), "\(same)")
        #expect(Self.unwrapped(same.output).contains("still has its mistakes."), "\(same)")
        #expect(same.output.contains(".focus:3: Apps: "), "\(same)")
        let failing = control()
        failing.refusals["Reload"] = .refused(.other, message: "out of order")
        let written = try await edit(#"sed -i s/some/allow/ "$1""#, failing)
        #expect(focus.text("work") == "[Focus]\nName=Work\nApps=allow\n")
        #expect(written.code == .refused)
        #expect(written.errors.contains("out of order"), "\(written)")
        #expect(Self.unwrapped(written.errors).contains("The file is changed: "), "\(written)")
        #expect(!written.errors.contains("Nothing was"), "\(written)")
    }

    /// A trial with a newcomer: the advice was `on 'work 5min'`, which fails.
    @Test("the advice for a word of another program is a command that works")
    func advice() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try focus.write("gaming", "[Focus]\nName=Gaming\n")
        try focus.write("book-club", "[Focus]\nName=Book club\n")
        for (words, command) in [
            (["start", "work", "5min"], "focus-switch on work 5min\n"),
            (["new", "Book", "club"], "focus-switch create 'Book club'\n"),
            (["rm", "Book", "club"], "focus-switch delete 'Book club'\n"),
        ] {
            let errors = focus(all: words).errors
            #expect(errors.contains(command), "\(errors)")
        }
        let two = focus("on", "work", "gaming", control: control())
        #expect(
            two.errors == """
                focus-switch: “work” and “gaming” are two Focuses, and one at a time is on
                To turn on the first: focus-switch on work
                To turn on the second: focus-switch on gaming

                """)
        // Share is only a template.
        let share = focus("share", "work", control: control())
        #expect(share.code == .usage)
        #expect(!share.errors.contains("two Focuses"), "\(share.errors)")
        for command in ["create Share --template share\n", "show work\n"] {
            #expect(share.errors.contains("focus-switch \(command)"), "\(share.errors)")
        }
        let snooze = focus("snooze", "38", "30", control: control())
        #expect(
            snooze.errors.contains("For 30 minutes: focus-switch snooze 38 30min\n"),
            "\(snooze.errors)")
    }

    @Test("edit --draft with the name of a Focus says what it wants, and lists the drafts")
    func draftOfNothing() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        func edit(_ words: String...) -> RunResult {
            focus(all: ["edit"] + words, variables: ["TMPDIR": focus.path, "EDITOR": "false"])
        }
        let none = edit("--draft", "Work")
        #expect(none.code == .refused)
        #expect(
            none.errors == """
                focus-switch: --draft: there is no file “Work”; the option names the file with a \
                text that “focus-switch edit” refused
                There is no such text now.
                To edit the Focus: focus-switch edit work

                """)
        let draft = "\(focus.path)/focus-switch-a1B2c3.focus"
        try "[Focus]\n".write(toFile: draft, atomically: true, encoding: .utf8)
        for words in [["--draft", "work"], ["work", "--draft", "wrok"]] {
            let result = focus(
                all: ["edit"] + words, variables: ["TMPDIR": focus.path, "EDITOR": "false"])
            #expect(
                result.errors.contains(
                    "To go on with one:\n  focus-switch edit work --draft \(draft)\n"))
        }
        let nowhere = focus(
            all: ["edit", "work"], variables: ["TMPDIR": "/nonexistent", "EDITOR": "false"])
        #expect(
            nowhere.errors
                == "focus-switch: no file can be made in /nonexistent; set TMPDIR to a directory that"
                + " you can write to\n")
    }

    @Test(
        "a name in any script makes a usable id",
        arguments: [
            ("仕事", "仕事"), ("Läsning", "läsning"), ("Book club", "book-club"), ("Учёба", "учёба"),
            ("🎯", "direct-hit"), ("☕️ 🎧", "hot-beverage-headphone"), ("🎯 Ziel", "ziel"),
            ("👩‍💻", "woman-personal-computer"),
        ])
    func scripts(_ name: String, _ id: String) throws {
        let focus = try Configuration()
        #expect(focus("create", name).code == .done)
        #expect(focus.text(id) != nil)
        #expect(try focus.show(id)["name"] == .string(name))
    }

    @Test("explain without anything to explain, or with two things, is a usage error")
    func explain() {
        let control = FakeControl(Fixture.control())
        #expect(run(["explain"], control).code == .usage)
        #expect(run(["explain", "--focus", "work"], control).code == .usage)
        let both = run(["explain", "2", "--app", "foo"], control)
        #expect(both.code == .usage)
        #expect(both.errors.contains("--app describes another"))
        #expect(control.calls.isEmpty)
    }

    @Test("wrong words of a Focus and of an app get suggestions")
    func suggestions() {
        let control = FakeControl(
            Fixture.control([
                "Forget": [.uint32(0)], "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "Doctor": [FieldsBuilder.list([])],
            ]))
        control.refusals["Activate"] = .refused(.unknownFocus, message: "no")
        #expect(
            run(["wrok"], control).errors.contains("did you mean “Work”?")
                || run(["wrok"], control).errors.contains("did you mean “work”?"))
        #expect(
            run(
                ["forget", "Chatt", "--yes"], control,
                environment: ["XDG_DATA_DIRS": "/nonexistent"]
            ).errors
                == "focus-switch: nothing was removed: no app “Chatt” is installed or in the"
                + " history; did you mean “Chat”?\n")
    }

    @Test("a second word of a group alone is answered with the whole command (issue 17)")
    func secondWords() {
        let control = FakeControl(Fixture.control())
        control.refusals["Activate"] = .refused(.unknownFocus, message: "no")
        for control in [control, nil] {
            let result = run(["clear"], control)
            #expect(result.code == .usage)
            for command in ["missed clear", "history clear", "badge clear --all"] {
                #expect(
                    result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
            }
        }
    }

    @Test(
        "an invalid command line is answered with the next step (issue 17)",
        arguments: [
            (["on"], "Your Focuses: "), (["create"], "focus-switch create --help"),
            (["missed", "act"], "focus-switch missed act --help"),
            (["on", "work", "--for", "10"], "focus-switch on --help"),
            (["status", "--nonsense"], "focus-switch status --help"),
            (["help", "flurb"], "focus-switch --help"),
        ])
    func nextStep(_ words: [String], _ step: String) {
        let result = run(words, FakeControl(Fixture.control()))
        #expect(result.code == .usage)
        #expect(result.errors.contains(step), "\(result.errors)")
    }

    @Test("a name in two words is answered once with quotes; help --help is help (issue 17)")
    func words() throws {
        let focus = try Configuration()
        #expect(
            focus("create", "Two", "Words").errors == """
                focus-switch: unexpected “Words”: expected the name of the new Focus (quote names \
                with blanks)
                To create that Focus: focus-switch create 'Two Words'

                """)
        for words in [["help", "--help"], ["help", "-h"]] {
            #expect(run(words).code == .done)
            #expect(run(words).output == run(["help"]).output)
        }
        #expect(run(["help", "missed", "--help"]).output == run(["missed", "--help"]).output)
    }

    @Test("rule add names every key path of a notification, and doctor its exit statuses")
    func helpIsTrue() {
        let text = run(["rule", "add", "--help"]).output
        for path in ["program", "people", "site", "hints.NAME"] {
            #expect(text.contains(path), "\(path)")
        }
        #expect(run(["doctor", "--help"]).output.contains("3 if focusd does not run"))
    }
}
