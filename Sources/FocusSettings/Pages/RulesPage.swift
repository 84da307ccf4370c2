// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The rules of a Focus, in their order.
    func rulesPage(_ id: FocusID) -> Page {
        var page = Page("rules \(id.rawValue)", tr("Rules"))
        guard let file = files[id] else { return page }
        page.subtitle = focusName(id)
        let rules = file.focus.rules
        let rows = rules.enumerated().map { index, rule in
            ruleRow(rule, at: index, of: rules.count, id, file)
        }
        page.groups = [
            Group(
                "rules", description: tr("The first rule that matches decides, before the lists."),
                rows.isEmpty ? [SettingsRow("none", tr("No rules yet"))] : rows),
            Group(
                "add", [SettingsRow("add-rule", tr("Add a rule…"), .link(.push(.rule(id, nil))))]),
        ]
        return page
    }

    private func ruleRow(
        _ rule: Rule, at index: Int, of count: Int, _ id: FocusID, _ file: FocusFile
    ) -> SettingsRow {
        let draft = RuleDraft(rule, text: file.condition(ofRule: rule.name) ?? "")
        var row = SettingsRow(
            "rule \(rule.name)", rule.name.line(upTo: 60),
            facts([RuleWords.sentence(draft), matchText(rule)]),
            .link(.push(.rule(id, rule.name))))
        let up = Intent.edit(id, .moveRule(rule.name, by: -1))
        let down = Intent.edit(id, .moveRule(rule.name, by: 1))
        let remove = Intent.edit(id, .removeRule(rule.name))
        row.keys = [
            Shortcut("<Alt>Up", index > 0 ? up : .nothing),
            Shortcut("<Alt>Down", index < count - 1 ? down : .nothing),
            Shortcut("Delete", remove),
        ]
        row.places = (0..<count).map { place in
            place == index ? .nothing : .edit(id, .moveRule(rule.name, by: place - index))
        }
        row.menu = [
            SettingsButton(tr("Move Up"), isEnabled: index > 0, up),
            SettingsButton(tr("Move Down"), isEnabled: index < count - 1, down),
            SettingsButton(tr("Remove"), remove),
        ]
        return row
    }

    /// Returns the number of past notifications that the rule matches.
    private func matchText(_ rule: Rule) -> String {
        guard counted.isKnown else { return "" }
        let (found, all) = matches(of: rule)
        return tr("Matches \(found.count) of the last \(all)")
    }

    /// The name of a Focus, or of what holds always, for a page's subtitle.
    func focusName(_ id: FocusID) -> String {
        id == .always ? tr("Always") : files[id]?.focus.shownName.line(upTo: 60) ?? id.rawValue
    }

    // MARK: The builder

    /// The builder of a rule; without a name, of a new one.
    func rulePage(_ id: FocusID, _ name: String?) -> Page {
        var page = Page(Place.rule(id, name).name, name?.line(upTo: 60) ?? tr("New Rule"))
        page.subtitle = focusName(id)
        guard let file = files[id], name == nil || ruleDraft.rule == name,
            name == nil || file.focus.rules.contains(where: { $0.name == name })
        else {
            page.empty = EmptyState(
                icon: "edit-delete-symbolic", tr("This rule is gone"),
                buttons: [SettingsButton(tr("Back"), .back)])
            return page
        }
        var groups: [Group] = []
        if name == nil {
            var row = SettingsRow(
                "name", tr("Name (optional)"), .entry(ruleDraft.name, apply: .rule(id, .name)))
            row.appliesAtOnce = true
            if let refusal = refusals[nil] {
                row.subtitle = refusal.reason
                row.isFaulty = true
            }
            groups.append(Group("name", [row]))
        }
        groups.append(effectGroup(id))
        groups.append(ruleDraft.isText ? predicateGroup(id) : linesGroup(id))
        groups.append(matchGroup)
        groups.append(name == nil ? addRuleGroup(id) : removeRuleGroup(id, ruleDraft.rule ?? ""))
        page.groups = groups
        return page
    }

    private func effectGroup(_ id: FocusID) -> Group {
        Group(
            "effect",
            [
                SettingsRow(
                    "effect", tr("Then"),
                    .choice(
                        [
                            SettingsRow.Choice(tr("Silence"), .rule(id, .effect(.silence))),
                            SettingsRow.Choice(tr("Allow"), .rule(id, .effect(.allow))),
                        ], selected: ruleDraft.effect == .silence ? 0 : 1)),
                toggleRow(id),
            ])
    }

    /// The switch between the lines and the predicate.
    private func toggleRow(_ id: FocusID) -> SettingsRow {
        var row = SettingsRow(
            "predicate-toggle", tr("Predicate"), tr("Show the condition as a text"),
            .toggle(isOn: ruleDraft.isText, flip: .rule(id, .toggle)))
        if !ruleDraft.isBuildable {
            row.subtitle = tr("The lines cannot show this condition, so it stays a text")
            row.isControlEnabled = false
        }
        return row
    }

    private func predicateGroup(_ id: FocusID) -> Group {
        var row = SettingsRow(
            "predicate", tr("Condition"), .entry(ruleDraft.text, apply: .rule(id, .predicate)))
        if ruleDraft.rule == nil { row.appliesAtOnce = true }
        return Group(
            "condition", tr("When"),
            description: tr(
                "A predicate such as summary CONTAINS[c] \"urgent\" or appID == \"org.example.Chat\"."
            ),
            [checkedRule(row)])
    }

    /// Returns the row with the reason why the rule was refused, if it was.
    private func checkedRule(_ row: SettingsRow) -> SettingsRow {
        switch refusal?.edit {
        case .ruleCondition, .newRule:
            var row = row
            row.subtitle = refusal?.reason ?? ""
            row.isFaulty = true
            return row
        default: return row
        }
    }

    private func linesGroup(_ id: FocusID) -> Group {
        var rows = ruleDraft.lines.enumerated().map { index, line in
            lineRow(id, index, line, isLast: ruleDraft.lines.count == 1)
        }
        if ruleDraft.gaps.isEmpty { rows[0] = checkedRule(rows[0]) }
        if ruleDraft.lines.count > 1 {
            rows.insert(
                SettingsRow(
                    "join", tr("Matches if"),
                    .choice(
                        [
                            SettingsRow.Choice(tr("All of these hold"), .rule(id, .any(false))),
                            SettingsRow.Choice(tr("Any of these holds"), .rule(id, .any(true))),
                        ], selected: ruleDraft.isAny ? 1 : 0)), at: 0)
        }
        return Group(
            "condition", tr("When"),
            buttons: [
                SettingsButton(
                    tr("Add a Line"), icon: "list-add-symbolic", name: tr("Add a line"),
                    .rule(id, .add))
            ], rows)
    }

    private func lineRow(
        _ id: FocusID, _ index: Int, _ line: RuleLine, isLast: Bool
    ) -> SettingsRow {
        let fields = RuleField.allCases
        let relations = RuleRelation.allCases
        let number = index + 1
        let isFaulty = ruleDraft.showsGaps && ruleDraft.gaps.contains(index)
        var row = SettingsRow(
            "line \(index)", tr("Line \(number)"),
            isFaulty ? gapText(isLast: isLast) : RuleWords.hint(line.field),
            .condition(
                ConditionLine(
                    field: .init(
                        tr("Field of line \(number)"),
                        fields.map { field in
                            SettingsRow.Choice(
                                RuleWords.name(field), .rule(id, .field(index, field)))
                        }, selected: fields.firstIndex(of: line.field) ?? 0),
                    relation: .init(
                        tr("Relation of line \(number)"),
                        relations.map { relation in
                            SettingsRow.Choice(
                                RuleWords.name(relation), .rule(id, .relation(index, relation)))
                        }, selected: relations.firstIndex(of: line.relation) ?? 0),
                    textName: tr("Text of line \(number)"), text: line.text,
                    apply: .rule(id, .text(index)))),
            buttons: isLast
                ? []
                : [
                    SettingsButton(
                        tr("Remove"), icon: "user-trash-symbolic",
                        name: tr("Remove line \(number)"), .rule(id, .remove(index)))
                ])
        row.isFaulty = isFaulty
        // A rule of the file changes once the text is whole.
        row.appliesAtOnce = ruleDraft.rule == nil
        return row
    }

    /// The remedy for a line without a text.
    private func gapText(isLast: Bool) -> String {
        if ruleDraft.rule != nil {
            return tr("Type a text, or remove the line; until then the rule stays as it was")
        }
        return isLast
            ? tr("Type a text to compare with") : tr("Type a text, or remove the line")
    }

    private func addRuleGroup(_ id: FocusID) -> Group {
        Group(
            "add",
            [
                .action(
                    "add", tr("Add this rule"),
                    SettingsButton(
                        tr("Add"), name: tr("Add this rule"), style: .suggested, .addRule(id)))
            ])
    }

    private func removeRuleGroup(_ id: FocusID, _ rule: String) -> Group {
        Group(
            "remove",
            [
                .action(
                    "remove", tr("Remove this rule"),
                    SettingsButton(
                        tr("Remove"), name: tr("Remove this rule"), style: .destructive,
                        .edit(id, .removeRule(rule))))
            ])
    }
}
