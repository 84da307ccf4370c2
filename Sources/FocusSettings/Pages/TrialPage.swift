// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The effect of a Focus on the notifications of the last days, app by app.
    ///
    /// Decides in the window as focusd does, with the files as they are now, and with the apps'
    /// last answers about their filters.
    func trialPage(_ id: FocusID) -> Page {
        var page = Page("trial \(id.rawValue)", tr("Try It"))
        guard let focus = files[id]?.focus else { return page }
        page.subtitle = focus.name.line(upTo: 60)
        page.empty = waiting(tr("The history"))
        guard page.empty == nil else { return page }
        guard counted.isKnown else {
            page.empty =
                counted.failure.map(unreadHistory)
                ?? EmptyState(icon: nil, tr("Reading the history…"))
            return page
        }
        guard !counted.entries.isEmpty else {
            page.empty = EmptyState(
                icon: "document-open-recent-symbolic", tr("No notifications yet"))
            return page
        }
        let trial = TrialFilters(focus, filters[id])
        let policy = policy(of: focus, filters: trial.predicates)
        let (entries, isWeek) = triedEntries
        let results = entries.map { entry in
            (entry: entry, decision: policy.decide(entry.record.notification))
        }
        page.groups = [
            Group(
                "all", description: sentence(results, isWeek: isWeek, focus, trial),
                isWeek || counted.next == nil
                    ? [] : [SettingsRow("older", tr("Look further back"), .link(.older))])
        ]
        let apps = Dictionary(grouping: results) { $0.entry.record.app }
            .sorted { ($0.value.count, $1.key.rawValue) > ($1.value.count, $0.key.rawValue) }
        page.groups.append(
            Group("apps", tr("App by App"), apps.prefix(50).map { row($1, of: $0, trial) }))
        page.groups.removeAll { $0.rows.isEmpty && $0.description.isEmpty }
        return page
    }

    private typealias Result = (entry: EntryWire, decision: Decision)

    /// The notifications of the last seven days, if they were read; else all that were read.
    private var triedEntries: (entries: [EntryWire], isWeek: Bool) {
        let start = now.adding(-7 * 86_400_000)
        let read = counted.entries
        let isWhole = counted.next == nil || read.last.map { $0.record.time < start } == true
        let week = read.filter { $0.record.time >= start }
        return isWhole && !week.isEmpty ? (week, true) : (read, false)
    }

    private func sentence(
        _ results: [Result], isWeek: Bool, _ focus: Focus, _ trial: TrialFilters
    ) -> String {
        let name = focus.name.line(upTo: 60)
        let passed = results.count { $0.decision.verdict == .deliver }
        let came =
            isWeek
            ? plural(
                results.count, "In the last seven days, one notification came.",
                "In the last seven days, \(results.count) notifications came.")
            : plural(
                results.count, "The last notification is looked at.",
                "The last \(results.count) notifications are looked at.")
        let pass = plural(
            passed, "With \(name), \(passed) comes through.",
            "With \(name), \(passed) come through.")
        let open = results.count { trial.mayYetSilence($0.entry, $0.decision) }
        let rest =
            open == 0
            ? ""
            : plural(
                open, "About one of them, its app's filter decides when \(name) is on.",
                "About \(open) of them, their apps' filters decide when \(name) is on.")
        return [came, pass, rest].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the row of an app, which opens those of its notifications.
    private func row(
        _ results: [Result], of app: AppID, _ trial: TrialFilters
    ) -> SettingsRow {
        let passed = results.count { $0.decision.verdict == .deliver }
        let isOn = place.focus != nil && activation?.focus == place.focus
        let filter = trial.words(about: results.map(\.entry), of: app, isOn: isOn)
        let count = plural(
            passed, "\(passed) of \(results.count) comes through",
            "\(passed) of \(results.count) come through")
        // Not shown: an identifier.
        let part = "app \(app.rawValue)"
        return SettingsRow(
            part, name(of: app).line(upTo: 60),
            facts([count, filter]), icon: icon(of: app),
            .details(isExpanded(part) ? rows(results, of: app, trial) : [], open: .expand(part)))
    }

    /// Returns the rows of the first notifications of an app, and the way to the others.
    private func rows(
        _ results: [Result], of app: AppID, _ trial: TrialFilters
    ) -> [SettingsRow] {
        // Not shown: an identifier.
        let part = "more \(app.rawValue)"
        let isOpen = isExpanded(part)
        let shown = results.prefix(isOpen ? Self.listedRows : Self.firstRows)
        let rows = shown.map { result in
            let isOpen = trial.mayYetSilence(result.entry, result.decision)
            let (effect, icon) = effect(of: result.decision, isOpen: isOpen)
            return SettingsRow(
                "entry \(result.entry.record.key.rawValue)",
                result.entry.record.headline ?? tr("(text not kept)"), effect, icon: icon,
                .link(.push(.why(result.entry.record.id))))
        }
        let others = results.count - rows.count
        guard others > 0, !isOpen else { return rows }
        let more = plural(others, "Show one more", "Show \(others) more")
        return rows + [SettingsRow(part, more, .link(.expand(part)))]
    }

    /// Returns the effect of a decision, and its icon.
    ///
    /// - Parameter isOpen: True if the app's filter may yet silence the notification.
    private func effect(
        of decision: Decision, isOpen: Bool
    ) -> (text: String, icon: String) {
        if isOpen {
            return (
                tr("Comes through, unless its app's filter silences it"), "dialog-question-symbolic"
            )
        }
        if decision.verdict == .deliver { return (tr("Comes through"), "object-select-symbolic") }
        let text =
            decision.reason == .filter
            ? tr("Silenced by its app's filter")
            : decision.reason.isAlways ? tr("Silenced with any Focus") : tr("Silenced")
        return (text, "notifications-disabled-symbolic")
    }

    /// Number of an app's notifications that the page shows first.
    private static var firstRows: Int { 20 }
}
