// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: `allow --person Anna Müller` allowed an app “Müller”.
@Suite("values that the shell has split at a blank") @LoopActor struct SplitValueTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nPeople=allow\n")
    }

    private var control: FakeControl {
        let seen = [
            SeenPerson("Anna Müller", latest: Fixture.now), SeenPerson("Kim", latest: Fixture.now),
        ]
        let apps = [
            Fixture.seenApp,
            SeenApp(AppID("firefox-esr"), names: ["Firefox ESR"], count: 1, latest: Fixture.now),
        ]
        return FakeControl(
            Fixture.control([
                "ListPeople": [FieldsBuilder.list(seen.map(\.value))],
                "ListApps": [FieldsBuilder.list(apps.map(\.value))],
                "Mutes": [FieldsBuilder.list([])], "Mute": [], "Reload": [.strings([])],
                "Entries": [Fixture.list([])],
                "Badges": [.dictionary(key: "s", value: "u", [])],
            ]))
    }

    @Test("set deliver takes commas and 6pm")
    func deliver() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\n")
        let result = focus("set", "deliver", "12:30,6pm", "--focus", "f")
        #expect(
            result.output == """
                F: deliver is now 12:30, 18:00.
                At these times, what F has silenced since it was turned on is shown.

                """, "\(result.errors)")
        #expect(focus.text("f")?.contains("Deliver=12:30;18:00;") == true)
        // A trial with a newcomer: what was silenced before was to be shown as well.
        let shown = focus("show", "f").output
        #expect(
            shown.contains("what it silenced since it was turned on is shown at 12:30, 18:00"),
            "\(shown)")
    }

    private func lists() throws -> (apps: JSONValue?, people: JSONValue?) {
        let shown = try focus.show("work")
        return (shown["apps"]?["list"], shown["people"]?["list"])
    }

    @Test("the words of a known name are one person, and the apps behind them stay apps")
    func known() throws {
        for verb in ["allow", "silence"] {
            let result = focus(
                all: [verb, "--focus", "work", "--person", "Anna", "Müller", "Chat"],
                control: control)
            #expect(result.code == .done, "\(result.errors)")
            #expect(try lists().people == (verb == "allow" ? ["Anna Müller"] : .array([])))
            #expect(try lists().apps == (verb == "allow" ? ["org.example.Chat"] : .array([])))
        }
    }

    @Test("a person behind whom an app is named is that person")
    func personAndApp() throws {
        #expect(
            focus("allow", "--person", "Kim", "Chat", "--focus", "work", control: control).code
                == .done)
        #expect(try lists().people == ["Kim"])
        let address = focus(
            "allow", "--person", "zoe@example.org", "NewApp", "--focus", "work", control: control)
        #expect(address.code == .done, "\(address.errors)")
    }

    @Test(
        "other words are refused, with the command in quotes and the others",
        arguments: [
            ("person", "Zoe", "Roe"), ("word", "late", "invoice"), ("app", "Foo", "Bar"),
        ])
    func refused(_ option: String, _ first: String, _ second: String) {
        let before = focus.text("work")
        for verb in ["allow", "silence"] {
            let result = focus(
                verb, "--\(option)", first, second, "--focus", "work", control: control)
            let command = "focus-switch \(verb) --\(option)"
            #expect(result.code == .usage)
            #expect(
                result.errors.contains("\(command) '\(first) \(second)' --focus work\n"),
                "\(result.errors)")
            #expect(
                result.errors.contains("\(command) \(first) --app \(second) --focus work\n"),
                "\(result.errors)")
            #expect(
                option == "app"
                    || result.errors.contains(
                        "\(command) \(first) --\(option) \(second) --focus work\n"),
                "\(result.errors)")
        }
        #expect(focus.text("work") == before)
    }

    @Test(
        "little words, times and other people behind a known person are no part of the name",
        arguments: ["and Anna", "please", "1h"])
    func behindPerson(_ words: String) {
        for verb in ["allow", "silence"] {
            let typed = [verb, "--person", "Kim"] + words.split(separator: " ").map(String.init)
            let result = focus(all: typed + ["--focus", "work"], control: control)
            #expect(result.code != .done, "\(result)")
            #expect(!result.errors.contains("Kim \(words)"), "\(result.errors)")
            for word in typed.dropFirst(3) where word != "Anna" {
                #expect(!result.errors.contains("--person \(word)"), "\(result.errors)")
            }
        }
    }

    @Test("a second site behind --site is refused")
    func sites() {
        let result = focus(
            "allow", "--site", "news.example.org", "calendar.example.org", "--focus", "work",
            control: control)
        #expect(result.code == .usage)
        #expect(
            result.errors.contains(
                "focus-switch allow --site news.example.org --site calendar.example.org --focus"
                    + " work\n"), "\(result.errors)")
    }

    @Test("a person's name without quotes is no app")
    func withoutOption() {
        for words in [["allow", "--focus", "work"], ["silence", "--focus", "work"], ["mute"]] {
            let verb = words[0]
            let result = focus(
                all: [verb, "Anna", "Müller"] + words.dropFirst(), control: control)
            #expect(result.code == .refused)
            #expect(
                result.errors.contains("there is no app “Anna Müller”, but a person of that name"),
                "\(result.errors)")
        }
    }

    @Test("two unknown words behind mute may be one app")
    func oneApp() {
        let result = focus("mute", "Foo", "Bar", control: control)
        #expect(
            result.errors.contains("If that is one app: focus-switch mute 'Foo Bar'\n"),
            "\(result.errors)")
        let logout = focus("mute", "Foo", "Bar", "--until-logout", control: control)
        #expect(logout.errors.contains("mute 'Foo Bar' --until-logout\n"), "\(logout.errors)")
        let quoted = focus("mute", "Foo Bar", "Baz", control: control)
        #expect(!quoted.errors.contains("If that is one app"), "\(quoted.errors)")
    }

    @Test("history takes the words of an app's name, and the quotes of --search are missed")
    func history() {
        for words in [["history", "Firefox", "ESR"], ["history", "--app", "Firefox", "ESR"]] {
            #expect(run(words, control).code == .done, "\(words)")
        }
        let search = run(["history", "--search", "late", "invoice"], control)
        #expect(search.code == .usage)
        #expect(
            search.errors.contains("focus-switch history --search 'late invoice'\n"),
            "\(search.errors)")
        #expect(!search.errors.contains("--search late --search"), "\(search.errors)")
        let forget = run(["forget", "Anna", "Müller"], control)
        #expect(
            forget.errors.contains("there is no app “Anna Müller”, but a person of that name"),
            "\(forget.errors)")
        let explain = run(["explain", "--person", "Anna", "Müller"], control)
        #expect(explain.code == .usage)
        #expect(
            explain.errors.contains("In quotes: focus-switch explain --person 'Anna Müller'\n"),
            "\(explain.errors)")
    }

    @Test("the name of a person where an app is expected is refused, or taken by history")
    func personForApp() {
        for words in [
            ["badge"], ["badge", "clear"], ["lockscreen", "hide"],
            ["set", "time-sensitive-except"], ["explain", "--app"], ["forget"],
        ] {
            let result = focus(all: words + ["Anna Müller"], control: control)
            #expect(result.code == .refused, "\(words)")
            #expect(
                result.errors.contains("there is no app “Anna Müller”, but a person of that name"),
                "\(result.errors)")
        }
        let control = control
        #expect(run(["history", "Anna Müller"], control).code == .done)
        let asked = control.calls.last { $0.member == "Entries" }
        #expect("\(String(describing: asked))".contains("müller"), "\(String(describing: asked))")
    }

    /// A trial with a newcomer: after `history clear`, a mistyped name was taken without a word.
    @Test("a typing mistake of an app on a Focus's list is found, also without a history")
    func listedApp() throws {
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nAppList=telegram;\n")
        let mute = focus("mute", "telegrm", control: control)
        #expect(mute.code == .refused)
        #expect(
            mute.errors.contains("For that app: focus-switch mute telegram\n"), "\(mute.errors)")
        #expect(mute.errors.contains("focus-switch mute telegrm --yes\n"), "\(mute.errors)")
        // Names of apps to come may resemble each other, so a list takes them, with the doubt.
        let allow = focus("allow", "telegrm", "--focus", "work", control: control)
        #expect(allow.code == .done)
        // The list is named: such an app may not be installed either.
        let doubt = "did you mean “telegram”, which a Focus has on a list?"
        for result in [mute, allow] {
            #expect(result.errors.contains(doubt), "\(result.errors)")
        }
    }
}
