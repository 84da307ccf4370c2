// SPDX-License-Identifier: Apache-2.0

package import Predicates

/// A mistake in a predicate about notifications that its grammar allows: an attribute that no
/// notification has, a comparison with a value that the attribute never has, or `ANY` before an
/// attribute with one value. A rule with such a predicate always matches, or never.
package struct PredicateDoubt: Hashable, Sendable {
    /// The mistake in words, on one line.
    package let message: String
    /// The predicate that the author probably meant, with quotes around a text; nil for other
    /// mistakes.
    package let meant: String?

    /// Attributes to suggest for a mistyped one.
    private static let attributes = [
        "appID", "appName", "program", "summary", "body", "category", "urgency", "level", "person",
        "people", "site", "thread", "filterCriteria",
    ]

    /// Attributes by the words that other programs have for them, in lower case.
    private static let otherWords = [
        "title": "summary", "subject": "summary", "headline": "summary", "sender": "person",
        "app": "appName", "application": "appName",
    ]

    /// Finds the first mistake; nil if there is none.
    package init?(about predicate: Predicate) {
        guard let keyPath = predicate.keyPaths.sorted().first(where: Self.isUnknown) else {
            if let message = SingleValue.find(in: predicate.tree) {
                self.message = message
                meant = try? Predicate(SingleValue.mended(predicate.tree)).description
                return
            }
            guard let message = ImpossibleValue.find(in: predicate.tree) else { return nil }
            self.message = message
            meant = nil
            return
        }
        let unknown = "a notification has no attribute “\(keyPath)”"
        // “hints.desktop-entry” is a difference.
        if let dashed = try? Predicate(Self.withDashes(predicate.tree)), dashed != predicate,
            let mended = try? Predicate(Self.withTexts(dashed.tree)),
            !mended.keyPaths.contains(keyPath)
        {
            message = "the name of a hint with a dash needs brackets and quotes"
            meant = mended.description
            return
        }
        // “person == Kim” means the name; “sumary == "x"” is a mistyped attribute.
        let quoted = try? Predicate(Self.withTexts(predicate.tree))
        let mistyped = quoted?.keyPaths.sorted().first(where: Self.isUnknown)
        if let quoted, quoted != predicate, mistyped == nil {
            // With quotes, “urgency == critical” never matches either.
            let impossible = ImpossibleValue.find(in: quoted.tree)
            message = impossible ?? "\(unknown); a text needs quotes"
            let mended = (try? Predicate(SingleValue.mended(quoted.tree))) ?? quoted
            meant = impossible == nil ? mended.description : nil
            return
        }
        // In “text CONTAINS invoice”, both words are unknown.
        let name = mistyped ?? keyPath
        let text = quoted.flatMap { quoted in
            predicate.keyPaths.sorted().first {
                Self.isUnknown($0) && !quoted.keyPaths.contains($0)
            }
        }
        let nearest =
            Self.otherWords[name.lowercased()] ?? NearestWord.find(name, in: Self.attributes)
        message =
            "a notification has no attribute “\(name)”"
            + (text.map { ", and a text needs quotes: \"\($0)\"" } ?? "")
            + (nearest.map { "; did you mean “\($0)”?" }
                ?? "; it has \(Self.attributes.joined(separator: ", ")) and hints.NAME")
        meant = nil
    }

    private static func isUnknown(_ keyPath: String) -> Bool {
        NotificationSubject(Notification(app: AppID("")), level: .active)
            .value(forKeyPath: keyPath) == nil
    }

    /// Returns the tree with a text in place of each unknown attribute that is compared with
    /// another attribute.
    private static func withTexts(_ node: PredicateNode) -> PredicateNode {
        switch node {
        case .constant: return node
        case .and(let members): return .and(members.map(withTexts))
        case .or(let members): return .or(members.map(withTexts))
        case .not(let member): return .not(withTexts(member))
        case .comparison(var comparison):
            // The attribute is on the left if both sides are unknown.
            if isKnown(comparison.right) {
                comparison.left = text(of: comparison.left)
            } else if isKnown(comparison.left) || word(of: comparison.left) != nil {
                comparison.right = text(of: comparison.right)
            }
            return .comparison(comparison)
        }
    }

    /// Returns the tree with a hint in place of each difference that its name is read as.
    private static func withDashes(_ node: PredicateNode) -> PredicateNode {
        switch node {
        case .constant: return node
        case .and(let members): return .and(members.map(withDashes))
        case .or(let members): return .or(members.map(withDashes))
        case .not(let member): return .not(withDashes(member))
        case .comparison(var comparison):
            comparison.left = hint(in: comparison.left)
            comparison.right = hint(in: comparison.right)
            return .comparison(comparison)
        }
    }

    private static func hint(in expression: PredicateExpression) -> PredicateExpression {
        guard case .binary(.subtract, let left, let right) = expression,
            case .keyPath(let head) = hint(in: left), head.utf8.starts(with: "hints.".utf8),
            case .keyPath(let tail) = right, !tail.utf8.contains(UInt8(ascii: "."))
        else { return expression }
        return .keyPath("\(head)-\(tail)")
    }

    private static func isKnown(_ expression: PredicateExpression) -> Bool {
        switch expression {
        case .selfObject: true
        case .keyPath(let keyPath): !isUnknown(keyPath)
        default: false
        }
    }

    private static func text(of expression: PredicateExpression) -> PredicateExpression {
        if case .aggregate(let elements) = expression { return .aggregate(elements.map(text)) }
        return word(of: expression).map { .literal(.string($0)) } ?? expression
    }

    /// Returns the text that an unknown attribute, or a difference of some, stands for:
    /// “time-sensitive” is a difference.
    private static func word(of expression: PredicateExpression) -> String? {
        switch expression {
        case .keyPath(let keyPath) where isUnknown(keyPath): return keyPath
        case .binary(.subtract, let left, let right):
            guard case .keyPath(let tail) = right, isUnknown(tail), let head = word(of: left) else {
                return nil
            }
            return "\(head)-\(tail)"
        default: return nil
        }
    }
}
