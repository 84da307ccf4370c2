// SPDX-License-Identifier: Apache-2.0

/// A part of a condition: *Field*, *relation*, *text*.
package struct ConditionLine<Intent: Hashable & Sendable>: Hashable, Sendable {
    /// A short list to choose from.
    package struct List: Hashable, Sendable {
        /// The name for screen readers.
        package var name: String
        package var choices: [Row<Intent>.Choice]
        package var selected: Int

        package init(_ name: String, _ choices: [Row<Intent>.Choice], selected: Int) {
            self.name = name
            self.choices = choices
            self.selected = selected
        }
    }

    package var field: List
    package var relation: List
    /// The name of the text's field for screen readers.
    package var textName: String
    package var text: String
    /// Sent with the text by Enter, and when the field loses the keyboard's focus; with each change
    /// in a row that applies at once.
    package var apply: Intent

    package init(
        field: List, relation: List, textName: String, text: String, apply: Intent
    ) {
        self.field = field
        self.relation = relation
        self.textName = textName
        self.text = text
        self.apply = apply
    }
}
