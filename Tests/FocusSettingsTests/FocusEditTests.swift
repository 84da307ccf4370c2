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
            (FocusEdit.typedDelivery, "25:00"), (.typedApp, ""), (.typedRule(.allow), "summary =="),
            (.name, ""), (.schedule(Schedule.draft.withoutDays), ""),
        ] {
            #expect(throws: FocusFileError.self) { try edit.apply(to: &file, text) }
        }
        #expect(file.contents == before)
        try FocusEdit.typedDelivery.apply(to: &file, "12:30")
        try FocusEdit.typedPerson.apply(to: &file, "Ada")
        try FocusEdit.typedRule(.silence).apply(to: &file, "body CONTAINS \"offer\"")
        #expect(file.focus.deliverAt.map(\.text) == ["12:30"])
        #expect(file.peopleList == ["Ada"])
        #expect(file.focus.rules.map(\.name) == ["one", "two", "rule 1"])
    }

    @Test func optionsLeadToPages() {
        let focus = FocusID("work")
        #expect(Program.parse([]) == .success(.place(nil)))
        #expect(Program.parse(["--focus", "work"]) == .success(.place(.focus(focus))))
        #expect(Program.parse(["--missed"]) == .success(.place(.missed)))
        #expect(Program.parse(["--why", "12"]) == .success(.place(.why(ClientID(rawValue: 12)))))
        #expect(throws: CommandLineError.self) { try Program.parse(["--why", "x"]).get() }
        #expect(throws: CommandLineError.self) { try Program.parse(["extra"]).get() }
        #expect(Program.parser.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}

extension Schedule {
    fileprivate var withoutDays: Schedule {
        var schedule = self
        schedule.days = []
        return schedule
    }
}
