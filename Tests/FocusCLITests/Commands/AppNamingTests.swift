// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Issue 17: a name in a command means the app with that name.
@Suite("APP of the commands") @LoopActor struct AppNamingTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        try focus.writeData(
            "applications/chromium.desktop",
            "[Desktop Entry]\nName=Chromium Web Browser\nStartupWMClass=chromium\n")
        try focus.writeData(
            "applications/thunderbird.desktop",
            "[Desktop Entry]\nName=Thunderbird\nStartupWMClass=thunderbird-default\n")
        try focus.writeData("applications/a.Clock.desktop", "[Desktop Entry]\nName=Clock\n")
        try focus.writeData("applications/b.Clock.desktop", "[Desktop Entry]\nName=Clock\n")
    }

    private static let seen = [
        SeenApp(
            AppID("chromium"), names: ["Chromium"], count: 8, latest: Timestamp(rawValue: 5)),
        SeenApp(
            AppID("thunderbird-default"), names: ["Mail"], count: 1,
            latest: Timestamp(rawValue: 6)),
    ]

    private var control: FakeControl {
        FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", Self.seen.map(\.value))], "Reload": [.strings([])],
                "Entries": [.array(of: "a{sv}", [])], "Forget": [.uint32(0)],
                "Badges": [.dictionary(key: "s", value: "u", [])],
                "Doctor": [.array(of: "a{sv}", [])],
            ]))
    }

    private func list() throws -> String? {
        focus.text("work")?.split(separator: "\n").first { $0.hasPrefix("AppList=") }
            .map { String($0.dropFirst("AppList=".count)) }
    }

    @Test("a program that has neither a desktop file nor sent anything gets a note")
    func program() {
        for word in ["cat", "/bin/cat", "catt"] {
            let words = ["allow", "--app", word, "--focus", "work"]
            let result = focus(all: words, control: control, variables: ["PATH": "/bin"])
            #expect(result.code == .done && result.errors.hasPrefix("note: no app"), "\(result)")
        }
    }

    @Test(
        "allow takes names, window classes and desktop files for the id that the app sends",
        arguments: [
            ("Chromium", "chromium;"), ("chromium web browser", "chromium;"),
            ("thunderbird", "thunderbird-default;"), ("mail", "thunderbird-default;"),
        ])
    func allow(_ word: String, _ list: String) throws {
        let result = focus("allow", word, "--focus", "work", control: control)
        #expect(result.code == .done && result.errors.isEmpty, "\(result)")
        #expect(try self.list() == list)
        // The same word removes the app from the list.
        _ = focus("silence", "--focus", "work", "--app", word, control: control)
        #expect((try self.list() ?? "").isEmpty)
    }

    /// A Control with an app that sends under two ids, and an app whose id is the name of another
    /// app.
    private var twoIDs: FakeControl {
        let time = Timestamp(rawValue: 5)
        let seen = [
            SeenApp(AppID("chromium"), names: ["Chromium"], count: 8, latest: time),
            SeenApp(AppID("Chromium"), names: ["Chromium"], count: 1, latest: time),
            SeenApp(AppID("Clock"), names: ["Clock"], count: 1, latest: time),
        ]
        let badges: [DictionaryEntry] = [
            .init(key: .string("chromium"), value: .uint32(2)),
            .init(key: .string("Chromium"), value: .uint32(3)),
        ]
        return FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", seen.map(\.value))], "Reload": [.strings([])],
                "Entries": [.array(of: "a{sv}", [])], "Forget": [.uint32(4)],
                "Badges": [.dictionary(key: "s", value: "u", badges)],
                "Doctor": [.array(of: "a{sv}", [])],
            ]))
    }

    @Test("an app that sends under two ids is one app", arguments: ["Chromium", "chromium"])
    func sentIDs(_ word: String) {
        let control = twoIDs
        let forgotten = focus("forget", word, "--yes", control: control)
        #expect(forgotten.output == "Removed 8 notifications of Chromium Web Browser (\(word)).\n")
        let ids = control.calls.filter { $0.member == "Forget" }.map(\.arguments)
        #expect(Set(ids) == [[.string("chromium")], [.string("Chromium")]])
        #expect(focus("badge", word, control: control).output == "5\n")
        #expect(focus("badge", control: control).output == "Chromium Web Browser  5\n")
    }

    @Test("the id that an app has sent is told from installed apps of that name")
    func namesake() throws {
        try focus.writeData(
            "applications/firefox-esr.desktop", "[Desktop Entry]\nName=Firefox ESR\n")
        let seen = SeenApp(
            AppID("Firefox"), names: ["Firefox"], count: 1, latest: Timestamp(rawValue: 5))
        let control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [seen.value])], "Reload": [.strings([])],
            ]))
        let result = focus("allow", "Firefox", "--focus", "work", control: control)
        #expect(
            result.errors
                == "note: “Firefox” is the id that an app has sent; you may mean Firefox ESR"
                + " (firefox-esr). For that app: focus-switch allow firefox-esr --focus work\n")
        #expect(try list() == "Firefox;")
    }

    @Test("without focusd an installed app is found all the same")
    func withoutFocusd() throws {
        _ = focus("allow", "--focus", "work", "--app", "Thunderbird")
        #expect(try list() == "thunderbird;")
    }

    @Test("two apps of one name are refused, and both named")
    func ambiguous() throws {
        let result = focus("allow", "--focus", "work", "--app", "clock", control: control)
        #expect(result.code == .refused)
        #expect(
            result.errors
                == """
                focus-switch: “clock” is the name of several apps; use one of their ids: Clock \
                (a.Clock), Clock (b.Clock)
                  focus-switch allow --focus work --app a.Clock
                  focus-switch allow --focus work --app b.Clock

                """)
        #expect(try list() == nil)
    }

    /// A trial with a newcomer: the program with the name as its id was taken without a word.
    @Test("two programs of one name are refused, and an id that is a name has a note")
    func ambiguousPrograms() throws {
        try focus.writeData("applications/chat.desktop", "[Desktop Entry]\nName=Chat\n")
        try focus.writeData("applications/a.Talk.desktop", "[Desktop Entry]\nName=Chat\n")
        let refused = focus("allow", "Chat", "--focus", "work", control: control)
        #expect(
            refused.errors
                == """
                focus-switch: “Chat” is the name of several apps; use one of their ids: Chat \
                (a.Talk), Chat (chat)
                  focus-switch allow a.Talk --focus work
                  focus-switch allow chat --focus work

                """)
        let taken = focus("allow", "chat", "--focus", "work", control: control)
        #expect(
            taken.errors == "note: “chat” is the id of an installed app; you may mean Chat"
                + " (a.Talk). For that app: focus-switch allow a.Talk --focus work\n")
        #expect(try list() == "chat;")
    }

    @Test("a name that nothing has is accepted, with a note")
    func unknown() throws {
        let result = focus("allow", "--focus", "work", "--app", "chromiun", control: control)
        #expect(result.code == .done)
        #expect(
            result.errors == "note: no app “chromiun” is installed or in the"
                + " history; did you mean “chromium”?\n")
        #expect(
            result.output.contains(
                "\nTo take it back: focus-switch allow --remove chromiun --focus work\n"))
        #expect(try list() == "chromiun;")
    }

    @Test("forget finds the app by name, and does not claim success where nothing is of that name")
    func forget() throws {
        let control = control
        control.answers["Forget"] = [.uint32(8)]
        let done = focus("forget", "Chromium", "--yes", control: control)
        #expect(done.output == "Removed 8 notifications of Chromium Web Browser (chromium).\n")
        #expect(control.calls.contains(.init("Forget", .string("chromium"))))
        control.answers["Forget"] = [.uint32(0)]
        // A trial with a newcomer: the command to repeat had the mistyped name.
        let mistyped = focus("forget", "Chromiun", control: control)
        #expect(
            mistyped.errors == """
                focus-switch: nothing was done: no app “Chromiun” is installed or in the \
                history; did you mean “chromium”?
                To forget that app: focus-switch forget chromium

                """)
        let nothing = focus("forget", "Chromiun", "--yes", control: control)
        #expect(nothing.code == .refused && nothing.output.isEmpty)
        #expect(
            nothing.errors
                == "focus-switch: nothing was removed: no app “Chromiun” is installed or in the"
                + " history; did you mean “chromium”?\n")
        // Of an app that is only on a list, there is nothing to forget.
        try focus.write("home", "[Focus]\nName=Home\nAppList=zeppelin;\n")
        let listed = focus("forget", "zepelin", "--yes", control: control)
        #expect(
            listed.errors
                == "focus-switch: nothing was removed: no app “zepelin” is installed or in the"
                + " history\n")
    }

    @Test("history, missed and explain take names")
    func queries() {
        for words in [
            ["history", "--app", "Mail"], ["history", "mail"], ["missed", "--app", "thunderbird"],
        ] {
            let control = control
            _ = focus(all: words, control: control)
            let query = control.calls.last?.arguments.first.flatMap(Fields.init)
            #expect(query?.string("app") == "thunderbird-default", "\(words)")
        }
        let control = control
        _ = focus("explain", "--app", "Chromium", control: control)
        let call = control.calls.last { $0.member == "Explain" }
        #expect(call?.arguments.first.flatMap(Fields.init)?.string("app") == "chromium")
    }

    @Test("settings and triggers take names; a trigger means the desktop file")
    func files() throws {
        let set = focus(
            "set", "time-sensitive-except", "Chromium", "mail", "--focus", "work", control: control)
        #expect(
            set.output
                == "Work: time-sensitive-except is now Chromium Web Browser (chromium), Thunderbird"
                + " (thunderbird-default).\n")
        _ = focus("trigger", "add", "app:mail", "--focus", "work", control: control)
        let text = try #require(focus.text("work"))
        #expect(text.contains("TimeSensitiveExcept=chromium;thunderbird-default;"))
        #expect(text.contains("app:thunderbird;") || text.contains("thunderbird;"))
        #expect(!text.contains("app:thunderbird-default"))
    }

    @Test("lists show the name that focusd tells")
    func names() {
        var entry = Fixture.entry()
        entry.name = "Example Chat"
        let control = FakeControl(Fixture.control(["Entries": [Fixture.list([entry])]]))
        #expect(run(["missed"], control).output.contains("  Example Chat  "))
        #expect(run(["missed", "--json"], control).output.contains("\"name\":\"Example Chat\""))
    }

    @Test("a Focus's page shows names")
    func page() {
        _ = focus("allow", "--focus", "work", "--app", "thunderbird", control: control)
        let page = focus("show", "work").output
        #expect(page.contains("allowed: Thunderbird\n"))
    }

    @Test("names are completed too")
    func completion() {
        let result = focus("complete", "--", "allow", "--app", "Thu", control: control)
        #expect(result.output == "Thunderbird\tthunderbird-default\n")
        let lower = focus("complete", "--", "allow", "--app", "chrom", control: control)
        #expect(lower.output == "chromium\tChromium Web Browser\n")
    }

    @Test("people whom notifications have named are completed")
    func people() {
        let control = control
        let anna = SeenPerson("Anna", latest: Timestamp(rawValue: 5))
        control.answers["ListPeople"] = [.array(of: "a{sv}", [anna.value])]
        let result = focus("complete", "--", "allow", "--person", "an", control: control)
        #expect(result.output == "Anna\tnamed by a notification\n")
    }

    @Test(
        "explain says where a person was taken from",
        arguments: [("dino", "title"), ("org.kde.ruqola", "text"), ("claws-mail", "mail's sender")])
    func personSource(_ app: String, _ part: String) {
        let body = app == "claws-mail" ? "Anna\n\nhi" : "Anna: hi"
        var message = Notification(app: AppID(app), summary: "Anna", body: body)
        message.findPeople()
        let answer = ExplainAnswer(
            Decision(verdict: .deliver, reason: .allowed, level: .active), focus: nil,
            about: message)
        let control = FakeControl(Fixture.control(["Explain": [answer.value]]))
        let result = focus("explain", "--app", app, "--summary", "Anna", control: control)
        #expect(result.output.contains("Anna (taken from the \(part))"))
    }

    @Test("sites are allowed and silenced, as hosts")
    func sites() throws {
        let allowed = focus("allow", "--focus", "work", "--site", "https://Example.org/a")
        #expect(allowed.change == "Work now allows example.org.\n")
        #expect(focus.text("work")?.contains("AllowedSites=example.org;") == true)
        let silenced = focus("silence", "--focus", "work", "--site", "example.org")
        #expect(silenced.change == "Work now silences example.org.\n")
        #expect(focus.text("work")?.contains("SilencedSites=example.org;") == true)
        #expect(focus.text("work")?.contains("AllowedSites=example.org") == false)
        #expect(focus("show", "work").output.contains("silenced: example.org"))
        let removed = focus("silence", "--focus", "work", "--remove", "--site", "example.org")
        #expect(removed.change == "Work no longer lists example.org.\n")
        let bad = focus("allow", "--focus", "work", "--site", "no site")
        #expect(bad.code == .usage && bad.errors.contains("“no site” is not a web site"))
    }

    @Test("a web site stands before its browser in lists")
    func siteInLists() {
        var entry = Fixture.entry()
        entry.name = "Chromium"
        entry.record.site = "calendar.example.org"
        let control = FakeControl(Fixture.control(["Entries": [Fixture.list([entry])]]))
        #expect(run(["missed"], control).output.contains("calendar.example.org (Chromium)"))
        let json = run(["missed", "--json"], control).output
        #expect(json.contains("\"site\":\"calendar.example.org\""))
    }

    @Test("forget refuses the first word of two names with both ids (issue 17)")
    func forgetSeveral() throws {
        try focus.writeData("applications/x.Chat.desktop", "[Desktop Entry]\nName=Example Chat\n")
        try focus.writeData("applications/x.Mail.desktop", "[Desktop Entry]\nName=Example Mail\n")
        let control = control
        let result = focus("forget", "Example", "--yes", control: control)
        #expect(result.code == .refused)
        #expect(
            result.errors
                == "focus-switch: “Example” is the name of several apps; use one of their ids:"
                + " Example Chat (x.Chat), Example Mail (x.Mail)\n")
        #expect(!control.calls.contains { $0.member == "Forget" })
    }

    /// Issue 17: `allow com.slack.Slack` was answered with the id alone.
    @Test("answers say the name that an app without a desktop file has sent, with its id")
    func sentName() throws {
        let seen = SeenApp(
            AppID("com.slack.Slack"), names: ["Slack"], count: 1, latest: Timestamp(rawValue: 5))
        let control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [seen.value])], "Reload": [.strings([])],
                "ListPeople": [FieldsBuilder.list([])], "Entries": [Fixture.list([])],
                "Mutes": [FieldsBuilder.list([])],
            ]))
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        let allowed = focus("allow", "com.slack.Slack", "--focus", "work", control: control)
        #expect(allowed.change == "Work now allows Slack (com.slack.Slack).\n", "\(allowed)")
        let shown = focus("show", "work", control: control)
        #expect(shown.output.contains("allowed: Slack"), "\(shown)")
        let people = focus("allow", "--all-people", "--focus", "work", control: control)
        #expect(
            people.output.contains("apps that it allows: Slack (com.slack.Slack)."), "\(people)")
        let only = focus("allow", "--only", "a.b.Mail", "--focus", "work", control: control)
        #expect(only.output.contains("No longer allowed: Slack (com.slack.Slack).\n"), "\(only)")
    }

    /// Issue 17: an app with a very long name could not be forgotten or allowed by that name.
    @Test("an app with a long name is found by the whole name, or by a notification's id")
    func longName() throws {
        let name = String(repeating: "A", count: 300)
        let id = String(repeating: "A", count: 255)
        let seen = SeenApp(AppID(id), names: [id], count: 1, latest: Timestamp(rawValue: 5))
        var entry = Fixture.entry()
        entry.record.app = AppID(id)
        entry.record.appName = name
        let control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [seen.value])], "Forget": [.uint32(1)],
                "Entry": [entry.value], "Entries": [Fixture.list([entry])],
                "Reload": [.strings([])],
            ]))
        #expect(focus("forget", name, "--yes", control: control).code == .done)
        #expect(control.calls.contains(.init("Forget", .string(id))))
        #expect(focus("allow", name, "--focus", "work", control: control).code == .done)
        #expect(try list() == id + ";")
        let number = focus("forget", "12", "--yes", control: control)
        #expect(number.code == .refused)
        // As a shell reads it: a backslash before the end of a line joins two lines.
        let words = number.errors.replacing("\\\n", with: "").split(whereSeparator: \.isWhitespace)
        #expect(words.suffix(3) == ["focus-switch", "forget", id[...]])
        for line in focus(all: ["apps"], control: control, width: 80).output.split(separator: "\n")
        {
            #expect(String(line).columns <= 80, "\(line)")
        }
    }

    @Test("a name of blanks or invisible marks is no name", arguments: ["   ", "\u{200F}\u{202E}"])
    func blankName(_ name: String) {
        var entry = Fixture.entry()
        entry.record.appName = name
        entry.record.app = AppID(name)
        entry.record.program = AppID("script")
        entry.name = name
        let control = FakeControl(["Entries": [Fixture.list([entry])], "Entry": [entry.value]])
        #expect(focus("missed", control: control).output.contains("  script  "))
        #expect(focus("apps", control: control).output.hasPrefix("script  script  "))
    }
}
