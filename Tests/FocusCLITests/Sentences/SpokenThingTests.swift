// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Words for schedules, triggers, rules, filters, badges and Focuses.
@Suite("Words for a thing of a Focus") @LoopActor struct SpokenThingTests {
    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "ActivateWith": [], "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
        ]))

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
    }

    /// A trial with a newcomer: the printed commands put apps “trigger” and “vpn” on a list, made a
    /// Focus “focus Gym”, or failed.
    @Test(
        "words for a thing of a Focus, or for a Focus, lead to the command for it",
        arguments: [
            ("switch to work", "on work"), ("switch to dnd", "on dnd"), ("turn to work", "on work"),
            ("switch from gym to work", "on work"), ("switch focus to work", "on work"),
            ("start work mode", "on work"), ("switch work to off", "off work"),
            ("add trigger vpn to work", "trigger add vpn --focus work"),
            ("add vpn trigger to work", "trigger add vpn --focus work"),
            ("add trigger work vpn", "trigger add vpn --focus work"),
            ("add calendar trigger to work", "trigger add calendar --focus work"),
            ("add calendar to work", "trigger add calendar --focus work"),
            ("add trigger flurb to work", "trigger add --help"),
            ("add schedule work 9-17", "schedule set hours --focus work --from 09:00 --to 17:00"),
            ("set schedule work 9-17", "schedule set hours --focus work --from 09:00 --to 17:00"),
            ("schedule work 20-21", "schedule set hours --focus work --from 20:00 --to 21:00"),
            (
                "add schedule sat 9-17 to work",
                "schedule set hours --focus work --days sat --from 09:00 --to 17:00"
            ),
            ("add a schedule to work", "schedule set --help"),
            ("add rule x to work", "rule add --help"), ("add filter Slack", "filter add --help"),
            ("add focus filter Slack", "filter add --help"),
            ("add badge Slack", "badge --help"), ("block rule x", "rule --help"),
            ("remove schedule hours from gym", "schedule remove hours --focus gym"),
            ("remove schedule hours", "schedule remove hours --focus gym"),
            ("delete schedule hours", "schedule remove hours --focus gym"),
            ("remove schedule nap", "schedule list"),
            ("remove rule boss from gym", "rule remove boss --focus gym"),
            ("remove trigger vpn from gym", "trigger remove vpn --focus gym"),
            ("remove filter Slack from gym", "filter --help"),
            ("new focus Swim", "create Swim"), ("add focus Swim", "create Swim"),
            ("create focus Swim", "create Swim"), ("create a focus Swim", "create Swim"),
            ("create a new focus called Swim", "create Swim"),
            ("create Deep Swim --icon x", "create 'Deep Swim' --icon x"),
            ("rename gym Day Job", "rename gym 'Day Job'"),
        ])
    func thing(_ words: String, _ command: String) throws {
        try focus.writeGym()
        let list = [FieldsBuilder.list([])]
        control.answers.merge([
            "Reload": [.strings([])], "ListPeople": list, "Mutes": list,
            "Entries": [Fixture.list([])],
        ]) { $1 }
        let result = focus(all: words.split(separator: " ").map(String.init), control: control)
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        #expect(!result.errors.contains("focus-switch allow"), "\(result.errors)")
        try focus.expectDone(command, control: control)
    }

    /// A trial with a newcomer: the step for the second times overwrote the first ones.
    @Test("a step for times of the day never overwrites a schedule, and a change says what it was")
    func freeName() throws {
        control.answers["Reload"] = [.strings([])]
        let days = [("sat 10-12", "hours"), ("sun 10-12", "hours-2"), ("sun 10-12", "hours-2")]
        for (times, name) in days {
            let words = ["schedule", "set", "work"] + times.split(separator: " ").map(String.init)
            let errors = focus(all: words, control: control).errors
            let command =
                "schedule set \(name) --focus work --days \(times.prefix(3)) --from 10:00 --to 12:00"
            #expect(errors.contains(": focus-switch \(command)\n"), "\(errors)")
            let step = try focus.expectDone(command, control: control)
            #expect(!step.output.contains(" was "), "\(step)")
        }
        let again = focus("work", "every", "mon", "10-12", control: control).errors
        #expect(again.contains("schedule set hours-3 --focus work --days mon"), "\(again)")
        let typed = focus(
            "schedule", "set", "hours", "--focus", "work", "--days", "mon", control: control)
        #expect(typed.output.contains("\n“hours” was Sat, 10:00 to 12:00.\n"), "\(typed)")
    }

    @Test("a Focus beside words that name nothing is not deleted at once")
    func deleteFocus() {
        let lines = [("delete my focus work", "work"), ("delete focus Work --yes", "Work")]
        for (words, name) in lines {
            let result = focus(all: words.split(separator: " ").map(String.init), control: control)
            #expect(result.code == .usage, "\(result)")
            let step = "To delete that Focus: focus-switch delete \(name)\n"
            #expect(result.errors.hasSuffix(step), "\(result.errors)")
            #expect(focus.text("work") != nil)
        }
    }

    @Test("history delete means history clear")
    func historyDelete() {
        let words = ["history", "delete", "Chat"].withSynonym(CommandTable.all)
        #expect(words == ["history", "clear", "Chat"])
    }

    @Test("a name is not corrected to days")
    func nameLikeDays() {
        let fun = focus("schedule", "set", "fun", "9-17", control: control).errors
        #expect(fun.contains("schedule set fun --focus FOCUS --from 09:00 --to 17:00\n"), "\(fun)")
        let unknown = focus("set", "schedule", "reading", "9-17", control: control).errors
        #expect(unknown.contains("schedule set reading --focus FOCUS --from 09:00"), "\(unknown)")
        #expect(ScheduleWords(["work", "9-17"]) == nil)
    }
}
