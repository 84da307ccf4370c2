// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire

extension SettingsState {
    /// The rules of a Focus, in their order.
    func rulesPage(_ id: FocusID) -> Page {
        var page = Page("rules \(id.rawValue)", "Rules")
        guard let file = files[id] else { return page }
        page.subtitle = file.focus.name.line(upTo: 60)
        let rules = file.focus.rules
        page.groups = rules.enumerated().map { index, rule in
            Group(
                "rule \(rule.name)", rule.name.line(upTo: 60),
                buttons: moves(of: rule.name, at: index, of: rules.count, id),
                [
                    checked(
                        SettingsRow(
                            "when \(rule.name)", "When",
                            .entry(
                                file.condition(ofRule: rule.name) ?? "",
                                apply: .edit(id, .ruleCondition(rule.name)))),
                        .ruleCondition(rule.name)),
                    SettingsRow(
                        "do \(rule.name)", "Then", matchText(rule),
                        .choice(
                            [
                                SettingsRow.Choice(
                                    "Silence", .edit(id, .ruleEffect(rule.name, .silence))),
                                SettingsRow.Choice(
                                    "Allow", .edit(id, .ruleEffect(rule.name, .allow))),
                            ], selected: rule.effect == .silence ? 0 : 1)),
                ])
        }
        page.groups.append(
            Group(
                "add", "Add a Rule",
                description: "The first rule that matches decides, before the lists. A predicate is"
                    + " such as summary CONTAINS[c] \"urgent\" or app == \"org.example.Chat\".",
                [
                    checked(
                        SettingsRow(
                            "add-silence", "Silence when",
                            .entry("", apply: .edit(id, .typedRule(.silence)))),
                        .typedRule(.silence)),
                    checked(
                        SettingsRow(
                            "add-allow", "Allow when",
                            .entry("", apply: .edit(id, .typedRule(.allow)))),
                        .typedRule(.allow)),
                ]))
        return page
    }

    private func moves(
        of name: String, at index: Int, of count: Int, _ id: FocusID
    ) -> [SettingsButton] {
        [
            SettingsButton(
                "Up", icon: "go-up-symbolic", name: "Move the rule \(name) up",
                isEnabled: index > 0, .edit(id, .moveRule(name, by: -1))),
            SettingsButton(
                "Down", icon: "go-down-symbolic", name: "Move the rule \(name) down",
                isEnabled: index < count - 1, .edit(id, .moveRule(name, by: 1))),
            SettingsButton(
                "Remove", icon: "user-trash-symbolic", name: "Remove the rule \(name)",
                .edit(id, .removeRule(name))),
        ]
    }

    /// Returns the number of past notifications that the rule matches.
    private func matchText(_ rule: Rule) -> String {
        guard history.isKnown else { return "" }
        var focus = Focus(id: FocusID(""), name: "")
        focus.rules = [rule]
        let policy = Policy(focus: focus)
        let count = history.entries.count { entry in
            policy.decide(entry.record.notification).reason == .rule(rule.name)
        }
        return "Matches \(count) of the last \(history.entries.count)"
    }
}
