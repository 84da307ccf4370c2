// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// A newcomer put an app into `[Critical] Apps=`, and `notify-send -u critical` had no effect.
@Suite("The urgency critical and the level critical") @LoopActor struct UrgencyTests {
    @Test(
        "explain tells the level from the urgency for an app that is trusted with the level",
        arguments: [Reason.timeSensitive, .muted(until: nil)])
    func trusted(_ reason: Reason) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try "[Critical]\nApps=org.example.Chat;\n".write(
            toFile: focus.path + "/focusd/focusd.conf", atomically: true, encoding: .utf8)
        let verdict: Verdict = reason == .timeSensitive ? .deliver : .silence
        func explain(_ level: InterruptionLevel, _ words: String...) -> RunResult {
            let answer = ExplainAnswer(
                Decision(verdict: verdict, reason: reason, level: level), focus: FocusID("work"))
            let control = FakeControl(
                Fixture.control(["Explain": [answer.value], "Mutes": [FieldsBuilder.list([])]]))
            return focus(all: ["explain", "--urgency", "critical"] + words, control: control)
        }
        let hint = "the level critical (the hint interruption-level), not the urgency.\n"
        let trusted = explain(.timeSensitive, "--app", "org.example.Chat")
        #expect(trusted.output.contains(hint), "\(trusted)")
        // A trial with a newcomer: the level critical of another app was told as time-sensitive.
        let clause = "The level critical counts only from the apps in [Critical] Apps="
        let level = explain(.timeSensitive, "--app", "org.example.Mail", "--level", "critical")
        #expect(level.output.contains(clause), "\(level)")
        #expect(!trusted.output.contains(clause), "\(trusted)")
        let counted = explain(.critical, "--app", "org.example.Chat", "--level", "critical")
        #expect(!counted.output.contains(clause), "\(counted)")
        let other = explain(.timeSensitive, "--app", "org.example.Mail")
        #expect(!other.output.contains(hint), "\(other)")
    }
}
