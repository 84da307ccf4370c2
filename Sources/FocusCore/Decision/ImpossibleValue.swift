// SPDX-License-Identifier: Apache-2.0

import Predicates

/// Comparisons of an attribute with a value that it never has, and with two values at once: a rule
/// with one of them always or never matches, such as `urgency == "high"` or `appID == "a" AND appID
/// == "b"`.
enum ImpossibleValue {
    /// Returns a sentence about the first such comparison, or nil.
    static func find(in node: PredicateNode) -> String? {
        switch node {
        case .constant: nil
        case .and(let members):
            members.lazy.compactMap(find).first ?? contradiction(among: members)
        case .or(let members): members.lazy.compactMap(find).first
        case .not(let member): find(in: member)
        case .comparison(let comparison):
            find(comparison.left, comparison.comparisonOperator, comparison, comparison.right)
                ?? find(
                    comparison.right, comparison.comparisonOperator.mirrored, comparison,
                    comparison.left)
        }
    }

    /// Attributes with one text, or none.
    private static let texts: Set = [
        "appID", "appName", "program", "summary", "body", "category", "level", "site", "thread",
        "filterCriteria",
    ]

    /// Returns a sentence about an attribute that would have to equal two different values.
    private static func contradiction(among members: [PredicateNode]) -> String? {
        var known: [String: PredicateComparison] = [:]
        for case .comparison(let comparison) in members.flatMap(parts) {
            guard comparison.comparisonOperator == .equal,
                let name = name(comparison.left), texts.contains(name) || name == "urgency",
                let value = literal(comparison.right)
            else { continue }
            guard let other = known.updateValue(comparison, forKey: name).map(\.right),
                let before = literal(other)
            else { continue }
            // Letter case and accents may not count.
            let isSame = folded(before) == folded(value)
            guard !isSame else { continue }
            return "\(name) is never both \(text(before)) and \(text(value)); for either of them:"
                + " OR in place of AND"
        }
        return nil
    }

    /// The members of an AND, also of one in brackets.
    private static func parts(_ node: PredicateNode) -> [PredicateNode] {
        if case .and(let members) = node { members.flatMap(parts) } else { [node] }
    }

    private static func literal(_ expression: PredicateExpression) -> PredicateValue? {
        guard case .literal(let value) = expression else { return nil }
        return switch value {
        case .string, .integer: value
        default: nil
        }
    }

    private static func folded(_ value: PredicateValue) -> PredicateValue {
        if case .string(let text) = value { .string(text.withoutCaseAndAccents) } else { value }
    }

    /// Returns the attribute that an expression means: SELF is the criteria.
    private static func name(_ expression: PredicateExpression) -> String? {
        switch expression {
        case .keyPath(let keyPath): keyPath
        case .selfObject: "filterCriteria"
        default: nil
        }
    }

    /// Returns true for a value that a text is never equal to.
    private static func isNoText(_ value: PredicateValue) -> Bool {
        switch value {
        case .integer, .double, .boolean: true
        default: false
        }
    }

    private static func find(
        _ side: PredicateExpression, _ way: ComparisonOperator,
        _ comparison: PredicateComparison, _ other: PredicateExpression
    ) -> String? {
        guard let keyPath = name(side), case .literal(let value) = other else { return nil }
        let values: [PredicateValue]
        if case .array(let elements) = value { values = elements } else { values = [value] }
        switch (keyPath, way) {
        case ("urgency", let way):
            let wrong = values.first { !isUrgency($0, way) }
            return wrong.map { value in
                let bound = if case .string = value { "" } else { bound(way) }
                return "urgency is never \(bound)\(text(value)); it is 0 (low), 1 (normal) or 2"
                    + " (critical)"
            }
        case ("level", .equal), ("level", .notEqual), ("level", .isIn):
            let names = InterruptionLevel.allCases.map(\.name)
            let wrong = values.first { value in
                guard case .string(let name) = value else { return true }
                let ignoresCase = comparison.options.contains(.caseInsensitive)
                return !names.contains(ignoresCase ? name.lowercased() : name)
            }
            return wrong.map {
                "level is never \(text($0)); it is \(names.dropLast().joined(separator: ", ")) or"
                    + " \(names.last ?? "")"
            }
        case (let keyPath, _) where texts.contains(keyPath):
            return values.first(where: isNoText).map {
                "\(keyPath) is a text, and never \(text($0)); a text needs quotes"
            }
        default: return nil
        }
    }

    /// Returns true for a value that urgency may have, and for a bound that it may keep.
    private static func isUrgency(_ value: PredicateValue, _ way: ComparisonOperator) -> Bool {
        let number: Double
        switch value {
        case .integer(let whole): number = Double(whole)
        case .double(let double): number = double
        default: return false
        }
        return switch way {
        case .equal, .notEqual, .isIn: [0, 1, 2].contains(number)
        case .less: number > 0
        case .lessOrEqual: number >= 0
        case .greater: number < 2
        case .greaterOrEqual: number <= 2
        default: true
        }
    }

    /// Returns the words before the number in a sentence about a bound.
    private static func bound(_ way: ComparisonOperator) -> String {
        switch way {
        case .less: "less than "
        case .lessOrEqual: "at most "
        case .greater: "more than "
        case .greaterOrEqual: "at least "
        default: ""
        }
    }

    private static func text(_ value: PredicateValue) -> String {
        switch value {
        case .string(let text): "“\(text.count > 60 ? text.prefix(59) + "…" : text[...])”"
        case .integer(let number): String(number)
        case .double(let number): String(number)
        case .boolean(let flag): flag ? "true" : "false"
        default: "such a value"
        }
    }
}

extension ComparisonOperator {
    /// The operator with the sides exchanged, as far as the order of the sides matters here.
    fileprivate var mirrored: ComparisonOperator {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: self
        }
    }
}
