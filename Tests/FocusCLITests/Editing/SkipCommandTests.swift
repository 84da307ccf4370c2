// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("skip") @LoopActor struct SkipCommandTests {
    private static let window = SkippedWindow(
        focus: FocusID("work"), schedule: "office", start: Fixture.now.adding(-3_600_000),
        end: Fixture.now.adding(3_600_000))
    private static let times: [Value] = [
        .int64(window.start.rawValue), .int64(window.end.rawValue),
    ]

    /// - Parameter activation: the active Focus.
    private static func control(
        _ activation: Activation? = nil, upcoming: [UpcomingChange] = [],
        skips: [SkippedWindow] = []
    ) -> FakeControl {
        var status = ServiceStatus()
        status.activation = activation
        return FakeControl(
            Fixture.control([
                "Status": [status.value], "Skip": times, "Unskip": times,
                "Upcoming": [FieldsBuilder.list(upcoming.map(\.value))],
                "Skips": [FieldsBuilder.list(skips.map(\.value))],
            ]))
    }

    @Test("without words, the window that keeps the Focus on is skipped")
    func current() {
        let control = Self.control(
            Activation(
                focus: FocusID("work"), since: Fixture.now, cause: .schedule, schedule: "office"))
        let result = run(["skip"], control)
        #expect(result.code == .done)
        #expect(result.output.contains("“office” is skipped "))
        #expect(
            control.calls.last
                == .init(
                    "Skip", .string("work"), .string("office"), .int64(Fixture.now.rawValue)))
    }

    @Test("else the next window of a schedule is skipped")
    func next() {
        let begins = Fixture.now.adding(60_000)
        let change = UpcomingChange(
            Agenda.Change(
                time: begins,
                outcome: .init(focus: FocusID("work"), cause: .schedule, schedule: "late")),
            name: "Work")
        let control = Self.control(upcoming: [change])
        #expect(run(["skip"], control).code == .done)
        #expect(
            control.calls.last
                == .init("Skip", .string("work"), .string("late"), .int64(begins.rawValue)))
        let nothing = run(["skip"], Self.control())
        #expect(nothing.code == .refused)
        #expect(nothing.errors.contains("no schedule turns on a Focus"))
    }

    @Test("a skipped window is listed, and comes back")
    func undo() {
        let control = Self.control(skips: [Self.window])
        #expect(run(["skip", "--list"], control).output.contains("office"))
        let result = run(["skip", "--undo"], control)
        #expect(result.output.contains("“office” takes place "))
        #expect(
            control.calls.last
                == .init(
                    "Unskip", .string("work"), .string("office"),
                    .int64(Self.window.start.rawValue)))
        #expect(run(["skip", "--undo"], Self.control()).code == .refused)
        #expect(run(["skip", "--list"], Self.control()).output == "Nothing is skipped.\n")
        #expect(run(["skip", "--list", "--undo"], control).code == .usage)
        let json = run(["skip", "--list", "--json"], control).output
        #expect(json.contains("\"schedule\":\"office\"") && json.contains("\"skipped\":true"))
    }
}
