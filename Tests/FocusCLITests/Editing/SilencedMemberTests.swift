// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: `silence Ben` ended in the help of rules, and Ben still came through.
@Suite("silence of a person whom allowed apps deliver") @LoopActor struct SilencedMemberTests {
    private static let lists = "[Focus]\nName=F\nApps=allow\nAppList=slack;\nPeople=allow\n"
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("f", Self.lists)
    }

    /// Does the steps that an answer has, and returns their number.
    @discardableResult private func doSteps(of result: RunResult) throws -> Int {
        let steps = result.change.split(separator: "\n").compactMap { StepLine(String($0)) }
        for step in steps { try focus.expectDone(step.command) }
        return steps.count
    }

    @Test(
        "the step is the rule, whatever the person's name has",
        arguments: ["Eve", "O'Brien", "Ann \"Nan\" Lee", "A\\B", "-Max", "Kim [work]", "仕事"])
    func rule(_ person: String) throws {
        let result = focus("silence", "--person=\(person)", "--focus", "f")
        #expect(result.code == .done, "\(result)")
        #expect(
            result.output.contains("\nTo silence \(person) there, too: focus-switch rule add "),
            "\(result)")
        #expect(!result.output.contains("--help"), "\(result)")
        #expect(try doSteps(of: result) == 1)
        let again = focus("silence", "--person=\(person)", "--focus", "f")
        #expect(again.output.split(separator: "\n").count == 1, "\(again)")
    }

    @Test("the sentences name the apps, and the rule's command is whole")
    func sentences() throws {
        try focus.write("f", Self.lists + "PeopleList=Ben;\n")
        let change = "F now silences Ben.\nThe apps that F allows still deliver Ben: slack.\n"
        let rule = "rule add Ben --do silence --focus f --when 'ANY people ==[c] \"Ben\"'"
        let step = "To silence Ben there, too: focus-switch \(rule)\n"
        let result = focus("silence", "--person", "Ben", "--focus", "f")
        #expect(result.change == change + step, "\(result)")
    }

    @Test("an earlier rule that allows the person is removed first, and a name is not used twice")
    func otherRules() throws {
        try focus.write(
            "f",
            Self.lists + """

                [Rule ben]
                When=summary == "x"
                Do=silence

                [Rule boss]
                When=ANY people ==[c] "Ben"
                Do=allow

                [Rule calls]
                When=category BEGINSWITH "call"
                Do=allow

                """)
        let result = focus("silence", "--person", "Ben", "--focus", "f")
        #expect(
            result.change == """
                F already silences Ben.
                The apps that F allows still deliver Ben: slack.
                The rule “boss” allows notifications of Ben, whatever the lists say.
                To remove that rule: focus-switch rule remove boss --focus f
                Then, to silence Ben there, too: focus-switch rule add 'Ben 2' --do silence --focus f --when 'ANY people ==[c] "Ben"'
                Notifications that the rule “calls” allows still come through.

                """, "\(result)")
        #expect(try doSteps(of: result) == 2)
        let again = focus("silence", "--person", "Ben", "--focus", "f")
        #expect(again.output == "F already silences Ben.\n", "\(again)")
    }

    @Test("an app in which a rule silences the person is not named")
    func ruleInOneApp() throws {
        let rule = "\n[Rule r]\nWhen=appName ==[c] \"Chat\" AND ANY people ==[c] \"Ben\"\nDo="
        let lists = Self.lists.replacing("slack;", with: "org.example.Chat;")
        try focus.write("f", "\(lists)\(rule)silence\n")
        let control = FakeControl(
            Fixture.control([
                "ListPeople": [FieldsBuilder.list([SeenPerson("Ben", latest: Fixture.now).value])],
                "ListApps": [FieldsBuilder.list([Fixture.seenApp.value])],
                "Entries": [Fixture.list([])], "Reload": [.strings([])],
            ]))
        let result = focus("silence", "--person", "Ben", "--focus", "f", control: control)
        #expect(result.output == "F already silences Ben.\n", "\(result)")
    }

    @Test("allow names the rule that still silences the person")
    func allow() throws {
        let rule = "\n[Rule Ben]\nWhen=ANY people ==[c] \"Ben\"\nDo=silence\n"
        try focus.write("f", Self.lists + rule)
        let result = focus("allow", "--person", "Ben", "--focus", "f")
        #expect(
            result.change == """
                F now allows Ben.
                The rule “Ben” still silences notifications of Ben.
                To remove that rule: focus-switch rule remove Ben --focus f

                """, "\(result)")
        #expect(try doSteps(of: result) == 1)
        #expect(focus.text("f")?.contains("Rule") == false)
        // A rule for an app that is on no list, which the list of people would let through.
        let one =
            "\n[Rule Ben in Mail]\nWhen=appName ==[c] \"Mail\" AND ANY people ==[c] \"Ben\"\nDo="
        try focus.write("f", Self.lists + "\(one)silence\n")
        let inMail = focus("allow", "--person", "ben", "--focus", "f")
        #expect(inMail.output.contains("The rule “Ben in Mail” still silences "), "\(inMail)")
        try focus.write("f", "[Focus]\nName=F\nApps=silence\nPeople=silence\n\(one)allow\n")
        let silenced = focus("silence", "--person", "Ben", "--focus", "f")
        #expect(
            silenced.output.hasPrefix("F now silences Ben.\nThe rule “Ben in Mail” still allows "))
        #expect(try doSteps(of: silenced) == 1)
    }

    @Test(
        "a rule about other things or other people is none about the person",
        arguments: [
            "TRUEPREDICATE", "NOT ANY people ==[c] \"Ben\"", "NONE people ==[c] \"Ben\"",
            "!(ANY people ==[c] \"Ben\")", "appName == \"x\" AND ALL people != \"Ben\"",
            "ALL people <> \"Ben\"",
        ])
    func others(_ condition: String) throws {
        try focus.write("f", Self.lists + "\n[Rule all]\nWhen=\(condition)\nDo=silence\n")
        #expect(focus("allow", "--person", "Ben", "--focus", "f").change == "F now allows Ben.\n")
    }
}
