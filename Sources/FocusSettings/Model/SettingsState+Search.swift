// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The search fields of the pages.
extension SettingsState {
    mutating func search(_ place: Place, _ text: String, into effects: inout [Effect]) {
        switch place {
        case .history:
            history.search(text)
            readHistory(into: &effects)
        case .choices(let id, let key, let name):
            searches[place] = text
            // Only the app knows what its entities contain.
            guard isEntity(name, of: key, in: id) else { return }
            offers.search(for: text.trimmed, key, name)
            if let search = offers.search(key, name) {
                effects.append(.readChoices(key, name, text: search.text))
            }
        default: searches[place] = text
        }
    }
}
