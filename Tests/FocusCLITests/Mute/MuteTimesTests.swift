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
