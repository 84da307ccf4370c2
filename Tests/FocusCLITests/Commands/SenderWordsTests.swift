// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Words beside senders and in their place") @LoopActor struct SenderWordsTests {
    /// 2026-11-21 13:05, also in another time zone.
    private nonisolated static let afternoon = CalendarTime(local: Fixture.now)
        .at(hour: 13, minute: 5).timestamp

    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "Entries": [Fixture.list([Fixture.entry()])],
            "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            "ListPeople": [FieldsBuilder.list([])],
        ]))

    init() throws { focus = try Configuration() }

    @Test(
        "a word before a sender is left out",
        arguments: ["history for Chat", "history from Chat", "missed from Chat", "missed of Chat"])
    func lead(_ words: String) throws {
        let result = try focus.expectDone(words, control: control)
        #expect(result.errors.isEmpty && result.output.contains("Lunch?"), "\(result)")
        let command = String(words.prefix { $0 != " " })
        let same = try focus.expectDone("\(command) Chat", control: control)
        #expect(result == same)
    }

    @Test(
        "a time in place of a sender leads to the option that takes it",
        arguments: [
            ("missed today", "history --silenced --since today"),
            ("missed yesterday", "history --silenced --since yesterday --before today"),
            ("missed since 9", "history --silenced --since 09:00"),
            ("missed last week", "history --silenced --since 'last week' --before 'this week'"),
            ("missed before friday", "history --silenced --before friday"),
            ("history since 9", "history --since 09:00"),
            ("history since 23", "history --since 'yesterday 23:00'"),
            ("history this month", "history --since 'this month'"),
            ("history friday", "history --since friday"),
            ("history for today", "history --since today"),
            ("history of yesterday", "history --since yesterday --before today"),
            ("history from yesterday", "history --since yesterday"),
            ("history by friday", "history --before friday"),
            ("history for last week", "history --since 'last week' --before 'this week'"),
            ("missed for today", "history --silenced --since today"),
            ("missed of yesterday", "history --silenced --since yesterday --before today"),
            ("history last friday", "history --since friday"),
            ("history last 2 hours", "history --since '2 hours'"),
            ("missed last hour", "history --silenced --since '1 hour'"),
            ("missed last 2 days", "history --silenced --since '2 days'"),
            ("history last hour", "history --since '1 hour'"),
            ("history 10 minutes ago", "history --since '10 minutes ago'"),
            ("history 1h", "history --since 1h"), ("missed 2h", "history --silenced --since 2h"),
            ("history Chat today", "history --app Chat --since today"),
            ("history Chat from today", "history --app Chat --since today"),
            ("history from Chat since 9 -n 3", "history --app Chat --since 09:00 -n 3"),
            ("missed Chat today", "history --silenced --app Chat --since today"),
            ("missed today Chat", "history --silenced --app Chat --since today"),
            (
                "history Chat last week",
                "history --app Chat --since 'last week' --before 'this week'"
            ),
            ("history since 9 --app Chat", "history --since 09:00 --app Chat"),
            ("history --silenced friday", "history --since friday --silenced"),
            ("missed today --search x", "history --silenced --since today --search x"),
            ("--json missed --wait today -n 3", "history --silenced --since today --json -n 3"),
        ])
    func time(_ words: String, _ command: String) throws {
        let typed = words.split(separator: " ").map(String.init)
        let result = focus(all: typed, control: control, now: Self.afternoon)
        #expect(result.code == .usage)
        #expect(result.errors.hasSuffix(" then: focus-switch \(command)\n"), "\(result.errors)")
        try focus.expectDone(command, control: control, now: Self.afternoon)
    }

    @Test("a time that is not understood has an example")
    func example() throws {
        let result = focus("missed", "since", "lunch", control: control)
        #expect(result.code == .usage)
        let command = "history --silenced --since today"
        let step = " since a time, as today: focus-switch \(command)\n"
        #expect(result.errors.hasSuffix(step), "\(result.errors)")
        try focus.expectDone(command, control: control)
    }

    @Test(
        "other words behind an app are looked for",
        arguments: [
            ("history Chat Ben", "history --search Ben --app Chat"),
            ("history Chat from Ann Lee", "history --search 'Ann Lee' --app Chat"),
            ("missed Chat Ben", "missed --search Ben --app Chat"),
        ])
    func search(_ words: String, _ command: String) throws {
        let typed = words.split(separator: " ").map(String.init)
        let result = focus(all: typed, control: control)
        #expect(result.code == .usage)
        #expect(
            result.errors.hasSuffix(" with that text: focus-switch \(command)\n"), "\(result)")
        try focus.expectDone(command, control: control)
    }

    @Test("a name that is on a list alone is looked for as well")
    func listed() throws {
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nAppList=Zoe;\n")
        let result = focus("history", "from", "Zoe", control: control)
        #expect(result.errors.contains(": focus-switch history --search Zoe\n"), "\(result)")
        try focus.expectDone("history --search Zoe", control: control)
    }

    @Test("a second sender, or words of another option, have no such step")
    func noStep() {
        for words in [
            ["history", "Chat", "Ben", "--search", "x"], ["history", "Zoe", "today"],
            ["history", "Chat", "and", "Ben"], ["history", "Chat", "notifications"],
            ["history", "Chat", "since", "lunch"], ["history", "Chat", "5"],
            ["missed", "Chat", "please"], ["missed", "Chat", "Chat"],
        ] {
            let result = focus(all: words, control: control)
            #expect(result.code == .usage, "\(result)")
            #expect(result.errors.hasSuffix("focus-switch history --help\n"), "\(result)")
        }
    }

    @Test("an hour that is still to come was yesterday")
    func morning() throws {
        let morning = CalendarTime(local: Fixture.now).at(hour: 8, minute: 0).timestamp
        let result = focus(all: ["history", "since", "9"], control: control, now: morning)
        let command = "history --since 'yesterday 09:00'"
        #expect(result.errors.hasSuffix(" then: focus-switch \(command)\n"), "\(result.errors)")
        try focus.expectDone(command, control: control, now: morning)
    }

    @Test("an option of the step that is typed already gives way to help")
    func twice() throws {
        let words = ["history", "friday", "--since", "9:00"]
        let result = focus(all: words, control: control, now: Self.afternoon)
        #expect(!result.errors.contains("--since friday"), "\(result.errors)")
        #expect(result.errors.contains("focus-switch history --help\n"), "\(result.errors)")
    }

    @Test(
        "a sender with the name of a day precedes the day, also behind a word",
        arguments: ["history Friday", "history from Friday", "missed of Friday"])
    func friday(_ words: String) throws {
        let app = SeenApp(
            AppID("org.example.Friday"), names: ["Friday"], count: 2, latest: Fixture.now)
        control.answers["ListApps"] = [.array(of: "a{sv}", [app.value])]
        let result = try focus.expectDone(words, control: control, now: Self.afternoon)
        #expect(!result.errors.contains("is no app"), "\(result.errors)")
    }

    @Test("last week and last month end before this one")
    func lastWeek() throws {
        for span in ["week", "month"] {
            let words = ["history", "last", span, "Chat"].withSynonym(CommandTable.all)
            #expect(
                words == ["history", "--since", "last \(span)", "--before", "this \(span)", "Chat"])
        }
        try focus.expectDone("history last week", control: control)
    }
}
