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
        page.groups.append(nextWelcomeGroup(number))
        // The row is below the cards and the apps, which fill the window.
        if number == 2 || number == 3 { page.buttons = [nextButton(number)] }
        return page
    }

    /// The chosen templates of Focuses that do not exist yet.
    var pickedTemplates: [FocusID] {
        FocusTemplate.all.map(\.id).filter { firstRun.templates.contains($0) && files[$0] == nil }
    }

    private func nextButton(_ number: Int) -> SettingsButton {
        switch number {
        case 1, 2: SettingsButton(tr("Next"), style: .suggested, .push(.welcome(number + 1)))
        case 3:
            SettingsButton(
                pickedTemplates.isEmpty ? tr("Next") : tr("Create"), style: .suggested,
                .createPicked)
        default: SettingsButton(tr("Done"), style: .suggested, .open(.now))
        }
    }

    private func nextWelcomeGroup(_ number: Int) -> Group {
        let next = nextButton(number)
        let skip =
            number < 4
            ? [SettingsButton(tr("Skip"), name: tr("Skip the introduction"), .open(.now))] : []
        return Group(
            "next",
            [
                SettingsRow(
                    "next", number < 4 ? tr("Go on") : tr("That is all"), buttons: skip + [next])
            ])
    }

    // MARK: 2

    private var templatesGroup: Group {
        Group(
            "templates", tr("Which Focuses Do You Want?"),
            description: tr("You can change them later, and make your own."),
            [
                SettingsRow(
                    "templates", tr("Templates"),
                    .cards(FocusTemplate.all.filter { files[$0.id] == nil }.map(card)))
            ])
    }

    private func card(_ template: FocusTemplate) -> Card<Intent> {
        let icon = template.icon ?? ""
        var card = Card<Intent>(
            "template \(template.id.rawValue)", template.name, occasions(of: template),
            image: icon, fallback: icon, .pick(template.id))
        card.isOn = firstRun.templates.contains(template.id)
        return card
    }

    // MARK: 3

    private var guestsGroup: Group {
        let known = seenApps.sorted { $0.count > $1.count }.map(\.id)
        let listed = known.isEmpty ? talkingApps : known
        return Group(
            "guests", tr("Who May Interrupt?"),
            description: listed.isEmpty
                ? tr("No app is known yet. You can choose apps later, at each Focus.")
                : tr("Apps that are switched on come through with each of your Focuses."),
            listed.prefix(30).map { app in
                SettingsRow(
                    "app \(app.rawValue)", name(of: app).line(upTo: 60), icon: icon(of: app),
                    .toggle(isOn: firstRun.apps.contains(app), flip: .allow(app)))
            })
    }

    /// Installed apps whose names promise chat, calls, calendars or mail.
    private var talkingApps: [AppID] {
        let words = ["chat", "mail", "calendar", "call", "message", "matrix", "signal", "telegram"]
        return menuApps.filter { app in
            let text = (app.id.rawValue + " " + (app.name ?? "")).lowercased()
            return words.contains { text.contains($0) }
        }.map(\.id)
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
        activation.map { files[$0.focus]?.focus.name ?? $0.focus.rawValue }
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
                tr("Send"), name: tr("Send a test"), style: .suggested,
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
        let focus = entry.record.focus.map { files[$0]?.focus.name ?? $0.rawValue }
        return SettingsRow(
            row, entry.record.headline ?? tr("Sent"),
            DecisionWords.sentence(entry, app: appName(of: entry), focus: focus),
            .link(.push(.why(id))))
    }
}
