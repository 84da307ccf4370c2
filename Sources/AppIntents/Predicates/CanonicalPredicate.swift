// SPDX-License-Identifier: Apache-2.0
import Foundation
import Predicates

/// The reason why a predicate cannot be sent to another process.
struct UnsendablePredicateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as one clause.
    let description: String
}

/// Returns the text of a predicate in the form that focusd parses: `SELF IN {"a", "b"}`.
///
/// - Parameter predicate: A predicate with a format, a constant predicate, or a compound of both.
/// - Throws: ``UnsendablePredicateError`` for a predicate with a block, whose code cannot leave the
///   process, and for a predicate beyond the limits of the language.
func canonicalPredicateFormat(_ predicate: NSPredicate) throws -> String {
    do {
        let text = try Predicates.Predicate(predicateTree(predicate)).description
        guard text.utf8.count <= PredicateLimits.maximumBytes else {
            throw UnsendablePredicateError(
                description: "the predicate is longer than \(PredicateLimits.maximumBytes) bytes")
        }
        return text
    } catch let error as PredicateSyntaxError {
        throw UnsendablePredicateError(description: error.message)
    }
}

/// Returns the tree of a predicate.
///
/// - Throws: ``UnsendablePredicateError`` as ``canonicalPredicateFormat(_:)``.
func predicateTree(_ predicate: NSPredicate) throws -> PredicateNode {
    try tree(predicate, depth: 0)
}

private func tree(_ predicate: NSPredicate, depth: Int) throws -> PredicateNode {
    guard depth <= PredicateLimits.maximumNesting else {
        throw UnsendablePredicateError(
            description: "compound predicates nest more than "
                + "\(PredicateLimits.maximumNesting) levels deep")
    }
    if let predicate = predicate as? FormatPredicate { return predicate.parsed.tree }
    if let compound = predicate as? NSCompoundPredicate {
        // Foundation returns FALSEPREDICATE as the format of any compound. Use the compound's parts
        // instead.
        let members = try compound.subpredicates.map { try tree($0, depth: depth + 1) }
        switch compound.compoundPredicateType {
        case .and: return .and(members)
        case .or: return .or(members)
        case .not: return .not(members.first ?? .constant(false))
        @unknown default: break
        }
    }
    // A subclass may evaluate to any result, independent of its format.
    let format =
        type(of: predicate) == NSPredicate.self
        ? (predicate as any FormatHolder).predicateFormat : ""
    switch format {
    case "TRUEPREDICATE": return .constant(true)
    case "FALSEPREDICATE": return .constant(false)
    default:
        throw UnsendablePredicateError(
            description: "a predicate made of a block, or of a class of one's own, is code that "
                + "runs in this process only; use NSPredicate(format:), a constant, or a "
                + "compound of these")
    }
}

/// Reads `predicateFormat` through a protocol, because Foundation on Linux marks the property as
/// deprecated. Only this property distinguishes a constant predicate from a block.
private protocol FormatHolder {
    var predicateFormat: String { get }
}

extension NSPredicate: FormatHolder {}
