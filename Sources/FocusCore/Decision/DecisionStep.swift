// SPDX-License-Identifier: Apache-2.0

/// One step of a decision, in the order of the policy (Design.md, "The decision").
package struct DecisionStep: Hashable, Sendable {
    /// A step of the policy.
    package enum Kind: String, Sendable, CaseIterable {
        case always
        case noFocus = "no-focus"
        case feedback
        case critical
        case rules
        case timeSensitive = "time-sensitive"
        case lists
        case filter
        case allowed
        /// The limit of notifications that one sender may show.
        case rate
    }

    /// The result of a step.
    package enum Outcome: String, Sendable {
        /// The step does not concern the notification.
        case notApplicable = "not-applicable"
        /// The step looked at the notification and left the decision to the next one.
        case passed
        case decided
        /// An earlier step decided.
        case notReached = "not-reached"
    }

    package var kind: Kind
    package var outcome: Outcome
    /// The rule, person, site or filter that the step is about.
    package var name: String?

    package init(_ kind: Kind, _ outcome: Outcome, name: String? = nil) {
        self.kind = kind
        self.outcome = outcome
        self.name = name
    }
}

extension Reason {
    /// The step that decides for this reason. A person or site on an allow list and a repeat have
    /// passed the lists: the app's filter could still have silenced them.
    package var step: DecisionStep.Kind {
        switch self {
        case .always, .muted, .newApp, .alwaysSite, .alwaysPerson, .alwaysApp, .duplicate: .always
        case .noFocus: .noFocus
        case .feedback: .feedback
        case .critical: .critical
        case .rule: .rules
        case .timeSensitive: .timeSensitive
        case .site, .person, .app: .lists
        case .filter: .filter
        case .allowed, .admitted, .repeated: .allowed
        case .tooMany: .rate
        }
    }

    /// Returns the steps of a decision for this reason.
    ///
    /// - Parameters:
    ///   - level: the level that the decision used.
    ///   - isEmpty: returns true for a step without anything to compare with, such as `rules`
    ///     without a rule.
    package func steps(
        about notification: Notification, _ level: InterruptionLevel,
        isEmpty: (DecisionStep.Kind) -> Bool = { _ in false }
    ) -> [DecisionStep] {
        var isOver = false
        var steps: [DecisionStep] = []
        for kind in DecisionStep.Kind.allCases where kind != .rate || step == .rate {
            if isOver {
                steps.append(DecisionStep(kind, .notReached))
            } else if kind == step {
                steps.append(DecisionStep(kind, .decided, name: detail))
                isOver = true
            } else {
                let concerns = kind.concerns(notification, level) && !isEmpty(kind)
                steps.append(DecisionStep(kind, concerns ? .passed : .notApplicable))
            }
        }
        return steps
    }
}

extension DecisionStep.Kind {
    /// Returns true if the step looks at the notification.
    fileprivate func concerns(_ notification: Notification, _ level: InterruptionLevel) -> Bool {
        switch self {
        case .noFocus, .rate: false
        case .feedback: notification.isFeedback
        // An app that the user does not trust may claim it.
        case .critical: notification.level == .critical
        case .timeSensitive: level == .timeSensitive
        case .filter: notification.filterCriteria != nil
        case .always, .rules, .lists, .allowed: true
        }
    }
}

extension Policy {
    /// Returns the steps of a decision that this policy made.
    package func steps(
        of decision: Decision, about notification: Notification, hasMutes: Bool = false
    ) -> [DecisionStep] {
        decision.reason.steps(about: notification, decision.level) { kind in
            switch kind {
            case .always: !hasAlways && !hasMutes
            case .rules: rules.isEmpty
            case .filter: filters[notification.app]?.isEmpty ?? true
            default: false
            }
        }
    }
}
