// SPDX-License-Identifier: Apache-2.0

import Presentation

/// The translations of this program.
let translations = Translations("focusd-settings")

/// Returns a text in the user's language. Each text for users passes through here, so that
/// `.ci/translations.py` finds it.
func tr(_ phrase: Phrase) -> String { translations.text(phrase) }

/// Returns facts in one line. A line without a fact is empty.
func facts(_ texts: [String?]) -> String {
    let known = texts.compactMap { $0 }.filter { !$0.isEmpty }
    return translations.joined(known, separator: " · ", like: "None")
}

/// Returns names or values in one line.
func listed(_ texts: [String]) -> String {
    translations.joined(texts, separator: ", ", like: "None")
}

/// Returns a text for a number of things in the user's language.
func plural(_ count: Int, _ one: Phrase, _ many: Phrase) -> String {
    translations.text(count, one, many)
}
