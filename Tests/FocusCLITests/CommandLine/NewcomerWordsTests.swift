// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Words of a newcomer's trial that led to another command than the one that was meant.
@Suite("A newcomer's words") @LoopActor struct NewcomerWordsTests {
    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "ActivateWith": [], "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
        ]))

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        control.refusals["Activate"] = .refused(.unknownFocus, message: "there is no such Focus")
    }

    @Test(
        "the command that was meant is named",
        arguments: [
            (["work", "from", "9", "to", "5"], "hours --focus work --from 09:00 --to 17:00"),
            (
                ["work", "every", "weekday", "9-5"],
                "hours --focus work --days weekday --from 09:00 --to 17:00"
            ),
            (["work", "22:30-7"], "hours --focus work --from 22:30 --to 07:00"),
            (["schedule", "work", "9-17"], "hours --focus work --from 09:00 --to 17:00"),
            (["schedule", "work"], "focus-switch schedule set NAME --focus FOCUS --days Mon-Fri"),
            (["work", "-1h"], "focus-switch on work --for 1h"),
            (["work", "0"], "would end at once"),
            (["unsilence", "foo"], "focus-switch silence --remove foo"),
            (["unsilence", "foo"], "focus-switch allow foo"),
            (["remind", "12"], "focus-switch snooze 12 1h"),
            (["dismis"], "did you mean “missed dismiss”?"),
            (["history", "since", "5:59"], "focus-switch history --since 5:59"),
            (["history", "until", "5:59"], "focus-switch history --since TIME"),
        ])
    func meant(_ words: [String], _ text: String) {
        let result = focus(all: words, control: control)
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(!result.errors.contains("To run a command"), "\(result.errors)")
    }

    @Test(
        "an end is understood", arguments: [["work", "til", "18:00"], ["work", "for 2 h"]])
    func ends(_ words: [String]) {
        let result = focus(all: words, control: control)
        #expect(result.code == .done, "\(result)")
        #expect(control.calls.contains { $0.member == "ActivateWith" })
    }

    @Test("days may be joined with “and”")
    func days() throws {
        let days = try DayWords.days("Monday, Wednesday and Friday")
        #expect(days == [.monday, .wednesday, .friday])
        #expect(throws: CommandFailure.self) { try DayWords.days("and") }
    }
}
