// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Issue 17: words of a stranger's first hour that led nowhere.
@Suite("A stranger's words") @LoopActor struct StrangersWordsTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
    }

    private var control: FakeControl {
        let control = FakeControl(
            Fixture.control([
                "ActivateWith": [], "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "Entries": [Fixture.list([Fixture.entry()])], "Reload": [.strings([])],
            ]))
        control.answers["ListFilters"] = [FieldsBuilder.list([])]
        control.answer = { call in
            guard ["Activate", "ActivateWith"].contains(call.member),
                let name = call.arguments.first?.asString, name.lowercased() != "work"
            else { return nil }
            return .failure(.refused(.unknownFocus, message: "there is no such Focus"))
        }
        return control
    }

    @Test(
        "a word from habit leads to the command",
        arguments: [
            ("none", "focus-switch off"), ("end", "focus-switch off"),
            ("ls", "focus-switch list"), ("info", "focus-switch status"),
            ("current", "focus-switch status"), ("focuses", "focus-switch list"),
            ("schedules", "focus-switch schedule list"), ("muted", "focus-switch mute"),
            ("unread", "focus-switch badge"), ("quiet", "focus-switch dnd"),
            ("restart", "systemctl --user restart focusd"),
            (
                "restart",
                "setsid --fork focusd --replace >>~/.local/state/focusd/focusd.log 2>&1"
            ), ("test", "notify-send Title Text"),
        ])
    func habits(_ word: String, _ command: String) {
        for control in [control, nil] {
            let result = focus(word, control: control)
            #expect(result.code == .usage)
            #expect(result.errors.hasPrefix("focus-switch: there is no command “\(word)”\n"))
            #expect(result.errors.contains(": \(command)\n"), "\(result.errors)")
        }
    }

    /// Issue 17: `--quiet` led to Do Not Disturb.
    @Test(
        "an option to print nothing leads to the shell's way",
        arguments: [
            (["--quiet", "status"], "COMMAND"), (["--silent"], "COMMAND"),
            (["off", "--quiet"], "off"), (["missed", "clear", "--quiet"], "missed clear"),
        ])
    func quiet(_ words: [String], _ command: String) {
        let result = focus(all: words, control: control)
        #expect(result.code == .usage)
        #expect(
            result.errors.hasSuffix(
                "\nTo print nothing but errors: focus-switch \(command) >/dev/null\n"),
            "\(result.errors)")
        #expect(!result.errors.contains("dnd"))
        let other = focus("history", "--silent", control: control)
        #expect(other.errors.contains("did you mean “--silenced”?"), "\(other.errors)")
    }

    @Test("until logout equals --until-logout")
    func logout() {
        for words in [
            ["on", "work", "--until", "logout"], ["work", "--until=log-out"],
            ["work", "until", "logout"], ["work", "--until-logout"],
        ] {
            let control = control
            #expect(focus(all: words, control: control).code == .done)
            #expect(
                control.calls.contains(
                    .init(
                        "ActivateWith", .string("work"),
                        .vardict(["until-logout": .boolean(true)]))), "\(words)")
        }
        #expect(focus("snooze", "12", "--until", "logout", control: control).code == .usage)
    }

    @Test("a -- without a command behind a Focus is refused, and elsewhere it means nothing")
    func emptyCommand() {
        for words in [
            ["on", "work", "--"], ["work", "--"], ["WORK", "--for", "1h", "--"],
            ["--for", "1h", "work", "--"], ["--for=1h", "on", "work", "--"],
            ["--until", "6", "pm", "work", "--"], ["--yes", "work", "--"],
            ["--json", "work", "--"],
        ] {
            let control = control
            let result = focus(all: words, control: control)
            #expect(result.code == .usage)
            #expect(result.errors.hasPrefix("focus-switch: no command follows --\n"))
            #expect(result.errors.contains("To turn the Focus on: focus-switch on "))
            #expect(!result.errors.contains("-- --"), "\(result.errors)")
            let end = words.contains { $0.hasPrefix("--for") }
            #expect(
                result.errors.lowercased().contains("work --for") == end, "\(result.errors)")
            #expect(!control.calls.contains { $0.member.rawValue.hasPrefix("Activate") })
        }
        #expect(focus("off", "--", control: control).output == "Work is off.\n")
        #expect(focus("status", "--", control: control).code == .done)
        #expect(focus("wrok", "--", control: control).errors.contains("did you mean “work”?"))
    }

    @Test("missed takes an app, and a mistyped command is told as such")
    func missedOfApp() {
        for words in [
            ["missed", "Chat"], ["missed", "chat", "--json"], ["missed", "Chat", "-n5"],
        ] {
            let control = control
            #expect(focus(all: words, control: control).code == .done)
            let query = control.calls.last { $0.member == "Entries" }?.arguments.first
            #expect(query.flatMap(Fields.init)?.string("app") == "org.example.Chat")
        }
        let unknown = focus("missed", "Pizza", control: control)
        #expect(unknown.code == .usage)
        #expect(unknown.errors.contains("there is no command “missed Pizza”; choose from open"))
        #expect(unknown.errors.contains("focus-switch missed --search Pizza\n"))
        #expect(focus("missed", "Chat", "--app", "Chat", control: control).code == .usage)
        // Without focusd, the apps that have sent are not known.
        let stopped = focus("missed", "Pizza")
        #expect(!stopped.errors.contains("in the history"), "\(stopped.errors)")
        #expect(stopped.errors.contains("As an app's name: focusd is not reachable"))
    }

    @Test("-n counts", arguments: [["missed"], ["history"]])
    func count(_ words: [String]) {
        let control = control
        #expect(focus(all: words + ["-n", "5"], control: control).code == .done)
        let query = control.calls.last { $0.member == "Entries" }?.arguments.first
        #expect(query.flatMap(Fields.init)?.uint32("limit") == 5)
    }

    @Test(
        "an unknown option leads to the nearest one, and to the help",
        arguments: [
            (["missed", "--count", "5"], "did you mean “--limit”?", "missed --help"),
            (["on", "work", "--duration", "1h"], "did you mean “--for”?", "on --help"),
            (["delete", "work", "--force"], "did you mean “--yes”?", "delete --help"),
            (
                ["history", "-l", "5"], "unknown option -l; did you mean “--limit”?",
                "history --help"
            ),
            (["list", "-x"], "unknown option -x\n", "list --help"),
            (["--frobnicate"], "unknown option --frobnicate\n", "--help"),
        ])
    func options(_ words: [String], _ text: String, _ help: String) {
        let result = focus(all: words, control: control)
        #expect(result.code == .usage)
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(result.errors.contains("focus-switch \(help)\n"), "\(result.errors)")
    }

    @Test("show and edit lead on where nothing is on, and from other things than Focuses")
    func showAndEdit() {
        for command in ["show", "edit"] {
            let nothing = control
            nothing.answers["Status"] = [ServiceStatus().value]
            let none = focus(command, control: nothing)
            #expect(none.code == .refused)
            #expect(
                none.errors == """
                    focus-switch: no Focus is on; name one
                      focus-switch \(command) do-not-disturb
                      focus-switch \(command) work

                    """)
            let number = focus(command, "7", control: control)
            #expect(number.code == .refused)
            #expect(
                number.errors == "focus-switch: there is no Focus “7”\nFor notification 7:"
                    + " focus-switch missed 7\n")
            let missed = focus(command, "missed", control: control)
            #expect(missed.errors.hasSuffix("To list what was missed: focus-switch missed\n"))
            let app = focus(command, "Chat", control: control)
            #expect(app.errors.contains("focus-switch history org.example.Chat\n"))
            let config = focus(command, "config", control: control)
            #expect(config.errors.contains("\(focus.path)/focusd/focusd.conf"), "\(config.errors)")
            #expect(config.errors.contains("focusd.conf(5)"))
            let always = focus(command, "always", control: control)
            #expect(always.errors.contains("\(focus.path)/focusd/always.focus"))
        }
    }

    @Test("lists of one Focus take its name, and next takes a number")
    func listsOfAFocus() {
        for group in ["schedule", "trigger", "rule", "filter"] {
            let named = focus(group, "list", "work", control: control)
            let option = focus(group, "list", "--focus", "work", control: control)
            #expect(named == option && named.code == .done, "\(named.errors)")
            #expect(focus(group, "list", "wrok", control: control).errors.contains("“work”?"))
        }
        let control = control
        control.answers["Upcoming"] = [FieldsBuilder.list([])]
        #expect(focus("next", "3", control: control).code == .done)
        #expect(control.calls.contains(.init("Upcoming", .uint32(3))))
    }

    @Test(
        "an end without an app mutes nothing",
        arguments: [["for", "1h"], ["1h"], ["until", "friday"], ["18:00"]])
    func muteWithoutApp(_ words: [String]) {
        let control = control
        control.answers["Mutes"] = [FieldsBuilder.list([])]
        let result = focus(all: ["mute"] + words, control: control)
        #expect(result.code == .usage)
        #expect(
            result.errors.contains(
                "expected an app to mute before “\(words.joined(separator: " "))”"),
            "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Mute" })
    }

    @Test("list takes the name of a list, or a Focus")
    func otherLists() {
        for (words, same) in [
            (["list", "apps"], ["apps"]), (["list", "missed"], ["missed"]),
            (["list", "schedules"], ["schedule", "list"]), (["list", "focuses"], ["list"]),
            (["list", "work"], ["show", "work"]), (["status", "work"], ["show", "work"]),
            (["list", "templates"], ["create", "--help"]),
            (["history", "search", "lunch"], ["history", "--search", "lunch"]),
            (["history", "--since", "2 hours ago"], ["history", "--since", "2h"]),
        ] {
            let result = focus(all: words, control: control)
            #expect(result.code == .done, "\(words): \(result.errors)")
            #expect(result == focus(all: same, control: control), "\(words)")
        }
        #expect(focus("list", "wrok", control: control).errors.contains("“work”?"))
    }

    @Test("silence has no end, and says what has")
    func silenceForAWhile() {
        let result = focus("silence", "Chat", "--for", "1h", control: control)
        #expect(result.code == .usage)
        #expect(result.errors.contains("focus-switch mute APP --for 1h\n"), "\(result.errors)")
    }

    @Test("known apps with a comma between them are no person")
    func severalApps() {
        let control = control
        let other = SeenApp(AppID("Slack"), names: ["Slack"], count: 1, latest: Fixture.now)
        control.answers["ListApps"] = [
            .array(of: "a{sv}", [Fixture.seenApp.value, other.value])
        ]
        let result = focus("allow", "Slack,Chat", "--focus", "work", control: control)
        #expect(result.code == .done && result.errors.isEmpty, "\(result.errors)")
    }

    @Test("an empty missed list is told as such")
    func nothingMissed() {
        let control = control
        control.answers["Entries"] = [Fixture.list([])]
        control.answers["ClearMissed"] = [.uint32(0)]
        control.answers["Dismiss"] = [.uint32(0)]
        for words in [["dismiss", "--all"], ["clear", "--yes"]] {
            #expect(
                focus(all: ["missed"] + words, control: control).output == "Nothing was missed.\n")
        }
        #expect(
            focus("missed", "dismiss", "--app", "Chat", control: control).output
                == "No missed notifications of Chat.\n")
    }

    @Test("a blank before am or pm, and a missing value")
    func smallThings() {
        for (first, second) in [("5 pm", "5pm"), ("tomorrow 9 am", "tomorrow 9am")] {
            #expect(MomentWords.upcoming(first, now: Fixture.now) != nil)
            #expect(
                MomentWords.upcoming(first, now: Fixture.now)
                    == MomentWords.upcoming(second, now: Fixture.now))
        }
        #expect(
            focus("history", "--search", control: control).errors
                .hasPrefix("focus-switch: missing argument for --search\n"))
        let (at, without) = (control, control)
        #expect(focus("on", "work", "--until", "tomorrow", "at", "9", control: at).code == .done)
        #expect(focus("on", "work", "--until", "tomorrow", "9", control: without).code == .done)
        #expect(at.calls == without.calls)
        let snooze = control
        snooze.answers["SnoozeFor"] = [.uint32(0)]
        snooze.refusals["Entry"] = .refused(.notFound, message: "")
        #expect(
            focus("snooze", "98", "99", "1h", control: snooze).errors.contains(
                "  98: there is no such notification\n"))
    }

    @Test("a setting's value before a Focus leads to --focus")
    func settingOfFocus() {
        let result = focus("set", "time-sensitive", "off", "work", control: control)
        #expect(result.code == .usage)
        #expect(
            result.errors.contains(
                "did you mean: focus-switch set time-sensitive off --focus work\n"),
            "\(result.errors)")
    }

    @Test(
        "forever is no end",
        arguments: [
            ["work", "forever"], ["work", "for", "forever"], ["on", "work", "--for", "forever"],
            ["work", "until", "forever"], ["on", "work", "--until", "forever"],
        ])
    func forever(_ words: [String]) {
        let control = control
        #expect(focus(all: words, control: control).code == .done)
        #expect(control.calls.contains(.init("Activate", .string("work"))))
    }

    @Test("forever and an end exclude each other")
    func foreverUntil() {
        let result = focus("on", "work", "--for", "forever", "--until-logout", control: control)
        #expect(result.code == .usage)
        #expect(result.errors.contains("exclude each other"), "\(result.errors)")
    }

    @Test("create for a Focus that exists leads to it")
    func createTwice() {
        let result = focus("create", "Work")
        #expect(result.code == .refused)
        #expect(
            result.errors.hasPrefix(
                "focus-switch: there is a Focus “Work” already, with the id work\n"))
        for command in ["on work", "show work", "edit work", "delete work"] {
            #expect(result.errors.contains("focus-switch \(command)"), "\(result.errors)")
        }
    }

    @Test("a time of today that is over is told with the time of now")
    func overTonight() {
        let now = CalendarTime(local: Fixture.now)
        let before = CalendarTime(local: Fixture.ago(minutes: 1))
        // In a time zone where a day has just begun, the minute before is on another day.
        guard now.isSameDay(as: before) else { return }
        for words in [
            ["work", "until", "tonight", "at", before.clockText],
            ["on", "work", "--until", "tonight \(before.clockText)"],
        ] {
            let result = focus(all: words, control: control)
            #expect(result.code == .usage)
            #expect(
                result.errors.contains(
                    "is in the past; it is \(now.clockText) now. For the next day: “tomorrow"
                        + " \(before.clockText)”"), "\(result.errors)")
        }
        #expect(
            MomentWords.upcoming("tomorrow at 9:00", now: Fixture.now)
                == MomentWords.upcoming("tomorrow 9:00", now: Fixture.now))
    }

    @Test("a step that is too long for the terminal keeps its command whole", arguments: [40, 60])
    func narrow(_ width: Int) {
        let result = focus(all: ["create", "Work"], width: width)
        #expect(result.errors.contains("focus-switch on work"))
        for line in result.errors.split(separator: "\n") {
            #expect(String(line).columns <= width, "\(line)")
        }
    }
}
