// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Issue 17: words that led nowhere, or to an error without a next step.
@Suite("Near misses") @LoopActor struct NearMissTests {
    /// Returns a focusd that knows Work and Do Not Disturb.
    private var control: FakeControl {
        let control = FakeControl(Fixture.control(["ActivateWith": []]))
        control.answer = { call in
            guard call.member.rawValue.hasPrefix("Activate"), let name = call.arguments.first,
                !["work", "dnd", "do-not-disturb"].contains(name.asString?.lowercased() ?? "")
            else { return nil }
            return .failure(.refused(.unknownFocus, message: "there is no such Focus"))
        }
        return control
    }

    /// A trial with a newcomer: another step was for the whole missed list.
    @Test("all snoozes end with one step")
    func allSnoozes() {
        for word in ["all", "everything", "ALL"] {
            let details = NearMiss.failure(["unsnooze", word], active: nil)?.details
            #expect(
                details == [
                    "To put them all back into the missed list: focus-switch snooze --undo all"
                ])
        }
    }

    @Test(
        "a word of another program is answered with the command that does it",
        arguments: [
            (["search", "lunch", "time"], "focus-switch history --search 'lunch time'"),
            (["search"], "focus-switch history --search TEXT"),
            (["until", "18:00"], "focus-switch on work --until 18:00"),
            (["for", "1h"], "focus-switch on work --for 1h"),
            (["privacy"], "[Private] Apps= of focusd.conf(5)"),
            (["share"], "link setup --broker HOST --share-files"),
            (["update"], "sudo apt install ./.build/deb/focusd_*.deb"),
            (["mode", "work"], "focus-switch on work"), (["mode"], "focus-switch dnd"),
            (["set-mode", "work"], "focus-switch on work"), (["mode", "off"], "focus-switch off"),
            (["activate", "work"], "focus-switch on work"),
            (["enable", "work"], "focus-switch on work"),
            (["switch", "work"], "focus-switch on work"),
            (["priority", "Chat"], "focus-switch allow Chat"),
            (["share"], "create Share --template share"),
            (["export"], "focus-switch show FOCUS"),
            (["privacy"], "focus-switch history clear"),
            (["export"], "focus-switch history --limit 10000 --json >FILE"),
            (["revert"], "focus-switch undo"), (["all"], "focus-switch dnd"),
            (["uninstall"], "sudo apt remove focusd"), (["tray"], "focus-tray"),
            (["stop"], "focus-switch off"), (["start", "work"], "focus-switch on work"),
            (["info", "work"], "focus-switch show work\n"),
            (["config"], "focusd.conf(5)"), (["log"], "journalctl --user -u focusd"),
        ])
    func hints(_ words: [String], _ command: String) {
        let result = run(words, control)
        #expect(result.code == .usage)
        #expect(result.errors.contains("there is no command “\(words[0])”"), "\(result.errors)")
        #expect(result.errors.contains(command), "\(result.errors)")
        // The same without focusd, and without its active Focus.
        let alone = run(words)
        #expect(alone.code == .usage)
        #expect(
            alone.errors.contains(command.replacing("on work --", with: "on FOCUS --")),
            "\(alone.errors)")
    }

    @Test(
        "delete with the name of a list is answered with the command that empties it",
        arguments: [("history", "history clear"), ("Missed", "missed clear")])
    func deleteList(_ word: String, _ command: String) throws {
        let focus = try Configuration()
        let control = control
        control.answers["Reload"] = [.strings([])]
        let words = ["delete", word, "--yes"]
        let result = focus(all: words, control: control)
        #expect(result.code == .usage)
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        try focus.write("history", "[Focus]\nName=Missed\n")
        #expect(focus(all: words, control: control).code == .done)
        #expect(focus.text("history") == nil)
    }

    @Test(
        "an end may follow the name of a Focus",
        arguments: [
            ["work", "1h"], ["work", "for", "1h"], ["on", "work", "1h"], ["on", "work", "60min"],
            ["work", "59min", "60s"], ["WORK", "for", "60", "min"],
            ["work", "for", "50", "minutes", "and", "600", "seconds"],
        ])
    func span(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = control
        let result = focus(all: words, control: control)
        #expect(result.code == .done, "\(result.errors)")
        let call = control.calls.first { $0.member == "ActivateWith" }
        #expect(call?.arguments.last == ActivationEnd.after(milliseconds: 3_600_000).value)
    }

    @Test(
        "a time of day may follow the name of a Focus",
        arguments: [
            ["work", "18:00"], ["work", "until", "6pm"], ["toggle", "dnd", "until", "18:00"],
        ]
    )
    func time(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = control
        let result = focus(all: words, control: control)
        #expect(result.code == .done, "\(result.errors)")
        #expect(control.calls.contains { $0.member == "ActivateWith" })
    }

    @Test("a number after a Focus needs a unit, and two ends are one too many")
    func ambiguous() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let number = focus("work", "10", control: control)
        #expect(number.code == .usage)
        #expect(number.errors.contains("focus-switch on work --for 10min"), "\(number.errors)")
        let both = focus("on", "work", "1h", "--until", "18:00", control: control)
        #expect(both.code == .usage)
        #expect(both.errors.contains("two ends"), "\(both.errors)")
        // A schedule from 01:00 to 02:00 was the answer.
        for second in ["2h", "18:00"] {
            let ends = focus("work", "1h", second, control: control)
            #expect(!ends.errors.contains("schedule"), "\(ends)")
        }
        #expect(focus("wrok", "1h", control: control).code == .usage)
    }

    @Test("a name that ends like a time is still a name")
    func names() throws {
        let focus = try Configuration()
        try focus.write("run", "[Focus]\nName=Run 1h\n")
        let control = FakeControl(Fixture.control())
        #expect(focus("run", "1h", control: control).code == .done)
        #expect(control.calls.contains(.init("Activate", .string("run 1h"))))
    }

    @Test("no time at all is told as such", arguments: ["0", "0min", "0h", "0h 0min"])
    func zero(_ text: String) {
        let result = run(["on", "work", "--for", text], control)
        #expect(result.code == .usage)
        #expect(result.errors.contains("“\(text)” would end at once"), "\(result.errors)")
        #expect(result.errors.contains("focus-switch off"))
    }

    @Test(
        "a number option names the value that is no number",
        arguments: [
            ["history", "--limit", "x"], ["missed", "--limit=x"], ["next", "--limit", "x"],
        ])
    func number(_ words: [String]) {
        let result = run(words, control)
        #expect(result.code == .usage)
        #expect(
            result.errors.hasPrefix("focus-switch: --limit: expected a number, got “x”\n"),
            "\(result.errors)")
    }

    @Test(
        "--focus names the Focus of commands that take it as an argument",
        arguments: [
            ["show", "--focus", "work"], ["show", "--focus=work"],
            ["show", "--focus", "work", "--json"],
        ])
    func focusOption(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let result = focus(all: words)
        #expect(result.code == .done, "\(result.errors)")
        #expect(result.output.contains("Work"))
        #expect(focus("rename", "--focus", "work", "Office").code == .done)
        #expect(focus("delete", "--focus", "work", "--yes").code == .done)
        #expect(focus.text("work") == nil)
    }

    @Test("schedule clear is schedule remove, and likewise for the other groups")
    func synonyms() throws {
        let focus = try Configuration()
        try focus.write(
            "f", "[Focus]\nName=F\n\n[Schedule s]\nDays=Mon;\nFrom=09:00\nTo=10:00\n")
        #expect(
            focus("schedule", "clear", "s", "--focus", "f").output
                == "Removed the schedule “s” of F.\n")
        #expect(
            focus("schedule", "add", "t", "--from", "9", "--to", "10", "--focus", "f").code == .done
        )
        #expect(focus("schedule", "rm", "t", "--focus", "f").code == .done)
        #expect(focus("trigger", "add", "full-screen", "--focus", "f").code == .done)
        #expect(
            focus("trigger", "clear", "--all", "--focus", "f").output
                == "Removed all triggers of F.\n")
        #expect(run(["why", "--help"]).output.contains("focus-switch explain"))
        #expect(run(["schedule", "remove", "--help"]).output.contains("“schedule clear”"))
        #expect(run(["help", "schedule", "clear"]).output.contains("schedule remove"))
    }

    @Test("words of other lists work for the missed list")
    func missedWords() {
        let commands = CommandTable.all
        #expect(["missed", "list"].withSynonym(commands) == ["missed"])
        #expect(["missed", "search", "a"].withSynonym(commands) == ["missed", "--search", "a"])
        #expect(["missed", "wait"].withSynonym(commands) == ["missed", "--wait"])
        #expect(["missed", "show", "3"].withSynonym(commands) == ["missed", "show", "3"])
    }

    /// A trial with a newcomer: only `on` had a suggestion for a mistyped Focus.
    @Test(
        "every command answers a mistyped Focus with the same suggestion",
        arguments: [
            "on wrok", "off wrok", "toggle wrok", "show wrok", "edit wrok", "rename wrok Office",
            "delete wrok", "list wrok", "skip wrok", "skip --undo wrok", "schedule list wrok",
            "schedule set a --from 9 --to 10 --focus wrok", "schedule remove a --focus wrok",
            "rule list --focus wrok", "rule add a --when TRUEPREDICATE --do allow --focus wrok",
            "rule remove a --focus wrok", "trigger list --focus wrok",
            "trigger add vpn --focus wrok", "trigger remove vpn --focus wrok",
            "filter list --focus wrok", "filter show a --focus wrok",
            "filter add a --focus wrok", "filter predicate a b TRUEPREDICATE --focus wrok",
            "set summary on --focus wrok", "allow --all-apps --focus wrok",
            "silence --all-apps --focus wrok", "explain --app a.b --focus wrok",
        ])
    func mistypedFocus(_ line: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = FakeControl(
            Fixture.control([
                "ListFilters": [.array(of: "a{sv}", [])], "ListApps": [.array(of: "a{sv}", [])],
                "Skips": [.array(of: "a{sv}", [])],
            ]))
        for member in ["Activate", "Explain"] as [MemberName] {
            control.refusals[member] = .refused(.unknownFocus, message: "there is no such Focus")
        }
        func errors(_ word: String) throws -> String {
            let words = try shellWords(line.replacing("wrok", with: word))
            let result = focus(all: words, control: control)
            #expect(result.code == .refused, "\(result)")
            return result.errors
        }
        #expect(
            try errors("wrok").hasSuffix(
                "focus-switch: there is no Focus “wrok”; did you mean “work”?\n"
                    + "Corrected: focus-switch \(line.replacing("wrok", with: "work"))\n"))
        #expect(
            try errors("zzz").hasSuffix(
                "focus-switch: there is no Focus “zzz”\nYour Focuses: do-not-disturb, work\n"))
        // A Focus that has a file with mistakes is one, too.
        try focus.write("leisure", "[Focus]\nApps=some\n")
        #expect(try errors("liesure").contains("did you mean “leisure”?"))
    }

    @Test("a search without a result says so", arguments: ["history", "missed"])
    func search(command: String) {
        let control = FakeControl(Fixture.control(["Entries": [Fixture.list([])]]))
        let result = run([command, "--search", "zzz"], control)
        #expect(result == RunResult(code: .done, output: "No such notifications.\n"))
    }

    @Test("the list of commands tells how to delete what is kept")
    func privacy() {
        let help = run(["help"]).output
        #expect(help.contains("[Private] Apps="))
        #expect(help.contains("history clear"))
        #expect(help.contains("focus-switch dnd "))
    }
}
