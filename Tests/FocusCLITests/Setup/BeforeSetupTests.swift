// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: the first message was that nothing had been heard of the app.
@Suite("commands before the setup") @LoopActor struct BeforeSetupTests {
    /// A trial with a newcomer: nothing showed notifications, but the next one started dunst.
    @Test("the server that the bus starts next is named")
    func nextServer() {
        var facts = SessionFactsTests.fresh
        facts.notifications = nil
        let nothing = "focusd is not running; nothing shows notifications now"
        #expect(
            facts.withoutFocusd.message
                == nothing + ", and the session bus starts dunst for the next one")
        facts.activations = []
        #expect(facts.withoutFocusd.message == nothing)
    }

    /// A trial with a newcomer: doctor listed failures on a healthy desktop.
    @Test("before setup, doctor does not list as failures what setup changes")
    func doctor() {
        let control = FakeControl()
        control.isRunning = false
        var facts = SessionFactsTests.fresh
        let result = run(["doctor"], control, facts: facts)
        #expect(result.code == .notReachable)
        #expect(
            result.output
                == "ok  setup  not run in this session; what it changes is not checked\n")
        #expect(result.errors.contains("focus-switch setup"), "\(result.errors)")
        // Programs read all of them.
        let json = run(["doctor", "--json"], control, facts: facts).output
        #expect(json.contains("\"problem\":\"service-competing\""), "\(json)")
        // What setup cannot change stays a failure, and so does each failure after a setup.
        facts.hasStaleBus = true
        #expect(run(["doctor"], control, facts: facts).output.contains("FAIL  private bus"))
        facts.userLink = facts.ownFile
        #expect(facts.checksBeforeSetup == nil)
    }

    /// A trial with a newcomer: setup looked at the session of root.
    @Test("with sudo, setup is refused")
    func sudo() {
        for (user, isRefused) in [("root", true), ("me", false)] {
            let program = RunningProgram(
                FakeControl(),
                environment: ["SUDO_USER": "me", "USER": user, "HOME": "/nonexistent"])
            program.facts = SessionFactsTests.fresh
            program.typed = ["n"]
            program.start(["setup"])
            let errors = program.result.errors
            #expect(errors.contains("Run it as yourself, without sudo") == isRefused, "\(errors)")
        }
    }

    @Test(
        "the step to focusd comes before doubts about names",
        arguments: [
            ["mute", "Slack"], ["unmute", "Slack"], ["forget", "Slack"], ["history", "Slack"],
            ["history", "--app", "Slack"], ["history", "clear", "Slack"],
            ["missed", "--app", "Slack"], ["badge", "Slack"], ["badge", "clear", "Slack"],
            ["explain", "--app", "Slack"], ["skip", "office"], ["missed", "mute", "1"],
        ])
    func order(_ words: [String]) throws {
        let focus = try Configuration()
        let control = FakeControl()
        control.isRunning = false
        let program = RunningProgram(
            control, environment: ["XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent"])
        program.facts = SessionFactsTests.fresh
        program.typed = ["y"]
        program.start(words)
        #expect(program.result.code == .notReachable)
        #expect(
            program.result.errors.hasPrefix("focus-switch: focusd is not running; "),
            "\(program.result.errors)")
        #expect(program.result.errors.contains("focus-switch setup"))
        #expect(!program.result.errors.contains("Slack"), "\(program.result.errors)")
        #expect(program.result.output == "")
    }
}
