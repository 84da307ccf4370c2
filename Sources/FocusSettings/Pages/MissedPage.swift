// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The silenced notifications, per app, newest first.
    var missedPage: Page {
        var page = Page("missed", tr("Missed"))
        page.empty = waiting(tr("The missed list"))
        guard page.empty == nil else { return page }
        guard let missed else {
            page.empty = awaiting(
                .part(.missed), else: tr("The missed list could not be read"),
                tr("Reading the missed list…"))
            return page
        }
        guard !missed.isEmpty else {
            page.empty = EmptyState(
                icon: "object-select-symbolic", tr("Nothing missed"),
                tr("Notifications that a Focus silences wait here."))
            return page
        }
        page.subtitle = plural(
            missed.count, "One notification", "\(missed.count) notifications")
        page.buttons = [
            SettingsButton(
                tr("Clear…"), icon: "edit-clear-all-symbolic", name: tr("Clear the missed list…"),
                .askToClear),
            SettingsButton(
                tr("Show All"), icon: "view-reveal-symbolic",
                name: tr("Show all notifications now"),
                .deliver(missed.map(\.record.id))),
        ]
        var known: Set<AppID> = []
        let apps = missed.map(\.record.source).filter { known.insert($0).inserted }
        let policies = policies(of: missed.lazy.map(\.record))
        let byApp = Dictionary(grouping: missed, by: \.record.source)
        let shown = isExpanded(Self.allApps) ? apps.count : Self.firstApps
        let named = toldApart(apps.map { (app: $0, name: sharedName(of: byApp[$0] ?? [])) })
        page.groups = named.prefix(shown).map { app, name in
            let entries = byApp[app] ?? []
            return Group(
                "app \(app.rawValue)", name.line(upTo: 60),
                buttons: remedies(entries[0], of: name, policies).prefix(1).map(\.button),
                missedRows(entries, of: app, name, policies))
        }
        if apps.count > page.groups.count {
            let others = apps.count - page.groups.count
            page.groups.append(
                Group(
                    "more",
                    [
                        SettingsRow(
                            "more apps",
                            plural(others, "Show one more app", "Show \(others) more apps"),
                            .link(.expand(Self.allApps)))
                    ]))
        }
        return page
    }

    /// Numbers of apps, and of an app's earlier notifications, that are shown first: each row is
    /// made of many widgets, and a person reads few.
    private static var firstApps: Int { 20 }
    private static var firstRows: Int { 20 }
    // Not shown: an identifier.
    private static var allApps: String { "missed apps" }

    /// Returns the name of an app for all of its notifications. An app may name each of its
    /// accounts as a sender, such as “Chat (Acme)”; lists and mutes are about the app.
    private func sharedName(of entries: [EntryWire]) -> String {
        entries.contains { $0.name != entries[0].name }
            ? name(of: entries[0].record.source) : appName(of: entries[0])
    }

    /// Returns the newest notification of an app, and a row that opens the earlier ones.
    private func missedRows(
        _ entries: [EntryWire], of app: AppID, _ name: String, _ policies: [FocusID: Policy]
    ) -> [SettingsRow] {
        let newest = missedRows(of: entries[0], name, policies)
        guard let oldest = entries.last, entries.count > 1 else { return newest }
        // Not shown: an identifier.
        let part = "earlier \(app.rawValue)"
        let since = ClockText.text(oldest.record.time, seenFrom: now)
        let count = entries.count - 1
        return newest + [
            SettingsRow(
                part, plural(count, "One earlier", "\(count) earlier"), tr("Since \(since)"),
                .details(
                    isExpanded(part)
                        ? earlierRows(entries.dropFirst(), of: app, name, policies) : [],
                    open: .expand(part)))
        ]
    }

    /// Returns the rows of an app's earlier notifications, and the way to those beyond.
    private func earlierRows(
        _ entries: ArraySlice<EntryWire>, of app: AppID, _ name: String,
        _ policies: [FocusID: Policy]
    ) -> [SettingsRow] {
        // Not shown: an identifier.
        let part = "more \(app.rawValue)"
        let isOpen = isExpanded(part)
        let shown = entries.prefix(isOpen ? Self.listedRows : Self.firstRows)
        let rows = shown.flatMap { missedRows(of: $0, name, policies) }
        let others = entries.count - shown.count
        guard others > 0 else { return rows }
        let title = plural(others, "Show one more", "Show \(others) more")
        return rows + [
            SettingsRow(part, title, .link(isOpen ? .showHistory(app) : .expand(part)))
        ]
    }

    /// Returns the name of the app of a notification.
    func appName(of entry: EntryWire) -> String { entry.name ?? name(of: entry.record.source) }

    /// Returns the row of a notification, and the field for a reply to it.
    private func missedRows(
        of entry: EntryWire, _ app: String, _ policies: [FocusID: Policy]
    ) -> [SettingsRow] {
        let reply = replyRow(entry, entry.record.headline ?? tr("(no text)"))
        return [missedRow(entry, of: app, policies)] + [reply].compactMap { $0 }
    }

    private func missedRow(
        _ entry: EntryWire, of app: String, _ policies: [FocusID: Policy]
    ) -> SettingsRow {
        let record = entry.record
        let time = ClockText.text(record.time, seenFrom: now)
        let title = record.headline ?? tr("(no text)")
        let body = record.linkedBody(upTo: 120)
        let line = facts([
            time,
            entry.snoozedUntil.map { tr("comes back \(ClockText.text($0, seenFrom: now))") },
            changedSince(record, policies), record.people.first { $0 != title },
            body.map(\.text).joined(),
        ])
        var row = SettingsRow(
            "entry \(record.key.rawValue)", title,
            line, icon: entry.icon ?? icon(of: record.source),
            .link(.push(.why(record.id))),
            buttons: Array(answerButtons(entry, title, upTo: 24).prefix(2)) + [
                SettingsButton(
                    tr("Dismiss"), icon: "window-close-symbolic", name: tr("Dismiss “\(title)”"),
                    .dismiss([record.id]))
            ])
        let links = LinkedBody(body: record.body).addresses
        if !links.isEmpty, !body.isEmpty {
            row.linkedSubtitle = Self.linked(Self.parts(of: line, endingWith: body))
        }
        row.picture = entry.image.map { path in
            SettingsRow.Picture(path, name: tr("Picture from \(appName(of: entry))"))
        }
        // A narrow window cuts the labels of buttons.
        row.menu = answerButtons(entry, title, upTo: 60)
        row.menu += [
            SettingsButton(tr("Show After All"), .deliver([record.id])),
            SettingsButton(tr("Mark as Read"), .markRead([record.id])),
        ]
        row.menu += snoozeEntries(record.id)
        row.menu += [
            SettingsButton(tr("Dismiss"), .dismiss([record.id])),
            SettingsButton(tr("Why?"), .push(.why(record.id))),
        ]
        // A link in the text has no key.
        row.menu += links.prefix(Self.menuLinks).map {
            SettingsButton(tr("Open \($0.line(upTo: 60))"), .openLink($0))
        }
        let mutes = muteEntries(entry, of: app)
        // One that was muted has the same remedy.
        row.menu +=
            remedies(entry, of: app, policies).map(\.entry).filter { !mutes.contains($0) } + mutes
        row.keys = [Shortcut("Delete", .dismiss([record.id]))]
        return row
    }

    /// Returns a line that ends with a body in parts: the words before the body, the body's own
    /// parts, and the mark of direction after them, if there is one.
    private static func parts(
        of line: String, endingWith body: [LinkedBody.Part]
    ) -> [LinkedBody.Part] {
        let text = body.map(\.text).joined()
        if line.hasSuffix(text) {
            return [LinkedBody.Part(String(line.dropLast(text.count)))] + body
        }
        // Pop directional isolate.
        let mark = "\u{2069}"
        // The menu has the links of a body that brings such marks of its own.
        guard line.hasSuffix(text + mark) else { return [LinkedBody.Part(line)] }
        let before = String(line.dropLast(text.count + 1))
        return [LinkedBody.Part(before)] + body + [LinkedBody.Part(mark)]
    }

    /// Maximum number of links of a notification in its menu.
    private static let menuLinks = 5

    /// Returns a text with its links for a row.
    static func linked(_ parts: [LinkedBody.Part]) -> [SettingsRow.LinkedText] {
        parts.map { part in
            SettingsRow.LinkedText(
                part.text, address: part.address, open: part.address.map { .openLink($0) })
        }
    }
}
