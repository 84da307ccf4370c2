// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

/// The questions before something is deleted.
extension SettingsState {
    mutating func askToDelete(_ id: FocusID) {
        let name = files[id]?.focus.shownName ?? id.rawValue
        if id == .doNotDisturb {
            ask(
                tr("Reset “\(name)”?"),
                tr("Its lists, rules and schedules go back to what focusd comes with."),
                SettingsButton(tr("Reset"), style: .destructive, .delete(id)))
        } else {
            ask(
                tr("Delete “\(name)”?"),
                tr("Its lists, rules, schedules and filters go. Past notifications stay."),
                SettingsButton(tr("Delete"), style: .destructive, .delete(id)))
        }
    }

    mutating func askToClear() {
        let count = missed?.count ?? 0
        let text = plural(
            count, "One notification is dismissed; its app is told. This cannot be undone.",
            "\(count) notifications are dismissed; their apps are told. This cannot be undone.")
        ask(
            tr("Clear the missed list?"), text,
            SettingsButton(tr("Clear"), style: .destructive, .clearMissed))
    }

    mutating func askToForget(_ app: AppID) {
        let name = name(of: app).line(upTo: 40)
        ask(
            tr("Forget \(name)?"),
            tr(
                "Its notifications, its badge and what its filters have stored are deleted, and"
                    + " cannot be brought back. Lists and rules of your Focuses stay."),
            SettingsButton(tr("Forget"), style: .destructive, .forget(app)))
    }
}
