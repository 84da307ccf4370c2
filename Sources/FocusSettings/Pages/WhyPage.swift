// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire

extension SettingsState {
    /// The decision about a notification, step by step, and the way to the switch that decided.
    func whyPage(_ id: ClientID) -> Page {
        var page = Page("why \(id.rawValue)", "Why?")
        page.empty = waiting("The history")
        guard page.empty == nil else { return page }
        guard let known = entries[id] else {
            page.empty = EmptyState(icon: nil, "Asking focusd…")
            return page
        }
        guard let entry = known else {
            page.empty = EmptyState(
                icon: "edit-delete-symbolic", "This notification is gone",
                "focusd keeps no notification with the number \(id.rawValue).")
            return page
        }
        let record = entry.record
        let focus = record.focus.map { files[$0]?.focus.name ?? $0.rawValue }
        page.groups = [
            Group(
                "entry",
                [
                    SettingsRow(
                        "summary",
                        record.summary.isEmpty ? "(text not kept)" : record.summary.line(),
                        record.body.withoutMarkup.line(upTo: 400)),
                    SettingsRow(
                        "app", appName(of: entry),
                        "\(record.app.rawValue) · "
                            + ClockText.text(record.time, seenFrom: now)),
                    SettingsRow(
                        "decision",
                        DecisionWords.sentence(entry, app: appName(of: entry), focus: focus),
                        "Now: \(DecisionWords.state(entry))",
                        icon: record.verdict == .deliver
                            ? "emblem-ok-symbolic" : "notifications-disabled-symbolic"),
                ]),
            stepsGroup(record, focus: focus),
        ]
        if let change = change(for: record) { page.groups.append(change) }
        return page
    }

    /// The steps of a decision in their order; the deciding one ends the list.
    private func stepsGroup(_ record: EntryRecord, focus: String?) -> Group {
        let name = focus ?? "the Focus"
        let rule =
            if case .rule(let rule) = record.reason { "Rule “\(rule)”" } else { "Rules of \(name)" }
        let steps: [(title: String, reasons: [String])] = [
            (
                "Muted apps, and rules for every Focus",
                [
                    "always-rule", "muted", "new-app", "always-site", "always-person",
                    "always-app", "duplicate",
                ]
            ),
            (focus == nil ? "No Focus was on" : "\(name) was on", ["no-focus"]),
            ("Feedback, such as the volume", ["feedback"]),
            ("Critical, from a trusted app", ["critical"]),
            (rule, ["rule"]),
            ("Time-sensitive", ["time-sensitive"]),
            ("Lists of people, apps and sites", ["person", "app", "site", "repeat"]),
            ("The app's own filter", ["filter"]),
            ("Nothing silences it", ["allowed", "too-many"]),
        ]
        // An allowed person or site is an entry of a list.
        let code = if case .admitted = record.reason { "person" } else { record.reason.code }
        let decided = steps.firstIndex { $0.reasons.contains(code) } ?? steps.count
        let rows = steps.enumerated().map { index, step in
            var row = SettingsRow(
                "step \(index)", "\(index + 1). \(step.title)",
                index < decided
                    ? (index == 1 ? "Goes on" : "Does not apply")
                    : index == decided
                        ? "Decided: \(record.verdict == .deliver ? "delivered" : "silenced")"
                        : "Not reached")
            row.icon = index == decided ? "go-next-symbolic" : nil
            row.isEnabled = index <= decided
            return row
        }
        return Group("steps", "How It Was Decided", rows)
    }

    /// The way to the control that decided.
    private func change(for record: EntryRecord) -> Group? {
        guard let id = record.focus, files[id] != nil else { return nil }
        let place: Place
        let text: String
        switch record.reason {
        case .app: (place, text) = (.apps(id), "The list of apps")
        case .person: (place, text) = (.people(id), "The list of people")
        case .rule: (place, text) = (.rules(id), "The rules")
        case .timeSensitive, .repeated, .site, .filter, .allowed, .admitted(.site):
            (place, text) = (.focus(id), "What may interrupt")
        case .admitted(.person): (place, text) = (.people(id), "The list of people")
        case .noFocus, .feedback, .critical, .tooMany, .always, .muted, .newApp, .alwaysSite,
            .alwaysPerson, .alwaysApp, .duplicate:
            return nil
        }
        return Group(
            "change", [SettingsRow("change", "Change this", text, .link(.push(place)))])
    }
}
