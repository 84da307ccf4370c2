// SPDX-License-Identifier: Apache-2.0

import Adwaita

/// Values of switches and lists that were refused.
extension SettingsState {
    /// Returns the page with the reason at the controls whose value was refused. A field has its
    /// reason with the refused text, see ``checked(_:_:)``.
    func withRefusal(_ page: Page) -> Page {
        var page = page
        for edit in refusals.all.compactMap(\.edit) {
            for group in page.groups.indices {
                page.groups[group].rows = page.groups[group].rows.map { withRefusal($0, of: edit) }
            }
        }
        return page
    }

    private func withRefusal(_ row: SettingsRow, of edit: FocusEdit) -> SettingsRow {
        var row = row
        let intents: [Intent]
        switch row.control {
        case .toggle(_, let flip): intents = [flip]
        case .choice(let choices, _): intents = choices.map(\.intent)
        case .time(_, let set), .number(_, _, let set), .decimal(_, _, let set),
            .slider(_, _, _, let set):
            intents = [set]
        case .details(let rows, let open):
            row.control = .details(rows.map { withRefusal($0, of: edit) }, open: open)
            return row
        default: return row
        }
        let isRefused = intents.contains { intent in
            if case .edit(_, edit) = intent { true } else { false }
        }
        return isRefused ? checked(row, edit) : row
    }
}
