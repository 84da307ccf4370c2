// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// Rules and schedules on their way into the file: half-filled ones, and pages that are left.
@Suite struct UnsavedTests {
    static let work = SettingsStateTests.work
    static let rule =
        "[Rule one]\nWhen=summary CONTAINS[cd] \"a\" AND body CONTAINS[cd] \"b\"\nDo=allow\n"

    private func state(_ place: Place) throws -> SettingsState {
        var state = try SettingsStateTests.state(Self.rule)
        _ = SettingsStateTests.effects(&state, .open(.rules(Self.work)))
        _ = SettingsStateTests.effects(&state, .push(place))
        return state
    }

    private func effects(
        _ state: inout SettingsState, _ intent: Intent, _ text: String = ""
    ) -> [Effect] { SettingsStateTests.effects(&state, intent, text) }

    @Test("issue 21: a new rule with an empty line is refused, and the line is marked")
    func aHalfFilledRuleIsRefused() throws {
        var state = try state(.rule(Self.work, nil))
        _ = effects(&state, .rule(Self.work, .effect(.allow)))
        _ = effects(&state, .rule(Self.work, .field(0, .appName)))
        _ = effects(&state, .rule(Self.work, .text(0)), "signal")
        _ = effects(&state, .rule(Self.work, .add))
        _ = effects(&state, .rule(Self.work, .field(1, .people)))
        for text in ["", "  "] {
            _ = effects(&state, .rule(Self.work, .text(1)), text)
            #expect(effects(&state, .addRule(Self.work)) == [])
            #expect(state.page.row("line 0")?.isFaulty == false)
            #expect(state.page.row("line 1")?.isFaulty == true)
            #expect(state.page.row("line 1")?.subtitle == "Type a text, or remove the line")
            #expect(state.page.row("none")?.title == "Known once each line has a text")
        }
        _ = effects(&state, .rule(Self.work, .text(1)), "Ada")
        #expect(state.page.row("line 1")?.isFaulty == false)
        let condition = "appName CONTAINS[cd] \"signal\" AND ANY people CONTAINS[cd] \"Ada\""
        #expect(
            effects(&state, .addRule(Self.work))
                == [.edit(Self.work, .newRule("Rule 1", .allow), text: condition)])
    }

    @Test("issue 21: a rule of the file stays as it is while one of its lines is empty")
    func aRuleDoesNotGetWider() throws {
        var state = try state(.rule(Self.work, "one"))
        #expect(effects(&state, .rule(Self.work, .text(1)), "") == [])
        #expect(state.page.row("line 1")?.isFaulty == true)
        #expect(effects(&state, .rule(Self.work, .text(0)), "c") == [])
        // The file is read again after another change.
        var others: [Effect] = []
        state.handle(.always(nil, []), into: &others)
        #expect(state.ruleDraft.lines.map(\.text) == ["c", ""])
        #expect(
            effects(&state, .rule(Self.work, .remove(1)))
                == [
                    .edit(Self.work, .ruleCondition("one"), text: "summary CONTAINS[cd] \"c\"")
                ])
    }

    @Test(
        "issue 21: a page with unsaved work asks before it is left",
        arguments: [Intent.back, .open(.history)])
    func unsavedWorkIsAskedAbout(_ leaving: Intent) throws {
        for (place, change) in [
            (Place.rule(Self.work, nil), (Intent.rule(Self.work, .text(0)), "signal")),
            (.rule(Self.work, "one"), (.rule(Self.work, .text(1)), "")),
            (.schedule(Self.work, nil), (.draft(.name), "office")),
        ] {
            var untouched = try state(place)
            _ = effects(&untouched, leaving)
            #expect(untouched.dialog == nil)
            #expect(untouched.place != place)

            var state = try state(place)
            _ = effects(&state, change.0, change.1)
            _ = effects(&state, leaving)
            #expect(state.place == place)
            let dialog = try #require(state.dialog)
            #expect(dialog.heading.hasPrefix("Discard"))
            let answer = try #require(dialog.answers.first)
            _ = effects(&state, answer.intent)
            #expect(state.place == (leaving == .back ? .rules(Self.work) : .history))
        }
    }

    @Test("issue 21: another rule does not take the place of a new one without a question")
    func oneBuilderIsOpen() throws {
        var state = try state(.rule(Self.work, nil))
        _ = effects(&state, .rule(Self.work, .text(0)), "signal")
        _ = effects(&state, .push(.why(ClientID(rawValue: 1))))
        _ = effects(&state, .push(.rules(Self.work)))
        _ = effects(&state, .push(.rule(Self.work, "one")))
        #expect(state.place == .rules(Self.work))
        #expect(state.ruleDraft.lines.map(\.text) == ["signal"])
        let dialog = try #require(state.dialog)
        #expect(dialog.heading == "Discard the new rule?")
        let answer = try #require(dialog.answers.first)
        _ = effects(&state, answer.intent)
        #expect(state.trail == [.rules(Self.work), .rule(Self.work, "one")])
        #expect(state.ruleDraft.rule == "one")
        #expect(state.unsaved == nil)
    }

    @Test("issue 21: a window with unsaved work asks before it closes")
    func aClosedWindowAsksAboutUnsavedWork() throws {
        for (place, change) in [
            (Place.rule(Self.work, nil), (Intent.rule(Self.work, .text(0)), "signal")),
            (.rule(Self.work, "one"), (.rule(Self.work, .text(1)), "")),
            (.schedule(Self.work, nil), (.draft(.name), "office")),
        ] {
            var untouched = try state(place)
            let close = try #require(untouched.content.close)
            #expect(effects(&untouched, close) == [.close])
            #expect(untouched.dialog == nil)

            var state = try state(place)
            _ = effects(&state, change.0, change.1)
            // Also below a page that the user looks at meanwhile.
            _ = effects(&state, .push(.why(ClientID(rawValue: 1))))
            #expect(effects(&state, close) == [])
            let dialog = try #require(state.dialog)
            #expect(dialog.heading.hasPrefix("Discard"))
            #expect(effects(&state, dialog.cancel) == [])
            #expect(state.trail.contains(place))
            #expect(state.unsaved != nil)
            let answer = try #require(dialog.answers.first)
            #expect(effects(&state, answer.intent) == [.close])
        }
    }

    @Test("issue 21: a look at a match does not throw the new rule away")
    func theDraftOutlastsPagesAboveIt() throws {
        var state = try state(.rule(Self.work, nil))
        _ = effects(&state, .rule(Self.work, .text(0)), "signal")
        _ = effects(&state, .push(.why(ClientID(rawValue: 1))))
        _ = effects(&state, .back)
        #expect(state.dialog == nil)
        #expect(state.place == .rule(Self.work, nil))
        #expect(state.ruleDraft.lines.map(\.text) == ["signal"])
    }
}
