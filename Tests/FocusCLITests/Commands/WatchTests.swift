// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("watch") @LoopActor struct WatchTests {
    @Test("--json begins with the state and goes on with an object per event")
    func json() {
        let control = FakeControl(Fixture.control())
        let program = RunningProgram(control)
        program.start(["watch", "--json"])
        #expect(program.result == RunResult())
        control.handler?(.appeared)
        #expect(
            program.result.output == """
                {"event":"focus","focus":"work","cause":"manual","schedule":null,"trigger":null}
                {"event":"missed","count":2}

                """)
        for event: ControlEvent in [
            .decided(Fixture.entry()), .focusChanged(nil),
            .badgeChanged(AppID("org.example.Chat"), count: 4), .missedChanged(count: 3),
            .filtersChanged, .focusesChanged, .vanished,
        ] {
            control.handler?(event)
        }
        let lines = program.result.output.split(separator: "\n").dropFirst(2)
        #expect(
            Array(lines) == [
                "{\"event\":\"decision\",\"entry\":\(Fixture.entry().json.text[...])}",
                "{\"event\":\"focus\",\"focus\":null,\"cause\":null,\"schedule\":null,"
                    + "\"trigger\":null}",
                "{\"event\":\"badge\",\"app\":\"org.example.Chat\",\"count\":4}",
                "{\"event\":\"missed\",\"count\":3}", "{\"event\":\"filters\"}",
                "{\"event\":\"focuses\"}",
                "{\"event\":\"focusd\",\"running\":false}",
            ])
        #expect(program.result.code == nil)
    }

    @Test("in words it is a line per event, with the time first")
    func words() {
        let lines = [
            ControlEvent.decided(Fixture.entry()), .focusChanged(FocusID("work")),
            .focusChanged(nil), .badgeChanged(AppID("a\u{1B}b"), count: 4), .filtersChanged,
            .vanished,
        ].map { $0.line(at: Fixture.now) { _ in "Work" } }
        let time = TimeText.clock(Fixture.now)
        #expect(
            lines == [
                "\(time)  silenced   org.example.Chat  Lunch? — At noon  (app's filter)",
                "\(time)  focus      Work is on",
                "\(time)  focus      no Focus is on",
                "\(time)  badge      a␛b  4",
                "\(time)  filters    the Focus filters of apps changed",
                "\(time)  focusd     has ended; waiting for it",
            ])
    }

    @Test("the end of the session bus ends it with exit code 3")
    func disconnected() {
        let control = FakeControl(Fixture.control())
        let program = RunningProgram(control)
        program.start(["watch"])
        control.handler?(.disconnected)
        #expect(program.result.code == .notReachable)
        #expect(program.result.errors == "focus-switch: the session bus is gone\n")
    }
}
