// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The web sites that may interrupt, or may not, and those of the last notifications; the most
    /// frequent ones first.
    func sitesPage(_ id: FocusID) -> Page {
        var page = Page(Place.sites(id).name, tr("Web Sites"))
        guard let focus = files[id]?.focus else { return page }
        page.subtitle = focusName(id)
        page.search = searchField(tr("Search web sites"))
        let counts = siteCounts
        let sites = focus.allowedSites.union(focus.silencedSites).union(counts.keys)
        let found = sites.filter(matches).sorted { left, right in
            (counts[right] ?? 0, left) < (counts[left] ?? 0, right)
        }
        let rows = found.prefix(Self.listedRows).map { siteRow($0, id, focus, counts[$0] ?? 0) }
        page.groups = [
            listGroup(
                "", rows, ofNone: sites.isEmpty, tr("No notification of a web site yet."),
                some: tr(
                    "A silenced site never comes through. An allowed one does although its"
                        + " browser is not allowed. A site includes those below it.")),
            Group(
                "add",
                [
                    siteEntry(id, tr("Allow a web site, such as example.org"), .allow),
                    siteEntry(id, tr("Silence a web site"), .silence),
                ]),
        ]
        return page
    }

    /// The web sites of the last notifications, and the number of notifications of each.
    private var siteCounts: [String: Int] {
        let sites = counted.countable.prefix(Self.countedEntries).compactMap(\.record.site)
        return Dictionary(sites.map { ($0, 1) }, uniquingKeysWith: +)
    }

    private func siteRow(
        _ site: String, _ id: FocusID, _ focus: Focus, _ count: Int
    ) -> SettingsRow {
        let choices: [(title: String, mode: ListPolicy<AppID>.Mode?)] = [
            (tr("As the other lists say"), nil), (tr("Allowed"), .allow),
            (tr("Silenced"), .silence),
        ]
        let mode: ListPolicy<AppID>.Mode? =
            focus.silencedSites.contains(site)
            ? .silence : focus.allowedSites.contains(site) ? .allow : nil
        var row = SettingsRow(
            "site \(site)", site.line(upTo: 60),
            count == 0
                ? "" : plural(count, "One notification lately", "\(count) notifications lately"),
            .choice(
                choices.map { SettingsRow.Choice($0.title, .edit(id, .site(site, $0.mode))) },
                selected: choices.firstIndex { $0.mode == mode } ?? 0))
        row.keys = [Shortcut("Delete", mode == nil ? .nothing : .edit(id, .site(site, nil)))]
        return row
    }

    private func siteEntry(
        _ id: FocusID, _ title: String, _ mode: ListPolicy<AppID>.Mode
    ) -> SettingsRow {
        let edit = FocusEdit.typedSite(mode)
        // Not shown: an identifier.
        let row = mode == .allow ? "add-allowed" : "add-silenced"
        return checked(SettingsRow(row, title, .entry("", apply: .edit(id, edit))), edit)
    }
}
