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
            let step = focus(all: try shellWords(command), control: control)
            #expect(step.code == .done && !step.output.contains(" was "), "\(step)")
        }
        let again = focus("work", "every", "mon", "10-12", control: control).errors
        #expect(again.contains("schedule set hours-3 --focus work --days mon"), "\(again)")
        let typed = focus(
            "schedule", "set", "hours", "--focus", "work", "--days", "mon", control: control)
        #expect(typed.output.contains("\n“hours” was Sat, 10:00 to 12:00.\n"), "\(typed)")
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
