// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Issue 17: `on work --for 1h` in the time of Work's schedule gave no reason for another end.
@Suite("Ends of a Focus") @LoopActor struct EndNoteTests {
    private static let hour: Int64 = 3_600_000

    /// Returns a focusd in which Work, once on, ends at that time.
    private func control(until: Timestamp?, then next: FocusSummary? = nil) -> FakeControl {
        var status = Fixture.status
        status.activation?.until = until
        var changes: [UpcomingChange] = []
        if let until, let next {
            let outcome = Activation(
                focus: next.id, since: Fixture.now, cause: .schedule, schedule: "night")
            changes = [UpcomingChange(.init(time: until, outcome: outcome), name: next.name)]
        }
        return FakeControl(
            Fixture.control([
                "ActivateWith": [], "Status": [status.value],
                "Upcoming": [FieldsBuilder.list(changes.map(\.value))],
            ]))
    }

    private func at(_ milliseconds: Int64) -> Timestamp {
        Timestamp(rawValue: Fixture.now.rawValue + milliseconds)
    }

    /// Returns `at 14:05`, or a day with a time.
    private func when(_ time: Timestamp) -> String {
        let text = TimeText.upcomingWithDate(time, now: Fixture.now)
        return text.first?.isNumber == true ? "at \(text)" : text
    }

    @Test("the asked end needs no explanation")
    func asAsked() throws {
        let focus = try Configuration()
        let until = at(Self.hour + 20)
        let result = focus("on", "work", "--for", "1h", control: control(until: until))
        let time = TimeText.upcomingWithDate(until, now: Fixture.now)
        #expect(result.output == "Work is on until \(time).\n")
    }

    @Test("an end that is gone is told")
    func lostEnd() throws {
        let focus = try Configuration()
        let until = at(Self.hour)
        let control = control(until: until)
        control.answer = { [control] call in
            let isOn = control.calls.contains { $0.member == "Activate" }
            return call.member == "Status" && isOn ? .success([Fixture.status.value]) : nil
        }
        let time = TimeText.upcomingWithDate(until, now: Fixture.now)
        #expect(
            focus("on", "work", control: control).output
                == "Work is on.\nIt was on until \(time) before, and has no end now.\n")
    }

    /// It said “It does not end” of an end that comes in ten years.
    @Test("an end beyond the forecast is told as such")
    func tooFar() throws {
        let result = try Configuration()(
            "on", "work", "--for", "99999h", control: control(until: nil))
        #expect(result.output.hasPrefix("Work is on.\nWork was asked to end "), "\(result)")
        #expect(!result.output.contains("does not end"), "\(result)")
    }

    @Test("a schedule that keeps the Focus on is named")
    func schedule() throws {
        let focus = try Configuration()
        try focus.write(
            "work",
            "[Focus]\nName=Work\n\n[Schedule office]\nFrom=00:00\nTo=00:00\n"
                + "Days=Mon;Tue;Wed;Thu;Fri;Sat;Sun;\n")
        let result = focus(
            "on", "work", "--for", "1h", control: control(until: at(3 * Self.hour)))
        let asked = when(at(Self.hour))
        #expect(
            result.output.hasSuffix(
                "It does not end \(asked): the schedule “office” of Work (00:00 for 24"
                    + " hours) keeps it on then.\n"), "\(result.output)")
    }

    @Test("a trigger that keeps the Focus on is named")
    func trigger() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n\n[Triggers]\nFullScreen=true\n")
        let result = focus("on", "work", "--for", "1h", control: control(until: nil))
        let asked = when(at(Self.hour))
        #expect(
            result.output == "Work is on.\nIt does not end \(asked): Work is on while a window"
                + " fills the screen.\n", "\(result.output)")
    }

    /// A trial with a newcomer: the answer hid that the Focus comes back.
    @Test("the time at which the Focus comes back before the end is named")
    func comeback() throws {
        let focus = try Configuration()
        let (half, back, end) = (at(Self.hour / 2), at(Self.hour), at(2 * Self.hour))
        let sleep = FocusSummary(Focus(id: FocusID("sleep"), name: "Sleep"), isActive: false)
        let control = control(until: half, then: sleep)
        var again = UpcomingChange(
            .init(
                time: back,
                outcome: .init(focus: FocusID("work"), since: Fixture.now, cause: .manual)),
            name: "Work")
        again.until = end
        let nap = UpcomingChange(
            .init(
                time: half,
                outcome: .init(
                    focus: sleep.id, since: Fixture.now, cause: .schedule, schedule: "nap")),
            name: "Sleep")
        control.answers["Upcoming"] = [FieldsBuilder.list([nap, again].map(\.value))]
        let result = focus("on", "work", "--for", "2h", control: control)
        let until = TimeText.upcomingWithDate(end, now: Fixture.now)
        #expect(
            result.output.hasSuffix(
                "begins before that, \(when(half)). Work is on again \(when(back)), until"
                    + " \(until).\n"), "\(result.output)")
    }

    /// A trial with a newcomer: “until you log out” hid the schedule that began a second later.
    @Test("another Focus that begins before the logout is named, by status, too")
    func logout() throws {
        let focus = try Configuration()
        let (half, back) = (at(Self.hour / 2), at(Self.hour))
        let sleep = FocusSummary(Focus(id: FocusID("sleep"), name: "Sleep"), isActive: false)
        let control = control(until: nil)
        var status = Fixture.status
        status.activation?.endsWithSession = true
        control.answers["Status"] = [status.value]
        let nap = UpcomingChange(
            .init(
                time: half,
                outcome: .init(
                    focus: sleep.id, since: Fixture.now, cause: .schedule, schedule: "nap")),
            name: "Sleep")
        let again = UpcomingChange(
            .init(
                time: back,
                outcome: .init(focus: FocusID("work"), since: Fixture.now, cause: .manual)),
            name: "Work")
        control.answers["Upcoming"] = [FieldsBuilder.list([nap, again].map(\.value))]
        let result = focus("on", "work", "--until-logout", control: control)
        let latest = TimeText.upcomingWithDate(half, now: Fixture.now)
        #expect(
            result.output == "Work is on until you log out, at the latest until \(latest).\n"
                + "Sleep (schedule nap) takes over \(when(half)). Work is on again \(when(back)).\n",
            "\(result.output)")
        let time = TimeText.upcoming(half, now: Fixture.now)
        let shown = focus("status", control: control).output
        #expect(
            shown.hasPrefix(
                "Work is on until you log out, at the latest until \(time), turned on by hand"),
            "\(shown)")
    }

    @Test("another Focus that begins before the end is named")
    func other() throws {
        let focus = try Configuration()
        let sleep = FocusSummary(Focus(id: FocusID("sleep"), name: "Sleep"), isActive: false)
        let result = focus(
            "on", "work", "--for", "2h", control: control(until: at(Self.hour), then: sleep))
        #expect(
            result.output.contains(
                ": Sleep (schedule night) begins before that, \(when(at(Self.hour))).\n"),
            "\(result.output)")
    }
}
