// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

/// The search for choices whose value, title or subtitle has a text.
///
/// An app's answer has up to 4 MiB: comparing characters would take the loop seconds. Composing the
/// texts takes linear time, since texts of messages have no long sequences of combining marks.
struct ChoiceSearch {
    /// Nil if all choices are wanted.
    private let searched: SearchedText?

    /// - Parameter text: the text, of which the first ``Limits/searchTextBytes`` count; empty for
    ///   all choices.
    init(_ text: String) {
        searched = SearchedText(Self.composed(text).prefix(bytes: Limits.searchTextBytes))
    }

    func finds(_ choice: ParameterChoice) -> Bool {
        guard let searched else { return true }
        return [choice.value, choice.title, choice.subtitle].contains {
            searched.isIn(Self.composed($0))
        }
    }

    /// Returns the text with é in place of e and an accent (Unicode's form C), as a search compares
    /// bytes.
    private static func composed(_ text: String) -> String {
        String(decoding: text._nfcCodeUnits, as: UTF8.self)
    }
}
