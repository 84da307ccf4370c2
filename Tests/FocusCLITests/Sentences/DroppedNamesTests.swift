// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: a step for one of two names did something else, and did not say so.
@Suite("Names that a step leaves out") @LoopActor struct DroppedNamesTests {
    private let focus: Configuration
    private let control = RehearsalFixture.control

    init() throws {
        focus = try RehearsalFixture.configuration()
    }

    /// Returns the lines that are printed in place of those of a failure.
    private func lines(_ typed: String, _ lines: String...) -> [String] {
        let control = control
        let invocation = Invocation(
            output: Output { _, _ in true }, environment: RehearsalFixture.environment(focus),
            now: Fixture.now
        ) { () throws(ControlError) in control }
        invocation.words = typed.split(separator: " ").map(String.init)
        invocation.rehearsesSteps = true
        return RehearsedSteps(invocation).checked(
            CommandFailure(.usage, "there is no command “flurb”", details: lines)
        ).details
    }

    private static let ann = "focus-switch allow --person Ann --focus work"
    private static let slack = "focus-switch allow Slack --focus work"

    @Test(
        "a step without one of the names says so",
        arguments: [
            ("flurb Ann and Slack", "“Slack”"), ("flurb ann, slack", "“slack”"),
            ("flurb Ann Ben Slack now", "“Ben” and “Slack”"),
            ("flurb --person Ann org.example.Chat", "“org.example.Chat”"),
        ])
    func told(_ typed: String, _ names: String) {
        #expect(lines(typed, "To do it: \(Self.ann)") == ["Without \(names): \(Self.ann)"])
    }

    @Test(
        "a step with all names stays, and so do words of another kind",
        arguments: [
            "flurb Ann", "flurb ANN please", "flurb Ann in work until 18:00",
            "flurb Ann and Zoe tomorrow", "Slack Ann -- Slack",
        ])
    func kept(_ typed: String) {
        // The first word is no command, so it counts.
        let step = "To do it: \(typed.hasPrefix("Slack") ? Self.slack : Self.ann)"
        let other = "Or: \(Self.ann)"
        let expected = step.hasSuffix(Self.ann) ? [step] : [step, other]
        #expect(lines(typed, step, other) == expected)
    }

    @Test("a name counts as a whole, and as the shell reads it")
    func wholeNames() {
        let brien = "To do it: focus-switch allow --person 'O'\\''Brien' --focus work"
        #expect(lines("flurb O'Brien", brien) == [brien])
        // “Annika” is not Ann.
        #expect(
            lines("flurb Ann", "A: focus-switch allow --person Annika --focus work")
                == ["All commands: focus-switch --help"])
    }

    @Test("two steps with a name each stay")
    func both() {
        let steps = ["A: \(Self.ann)", "B: \(Self.slack)"]
        #expect(lines("flurb Ann and Slack", steps[0], steps[1]) == steps)
    }

    @Test("a step with none of the names is left out, with the one that goes on from it")
    func leftOut() {
        #expect(
            lines("flurb Ann", "A: focus-switch on study", "Then: focus-switch off")
                == ["All commands: focus-switch --help"])
        #expect(
            lines("mute Ann", "A: focus-switch on study") == ["For help: focus-switch mute --help"])
        #expect(
            lines("flurb Ann and Slack", "A: \(Self.ann)", "B: focus-switch on study")
                == ["Without “Slack”: \(Self.ann)"])
    }

    @Test("a step without an effect and one that says it already stay")
    func others() {
        for line in [
            "Your Focuses: focus-switch list", "Without that word: \(Self.ann)",
            "For help: focus-switch allow --help",
        ] {
            #expect(lines("flurb Slack", line) == [line])
        }
    }

    @Test(
        "mute keeps all people and apps in its step",
        arguments: [
            ("mute Ben and Ann", "A Focus silences people", "--person Ben --person Ann"),
            ("mute ben, ann", "A Focus silences people", "--person Ben --person Ann"),
            ("mute Ben and Slack", "A Focus silences people and apps", "Slack --person Ben"),
        ])
    func mute(_ words: String, _ lead: String, _ members: String) {
        let result = focus(all: words.split(separator: " ").map(String.init), control: control)
        #expect(result.code == .refused, "\(result)")
        let step = "\(lead): focus-switch silence \(members) --focus work\n"
        #expect(result.errors.contains("\n\(step)"), "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Mute" })
    }

    @Test("a person beside an unknown name has a step for each meaning of that name")
    func unknownName() {
        let errors = RehearsalFixture.run("mute Ben and Zoe", focus, control).errors
        for option in ["person", "app"] {
            let step = "focus-switch silence --person Ben --\(option) Zoe --focus work\n"
            #expect(errors.contains(": \(step)"), "\(errors)")
        }
    }
}
