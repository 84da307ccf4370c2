// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A change of a file that may be refused.
protocol RefusableEdit: Hashable, Sendable {
    /// True for a text that the user types into a field, which keeps it when it is refused. Other
    /// controls show their values of before again.
    var isTyped: Bool { get }
}

/// The refused changes and texts of one page.
struct PageRefusals: Sendable {
    typealias Text = (reason: String, text: String)

    var edits = Refusals<FocusEdit>()
    /// The reason why a typed app was not muted, and the text.
    var mute: Text?
    /// The replies that did not reach their apps: the reasons, and the texts.
    var replies: [ClientID: Text] = [:]

    var isEmpty: Bool { edits.all.isEmpty && mute == nil && replies.isEmpty }

    /// The refused texts that still stand in their fields, each with its reason.
    var texts: [Text] {
        let replies = self.replies.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        return edits.texts + [mute].compactMap { $0 } + replies
    }

    /// Forgets the refusals of controls that show their values of before again, and those of
    /// empty fields.
    mutating func dropValues() {
        edits.dropValues()
        if mute?.text.trimmed.isEmpty == true { mute = nil }
        replies = replies.filter { !$0.value.text.trimmed.isEmpty }
    }
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

    /// The refused texts that still stand in their fields, each with its reason.
    var texts: [PageRefusals.Text] { all.filter { $0.isTyped }.map { ($0.reason, $0.text) } }

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
