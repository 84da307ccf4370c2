// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Words beside senders and in their place") @LoopActor struct SenderWordsTests {
    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "Entries": [Fixture.list([Fixture.entry()])],
            "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            "ListPeople": [FieldsBuilder.list([])],
        ]))

    init() throws { focus = try Configuration() }

    @Test(
        "a word before a sender is left out",
        arguments: ["history for Chat", "history from Chat", "missed from Chat", "missed of Chat"])
    func lead(_ words: String) throws {
        let result = try focus.expectDone(words, control: control)
        #expect(result.errors.isEmpty && result.output.contains("Lunch?"), "\(result)")
        let command = String(words.prefix { $0 != " " })
        let same = try focus.expectDone("\(command) Chat", control: control)
        #expect(result == same)
    }

    @Test(
        "a time in place of a sender leads to the option that takes it",
        arguments: [
            ("missed today", "history --silenced --since today"),
            ("missed yesterday", "history --silenced --since yesterday --before today"),
            ("missed since 9", "history --silenced --since 09:00"),
            ("missed last week", "history --silenced --since 'last week' --before 'this week'"),
            ("missed before friday", "history --silenced --before friday"),
            ("history since 9", "history --since 09:00"),
            ("history since 23", "history --since 'yesterday 23:00'"),
            ("history this month", "history --since 'this month'"),
            ("history friday", "history --since friday"),
        ])
    func time(_ words: String, _ command: String) throws {
        let typed = words.split(separator: " ").map(String.init)
        let result = focus(all: typed, control: control)
        #expect(result.code == .usage)
        #expect(result.errors.hasSuffix(" then: focus-switch \(command)\n"), "\(result.errors)")
        try focus.expectDone(command, control: control)
    }

    @Test("last week and last month end before this one")
    func lastWeek() throws {
        for span in ["week", "month"] {
            let words = ["history", "last", span, "Chat"].withSynonym(CommandTable.all)
            #expect(
                words == ["history", "--since", "last \(span)", "--before", "this \(span)", "Chat"])
        }
        try focus.expectDone("history last week", control: control)
    }
}
