// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The effect of a Focus on the notifications of the last days, app by app.
    ///
    /// Decides in the window with the Focus's file as it is now. Filters of apps, which only the
    /// running apps know, do not take part.
    func trialPage(_ id: FocusID) -> Page {
        var page = Page("trial \(id.rawValue)", tr("Try It"))
        guard let focus = files[id]?.focus else { return page }
        page.subtitle = focus.name.line(upTo: 60)
        page.empty = waiting(tr("The history"))
        guard page.empty == nil else { return page }
        guard history.isKnown else {
            page.empty = EmptyState(icon: nil, tr("Reading the history…"))
            return page
        }
        guard !history.entries.isEmpty else {
            page.empty = EmptyState(
                icon: "document-open-recent-symbolic", tr("No notifications yet"))
            return page
        }
        let policy = Policy(focus: focus)
        let (entries, isWeek) = triedEntries
        let results = entries.map { entry in
            (entry: entry, decision: policy.decide(entry.record.notification))
        }
        page.groups = [
            Group(
                "all", description: sentence(results, isWeek: isWeek, focus.name),
                isWeek || history.next == nil
                    ? [] : [SettingsRow("older", tr("Look further back"), .link(.older))])
        ]
        let apps = Dictionary(grouping: results) { $0.entry.record.app }
            .sorted { ($0.value.count, $1.key.rawValue) > ($1.value.count, $0.key.rawValue) }
        page.groups.append(
            Group("apps", tr("App by App"), apps.prefix(50).map { row($1, of: $0) }))
        page.groups.removeAll { $0.rows.isEmpty && $0.description.isEmpty }
        return page
    }

    private typealias Result = (entry: EntryWire, decision: Decision)

    /// The notifications of the last seven days, if they were read; else all that were read.
    private var triedEntries: (entries: [EntryWire], isWeek: Bool) {
        let start = now.adding(-7 * 86_400_000)
        let read = history.entries
        let isWhole = history.next == nil || read.last.map { $0.record.time < start } == true
        let week = read.filter { $0.record.time >= start }
        return isWhole && !week.isEmpty ? (week, true) : (read, false)
    }

    private func sentence(_ results: [Result], isWeek: Bool, _ focus: String) -> String {
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
            passed, "With \(focus), \(passed) comes through.",
            "With \(focus), \(passed) come through.")
        return [came, pass, tr("The apps' own filters are not part of this.")]
            .joined(separator: " ")
    }

    /// Returns the row of an app, which opens those of its notifications.
    private func row(_ results: [Result], of app: AppID) -> SettingsRow {
        let passed = results.count { $0.decision.verdict == .deliver }
        // Not shown: an identifier.
        let part = "app \(app.rawValue)"
        return SettingsRow(
            part, name(of: app).line(upTo: 60),
            plural(
                passed, "\(passed) of \(results.count) comes through",
                "\(passed) of \(results.count) come through"), icon: icon(of: app),
            .details(isExpanded(part) ? rows(results, of: app) : [], open: .expand(part)))
    }

    /// Returns the rows of the first notifications of an app, and the way to the others.
    private func rows(_ results: [Result], of app: AppID) -> [SettingsRow] {
        // Not shown: an identifier.
        let part = "more \(app.rawValue)"
        let isOpen = isExpanded(part)
        let shown = results.prefix(isOpen ? Self.listedRows : Self.firstRows)
        let rows = shown.map { result in
            SettingsRow(
                "entry \(result.entry.record.key.rawValue)",
                result.entry.record.headline ?? tr("(text not kept)"),
                result.decision.verdict == .deliver ? tr("Comes through") : tr("Silenced"),
                icon: result.decision.verdict == .deliver
                    ? "object-select-symbolic" : "notifications-disabled-symbolic",
                .link(.push(.why(result.entry.record.id))))
        }
        let others = results.count - rows.count
        guard others > 0, !isOpen else { return rows }
        let more = plural(others, "Show one more", "Show \(others) more")
        return rows + [SettingsRow(part, more, .link(.expand(part)))]
    }

    /// Number of an app's notifications that the page shows first.
    private static var firstRows: Int { 20 }
}
