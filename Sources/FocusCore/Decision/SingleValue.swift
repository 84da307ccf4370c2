// SPDX-License-Identifier: Apache-2.0

import Predicates

/// `ANY`, `ALL` and `NONE` before an attribute that has one value, such as `ANY person == "Kim"`:
/// they need a collection, so a rule with one of them fails and is skipped.
enum SingleValue {
    /// Returns a sentence about the first such comparison, or nil.
    static func find(in node: PredicateNode) -> String? {
        switch node {
        case .constant: return nil
        case .and(let members), .or(let members): return members.lazy.compactMap(find).first
        case .not(let member): return find(in: member)
        case .comparison(let comparison):
            guard comparison.modifier != .direct, let name = name(of: comparison.left) else {
                return nil
            }
            let word = comparison.modifier == .any ? "ANY" : "ALL"
            let remedy = name == person ? "use “\(word) people”" : "leave “\(word)” out"
            return "“\(word) \(name)” fails, since \(name) is one value: \(remedy)"
        }
    }

    /// Returns the tree with the collection `people` in place of `person`, and without the word
    /// before other attributes.
    static func mended(_ node: PredicateNode) -> PredicateNode {
        switch node {
        case .constant: return node
        case .and(let members): return .and(members.map(mended))
        case .or(let members): return .or(members.map(mended))
        case .not(let member): return .not(mended(member))
        case .comparison(var comparison):
            guard comparison.modifier != .direct, let name = name(of: comparison.left) else {
                return node
            }
            if name == person {
                comparison.left = .keyPath("people")
            } else {
                comparison.modifier = .direct
            }
            return .comparison(comparison)
        }
    }

    private static let person = "person"
    /// The attributes that are no collections.
    private static let names: Set = [
        "appID", "appName", "program", "summary", "body", "category", "urgency", "level", person,
        "site", "thread", "filterCriteria",
    ]

    private static func name(of expression: PredicateExpression) -> String? {
        switch expression {
        case .keyPath(let name) where names.contains(name): name
        case .selfObject: "SELF"
        default: nil
        }
    }
}

extension PredicateFault {
    /// The fault of a predicate whose evaluation failed.
    init(place: String, _ predicate: Predicate, _ error: PredicateEvaluationError) {
        self.init(place: place, message: SingleValue.find(in: predicate.tree) ?? error.message)
    }
}
