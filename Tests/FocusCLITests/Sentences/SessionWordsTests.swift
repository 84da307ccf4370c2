// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Words of a newcomer's trial whose steps depend on the session.
@Suite("Words for what the session has") @LoopActor struct SessionWordsTests {
    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "ActivateWith": [], "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            "Mutes": [FieldsBuilder.list([])], "Reload": [.strings([])],
            "Entries": [Fixture.list([])],
        ]))

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=bob;\n")
        try focus.write("home", "[Focus]\nName=Zu Hause\n")
    }

    private func run(_ words: String) -> RunResult {
        focus(all: words.split(separator: " ").map(String.init), control: control)
    }

    /// A trial with a newcomer: the steps turned it on.
    @Test("a word of ending behind a Focus turns it off", arguments: ["stop", "END", "disable"])
    func ending(_ word: String) {
        let result = run("work \(word)")
        #expect(result.code == .usage)
        #expect(
            result.errors == """
                focus-switch: unexpected “\(word)” after “work”
                To turn it off: focus-switch off work

                """)
    }

    @Test(
        "the step has the Focus that is meant, and works",
        arguments: [
            ("get zu hause", "show 'zu hause'"), ("get hide-badges", "show work"),
            ("extend 30m", "on work --for 30m"), ("extend by 30m", "on work --for 30m"),
            ("extend zu hause until 18:00", "on 'zu hause' --until 18:00"),
            ("who can reach me", "show work"), ("who may interrupt me", "show work"),
            ("who can reach me in work", "show work"),
            ("turn everything off", "dnd"), ("turn off everything", "off"),
            ("color work #123456", "set color '#123456' --focus work"),
            ("colour zu hause red", "set color '#e62d42' --focus 'zu hause'"),
            ("icon of work to face-smile", "set icon face-smile --focus work"),
            ("summary work off", "set summary off --focus work"),
            ("name work Day Job", "rename work 'Day Job'"),
            ("change work to Job", "rename work Job"),
            ("change the name of work to Job", "rename work Job"),
            ("change color of work to red", "set color '#e62d42' --focus work"),
            ("change work's color to red", "set color '#e62d42' --focus work"),
            ("change color to red in zu hause", "set color '#e62d42' --focus home"),
            ("work name My Time", "rename work 'My Time'"),
            ("change name of my work to The Office", "rename work 'The Office'"),
            ("name my work The Office", "rename work 'The Office'"),
            ("hide-badges on in work", "set hide-badges on --focus work"),
            ("change summary on for zu hause", "set summary on --focus home"),
            ("change the color to red in my zu hause", "set color '#e62d42' --focus home"),
            (
                "change work to 9-17",
                "schedule set hours --focus work --from 09:00 --to 17:00"
            ),
            ("change work to red", "set color '#e62d42' --focus work"),
            ("change work to off", "off work"), ("change work to on", "on work"),
            ("change zu hause to off", "status"),
            ("change work to home", "rename --help"), ("change to work", "on work"),
            ("change from zu hause to work", "on work"), ("begin work", "on work"),
            ("launch work", "on work"), ("begin work for 1h", "on work for 1h"),
            ("set color work red", "set color '#e62d42' --focus work"),
            ("last notification", "history last 5"), ("last 3", "history last 3"),
            ("newest Chat", "history Chat --limit 5"),
            ("last week", "history last week"),
            ("latest flurbs", "history --help"), ("clear flurbs", "history clear --help"),
        ])
    func meant(_ words: String, _ command: String) throws {
        let result = run(words)
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Deactivate" })
        if command.hasSuffix("FOCUS") { return }
        try focus.expectDone(command, control: control)
    }

    @Test(
        "words and options of other programs lead to the whole command line",
        arguments: [
            (["create", "Gym", "--copy=work"], "focus-switch rename gym Gym\n"),
            (["copy", "work", "to", "Gym"], "focus-switch rename gym Gym\n"),
            (["hilfe"], "focus-switch --help\n"), (["nicht", "stören"], "focus-switch dnd\n"),
            (["last"], "focus-switch history last 5\n"),
            (["clear"], "focus-switch badge clear --all\n"),
            (["mute", "--app", "Chat", "--for", "1h"], "focus-switch mute Chat --for 1h\n"),
            (["unmute", "--app=Chat"], "focus-switch unmute Chat\n"),
            (["trigger", "add", "--wifi", "My Net"], "trigger add 'network:My Net'\n"),
            (["trigger", "add", "--calendar"], "trigger add calendar\n"),
        ])
    func whole(_ words: [String], _ command: String) {
        control.refusals["Activate"] = .refused(.unknownFocus, message: "no such Focus")
        for control in [control, nil] {
            let result = focus(all: words, control: control)
            #expect(result.code == .usage, "\(result)")
            #expect(result.errors.contains(command), "\(result.errors)")
        }
    }

    @Test(
        "a sender, a window or all in place of an id or an app lead to the command for it",
        arguments: [
            ("missed allow Chat", "allow Chat"), ("missed allow Zoe", "allow --person Zoe"),
            ("set badges off", "set hide-badges on"), ("set badge on", "set hide-badges off"),
            ("unmute everything", "unmute --all"), ("unmute all", "unmute --all"),
        ])
    func sender(_ words: String, _ command: String) throws {
        control.answers["ListPeople"] = [
            FieldsBuilder.list([SeenPerson("Zoe", latest: Fixture.now).value])
        ]
        let result = run(words)
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        try focus.expectDone(command, control: control)
    }

    @Test("an end that is extended is put off, not set from now on")
    func extended() throws {
        var status = Fixture.status
        status.activation?.until = Fixture.now.adding(3_600_000)
        control.answers["Status"] = [status.value]
        let end = EndOption.at(Fixture.now.adding(5_400_000)).text
        for words in ["extend 30m", "extend work by 30m"] {
            #expect(
                run(words).errors.hasSuffix(
                    "\nTo end it that much later: focus-switch on work\(end)\n"),
                "\(run(words))")
        }
        try focus.expectDone("on work\(end)", control: control)
        control.answers["Status"] = [Fixture.status.value]
        #expect(run("extend 30m").errors.contains("It has no end to put off. "))
    }

    @Test("clear clears of one app no more than of that app")
    func clearingApp() {
        let one = run("clear Chat").errors
        for command in ["missed dismiss --app Chat", "history clear Chat", "badge clear Chat"] {
            #expect(one.contains(": focus-switch \(command)\n"), "\(one)")
        }
        #expect(!one.contains("--all"), "\(one)")
        let all = run("clear all").errors
        #expect(all.contains(": focus-switch history clear\n"), "\(all)")
    }

    @Test("deliver later is a snooze, and open settings is the window")
    func others() {
        #expect(run("missed deliver 12 later").errors.contains("focus-switch snooze 12 1h\n"))
        #expect(run("missed deliver later").errors.contains("focus-switch snooze ID 1h\n"))
        let open = run("open settings")
        #expect(open.code == .usage)
        #expect(open.errors.contains("focus-settings"), "\(open.errors)")
    }

    @Test("history clear of one notification, a day or a person leads on")
    func clearing() {
        control.answers["ListPeople"] = [
            FieldsBuilder.list([SeenPerson("Zoe", latest: Fixture.now).value])
        ]
        for (word, command) in [
            ("12", "clear org.example.Chat"), ("today", "clear --before today"),
            ("Zoe", "--search Zoe"),
        ] {
            let result = run("history clear \(word)")
            #expect(result.code == .refused, "\(result)")
            #expect(
                result.errors.hasSuffix(": focus-switch history \(command)\n"), "\(result.errors)")
        }
        #expect(!control.calls.contains { $0.member == "ClearHistory" })
    }

    @Test("settings have other names, too")
    func settings() {
        #expect(run("set colour red").errors.contains("did you mean “color”?"))
        #expect(run("set dim on").errors.contains("[Hook NAME] in focusd.conf(5)"))
        let misplaced = run("set time-sensitive off in work").errors
        #expect(
            misplaced.contains(": focus-switch set time-sensitive off --focus work\n"),
            "\(misplaced)")
    }

    @Test("the end of the day is asked for, and the log-out is read")
    func endOfDay() {
        for words in ["until end of day", "for the rest of the day", "for today"] {
            let result = run("work \(words)")
            #expect(result.code == .usage)
            #expect(
                result.errors.contains("--until today, --until tonight"), "\(result.errors)")
        }
        #expect(run("work until I log out").code == .done)
        let call = control.calls.first { $0.member == "ActivateWith" }
        #expect(call?.arguments.last == ActivationEnd.withSession.value)
    }

    @Test("no Focus on lets all through, and says so")
    func withoutFocus() {
        control.answers["Status"] = [ServiceStatus().value]
        let result = run("who can reach me")
        #expect(result.errors.contains("No Focus is on, and all but muted apps"), "\(result)")
        #expect(run("extend 30m").errors.contains("focus-switch on FOCUS --for 30m\n"))
        let allow = run("missed allow Chat").errors
        #expect(allow.hasSuffix(": focus-switch allow Chat --focus FOCUS\n"), "\(allow)")
        let typed = run("missed allow Chat --focus work").errors
        #expect(typed.hasSuffix(": focus-switch allow Chat --focus work\n"), "\(typed)")
    }

    @Test("close-all names the tool of the running server")
    func closing() {
        control.refusals["Activate"] = .refused(.unknownFocus, message: "no such Focus")
        #expect(
            run("close-all").errors.contains("on the screen: dunstctl close-all\n"),
            "\(run("close-all"))")
        control.answers["Status"] = [ServiceStatus().value]
        #expect(run("close-all").errors.contains("The server's own tool"), "\(run("close-all"))")
    }

    @Test("a command may be in upper case", arguments: ["OFF", "OFF now", "Off please", "off now"])
    func upperCase(_ words: String) {
        let result = run(words)
        #expect(result.output == "Work is off.\n", "\(result)")
    }

    @Test("a name with blanks needs no quotes")
    func names() throws {
        #expect(run("show zu hause").output.hasPrefix("Zu Hause\n"))
        #expect(run("delete Zu Hause --yes").code == .done)
        #expect(focus.text("home") == nil)
    }
}
