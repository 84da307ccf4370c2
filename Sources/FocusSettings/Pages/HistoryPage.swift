// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

extension SettingsState {
    /// The past notifications, by day.
    var historyPage: Page {
        var page = Page("history", tr("History"))
        page.empty = waiting(tr("The history"))
        guard page.empty == nil else { return page }
        page.search = SearchField(
            history.text, placeholder: tr("Search the history"), search: .search(.history))
        page.buttons = [
            SettingsButton(tr("Go to a day"), icon: "x-office-calendar-symbolic", .askForDay)
        ]
        if history.until != nil {
            page.buttons.append(
                SettingsButton(tr("Newest"), name: tr("Show the newest"), .showNewest))
        }
        guard history.isKnown else {
            page.empty = EmptyState(icon: nil, tr("Reading the history…"))
            return page
        }
        guard !history.entries.isEmpty else {
            guard history.until == nil else {
                page.empty = EmptyState(
                    icon: "document-open-recent-symbolic", tr("No notifications until that day"),
                    buttons: [SettingsButton(tr("Show the newest"), .showNewest)])
                return page
            }
            page.empty = EmptyState(
                icon: "document-open-recent-symbolic", tr("No notifications yet"),
                tr("Every notification is listed here, with the reason of its decision."))
            return page
        }
        let read = history.entries.count
        if !history.text.isEmpty {
            page.subtitle = tr("\(history.found) found in \(read)")
        } else if let until = history.until {
            page.subtitle = tr("Until \(ClockText.dayText(until.adding(-1)))")
        } else if history.next == nil {
            page.subtitle = plural(read, "One notification", "\(read) notifications")
        }
        page.list = LongList(
            tr("History"), history.items, more: history.next == nil ? nil : .older)
        return page
    }
}
