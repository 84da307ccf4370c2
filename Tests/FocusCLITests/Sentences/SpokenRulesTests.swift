// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// People in apps.
@Suite("Rules in words") @LoopActor struct SpokenRulesTests {
    private let fixture: ListFixture

    init() throws { fixture = try ListFixture() }

    private var focus: Configuration { fixture.focus }
    private var control: FakeControl { fixture.control }

    private func run(_ words: String) -> RunResult { fixture.run(words) }

    /// A trial with a newcomer: these led to the help alone, or to an app of that whole name.
    @Test(
        "several people in apps are a rule",
        arguments: [
            (
                "silence Ben and Ann on Chat", "For these people in that app",
                "Ben and Ann in Chat", "appName ==[c] \"Chat\" AND \(both)"
            ),
            (
                "allow Ben in Chat and big mail", "For that person in these apps",
                "Ben in Chat and Big Mail",
                "(appName ==[c] \"Chat\" OR appName ==[c] \"Big Mail\") AND \(ben)"
            ),
        ])
    func rules(_ words: String, _ text: String, _ name: String, _ condition: String) throws {
        let verb = words.prefix { $0 != " " }
        let command =
            "rule add '\(name)' --do \(verb) --focus work --when '\(condition)'"
        let before = focus.text("work")
        let result = run(words)
        #expect(result.code == .refused, "\(result)")
        let steps = result.errors.replacing(":\n  focus-switch ", with: ": focus-switch ")
        #expect(steps.contains("\n\(text): focus-switch \(command)\n"), "\(result.errors)")
        #expect(focus.text("work") == before)
        try focus.expectDone(command, control: control)
    }

    private nonisolated static let ben = "ANY people ==[c] \"Ben\""
    private nonisolated static let both = "(\(ben) OR ANY people ==[c] \"Ann\")"

    @Test(
        "one kind of notifications, and other sentences, lead to the help",
        arguments: [
            ("allow calls from Ben", "allow --help"),
            ("allow calls from Ben on Chat", "allow --help"),
            ("silence phone calls from Ben and Ann", "silence --help"),
            ("silence emails from Ben", "silence --help"), ("allow mails from Ben", "allow --help"),
            ("silence emails from Carol Smith", "silence --help"),
            ("allow emails from boss@work.com", "allow --help"),
            ("allow Chat but only Ben", "rule add --help"),
            ("silence Chat but only Ben", "rule add --help"),
            ("silence neither Ben nor Chat", "silence --help"),
            ("allow neither Ben nor Ann", "allow --help"),
        ])
    func help(_ words: String, _ help: String) {
        let lead = help == "rule add --help" ? "A rule can have exceptions" : "For help"
        fixture.expectHelp(words, "\(lead): focus-switch \(help)")
    }
}
