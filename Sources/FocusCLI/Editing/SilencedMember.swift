// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// A person or an app that `silence` removes from a list of allowed ones.
struct SilencedMember {
    let member: String
    let list: FocusList
    /// Names in the notifications of listed apps, by id.
    var names: [String: String] = [:]

    /// Returns the sentences about notifications that still come through because the other list
    /// allows them; none without such notifications.
    ///
    /// - Parameter titles: the names of apps with their ids, by id. Printable.
    func sentences(_ file: FocusFile, _ titles: [String: String]) -> [String] {
        let name = file.focus.name.printable
        switch list {
        case .people:
            var sentences = PersonRule(person: member, file: file, names: names)
                .sentences(titles)
            if file.focus.repeatBreaksThrough {
                sentences.append(
                    "A second notification of \(member.printable) within 3 minutes still comes"
                        + " through; to end that: focus-switch set repeat-breaks-through off --focus"
                        + " \(shellQuoted(file.id.rawValue))")
            }
            return sentences
        case .apps:
            guard file.focus.people.mode == .allow, !file.peopleList.isEmpty else { return [] }
            let people = file.peopleList.namesWithCommas
            return ["People that \(name) allows still come through: \(people)."]
        }
    }
}

/// Rules about a person, which decide before the lists of a Focus.
///
/// The policy decides about example notifications of the person, as in ``ListEffects``.
struct PersonRule {
    let person: String
    let file: FocusFile
    /// Names in the notifications of listed apps, by id.
    var names: [String: String] = [:]

    /// The app and the person that no list and no rule names.
    private static let other = "\u{1}"

    /// Returns the sentences after `silence` about the allowed apps that still deliver the person,
    /// with the rule that silences the person there; none without such apps.
    ///
    /// - Parameter titles: the names of apps with their ids, by id. Printable.
    func sentences(_ titles: [String: String]) -> [String] {
        let focus = file.focus
        guard focus.apps.mode == .allow else { return [] }
        let open = file.appList.filter { decision(focus, $0, person).verdict == .deliver }
        guard !open.isEmpty else { return [] }
        let name = focus.name.printable
        let apps = open.map { titles[$0.rawValue] ?? $0.rawValue.printable }
        let shown = person.printable
        var sentences = [
            "The apps that \(name) allows still deliver \(shown): \(apps.namesWithCommas)."
        ]
        // The first rule that matches decides, and a new rule is behind the others.
        var without = focus
        while let rule = open.lazy.compactMap({ allowing(without, $0) }).first {
            without.rules.removeAll { $0.name == rule }
            sentences += [
                "The rule “\(rule.printable)” allows notifications of \(shown), whatever the lists"
                    + " say.",
                removal(rule),
            ]
        }
        guard open.contains(where: { decision(without, $0, person).verdict == .deliver }) else {
            return sentences
        }
        let isBehind = without.rules.count < focus.rules.count
        let lead = isBehind ? "Then, to silence" : "To silence"
        sentences.append("\(lead) \(shown) there, too: \(addition)")
        let others = without.rules.filter { rule in
            rule.effect == .allow && (!isAboutPeople(rule) || isAboutPerson(rule))
        }
        if !others.isEmpty {
            let list = others.map { "“\($0.name.printable)”" }.joinedWithAnd
            let noun = others.count == 1 ? "the rule \(list) allows" : "the rules \(list) allow"
            sentences.append("Notifications that \(noun) still come through.")
        }
        return sentences
    }

    /// Returns the sentences after a change of the list of people about rules that do the contrary
    /// for notifications of the person, whatever the lists say.
    ///
    /// - Parameter effect: the effect of the rules.
    func exceptions(_ effect: RuleEffect) -> [String] {
        var without = file.focus
        var rules: [String] = []
        let apps = [AppID(Self.other)] + file.appList
        while let rule = apps.lazy.compactMap({ deciding(without, $0, effect) }).first {
            without.rules.removeAll { $0.name == rule }
            rules.append(rule)
        }
        rules += without.rules.filter { $0.effect == effect && isAboutPerson($0) }.map(\.name)
        let verb = effect == .allow ? "allows" : "silences"
        return rules.flatMap { rule in
            [
                "The rule “\(rule.printable)” still \(verb) notifications of \(person.printable).",
                removal(rule),
            ]
        }
    }

    /// The command that adds the rule, or the one with its help.
    private var addition: String {
        let condition = "ANY people ==[c] \(WordRules.literal(person))"
        let step = RuleStep.adding(person, condition, "silence", to: file)
        return step == step.printable ? step : "focus-switch rule add --help"
    }

    private func removal(_ rule: String) -> String {
        "To remove that rule: focus-switch rule remove \(shellQuoted(rule).printable) --focus"
            + " \(shellQuoted(file.id.rawValue).printable)"
    }

    private func isAboutPeople(_ rule: Rule) -> Bool {
        let condition = file.condition(ofRule: rule.name) ?? ""
        return condition.contains("people") || condition.contains("person")
    }

    /// Returns true for a rule with the person's name, as one for the person in one app.
    private func isAboutPerson(_ rule: Rule) -> Bool {
        guard let condition = file.condition(ofRule: rule.name)?.lowercased() else { return false }
        let literal = WordRules.literal(person).lowercased()
        let others = condition.replacing(literal, with: "")
        // “NOT ANY people == "Ann"” is about everyone else.
        let isNegated =
            ["!", "<>"].contains { others.contains($0) }
            || others.split { !$0.isLetter }.contains { ["none", "not"].contains($0) }
        return condition.contains(literal) && !isNegated
    }

    /// Returns the rule that lets notifications of the person through.
    private func allowing(_ focus: Focus, _ app: AppID) -> String? {
        let decision = decision(focus, app, person)
        guard decision.verdict == .deliver, case .rule(let rule) = decision.reason else {
            return nil
        }
        return rule
    }

    /// Returns the rule with that effect on notifications of the person, but not on those of
    /// others.
    private func deciding(_ focus: Focus, _ app: AppID, _ effect: RuleEffect) -> String? {
        let decision = decision(focus, app, person)
        guard case .rule(let rule) = decision.reason,
            (decision.verdict == .deliver) == (effect == .allow),
            self.decision(focus, app, Self.other).reason != decision.reason
        else { return nil }
        return rule
    }

    private func decision(_ focus: Focus, _ app: AppID, _ person: String) -> Decision {
        let notification = Notification(
            app: app, appName: names[app.rawValue] ?? app.rawValue, people: [person])
        return Policy(focus: focus, GeneralRules(), aliases: { _ in [] }).decide(notification)
    }
}
