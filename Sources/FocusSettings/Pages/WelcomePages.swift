// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

/// The first run: how focusd takes over, which Focuses there are, who may interrupt, and a test.
extension SettingsState {
    /// Returns a page of the first run, counted from 1.
    func welcomePage(_ number: Int) -> Page {
        var page = Page("welcome \(number)", tr("Welcome"))
        page.subtitle = tr("Step \(number) of 4")
        switch number {
        case 1: page.groups = setupGroups
        case 2: page.groups = [templatesGroup]
        case 3: page.groups = [guestsGroup]
        default: page.groups = testGroups
        }
        var next = nextButton(number)
        // A page has one expected step, and its own control comes first.
        let hasStep = page.groups.flatMap(\.rows).flatMap(\.buttons).contains {
            $0.style == .suggested && $0.isEnabled
        }
        if !hasStep { next.style = .suggested }
        // Above the cards and the apps, which fill the window.
        page.buttons = [next]
        if number < 4 {
            let skip = tr("Skip the introduction")
            page.groups.append(
                Group(
                    "skip",
                    [.action("skip", skip, SettingsButton(tr("Skip"), name: skip, .open(.now)))]))
        }
        return page
    }

    /// The chosen templates of Focuses that do not exist yet.
    var pickedTemplates: [FocusID] {
        offeredTemplates.map(\.id).filter { firstRun.templates.contains($0) }
    }

    /// The templates that can become Focuses.
    private var offeredTemplates: [FocusTemplate] {
        FocusTemplate.all.filter { files[$0.id] == nil && takenName(of: $0.id) == nil }
    }

    private func nextButton(_ number: Int) -> SettingsButton {
        switch number {
        case 3 where !pickedTemplates.isEmpty: SettingsButton(tr("Create"), .createPicked)
        case 1, 2, 3: SettingsButton(tr("Next"), .push(.welcome(number + 1)))
        default: SettingsButton(tr("Done"), .open(.now))
        }
    }

    // MARK: 2

    private var templatesGroup: Group {
        Group(
            "templates", tr("Which Focuses Do You Want?"),
            description: tr("You can change them later, and make your own."),
            [
                SettingsRow(
                    "templates", tr("Templates"),
                    .cards(offeredTemplates.map(card)))
            ])
    }

    private func card(_ template: FocusTemplate) -> Card<Intent> {
        let icon = template.icon ?? ""
        var card = Card<Intent>(
            "template \(template.id.rawValue)", template.shownName, occasions(of: template),
            image: icon, fallback: icon, .pick(template.id))
        card.isOn = firstRun.templates.contains(template.id)
        return card
    }

    // MARK: 3

    private var guestsGroup: Group {
        let title = tr("Who May Interrupt?")
        guard !pickedTemplates.isEmpty else {
            return Group(
                "guests", title,
                description: tr("No Focus is created. You can choose apps at each Focus."), [])
        }
        let apps = guests
        return Group(
            "guests", title,
            description: apps.isEmpty
                ? tr("No app is known yet. You can choose apps later, at each Focus.")
                : tr("Apps that are switched on come through with each Focus that you chose."),
            apps.map { app in
                SettingsRow(
                    "app \(app.rawValue)", name(of: app).line(upTo: 60), icon: icon(of: app),
                    .toggle(isOn: firstRun.apps.contains(app), flip: .allow(app)))
            })
    }

    /// Some apps to choose from: those that have sent notifications, and the installed ones that
    /// people talk and plan with.
    private var guests: [AppID] {
        let known = seenApps.sorted { $0.count > $1.count }.map(\.id)
        let files = Set(known + known.compactMap { installed.file(of: $0)?.id })
        let words = ["chat", "mail", "calendar", "call", "message", "matrix", "signal", "telegram"]
        let others = menuApps.filter { app in
            let text = (app.id.rawValue + " " + (app.name ?? "")).lowercased()
            return !files.contains(app.id)
                && (app.isForTalk || words.contains { text.contains($0) })
        }
        return Array((known + others.map(\.id)).prefix(30))
    }

    // MARK: 4

    /// The texts of the two notifications.
    var testTexts: (first: TestText, second: TestText) {
        let second = TestText(
            summary: tr("This one is silenced"), body: tr("Do Not Disturb was on."))
        guard let name = activeName else {
            let first = TestText(
                summary: tr("This one comes through"), body: tr("No Focus was on."))
            return (first, second)
        }
        return (TestText(summary: tr("Test"), body: tr("\(name) was on.")), second)
    }

    private var activeName: String? {
        activation.map { files[$0.focus]?.focus.shownName ?? $0.focus.rawValue }
    }

    private var testGroups: [Group] {
        var send = SettingsRow.action(
            "send", tr("Send a test"),
            activeName.map { name in
                tr(
                    "Two notifications: \(name), which stays on, decides about one, and Do Not"
                        + " Disturb silences the other")
            } ?? tr("Two notifications: one comes through, Do Not Disturb silences the other"),
            SettingsButton(
                tr("Send"), name: tr("Send a test"),
                style: firstRun.result == nil && service == .running ? .suggested : .plain,
                isEnabled: service == .running, .sendTest))
        if service != .running { send.subtitle = service.words }
        var groups = [Group("test", tr("Try It"), [send])]
        guard let result = firstRun.result else { return groups }
        groups.append(
            Group(
                "result", tr("What Happened"),
                [(result.passed, "passed"), (result.silenced, "silenced")].map { id, row in
                    testRow(row, id)
                }))
        return groups
    }

    private func testRow(_ row: String, _ id: ClientID) -> SettingsRow {
        guard let entry = entries[id] ?? nil else {
            return SettingsRow(row, tr("Sent"), .link(.push(.why(id))))
        }
        let focus = entry.record.focus.map { files[$0]?.focus.shownName ?? $0.rawValue }
        return SettingsRow(
            row, entry.record.headline ?? tr("Sent"),
            DecisionWords.sentence(entry, app: appName(of: entry), focus: focus),
            .link(.push(.why(id))))
    }
}
