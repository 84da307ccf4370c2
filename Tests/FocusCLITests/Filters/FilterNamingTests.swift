// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("APP and FILTER of the filter commands") @LoopActor struct FilterNamingTests {
    private let focus: Configuration
    private let fake = FakeFilters()
    private static let empty = "[Focus]\nName=Work\n"
    private static let group = "[Filter org.example.Chat AccountFilter]\n"

    init() throws {
        focus = try Configuration()
        try focus.write("work", Self.empty)
    }

    private func filter(_ arguments: String...) -> RunResult {
        focus(all: ["filter"] + arguments, control: fake.control())
    }

    /// Returns the file's text after `[Focus]`.
    private var written: String? {
        focus.text("work").map { String($0.dropFirst(Self.empty.utf8.count)) }
    }

    /// A trial with a newcomer: the hint was `filter predicate --help`, after that very command.
    @Test("a predicate about an app without filters needs an id, and the command has one")
    func predicateWithoutFilter() throws {
        let control = FakeControl(
            Fixture.control([
                "ListFilters": [FieldsBuilder.list([])], "Reload": [.strings([])],
                "ListApps": [FieldsBuilder.list([Fixture.seenApp.value])],
            ]))
        let words = ["filter", "predicate", "Chat", "SELF == \"x\"", "--focus", "work"]
        let refused = focus(all: words, control: control)
        #expect(refused.code == .refused)
        let command = "focus-switch filter predicate Chat own 'SELF == \"x\"' --focus work"
        #expect(refused.errors.hasSuffix("With the id “own”: \(command)\n"), "\(refused.errors)")
        try focus.expectDone(command, control: control)
        #expect(written?.contains("[Filter org.example.Chat own]") == true)
    }

    @Test(
        "an app is named by its id, its name or the last part of its id, a filter by id or title",
        arguments: [
            ["org.example.Chat", "AccountFilter"], ["ORG.EXAMPLE.CHAT", "accountfilter"],
            ["chat", "Account"], ["Schwatz", "account"], ["chat"],
        ])
    func naming(_ words: [String]) throws {
        try focus.writeData(
            "applications/org.example.Chat.desktop", "[Desktop Entry]\nName=Schwatz\n")
        let result = focus(all: ["filter", "add"] + words, control: fake.control())
        #expect(
            result.output
                == "Work now sets Account of Schwatz with the app's defaults.\n")
        #expect(written == "\n" + Self.group)
    }

    @Test(
        "a word for no filter, or for several, is refused with the filters that exist",
        arguments: [
            (
                ["chatt"],
                "no app “chatt” declares a Focus filter; did you mean “Chat”?"
            ),
            (
                ["zzzzzzzz"],
                "no app “zzzzzzzz” declares a Focus filter; choose from org.example.Chat,"
                    + " org.example.Mail"
            ),
            (
                ["mail"],
                "org.example.Mail has several Focus filters; name one: MailboxFilter (Mailbox),"
                    + " SenderFilter (Sender)"
            ),
            (
                ["mail", "mailbox=x"],
                "org.example.Mail has several Focus filters; name one: MailboxFilter (Mailbox),"
                    + " SenderFilter (Sender)"
            ),
            (
                ["mail", "MailboxFlter"],
                "org.example.Mail has no Focus filter “MailboxFlter”; did you mean"
                    + " “MailboxFilter”?"
            ),
        ])
    func unknown(_ words: [String], _ message: String) {
        let result = focus(all: ["filter", "add"] + words, control: fake.control())
        #expect(result.errors == "focus-switch: \(message)\n")
        #expect(result.code == .refused)
        #expect(written == "")
    }

    @Test("an app's name that several have is refused with their ids")
    func ambiguousApp() {
        fake.filters.append(
            FilterSummary(
                FilterDeclaration(FilterKey(AppID("com.other.Chat"), "F"), title: ""), source: .file
            ))
        #expect(
            filter("add", "chat").errors
                == "focus-switch: “chat” is the name of several apps; use one of their ids:"
                + " com.other.Chat, org.example.Chat\n")
        #expect(filter("add", "org.example.chat").code == .done)
    }
}
