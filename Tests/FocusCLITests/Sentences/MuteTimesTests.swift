// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Times of the day behind mute") @LoopActor struct MuteTimesTests {
    private static let lists: [MemberName: [Value]] = [
        "Mutes": [FieldsBuilder.list([])], "Mute": [], "Unmute": [],
        "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
        "ListPeople": [FieldsBuilder.list([])],
    ]

    @Test(
        "times lead to a Focus with a schedule, and to an end if it is that time",
        arguments: [
            ("between 0:01 and 23:59", true), ("from 0:01 to 23:59", true), ("0:01-23:59", true),
            ("from 0:00 to 0:01", false), ("mon from 0:01 to 23:59", false),
        ])
    func times(_ times: String, _ isNow: Bool) throws {
        let focus = try Configuration()
        let control = FakeControl(Fixture.control(Self.lists))
        let words = ["mute", "Chat"] + times.split(separator: " ").map(String.init)
        let result = focus(all: words, control: control)
        #expect(result.code == .usage)
        #expect(result.errors.contains("“\(times)” are times of the day"), "\(result.errors)")
        #expect(result.errors.contains("focus-switch schedule set hours --focus FOCUS"))
        #expect(result.errors.hasSuffix(": focus-switch silence Chat --focus FOCUS\n"))
        let command = "mute Chat --until 23:59"
        #expect(
            result.errors.contains("From now until then: focus-switch \(command)\n") == isNow,
            "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Mute" })
        try focus.expectDone(command, control: control)
    }

    @Test(
        "times for all apps lead to Do Not Disturb",
        arguments: ["all 0:01-23:59", "everything 0:01-23:59", "all notifications 0:01-23:59"])
    func all(_ words: String) throws {
        let focus = try Configuration()
        var lists = Self.lists
        lists["ActivateWith"] = []
        lists["Reload"] = [.strings([])]
        let control = FakeControl(Fixture.control(lists))
        let typed = ["mute"] + words.split(separator: " ").map(String.init)
        let result = focus(all: typed, control: control)
        let steps = ["dnd --until 23:59", "schedule set hours --focus dnd --from 00:01 --to 23:59"]
        for step in steps {
            #expect(result.errors.contains(": focus-switch \(step)\n"), "\(result.errors)")
            try focus.expectDone(step, control: step.hasPrefix("dnd") ? control : nil)
        }
        #expect(!result.errors.contains("mute all"), "\(result.errors)")
        #expect(!result.errors.contains("silence all --"), "\(result.errors)")
    }

    @Test(
        "times over midnight are around a time before it and one after it",
        arguments: [(23, true), (1, true), (12, false)])
    func midnight(_ hour: Int, _ isNow: Bool) throws {
        let focus = try Configuration()
        let control = FakeControl(Fixture.control(Self.lists))
        let now = CalendarTime(local: Fixture.now).at(hour: hour, minute: 0).timestamp
        let result = focus(all: ["mute", "Chat", "22-6"], control: control, now: now)
        let step = ": focus-switch mute Chat --until 06:00\n"
        #expect(result.errors.contains(step) == isNow, "\(result.errors)")
    }

    @Test("days without a mark are before a range of times", arguments: ["mon-fri", "every day"])
    func days(_ days: String) throws {
        let focus = try Configuration()
        let control = FakeControl(Fixture.control(Self.lists))
        let words = ["mute", "Chat"] + "\(days) 9-17".split(separator: " ").map(String.init)
        let result = focus(all: words, control: control)
        #expect(result.errors.contains("“\(days) 9-17” are times of the day"), "\(result.errors)")
        #expect(result.errors.hasSuffix(": focus-switch silence Chat --focus FOCUS\n"))
    }

    @Test(
        "several mutes end at once, with an “and” or without",
        arguments: ["Chat Mail", "Chat and Mail"])
    func unmuteSeveral(_ apps: String) throws {
        let focus = try Configuration()
        var lists = Self.lists
        lists["Mutes"] = [
            FieldsBuilder.list(
                ["org.example.Chat", "Mail"].map { id in
                    let span = UserSpan(since: Fixture.now, end: .never)
                    return MuteWire(Mute(AppID(id), span: span), name: nil).value
                })
        ]
        let control = FakeControl(Fixture.control(lists))
        let result = try focus.expectDone("unmute \(apps)", control: control)
        #expect(control.calls.filter { $0.member == "Unmute" }.count == 2, "\(result)")
    }
}
