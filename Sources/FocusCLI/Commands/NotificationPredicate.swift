// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Predicates

/// Predicates about notifications in rules and filters, checked before they are written.
enum NotificationPredicate {
    /// Attributes to suggest for a mistyped one.
    private static let attributes = [
        "appID", "appName", "program", "summary", "body", "category", "urgency", "level", "person",
        "people",
        "site", "filterCriteria",
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
        let subject = NotificationSubject(Notification(app: AppID("")), level: .active)
        for keyPath in predicate.keyPaths.sorted()
        where subject.value(forKeyPath: keyPath) == nil {
            let nearest = NearestWord.find(keyPath, in: attributes)
            throw .refused(
                "a notification has no attribute “\(keyPath.printable)”"
                    + (nearest.map { "; did you mean “\($0)”?" }
                        ?? "; it has \(attributes.joined(separator: ", ")) and hints.NAME"))
        }
    }
}
