// SPDX-License-Identifier: Apache-2.0

import Predicates

/// Comparisons of an attribute with a value that it never has: a rule with one of them always or
/// never matches, such as `urgency == "high"`.
enum ImpossibleValue {
    /// Returns a sentence about the first such comparison, or nil.
    static func find(in node: PredicateNode) -> String? {
        switch node {
        case .constant: nil
        case .and(let members), .or(let members): members.lazy.compactMap(find).first
        case .not(let member): find(in: member)
        case .comparison(let comparison):
            find(comparison.left, comparison, comparison.right)
                ?? find(comparison.right, comparison, comparison.left)
        }
    }

    private static func find(
        _ side: PredicateExpression, _ comparison: PredicateComparison,
        _ other: PredicateExpression
    ) -> String? {
        guard case .keyPath(let keyPath) = side, case .literal(let value) = other else {
            return nil
        }
        let values: [PredicateValue]
        if case .array(let elements) = value { values = elements } else { values = [value] }
        switch (keyPath, comparison.comparisonOperator) {
        case ("urgency", let way):
            let wrong = values.first { !isUrgency($0, way) }
            return wrong.map {
                "urgency is never \(text($0)); it is 0 (low), 1 (normal) or 2 (critical)"
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
        default: return nil
        }
    }

    /// Returns true for a value that urgency may have, and for any number as a bound.
    private static func isUrgency(
        _ value: PredicateValue, _ comparison: ComparisonOperator
    ) -> Bool {
        let isExact = [.equal, .notEqual, .isIn].contains(comparison)
        return switch value {
        case .integer(let number): !isExact || (0...2).contains(number)
        case .double(let number): !isExact || [0, 1, 2].contains(number)
        default: false
        }
    }

    private static func text(_ value: PredicateValue) -> String {
        switch value {
        case .string(let text): "“\(text.count > 60 ? text.prefix(59) + "…" : text[...])”"
        case .integer(let number): String(number)
        default: "such a value"
        }
    }
}
