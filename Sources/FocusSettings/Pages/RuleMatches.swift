// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Predicates
import Presentation

extension SettingsState {
    /// Returns the past notifications that a rule matches, and the number of those it was tried on.
    func matches(of rule: Rule) -> (found: [EntryWire], all: Int) {
        var focus = Focus(id: FocusID(""), name: "")
        focus.rules = [rule]
        let policy = Policy(focus: focus, GeneralRules(), aliases: { _ in [] })
        let recent = counted.countable.prefix(Self.countedEntries)
        let found = recent.filter {
            policy.decide($0.record.notification).reason == .rule(rule.name)
        }
        return (Array(found), recent.count)
    }

    /// The effect of the builder's rule on past notifications: a number, and the first three.
    var matchGroup: Group {
        guard let predicate = try? Predicate(format: ruleDraft.condition) else {
            let text =
                ruleDraft.filledCondition.isEmpty
                ? tr("Type a text to compare with")
                : ruleDraft.gaps.isEmpty
                    ? tr("This condition is not complete")
                    : tr("Known once each line has a text")
            return Group("matches", tr("Would Match"), [SettingsRow("none", text)])
        }
        guard counted.isCountable else {
            if let failure = counted.failure {
                return Group(
                    "matches", tr("Would Match"),
                    [
                        SettingsRow(
                            "failed", tr("The history could not be read"),
                            Self.sentence(failure).line(), icon: "dialog-warning-symbolic",
                            buttons: [readAgainButton])
                    ])
            }
            return Group(
                "matches", tr("Would Match"),
                [
                    SettingsRow(
                        "none",
                        service == .running
                            ? tr("Reading the history…") : tr("Known once focusd runs"))
                ])
        }
        let rule = Rule(name: "draft", when: predicate, effect: ruleDraft.effect)
        let (found, all) = matches(of: rule)
        return Group(
            "matches", tr("Would Match"),
            description: tr("Matches \(found.count) of the last \(all)"),
            found.prefix(3).map { entry in
                let record = entry.record
                return SettingsRow(
                    "match \(record.key.rawValue)",
                    record.headline ?? tr("(text not kept)"),
                    facts([ClockText.text(record.time, seenFrom: now), appName(of: entry)]),
                    .link(.push(.why(record.id))))
            })
    }
}
