// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("mute and unmute") @LoopActor struct MuteCommandTests {
    /// Finds no app of the machine that runs the tests.
    private static let nowhere = [
        "XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent", "PATH": "/usr/bin:/bin",
    ]
    private static let chat = AppID("org.example.Chat")

    private static func control(_ end: Agenda.End, isNewApp: Bool = false) -> FakeControl {
        let mute = Mute(
            chat, span: UserSpan(since: Fixture.now, end: end), isNewApp: isNewApp)
        return FakeControl(
            Fixture.control([
                "Mute": [], "Unmute": [],
                "Mutes": [FieldsBuilder.list([MuteWire(mute, name: "Chat").value])],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
    }

    private func run(_ arguments: [String], _ control: FakeControl) -> RunResult {
        FocusCLITests.run(arguments, control, environment: Self.nowhere)
    }

    @Test("the state names the muted apps")
    func inTheState() {
        let control = Self.control(.never)
        #expect(run(["status"], control).output.contains("Muted   Chat (org.example.Chat)\n"))
        #expect(run([], control).output.contains("Muted: Chat (org.example.Chat)."))
    }

    @Test("an app is muted by its name, for a while")
    func forAWhile() {
        let control = Self.control(.after(Fixture.now.adding(3_600_000)))
        let result = run(["mute", "chat", "--for", "1h"], control)
        #expect(result.code == .done)
        #expect(result.output.hasPrefix("Muted Chat (org.example.Chat) until "))
        #expect(
            control.calls.contains(
                .init(
                    "Mute", .string("org.example.Chat"),
                    .vardict(["for": .int64(3_600_000)]))))
    }

    /// A trial with a newcomer: “If that is one app” stood above the note that it belongs to.
    @Test("the command for one app comes behind the notes about the apps")
    func oneName() {
        let result = run(["mute", "Newer", "talk"], Self.control(.never))
        let parts = result.errors.split(separator: "  If that is one app: ")
        #expect(parts.count == 2, "\(result)")
        #expect(parts.first?.contains("Newer") == true, "\(result)")
    }

    /// A trial with a newcomer: the printed command with --yes muted each of the words.
    @Test(
        "a word that is no app is refused, with a command that mutes the apps",
        arguments: [
            ("chat loudly", "that word", "chat"), ("please chat", "that word", "chat"),
            ("the app chat", "the other words", "chat"),
            ("chat very loudly", "the other words", "chat"),
            ("Newer and Talk", "that word", "Newer Talk"),
            ("chat and Talk", "that word", "chat Talk --yes"), ("chat again", "that word", "chat"),
            ("please chat for 1h", "that word", "chat --for 1h"),
            // A program that sends nothing.
            ("chat true", "that word", "chat"),
        ])
    func noApps(_ words: String, _ others: String, _ apps: String) {
        let control = Self.control(.never)
        let result = run(["mute"] + words.split(separator: " ").map(String.init), control)
        #expect(result.code == .refused, "\(result)")
        #expect(
            result.errors.contains("Without \(others): focus-switch mute \(apps)\n"),
            "\(result.errors)")
        #expect(!result.errors.contains("app of that name"), "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Mute" })
        let step = run(["mute"] + apps.split(separator: " ").map(String.init), control)
        #expect(step.code == .done, "\(step)")
        // An id of an app that is to be installed has dots.
        #expect(run(["mute", "chat", "com.test.Unseen"], control).code == .done)
    }

    /// A trial with a newcomer: an app of that name was muted without a word.
    @Test("the name of a program that has sent nothing is muted with a note")
    func program() {
        let result = run(["mute", "true"], Self.control(.never))
        #expect(result.code == .done, "\(result)")
        #expect(result.errors.contains("note: no app “true” is installed or"), "\(result)")
    }

    /// Issue 17: `mute Slack for 1h` muted an app of that name, for good.
    @Test(
        "the end may follow the app",
        arguments: [["chat", "1h"], ["chat", "for", "1h"], ["chat", "--for", "1", "hour"]])
    func trailing(_ words: [String]) {
        let control = Self.control(.after(Fixture.now.adding(3_600_000)))
        #expect(run(["mute"] + words, control).code == .done)
        #expect(
            control.calls.contains(
                .init(
                    "Mute", .string("org.example.Chat"),
                    .vardict(["for": .int64(3_600_000)]))))
        let wrong = run(["mute", "chat", "until", "tomorow"], control)
        #expect(wrong.code == .usage && wrong.errors.contains("“tomorow” is not a time"))
    }

    /// These muted an app of that name.
    @Test(
        "a last word that is no app is told with the command that was meant",
        arguments: [
            ("off", "focus-switch unmute chat\n"), ("on", "focus-switch mute chat\n"),
            ("today", "focus-switch mute chat --until tomorrow\n"),
            ("until", "A time is missing behind it: focus-switch mute chat until 18:00\n"),
            ("For", "A time is missing behind it: focus-switch mute chat for 1h\n"),
        ])
    func habits(_ word: String, _ command: String) {
        let control = Self.control(.never)
        let result = run(["mute", "chat", word], control)
        #expect(result.code == .usage)
        #expect(result.errors.contains("“\(word)” is no app"), "\(result.errors)")
        #expect(result.errors.contains(command), "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Mute" })
    }

    /// A trial with a newcomer: these muted apps of these names.
    @Test("a length of time of another language leads to the option")
    func foreignEnd() {
        let control = Self.control(.never)
        let result = run(["mute", "chat", "für", "1", "Stunde"], control)
        #expect(result.code == .usage)
        #expect(result.errors.contains("focus-switch mute APP --for 1h\n"), "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Mute" })
    }

    /// A trial with a newcomer: this muted an app “chat for 1h”, for good.
    @Test("an end within the quotes of the app is told", arguments: ["chat for 1h", "chat 18:00"])
    func quotedEnd(_ word: String) {
        let control = Self.control(.never)
        let result = run(["mute", word], control)
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: there is no app “\(word)”
                Without the quotes: focus-switch mute \(word)
                To mute an app of that name: focus-switch mute '\(word)' --yes

                """)
        #expect(!control.calls.contains { $0.member == "Mute" })
        #expect(run(["mute", word, "--yes"], control).code == .done)
    }

    @Test("a Focus is no app", arguments: ["dnd", "work", "Work"])
    func focusInPlaceOfApp(_ word: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = Self.control(.never)
        let result = focus("mute", word, control: control)
        #expect(result.code == .usage)
        #expect(
            result.errors == """
                focus-switch: “\(word)” is a Focus, not an app
                To turn it on: focus-switch on \(word)
                To mute an app of that name: focus-switch mute \(word) --yes

                """)
        #expect(!control.calls.contains { $0.member == "Mute" })
        #expect(focus("mute", word, "--yes", control: control).code == .done)
        #expect(control.calls.contains(.init("Mute", .string(word), .vardict([:]))))
    }

    @Test("without an app, the muted apps are listed")
    func list() {
        let result = run(["mute"], Self.control(.never, isNewApp: true))
        #expect(result.output.contains("Chat (org.example.Chat)"))
        #expect(result.output.contains("muted until you unmute it"))
        #expect(result.output.contains("new app"))
        #expect(run(["mute", "--for", "1h"], Self.control(.never)).code == .usage)
    }

    @Test("the app of a notification is muted, and the dialogue has a key for it")
    func ofANotification() {
        let control = Self.control(.never)
        let result = run(["missed", "mute", "12"], control)
        #expect(
            result.output
                == "Muted Chat (org.example.Chat).\nTo end that: focus-switch unmute"
                + " org.example.Chat\n")
        #expect(
            control.calls.contains(
                .init("Mute", .string("org.example.Chat"), .vardict([:]))))
        #expect(run(["missed", "mute"], control).code == .usage)
    }

    @Test("unmuting an app that is not muted says how to list the muted ones")
    func notMuted() {
        let control = Self.control(.never)
        #expect(run(["unmute", "org.example.chat"], control).code == .done)
        control.answers["Mutes"] = [FieldsBuilder.list([])]
        let result = run(["unmute", "org.example.Chat"], control)
        #expect(result.code == .refused)
        #expect(result.errors.contains("is not muted; to list muted apps: focus-switch mute"))
    }

    /// Issue 17: the suggestions for `unmute` were apps that are not muted.
    @Test("unmute finds and suggests muted apps, and completes them")
    func mutedApps() {
        let control = Self.control(.never)
        #expect(
            run(["unmute", "chta"], control).errors.contains("is not muted; did you mean “Chat”?"))
        #expect(!control.calls.contains { $0.member == "Unmute" })
        #expect(run(["unmute", "CHAT"], control).code == .done)
        #expect(control.calls.contains(.init("Unmute", .string("org.example.Chat"))))
        #expect(
            run(["complete", "--", "unmute", ""], control).output == "org.example.Chat\tChat\n")
        let pizza = run(["unmute", "pizza"], control)
        #expect(
            pizza.errors
                == "focus-switch: “pizza” is not muted; to list muted apps: focus-switch mute\n")
    }

    @Test("unmute with the id of a notification leads to its app; forever is no end")
    func unmuteID() {
        let control = Self.control(.never)
        let result = run(["unmute", "12"], control)
        #expect(result.code == .refused)
        #expect(
            result.errors
                == "focus-switch: “12” is no app but a notification\nTo end the mute of its"
                + " app: focus-switch unmute org.example.Chat\n")
        #expect(!control.calls.contains { $0.member == "Unmute" })
        for words in [["missed", "mute", "12", "forever"], ["mute", "chat", "forever"]] {
            let control = Self.control(.never)
            #expect(run(words, control).code == .done)
            #expect(
                control.calls.contains(.init("Mute", .string("org.example.Chat"), .vardict([:]))))
        }
        #expect(run(["snooze", "12", "forever"], control).code == .usage)
    }

    /// Issue 17: an app that sent under that name after the mute took the word for itself.
    @Test("unmute finds what was muted by the same word, whatever has sent meanwhile")
    func sameWord() {
        let control = Self.control(.never)
        control.answers["Mutes"] = [
            FieldsBuilder.list([
                MuteWire(
                    Mute(Self.chat, span: UserSpan(since: Fixture.now, end: .never)),
                    name: "Example Chat"
                ).value
            ])
        ]
        let seen = SeenApp(AppID("Chat"), names: ["Chat"], count: 1, latest: Fixture.now)
        control.answers["ListApps"] = [.array(of: "a{sv}", [seen.value])]
        #expect(run(["unmute", "Chat"], control).code == .done)
        #expect(control.calls.contains(.init("Unmute", .string("org.example.Chat"))))
        // Where the sender of that very name is muted, the word means the sender.
        let both = [Self.chat, AppID("Chat")].map { app in
            MuteWire(Mute(app, span: UserSpan(since: Fixture.now, end: .never)), name: nil).value
        }
        let exact = Self.control(.never)
        exact.answers["ListApps"] = [.array(of: "a{sv}", [seen.value])]
        exact.answers["Mutes"] = [FieldsBuilder.list(both)]
        #expect(run(["unmute", "Chat"], exact).code == .done)
        #expect(exact.calls.last { $0.member == "Unmute" } == .init("Unmute", .string("Chat")))
    }

    /// Issue 17: an installed app that had sent nothing was muted in place of the sender.
    @Test("mute means the sender of that name rather than an app that has sent nothing")
    func senderOfThatName() throws {
        let focus = try Configuration()
        try focus.writeData(
            "applications/org.example.Talk.desktop", "[Desktop Entry]\nName=Talk\n")
        let control = Self.control(.never)
        let seen = SeenApp(AppID("talk-bin"), names: ["Talk"], count: 1, latest: Fixture.now)
        control.answers["ListApps"] = [.array(of: "a{sv}", [seen.value])]
        #expect(focus("mute", "Talk", control: control).code == .done)
        #expect(control.calls.contains { $0.arguments.first == .string("talk-bin") })
        let mute = Mute(AppID("talk-bin"), span: UserSpan(since: Fixture.now, end: .never))
        control.answers["Mutes"] = [FieldsBuilder.list([MuteWire(mute, name: nil).value])]
        #expect(focus("unmute", "Talk", control: control).code == .done)
        #expect(
            control.calls.last { $0.member == "Unmute" } == .init("Unmute", .string("talk-bin")))
        // Before anything was sent, the installed app is meant.
        control.answers["ListApps"] = [.array(of: "a{sv}", [])]
        control.answers["Mutes"] = [FieldsBuilder.list([])]
        #expect(focus("mute", "Talk", control: control).code == .done)
        #expect(control.calls.contains { $0.arguments.first == .string("org.example.Talk") })
    }

    /// Issue 17: `mute example.org` muted an app of that name, which does not exist.
    @Test("mute leads from a web site to the list of a Focus")
    func site() {
        let control = Self.control(.never)
        var entry = Fixture.entry()
        entry.record.site = "mail.example.org"
        control.answers["Entries"] = [Fixture.list([entry])]
        for word in ["example.org", "mail.example.org", "https://example.com/inbox"] {
            let host = word.hasPrefix("https") ? "example.com" : word
            let result = run(["mute", word], control)
            #expect(result.code == .refused)
            #expect(result.errors.contains("“\(word)”, but a web site of that name"))
            #expect(
                result.errors.contains(
                    "A Focus silences sites: focus-switch silence --site \(host) --focus FOCUS\n"),
                "\(result.errors)")
        }
        #expect(!control.calls.contains { $0.member == "Mute" })
        // A site that has sent nothing may be an app; the id of an app has another form.
        let unknown = run(["mute", "example.com"], control)
        #expect(unknown.code == .refused)
        #expect(
            unknown.errors.contains("“example.com”, and that is the form of a web site\n")
                && unknown.errors.contains("focus-switch mute example.com --yes\n"), "\(unknown)")
        #expect(
            run(["mute", "example.com", "1h"], control).errors.contains(
                "To mute an app of that name: focus-switch mute example.com 1h --yes\n"))
        #expect(!control.calls.contains { $0.member == "Mute" })
        #expect(run(["mute", "example.com", "--yes"], control).code == .done)
        #expect(run(["mute", "backup.sh"], control).errors.contains("If that is a web site: "))
        #expect(!run(["mute", "org.example.shop"], control).errors.contains("web site"))
    }

    @Test("a mute says what ends it, also before its end (issue 17)")
    func wayBack() {
        let step = "To end that: focus-switch unmute org.example.Chat\n"
        #expect(run(["mute", "chat"], Self.control(.never)).output.hasSuffix(step))
        let timed = Self.control(.after(Fixture.now.adding(3_600_000)))
        #expect(run(["mute", "chat", "1h"], timed).output.hasSuffix(step))
    }

    @Test("unmute --all ends all mutes")
    func all() {
        let control = Self.control(.never)
        #expect(run(["unmute", "--all"], control).output == "Unmuted Chat (org.example.Chat).\n")
        #expect(
            control.calls.last { $0.member == "Unmute" }
                == .init("Unmute", .string("org.example.Chat")))
        #expect(
            run(["unmute", "--all", "--json"], control).output.contains("[\"org.example.Chat\"]"))
        control.answers["Mutes"] = [FieldsBuilder.list([])]
        #expect(run(["unmute", "--all"], control).output == "No app is muted.\n")
        #expect(run(["unmute", "--all", "chat"], control).code == .usage)
    }

    /// Issue 17: `mute 19` muted an app of that name.
    @Test("mute with the id of a notification points to missed mute")
    func idOfANotification() {
        let control = Self.control(.never)
        let result = run(["mute", "12"], control)
        #expect(result.code == .refused)
        #expect(
            result.errors.contains("“12” is no app but a notification of Chat;"),
            "\(result.errors)")
        #expect(result.errors.contains("to mute that app: focus-switch missed mute 12\n"))
        #expect(!control.calls.contains { $0.member == "Mute" })
        control.refusals["Entry"] = .refused(.notFound, message: "")
        #expect(run(["mute", "12"], control).code == .done)
    }

    /// Issue 17: `explain` of a muted app gave no remedy, and told a mute that was over.
    @Test("explain ends with the command that ends the mute, or says that it is over")
    func remedy() {
        let reason = Reason.muted(until: Fixture.now.adding(3_600_000))
        let control = Self.control(.never)
        control.answers["Entry"] = [Fixture.entry(reason: reason).value]
        #expect(
            run(["explain", "12"], control).output.hasSuffix(
                "\nTo end the mute: focus-switch unmute org.example.Chat\n"))
        let answer = ExplainAnswer(
            Decision(verdict: .silence, reason: reason, level: .active), focus: nil)
        control.answers["Explain"] = [answer.value]
        #expect(
            run(["explain", "--app", "chat"], control).output.hasSuffix(
                "\nTo end the mute: focus-switch unmute org.example.Chat\n"))
        control.answers["Mutes"] = [FieldsBuilder.list([])]
        let past = run(["explain", "12"], control).output
        #expect(past.hasSuffix("This has changed since: Chat is not muted any more.\n"), "\(past)")
    }

    @Test("explain names the end of the mute")
    func explanation() {
        let reason = Reason.muted(until: Fixture.now.adding(3_600_000))
        let entry = Fixture.entry(reason: reason)
        let control = FakeControl(Fixture.control(["Entry": [entry.value]]))
        let result = run(["explain", "12"], control)
        #expect(result.output.hasPrefix("Was silenced: "))
        #expect(result.output.contains(" was muted until "))
        #expect(result.output.contains("muted\n"))
    }
}
