// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Command lines of the missed list that lack an id, or name an app in its place, and its words for
/// a state.
@Suite("Words of missed") @LoopActor struct MissedWordsTests {
    private let control = FakeControl(
        Fixture.control(["Entries": [Fixture.list([Fixture.entry(), Fixture.entry(id: 13)])]]))

    @Test(
        "a command for notifications that gets none, or an app, names the next step",
        arguments: [
            (["show"], "expected the id of a notification; focus-switch missed lists the ids"),
            (["act"], "notification and an action; focus-switch missed lists the ids"),
            (["reply", "12"], "notification and a text; focus-switch missed lists the ids"),
            (["allow"], "focus-switch missed lists the ids"),
            (["mute"], "focus-switch missed lists the ids"),
            (["snooze", "--for", "1h"], "notifications; focus-switch missed lists the ids"),
            (["read"], "or --all; focus-switch missed lists the ids"),
            (["deliver", "big", "chat"], "focus-switch missed deliver --app 'big chat'\n"),
            (["dismiss", "chat"], "focus-switch missed dismiss --app chat\n"),
            (["clear", "chat"], "focus-switch missed dismiss --app chat\n"),
            (["clear", "12,", "13"], "focus-switch missed dismiss 12 13\n"),
            (["clear", "all"], "focus-switch missed clear\n"),
            (["clear", "all", "now"], "focus-switch missed clear\n"),
            (["clear", "them"], "focus-switch missed clear\n"),
            (["clear", "12", "now"], "focus-switch missed dismiss 12\n"),
            (["clear", "--app", "chat"], "focus-switch missed dismiss --app APP\n"),
            (["deliver", "all", "now"], "focus-switch missed deliver --all\n"),
            (["deliver", "everything"], "focus-switch missed deliver --all\n"),
            (["deliver", "12", "13", "now"], "focus-switch missed deliver 12 13\n"),
        ])
    func nextStep(_ words: [String], _ text: String) {
        let result = run(["missed"] + words, control)
        #expect(result.code == .usage)
        #expect(result.errors.contains(text), "\(result.errors)")
    }

    /// A trial with a newcomer: the step of `snooze last 10min` muted an app “last”.
    @Test(
        "a word for the newest notification leads to its id",
        arguments: [
            ("snooze last 10min", "snooze 12 10min"), ("missed show latest", "missed show 12"),
            ("missed last", "missed 12"), ("missed dismiss Newest", "missed dismiss 12"),
            ("explain last", "explain 12"), ("snooze last", "snooze 12 --for 1h"),
            ("snooze last --for 5min", "snooze 12 --for 5min"),
        ])
    func newest(_ words: String, _ command: String) {
        let nowhere = ["XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent"]
        let typed = words.split(separator: " ").map(String.init)
        let result = run(typed, control, environment: nowhere)
        #expect(result.code == .usage)
        #expect(
            result.errors.hasSuffix(
                "is not the id of a notification\n"
                    + "For the newest one, of org.example.Chat: focus-switch \(command)\n"),
            "\(result.errors)")
        // Without focusd, the id is not known.
        let alone = run(typed, environment: nowhere)
        #expect(alone.errors.contains(": focus-switch history --limit 1\n"), "\(alone.errors)")
    }

    /// A trial with a newcomer: an app “last” was muted.
    @Test("a word for the newest notification mutes no app", arguments: ["last", "Newest"])
    func muteNewest(_ word: String) {
        control.answers["Mute"] = []
        control.answers["ListApps"] = [FieldsBuilder.list([Fixture.seenApp.value])]
        control.answers["Mutes"] = [FieldsBuilder.list([])]
        let nowhere = ["XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent"]
        let result = run(["mute", word, "1h"], control, environment: nowhere)
        #expect(result.code == .usage)
        #expect(
            result.errors.contains("there is no app “\(word)”\nFor the app of the newest"),
            "\(result.errors)")
        #expect(
            result.errors.hasSuffix(": focus-switch mute org.example.Chat 1h\n"),
            "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Mute" })
        let step = run(["mute", "org.example.Chat", "1h"], control, environment: nowhere)
        #expect(step.code == .done, "\(step)")
    }

    @Test("missed read --all asks about the whole list")
    func question() {
        let program = RunningProgram(control)
        program.typed = ["n"]
        program.start(["missed", "read", "--all"])
        #expect(program.result.output.hasPrefix("Mark 2 notifications as read? [y/N] "))
    }

    /// A trial with a newcomer: “read, read”.
    @Test(
        "show says once that a notification was read",
        arguments: [(EntryState.read, "read"), (.shown, "shown, read")])
    func readState(_ state: EntryState, _ text: String) {
        var entry = Fixture.entry()
        entry.record.state = state
        entry.record.isRead = true
        let result = run(
            ["missed", "show", "12"], FakeControl(Fixture.control(["Entry": [entry.value]])))
        #expect(result.output.contains("State     \(text)\n"), "\(result.output)")
    }

    /// It said “Invoked “default””, of a button that is called “Open” elsewhere.
    @Test("a default action without a label is called Open")
    func defaultWithoutLabel() {
        var entry = Fixture.entry()
        entry.record.actions = [Action(key: "default", label: ""), Action(key: "more", label: "")]
        let control = FakeControl(Fixture.control(["Entry": [entry.value]]))
        for words in [[], ["open"], ["default"]] {
            let result = run(["missed", "act", "12"] + words, control)
            #expect(result.output.hasPrefix("Invoked “Open” of "), "\(result)")
            #expect(control.calls.last == .init("Act", .uint32(12), .string("default")))
        }
        let shown = run(["missed", "show", "12"], control).output
        #expect(shown.contains(" default (Open), more\n"), "\(shown)")
    }
}
