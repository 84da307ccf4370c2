// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Sentences in place of ids and names: `remind me of 13 in 1 hour`, `why was Slack silenced`.
@Suite("Sentences with ids and names") @LoopActor struct SpokenSentencesTests {
    private let focus: Configuration
    private let control: FakeControl

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=Ann Lee;\n")
        let answer = ExplainAnswer(
            Decision(verdict: .silence, reason: .filter, level: .active), focus: FocusID("work"))
        control = FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([Fixture.entry()])],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "ListPeople": [FieldsBuilder.list([])], "Mutes": [FieldsBuilder.list([])],
                "Snooze": [.uint32(1)], "SnoozeFor": [.uint32(1)], "Mute": [],
                "Explain": [answer.value],
            ]))
    }

    private func run(_ words: String) -> RunResult {
        focus(all: words.split(separator: " ").map(String.init), control: control)
    }

    @Test(
        "a reminder is a snooze, whose end is kept",
        arguments: [
            ("remind me of 13 in 1 hour", "13 in 1 hour"),
            ("remind me in 1 hour of 13", "--help"),
            ("remind 13 tomorrow", "13 tomorrow"),
            ("remind me about 13 at 23:59", "13 at 23:59"), ("remind me of 13", "13 1h"),
            ("remind me later", "--help"), ("remind me of Chat in 1 hour", "--help"),
            ("remind me of 13 soon", "--help"), ("remind me at 9 of 12", "--help"),
            ("remind me at 13 of 14", "--help"), ("remind 12 and 13 in 1h", "--help"),
        ])
    func remind(_ words: String, _ arguments: String) throws {
        let result = run(words)
        #expect(result.code == .usage)
        #expect(
            result.errors.hasSuffix(" again later: focus-switch snooze \(arguments)\n"),
            "\(result.errors)")
        try focus.expectDone("snooze \(arguments)", control: control)
    }

    @Test(
        "a question leads to what it names",
        arguments: [
            ("why", "12"), ("why was this silenced", "12"), ("why did it not show", "12"),
            ("why was 12 silenced", "12"), ("why was Chat silenced", "--app Chat"),
            ("why did Chat not show --focus work", "--app Chat --focus work"),
            ("why is Ann Lee silent", "--person 'Ann Lee'"),
            ("why was Flurb silenced", "--help"), ("why was this silenced --focus work", "--help"),
        ])
    func why(_ words: String, _ arguments: String) throws {
        let result = run(words)
        #expect(result.code == .usage)
        #expect(
            result.errors.hasSuffix(": focus-switch explain \(arguments)\n"), "\(result.errors)")
        try focus.expectDone("explain \(arguments)", control: control)
    }

    @Test(
        "“last one” is the newest one, and words that are no end have no step",
        arguments: [
            ("snooze last one", "snooze 12 --for 1h"),
            ("snooze last one 10min", "snooze 12 10min"),
            ("missed last one", "missed 12"), ("mute last one", "mute org.example.Chat"),
            ("snooze last soon", "history --limit 1"), ("explain last flurb", "history --limit 1"),
        ])
    func last(_ words: String, _ command: String) throws {
        let result = run(words)
        #expect(result.code == .usage)
        #expect(result.errors.hasSuffix(": focus-switch \(command)\n"), "\(result.errors)")
        try focus.expectDone(command, control: control)
    }

    @Test("history last one lists one")
    func history() throws {
        let one = try focus.expectDone("history last one", control: control)
        #expect(try one == focus.expectDone("history --limit 1", control: control))
    }

    @Test("a copy keeps the typed icon and colour in its steps")
    func copy() {
        let result = run("create Gym like work --icon x")
        #expect(result.code == .usage)
        for command in [
            "set icon x --focus gym", "create Gym --template work --icon x",
            "create 'Gym like work' --icon x",
        ] {
            #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        }
    }
}
