// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Words behind mute that are no apps") @LoopActor struct MuteWordsTests {
    /// Finds no app of the machine that runs the tests.
    private static let nowhere = [
        "XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent", "PATH": "/usr/bin:/bin",
    ]

    private func control() -> FakeControl {
        let mute = Mute(
            AppID("org.example.Chat"), span: UserSpan(since: Fixture.now, end: .never),
            isNewApp: false)
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

    /// A trial with a newcomer: these muted an app of that name.
    @Test("words for a state name no app", arguments: ["off", "toggle", "status"])
    func state(_ word: String) {
        let control = control()
        let result = run(["mute", word], control)
        #expect(result.code == (word == "status" ? .done : .usage), "\(result)")
        #expect(!control.calls.contains { $0.member == "Mute" })
        #expect(run(["mute", word, "--yes"], control).code == .done)
        #expect(control.calls.contains { $0.member == "Mute" })
    }

    @Test("words for a part of the day behind an app are its end")
    func day() {
        let noon = CalendarTime(local: Fixture.now).at(hour: 12, minute: 0).timestamp
        for (time, end) in [("all day", "tomorrow"), ("this afternoon", "18:00")] {
            let control = control()
            let words = ["mute", "Chat"] + time.split(separator: " ").map(String.init)
            let result = FocusCLITests.run(
                words, control, environment: Self.nowhere, now: noon)
            #expect(result.code == .usage)
            #expect(
                result.errors.hasSuffix(": focus-switch mute Chat --until \(end)\n"),
                "\(result.errors)")
            #expect(!control.calls.contains { $0.member == "Mute" })
        }
    }

    @Test(
        "a later end of a mute is an end",
        arguments: [("in 1h", "--for 1h"), ("at 5", "--until 5")])
    func later(_ time: String, _ option: String) {
        let control = control()
        let result = run(["unmute", "chat"] + time.split(separator: " ").map(String.init), control)
        #expect(result.code == .usage)
        #expect(
            result.errors.hasSuffix("To set an end: focus-switch mute chat \(option)\n"),
            "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Unmute" })
    }
}
