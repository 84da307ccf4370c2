// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The people who may interrupt, or may not; the most frequent ones first.
    func peoplePage(_ id: FocusID) -> Page {
        var page = Page("people \(id.rawValue)", tr("People"))
        guard let file = files[id] else { return page }
        let focus = file.focus
        page.subtitle = focusName(id)
        page.search = searchField(tr("Search people"))
        let listed = file.peopleList
        let keys = Set(listed.map { PersonKey($0) })
        let others = seenPeople.map(\.name).filter { !PersonKey.lists(keys, $0) }
        let mode = focus.people.mode
        let found = frequentFirst(listed + others).filter(matches)
        let rows = found.prefix(Self.listedRows).map { person in
            let isMember = keys.contains(PersonKey(person))
            let effect = Self.effect(mode, isMember: isMember)
            let text = weekly(person).map { facts([effect, Self.inWeek($0)]) }
            var row = SettingsRow(
                "person \(person)", person.line(upTo: 80), text ?? effect,
                .toggle(
                    isOn: Self.isAllowed(mode, isMember: isMember),
                    flip: .edit(id, .person(person, isMember: !isMember))))
            row.keys = Self.removal(isMember, .edit(id, .person(person, isMember: false)))
            return row
        }
        page.groups = [
            modeGroup(
                mode, others: tr("Everyone else"),
                { .edit(id, .people($0 == .allow ? .allow : .silence)) }),
            rows.isEmpty && !(listed + others).isEmpty
                ? nothingFound("list", tr("People"))
                : Group(
                    "list", tr("People"), description: rows.isEmpty ? tr("No one yet.") : "",
                    Array(rows)),
            Group(
                "add",
                [
                    checked(
                        SettingsRow(
                            "add",
                            mode == .allow
                                ? tr("Allow a person, by name or address")
                                : tr("Silence a person, by name or address"),
                            .entry("", apply: .edit(id, .typedPerson))),
                        .typedPerson)
                ]),
        ]
        return page
    }

    private static func inWeek(_ count: Int) -> String {
        plural(
            count, "One notification in the last seven days",
            "\(count) notifications in the last seven days")
    }

    private static func inHistory(_ count: Int) -> String {
        plural(count, "One notification in the history", "\(count) notifications in the history")
    }

    /// Returns the number of a person's notifications of the last seven days; nil for none.
    private func weekly(_ person: String) -> Int? {
        weeklyByPerson[PersonKey(person)].flatMap { $0 > 0 ? $0 : nil }
    }

    /// Returns the people by their notifications of the last seven days. Those without any follow
    /// in their order: the ones on the list, then the ones whom notifications have named, the
    /// latest first.
    private func frequentFirst(_ people: [String]) -> [String] {
        let numbered = people.enumerated().map { (place: $0, name: $1, came: weekly($1) ?? 0) }
        return numbered.sorted { ($1.came, $0.place) < ($0.came, $1.place) }.map(\.name)
    }

    /// The apps that may interrupt, or may not; the most frequent ones first.
    func appsPage(_ id: FocusID) -> Page {
        var page = Page("apps \(id.rawValue)", tr("Apps"))
        guard let file = files[id] else { return page }
        let focus = file.focus
        page.subtitle = focusName(id)
        page.search = searchField(tr("Search apps"))
        let listed = file.appList
        let counts = Dictionary(
            seenApps.map { ($0.id, $0.count) }, uniquingKeysWith: { first, _ in first })
        let weekly = appDetails.mapValues(\.came)
        let known = Set(listed).union(counts.keys).union(menuApps.map(\.id))
        let mode = focus.apps.mode
        let sorted = withoutFurtherIDs(known).map { app in (app: app, name: name(of: app)) }
            .filter { matches($0.name) || matches($0.app.rawValue) }
            .sorted { left, right in
                let (often, seldom) = (weekly[left.app] ?? 0, weekly[right.app] ?? 0)
                if often != seldom { return often > seldom }
                let (many, few) = (counts[left.app] ?? 0, counts[right.app] ?? 0)
                if many != few { return many > few }
                return (left.name.lowercased(), left.app.rawValue)
                    < (right.name.lowercased(), right.app.rawValue)
            }
        let members = named(by: listed)
        let rows = sorted.prefix(Self.listedRows).map { app, name in
            let isMember = members.contains(app)
            let effect = Self.effect(mode, isMember: isMember)
            let recent = weekly[app].flatMap { $0 > 0 ? $0 : nil }
            let text =
                recent.map { facts([effect, Self.inWeek($0)]) }
                ?? counts[app].map { facts([effect, Self.inHistory($0)]) }
                ?? (isMember ? doubt(about: app).map { facts([effect, $0]) } : nil) ?? effect
            var row = SettingsRow(
                "app \(app.rawValue)", name.line(upTo: 60), text, icon: icon(of: app),
                .toggle(
                    isOn: Self.isAllowed(mode, isMember: isMember),
                    flip: .edit(id, .app(app, isMember: !isMember))))
            row.keys = Self.removal(isMember, .edit(id, .app(app, isMember: false)))
            return row
        }
        page.groups = [
            modeGroup(
                mode, others: tr("All other apps"),
                { .edit(id, .apps($0 == .allow ? .allow : .silence)) }),
            rows.isEmpty && !known.isEmpty
                ? nothingFound("list", tr("Apps"))
                : Group(
                    "list", tr("Apps"), description: rows.isEmpty ? tr("No app yet.") : "",
                    Array(rows)),
            Group(
                "add",
                [
                    checked(
                        SettingsRow(
                            "add",
                            mode == .allow
                                ? tr("Allow an app, by its name or id")
                                : tr("Silence an app, by its name or id"),
                            .entry("", apply: .edit(id, .typedApp))),
                        .typedApp)
                ]),
        ]
        return page
    }

    /// Returns the key that takes a member off its list, as the row's switch does. On a row that is
    /// not on the list, the key does nothing.
    private static func removal(_ isMember: Bool, _ remove: Intent) -> [Shortcut<Intent>] {
        [Shortcut("Delete", isMember ? remove : .nothing)]
    }

    /// Maximum number of rows of a list; a search finds the others.
    static let listedRows = 200

    /// The two effects of a list.
    enum ListEffect { case allow, silence }

    func searchField(_ placeholder: String) -> SearchField<Intent> {
        SearchField(searches[place] ?? "", placeholder: placeholder, search: .search(place))
    }

    /// Returns true if the page's search finds the text.
    func matches(_ text: String) -> Bool {
        let search = searches[place] ?? ""
        return search.isEmpty || text.lowercased().contains(search.lowercased())
    }

    /// True while the page's search has a text.
    var isSearching: Bool { !(searches[place] ?? "").isEmpty }

    /// Returns a list in which the search finds nothing, with the way back to the whole list.
    func nothingFound(_ id: String, _ title: String) -> Group {
        Group(
            id, title, description: nothingMatches(searches[place] ?? ""),
            buttons: [clearSearchButton], [])
    }

    func nothingMatches(_ text: String) -> String {
        tr("Nothing matches “\(text.line(upTo: 60))”.")
    }

    var clearSearchButton: SettingsButton {
        SettingsButton(tr("Clear the Search"), .clearSearch)
    }

    /// Returns the position of a member's switch: on for those that come through, with both effects
    /// of the list.
    private static func isAllowed<Member>(
        _ mode: ListPolicy<Member>.Mode, isMember: Bool
    ) -> Bool { (mode == .allow) == isMember }

    private static func effect<Member>(
        _ mode: ListPolicy<Member>.Mode, isMember: Bool
    ) -> String {
        isAllowed(mode, isMember: isMember) ? tr("Allowed") : tr("Silenced")
    }

    /// - Parameter others: the name of all that the list does not name.
    private func modeGroup<Member>(
        _ mode: ListPolicy<Member>.Mode, others: String, _ intent: (ListEffect) -> Intent
    ) -> Group {
        let meaning =
            mode == .allow
            ? tr("Only those that are switched on come through.")
            : tr("All come through except those that are switched off.")
        return Group(
            "mode", description: meaning,
            [
                SettingsRow(
                    "mode", others,
                    .choice(
                        [
                            SettingsRow.Choice(tr("Silenced"), intent(.allow)),
                            SettingsRow.Choice(tr("Allowed"), intent(.silence)),
                        ], selected: mode == .allow ? 0 : 1))
            ])
    }

    /// The apps whose time-sensitive notifications do not pass the lists.
    func exceptionsPage(_ id: FocusID) -> Page {
        var page = Page("exceptions \(id.rawValue)", tr("Never Time-Sensitive"))
        guard let focus = files[id]?.focus else { return page }
        page.subtitle = focusName(id)
        page.search = searchField(tr("Search apps"))
        let excepted = focus.timeSensitiveExcept
        let frequent = seenApps.sorted { $0.count > $1.count }.map(\.id)
        let members = named(by: excepted)
        let apps =
            withoutFurtherIDs(excepted).sorted { $0.rawValue < $1.rawValue }
            + frequent.filter { !excepted.contains($0) }
        let found = apps.filter { matches(name(of: $0)) || matches($0.rawValue) }
        let rows = found.prefix(Self.listedRows).map { app in
            let isMember = members.contains(app)
            var row = SettingsRow(
                "except \(app.rawValue)", name(of: app).line(upTo: 60),
                isMember ? tr("Its claim of urgency does not count") : tr("May be time-sensitive"),
                icon: icon(of: app),
                .toggle(
                    isOn: isMember,
                    flip: .edit(id, .timeSensitiveExcept(app, isMember: !isMember))))
            row.keys = Self.removal(
                isMember, .edit(id, .timeSensitiveExcept(app, isMember: false)))
            return row
        }
        page.groups = [
            rows.isEmpty && !apps.isEmpty
                ? nothingFound("list", "")
                : Group(
                    "list",
                    description: rows.isEmpty
                        ? tr("No app has sent a notification yet.")
                        : tr("Apps that are switched on cannot pass the lists by being urgent."),
                    Array(rows))
        ]
        return page
    }
}
