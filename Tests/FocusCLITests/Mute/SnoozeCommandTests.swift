// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("snooze") @LoopActor struct SnoozeCommandTests {
    private static var control: FakeControl {
        var entry = Fixture.entry()
        entry.snoozedUntil = Fixture.now.adding(1_200_000)
        return FakeControl(
            Fixture.control([
                "SnoozeFor": [.uint32(1)], "Snooze": [.uint32(1)],
                "Snoozed": [Fixture.list([entry])], "Entries": [Fixture.list([entry])],
            ]))
    }

    @Test("a length of time and a time of the clock are two calls")
    func calls() {
        let control = Self.control
        let result = run(["snooze", "12", "--for", "20min"], control)
        #expect(result.output.hasPrefix("Snoozed 1 notification until "))
        #expect(
            control.calls.last
                == .init("SnoozeFor", .array(of: "u", [.uint32(12)]), .int64(1_200_000)))
        #expect(run(["snooze", "12", "--until", "tomorrow"], control).code == .done)
        #expect(control.calls.last?.member == "Snooze")
    }

    /// Issue 17: `snooze 1h 12` was a length of time without an id.
    @Test(
        "numbers behind a length of time are ids",
        arguments: [
            (["1h", "12"], [12], 60), (["for", "1h", "12", "13"], [12, 13], 60),
            (["20", "min", "12"], [12], 20), (["half", "an", "hour", "12,13"], [12, 13], 30),
            (["12,13", "20min"], [12, 13], 20),
        ] as [([String], [UInt32], Int64)])
    func idsBehind(_ words: [String], _ ids: [UInt32], _ minutes: Int64) {
        let control = Self.control
        control.answers["SnoozeFor"] = [.uint32(UInt32(ids.count))]
        let result = run(["snooze"] + words, control)
        #expect(result.code == .done, "\(result.errors)")
        let list = Value.array(of: "u", ids.map { .uint32($0) })
        #expect(control.calls.contains(.init("SnoozeFor", list, .int64(minutes * 60_000))))
        // Without an id, the number belongs to the time.
        #expect(run(["snooze", "1h12"], control).code == .usage)
        #expect(run(["snooze", "1h", "12", "--for", "2h"], control).errors.contains("two ends"))
    }

    /// A trial with a newcomer: nothing told how to end a snooze.
    @Test("the command that ends the snooze is named, in the list in its own keys")
    func advice() {
        let control = Self.control
        #expect(
            run(["snooze", "12", "--for", "20min"], control).output.hasSuffix(
                ".\nTo end that: focus-switch snooze --undo 12\n"))
        control.answers["SnoozeFor"] = [.uint32(2)]
        control.answer = { call in
            guard call.member == "Entry", let id = call.arguments.first?.asUInt32 else {
                return nil
            }
            return .success([Fixture.entry(id: id).value])
        }
        #expect(
            run(["snooze", "12", "13", "--for", "20min"], control).output.hasSuffix(
                ".\nTo end these: focus-switch snooze --undo 12 13\n"))
        let many = (1...20).map { String($0) }
        control.answers["SnoozeFor"] = [.uint32(20)]
        #expect(
            run(["snooze"] + many + ["--for", "20min"], control).output.hasSuffix(
                ".\nTo list the snoozed notifications: focus-switch snooze\n"))
        let json = run(["snooze", "12", "--for", "20min", "--json"], control)
        #expect(!json.output.contains("To end"), "\(json.output)")
        control.answers["Unsnooze"] = [.uint32(1)]
        let list = RunningProgram(control)
        list.typed = ["z 12", "z --undo 12", "q"]
        list.start(["missed", "--wait"])
        #expect(list.result.output.contains("\nTo end that: z --undo 12\n"))
        #expect(list.result.output.contains("> The snooze has ended: "), "\(list.result.errors)")
    }

    @Test("an end is needed, and one that fails is named")
    func failures() {
        let control = Self.control
        let endless = run(["snooze", "12"], control)
        #expect(endless.code == .usage)
        #expect(endless.errors.contains("--for 20min"))
        // A trial with a newcomer: an end was asked for, of a notification that was not there.
        let gone = Self.control
        gone.refusals["Entry"] = .refused(.notFound, message: "none")
        #expect(run(["snooze", "999"], gone).errors.contains("there is no notification 999"))
        // All of these can be snoozed, with an end.
        for state in [EntryState.shown, .queued, .expired] {
            let live = Self.control
            live.answers["Entry"] = [Fixture.entry(verdict: .deliver, state: state).value]
            let result = run(["snooze", "12"], live)
            #expect(result.code == .usage)
            #expect(result.errors.contains("expected an end: --for 20min"), "\(result)")
        }
        for words in [["--until", "forever"], ["--for", "forever"], ["forever"]] {
            let result = run(["snooze", "12"] + words, control)
            #expect(
                result.errors == """
                    focus-switch: a snooze needs a time to come: --for 20min, or --until 18:00
                    For good: focus-switch missed dismiss 12

                    """, "\(result)")
        }
        // The list of missed notifications has no option --for.
        let number = run(["snooze", "19", "5"], control)
        #expect(
            number.errors == """
                focus-switch: “5” is an id here, since a time needs a unit
                For 5 minutes: focus-switch snooze 19 5min

                """)
        let partly = run(["snooze", "12", "13", "--for", "1h"], control)
        #expect(partly.code == .refused)
        #expect(partly.errors.contains("1 notification could not be snoozed"))
    }

    /// No command ended a snooze and left the notification in the missed list.
    @Test("snooze --undo ends a snooze, and says if there was none")
    func undo() {
        let control = Self.control
        control.answers["Unsnooze"] = [.uint32(1)]
        let result = run(["snooze", "--undo", "12"], control)
        #expect(result.code == .done, "\(result.errors)")
        #expect(
            result.output == "The snooze has ended: the notification stays in the missed list.\n")
        #expect(control.calls.last == .init("Unsnooze", .array(of: "u", [.uint32(12)])))
        #expect(run(["snooze", "12,13", "--undo"], control).errors.contains("was not snoozed"))
        control.answers["Unsnooze"] = [.uint32(0)]
        let none = run(["snooze", "--undo", "12"], control)
        #expect(none.code == .refused)
        #expect(none.errors.contains("notification 12 is not snoozed"), "\(none.errors)")
        #expect(run(["snooze", "--undo"], control).code == .usage)
        let all = run(["snooze", "--undo", "all"], control)
        #expect(all.code == .usage)
        #expect(all.errors.contains("focus-switch snooze --undo 12"), "\(all.errors)")
        #expect(run(["snooze", "--undo", "12", "--for", "1h"], control).code == .usage)
    }

    /// A trial with a newcomer: `snooze 5 0min` named “off” and “unmute”.
    @Test(
        "a snooze that would end at once leads to its end",
        arguments: [["12", "0min"], ["12", "for", "0h"], ["12", "--for", "0min"], ["12", "0"]])
    func zero(_ words: [String]) {
        let result = run(["snooze"] + words, Self.control)
        #expect(result.code == .usage)
        #expect(result.errors.contains(": focus-switch snooze --undo 12\n"), "\(result.errors)")
        #expect(!result.errors.contains("unmute"), "\(result.errors)")
    }

    @Test("the lists say when a notification comes back")
    func lists() {
        #expect(run(["snooze"], Self.control).output.contains("until "))
        #expect(run(["missed"], Self.control).output.contains("snoozed until "))
        #expect(run(["snooze", "--json"], Self.control).output.contains("\"snoozedUntil\""))
    }

    /// Issue 17: reading, dismissing and clearing a badge ended a snooze without a word.
    @Test(
        "what ends a snooze says so",
        arguments: [
            (["missed", "read", "12"], "MarkRead"), (["missed", "dismiss", "12"], "Dismiss"),
            (["missed", "clear", "--yes"], "ClearMissed"),
            (["badge", "clear", "org.example.Chat"], "ClearBadge"),
            (["badge", "clear", "--all", "--yes"], "ClearBadge"),
            (["forget", "org.example.Chat", "--yes"], "Forget"),
        ])
    func ended(_ words: [String], _ member: String) throws {
        let name = try MemberName(member)
        func control(ends: Bool) -> FakeControl {
            let control = Self.control
            control.answers[name] = [.uint32(1)]
            control.answers["Badges"] = [
                .dictionary(
                    key: "s", value: "u",
                    [DictionaryEntry(key: .string("org.example.Chat"), value: .uint32(1))])
            ]
            control.answers["ListApps"] = [.array(of: "a{sv}", [Fixture.seenApp.value])]
            control.answer = { [weak control] call in
                guard ends, call.member == "Snoozed",
                    control?.calls.contains(where: { $0.member == name }) == true
                else { return nil }
                return .success([Fixture.list([])])
            }
            return control
        }
        let sentence = "That ended the snooze of 12: it does not come back.\n"
        let result = run(words, control(ends: true), environment: ["HOME": "/nonexistent"])
        #expect(result.code == .done)
        #expect(result.output.hasSuffix(sentence), "\(result.output)")
        let kept = run(words, control(ends: false), environment: ["HOME": "/nonexistent"])
        #expect(!kept.output.contains("snooze"), "\(kept.output)")
        guard member != "Forget" else { return }
        let json = run(words + ["--json"], control(ends: true))
        #expect(json.output.contains("\"endedSnoozes\":[12]"), "\(json.output)")
    }

    @Test("the question before clearing the missed list counts the snoozed ones")
    func question() {
        let program = RunningProgram(Self.control)
        program.typed = ["n"]
        program.start(["missed", "clear"])
        #expect(
            program.result.output.contains("Dismiss 2 notifications, 1 of them snoozed? [y/N]"),
            "\(program.result.output)")
    }
}
