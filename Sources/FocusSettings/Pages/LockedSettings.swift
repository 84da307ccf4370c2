// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

/// Settings that the administrator has locked.
extension SettingsState {
    /// Returns the administrator's file that locks the Focus of a page; nil if the user may change
    /// the Focus.
    func lockingFile(of place: Place) -> String? {
        place.focus.flatMap { configuration?.administrator.lockingFile(of: $0) }
    }

    /// Returns the page with the rows of locked keys in grey, each with the file that locks it.
    func withLocks(_ page: Page, _ file: ConfigurationText) -> Page {
        var page = page
        for group in page.groups.indices {
            for row in page.groups[group].rows.indices {
                let keys = page.groups[group].rows[row].intents.compactMap(\.configurationKey)
                guard let lock = keys.lazy.compactMap({ file.lock($0.group, $0.key) }).first
                else { continue }
                page.groups[group].rows[row].isEnabled = false
                page.groups[group].rows[row].subtitle = tr("Locked by the administrator in \(lock)")
            }
        }
        return page
    }
}

extension Intent {
    /// The key of `focusd.conf` that the intent changes.
    fileprivate var configurationKey: (group: String, key: String)? {
        guard case .configure(let edit) = self else { return nil }
        return switch edit {
        case .server, .typedServer: key(named: "Server.Command")
        case .removeCompanion, .typedCompanion: key(named: "Server.Companions")
        case .number(let setting): setting.place
        case .app(_, let list, _), .typedApp(let list): (list.group, list.key)
        }
    }

    /// Returns the parts of a name with one dot.
    private func key(named name: String) -> (group: String, key: String) {
        let parts = name.split(separator: ".").map(String.init)
        return (parts[0], parts[1])
    }
}
