// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Predicates

/// Predicates about notifications in rules and filters, checked before they are written.
enum NotificationPredicate {
    /// Throws if the text is not a predicate, with a mark below the mistake. Also throws if the
    /// predicate has a mistake for which it always matches, or never.
    static func check(_ format: String) throws(CommandFailure) {
        let predicate: Predicate
        do throws(PredicateSyntaxError) {
            predicate = try Predicate(format: format)
        } catch {
            throw PredicateCommands.failure(error, in: format)
        }
        if let complaint = complaint(about: predicate) { throw complaint }
    }

    /// Returns the error for a predicate that always matches, or never; nil for another predicate.
    static func complaint(about predicate: Predicate) -> CommandFailure? {
        PredicateDoubt(about: predicate).map { doubt in
            CommandFailure.refused(
                doubt.message.printable,
                details: doubt.meant.map { ["Did you mean \(shellQuoted($0).printable)?"] } ?? [])
        }
    }
}
