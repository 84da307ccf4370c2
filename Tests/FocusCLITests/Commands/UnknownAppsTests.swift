// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Words of `allow` and `silence` that name no known app (a trial with a newcomer).
@Suite("Unknown apps") @LoopActor struct UnknownAppsTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nPeople=allow\n")
        try focus.writeData(
            "applications/thunderbird.desktop", "[Desktop Entry]\nName=Thunderbird\n")
    }

    private var control: FakeControl {
        let seen = [
            SeenApp(AppID("backup.sh"), names: [], count: 8, latest: Fixture.ago(minutes: 1)),
            SeenApp(
                AppID("firefox-esr"), names: ["Firefox ESR"], count: 1,
                latest: Fixture.ago(minutes: 2)),
        ]
        return FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", seen.map(\.value))], "Reload": [.strings([])],
                "ListPeople": [FieldsBuilder.list([])], "Mutes": [.array(of: "a{sv}", [])],
                "Entries": [Fixture.list([])],
            ]))
    }

    private var list: String? {
        focus.text("work")?.split(separator: "\n").first { $0.hasPrefix("AppList=") }
            .map { String($0.dropFirst("AppList=".count)) }
    }

    /// A trial with a newcomer: “allow Zulip with --focus work” allowed an app “with”.
    @Test("a little word without a Focus behind it is no app", arguments: ["with", "under", "To"])
    func littleWord(_ word: String) {
        let result = focus(
            "allow", "firefox-esr", word, "--person", "Kim", "--focus", "work", control: control)
        #expect(result.code == .refused, "\(result)")
        #expect(
            result.errors.contains(
                "Without that word: focus-switch allow firefox-esr --person Kim --focus work\n"),
            "\(result.errors)")
        #expect(list == nil)
    }

    /// A trial with a newcomer: a chat's title made “from” a person, to allow by the whole title.
    @Test("a little word is no part of a person's name")
    func littleWordInTitle() {
        let control = control
        let title = SeenPerson("Hi all from the house of and on", latest: Fixture.now)
        control.answers["ListPeople"] = [FieldsBuilder.list([title.value])]
        control.answers["Mute"] = []
        let words = ["notifications", "from", "thunderbird"]
        for (verb, option, lead) in [
            ("allow", " --focus work", "that word"), ("silence", " --focus work", "that word"),
            ("mute", "", "the other words"),
        ] {
            let options = verb == "mute" ? [] : ["--focus", "work"]
            let result = focus(all: [verb] + words + options, control: control)
            #expect(result.code == .refused, "\(result)")
            #expect(
                result.errors.contains(
                    "Without \(lead): focus-switch \(verb) thunderbird\(option)\n"),
                "\(result.errors)")
        }
        let end = focus(
            "mute", "thunderbird", "of", "firefox-esr", "--until-logout", control: control)
        #expect(
            end.errors.contains(": focus-switch mute thunderbird firefox-esr --until-logout\n"),
            "\(end)")
        #expect(!control.calls.contains { $0.member == "Mute" })
        let two = focus("mute", "thunderbird", "and", "firefox-esr", control: control)
        #expect(two.code == .done, "\(two)")
        #expect(control.calls.count { $0.member == "Mute" } == 2)
        let agreed = focus("mute", "thunderbird", "and", "firefox-esr", "--yes", control: control)
        #expect(agreed.code == .done, "\(agreed)")
        #expect(control.calls.count { $0.member == "Mute" } == 4)
        let all = focus("mute", "all", "apps", control: control)
        #expect(all.errors.contains("To silence all apps: focus-switch dnd\n"), "\(all)")
    }

    /// A trial with a newcomer: “Without that word” led to `allow all`, which is refused, too.
    @Test(
        "a word for all apps or people beside another word leads to a command that works",
        arguments: [
            ("allow all apps", "allow --all-apps"),
            ("silence all people", "silence --all-people"),
            ("allow all notifications from thunderbird", "allow thunderbird"),
            ("silence thunderbird please", "silence thunderbird"),
            ("silence all but thunderbird", "allow --only thunderbird"),
            ("allow all except thunderbird", "silence --only thunderbird"),
            ("allow only thunderbird", "allow --only thunderbird"),
            ("silence thunderbird only", "silence --only thunderbird"),
            ("allow just the thunderbird", "allow --only thunderbird"),
            (
                "silence only thunderbird and firefox-esr",
                "silence --only thunderbird firefox-esr"
            ),
            ("allow only person Kim", "allow --only --person Kim"),
        ])
    func everything(_ words: String, _ command: String) {
        func run(_ words: String) -> RunResult {
            focus(
                all: "\(words) --focus work".split(separator: " ").map(String.init),
                control: control)
        }
        let result = run(words)
        #expect(result.code == .refused, "\(result)")
        // A list of silenced apps would leave people silenced, too.
        let opening =
            command.hasPrefix("silence --only")
            ? " && focus-switch allow --all-people --focus work" : ""
        #expect(
            result.errors.contains(": focus-switch \(command) --focus work\(opening)\n"),
            "\(result.errors)")
        #expect(run(command).code == .done)
    }

    /// “Without that word” did the opposite.
    @Test(
        "a word that excludes has no step without it",
        arguments: [
            "allow nobody from thunderbird", "silence not thunderbird", "allow all but thunderbird",
            "mute nobody from thunderbird", "mute all except thunderbird",
        ])
    func excluded(_ words: String) throws {
        control.answers["Mute"] = []
        let words = words.split(separator: " ").map(String.init)
        let verb = try #require(words.first)
        let options = verb == "mute" ? [] : ["--focus", "work"]
        let result = focus(all: words + options, control: control)
        #expect(result.code == .refused, "\(result)")
        #expect(!result.errors.contains("\(verb) thunderbird"), "\(result.errors)")
        #expect(!result.errors.contains("--yes"), "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Mute" })
    }

    @Test(
        "a name that resembles a known one is refused, with both commands",
        arguments: [
            ("Thunderbrid", "thunderbird"), ("./backup.sh", "backup.sh"), ("backup", "backup.sh"),
        ])
    func mistyped(_ word: String, _ meant: String) {
        for verb in ["allow", "silence"] {
            let result = focus(all: [verb, word, "--focus", "work"], control: control)
            #expect(result.code == .refused, "\(result)")
            #expect(result.errors.contains("did you mean “\(meant)”?"), "\(result.errors)")
            #expect(
                result.errors.contains("focus-switch \(verb) \(meant) --focus work\n"),
                "\(result.errors)")
            #expect(
                result.errors.contains("focus-switch \(verb) --app \(word) --focus work\n"),
                "\(result.errors)")
        }
        #expect(list == nil)
        // The command for an app of exactly that name works.
        let all = focus("allow", "--app", word, "--focus", "work", control: control)
        #expect(all.code == .done && list == "\(word);", "\(all)")
    }

    @Test("the steps for a mistyped name keep the other names")
    func mistypedBesideOthers() throws {
        let result = focus(
            "allow", "Thunderbrid", "firefox-esr", "--focus", "work", control: control)
        for names in ["thunderbird firefox-esr", "--app Thunderbrid firefox-esr"] {
            let step = "focus-switch allow \(names) --focus work"
            #expect(result.errors.contains(": \(step)\n"), "\(result)")
            try focus.expectDone(step, control: control)
        }
    }

    @Test("an e-mail address is a person and no app")
    func address() {
        let result = focus("allow", "bob@example.org", "--focus", "work", control: control)
        #expect(result.code == .refused)
        #expect(
            result.errors.contains(
                "For a person: focus-switch allow --person bob@example.org --focus work\n"),
            "\(result.errors)")
        #expect(list == nil)
        let mute = focus("mute", "bob@example.org", control: control)
        #expect(mute.code == .refused)
        #expect(mute.errors.contains("focus-switch silence --person bob@example.org"))
    }

    @Test("words that may be one name are added with the command that has quotes")
    func blanks() {
        let result = focus("allow", "Microsoft", "Teams", "--focus", "work", control: control)
        #expect(
            result.errors.contains(
                "If that is one app: focus-switch allow 'Microsoft Teams' --focus work\n"),
            "\(result.errors)")
        let parts = result.errors.split(separator: "  If that is one app: ")
        #expect(parts.first?.contains("note: no app “Teams”") == true, "\(result.errors)")
        let known = focus("silence", "Firefox", "ESR", "--focus", "work", control: control)
        #expect(known.code == .done && known.errors.isEmpty, "\(known)")
    }

    /// Two apps were added for one name, without a word.
    @Test("a comma separates apps, and a note says so where none of them is known")
    func comma() {
        let result = focus("allow", "Signals,Telegraph", "--focus", "work", control: control)
        #expect(result.code == .done, "\(result)")
        #expect(
            result.errors.contains(
                "note: “Signals,Telegraph” counts as 2 apps: Signals, Telegraph;"),
            "\(result.errors)")
        // A trial with a newcomer: one app of two words, which nobody had typed.
        #expect(!result.errors.contains("If that is one app"), "\(result.errors)")
    }

    /// A trial with a newcomer: the list had an app “and”.
    @Test("an “and” between known apps separates them")
    func joined() {
        let words = ["allow", "thunderbird", "and", "Firefox", "ESR", "--focus", "work"]
        let result = focus(all: words, control: control)
        #expect(result.code == .done && result.errors.isEmpty, "\(result)")
        #expect(list == "thunderbird;firefox-esr;", "\(list ?? "")")
    }

    /// A trial with a newcomer: “a;b” led to an app “a b”, which nobody had typed.
    @Test("words that a semicolon separated stay apart")
    func apart() {
        let result = focus("allow", "a;b", "--focus", "work", control: control)
        #expect(
            result.errors == """
                focus-switch: there is no app “a”
                For help: focus-switch allow --help
                For apps “a” and “b” all the same: focus-switch allow --app a --app b --focus work

                """, "\(result)")
    }

    @Test(
        "words that are no names are refused, with the command for an app of that name",
        arguments: [
            (["thunderbird", "and", "Discord"], "and"), (["vs", "thunderbird"], "vs"),
            (["help"], "help"), (["nothing"], "nothing"), (["calls"], "calls"),
            (["and"], "and"), (["thunderbird", "or"], "or"),
        ])
    func stray(_ words: [String], _ stray: String) {
        for verb in ["allow", "silence"] {
            let result = focus(all: [verb] + words + ["--focus", "work"], control: control)
            #expect(result.code == .refused, "\(result)")
            #expect(result.errors.contains("there is no app “\(stray)”\n"), "\(result.errors)")
            let name = shellQuoted(words.joined(separator: " "))
            #expect(
                result.errors.contains("focus-switch \(verb) --app \(name) --focus work\n"),
                "\(result.errors)")
        }
        #expect(list == nil)
    }

    /// A trial with a newcomer: the list had an app “time-sensitive”.
    @Test(
        "words for urgent notifications are refused, with the setting that is meant",
        arguments: [
            (["time-sensitive"], "time-sensitive"), (["Time", "sensitive"], "Time sensitive"),
            (["timesensitive"], "timesensitive"), (["time_sensitive"], "time_sensitive"),
            (["critical"], "critical"), (["Urgent"], "Urgent"),
            (["critical", "notifications"], "critical"),
        ])
    func levels(_ words: [String], _ word: String) {
        for (verb, state) in [("allow", "on"), ("silence", "off")] {
            let result = focus(all: [verb] + words + ["--focus", "work"], control: control)
            #expect(result.code == .refused, "\(result)")
            #expect(result.errors.contains("there is no app “\(word)”\n"), "\(result.errors)")
            let phrase = "focus-switch \(verb) --word \(word) --focus work\n"
            let isPlain = ["critical", "urgent"].contains(word.lowercased())
            #expect(result.errors.contains(phrase) == isPlain, "\(result.errors)")
            for command in [
                "set time-sensitive \(state)", "\(verb) --app \(shellQuoted(word))",
            ] {
                #expect(
                    result.errors.contains("focus-switch \(command) --focus work\n"),
                    "\(result.errors)")
            }
        }
        #expect(list == nil)
    }

    @Test("calls are a category of notifications, and no app", arguments: ["allow", "silence"])
    func calls(_ verb: String) {
        let result = focus(verb, "calls", "--focus", "work", control: control)
        let rule = ["calls", "--when", "category BEGINSWITH \"call\"", "--do", verb]
        let words = ["rule", "add"] + rule + ["--focus", "work"]
        let command = words.map(shellQuoted).joined(separator: " ")
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        #expect(focus(all: words, control: control).code == .done)
    }

    /// A trial with a newcomer: a rule with a mistyped id was added without a word.
    @Test(
        "an id in a rule's predicate that no app has gets a note",
        arguments: [
            ("appID == \"thunderbrid\"", "thunderbrid"),
            ("\"thunderbrid\" == appID", "thunderbrid"),
            ("summary == \"x\" OR NOT appID ==[c] \"thunderbrid\"", "thunderbrid"),
            ("appID IN {\"thunderbird\", \"thunderbrid\"}", "thunderbrid"),
            ("appID == \"thunderbird\"", nil), ("appID ==[c] \"Backup.SH\"", nil),
            ("appID BEGINSWITH \"thunderbr\"", nil), ("appID != \"thunderbrid\"", nil),
            ("appName == \"thunderbrid\"", nil),
        ] as [(String, String?)])
    func idInPredicate(_ condition: String, _ unknown: String?) {
        let words = ["rule", "add", "x", "--when", condition, "--do", "allow", "--focus", "work"]
        for words in [words, ["rule", "change", "x", "--when", condition, "--focus", "work"]] {
            let result = focus(all: words, control: control)
            #expect(result.code == .done, "\(result)")
            let note = unknown.map { "note: no app “\($0)” is installed or in the history" }
            #expect(result.errors.contains("note: no app") == (unknown != nil), "\(result.errors)")
            if let note { #expect(result.errors.contains(note), "\(result.errors)") }
        }
    }

    @Test("a word for urgent notifications leaves the apps beside it")
    func levelBesideApp() {
        let result = focus("allow", "thunderbird", "urgent", "--focus", "work", control: control)
        #expect(result.code == .refused, "\(result)")
        for apps in ["thunderbird", "--app thunderbird --app urgent"] {
            #expect(
                result.errors.contains("focus-switch allow \(apps) --focus work\n"),
                "\(result.errors)")
        }
        #expect(list == nil)
    }

    @Test(
        "an app named like urgent notifications stays possible",
        arguments: [["critical"], ["--app", "urgent"]])
    func levelApps(_ words: [String]) throws {
        try focus.writeData(
            "applications/org.example.Critical.desktop", "[Desktop Entry]\nName=Critical\n")
        let result = focus(all: ["allow"] + words + ["--focus", "work"], control: control)
        #expect(result.code == .done, "\(result)")
        #expect(list != nil)
    }

    /// A trial with a newcomer: the list had apps “site”, “word” and “foo”.
    @Test(
        "the word of an option in place of it leads to the option",
        arguments: [
            (["site", "example.org"], "--site example.org"), (["word", "foo"], "--word foo"),
            (["person", "Bob"], "--person Bob"), (["People"], "--all-people"),
        ])
    func kinds(_ words: [String], _ option: String) {
        for verb in ["allow", "silence"] {
            let result = focus(all: [verb] + words + ["--focus", "work"], control: control)
            #expect(result.code == .refused, "\(result)")
            #expect(
                result.errors.contains("focus-switch \(verb) \(option) --focus work\n"),
                "\(result.errors)")
        }
        #expect(list == nil)
    }

    @Test("the name of a desktop file is an id without its ending")
    func desktopFile() {
        let result = focus("allow", "org.example.New.desktop", "--focus", "work", control: control)
        #expect(result.code == .done && list == "org.example.New;", "\(result)")
    }

    @Test("a note is no error")
    func note() {
        let result = focus(
            "allow", "--app", "org.example.New", "--person", "alex@example.org", "--focus", "work",
            control: control)
        #expect(
            result.errors
                == """
                note: no app “org.example.New” is installed or in the history
                note: “alex@example.org” is taken as it is: focusd has seen no notification of a \
                person yet

                """)
    }

    @Test("a port of a site is not dropped in silence")
    func port() {
        let result = focus(
            "allow", "--site", "localhost:8080", "--focus", "work", control: control)
        #expect(result.errors.contains("every port of localhost"), "\(result)")
    }
}
