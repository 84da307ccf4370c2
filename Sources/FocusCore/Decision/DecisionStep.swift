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
    /// The step that gives this reason.
    package var step: DecisionStep.Kind {
        switch self {
        case .always, .muted, .newApp, .alwaysSite, .alwaysPerson, .alwaysApp, .duplicate: .always
        case .noFocus: .noFocus
        case .feedback: .feedback
        case .critical: .critical
        case .rule: .rules
        case .timeSensitive: .timeSensitive
        case .site, .person, .app, .repeated: .lists
        case .filter: .filter
        case .allowed, .admitted: .allowed
        case .tooMany: .rate
        }
    }
}

extension Policy {
    /// Returns the steps of a decision that this policy made.
    package func steps(
        of decision: Decision, about notification: Notification, hasMutes: Bool = false
    ) -> [DecisionStep] {
        var isOver = false
        var steps: [DecisionStep] = []
        for kind in DecisionStep.Kind.allCases {
            if kind == .rate, decision.reason != .tooMany { continue }
            if isOver {
                steps.append(DecisionStep(kind, .notReached))
            } else if kind == decision.reason.step {
                steps.append(DecisionStep(kind, .decided, name: decision.reason.detail))
                isOver = true
            } else {
                let concerns = concerns(kind, notification, decision.level, hasMutes)
                steps.append(DecisionStep(kind, concerns ? .passed : .notApplicable))
            }
        }
        return steps
    }

    /// Returns true if a step looks at the notification.
    private func concerns(
        _ kind: DecisionStep.Kind, _ notification: Notification, _ level: InterruptionLevel,
        _ hasMutes: Bool
    ) -> Bool {
        switch kind {
        case .always: hasAlways || hasMutes
        case .noFocus: false
        case .feedback: notification.isFeedback
        // An app that the user does not trust may claim it.
        case .critical: notification.level == .critical
        case .rules: !rules.isEmpty
        case .timeSensitive: level == .timeSensitive
        case .lists: true
        case .filter:
            notification.filterCriteria != nil && filters[notification.app]?.isEmpty == false
        case .allowed: true
        case .rate: false
        }
    }
}
