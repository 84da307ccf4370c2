// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Presentation

/// The rule that the user is making or changing.
extension SettingsState {
    /// Handles changes of the rule that the builder shows.
    mutating func changeRule(_ intent: Intent, _ text: String, into effects: inout [Effect]) {
        refusals = Refusals()
        switch intent {
        case .rule(let focus, let edit):
            // A field that loses the keyboard's focus with its page tells its text once more.
            guard trail.contains(where: { $0 == .rule(focus, ruleDraft.rule) }) else { return }
            let before = ruleDraft.condition
            ruleDraft.change(edit, text)
            guard let rule = ruleDraft.rule else { return }
            if case .effect(let effect) = edit {
                effects.append(.edit(focus, .ruleEffect(rule, effect), text: ""))
            }
            let condition = ruleDraft.condition
            if edit == .predicate || (condition != before && !condition.isEmpty && edit != .toggle)
            {
                effects.append(.edit(focus, .ruleCondition(rule), text: condition))
            }
        case .addRule(let focus):
            let condition = ruleDraft.condition
            let names = Set(files[focus]?.focus.rules.map(\.name) ?? [])
            let typed = ruleDraft.name.trimmed
            let name = typed.isEmpty ? FocusEdit.freeRuleName(besides: names) : typed
            guard !condition.isEmpty else {
                ruleDraft.showsGaps = true
                return
            }
            guard !names.contains(name) else {
                refusals.add(
                    nil, tr("There is a rule “\(name)” already; choose another name"), "")
                return
            }
            effects.append(.edit(focus, .newRule(name, ruleDraft.effect), text: condition))
        default: break
        }
    }

    /// Shows the rule of the file again, in place of a refused condition that the user gives up.
    mutating func giveUpCondition() {
        guard case .rule(let id, let name?) = place,
            refusals[FocusEdit.ruleCondition(name)] != nil, let file = files[id],
            let rule = file.focus.rules.first(where: { $0.name == name })
        else { return }
        let isText = ruleDraft.isText
        ruleDraft = RuleDraft(rule, text: file.condition(ofRule: name) ?? "")
        if isText { ruleDraft.isText = true }
    }
}
