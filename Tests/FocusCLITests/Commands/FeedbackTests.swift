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
        #expect(
            unknown.errors.contains("focus-switch explain --hint synchronous=volume\n"),
            "\(unknown.errors)")
    }
}
