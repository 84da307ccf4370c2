// SPDX-License-Identifier: Apache-2.0

import Predicates

/// The rules of a Focus or of `always.focus`, with an index by app and by needed texts.
///
/// Most rules of a long list are about one app each: `appID == "org.example.Shop" AND …`. Such a rule
/// is evaluated for that app only, so a hundred of them cost as much as the few that can match. A rule
/// about any app is evaluated only if the notification may have the text that the rule needs
/// (``NeededText``).
struct RuleIndex: Sendable {
    private let rules: [Rule]
    /// Places of the rules about any app, in order.
    private var general: [Int] = []
    /// Places of the texts of each general rule in ``texts``; empty for a rule that needs none.
    private var textsOfGeneral: [Range<Int>] = []
    private var texts: [NeededText] = []
    /// The attributes in which the rules need texts.
    private var fields: TextFields = []
    /// Places of the rules about one app, in order.
    private var ofApp: [String: [Int]] = [:]

    init(_ rules: [Rule]) {
        self.rules = rules
        for (place, rule) in rules.enumerated() {
            if let app = Self.requiredApp(rule.when.tree) {
                ofApp[app, default: []].append(place)
            } else {
                general.append(place)
                let needed = NeededText.texts(of: rule.when.tree) ?? []
                textsOfGeneral.append(texts.count..<texts.count + needed.count)
                texts += needed
            }
        }
        for text in texts { fields.formUnion(text.field) }
    }

    var isEmpty: Bool { rules.isEmpty }

    /// Returns the first rule that matches. A rule that cannot be evaluated is skipped.
    func first(
        matching notification: Notification, _ level: InterruptionLevel, place: String,
        _ faults: inout [PredicateFault]
    ) -> Rule? {
        let subject = NotificationSubject(notification, level: level)
        // The pass over the texts costs as much as a rule or two.
        let pairs = texts.count > 2 ? TextPairs(notification, fields) : nil
        let own = ofApp.isEmpty ? [] : ofApp[notification.app.rawValue] ?? []
        var (nextGeneral, nextOwn) = (0, 0)
        while nextGeneral < general.count || nextOwn < own.count {
            let index: Int
            if nextOwn == own.count
                || (nextGeneral < general.count && general[nextGeneral] < own[nextOwn])
            {
                index = general[nextGeneral]
                nextGeneral += 1
                if let pairs, !mayMatch(nextGeneral - 1, pairs) { continue }
            } else {
                index = own[nextOwn]
                nextOwn += 1
            }
            do {
                if try rules[index].when.evaluate(with: subject) { return rules[index] }
            } catch {
                faults.append(
                    PredicateFault(place: "\(place) \(rules[index].name)", message: error.message))
            }
        }
        return nil
    }

    /// Returns false if a general rule needs texts that the notification does not have.
    private func mayMatch(_ number: Int, _ pairs: TextPairs) -> Bool {
        let needed = textsOfGeneral[number]
        if needed.isEmpty { return true }
        for place in needed where pairs.mayContain(texts[place]) { return true }
        return false
    }

    /// Returns the app id without which the predicate is false and has no fault.
    private static func requiredApp(_ tree: PredicateNode) -> String? {
        switch tree {
        case .comparison(let comparison):
            guard comparison.comparisonOperator == .equal, comparison.modifier == .direct,
                comparison.options.isEmpty
            else { return nil }
            switch (comparison.left, comparison.right) {
            case (.keyPath("appID"), .literal(.string(let app))),
                (.literal(.string(let app)), .keyPath("appID")):
                return app
            default: return nil
            }
        // The members are evaluated in order, so a member before this one may have a fault.
        case .and(let members): return members.first.flatMap(requiredApp)
        case .constant, .or, .not: return nil
        }
    }
}
