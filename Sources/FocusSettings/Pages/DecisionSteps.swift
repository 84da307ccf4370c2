// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import Presentation

/// The steps of a decision as rows, for *Why?* and for *What Would Happen?*.
struct DecisionSteps {
    let steps: [DecisionStep]
    let verdict: Verdict
    let reason: Reason
    /// The name of the Focus that had a part in the decision.
    let focus: String?
    /// True for a decision that was made, false for one that would be made.
    let isPast: Bool

    /// The rows; nil without a step.
    var group: Group? {
        // Only a flood reaches that step.
        let steps = steps.filter { $0.kind != .rate || $0.outcome == .decided }
        guard !steps.isEmpty else { return nil }
        let rows = steps.enumerated().map { index, step in
            let isDecided = step.outcome == .decided
            var row = SettingsRow(
                "step \(index)", "\(index + 1). \(title(of: step.kind))",
                facts([outcome(of: step), isDecided ? rule : nil]),
                icon: isDecided ? Self.icon(of: verdict) : nil)
            row.isEnabled = step.outcome != .notReached
            return row
        }
        return Group("steps", isPast ? tr("How It Was Decided") : tr("How It Is Decided"), rows)
    }

    /// Returns the mark of a decision, at its sentence and at the step that decided.
    ///
    /// - Parameter isQueued: true for a delivery that waits for the server.
    static func icon(of verdict: Verdict, isQueued: Bool = false) -> String {
        if isQueued { return "document-open-recent-symbolic" }
        return verdict == .deliver ? "object-select-symbolic" : "notifications-disabled-symbolic"
    }

    private func title(of step: DecisionStep.Kind) -> String {
        switch step {
        case .always: tr("Muted apps, and rules for every Focus")
        // Without a part in the decision, the Focus is not known here.
        case .noFocus where !reason.isOfFocus: tr("Focus")
        case .noFocus where isPast: focus.map { tr("\($0) was on") } ?? tr("No Focus was on")
        case .noFocus: focus.map { tr("\($0) is on") } ?? tr("No Focus is on")
        case .feedback: tr("Feedback, such as the volume")
        case .critical: tr("Critical, from a trusted app")
        case .rules: focus.map { tr("Rules of \($0)") } ?? tr("Rules of the Focus")
        case .timeSensitive: tr("Time-sensitive")
        case .lists: tr("Lists of people, apps and sites")
        case .filter: tr("The app's own filter")
        case .allowed: tr("Nothing silences it")
        case .rate: tr("Too many at once")
        }
    }

    private func outcome(of step: DecisionStep) -> String {
        switch (step.outcome, verdict) {
        case (.notReached, _): tr("Not reached")
        case (.decided, .deliver): isPast ? tr("Decided: delivered") : tr("Decides: comes through")
        case (.decided, .silence): isPast ? tr("Decided: silenced") : tr("Decides: silenced")
        // A repeated call comes through although they silence it.
        case (.passed, _) where step.kind == .lists && reason != .repeated:
            tr("They do not silence it")
        // A Focus is on, and its own steps follow.
        case (.notApplicable, _) where step.kind != .noFocus: tr("Does not apply")
        case (.notApplicable, _), (.passed, _): tr("Leaves it to the next step")
        }
    }

    /// The name of the rule that decided.
    private var rule: String? {
        switch reason {
        case .rule(let name), .always(let name): name.line(upTo: 60)
        default: nil
        }
    }
}
