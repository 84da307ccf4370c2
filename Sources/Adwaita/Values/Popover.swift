// SPDX-License-Identifier: Apache-2.0

/// A small window at a button, which closes when the user works elsewhere.
package struct Popover<Intent: Hashable & Sendable>: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A calendar, and a time of day if the text is such as `2026-12-24 09:05`.
        case moment(String)
        case rows([Row<Intent>])
    }

    package var content: Content
    /// Buttons below the content, which close the window. The intents come with the chosen moment.
    package var answers: [Button<Intent>]

    package init(_ content: Content, answers: [Button<Intent>] = []) {
        self.content = content
        self.answers = answers
    }
}
