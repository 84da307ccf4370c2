// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire

extension SettingsState {
    /// The past notifications, by day.
    var historyPage: Page {
        var page = Page("history", "History")
        page.empty = waiting("The history")
        guard page.empty == nil else { return page }
        page.search = SearchField(
            history.text, placeholder: "Search the history", search: .search(.history))
        guard history.isKnown else {
            page.empty = EmptyState(icon: nil, "Reading the history…")
            return page
        }
        guard !history.entries.isEmpty else {
            page.empty = EmptyState(
                icon: "document-open-recent-symbolic", "No notifications yet",
                "Every notification is listed here, with the reason of its decision.")
            return page
        }
        let found = history.entries.filter(isFound)
        var days: [(name: String, rows: [SettingsRow])] = []
        for entry in found {
            let day = ClockText.dayName(entry.record.time, seenFrom: now)
            if days.last?.name != day { days.append((day, [])) }
            days[days.count - 1].rows.append(historyRow(entry))
        }
        page.groups = days.enumerated().map {
            Group("day \($0.offset)", $0.element.name, $0.element.rows)
        }
        page.groups.append(olderGroup(found.count))
        return page
    }

    private func isFound(_ entry: EntryWire) -> Bool {
        guard !history.text.isEmpty else { return true }
        let text = history.text.lowercased()
        let record = entry.record
        return [
            record.summary, record.body, appName(of: entry), record.people.joined(separator: " "),
        ]
        .contains { $0.lowercased().contains(text) }
    }

    private func olderGroup(_ found: Int) -> Group {
        let read = history.entries.count
        let text = history.text.isEmpty ? "\(read) read" : "\(found) found in \(read)"
        guard history.next != nil else {
            return Group("older", [SettingsRow("end", "That is all", text)])
        }
        return Group(
            "older",
            [
                SettingsRow(
                    "older", history.isReading ? "Reading…" : "Older", text, .link(.older))
            ])
    }

    private func historyRow(_ entry: EntryWire) -> SettingsRow {
        let record = entry.record
        let isDelivered = record.verdict == .deliver
        let title = record.summary.isEmpty ? "(text not kept)" : record.summary.line(upTo: 100)
        return SettingsRow(
            "entry \(record.key.rawValue)", title,
            [
                ClockText.text(record.time, seenFrom: record.time), appName(of: entry),
                isDelivered ? "delivered" : "silenced", DecisionWords.state(entry),
            ].joined(separator: " · "),
            icon: isDelivered ? "emblem-ok-symbolic" : "notifications-disabled-symbolic",
            .link(.push(.why(record.id))))
    }
}
