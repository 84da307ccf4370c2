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
        // A person who is switched off stays in sight, to be switched on again.
        var known: Set<PersonKey> = []
        let others = (seenPeople.map(\.name) + removedPeople).filter { name in
            !PersonKey.lists(keys, name) && known.insert(PersonKey(name)).inserted
        }
        let mode = focus.people.mode
        let found = frequentFirst(listed + others).filter(matches)
        let rows = found.prefix(Self.listedRows).map { person in
            let isMember = keys.contains(PersonKey(person))
            let effect = Self.effect(mode, isMember: isMember)
            let text = weekly(person).map { facts([effect, Self.inWeek($0)]) }
            return Self.member(
                SettingsRow("person \(person)", person.line(upTo: 80), text ?? effect),
                isOn: Self.isAllowed(mode, isMember: isMember), isMember: isMember
            ) { .edit(id, .person(person, isMember: $0)) }
        }
        page.groups = [
            modeGroup(
                mode, others: tr("Everyone else"),
                { .edit(id, .people($0 == .allow ? .allow : .silence)) }),
            listGroup(
                tr("People"), rows, ofNone: (listed + others).isEmpty, tr("No one yet.")),
            addGroup(
                id, .typedPerson,
                mode == .allow
                    ? tr("Allow a person, by name or address")
                    : tr("Silence a person, by name or address")),
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
        let known = Set(listed).union(counts.keys).union(menuApps.map(\.id)).union(removedApps)
        let mode = focus.apps.mode
        let sorted = toldApart(withoutFurtherIDs(known).map { (app: $0, name: name(of: $0)) })
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
            return Self.member(
                SettingsRow(
                    "app \(app.rawValue)", name.line(upTo: 60), text, icon: icon(of: app)),
                isOn: Self.isAllowed(mode, isMember: isMember), isMember: isMember
            ) { .edit(id, .app(app, isMember: $0)) }
        }
        page.groups = [
            modeGroup(
                mode, others: tr("All other apps"),
                { .edit(id, .apps($0 == .allow ? .allow : .silence)) }),
            listGroup(tr("Apps"), rows, ofNone: known.isEmpty, tr("No app yet.")),
            addGroup(
                id, .typedApp,
                mode == .allow
                    ? tr("Allow an app, by its name or id")
                    : tr("Silence an app, by its name or id")),
        ]
        return page
    }

    /// Returns the row with a switch that puts it on a list or takes it off, and a key that takes
    /// it off. On a row that is not on the list, the key does nothing.
    private static func member(
        _ row: SettingsRow, isOn: Bool, isMember: Bool, _ intent: (_ isMember: Bool) -> Intent
    ) -> SettingsRow {
        var row = row
        row.control = .toggle(isOn: isOn, flip: intent(!isMember))
        row.keys = [Shortcut("Delete", isMember ? intent(false) : .nothing)]
        return row
    }

    /// Returns the rows of a list, or the reason for having none: an empty list, or the search.
    ///
    /// - Parameter some: the text above the rows.
    func listGroup(
        _ title: String, _ rows: [SettingsRow], ofNone isEmpty: Bool, _ none: String,
        some: String = ""
    ) -> Group {
        rows.isEmpty && !isEmpty
            ? nothingFound("list", title)
            : Group("list", title, description: rows.isEmpty ? none : some, rows)
    }

    /// Returns the field for a further member of a list.
    private func addGroup(_ id: FocusID, _ edit: FocusEdit, _ title: String) -> Group {
        Group("add", [checked(SettingsRow("add", title, .entry("", apply: .edit(id, edit))), edit)])
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
            ? tr(
                "Those that are switched on come through, and so does what another list allows.")
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
            return Self.member(
                SettingsRow(
                    "except \(app.rawValue)", name(of: app).line(upTo: 60),
                    isMember
                        ? tr("Its claim of urgency does not count") : tr("May be time-sensitive"),
                    icon: icon(of: app)),
                isOn: isMember, isMember: isMember
            ) { .edit(id, .timeSensitiveExcept(app, isMember: $0)) }
        }
        page.groups = [
            listGroup(
                "", rows, ofNone: apps.isEmpty, tr("No app has sent a notification yet."),
                some: tr("Apps that are switched on cannot pass the lists by being urgent."))
        ]
        return page
    }
}
