// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Rules and settings in any letter case") @LoopActor struct AnyCaseTests {
    @Test(
        "a rule is named in any letter case, to show, change and remove it",
        arguments: [
            "rule list BOSS", "rule show Boss", "rule show boss --focus work",
            "rule change BOSS --do allow", "rule remove BOSS",
        ])
    func ruleInAnyCase(_ command: String) throws {
        let focus = try Configuration()
        try focus.write(
            "work",
            """
            [Focus]
            Name=Work
            [Rule boss]
            When=urgency == 2
            Do=silence
            [Rule ads]
            When=urgency == 0
            Do=silence

            """)
        let options = command.contains("--focus") ? "" : " --focus work"
        let result = try focus.expectDone(command + options)
        #expect(result.output.contains("boss"), "\(result)")
        #expect(!result.output.contains("ads"), "\(result)")
        let all = try focus.expectDone("rule list WORK").output
        #expect(all.contains("ads") && all.contains("boss") != command.contains("remove"), "\(all)")
        let unknown = focus("rule", "list", "bosss", "--focus", "work")
        #expect(unknown.code == .refused)
        if all.contains("boss") {
            #expect(unknown.errors.contains("did you mean “boss”?"), "\(unknown.errors)")
        }
    }

    @Test(
        "words of other programs for the options of a rule are corrected",
        arguments: [("--action", "--do"), ("--if", "--when"), ("--condition", "--when")])
    func ruleOptions(_ typed: String, _ meant: String) {
        let result = run(["rule", "add", "x", typed, "silence", "--focus", "work"])
        #expect(result.code == .usage)
        #expect(
            result.errors.hasPrefix(
                "focus-switch: unknown option \(typed); did you mean “\(meant)”?\n"),
            "\(result.errors)")
    }

    @Test("the key of a setting, and none, are read in any letter case")
    func keyInAnyCase() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nColor=#112233\n")
        try focus.expectDone("set HIDE-BADGES on --focus work")
        try focus.expectDone("set Color NONE --focus work")
        let shown = try focus.show("work")
        #expect(shown["hideBadges"] == true && shown["color"] == .null, "\(shown)")
        let badges = focus("set", "BADGES", "on", "--focus", "work")
        #expect(badges.errors.contains("set hide-badges off --focus work"), "\(badges.errors)")
    }
}
