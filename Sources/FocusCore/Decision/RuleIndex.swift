// SPDX-License-Identifier: Apache-2.0

import Predicates

/// The rules of a Focus or of `always.focus`, with an index by app and by needed texts.
///
/// Most rules of a long list are about one app each: `appID == "org.example.Shop" AND …`. Such a
/// rule is evaluated for that app only, so a hundred of them cost as much as the few that can
/// match. A rule about any app is evaluated only if the notification may have the text that the
/// rule needs (``NeededText``).
struct RuleIndex: Sendable {
    private let rules: [Rule]
    /// Places of the rules about any app, in order.
    private var general: [Int] = []
    /// Places of the texts of each general rule in ``texts``; empty for a rule that needs none.
    private var textsOfGeneral: [Range<Int>] = []
    private var texts: [NeededPairs] = []
    /// A pair of letters for each general rule, which cannot match texts without the pair. A list
    /// of its own: the look at a pair takes a nanosecond, and most rules need no further look.
    private var requiredPairs: [UInt16] = []
    /// The attributes in which the rules need texts.
    private var fields: TextFields = []
    /// Places of the rules about one app, in order.
    private var ofApp: [String: [Int]] = [:]

    init(_ rules: [Rule]) {
        self.rules = rules
        var texts: [NeededText] = []
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
        // The pass over the texts costs as much as a rule or two.
        guard texts.count > 2 else {
            textsOfGeneral = general.map { _ in 0..<0 }
            requiredPairs = general.map { _ in TextPairs.alwaysPresent }
            return
        }
        for text in texts { fields.formUnion(text.field) }
        self.texts = NeededPairs.rarest(of: texts)
        requiredPairs = textsOfGeneral.map { needed in
            guard needed.count == 1, !self.texts[needed.lowerBound].ignoresDiacritics else {
                return TextPairs.alwaysPresent
            }
            return self.texts[needed.lowerBound].first
        }
    }

    var isEmpty: Bool { rules.isEmpty }

    /// Returns the first rule that matches. A rule that cannot be evaluated is skipped.
    ///
    /// - Parameter folded: the folded forms of the notification's texts.
    func first(
        matching notification: Notification, _ level: InterruptionLevel, place: String,
        _ folded: inout FoldedTexts, _ faults: inout [PredicateFault]
    ) -> Rule? {
        let subject = NotificationSubject(notification, level: level)
        let pairs = TextPairs(notification, fields)
        let own = ofApp.isEmpty ? [] : ofApp[notification.app.rawValue] ?? []
        var (nextGeneral, nextOwn) = (candidate(from: 0, pairs), 0)
        while nextGeneral < general.count || nextOwn < own.count {
            let index: Int
            if nextOwn == own.count
                || (nextGeneral < general.count && general[nextGeneral] < own[nextOwn])
            {
                index = general[nextGeneral]
                nextGeneral = candidate(from: nextGeneral + 1, pairs)
            } else {
                index = own[nextOwn]
                nextOwn += 1
            }
            do {
                if try rules[index].when.evaluate(with: subject, &folded) { return rules[index] }
            } catch {
                faults.append(
                    PredicateFault(
                        place: "\(place) \(rules[index].name)", rules[index].when, error))
            }
        }
        return nil
    }

    /// Returns the number of the first general rule from a number on that may match.
    private func candidate(from number: Int, _ pairs: borrowing TextPairs) -> Int {
        var number = number
        while number < requiredPairs.count,
            !pairs.has(requiredPairs[number]) || !mayMatch(number, pairs)
        {
            number += 1
        }
        return number
    }

    /// Returns false if a general rule needs texts that the notification does not have.
    private func mayMatch(_ number: Int, _ pairs: borrowing TextPairs) -> Bool {
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
