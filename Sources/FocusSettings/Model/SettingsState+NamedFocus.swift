// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

/// A Focus that a command line names.
extension SettingsState {
    /// Returns the page of the Focus that a command line means: by its id or its name, in any
    /// letter case. Notes a word that means none, whose page says so.
    mutating func found(_ place: Place) -> Place {
        guard case .focus(let typed) = place, files[typed] == nil,
            !refusedFocuses.contains(typed)
        else { return place }
        if let focus = focus(named: typed.rawValue) { return .focus(focus.id) }
        let folded = typed.rawValue.trimmed.lowercased()
        if let id = refusedFocuses.first(where: { $0.rawValue.lowercased() == folded }) {
            return .focus(id)
        }
        unknownFocus = typed
        return place
    }

    private func focus(named word: String) -> Focus? {
        // No Focus has an empty id.
        focuses.namesake(word, besides: FocusID(""))
    }

    /// The page of a Focus that does not exist, with the nearest one.
    func goneFocus(_ id: FocusID) -> Page {
        var page = Page("focus \(id.rawValue)", id.rawValue.line(upTo: 60))
        // The window shows its first page before it reads the files.
        guard !files.isEmpty else {
            page.empty = EmptyState(icon: nil, tr("Reading the files…"))
            return page
        }
        let words = focuses.flatMap { [$0.id.rawValue, $0.name] }
        let nearest = NearestWord.find(id.rawValue, in: words).flatMap(focus(named:))
        let name = nearest?.name.line(upTo: 40) ?? ""
        let buttons = nearest.map {
            [SettingsButton(tr("Open “\(name)”"), style: .suggested, .open(.focus($0.id)))]
        }
        page.empty = EmptyState(
            icon: "edit-delete-symbolic",
            tr("There is no Focus “\(id.rawValue.line(upTo: 60))”"),
            nearest == nil ? "" : tr("Did you mean “\(name)”?"),
            buttons: (buttons ?? []) + [SettingsButton(tr("New Focus"), .open(.newFocus))])
        return page
    }
}
