// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

/// The search for choices whose value, title or subtitle has a text.
struct ChoiceSearch {
    /// Nil if all choices are wanted.
    private let searched: SearchedText?

    /// - Parameter text: the text, of which the first ``Limits/searchTextBytes`` count; empty for
    ///   all choices.
    init(_ text: String) {
        searched = SearchedText(text.prefix(bytes: Limits.searchTextBytes))
    }

    func finds(_ choice: ParameterChoice) -> Bool {
        guard let searched else { return true }
        return [choice.value, choice.title, choice.subtitle].contains(where: searched.isIn)
    }
}
