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
        let policy = Policy(focus: focus)
        let results = history.entries.map { entry in
            (entry: entry, decision: policy.decide(entry.record.notification))
        }
        let passed = results.count { $0.decision.verdict == .deliver }
        let apps = Dictionary(grouping: results) { $0.entry.record.app }
            .sorted { ($0.value.count, $1.key.rawValue) > ($1.value.count, $0.key.rawValue) }
        page.groups = [
            Group(
                "all",
                description: plural(
                    passed,
                    "Of the last \(results.count) notifications, \(passed) comes through"
                        + " with \(focus.name). The apps' own filters are not part of this.",
                    "Of the last \(results.count) notifications, \(passed) come through"
                        + " with \(focus.name). The apps' own filters are not part of this."),
                history.next == nil
                    ? [] : [SettingsRow("older", tr("Look further back"), .link(.older))])
        ]
        page.groups += apps.prefix(50).map { app, results in
            let passed = results.count { $0.decision.verdict == .deliver }
            return Group(
                "app \(app.rawValue)", name(of: app).line(upTo: 60),
                description: plural(
                    passed, "\(passed) of \(results.count) comes through",
                    "\(passed) of \(results.count) come through"),
                rows(results, of: app))
        }
        return page
    }

    private typealias Result = (entry: EntryWire, decision: Decision)

    /// Returns the rows of the first notifications of an app, and the way to the others.
    private func rows(_ results: [Result], of app: AppID) -> [SettingsRow] {
        // Not shown: an identifier.
        let part = "app \(app.rawValue)"
        let shown = expanded.contains(part) ? Self.listedRows : Self.firstRows
        let rows = results.prefix(shown).map { result in
            SettingsRow(
                "entry \(result.entry.record.key.rawValue)",
                result.entry.record.headline ?? tr("(text not kept)"),
                result.decision.verdict == .deliver ? tr("Comes through") : tr("Silenced"),
                icon: result.decision.verdict == .deliver
                    ? "object-select-symbolic" : "notifications-disabled-symbolic",
                .link(.push(.why(result.entry.record.id))))
        }
        let others = results.count - rows.count
        guard others > 0, !expanded.contains(part) else { return rows }
        let more = plural(others, "Show one more", "Show \(others) more")
        return rows + [SettingsRow("more", more, .link(.expand(part)))]
    }

    /// Number of an app's notifications that the page shows first.
    private static var firstRows: Int { 5 }
}
