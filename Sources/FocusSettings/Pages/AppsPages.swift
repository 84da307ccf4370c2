// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The apps that have sent notifications or are muted, the most frequent ones first. A search
    /// finds the other installed apps, too.
    var allAppsPage: Page {
        var page = Page("all-apps", tr("Apps"))
        page.empty = waiting(tr("The list of apps"))
        guard page.empty == nil else { return page }
        if seenApps.isEmpty, readFailures[.part(.apps)] != nil {
            page.empty = awaiting(
                .part(.apps), else: tr("The list of apps could not be read"), "")
            return page
        }
        let counts = Dictionary(
            seenApps.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var known = Set(counts.keys).union(mutes.map(\.app))
        guard !known.isEmpty || !installed.files.isEmpty else {
            page.empty = EmptyState(
                icon: "view-grid-symbolic", tr("No app has sent a notification yet"))
            return page
        }
        page.search = searchField(tr("Search apps"))
        if isSearching { known.formUnion(menuApps.map(\.id)) }
        let found = toldApart(withoutFurtherIDs(known).map { (app: $0, name: name(of: $0)) })
            .filter { matches($0.name) || matches($0.app.rawValue) }
            .sorted { left, right in
                let (many, few) = (counts[left.app]?.count ?? 0, counts[right.app]?.count ?? 0)
                if many != few { return many > few }
                return (left.name.lowercased(), left.app.rawValue)
                    < (right.name.lowercased(), right.app.rawValue)
            }
        let rows = found.prefix(Self.listedRows).map { app, name in
            row(app, name, counts[app])
        }
        page.groups = [
            Group(
                "list",
                description: found.count > rows.count
                    ? tr("The first \(rows.count) of \(found.count) apps; the search finds others.")
                    : known.isEmpty ? tr("No app has sent a notification yet.") : "", rows)
        ]
        if rows.isEmpty, !known.isEmpty {
            page.empty = EmptyState(
                icon: "edit-find-symbolic", nothingMatches(searches[place] ?? ""),
                buttons: [clearSearchButton])
        }
        return page
    }

    private func row(_ app: AppID, _ name: String, _ seen: SeenApp?) -> SettingsRow {
        let mute = mute(of: app)
        var texts = [mute.map(text)].compactMap { $0 }
        if let seen {
            let latest = ClockText.text(seen.latest, seenFrom: now)
            let figures = appDetails[app].flatMap { $0.came > 0 ? $0 : nil }
            texts.append(
                figures.map { $0.words(latest: latest) }
                    ?? tr("\(seen.count) in the history, the last one \(latest)"))
        } else {
            texts.append(tr("No notification in the history"))
        }
        if let badge = appDetails[app]?.badge, badge > 0 { texts.append(tr("Badge \(badge)")) }
        var row = SettingsRow(
            "app \(app.rawValue)", name.line(upTo: 60), facts(texts),
            icon: icon(of: app), .link(.push(.app(app))))
        row.menu =
            [
                mute.map { SettingsButton(tr("Unmute"), .unmute($0.app)) }
                    ?? SettingsButton(tr("Mute for an Hour"), .muteForAnHour(app)),
                mute == nil ? SettingsButton(tr("Always Mute"), .muteApp(app)) : nil,
                seen == nil ? nil : SettingsButton(tr("Show in History"), .showHistory(app)),
            ].compactMap { $0 }
        return row
    }

    // MARK: One app

    /// An app: its mute, its history, its treatment in each Focus, and all that focusd keeps of it.
    ///
    /// - Parameter typed: the id, as the app has it or as a user typed it.
    func appPage(_ typed: AppID) -> Page {
        let app = app(typed: typed)
        let name = name(of: app)
        var page = Page(Place.app(typed).name, name.line(upTo: 60))
        if name != app.rawValue { page.subtitle = app.rawValue.line(upTo: 80) }
        page.empty = waiting(tr("The list of apps"))
        guard page.empty == nil else { return page }
        page.groups = [
            nowGroup(app), focusesGroup(app), keptGroup(app), filtersGroup(app), forgetGroup(app),
        ].compactMap { $0 }
        return page
    }

    private func nowGroup(_ app: AppID) -> Group {
        let seen = seenApps.first { $0.id == app }
        let figures = appDetails[app] ?? AppDetails(app)
        var rows = [muteRow(app)]
        rows.append(
            SettingsRow(
                "history", tr("Show in History"),
                seen.map { seen in
                    let latest = ClockText.text(seen.latest, seenFrom: now)
                    return figures.words(latest: latest)
                } ?? tr("No notification in the history"), .link(.showHistory(app))))
        if figures.badge > 0 {
            rows.append(
                .action(
                    "badge", tr("Badge"),
                    plural(
                        figures.badge, "One unread notification",
                        "\(figures.badge) unread notifications"),
                    SettingsButton(
                        tr("Clear"), name: tr("Clear the badge of \(name(of: app))"),
                        .clearBadge(app))))
        }
        return Group("now", rows)
    }

    private func muteRow(_ app: AppID) -> SettingsRow {
        let evening = ClockText.next(hour: 18, after: now)
        let morning = ClockText.next(hour: 8, after: now)
        func choice(_ title: String, _ end: ActivationEnd) -> SettingsRow.Choice {
            SettingsRow.Choice(title, .muteUntil(app, end))
        }
        var choices = [
            choice(tr("For one hour"), .after(milliseconds: 3_600_000)),
            choice(
                tr("Until the evening, \(ClockText.text(evening, seenFrom: now))"), .at(evening)),
            choice(
                tr("Until the morning, \(ClockText.text(morning, seenFrom: now))"), .at(morning)),
            choice(tr("Until I log out"), .withSession),
            choice(tr("Until I unmute it"), .never),
        ]
        let present = mute(of: app)
        choices.insert(
            SettingsRow.Choice(present.map(text) ?? tr("Not muted"), .nothing), at: 0)
        var row = SettingsRow(
            "mute", tr("Mute"),
            tr("Its notifications go to the missed list, with every Focus and without one"),
            .choice(choices, selected: 0))
        if let present {
            row.buttons = [
                SettingsButton(
                    tr("Unmute"), name: tr("Unmute \(name(of: app))"), .unmute(present.app))
            ]
        }
        return row
    }

    /// The treatment of the app in each Focus, the active one first.
    private func focusesGroup(_ app: AppID) -> Group {
        let active = activation?.focus
        let sorted =
            focuses.filter { $0.id == active } + focuses.filter { $0.id != active }
        return Group(
            "focuses", tr("In Each Focus"),
            description: mute(of: app) == nil
                ? "" : tr("While the app is muted, nothing of it comes through in any Focus."),
            sorted.map { treatment(of: app, in: $0, isOn: $0.id == active) })
    }

    /// An app on the list of a Focus.
    private func treatment(of app: AppID, in focus: Focus, isOn: Bool) -> SettingsRow {
        let isMember = named(by: focus.apps.members).contains(app)
        let isAllowed = (focus.apps.mode == .allow) == isMember
        func choice(_ title: String, _ allowed: Bool) -> SettingsRow.Choice {
            SettingsRow.Choice(
                title,
                .edit(focus.id, .app(app, isMember: (focus.apps.mode == .allow) == allowed)))
        }
        var texts = isOn ? [tr("On now")] : []
        // A rule that asks for no text decides about everything of the app.
        let sample = Notification(app: app, appName: name(of: app), summary: "", body: "")
        if case .rule(let rule) = policy(of: focus).decide(sample).reason {
            texts.append(tr("The rule “\(rule.line(upTo: 40))” decides before the list"))
        }
        return SettingsRow(
            "\(app.rawValue) in \(focus.id.rawValue)", tr("In \(focus.shownName.line(upTo: 60))"),
            facts(texts),
            .choice(
                [choice(tr("Allowed"), true), choice(tr("Silenced"), false)],
                selected: isAllowed ? 0 : 1))
    }

    /// The lists of `focusd.conf` that may have the app.
    private func keptGroup(_ app: AppID) -> Group? {
        guard let file = configuration else { return nil }
        let lists: [(ConfigurationText.AppSetting, String, String)] = [
            (
                .critical, tr("Trusted with critical notifications"),
                tr("They come through with every Focus")
            ),
            (.private, tr("Keep no text"), tr("The texts of its notifications are not stored")),
            (.uncounted, tr("No badge"), tr("No number is shown for the app")),
        ]
        var page = Page("kept", "")
        page.groups = [
            Group(
                "kept", tr("With Every Focus"),
                lists.map { list, title, text in
                    // focusd compares these lists with the notification's own id.
                    let isMember = AppList(file.apps(in: list)).contains(app)
                    var row = SettingsRow(
                        "\(list)", title, text,
                        .toggle(
                            isOn: isMember,
                            flip: .configure(.app(app, in: list, isMember: !isMember))))
                    if !configurationProblems.isEmpty {
                        row.isEnabled = false
                        row.subtitle = tr("focusd.conf is refused; Check-Up names the error")
                    }
                    return row
                })
        ]
        return withLocks(page, file).groups[0]
    }

    /// The app's Focus filters, for each Focus.
    private func filtersGroup(_ app: AppID) -> Group? {
        let rows = focuses.flatMap { focus in
            (filters[focus.id] ?? []).filter { $0.key.app == app }.map { filter in
                let title = filter.declaration.title
                return SettingsRow(
                    "filter \(focus.id.rawValue) \(filter.key.filter)",
                    (title.isEmpty ? filter.key.filter : title).line(upTo: 60),
                    filter.isConfigured
                        ? tr("In \(focus.shownName.line(upTo: 40)): set")
                        : tr("In \(focus.shownName.line(upTo: 40)): not set"),
                    .link(.push(.filter(focus.id, filter.key))))
            }
        }
        return rows.isEmpty ? nil : Group("filters", tr("Focus Filters"), rows)
    }

    private func forgetGroup(_ app: AppID) -> Group {
        Group(
            "forget",
            [
                .action(
                    "forget", tr("Forget this app"),
                    tr("Delete its notifications and all that focusd keeps of it"),
                    SettingsButton(
                        tr("Forget…"), name: tr("Forget \(name(of: app))…"), style: .destructive,
                        .askToForget(app)))
            ])
    }
}
