// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: `mute Shop tomorrow` muted Shop and an app “tomorrow”, for good.
@Suite("Ends behind names of apps") @LoopActor struct TrailingEndTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
    }

    private func control() -> FakeControl {
        let shop = SeenApp(
            AppID("org.example.Shop"), names: ["Shop"], count: 1, latest: Fixture.now)
        let sunday = SeenApp(
            AppID("org.example.Sunday"), names: ["Sunday"], count: 1, latest: Fixture.now)
        return FakeControl(
            Fixture.control([
                "Mute": [], "Mutes": [FieldsBuilder.list([])], "Reload": [.strings([])],
                "ListApps": [.array(of: "a{sv}", [shop.value, sunday.value])],
            ]))
    }

    private func ends(_ words: [String]) -> (RunResult, [FakeControl.Call]) {
        let control = control()
        let result = focus(all: words, control: control)
        return (result, control.calls.filter { $0.member == "Mute" })
    }

    @Test(
        "mute reads every end that --until reads",
        arguments: [
            "tomorrow", "friday", "Fri", "18:00", "2026-12-24", "tomorrow 9:00",
            "tomorrow at 9:00", "tomorrow at 9 pm", "friday 9:00", "tomorrow morning",
            "2026-12-24 9:00", "5 pm",
        ])
    func moments(_ text: String) throws {
        let until = try EndTime.moment(text, now: Fixture.now).rawValue
        for words in [["mute", "Shop"], ["mute", "Shop", "until"]] {
            let (result, mutes) = ends(words + text.split(separator: " ").map(String.init))
            #expect(result.code == .done, "\(result)")
            #expect(
                mutes == [
                    .init("Mute", .string("org.example.Shop"), .vardict(["until": .int64(until)]))
                ])
        }
    }

    /// A trial with a newcomer: `mute Slack tonight` ended when the night began.
    @Test(
        "tonight without until may be the evening or the night",
        arguments: [
            ("mute Shop tonight", "mute Shop"), ("mute tonight Shop", "mute Shop"),
            ("mute tonight", "dnd"), ("missed mute 12 tonight", "missed mute 12"),
            ("work tonight", "on work"), ("on work tonight", "on work"),
            ("toggle work tonight", "on work"), ("start work tonight", "on work"),
        ])
    func tonight(_ line: String, _ command: String) throws {
        let control = control()
        control.answers["ActivateWith"] = []
        let noon = CalendarTime(local: Fixture.now).at(hour: 12, minute: 0).timestamp
        let words = line.split(separator: " ").map(String.init)
        let result = focus(all: words, control: control, now: noon)
        #expect(result.code == .usage, "\(result)")
        let steps = ["--until tonight", "--until 8:00"].map { "focus-switch \(command) \($0)" }
        #expect(
            result.errors.hasSuffix(
                "\nTo end it at 20:00: \(steps[0])\nTo end it in the morning: \(steps[1])\n"),
            "\(result.errors)")
        #expect(!control.calls.contains { ["Mute", "ActivateWith"].contains($0.member) })
        for step in steps { try focus.expectDone(step, control: control, now: noon) }
    }

    @Test(
        "until tonight is the evening, and until morning the next one",
        arguments: [
            ("dnd until tonight", 20), ("dnd --until tonight", 20), ("dnd until morning", 8),
        ])
    func evening(_ line: String, _ hour: Int) throws {
        let control = control()
        control.answers["ActivateWith"] = []
        let night = CalendarTime(local: Fixture.now).at(hour: 0, minute: 42).timestamp
        try focus.expectDone(line, control: control, now: night)
        let end = CalendarTime(local: night).at(hour: hour, minute: 0).timestamp
        #expect(
            control.calls.contains(
                .init(
                    "ActivateWith", .string("do-not-disturb"),
                    .vardict(["until": .int64(end.rawValue)]))),
            "\(control.calls)")
    }

    @Test("a Focus that is to stop tonight stops in the evening")
    func stop() {
        let errors = focus("stop", "work", "tonight", control: control()).errors
        #expect(errors.contains(": focus-switch on work --until tonight\n"), "\(errors)")
    }

    @Test("mute reads the end of the session", arguments: ["logout", "log out"])
    func session(_ text: String) {
        let (_, mutes) = ends(["mute", "Shop"] + text.split(separator: " ").map(String.init))
        #expect(
            mutes == [
                .init(
                    "Mute", .string("org.example.Shop"), .vardict(["until-logout": .boolean(true)]))
            ])
    }

    @Test(
        "mute refuses words that are neither an app nor one end",
        arguments: [
            ("Shop 30", "“30” needs a unit: 30min, 30h"), ("Shop 1h 2h", "there are two ends"),
            ("Shop friday tomorrow", "there are two ends"),
            ("Shop in 1h", "“in 1h” is a beginning"),
            ("Shop at 18:00", "“at 18:00” is a beginning"),
            ("Shop at 18:00 for 1h", "“at 18:00” is a beginning"),
            ("tomorrow", "expected an app to mute before “tomorrow”"),
            ("tomorrow 9:00", "expected an app to mute before “tomorrow 9:00”"),
            ("logout", "expected an app to mute before “logout”"),
        ])
    func refused(_ text: String, _ message: String) {
        let (result, mutes) = ends(["mute"] + text.split(separator: " ").map(String.init))
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(mutes.isEmpty)
    }

    @Test("an app that is called like a day is an app")
    func named() {
        let (_, mutes) = ends(["mute", "Shop", "Sunday"])
        #expect(
            mutes.map { $0.arguments[0] }
                == [.string("org.example.Shop"), .string("org.example.Sunday")])
    }

    @Test(
        "commands whose lists have no end refuse one",
        arguments: [
            ["allow", "Shop", "1h", "--focus", "work"],
            ["allow", "Shop", "tomorrow", "9:00", "--focus", "work"],
            ["allow", "Shop", "30", "--focus", "work"],
            ["silence", "Shop", "friday", "--focus", "work"],
            ["silence", "Shop", "30", "--focus", "work"],
            ["silence", "Shop", "forever", "--focus", "work"],
            ["silence", "Shop", "until", "logout", "--focus", "work"],
            ["allow", "Shop", "until", "lunch", "--focus", "work"],
            ["allow", "Shop", "until", "the", "meeting", "ends", "--focus", "work"],
            ["silence", "Shop", "until", "dinner", "--focus", "work"],
            ["lockscreen", "hide", "Shop", "tomorrow"], ["lockscreen", "show", "Shop", "1h"],
        ])
    func lists(_ words: [String]) {
        let before = focus.text("work")
        let result = focus(all: words, control: control())
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains("is no app, and "), "\(result.errors)")
        #expect(
            result.errors.contains(words[0] == "silence" ? ": focus-switch mute Shop " : " Shop"))
        #expect(focus.text("work") == before)
    }

    @Test(
        "an app whose name begins like an end is an app",
        arguments: [
            "allow Shop Until Dawn --focus work", "silence Shop Until Dawn --focus work",
            "lockscreen hide Shop Until Dawn",
        ])
    func untilInName(_ line: String) throws {
        let control = control()
        let apps = ["Shop", "Until Dawn"].map { name in
            SeenApp(
                AppID("org.example.\(name.filter { $0 != " " })"), names: [name], count: 1,
                latest: Fixture.now)
        }
        control.answers["ListApps"] = [.array(of: "a{sv}", apps.map(\.value))]
        try focus.expectDone(line, control: control)
    }

    /// A trial with a newcomer: the step was `dnd` alone, which does not end.
    @Test(
        "the step that silences all apps has the end that was typed",
        arguments: [
            ("silence everything until 5pm --focus work", "--until 5pm"),
            ("silence everything until 5 --focus work", "--until 5"),
            ("silence everything for an hour --focus work", "--for 1h"),
            ("mute everything for an hour", "--for 1h"), ("mute all for 1h", "--for 1h"),
            ("mute everything until 5pm", "--until 5pm"),
            ("mute everything --until 5", "--until 5"),
            ("mute everything --for 45min", "--for 45min"),
            ("mute all --until-logout", "--until-logout"),
            ("mute --all --for 1h", "--for 1h"), ("mute --all --for an hour", "--for 1h"),
            ("mute --all --until=18:00", "--until 18:00"),
            ("mute --all --for 1h Slack", "--for 1h"), ("mute --all --for soon", ""),
            ("quiet for an hour", "--for 1h"), ("silent until 5pm", "--until 5pm"),
        ])
    func all(_ line: String, _ end: String) {
        let (result, mutes) = ends(line.split(separator: " ").map(String.init))
        #expect(result.code != .done && mutes.isEmpty, "\(result)")
        let step = ["focus-switch dnd", end].filter { !$0.isEmpty }.joined(separator: " ")
        #expect(result.errors.contains(": \(step)\n"), "\(result.errors)")
    }

    @Test("without an end, that step has none", arguments: ["mute everything", "mute --all"])
    func allWithoutEnd(_ line: String) {
        let (result, _) = ends(line.split(separator: " ").map(String.init))
        #expect(result.errors.contains(": focus-switch dnd\n"), "\(result.errors)")
    }

    @Test("a mistyped app is not muted without a question")
    func mistyped() {
        let (result, mutes) = ends(["mute", "Shpo"])
        #expect(result.code == .refused && mutes.isEmpty, "\(result)")
        #expect(result.errors.contains("did you mean “Shop”?"), "\(result.errors)")
        #expect(result.errors.contains("focus-switch mute Shpo --yes"), "\(result.errors)")
        #expect(ends(["mute", "Shpo", "--yes"]).1.count == 1)
        #expect(ends(["mute", "com.test.Unseen"]).1.count == 1, "an app that will be installed")
    }

    /// A trial with a newcomer: the file named an app “Shpo”, and Shop still showed its texts.
    @Test("the texts of a mistyped app are not hidden without a question")
    func mistypedOnLockScreen() {
        for word in ["hide", "show"] {
            let result = ends(["lockscreen", word, "Shpo"]).0
            #expect(result.code == .refused, "\(result)")
            for command in ["Shop", "Shpo --yes"] {
                #expect(
                    result.errors.contains(": focus-switch lockscreen \(word) \(command)\n"),
                    "\(result.errors)")
            }
        }
        #expect(ends(["lockscreen", "hide", "Shpo", "--yes"]).0.code == .done)
        // The file has such an entry.
        #expect(ends(["lockscreen", "show", "Shpo"]).0.code == .done)
    }
}
