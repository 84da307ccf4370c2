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
    /// last answers about their filters. The window reads the last notifications only; focusd
    /// counts those of the whole week.
    func trialPage(_ id: FocusID) -> Page {
        var page = Page("trial \(id.rawValue)", tr("Try It"))
        guard let focus = files[id]?.focus else { return page }
        page.subtitle = focus.shownName.line(upTo: 60)
        page.empty = waiting(tr("The history"))
        guard page.empty == nil else { return page }
        guard counted.isCountable else {
            page.empty =
                counted.failure.map(unreadHistory)
                ?? EmptyState(icon: nil, tr("Reading the history…"))
            return page
        }
        guard !counted.countable.isEmpty else {
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
        let survey = isWeek ? nil : surveys[id]
        page.groups = [
            Group(
                "all",
                description: survey.map { sentence($0, focus) }
                    ?? sentence(results, isWeek: isWeek, focus, trial),
                isWeek || counted.next == nil
                    ? [] : [SettingsRow("older", tr("Look further back"), .link(.older))])
        ]
        let apps = apps(results, survey)
        page.groups.append(
            Group("apps", tr("App by App"), apps.prefix(50).map { row($0, trial) }))
        page.groups.removeAll { $0.rows.isEmpty && $0.description.isEmpty }
        return page
    }

    private typealias Result = (entry: EntryWire, decision: Decision)

    /// The notifications of an app in a trial.
    private struct AppTrial {
        var app: AppID
        /// The numbers of notifications that come through, and of all.
        var passed: Int
        var came: Int
        /// Those that were read, the newest first.
        var results: [Result]
    }

    /// Returns the apps of a trial, the most frequent ones first.
    private func apps(_ results: [Result], _ survey: SurveyCounts?) -> [AppTrial] {
        let read = Dictionary(grouping: results) { $0.entry.record.source }
        let counted = survey?.apps ?? [:]
        let apps = Set(read.keys).union(counted.keys).map { app -> AppTrial in
            let results = read[app] ?? []
            let passed = results.count { $0.decision.verdict == .deliver }
            guard let counts = counted[app] else {
                return AppTrial(app: app, passed: passed, came: results.count, results: results)
            }
            return AppTrial(
                app: app, passed: counts.delivered, came: counts.delivered + counts.silenced,
                results: results)
        }
        return apps.sorted { ($1.came, $0.app.rawValue) < ($0.came, $1.app.rawValue) }
    }

    /// The begin of the last seven days.
    var weekStart: Timestamp { now.adding(-7 * 86_400_000) }

    /// Counts a notification that has just come in the trial of the open page.
    mutating func countInSurvey(_ record: EntryRecord) {
        guard case .trial(let id) = place, surveys[id] != nil, let focus = files[id]?.focus else {
            return
        }
        let filters = TrialFilters(focus, self.filters[id]).predicates
        let decision = policy(of: focus, filters: filters).decide(record.notification)
        surveys[id]?.add(record.source, isDelivered: decision.verdict == .deliver)
    }

    /// Returns the sentence about the notifications that focusd has counted.
    private func sentence(_ survey: SurveyCounts, _ focus: Focus) -> String {
        let all = survey.delivered + survey.silenced
        return came(all, isWeek: survey.isWhole) + " " + passing(survey.delivered, focus)
    }

    private func came(_ count: Int, isWeek: Bool) -> String {
        isWeek
            ? plural(
                count, "In the last seven days, one notification came.",
                "In the last seven days, \(count) notifications came.")
            : plural(
                count, "The last notification is looked at.",
                "The last \(count) notifications are looked at.")
    }

    private func passing(_ count: Int, _ focus: Focus) -> String {
        let name = focus.shownName.line(upTo: 60)
        return plural(
            count, "With \(name), \(count) comes through.", "With \(name), \(count) come through.")
    }

    /// The notifications of the last seven days, if they were read; else all that were read.
    private var triedEntries: (entries: [EntryWire], isWeek: Bool) {
        let start = weekStart
        let read = counted.countable
        let isWhole = counted.next == nil || read.last.map { $0.record.time < start } == true
        let week = read.filter { $0.record.time >= start }
        return isWhole && !week.isEmpty ? (week, true) : (read, false)
    }

    private func sentence(
        _ results: [Result], isWeek: Bool, _ focus: Focus, _ trial: TrialFilters
    ) -> String {
        let name = focus.shownName.line(upTo: 60)
        let passed = results.count { $0.decision.verdict == .deliver }
        let open = results.count { trial.mayYetSilence($0.entry, $0.decision) }
        let rest =
            open == 0
            ? ""
            : plural(
                open, "About one of them, its app's filter decides when \(name) is on.",
                "About \(open) of them, their apps' filters decide when \(name) is on.")
        let texts = [came(results.count, isWeek: isWeek), passing(passed, focus), rest]
        return texts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the row of an app, which opens those of its notifications that were read.
    private func row(_ one: AppTrial, _ trial: TrialFilters) -> SettingsRow {
        let isOn = place.focus != nil && activation?.focus == place.focus
        let filter = trial.words(about: one.results.map(\.entry), of: one.app, isOn: isOn)
        let count = plural(
            one.passed, "\(one.passed) of \(one.came) comes through",
            "\(one.passed) of \(one.came) come through")
        // Not shown: an identifier.
        let part = "app \(one.app.rawValue)"
        let shown = isExpanded(part) ? rows(one.results, of: one.app, trial) : []
        return SettingsRow(
            part, name(of: one.app).line(upTo: 60),
            facts([count, filter]), icon: icon(of: one.app),
            one.results.isEmpty
                ? .link(.showHistory(one.app)) : .details(shown, open: .expand(part)))
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
