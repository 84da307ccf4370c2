// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// People in apps, and kinds of their notifications.
@Suite("Rules in words") @LoopActor struct SpokenRulesTests {
    private let focus: Configuration
    private let control: FakeControl

    init() throws {
        focus = try Configuration()
        try focus.write(
            "work",
            "[Focus]\nName=Work\nApps=allow\nAppList=org.example.Chat;Zed;\n"
                + "People=allow\nPeopleList=Ben;Ann;Zed;\n")
        let list = [FieldsBuilder.list([])]
        let mail = SeenApp(
            AppID("org.example.Mail"), names: ["Big Mail"], count: 1, latest: Fixture.now)
        control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp, mail].map(\.value))],
                "Reload": [.strings([])], "ListPeople": list, "Mutes": list,
                "Entries": [Fixture.list([])],
            ]))
    }

    private func run(_ words: String) -> RunResult {
        focus(all: words.split(separator: " ").map(String.init), control: control)
    }

    /// Expects a step that ends the refusal or stands above another one, and that it is done.
    private func expectStep(
        _ words: String, _ text: String, _ command: String,
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = focus.text("work")
        let result = run(words)
        #expect(result.code == .refused, "\(result)", sourceLocation: sourceLocation)
        #expect(
            result.errors.contains("\n\(text): focus-switch \(command)\n"), "\(result.errors)",
            sourceLocation: sourceLocation)
        #expect(focus.text("work") == before, sourceLocation: sourceLocation)
        try focus.expectDone(command, control: control, sourceLocation: sourceLocation)
    }

    /// A trial with a newcomer: these led to the help alone, or to an app of that whole name.
    @Test(
        "several people in apps, and one kind of notifications, are a rule",
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
            (
                "allow calls from Ben", "For calls from that person", "calls from Ben",
                "category BEGINSWITH \"call\" AND \(ben)"
            ),
            (
                "silence phone calls from Ben and Ann", "For calls from these people",
                "calls from Ben and Ann", "category BEGINSWITH \"call\" AND \(both)"
            ),
            (
                "allow calls from Ben on Chat", "For calls from that person in that app",
                "calls from Ben in Chat",
                "category BEGINSWITH \"call\" AND appName ==[c] \"Chat\" AND \(ben)"
            ),
            (
                "silence emails from Ben", "For mails from that person", "mails from Ben",
                "category BEGINSWITH \"email\" AND \(ben)"
            ),
            (
                "silence emails from Carol Smith", "If “Carol Smith” is a person",
                "mails from Carol Smith",
                "category BEGINSWITH \"email\" AND ANY people ==[c] \"Carol Smith\""
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

    @Test("mails without a category have a step for the person, and an address has no other")
    func mails() throws {
        let step = "--person Ben --focus work\n"
        let errors = run("allow mails from Ben").errors
        let lead = "\nFor all notifications from that person: focus-switch allow "
        #expect(errors.hasSuffix("\(lead)\(step)"), "\(errors)")
        #expect(!run("allow calls from Ben").errors.contains(step))
        let address = run("allow mails from boss@work.com").errors
        #expect(!address.contains("rule add"), "\(address)")
    }

    @Test("an app but only a person is the person in the app, and neither of two is both")
    func onlyThere() throws {
        let rule =
            "focus-switch rule add 'Ben in Chat' --do allow --focus work --when"
            + " 'appName ==[c] \"Chat\" AND \(Self.ben)'"
        let app = run("allow Chat but only Ben").errors
            .replacing(":\n  focus-switch ", with: ": focus-switch ")
        let silence = "focus-switch silence Chat --focus work"
        #expect(
            app.hasSuffix("\nTo let nobody else through there: \(silence) && \(rule)\n"), "\(app)")
        let person = run("silence Chat but only Ben").errors
        #expect(person.contains(" 'Ben in Chat' --do silence "), "\(person)")
        #expect(!person.contains("&&"), "\(person)")
        try focus.expectDone(silence, control: control)
        try focus.expectDone(rule, control: control)
        try expectStep(
            "silence neither Ben nor Chat", "To allow them",
            "allow Chat --person Ben --focus work")
        try expectStep(
            "allow neither Ben nor Ann", "To silence them",
            "silence --person Ben --person Ann --focus work")
    }
}
