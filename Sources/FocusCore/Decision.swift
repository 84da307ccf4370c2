// SPDX-License-Identifier: Apache-2.0

/// What happens to a notification.
package enum Verdict: String, Sendable {
    case deliver
    case silence
}

/// Why a notification was delivered or silenced: the step of the policy that decided.
package enum Reason: Hashable, Sendable {
    case noFocus
    case feedback
    case critical
    case rule(String)
    case timeSensitive
    case site
    case person
    case app
    case repeated
    case filter
    case allowed
    /// It would have been delivered, but its client or app sent too many (``SendingRate``).
    case tooMany

    /// The step's word, the same in history, in JSON and in the contract.
    package var code: String {
        switch self {
        case .noFocus: "no-focus"
        case .feedback: "feedback"
        case .critical: "critical"
        case .rule: "rule"
        case .timeSensitive: "time-sensitive"
        case .site: "site"
        case .person: "person"
        case .app: "app"
        case .repeated: "repeat"
        case .filter: "filter"
        case .allowed: "allowed"
        case .tooMany: "too-many"
        }
    }

    /// The rule's name, nil for every other step.
    package var detail: String? {
        if case .rule(let name) = self { name } else { nil }
    }

    /// The reason that ``code`` and ``detail`` describe; nil for an unknown word.
    package init?(code: String, detail: String?) {
        switch code {
        case "no-focus": self = .noFocus
        case "feedback": self = .feedback
        case "critical": self = .critical
        case "rule": self = .rule(detail ?? "")
        case "time-sensitive": self = .timeSensitive
        case "site": self = .site
        case "person": self = .person
        case "app": self = .app
        case "repeat": self = .repeated
        case "filter": self = .filter
        case "allowed": self = .allowed
        case "too-many": self = .tooMany
        default: return nil
        }
    }
}

/// A predicate that could not be evaluated; it never silences.
package struct PredicateFault: Hashable, Sendable {
    /// Whose predicate: `rule NAME` or `filter ID`.
    package let place: String
    package let message: String
}

/// The outcome of ``Policy/decide(_:)``.
package struct Decision: Hashable, Sendable {
    package let verdict: Verdict
    package let reason: Reason
    /// The level after the user's list of critical apps was asked.
    package let level: InterruptionLevel
    /// Predicates that failed on the way; empty nearly always.
    package let faults: [PredicateFault]

    package init(
        verdict: Verdict, reason: Reason, level: InterruptionLevel, faults: [PredicateFault] = []
    ) {
        self.verdict = verdict
        self.reason = reason
        self.level = level
        self.faults = faults
    }
}
