// SPDX-License-Identifier: Apache-2.0

import Adwaita

/// The key that removes what a row stands for.
extension Page {
    /// The page with the key Delete at each row with a button that removes it.
    var withRemovalKeys: Page {
        var page = self
        for group in page.groups.indices {
            page.groups[group].rows = page.groups[group].rows.map(\.withRemovalKey)
        }
        return page
    }
}

extension SettingsRow {
    fileprivate var withRemovalKey: SettingsRow {
        var row = self
        switch control {
        case .details(let rows, let open):
            row.control = .details(rows.map(\.withRemovalKey), open: open)
        case .none, .link, .toggle:
            let removal = buttons.first { $0.icon == "user-trash-symbolic" }
            if keys.isEmpty, let removal { row.keys = [Shortcut("Delete", removal.intent)] }
        // In a field, the key removes a letter.
        default: break
        }
        return row
    }
}
