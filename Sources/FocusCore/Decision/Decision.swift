// SPDX-License-Identifier: Apache-2.0

/// The two possible results for a notification.
package enum Verdict: String, Sendable {
    case deliver
    case silence
}

/// The step of the policy that decided to deliver or silence a notification.
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
    /// The lists allow the person or the web site. Without that entry, they would silence the
    /// notification.
    case admitted(AllowedEntry)
    /// The policy would deliver it, but its client or app sent too many (``SendingRate``).
    case tooMany

    /// The step's word in history, in JSON and in the contract.
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
        case .allowed, .admitted: "allowed"
        case .tooMany: "too-many"
        }
    }

    /// The rule's name, or the person or web site that the lists allow. Nil for all other steps.
    package var detail: String? {
        switch self {
        case .rule(let name): name
        case .admitted(let entry): entry.text
        default: nil
        }
    }

    /// Creates the reason that ``code`` and ``detail`` describe. Returns nil for an unknown word.
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
        case "allowed":
            self = detail.flatMap(AllowedEntry.init(text:)).map(Self.admitted) ?? .allowed
        case "too-many": self = .tooMany
        default: return nil
        }
    }
}

/// The entry of an allow list that let a notification through, though its app is not allowed.
package enum AllowedEntry: Hashable, Sendable {
    case person(String)
    case site(String)

    /// A text such as `person Anna` or `site example.org`, for history and for JSON.
    package var text: String {
        switch self {
        case .person(let name): Self.personWord + name
        case .site(let host): Self.siteWord + host
        }
    }

    /// Reads ``text``. Returns nil for other texts.
    package init?(text: String) {
        if text.hasPrefix(Self.personWord) {
            self = .person(String(text.dropFirst(Self.personWord.count)))
        } else if text.hasPrefix(Self.siteWord) {
            self = .site(String(text.dropFirst(Self.siteWord.count)))
        } else {
            return nil
        }
    }

    private static let personWord = "person "
    private static let siteWord = "site "
}

/// A predicate that focusd could not evaluate. Such a predicate never silences.
package struct PredicateFault: Hashable, Sendable {
    /// The owner of the predicate: `rule NAME` or `filter ID`.
    package let place: String
    package let message: String
}

/// The outcome of ``Policy/decide(_:)``.
package struct Decision: Hashable, Sendable {
    package let verdict: Verdict
    package let reason: Reason
    /// The level that the decision used, with the user's list of critical apps taken into account.
    package let level: InterruptionLevel
    /// Predicates that failed during the decision; almost always empty.
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
