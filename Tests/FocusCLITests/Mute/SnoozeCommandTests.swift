// SPDX-License-Identifier: Apache-2.0

import DBus
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

    @Test("an end is needed, and one that fails is named")
    func failures() {
        let control = Self.control
        let endless = run(["snooze", "12"], control)
        #expect(endless.code == .usage)
        #expect(endless.errors.contains("--for 20min"))
        let partly = run(["snooze", "12", "13", "--for", "1h"], control)
        #expect(partly.code == .refused)
        #expect(partly.errors.contains("1 notification could not be snoozed"))
    }

    @Test("the lists say when a notification comes back")
    func lists() {
        #expect(run(["snooze"], Self.control).output.contains("until "))
        #expect(run(["missed"], Self.control).output.contains("snoozed until "))
        #expect(run(["snooze", "--json"], Self.control).output.contains("\"snoozedUntil\""))
    }
}
