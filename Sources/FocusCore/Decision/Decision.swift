// SPDX-License-Identifier: Apache-2.0

/// The two possible results for a notification.
package enum Verdict: String, Sendable {
    case deliver
    case silence
}

/// The reason for which the policy delivered or silenced a notification. Its ``step`` decided.
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
    /// A rule of `always.focus`.
    case always(String)
    /// The user muted the app. Nil for a mute without an end, or with an end that no clock decides.
    case muted(until: Timestamp?)
    /// The app is new, and new apps are silenced.
    case newApp
    /// A list of `always.focus`.
    case alwaysSite
    case alwaysPerson
    case alwaysApp
    /// A phone's copy of a notification that an app of the desktop showed.
    case duplicate

    /// The reason's word in history, in JSON and in the contract.
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
        case .always: "always-rule"
        case .muted: "muted"
        case .newApp: "new-app"
        case .alwaysSite: "always-site"
        case .alwaysPerson: "always-person"
        case .alwaysApp: "always-app"
        case .duplicate: "duplicate"
        }
    }

    /// The rule's name, the person or web site that the lists allow, or the end of the mute in
    /// milliseconds. Nil for all other steps.
    package var detail: String? {
        switch self {
        case .rule(let name), .always(let name): name
        case .admitted(let entry): entry.text
        case .muted(let until): until.map { "\($0.rawValue)" }
        default: nil
        }
    }

    /// True if the step applies with any Focus and without one.
    package var isAlways: Bool { step == .always }

    /// True if the active Focus has a part in the decision: an entry of history then names it, and
    /// its summary counts the entry.
    package var isOfFocus: Bool {
        if case .tooMany = self { return false }
        return !isAlways
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
        case "always-rule": self = .always(detail ?? "")
        case "muted":
            self = .muted(until: detail.flatMap { Int64($0) }.map(Timestamp.init))
        case "new-app": self = .newApp
        case "always-site": self = .alwaysSite
        case "always-person": self = .alwaysPerson
        case "always-app": self = .alwaysApp
        case "duplicate": self = .duplicate
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

/// The outcome of ``Policy/decide(_:isRepeat:mutes:at:)``.
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

extension Decision {
    /// True if the badge counts the notification only after the Focus ends, because the Focus
    /// silenced it.
    var isHeldFromBadge: Bool {
        if reason.isAlways { return false }
        return if case .silenced = counter { true } else { false }
    }

    /// Counter for this decision.
    var counter: Counter {
        // A pattern, since `==` would also compare the values inside other reasons.
        if case .tooMany = reason { return .limited }
        return switch verdict {
        case .deliver: .delivered
        case .silence: .silenced
        }
    }
}
