// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A user who saw the popup of the volume during a Focus found no reason for it.
@Suite("explain of feedback") @LoopActor struct FeedbackTests {
    @Test("feedback passes every Focus, and explain says why and what silences it")
    func feedback() {
        let answer = ExplainAnswer(
            Decision(verdict: .deliver, reason: .feedback, level: .active),
            focus: FocusID("work"))
        let control = FakeControl(
            Fixture.control([
                "Explain": [answer.value],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
        let result = run(["explain", "--app", "chat", "--hint", "synchronous=volume"], control)
        #expect(
            result.output.hasPrefix(
                "Would be delivered: it is feedback on what you just did, such as volume or"
                    + " brightness, so it passes every Focus; only a mute or a silence list of"
                    + " always.focus silences it.\n"), "\(result.output)")
        #expect(
            result.output.contains("feedback too: focus-switch mute org.example.Chat\n"),
            "\(result.output)")
        control.refusals["Entry"] = .refused(.notFound, message: "there is no notification 99")
        let unknown = run(["explain", "99"], control)
        #expect(unknown.code == .refused)
        #expect(unknown.errors.hasPrefix("focus-switch: there is no notification 99\n"))
        // A trial with a newcomer: ids of summaries and of deleted notifications were feedback.
        #expect(unknown.errors.contains("Not kept: deleted notifications"), "\(unknown.errors)")
    }

    @Test(
        "each command for one notification names the lists with the ids, and what is not kept",
        arguments: [
            ["show", "99"], ["act", "99"], ["reply", "99", "yes"], ["allow", "99"], ["mute", "99"],
        ])
    func unknownID(_ words: [String]) {
        let control = FakeControl(Fixture.control([:]))
        control.refusals["Entry"] = .refused(.notFound, message: "there is no notification 99")
        let result = run(["missed"] + words, control)
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: there is no notification 99
                The ids of missed ones: focus-switch missed
                The ids of all: focus-switch history
                Not kept: deleted notifications, focusd's own, and feedback, such as the volume's \
                popup.

                """)
    }

    @Test("a word for feedback leads to its explanation", arguments: ["feedback", "Volume"])
    func word(_ word: String) {
        let control = FakeControl(Fixture.control(["ListApps": [.array(of: "a{sv}", [])]]))
        let nowhere = ["XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent"]
        let result = run(["explain", word], control, environment: nowhere)
        #expect(result.code == .usage)
        #expect(
            result.errors.hasPrefix("focus-switch: “\(word)” is not the id of a notification; "),
            "\(result.errors)")
        #expect(
            result.errors.contains("why: focus-switch explain --hint synchronous=volume\n"),
            "\(result.errors)")
    }

    @Test("explain of the last one leads to its id", arguments: ["last", "Latest"])
    func last(_ word: String) {
        let control = FakeControl(Fixture.control(["ListApps": [.array(of: "a{sv}", [])]]))
        let result = run(["explain", word], control)
        #expect(result.code == .usage)
        #expect(result.errors.contains("focus-switch history --limit 1\n"), "\(result.errors)")
    }
}
