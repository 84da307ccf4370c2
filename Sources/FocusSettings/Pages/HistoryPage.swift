// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

extension SettingsState {
    /// The past notifications, by day.
    var historyPage: Page {
        // Not shown: an identifier.
        let above = "history \(coveredHistories.count)"
        var page = Page(
            coveredHistories.isEmpty ? Place.history.name : above, tr("History"))
        page.empty = waiting(tr("The history"))
        guard page.empty == nil else { return page }
        page.search = SearchField(
            history.text, placeholder: tr("Search the history"), search: .search(.history))
        page.filters = historyFilters
        page.buttons = [
            SettingsButton(
                tr("Export…"), icon: "document-save-symbolic",
                name: tr("Export the shown history…"),
                isEnabled: !history.entries.isEmpty, .askForFormat),
            SettingsButton(
                tr("Go to a day"), icon: "x-office-calendar-symbolic", .nothing,
                opens: dayPopover),
        ]
        let filter = history.filter
        if filter.until != nil {
            page.buttons.append(
                SettingsButton(tr("Newest"), name: tr("Show the newest"), .showNewest))
        }
        page.empty = emptyHistory
        guard page.empty == nil else { return page }
        let read = history.entries.count
        if history.isOutdated, !history.text.isEmpty {
            if history.failure == nil { page.subtitle = tr("Searching…") }
        } else if !history.text.isEmpty {
            page.subtitle =
                history.next == nil
                ? plural(read, "One notification found", "\(read) notifications found")
                : tr("The newest \(read) found")
        } else if let until = filter.until {
            page.subtitle = tr("Until \(ClockText.dayText(until.adding(-1)))")
        } else if history.next == nil {
            page.subtitle = plural(read, "One notification", "\(read) notifications")
        }
        // After a failure, the notice above the page asks for more.
        let mayAsk = history.next != nil && !history.isOutdated && history.failure == nil
        page.list = LongList(tr("History"), history.items, more: mayAsk ? .older : nil)
        return page
    }

    /// The page in place of a list without rows; nil for a list with rows.
    private var emptyHistory: EmptyState<Intent>? {
        if history.isTooLong {
            return EmptyState(
                icon: "edit-find-symbolic", tr("This text is too long to search for"),
                tr("Search for a part of it."), buttons: [clearSearchButton])
        }
        if let failure = history.failure, history.items.isEmpty || history.isOutdated {
            return unreadHistory(failure)
        }
        guard history.isKnown else { return EmptyState(icon: nil, tr("Reading the history…")) }
        guard history.items.isEmpty else { return nil }
        if history.isOutdated { return EmptyState(icon: nil, tr("Searching…")) }
        let filter = history.filter
        let all = filter.isEmpty ? [] : [SettingsButton(tr("Show All"), .showAll)]
        if !history.text.isEmpty {
            return EmptyState(
                icon: "edit-find-symbolic", nothingMatches(history.text),
                tr("Titles, texts, apps, people and web sites were searched."),
                buttons: [clearSearchButton] + all)
        }
        guard filter.isEmpty else {
            return EmptyState(
                icon: "document-open-recent-symbolic",
                filter.app == nil && filter.verdict == nil
                    ? tr("No notifications until that day") : tr("No such notifications"),
                buttons: all)
        }
        return EmptyState(
            icon: "document-open-recent-symbolic", tr("No notifications yet"),
            tr("Every notification is listed here, with the reason of its decision."))
    }

    /// Returns the page in place of past notifications that were not read.
    func unreadHistory(_ reason: String) -> EmptyState<Intent> {
        EmptyState(
            icon: "dialog-warning-symbolic", tr("The history could not be read"),
            Self.sentence(reason).line(), buttons: [readAgainButton])
    }

    /// The way to a page of the history that was not read.
    var readAgainButton: SettingsButton {
        SettingsButton(tr("Try Again"), name: tr("Read the history again"), .older)
    }

    /// The lists of apps and of verdicts.
    private var historyFilters: [Page.Filter] {
        let filter = history.filter
        var apps = seenApps.sorted { $0.count > $1.count }.prefix(100).map(\.id)
        if let app = filter.app, !apps.contains(app) { apps.append(app) }
        let verdicts: [(Verdict?, String)] = [
            (nil, tr("Delivered and silenced")), (.deliver, tr("Delivered")),
            (.silence, tr("Silenced")),
        ]
        return [
            Page.Filter(
                tr("App"),
                [SettingsRow.Choice(tr("All apps"), .filterApp(nil))]
                    + apps.map {
                        SettingsRow.Choice(name(of: $0).line(upTo: 30), .filterApp($0))
                    },
                selected: filter.app.flatMap { apps.firstIndex(of: $0) }.map { $0 + 1 } ?? 0),
            Page.Filter(
                tr("Decision"),
                verdicts.map { SettingsRow.Choice($0.1, .filterVerdict($0.0)) },
                selected: verdicts.firstIndex { $0.0 == filter.verdict } ?? 0),
        ]
    }

    /// Asks for the format of an exported file.
    mutating func askForFormat() {
        // Not shown: the names of files.
        let (table, lines) = ("notifications.csv", "notifications.jsonl")
        ask(
            tr("Export the History"),
            tr(
                "What the page shows is written to a file: as a table that a spreadsheet opens, or"
                    + " as one JSON object a line for programs."),
            SettingsButton(tr("Table (CSV)"), style: .suggested, .askForExport(name: table)))
        dialog?.answers.append(SettingsButton(tr("JSON Lines"), .askForExport(name: lines)))
    }
}
