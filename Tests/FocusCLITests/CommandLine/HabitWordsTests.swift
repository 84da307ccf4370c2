// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Issue 17: words from habit that were answered with “quote names with blanks”.
@Suite("Words from habit") @LoopActor struct HabitWordsTests {
    /// Returns a focusd that knows Work and Do Not Disturb.
    private var control: FakeControl {
        let control = FakeControl(
            Fixture.control([
                "ActivateWith": [], "ListApps": [.array(of: "a{sv}", [])],
                "Entries": [Fixture.list([])],
            ]))
        control.answer = { call in
            guard ["Activate", "ActivateWith", "Hold"].contains(call.member),
                let name = call.arguments.first?.asString?.lowercased(),
                !["work", "do-not-disturb"].contains(name)
            else { return nil }
            return .failure(.refused(.unknownFocus, message: "there is no such Focus"))
        }
        return control
    }

    private func configuration() throws -> Configuration {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        return focus
    }

    @Test("off behind a Focus turns it off, and on turns it on")
    func offAndOn() throws {
        let focus = try configuration()
        for words in [
            ["work", "off"], ["Work", "OFF"], ["turn", "off", "work"], ["set", "work", "off"],
            ["turn", "work", "off"], ["turn", "work", "OFF"], ["off", "work", "please"],
        ] {
            let control = control
            #expect(focus(all: words, control: control).output == "Work is off.\n")
            #expect(control.calls.contains(.init("Deactivate")))
        }
        let wrong = focus("dnd", "off", control: control)
        #expect(
            wrong.errors == """
                focus-switch: “dnd” is not on; Work is on
                To turn off Work: focus-switch off

                """)
        for words in [
            ["Work", "on"], ["Work", "now"], ["turn", "on", "Work"], ["set", "Work", "on"],
            ["turn", "Work", "on"],
        ] {
            let control = control
            #expect(focus(all: words, control: control).code == .done)
            #expect(control.calls.contains(.init("Activate", .string("Work"))))
        }
        let dayOff = ["turn", "on", "Day", "off"].withSynonym(CommandTable.all)
        #expect(dayOff == ["on", "Day", "off"], "a Focus may have that name")
        let dnd = control
        #expect(focus("dnd", "on", control: dnd).code == .done)
        #expect(dnd.calls.contains(.init("Activate", .string("do-not-disturb"))))
    }

    /// These were answered with “unexpected “1h” after “fitnes””.
    @Test(
        "an unknown first word is told as such, whatever follows",
        arguments: [
            (["wrk", "1h"], "did you mean “work”?"),
            (["wrok", "until", "friday"], "did you mean “work”?"),
            (["flurb", "Slack"], "All commands: focus-switch --help"),
            (["extend", "25"], "Your Focuses: focus-switch list"),
        ])
    func unknownWords(_ words: [String], _ text: String) throws {
        let focus = try configuration()
        let control = control
        for control in [control, nil] {
            let result = focus(all: words, control: control)
            #expect(result.code == .usage)
            #expect(
                result.errors.contains(
                    "there is neither a command nor a Focus “\(words[0])”"), "\(result.errors)")
            #expect(result.errors.contains(text), "\(result.errors)")
        }
        #expect(!control.calls.contains { $0.member.rawValue.hasPrefix("Activate") })
    }

    @Test(
        "allow and silence tell an end or a Focus behind the apps",
        arguments: [
            (["silence", "Slack", "for", "1h"], "focus-switch mute Slack --for 1h\n"),
            (["silence", "Slack", "1h"], "focus-switch mute Slack --for 1h\n"),
            (["silence", "Slack", "until", "18:00"], "focus-switch mute Slack --until 18:00\n"),
            (["allow", "Slack", "work"], "focus-switch allow Slack --focus work\n"),
            (["allow", "Slack", "in", "work"], "focus-switch allow Slack --focus work\n"),
            (
                ["silence", "--only", "Slack", "dnd"],
                "silence --only Slack --focus do-not-disturb\n"
            ),
            (["allow", "Slack", "to", "work"], "focus-switch allow Slack --focus work\n"),
            (["silence", "Slack", "with", "work"], "focus-switch silence Slack --focus work\n"),
            (["allow", "Slack", "WHILE", "work"], "focus-switch allow Slack --focus work\n"),
            (
                ["allow", "Slack", "while", "in", "focus", "work"],
                "focus-switch allow Slack --focus work\n"
            ),
            (
                ["allow", "Slack", "to", "work", "--person", "Kim Doe", "--site", "a.org"],
                "focus-switch allow Slack --person 'Kim Doe' --site a.org --focus work\n"
            ),
        ])
    func listHabits(_ words: [String], _ command: String) throws {
        let focus = try configuration()
        let before = focus.text("work")
        let result = focus(all: words, control: control)
        #expect(result.code == .usage)
        #expect(result.errors.contains(command), "\(result.errors)")
        #expect(focus.text("work") == before)
    }

    @Test("allow and silence have no end, and say so", arguments: ["allow", "silence"])
    func listOptions(_ verb: String) throws {
        let result = try configuration()(verb, "Slack", "--for", "1h", control: control)
        #expect(result.code == .usage)
        #expect(
            result.errors.hasPrefix(
                "focus-switch: “focus-switch \(verb)” has no option --for: a list has no end\n"),
            "\(result.errors)")
    }

    @Test(
        "off has no end, with a word before the time and without",
        arguments: [["18:00"], ["at", "18:00"], ["in", "1h"], ["tomorrow", "9:00"]])
    func endOfOff(_ words: [String]) throws {
        let control = control
        let result = try configuration()(all: ["off"] + words, control: control)
        #expect(result.code == .usage)
        #expect(
            result.errors.hasPrefix(
                "focus-switch: “off” turns a Focus off now\nTo set an end: focus-switch on work --"),
            "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Deactivate" })
    }

    @Test(
        "a command of another program leads to the one that does it",
        arguments: [
            (["block", "Slack"], "focus-switch silence Slack"),
            (["ignore", "Big Chat"], "focus-switch mute 'Big Chat'"),
            (["deny"], "focus-switch silence APP"),
            (["unblock", "Slack"], "focus-switch allow Slack"),
            (["unblock"], "focus-switch unmute APP"),
            (["rm", "work"], "focus-switch delete work"),
            (["remove", "work"], "focus-switch delete work"),
            (["new", "Gym"], "focus-switch create Gym"),
            (["whitelist", "Slack"], "focus-switch allow Slack"),
            (["blacklist", "Slack"], "focus-switch silence Slack"),
            (["copy", "work", "work2"], "Then, to name the copy: focus-switch rename work2 work2"),
            (["add", "Slack"], "focus-switch allow Slack"),
            (["mode", "dnd"], "focus-switch dnd"), (["set-paused", "true"], "focus-switch dnd"),
            (["pause"], "focus-switch dnd"), (["is-paused"], "focus-switch status"),
            (["close-all"], "focus-switch missed clear"),
            (["extend", "10m"], " --for 10m\n"),
            (["extend", "for", "half", "an", "hour"], " --for 'half an hour'\n"),
            (["close-all"], "popups on the screen"),
            (["restore"], "focus-switch missed"), (["invoke", "7"], "focus-switch missed act 7"),
            (["unsnooze", "7"], "focus-switch missed deliver 7"),
            (["unsnooze", "7"], "focus-switch snooze --undo 7"),
            (["settings"], "focus-switch set --help"), (["-d"], "focus-switch dnd"),
            (["--dnd"], "focus-switch dnd"),
            // A trial with a newcomer: these led to a wrong command or nowhere.
            (["calendar"], "focus-switch trigger add calendar --focus FOCUS"),
            (["person"], "focus-switch allow --person NAME"),
            (["people", "Zoe"], "focus-switch allow --person Zoe"),
            (["contacts"], "focus-switch history"),
            (["sites"], "focus-switch allow --site HOST"), (["gui"], "focus-settings"),
            (["schedule", "disable", "nap"], "focus-switch skip FOCUS nap"),
            (["schedule", "disable", "nap", "--focus", "s"], "focus-switch skip s nap\n"),
            (["schedule", "off", "nap", "--focus=s"], "schedule remove nap --focus s\n"),
            (["allow", "--keyword", "tea"], "did you mean “--word”?"),
            (["allow", "--text", "tea"], "did you mean “--word”?"),
            (["create", "--copy", "work"], "focus-switch show FOCUS\n"),
            (["create", "Gym", "--from", "work"], "focus-switch rename gym Gym\n"),
            (["setup", "--undo", "--dry-run"], "focus-switch setup --undo\n"),
            (["snooze", "--undo", "--all"], "to end some or all: focus-switch snooze\n"),
            (["schedule", "off"], "focus-switch schedule remove NAME --focus FOCUS"),
            (["schedule", "show", "office"], "focus-switch schedule list"),
            (["schedule", "rename", "a", "b"], "focus-switch edit FOCUS"),
            (["rule", "move", "invoices", "1"], "focus-switch edit FOCUS"),
            (["rule", "rename", "a", "b"], "focus-switch edit FOCUS"),
            (["rule", "change", "a", "--name", "b"], "focus-switch edit FOCUS"),
            (["badge", "off", "Slack"], "[Badge] Never= of focusd.conf(5)"),
            (["badge", "hide", "Slack"], "focus-switch badge clear Slack"),
            (["timer", "25"], "focus-switch on FOCUS --for 25min\n"),
            (["timer", "10m"], "focus-switch on FOCUS --for 10m\n"),
            (["pomodoro"], "focus-switch on FOCUS --for 25min\n"),
            (["break"], "focus-switch off\n"), (["aus"], "focus-switch off\n"),
            (["timers"], "focus-switch next\n"),
            (["simulate"], "focus-switch explain --app APP\n"),
            (["inbox"], "focus-switch missed\n"), (["archive"], "focus-switch history\n"),
            (["count"], "focus-switch status\n"), (["switch", "work"], "focus-switch on work\n"),
            (["focus", "work"], "focus-switch on work\n"),
            (["switch", "work", "off"], "focus-switch off work\n"),
            (["switch", "off", "work"], "focus-switch off work\n"),
            (["please", "turn", "work", "on"], "focus-switch on work\n"),
            (["focus", "status"], "The command: focus-switch status\n"),
            (["focus", "on"], "focus-switch on FOCUS\n"), (["focus", "off"], "focus-switch off\n"),
            (["words"], "focus-switch allow --word WORD\n"), (["export"], "focus-settings"),
            (["import"], "focus-settings"), (["set", "dnd"], "focus-switch on dnd\n"),
            (["work", "-d", "30m"], "focus-switch on work --for 30m\n"),
            (["work", "for", "1:30"], "a time of day, for --until; as a length of time: 1h30"),
            (["work", "until", "17h30"], "for 17h30, or --until 17:30 for the time of day"),
            (["work", "--until", "17h30"], "for 17h30, or --until 17:30 for the time of day"),
            (["work", "--until", "1h"], "“1h” is a length of time; use --for 1h\n"),
            (["off", "--for", "1h"], "focus-switch on FOCUS --for 1h\n"),
            (["snooze", "1h"], "focus-switch dnd --for 1h\n"),
            (["snooze", "until", "tomorrow"], "focus-switch dnd --until tomorrow\n"),
            (["snooze", "all", "30min"], "focus-switch dnd --for 30min\n"),
            (["snooze", "all"], "focus-switch missed\n"),
            (["snooze", "--all"], "focus-switch dnd --for 1h\n"),
            (["missed", "--since", "1h"], "focus-switch history --silenced --since 1h\n"),
            (["missed", "--since"], "focus-switch history --silenced --since today\n"),
            (["history", "Chat", "--today"], "focus-switch history --since today\n"),
            (["history", "--yesterday"], "focus-switch history yesterday\n"),
            (["next", "work"], "focus-switch schedule list --focus work\n"),
            (["--list-templates"], "focus-switch create --help\n"),
            (["--close-all"], "focus-switch missed clear\n"),
            (["--status"], "focus-switch status\n"),
            (["missed", "dismiss", "17-19"], "write each one: 17 18 19\n"),
            (["history", "--focus", "work"], "focus-switch history --json\n"),
            (["history", "clear", "--since", "1h"], "focus-switch history clear --before 7d\n"),
            (["history", "clear", "--until", "8:00"], "did you mean “--before”?"),
            (["history", "clear", "--older-than", "7d"], "did you mean “--before”?"),
            (["subscribe"], "focus-switch watch --json\n"),
            (["waybar"], "focus-switch watch --waybar\n"),
            (["i3blocks"], "focus-switch watch --bar\n"), (["import"], "the button Import…\n"),
            (["set", "work", "TimeSensitive=no"], "set time-sensitive no --focus work\n"),
            (["set", "HideBadges=on"], "To change it: focus-switch set hide-badges on\n"),
            (["--subscribe"], "focus-switch watch --json\n"),
            (["-swb"], "focus-switch watch --json\n"), (["-C"], "focus-switch missed clear\n"),
            (["sync"], "focus-switch link --help\n"),
            (["history", "--from", "3:50"], "focus-switch history --since 3:50\n"),
            (["history", "--from", "Ann"], "focus-switch history --since today\n"),
            (
                ["explain", "Slack", "--focus", "work"],
                "focus-switch explain --app Slack --focus work\n"
            ),
            (["schedule", "set", "x", "--from", "9", "--until", "10"], "did you mean “--to”?"),
            (["schedule", "set", "x", "22:30", "7:00"], "--from 22:30 --to 07:00\n"),
            (["trigger", "add", "--app", "steam"], "trigger add app:steam\n"),
            (["snooze", "Slack", "10min"], "focus-switch mute Slack --for 10min\n"),
            (["snooze", "Slack", "--until", "18:00"], "focus-switch mute Slack --until 18:00\n"),
            (["set", "apps", "Slack"], "focus-switch allow Slack\n"),
            (["set", "schedule", "9-17"], "--focus FOCUS --from 09:00 --to 17:00\n"),
            (["setup", "undo"], "focus-switch setup --undo\n"),
            (["setup", "--uninstall"], "focus-switch setup --undo\n"),
            (["setup", "status"], "focus-switch doctor\n"),
            (["doctor", "--fix"], "focus-switch doctor\n"),
            (["allow", "--list"], "focus-switch show FOCUS\n"),
            (["list", "--all"], "focus-switch list\n"),
            (["clone", "work"], "focus-switch rename COPY NAME\n"),
            (["menu"], "focus-tray\n"), (["set-mode", "default"], "focus-switch dnd\n"),
            (["--on", "work"], "focus-switch on work\n"),
        ])
    func steps(_ words: [String], _ command: String) throws {
        let focus = try configuration()
        let control = control
        for control in [control, nil] {
            let result = focus(all: words, control: control)
            #expect(result.code == .usage)
            #expect(result.errors.contains(command), "\(result.errors)")
            #expect(!result.errors.contains("quote names"), "\(result.errors)")
        }
        #expect(!control.calls.contains { $0.member == "Deactivate" })
    }

    @Test("settings names the window where it is installed")
    func window() {
        let with = NearMiss.failure(["settings"], active: nil, hasWindow: true)
        #expect(with?.details.first?.hasSuffix(": focus-settings") == true)
        #expect((with?.details.count ?? 0) > 1)
        let without = NearMiss.failure(["settings"], active: nil, hasWindow: false)
        #expect(without?.details.contains { $0.hasSuffix(": focus-settings") } == false)
        #expect(without?.details.contains { $0.contains("package focusd-settings") } == true)
    }

    @Test(
        "a time that is none behind a Focus gets examples of times",
        arguments: [
            (["half", "a", "day"], "“half a day” is not a time; examples: 45min"),
            (["today"], "focus-switch on work --until today"),
            (["all", "day"], "focus-switch on work --until today"),
            (["in", "5min"], "focus-switch on work --for 5min"),
            (["at", "18:00"], "focus-switch on work --until 18:00"),
            (["at", "18:00"], "focus-switch schedule set --help"),
            (["at", "1800"], "focus-switch on work --until 1800"),
            (["from", "18:00"], "focus-switch on work --until 18:00"),
            (["from", "18:00"], "focus-switch schedule set --help"),
            (["1800"], "focus-switch on work until 1800"),
            (["until", "2560"], "“2560” is not a time; examples: 18:00"),
            (["tomorrow", "morning"], "focus-switch on work --until 'tomorrow morning'"),
        ])
    func times(_ words: [String], _ text: String) throws {
        let focus = try configuration()
        for lead in [["work"], ["on", "work"]] {
            let control = control
            let result = focus(all: lead + words, control: control)
            #expect(result.code == .usage)
            #expect(result.errors.contains(text), "\(result.errors)")
            #expect(!control.calls.contains { $0.member.rawValue.hasPrefix("Activate") })
        }
    }

    @Test("a command behind a Focus needs --", arguments: [["on", "work"], ["work"]])
    func command(_ lead: [String]) throws {
        let focus = try configuration()
        let result = focus(all: lead + ["sleep", "1"], control: control)
        #expect(result.code == .usage)
        #expect(
            result.errors.contains(
                "To run a command while it is on: focus-switch on work -- sleep 1\n"),
            "\(result.errors)")
        // A word that is no Focus is still told as such.
        let unknown = focus("on", "flurb", "sleep", "1", control: control)
        #expect(!unknown.errors.contains(" -- "), "\(unknown.errors)")
    }

    /// A trial with a newcomer: each was taken for a command to run while the Focus is on.
    @Test(
        "other words behind a Focus are answered with what was meant",
        arguments: [
            (["status"], "focus-switch status\n"),
            (["until-logout"], "focus-switch on work --until-logout\n"),
            (["and", "gaming"], "To turn on the second: focus-switch on gaming\n"),
        ])
    func others(_ words: [String], _ command: String) throws {
        let focus = try configuration()
        try focus.write("gaming", "[Focus]\nName=Gaming\n")
        for lead in [["work"], ["on", "work"]] {
            let control = control
            let result = focus(all: lead + words, control: control)
            #expect(result.code == .usage)
            #expect(result.errors.contains(command), "\(result.errors)")
            #expect(!result.errors.contains(" -- "), "\(result.errors)")
            #expect(!control.calls.contains { $0.member.rawValue.hasPrefix("Activate") })
        }
    }

    @Test("a ready-made Focus for a command is created from its template")
    func heldTemplate() throws {
        let focus = try configuration()
        let result = focus("on", "personal", "--", "echo", "hi", control: control)
        #expect(result.code == .refused)
        #expect(
            result.errors
                == "focus-switch: there is no Focus “personal” yet; to create it: focus-switch create"
                + " Personal --template personal\n")
        let control = control
        let asked = RunningProgram(
            control, environment: ["XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent"])
        asked.typed = ["n"]
        asked.start(["on", "personal", "--", "echo", "hi"])
        #expect(asked.result.output.contains("Create it from its template? [Y/n]"))
        #expect(focus.text("personal") == nil)
        #expect(control.calls.filter { $0.member == "Hold" }.count == 1)
    }

    @Test("history takes an id, silenced, delivered and today")
    func history() {
        let number = run(["history", "12"], control)
        #expect(number.code == .done)
        #expect(number.output == run(["explain", "12"], control).output)
        for (words, same) in [
            (["silenced"], ["--silenced"]), (["delivered"], ["--delivered"]),
            (["last", "5"], ["--limit", "5"]),
            (["today"], ["--since", "today"]), (["--today"], ["--since", "today"]),
            (["yesterday", "Chat"], ["--since", "yesterday", "--before", "today", "Chat"]),
            (["yesterday", "14:00"], ["--since", "yesterday 14:00"]),
        ] {
            let (first, second) = (control, control)
            #expect(run(["history"] + words, first).code == .done)
            _ = run(["history"] + same, second)
            #expect(first.calls == second.calls)
        }
    }

    @Test("trigger remove all leads to --all")
    func triggers() throws {
        let result = try configuration()("trigger", "remove", "all", "--focus", "work")
        #expect(result.code == .usage)
        #expect(result.errors.contains("for all triggers of the Focus: --all"))
    }
}
