// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Predicates
import Presentation

/// A change of a Focus's file by another program: its parts in words, and the page that shows it.
struct ChangeElsewhere: Hashable, Sendable {
    /// A setting that differs.
    private struct Part {
        let title: String
        let place: Place
        let row: String?
    }

    /// The titles of the settings that differ.
    let titles: [String]
    let place: Place
    /// The row of the page with the change; nil for no row or several.
    let row: String?

    /// Returns nil if the versions differ in no setting.
    init?(_ before: FocusFile, _ after: FocusFile) {
        let parts = Self.parts(before, after)
        guard let first = parts.first else { return nil }
        titles = parts.map(\.title)
        place = parts.count == 1 ? first.place : .root(of: after.focus.id)
        row = parts.count == 1 ? first.row : nil
    }

    private static func parts(_ oldFile: FocusFile, _ newFile: FocusFile) -> [Part] {
        let (old, new, id) = (oldFile.focus, newFile.focus, newFile.focus.id)
        var parts: [Part] = []
        func add(_ differs: Bool, _ title: String, _ row: String, at place: Place? = nil) {
            if differs { parts.append(Part(title: title, place: place ?? .root(of: id), row: row)) }
        }
        add(old.name != new.name, tr("Name"), "name")
        add((old.icon, old.color) != (new.icon, new.color), tr("Icon and colour"), "look")
        if old.people != new.people {
            let keys = old.people.members.symmetricDifference(new.people.members)
            let named = (newFile.peopleList + oldFile.peopleList).first {
                keys.contains(PersonKey($0))
            }
            // Not shown: an identifier.
            let row = keys.count == 1 ? named.map { "person \($0)" } : nil
            parts.append(Part(title: tr("People"), place: .people(id), row: row ?? "mode"))
        }
        if old.apps != new.apps {
            let apps = old.apps.members.symmetricDifference(new.apps.members)
            // Not shown: an identifier.
            let row = apps.count == 1 ? apps.first.map { "app \($0.rawValue)" } : nil
            parts.append(Part(title: tr("Apps"), place: .apps(id), row: row ?? "mode"))
        }
        let sites = old.allowedSites.symmetricDifference(new.allowedSites)
            .union(old.silencedSites.symmetricDifference(new.silencedSites))
        if !sites.isEmpty {
            // Not shown: an identifier.
            let row = sites.count == 1 ? sites.first.map { "site \($0)" } : nil
            parts.append(Part(title: tr("Web sites"), place: .sites(id), row: row))
        }
        if let rule = difference(old.rules, new.rules, \.name, { "\($0.when) \($0.effect)" }) {
            // Not shown: an identifier.
            let row = "rule \(rule)"
            add(true, tr("Rules"), row, at: .rules(id))
        }
        add(
            old.timeSensitive != new.timeSensitive, tr("Time-sensitive notifications"),
            "time-sensitive")
        add(
            old.timeSensitiveExcept != new.timeSensitiveExcept, tr("…but not from"), "exceptions")
        add(
            old.repeatBreaksThrough != new.repeatBreaksThrough, tr("Twice within three minutes"),
            "repeats")
        if let schedule = difference(old.schedules, new.schedules, \.name, \.self) {
            let isThere = new.schedules.contains { $0.name == schedule }
            // Not shown: an identifier.
            let row = isThere ? "schedule \(schedule)" : "add-schedule"
            add(true, tr("Schedules"), row)
        }
        add(old.triggers != new.triggers, tr("Triggers"), "triggers")
        let texts = [old, new].map { focus in focus.filters.map(text) }
        add(texts[0] != texts[1], tr("Focus Filters"), "filters")
        add(old.hideBadges != new.hideBadges, tr("Hide badges"), "badges")
        add(old.summary != new.summary, tr("Tell me once what I missed"), "summary")
        add(
            oldFile.newApps != newFile.newApps, tr("First notification of a new app"), "new-apps")
        add(
            oldFile.countsInBadge != newFile.countsInBadge, tr("Badges count muted apps"), "badge")
        add(old.deliverAt != new.deliverAt, tr("Show at times of day"), "deliveries")
        return parts
    }

    /// Returns the name of the first item that differs; nil if none does.
    private static func difference<Item, Value: Equatable>(
        _ old: [Item], _ new: [Item], _ name: (Item) -> String, _ value: (Item) -> Value
    ) -> String? {
        let before = old.map { (name($0), value($0)) }
        let after = new.map { (name($0), value($0)) }
        if before.elementsEqual(after, by: ==) { return nil }
        let changed = after.first { item in !before.contains { $0 == item } }
        let removed = before.first { item in !after.contains { $0 == item } }
        return (changed ?? removed ?? after.first)?.0
    }

    private static func text(_ filter: FilterConfiguration) -> [String] {
        [filter.app.rawValue, filter.filter, filter.predicate?.description ?? ""]
            + filter.parameters.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
}

extension SettingsState {
    /// Tells of a change that another program has made to the Focus of the open page.
    mutating func tellChange(since before: FocusFile) {
        let old = before.focus
        let name = old.id == .always ? tr("Always") : old.name.line(upTo: 40)
        guard let file = files[old.id] else {
            return say(tr("\(name) was deleted elsewhere"))
        }
        guard file.contents != before.contents, let change = ChangeElsewhere(before, file)
        else { return }
        let titles = listed(change.titles).line(upTo: 60)
        say(
            tr("\(name) changed elsewhere: \(titles)"),
            SettingsButton(tr("Show"), .showChange(change.place, row: change.row)))
    }

    /// Opens the page of such a change, and moves the keyboard's focus to its row.
    ///
    /// - Parameter typed: the texts of the open pages that only the user applies, a line each.
    mutating func showChange(
        _ place: Place, _ row: String?, without typed: String, into effects: inout [Effect]
    ) {
        guard let id = place.focus, files[id] != nil else { return }
        let below = trail.prefix(while: { $0 != place })
        if place == self.place {
            isPageInFront = true
        } else if below.count < trail.count {
            leave(for: below + [place], without: typed, into: &effects)
        } else {
            let root = Place.root(of: id)
            let trail = place == root ? [place] : [root, place]
            leave(for: trail, without: typed, into: &effects)
        }
        messages += 1
        shownRow = row.map { (place, ShownRow(messages, $0)) }
    }
}
