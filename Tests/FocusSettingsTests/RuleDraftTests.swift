// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Predicates
import Testing

@testable import FocusSettings

/// The rule builder: predicates as lines, and lines as predicates.
@Suite struct RuleDraftTests {
    static func draft(_ predicate: String) throws -> RuleDraft {
        let rule = Rule(
            name: "one", when: try Predicate(format: predicate), effect: RuleEffect.silence)
        return RuleDraft(rule, text: predicate)
    }

    @Test(arguments: [
        "summary CONTAINS[cd] \"offer\"", "NOT body CONTAINS[cd] \"x\"", "appID == \"org.a.B\"",
        "ANY people ==[cd] \"Ada\"", "site ENDSWITH[c] \"example.org\"",
        "summary CONTAINS[cd] \"a\" OR body CONTAINS[cd] \"a\"",
        "summary CONTAINS[cdw] \"a\" OR body CONTAINS[cdw] \"a\"",
        "(summary CONTAINS[cd] \"a\" OR body CONTAINS[cd] \"a\") AND appID == \"org.a.B\"",
        "summary BEGINSWITH \"a\" AND body LIKE \"b*\" AND category == \"im\"",
        "summary CONTAINS[cd] \"a \\\\ \\\" \\u0009\" OR level == \"passive\"",
    ])
    func linesKeepTheirMeaning(_ predicate: String) throws {
        let draft = try Self.draft(predicate)
        #expect(!draft.isText)
        #expect(try Predicate(format: draft.condition) == Predicate(format: predicate))
    }

    @Test(arguments: [
        "TRUEPREDICATE", "summary == body", "urgency == 2", "summary CONTAINS[cd] $x",
        "(summary == \"a\" OR body == \"b\") AND appID == \"c\"", "body MATCHES \"a+\"",
        "NOT (summary == \"a\" AND body == \"b\")", "NOT body CONTAINS[w] \"a\"",
        "ANY hints.list == \"a\"",
    ])
    func otherPredicatesStayTexts(_ predicate: String) throws {
        var draft = try Self.draft(predicate)
        #expect(draft.isText && !draft.isBuildable)
        draft.toggleText()
        #expect(draft.isText && draft.condition == predicate)
    }

    @Test func anotherRelationDropsTheWord() throws {
        var draft = try Self.draft("body CONTAINS[cdw] \"ad\"")
        #expect(draft.lines.first?.relation == .containsWord)
        draft.change(.relation(0, .endsWith), "")
        #expect(draft.condition == "body ENDSWITH[cd] \"ad\"")
        draft.change(.relation(0, .containsWord), "")
        #expect(draft.condition == "body CONTAINS[cdw] \"ad\"")
    }

    @Test func linesAreJoinedByAllOrAny() throws {
        var draft = RuleDraft()
        #expect(draft.condition == "")
        draft.change(.text(0), "offer")
        draft.change(.add, "")
        draft.change(.field(1, .people), "")
        draft.change(.relation(1, .equalsNot), "")
        // Without the text of a line, the rule would match more.
        let first = "summary CONTAINS[cd] \"offer\" OR body CONTAINS[cd] \"offer\""
        #expect(draft.condition == "")
        #expect(draft.filledCondition == first)
        draft.change(.text(1), "Ada")
        #expect(draft.condition == "(\(first)) AND (NOT ANY people ==[cd] \"Ada\")")
        draft.change(.any(true), "")
        #expect(draft.condition == "(\(first)) OR (NOT ANY people ==[cd] \"Ada\")")
        draft.change(.remove(0), "")
        #expect(draft.condition == "NOT ANY people ==[cd] \"Ada\"")
    }

    @Test func theTextAndTheLinesAreOneRule() {
        var draft = RuleDraft()
        draft.change(.text(0), "x")
        draft.change(.field(0, .summary), "")
        draft.change(.toggle, "")
        #expect(draft.text == "summary CONTAINS[cd] \"x\"")
        draft.change(.predicate, "body ==[c] \"y\"")
        draft.change(.toggle, "")
        #expect(
            draft.lines == [
                RuleLine(field: .body, relation: .equals, text: "y", options: .caseInsensitive)
            ])
        draft.change(.toggle, "")
        draft.change(.predicate, "summary ==")
        draft.change(.toggle, "")
        #expect(draft.isText)
    }

    // MARK: Pages

    static let rules =
        "[Rule one]\nWhen=summary CONTAINS[cd] \"Hello\"\nDo=allow\n"
        + "[Rule two]\nWhen=TRUEPREDICATE\nDo=silence\n"

    @Test func rulesMoveAndGoByKeys() throws {
        var state = try SettingsStateTests.state(Self.rules)
        let work = SettingsStateTests.work
        _ = SettingsStateTests.effects(&state, .open(.rules(work)))
        let row = try #require(state.page.row("rule two"))
        #expect(
            row.keys.map(\.intent) == [
                .edit(work, .moveRule("two", by: -1)), .nothing, .edit(work, .removeRule("two")),
            ])
        #expect(row.menu.map(\.isEnabled) == [true, false, true])
        // By the handle, to the place of each rule.
        #expect(row.places == [.edit(work, .moveRule("two", by: -1)), .nothing])
        #expect(
            state.page.row("rule one")?.places
                == [.nothing, .edit(work, .moveRule("one", by: 1))])
        #expect(state.page.row("rule one")?.subtitle == "Allows if: Title contains “Hello”")
    }

    @Test func aRuleSaysWhatItWouldMatch() throws {
        var state = try SettingsStateTests.state(Self.rules)
        let work = SettingsStateTests.work
        var effects = SettingsStateTests.effects(&state, .open(.rules(work)))
        guard case .readHistory(let query)? = effects.first else {
            Issue.record("the history is not read")
            return
        }
        let entries = (1...5).map {
            EntryPagesTests.entry(UInt32($0), $0 == 5 ? "Bye" : "Hello \($0)")
        }
        state.handle(.history(entries, of: query), into: &effects)
        _ = SettingsStateTests.effects(&state, .push(.rule(work, "one")))
        let group = try #require(state.page.groups.first { $0.id == "matches" })
        #expect(group.description == "Matches 4 of the last 5")
        #expect(group.rows.map(\.title) == ["Hello 1", "Hello 2", "Hello 3"])
        // A change of a line is written at once, and counted.
        effects = SettingsStateTests.effects(&state, .rule(work, .text(0)), "bye")
        #expect(
            effects == [
                .edit(work, .ruleCondition("one"), text: "summary CONTAINS[cd] \"bye\"")
            ])
        #expect(
            state.page.groups.first { $0.id == "matches" }?.description == "Matches 1 of the last 5"
        )
    }

    @Test("issue 21: Escape shows the rule of the file in place of a refused condition")
    func aRefusedConditionIsGivenUp() throws {
        var state = try SettingsStateTests.state(Self.rules)
        let work = SettingsStateTests.work
        _ = SettingsStateTests.effects(&state, .open(.rules(work)))
        _ = SettingsStateTests.effects(&state, .push(.rule(work, "one")))
        _ = SettingsStateTests.effects(&state, .rule(work, .toggle))
        let edit = FocusEdit.ruleCondition("one")
        #expect(
            SettingsStateTests.effects(&state, .rule(work, .predicate), "summary ==")
                == [.edit(work, edit, text: "summary ==")])
        var effects: [Effect] = []
        state.handle(.refused(edit, "It has an end", text: "summary =="), into: &effects)
        #expect(state.page.row("predicate")?.isFaulty == true)
        let cancel = try #require(state.page.cancel)
        #expect(SettingsStateTests.effects(&state, cancel) == [])
        let row = try #require(state.page.row("predicate"))
        #expect(!row.isFaulty)
        #expect(
            row.control
                == .entry("summary CONTAINS[cd] \"Hello\"", apply: .rule(work, .predicate)))
        _ = SettingsStateTests.effects(&state, .back)
        #expect(state.dialog == nil && state.place == .rules(work))
    }

    @Test func aNewRuleNeedsATextAndAFreeName() throws {
        var state = try SettingsStateTests.state(Self.rules)
        let work = SettingsStateTests.work
        _ = SettingsStateTests.effects(&state, .open(.rules(work)))
        _ = SettingsStateTests.effects(&state, .push(.rule(work, nil)))
        #expect(SettingsStateTests.effects(&state, .addRule(work)) == [])
        #expect(state.page.row("line 0")?.isFaulty == true)
        _ = SettingsStateTests.effects(&state, .rule(work, .text(0)), "sale")
        _ = SettingsStateTests.effects(&state, .rule(work, .field(0, .summary)))
        _ = SettingsStateTests.effects(&state, .rule(work, .name), "two")
        #expect(SettingsStateTests.effects(&state, .addRule(work)) == [])
        _ = SettingsStateTests.effects(&state, .rule(work, .name), "")
        #expect(
            SettingsStateTests.effects(&state, .addRule(work)) == [
                .edit(
                    work, .newRule("Rule 1", .silence), text: "summary CONTAINS[cd] \"sale\"")
            ])
        // A refused rule stays on its page, with its texts.
        var effects: [Effect] = []
        state.handle(.refused(.newRule("Rule 1", .silence), "Full", text: ""), into: &effects)
        #expect(state.place == .rule(work, nil))
        #expect(state.ruleDraft.lines.map(\.text) == ["sale"])
        let step = UndoStep(focus: work, title: "Rule 1 added", before: nil, after: [])
        state.handle(.written(step, opens: nil), into: &effects)
        #expect(state.place == .rules(work))
    }
}
