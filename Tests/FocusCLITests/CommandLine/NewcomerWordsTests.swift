// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Words of a newcomer's trial that led to another command than the one that was meant.
@Suite("A newcomer's words") @LoopActor struct NewcomerWordsTests {
    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "ActivateWith": [], "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
        ]))

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        control.refusals["Activate"] = .refused(.unknownFocus, message: "there is no such Focus")
    }

    @Test(
        "the command that was meant is named",
        arguments: [
            (["work", "from", "9", "to", "5"], "hours --focus work --from 09:00 --to 17:00"),
            (
                ["work", "every", "weekday", "9-5"],
                "hours --focus work --days weekday --from 09:00 --to 17:00"
            ),
            (
                ["schedule", "set", "work", "weekdayz", "9-17"],
                "hours --focus work --days weekday --from 09:00 --to 17:00"
            ),
            // “run” resembles “sun”.
            (
                ["schedule", "set", "work", "run", "7-8"],
                "set run --focus work --from 07:00 --to 08:00\n"
            ),
            (["work", "22:30-7"], "hours --focus work --from 22:30 --to 07:00"),
            (["schedule", "work", "9-17"], "hours --focus work --from 09:00 --to 17:00"),
            (
                ["schedule", "set", "work", "9-17", "fridays"],
                "hours --focus work --days fridays --from 09:00 --to 17:00"
            ),
            (
                ["schedule", "set", "work", "9-17 weekdays"],
                "hours --focus work --days weekdays --from 09:00 --to 17:00"
            ),
            (
                ["schedule", "set", "work", "17h30-18h00"],
                "hours --focus work --from 17:30 --to 18:00"
            ),
            (["work", "schedule", "9-17"], "hours --focus work --from 09:00 --to 17:00"),
            (["schedule", "set", "work", "9", "17"], "hours --focus work --from 09:00 --to 17:00"),
            (
                ["work", "every", "night", "from", "10pm", "to", "7am"],
                "hours --focus work --days daily --from 22:00 --to 07:00"
            ),
            (["work", "9h-17h"], "hours --focus work --from 09:00 --to 17:00"),
            (["work", "für", "1", "Stunde"], "focus-switch on work --for 1h\n"),
            (["work", "eine", "Stunde"], "focus-switch on work --for 1h\n"),
            (["on", "work", "für", "90", "Minuten"], "focus-switch on work --for 90min\n"),
            (["work", "pour", "une", "heure"], "focus-switch on work --for 1h\n"),
            (["work for 1h"], "Without the quotes: focus-switch work for 1h\n"),
            (["on", "work for 1h"], "Without the quotes: focus-switch on work for 1h\n"),
            (["work", "gaming"], "To turn on the second: focus-switch on gaming\n"),
            (["explain", "--title", "x"], "did you mean “--summary”?"),
            (["set", "work", "color", "#2f9e44"], "set color '#2f9e44' --focus work\n"),
            (["set", "work", "color", "blue"], "set color '#3584e4' --focus work\n"),
            (["set", "color", "blue", "work"], "set color '#3584e4' --focus work\n"),
            (["set", "color", "red", "--focus", "work"], "set color '#e62d42' --focus work\n"),
            (["set", "work", "color", "x"], "set color VALUE --focus work\ncolor: expected #"),
            (["set", "--color", "#ff0000"], "focus-switch set color '#ff0000'\n"),
            (["allow", "--contact", "Ann"], "focus-switch allow --person Ann\n"),
            (["allow", "--persons=Ann,Ben", "Slack"], "allow --person Ann,Ben Slack\n"),
            (["set", "deliver", "at", "noon"], "focus-switch set deliver noon\n"),
            (["deliver", "at", "12:30", "and", "18:00"], "set deliver 12:30 18:00 --focus work\n"),
            (["schedule", "work"], "focus-switch schedule set hours --focus FOCUS --days Mon-Fri"),
            (["work", "-1h"], "focus-switch on work --for 1h"),
            (["work", "0"], "would end at once"),
            (["unsilence", "foo"], "focus-switch allow foo"),
            (["remind", "12"], "focus-switch snooze 12 1h"),
            (["dismis"], "did you mean “missed dismiss”?"),
            (["history", "since", "5:59"], "focus-switch history --since 5:59"),
            (["history", "until", "5:59"], "focus-switch history --before 5:59"),
            (["unallow", "foo"], "focus-switch silence foo"),
            (["disallow", "foo"], "focus-switch silence foo"),
            (["unskip"], "focus-switch skip --undo"),
            (["work", "--unitl", "18:00"], "unknown option --unitl; did you mean “--until”?"),
            (["work", "--til", "18:00"], "did you mean “--until”?"),
            (["work", "-u", "18:00"], "did you mean “--until” or “--until-logout”?"),
            (["work", "-f", "1h"], "did you mean “--for”?"),
            (["work", "--duration", "1h"], "did you mean “--for”?"),
            (["work", "--tomorrow"], "focus-switch on work --until 18:00"),
            (["work", "allow", "foo"], "focus-switch allow foo --focus work"),
            (["work", "schedule", "list"], "focus-switch schedule list --focus work"),
            (["work", "edit"], "focus-switch edit work"),
            (["--for", "1h"], "focus-switch on FOCUS --for 1h"),
            (["--focus", "work", "allow", "foo"], "focus-switch COMMAND --focus work"),
            (["calendar"], "focus-switch trigger add calendar --focus FOCUS"),
            (["wifi"], "focus-switch trigger add network:NAME --focus FOCUS"),
            (["snooze", "--end", "22"], "focus-switch snooze --undo ID"),
            (["snooze", "end", "22"], "focus-switch snooze --undo 22"),
            (["snooze", "22", "off"], "focus-switch snooze --undo 22"),
            (["mute", "--list"], "To list the muted apps: focus-switch mute\n"),
            (["work", "please"], "To turn it on: focus-switch on work\n"),
            (["on", "work", "right", "now"], "To turn it on: focus-switch on work\n"),
            (["work", "off", "please"], "To turn it off: focus-switch off work\n"),
        ])
    func meant(_ words: [String], _ text: String) {
        let result = focus(all: words, control: control)
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(!result.errors.contains("To run a command"), "\(result.errors)")
    }

    /// A trial with a newcomer: the printed command was refused, and so was the next one.
    @Test(
        "a member and a Focus lead to the whole command, in any order of the words",
        arguments: [
            ("add app Slack to work", "allow Slack --focus work"),
            ("add Slack app to Work", "allow Slack --focus work"),
            ("add to my work focus app Slack", "allow Slack --focus work"),
            ("add Slack work", "allow Slack --focus work"),
            ("add Slack and Discord to work", "allow Slack Discord --focus work"),
            ("add person Ann Lee to work", "allow --person 'Ann Lee' --focus work"),
            ("let Slack through", "allow --app Slack --focus work"),
            ("let Slack through in work", "allow --app Slack --focus work"),
            ("block person Ann in work", "silence --person Ann --focus work"),
            ("hide Slack", "silence Slack"), ("hide Slack", "mute Slack"),
            ("remove app Chat from gym", "allow --remove Chat --focus gym"),
            ("rm person Kim from gym", "silence --remove --person Kim --focus gym"),
            ("remove Kim", "silence --remove --person Kim --focus gym"),
            ("remove Chat", "allow --remove Chat --focus gym"), ("remove Chat", "forget Chat"),
            ("allow app Slack to work", "allow Slack --focus work"),
            ("allow person Ann to work", "allow --person Ann --focus work"),
        ])
    func member(_ words: String, _ command: String) throws {
        try focus.write(
            "gym",
            "[Focus]\nName=Gym\nApps=allow\nAppList=Chat;\nPeople=silence\nPeopleList=Kim;\n")
        let list = [FieldsBuilder.list([])]
        control.answers.merge([
            "Reload": [.strings([])], "ListPeople": list, "Mutes": list, "Mute": [],
            "Entries": [Fixture.list([])],
        ]) { $1 }
        let result = focus(all: words.split(separator: " ").map(String.init), control: control)
        #expect(result.code != .done)
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        // Asks first.
        guard !command.hasPrefix("forget") else { return }
        try focus.expectDone(command, control: control)
    }

    /// A trial with a newcomer: the step was `delete gaming`, which failed.
    @Test("a name of nothing to remove is told as such, with the nearest name")
    func nothingToRemove() {
        #expect(
            focus("remove", "Gaming", control: control).errors == """
                focus-switch: there is no command “remove”
                There is no Focus, app or person “Gaming” that could be removed
                Your Focuses: focus-switch list

                """)
        let near = focus("rm", "wrok", control: control).errors
        #expect(near.contains("that could be removed; did you mean “work”?\n"), "\(near)")
    }

    @Test(
        "a Focus in place of a name to remove leads to --focus",
        arguments: ["schedule", "rule", "trigger"])
    func removedFromFocus(_ group: String) throws {
        control.answers["Status"] = [.vardict([:] as [String: Value])]
        try focus.writeGym()
        let names = ["schedule": "hours", "rule": "boss", "trigger": "vpn"]
        let gym = focus(group, "remove", "gym", control: control)
        let command = "focus-switch \(group) remove \(names[group] ?? "") --focus gym"
        #expect(gym.errors.hasSuffix("\nFor the Focus “Gym”: \(command)\n"), "\(gym)")
        let result = focus(group, "remove", "work", control: control)
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: no Focus is on; name one with --focus
                The Focus “Work” has no \(group)s

                """)
    }

    @Test("a Focus in place of the name of a schedule to set leads to --focus")
    func setForFocus() {
        control.answers["Status"] = [.vardict([:] as [String: Value])]
        let result = focus("schedule", "set", "work", "--from", "22h30", control: control)
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: no Focus is on; name one with --focus
                For the Focus “Work”: focus-switch schedule set SCHEDULE --from 22h30 --focus work

                """)
    }

    @Test(
        "a thing that another Focus has leads to that Focus",
        arguments: [
            ["rule", "remove", "boss"], ["rule", "change", "boss", "--do", "silence"],
            ["schedule", "remove", "hours"], ["trigger", "remove", "vpn"],
        ])
    func ofAnotherFocus(_ words: [String]) throws {
        try focus.writeGym()
        let step = "For the Focus “Gym”: focus-switch \(words.joined(separator: " ")) --focus gym\n"
        let other = focus(all: words, control: control)
        #expect(other.code == .refused)
        #expect(other.errors.hasSuffix("has no \(words[0]) “\(words[2])”\n\(step)"), "\(other)")
        control.answers["Status"] = [.vardict([:] as [String: Value])]
        let off = focus(all: words, control: control)
        #expect(off.errors.hasSuffix("name one with --focus\n\(step)"), "\(off.errors)")
    }

    @Test("always names its file, as it does behind show and edit")
    func always() {
        let result = focus("allow", "Chat", "--focus", "always", control: control)
        #expect(result.code == .refused)
        #expect(result.errors.hasPrefix("focus-switch: there is no Focus “always”\n"))
        #expect(result.errors.contains("/focusd/always.focus, see focus(5)\n"), "\(result.errors)")
    }

    @Test("the step to always.focus names the window that is installed, and an editor that is here")
    func alwaysSteps() {
        let file = "\(focus.path)/focusd/always.focus"
        for (editor, line) in [
            ("", "To edit \(file), install nano, or set $EDITOR; focusd notices the change\n"),
            ("pico", "To edit it: pico \(file); focusd notices the change\n"),
        ] {
            let variables = ["PATH": "/nonexistent", "VISUAL": "", "EDITOR": editor]
            let errors = focus(all: ["show", "always"], control: control, variables: variables)
                .errors
            #expect(errors.hasSuffix(line), "\(errors)")
            let hasWindow = ProgramFile.beside("focus-settings") != nil
            #expect(errors.contains(": focus-settings --always\n") == hasWindow, "\(errors)")
        }
        #expect(NearMiss.alwaysStep(hasWindow: true).hasSuffix(": focus-settings --always"))
        #expect(NearMiss.alwaysStep(hasWindow: false).hasSuffix("always.focus in focus(5)"))
    }

    @Test(
        "a word for a thing may be a mistyped Focus", arguments: [["meeting"], ["meeting", "1h"]])
    func mistypedFocus(_ words: [String]) throws {
        try focus.write("meetings", "[Focus]\nName=Meetings\n")
        let result = focus(all: words, control: control)
        #expect(result.code == .usage)
        let step = "Did you mean the Focus “Meetings”: focus-switch on meetings\n"
        #expect(result.errors.contains(step), "\(result.errors)")
        #expect(result.errors.contains("focus-switch trigger add calendar"), "\(result.errors)")
    }

    @Test(
        "an end is understood",
        arguments: [
            ["work", "til", "18:00"], ["work", "for 2 h"], ["--until", "18:00", "work"],
            ["work", "bis", "18:00"],
            ["--for=1h", "on", "work"], ["--for", "1h", "--json", "work"],
            ["--until-logout", "work"], ["--yes", "--for", "1h", "work"],
            ["-y", "work", "--for", "1h"], ["--until", "6", "pm", "on", "work"],
        ])
    func ends(_ words: [String]) {
        let result = focus(all: words, control: control)
        #expect(result.code == .done, "\(result)")
        #expect(control.calls.contains { $0.member == "ActivateWith" })
    }

    @Test(
        "options in front of a Focus leave the command behind -- to it",
        arguments: [
            (["--for", "1h", "work"], ["on", "--for", "1h", "work"]),
            (["--for=1h", "on", "work"], ["--for=1h", "on", "work"]),
            (["--yes", "work"], ["on", "--yes", "work"]),
            (["work", "--for", "1h"], ["on", "work", "--for", "1h"]),
        ])
    func heldCommand(_ words: [String], _ own: [String]) {
        let (first, command) = LeadingOptions.split(
            words + ["--", "make", "--", "all"], CommandTable.all)
        #expect(first == own)
        #expect(command == ["make", "--", "all"])
        for words in [
            ["--version", "work", "--", "make"], ["--json", "status", "--", "x"],
            ["--for", "1h", "--", "work"], ["--for", "1h", "work", "--"],
        ] {
            #expect(LeadingOptions.split(words, CommandTable.all).command.isEmpty, "\(words)")
        }
    }

    @Test("an agreement in front of nothing is refused")
    func agreementAlone() {
        let result = focus("--yes", control: control)
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains("--yes stands before a command"), "\(result.errors)")
    }

    /// A trial with a newcomer: an app “list” was muted.
    @Test(
        "the word “list” lists",
        arguments: [
            (["mute", "list"], "No app is muted."), (["snooze", "list"], "Nothing is snoozed."),
        ])
    func list(_ words: [String], _ text: String) {
        let list = [FieldsBuilder.list([])]
        control.answers["Mutes"] = list
        control.answers["Snoozed"] = list
        let result = focus(all: words, control: control)
        #expect(result.code == .done, "\(result)")
        #expect(result.output == text + "\n")
        #expect(!control.calls.contains { $0.member == "Mute" })
        #expect(["skip", "list"].withSynonym(CommandTable.all) == ["skip", "--list"])
    }

    @Test("days may be joined with “and”")
    func days() throws {
        let days = try DayWords.days("Monday, Wednesday and Friday")
        #expect(days == [.monday, .wednesday, .friday])
        #expect(throws: CommandFailure.self) { try DayWords.days("and") }
        let workdays = try DayWords.days("Mon-Fri")
        for text in ["monday to friday", "Mon - Fri", "mon through fri", "Mon–Fri"] {
            #expect(try DayWords.days(text) == workdays, "\(text)")
        }
        #expect(try DayWords.days("Mon to Tue and Sun") == [.monday, .tuesday, .sunday])
    }

    @Test(
        "the word that is no day is named",
        arguments: [
            ("mon,tue,wen", "“wen” names no days in English; did you mean “wed”?"),
            ("mon-wen", "“wen” names no days in English; did you mean “wed”?"),
            ("Lundi, Mon", "“Lundi” names no days in English; examples: Mon-Fri, Sat,Sun,"),
            ("mon-", "“mon-” names"), ("to fri", "“to” names"), ("mon-tue-wed", "“mon-tue-wed”"),
        ])
    func wrongDay(_ text: String, _ message: String) {
        let failure = #expect(throws: CommandFailure.self) { try DayWords.days(text) }
        #expect(
            failure?.message?.hasPrefix("--days: \(message)") == true, "\(failure?.message ?? "")")
    }
}
