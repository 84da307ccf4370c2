// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

@Suite("watch --waybar, watch --bar") @LoopActor struct BarTests {
    @Test("waybar gets its five keys, and a line only when something changes")
    func waybar() throws {
        let control = FakeControl(Fixture.control())
        let program = RunningProgram(control)
        program.start(["watch", "--waybar"])
        let since = TimeText.clock(Fixture.ago(minutes: 12)).dropLast(3)
        let first = """
            {"text":"Work 2","alt":"work","tooltip":"Work is on since \(since)\\nMissed 2\
             notifications","class":["on","focus-work","missed"],"percentage":2}

            """
        #expect(program.result == RunResult(output: first))
        control.handler?(.appeared)
        control.handler?(.decided(Fixture.entry()))
        #expect(program.result.output == first)
        control.handler?(.missedChanged(count: 3))
        var status = Fixture.status
        status.focusName = "Office"
        control.answers["Status"] = [status.value]
        control.handler?(.focusesChanged)
        control.answers["Status"] = [ServiceStatus().value]
        control.handler?(.focusChanged(nil))
        let lines = program.result.output.split(separator: "\n").dropFirst()
        let texts = try lines.map { try JSONValue(parsing: String($0))["text"] }
        #expect(texts == [.string("Work 3"), .string("Office 2"), .string("")])
    }

    @Test("without focusd it waits for one, and goes on when it goes and comes back")
    func restarts() throws {
        let control = FakeControl(Fixture.control())
        control.refusals["Status"] = .notReachable("it does not run")
        let program = RunningProgram(control)
        program.start(["watch", "--waybar"])
        control.refusals = [:]
        for event: ControlEvent in [.appeared, .vanished, .appeared] { control.handler?(event) }
        let lines = program.result.output.split(separator: "\n")
        let classes = try lines.map { try JSONValue(parsing: String($0))["class"] }
        let on = JSONValue.strings(["on", "focus-work", "missed"])
        #expect(classes == [.strings(["stopped"]), on, .strings(["stopped"]), on])
        #expect(program.result.code == nil)
    }

    @LoopActor private final class Readiness {
        var fails = true
    }

    @Test("a failed reading is repeated while focusd runs", .timeLimit(.minutes(5)))
    func failedReading() async throws {
        let control = FakeControl(Fixture.control())
        let asked = Recorder<Void>()
        let focusd = Readiness()
        control.answer = { call in
            guard call.member == "Status" else { return nil }
            asked.record(())
            return focusd.fails ? .failure(.refused(.other, message: "too many calls")) : nil
        }
        let program = RunningProgram(control)
        program.start(["watch", "--bar"])
        try await asked.next()
        #expect(program.result.output == "!\n")
        focusd.fails = false
        try await asked.next()
        #expect(program.result.output == "!\n● Work 2\n")
        // The state that was read last stays.
        focusd.fails = true
        control.handler?(.focusChanged(nil))
        try await asked.next()
        #expect(program.result.output == "!\n● Work 2\n")
        control.handler?(.vanished)
        #expect(program.result.output == "!\n● Work 2\n!\n")
    }

    @Test("names cannot be taken for markup, classes, or a bar's commands")
    func escapes() throws {
        var status = Fixture.status
        status.activation?.focus = FocusID("a.b")
        status.focusName = "<b>R&D</b> %{F#f00}\n\u{1B}[2J"
        let state = BarState.running(status)
        #expect(state.line == "● <b>R&D</b> % {F#f00} ␛[2J 2")
        // Checked as strictly as RFC 8259 defines JSON.
        let object = try JSONSerialization.jsonObject(with: Data(state.waybar.text.utf8))
        let members = try #require(object as? [String: Any])
        #expect(members["text"] as? String == "&lt;b&gt;R&amp;D&lt;/b&gt; %{F#f00} ␛[2J 2")
        #expect((members["tooltip"] as? String)?.hasPrefix("&lt;b&gt;R&amp;D") == true)
        #expect(members["class"] as? [String] == ["on", "focus-a-b", "missed"])
        #expect(members["alt"] as? String == "a.b")
    }

    @Test("a line of text is never empty, so that the user can click on the bar")
    func lines() {
        var status = ServiceStatus()
        #expect(BarState.stopped.line == "!")
        #expect(BarState.running(status).line == "○")
        status.missed = 3
        #expect(BarState.running(status).line == "○ 3")
    }

    @Test("the percentage ends at 100, and what is wrong is a class and in the tooltip")
    func edges() {
        var status = ServiceStatus()
        status.missed = 100
        status.problems = ["a.focus:1: no"]
        #expect(BarState.running(status).waybar["percentage"] == .integer(100))
        status.missed = 101
        let waybar = BarState.running(status).waybar
        #expect(waybar["percentage"] == .integer(100))
        #expect(waybar["class"] == .strings(["off", "missed", "problem"]))
        #expect(
            waybar["tooltip"]
                == .string(
                    "No Focus is on\nMissed 101 notifications\n1 problem: see focus-switch doctor"))
    }

    @Test("a Focus that went off with its file is named")
    func lost() {
        var status = ServiceStatus()
        status.lost = LostFocus(
            focus: FocusID("gym"), name: "Gym", time: Timestamp(rawValue: 0))
        let waybar = BarState.running(status).waybar
        #expect(waybar["class"] == .strings(["off", "lost"]))
        #expect(
            waybar["tooltip"]
                == .string(
                    "No Focus is on\nGym went off when its file was deleted\nNothing was missed"))
        let control = FakeControl(Fixture.control(["Status": [status.value]]))
        #expect(
            run([], control).output.hasPrefix(
                "No Focus is on.\nGym went off when its file was deleted, "))
    }

    @Test("one form at a time")
    func forms() {
        let result = run(["watch", "--bar", "--waybar"], FakeControl(Fixture.control()))
        #expect(result.code == .usage)
        #expect(result.errors.hasPrefix("focus-switch: --waybar and --bar exclude each other\n"))
    }
}
