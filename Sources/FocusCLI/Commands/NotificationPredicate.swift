// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Predicates

/// Predicates about notifications in rules and filters, checked before they are written.
enum NotificationPredicate {
    /// Attributes to suggest for a mistyped one.
    private static let attributes = [
        "appID", "appName", "program", "summary", "body", "category", "urgency", "level", "person",
        "people", "site", "thread", "filterCriteria",
    ]

    /// Throws if the text is not a predicate, with a mark below the mistake. Also throws if the
    /// predicate uses an attribute that no notification has: it could never be evaluated.
    static func check(_ format: String) throws(CommandFailure) {
        let predicate: Predicate
        do throws(PredicateSyntaxError) {
            predicate = try Predicate(format: format)
        } catch {
            throw PredicateCommands.failure(error, in: format)
        }
        if let complaint = complaint(about: predicate) { throw complaint }
    }

    /// Returns the error for an attribute that no notification has, or nil.
    static func complaint(about predicate: Predicate) -> CommandFailure? {
        guard let keyPath = predicate.keyPaths.sorted().first(where: isUnknown) else {
            return ImpossibleValue.find(in: predicate.tree).map { .refused($0) }
        }
        let message = "a notification has no attribute “\(keyPath.printable)”"
        // “person == Kim” means the name; “sumary == "x"” is a mistyped attribute.
        if let meant = try? Predicate(withTexts(predicate.tree)), meant != predicate,
            !meant.keyPaths.contains(keyPath)
        {
            return CommandFailure(
                .refused, "\(message); a text needs quotes",
                details: ["Did you mean \(shellQuoted(meant.description).printable)?"])
        }
        let nearest = NearestWord.find(keyPath, in: attributes)
        return .refused(
            message
                + (nearest.map { "; did you mean “\($0)”?" }
                    ?? "; it has \(attributes.joined(separator: ", ")) and hints.NAME"))
    }

    private static func isUnknown(_ keyPath: String) -> Bool {
        NotificationSubject(Notification(app: AppID("")), level: .active)
            .value(forKeyPath: keyPath) == nil
    }

    /// Returns the tree with a text in place of each unknown attribute that is compared with a
    /// known one.
    private static func withTexts(_ node: PredicateNode) -> PredicateNode {
        switch node {
        case .constant: return node
        case .and(let members): return .and(members.map(withTexts))
        case .or(let members): return .or(members.map(withTexts))
        case .not(let member): return .not(withTexts(member))
        case .comparison(var comparison):
            if isKnown(comparison.left) { comparison.right = text(of: comparison.right) }
            if isKnown(comparison.right) { comparison.left = text(of: comparison.left) }
            return .comparison(comparison)
        }
    }

    private static func isKnown(_ expression: PredicateExpression) -> Bool {
        switch expression {
        case .selfObject: true
        case .keyPath(let keyPath): !isUnknown(keyPath)
        default: false
        }
    }

    private static func text(of expression: PredicateExpression) -> PredicateExpression {
        switch expression {
        case .keyPath(let keyPath) where isUnknown(keyPath): .literal(.string(keyPath))
        case .aggregate(let elements): .aggregate(elements.map(text))
        default: expression
        }
    }
}
