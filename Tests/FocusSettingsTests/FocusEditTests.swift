// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop
import Testing

@testable import FocusSettings

/// Changes of a Focus's file, and the command line.
@Suite struct FocusEditTests {
    static let rules = """
        [Focus]
        Name=Work
        # about the first
        [Rule one]
        When=TRUEPREDICATE
        Do=allow

        [Rule two]
        When=summary == "x"
        Do=silence
        """

    @Test func rulesMoveWithTheirComments() throws {
        var file = try SettingsStateTests.file(Self.rules)
        try FocusEdit.moveRule("two", by: -1).apply(to: &file, "")
        #expect(file.focus.rules.map(\.name) == ["two", "one"])
        #expect(file.contents.contains("# about the first\n[Rule one]"))
        try FocusEdit.moveRule("two", by: 5).apply(to: &file, "")
        #expect(file.focus.rules.map(\.name) == ["one", "two"])
    }

    @Test func typedTextsAreChecked() throws {
        var file = try SettingsStateTests.file(Self.rules)
        let before = file.contents
        for (edit, text) in [
            (FocusEdit.typedDelivery, "25:00"), (.typedApp, ""),
            (.newRule("three", .allow), "summary =="), (.name, ""),
            (.schedule(Schedule.draft.withoutDays), ""),
        ] {
            #expect(throws: FocusFileError.self) { try edit.apply(to: &file, text) }
        }
        #expect(file.contents == before)
        try FocusEdit.typedDelivery.apply(to: &file, "12:30")
        try FocusEdit.typedDelivery.apply(to: &file, "9 pm")
        try FocusEdit.typedPerson.apply(to: &file, "Ada")
        try FocusEdit.newRule("three", .silence).apply(to: &file, "body CONTAINS \"offer\"")
        #expect(Set(file.focus.deliverAt.map(\.text)) == ["12:30", "21:00"])
        let title = FocusEdit.typedDelivery.title(
            "9 pm", name: \.rawValue, focus: "Work", changed: file.focus)
        #expect(title == "Delivery at 21:00 added")
        #expect(file.peopleList == ["Ada"])
        #expect(file.focus.rules.map(\.name) == ["one", "two", "three"])
        #expect(FocusEdit.freeRuleName(besides: ["one", "rule 1"]) == "Rule 2")
    }

    @Test func optionsLeadToPages() throws {
        let focus = FocusID("work")
        #expect(try Program.parse([]) == .place(nil))
        #expect(try Program.parse(["--focus", "work"]) == .place(.focus(focus)))
        #expect(try Program.parse(["--missed"]) == .place(.missed))
        #expect(try Program.parse(["--why", "12"]) == .place(.why(ClientID(rawValue: 12))))
        for (option, place) in [
            ("--now", Place.now), ("--apps", .allApps), ("--always", .always),
            ("--app=org.example.Chat", .app(AppID("org.example.Chat"))),
        ] {
            #expect(try Program.parse([option]) == .place(place))
        }
        #expect(throws: OptionError.self) { try Program.parse(["--why", "x"]) }
        let error = #expect(throws: OptionError.self) {
            try Program.parse(["--missed", "--focus", "work"])
        }
        #expect(error?.message == "--missed and --focus open different pages; name one")
        #expect(throws: OptionError.self) { try Program.parse(["extra"]) }
        #expect(Program.parser.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    /// A trial with a newcomer: `--focus=Work` and `--focus=nope` opened another page, and no
    /// message told.
    @Test func aFocusIsNamedByItsIdOrNameInAnyCase() throws {
        let names = [FocusID("work"): "Office", FocusID("book-club"): "Book club"]
        for (word, id) in [
            ("work", "work"), ("WORK", "work"), ("office", "work"), ("book Club", "book-club"),
        ] {
            let place = try Program.resolved(.focus(FocusID(word)), names)
            #expect(place == .focus(FocusID(id)), "\(word)")
        }
        #expect(try Program.resolved(.missed, names) == .missed)
        #expect(try Program.resolved(nil, names) == nil)
        let error = #expect(throws: OptionError.self) {
            try Program.resolved(.focus(FocusID("nope")), names)
        }
        #expect(error?.message == "there is no Focus “nope”; there are book-club, work")
    }

    /// A trial with a newcomer: the message was “Rule rule 1 added”.
    @Test func messagesAboutRulesHaveNoDoubledWord() {
        let focus = Focus(id: FocusID("work"), name: "Work")
        let edits: [(FocusEdit, String)] = [
            (.newRule("rule 1", .allow), "“rule 1” added"), (.removeRule("boss"), "“boss” removed"),
            (.ruleEffect("rule 1", .silence), "“rule 1” silences"),
        ]
        for (edit, text) in edits {
            #expect(edit.title("", name: \.rawValue, focus: "Work", changed: focus) == text)
        }
    }
}

extension Schedule {
    fileprivate var withoutDays: Schedule {
        var schedule = self
        schedule.days = []
        return schedule
    }
}
