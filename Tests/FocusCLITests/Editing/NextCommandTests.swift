// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: `next` named no delivery times, and no schedules behind a trigger.
@Suite("next") @LoopActor struct NextCommandTests {
    private func control(_ status: ServiceStatus, _ changes: [UpcomingChange] = []) -> FakeControl {
        FakeControl(
            Fixture.control([
                "Status": [status.value], "Skips": [.array(of: "a{sv}", [])],
                "Upcoming": [.array(of: "a{sv}", changes.map(\.value))],
            ]))
    }

    private func moment(_ text: String) throws -> Timestamp {
        try #require(MomentWords.past(text, now: Fixture.now))
    }

    @Test("the times at which a Focus shows what it has silenced are listed while it is on")
    func deliveries() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nDeliver=13:30;17:00;19:00;\n")
        try focus.write("sleep", "[Focus]\nName=Sleep\nDeliver=06:00;08:00;\n")
        let (evening, night) = (try moment("2026-11-21 18:00"), try moment("2026-11-21 22:00"))
        let sleep = Activation(
            focus: FocusID("sleep"), since: night, cause: .schedule, schedule: "s",
            until: try moment("2026-11-22 07:00"))
        let changes = [
            UpcomingChange(Agenda.Change(time: evening, outcome: nil), name: nil),
            UpcomingChange(Agenda.Change(time: night, outcome: sleep), name: "Sleep"),
        ]
        #expect(
            focus("next", control: control(Fixture.status, changes)).output == """
                13:30           Work shows what it has silenced
                17:00           Work shows what it has silenced
                18:00           Work ends
                22:00           Sleep begins (s), until tomorrow 07:00
                tomorrow 06:00  Sleep shows what it has silenced

                """)
        // Without an end, each time is listed once.
        #expect(
            focus("next", control: control(Fixture.status)).output == """
                Work stays on until you turn it off.
                13:30  Work shows what it has silenced
                17:00  Work shows what it has silenced
                19:00  Work shows what it has silenced

                """)
    }

    @Test("while a trigger keeps a Focus on, the schedules that wait for its end are listed")
    func schedulesBehindATrigger() throws {
        let focus = try Configuration()
        try focus.write(
            "sleep",
            "[Focus]\nName=Sleep\n[Schedule bedtime]\nDays=Sat;Sun;\nFrom=22:30\nTo=07:00\n")
        var status = Fixture.status
        status.activation?.cause = .trigger
        status.activation?.trigger = .screenShared
        #expect(
            focus("next", control: control(status)).output == """
                Work stays on while the screen is shared or recorded. By schedule, once it is off:
                22:30  Sleep begins (bedtime)

                """)
        let skipping = control(status)
        let night = try moment("2026-11-21 22:30")
        let window = SkippedWindow(
            focus: FocusID("sleep"), schedule: "bedtime", start: night,
            end: try moment("2026-11-22 07:00"))
        skipping.answers["Skips"] = [.array(of: "a{sv}", [window.value])]
        #expect(
            focus("next", control: skipping).output.hasSuffix(
                "\ntomorrow 22:30  Sleep begins (bedtime)\n"))
        try focus.write("sleep", "[Focus]\nName=Sleep\n")
        #expect(
            focus("next", control: control(status)).output
                == "Work stays on while the screen is shared or recorded.\n")
    }
}
