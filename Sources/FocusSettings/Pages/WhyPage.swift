// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The decision about a notification, step by step, and the way to the switch that decided.
    func whyPage(_ id: ClientID) -> Page {
        var page = Page("why \(id.rawValue)", tr("Why?"))
        page.empty = waiting(tr("The history"))
        guard page.empty == nil else { return page }
        // The answer is read first.
        page.firstRow = "decision"
        guard let known = entries[id] else {
            page.empty = awaiting(
                .entry(id), else: tr("The notification could not be read"), tr("Asking focusd…"))
            return page
        }
        guard let entry = known else {
            page.empty = EmptyState(
                icon: "edit-delete-symbolic", tr("This notification is gone"),
                tr("focusd keeps no notification with the number \(id.rawValue)."))
            return page
        }
        let record = entry.record
        let focus = record.focus.map { files[$0]?.focus.shownName ?? $0.rawValue }
        let body = record.linkedBody(upTo: 400)
        var text = SettingsRow(
            "summary", record.headline(upTo: 400) ?? tr("(text not kept)"),
            body.map(\.text).joined())
        if body.contains(where: { $0.address != nil }) { text.linkedSubtitle = Self.linked(body) }
        text.picture = entry.image.map { path in
            SettingsRow.Picture(path, name: tr("Picture from \(appName(of: entry))"))
        }
        page.groups = [
            Group(
                "entry",
                [
                    text,
                    SettingsRow(
                        "app", appName(of: entry),
                        facts([
                            record.app.rawValue == appName(of: entry) ? nil : record.app.rawValue,
                            ClockText.text(record.time, seenFrom: now),
                        ])),
                    SettingsRow(
                        "decision",
                        DecisionWords.sentence(entry, app: appName(of: entry), focus: focus),
                        facts([
                            entry.isReturned
                                ? tr("Snoozed, then delivered")
                                : entry.isLate ? tr("Delivered later") : nil,
                            tr("Now: \(DecisionWords.state(entry, now: now))"),
                            changedSince(record, policies(of: [record])),
                        ]),
                        icon: DecisionSteps.icon(
                            of: record.verdict,
                            isQueued: record.verdict == .deliver && record.state == .queued)),
                ])
        ]
        page.groups += [answerGroup(entry), stepsGroup(record, focus: focus)].compactMap { $0 }
        // The text that the user asks about must not be cut.
        for group in page.groups.indices {
            for row in page.groups[group].rows.indices {
                page.groups[group].rows[row].showsWholeSubtitle = true
            }
        }
        if let change = change(record.reason, in: record.focus, of: record.sourceIDs) {
            page.groups.append(change)
        }
        page.groups.append(
            Group(
                "what-if",
                [
                    SettingsRow(
                        "what-if", tr("Ask again"),
                        tr("Change the text or the Focus, and see what would happen"),
                        .link(.askAbout(record.id)))
                ]))
        return page
    }

    private func stepsGroup(_ record: EntryRecord, focus: String?) -> Group? {
        let steps = record.reason.steps(about: record.notification, record.level)
        return DecisionSteps(
            steps: steps, verdict: record.verdict, reason: record.reason, focus: focus, isPast: true
        ).group
    }

    /// The way to the control that decided about a notification.
    ///
    /// - Parameter ids: the ids under which lists find the sender, the script before its tool.
    func change(_ reason: Reason, in focus: FocusID?, of ids: [AppID]) -> Group? {
        switch reason {
        case .critical:
            return listedID(ids, in: configuration?.apps(in: .critical) ?? []).flatMap { app in
                changeGroup(
                    tr("The trust in the app's critical notifications"), .push(.app(app)))
            }
        case .tooMany: return changeGroup(tr("The limits for floods"), .openLimits)
        default: break
        }
        let id = focus ?? .always
        guard files[id] != nil else { return nil }
        let place: Place
        let text: String
        switch reason {
        case .app: (place, text) = (.apps(id), tr("The list of apps"))
        case .person: (place, text) = (.people(id), tr("The list of people"))
        case .rule: (place, text) = (.rules(id), tr("The rules"))
        case .site, .admitted(.site): (place, text) = (.sites(id), tr("The list of web sites"))
        case .timeSensitive, .repeated, .filter, .allowed:
            (place, text) = (.focus(id), tr("What may interrupt"))
        case .admitted(.person): (place, text) = (.people(id), tr("The list of people"))
        case .always: (place, text) = (.rules(.always), tr("The rules that hold always"))
        case .alwaysPerson:
            (place, text) = (.people(.always), tr("The list of people that holds always"))
        case .alwaysApp: (place, text) = (.apps(.always), tr("The list of apps that holds always"))
        case .alwaysSite:
            (place, text) = (.sites(.always), tr("The list of web sites that holds always"))
        case .muted, .newApp: (place, text) = (.always, tr("What holds always"))
        case .noFocus, .feedback, .critical, .tooMany, .duplicate: return nil
        }
        return changeGroup(text, .push(place))
    }

    private func changeGroup(_ text: String, _ open: Intent) -> Group {
        Group("change", [SettingsRow("change", tr("Change this"), text, .link(open))])
    }

    /// Returns the id that a list names; the sender's own if the list names none.
    ///
    /// - Parameter ids: the ids under which lists find the sender, its own first.
    private func listedID(_ ids: [AppID], in list: some Sequence<AppID>) -> AppID? {
        let named = named(by: list)
        return ids.first { named.contains($0) } ?? ids.first
    }

    /// The parts of a decision by which its control is found.
    private struct Decided {
        var reason: Reason
        /// The ids under which lists find the sender, its own first.
        var ids: [AppID]
        var people: [String]
        var site: String?
    }

    /// The decision of the page before: about a past notification, or about a made-up one.
    private var decided: Decided? {
        guard trail.count > 1 else { return nil }
        switch trail[trail.count - 2] {
        case .why(let id):
            guard let record = (entries[id] ?? nil)?.record else { return nil }
            return Decided(
                reason: record.reason, ids: record.sourceIDs, people: Self.people(of: record),
                site: record.site)
        case .whatIf:
            guard case .decided(let answer)? = whatIfAnswer else { return nil }
            // People who were not typed are found in the title.
            let titles =
                whatIf.people.allSatisfy(\.isEmpty)
                ? PeopleReader.wholeNames(inTitle: whatIf.summary) : []
            return Decided(
                reason: answer.reason, ids: whatIf.sourceIDs, people: answer.people + titles,
                site: WebSite(whatIf.site)?.host)
        default: return nil
        }
    }

    /// The row that decided about the notification of the page before, on the page that *Change
    /// this* has opened; nil for other pages.
    var decidingRow: String? {
        guard let decided else { return nil }
        let words: [String]
        switch (place, decided.reason) {
        case (.app, .critical): words = ["critical"]
        case (.apps(let id), .app), (.apps(let id), .alwaysApp):
            let app = listedID(decided.ids, in: files[id]?.appList ?? [])
            words = ["app", app?.rawValue ?? ""]
        case (.rules, .rule(let name)), (.rules, .always(let name)): words = ["rule", name]
        case (.people(let id), let reason):
            var person = decided.people.first ?? ""
            if case .admitted(.person(let name)) = reason { person = name }
            words = ["person", listedPerson(decided.people, in: id) ?? person]
        case (.sites(let id), _):
            // The list's entry may be a domain above.
            let focus = files[id]?.focus
            let known = (focus?.silencedSites ?? []).union(focus?.allowedSites ?? [])
            let entry = known.first { WebSite.lists([$0], decided.site) }
            words = ["site", entry ?? decided.site ?? ""]
        case (.always, .muted), (.always, .newApp):
            let mute = decided.ids.lazy.compactMap { self.mute(of: $0) }.first
            words = ["mute", (mute?.app ?? decided.ids.first)?.rawValue ?? ""]
        case (.focus, .timeSensitive): words = ["time-sensitive"]
        case (.focus, .repeated): words = ["repeats"]
        case (.focus, .filter): words = ["filters"]
        default: return nil
        }
        return words.joined(separator: " ")
    }
}
