// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A change of a file that may be refused.
protocol RefusableEdit: Hashable, Sendable {
    /// True for a text that the user types into a field, which keeps it when it is refused. Other
    /// controls show their values of before again.
    var isTyped: Bool { get }
}

/// The changes of a file that were refused, at most one of each control.
///
/// A window that closes applies several texts at once. A valid one must not hide that another one
/// was refused and is still in its field.
struct Refusals<Edit: RefusableEdit>: Sendable {
    struct Refusal: Sendable {
        /// The change; nil for one that makes a Focus, a rule or a schedule.
        var edit: Edit?
        var reason: String
        /// The text that the control has sent; empty for most controls without a field.
        var text: String

        /// True for a text that still stands in its field.
        var isTyped: Bool { edit?.isTyped != false && !text.trimmed.isEmpty }
    }

    /// The refusals, the newest one at the end.
    private(set) var all: [Refusal] = []

    subscript(edit: Edit?) -> Refusal? { all.last { $0.edit == edit } }

    /// Forgets what a new change of a control answers: its own refusal, and those of controls that
    /// show their values of before again.
    mutating func begin(_ edit: Edit?) {
        all.removeAll { $0.edit == edit || !$0.isTyped }
    }

    mutating func add(_ edit: Edit?, _ reason: String, _ text: String) {
        begin(edit)
        all.append(Refusal(edit: edit, reason: reason, text: text))
    }

    /// Forgets the refusals of controls that show their values of before again.
    mutating func dropValues() { all.removeAll { !$0.isTyped } }
}
