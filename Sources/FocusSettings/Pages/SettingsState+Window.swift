// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The content of the window.
    var content: WindowContent<Intent> {
        var content = WindowContent(sidebar: sidebar, page: page)
        content.isPageInFront = isPageInFront
        content.toast = toast
        content.dialog = dialog
        content.panel = panel
        content.preferences = preferences
        content.close = .close
        content.resets = resets
        content.menu = [
            SettingsButton(tr("Undo"), isEnabled: !undoEntries.isEmpty, .undo),
            SettingsButton(
                tr("Preferences"), isEnabled: shownConfiguration != nil, .openPreferences),
            SettingsButton(tr("Ask About a Notification"), .push(.whatIf)),
            exportEntry, SettingsButton(tr("Introduction"), .open(.welcome(1))),
            SettingsButton(tr("Keyboard Shortcuts"), .showKeys),
            SettingsButton(tr("About Focus"), .showAbout),
        ]
        return content
    }

    /// The menu's way to a file: with the Focus of the open page, else with the history.
    private var exportEntry: SettingsButton {
        if let id = place.focus, id != .always, let focus = files[id]?.focus {
            return SettingsButton(tr("Export \(focus.shownName.line(upTo: 40))…"), .askForCopy(id))
        }
        return SettingsButton(
            tr("Export the History…"), isEnabled: service == .running, .exportHistory)
    }

    private var sidebar: [SidebarItem<Intent>] {
        var items = [
            SidebarItem<Intent>(
                "now", tr("Now"), icon: "preferences-system-time-symbolic", open: .open(.now))
        ]
        items += focuses.map(sidebarItem) + refusedFocuses.sorted().map(refusedItem)
        items.append(
            SidebarItem<Intent>(
                "new", tr("New Focus…"), icon: "list-add-symbolic", open: .open(.newFocus)))
        var missed = SidebarItem<Intent>(
            "missed", tr("Missed"), icon: "mail-unread-symbolic", open: .open(.missed))
        if let count = status?.missed, count > 0 {
            missed.badge = "\(count)"
            missed.badgeName = tr("\(count) missed")
        }
        missed.beginsSection = true
        items += [
            missed,
            SidebarItem(
                "history", tr("History"), icon: "document-open-recent-symbolic",
                open: .open(.history)),
            SidebarItem(
                "all-apps", tr("Apps"), icon: "view-grid-symbolic", open: .open(.allApps)),
            SidebarItem(
                "always", tr("Always"), icon: "changes-prevent-symbolic", open: .open(.always)),
        ]
        var checkUp = SidebarItem<Intent>(
            "check-up", tr("Check-Up"), icon: "object-select-symbolic", open: .open(.checkUp))
        let isWrong = allChecks.contains { !$0.isGood } || !allProblems.isEmpty
        if isWrong || service.isWrong {
            checkUp.icon = "dialog-warning-symbolic"
            checkUp.badge = "●"
            checkUp.badgeName = tr("something is wrong")
        }
        items.append(checkUp)
        let root =
            trail.first.map { place in
                if place.focus == .always { return Place.always }
                return place.focus.map { Place.focus($0) } ?? place
            } ?? .now
        for index in items.indices { items[index].isSelected = items[index].open == .open(root) }
        return items
    }

    private func sidebarItem(_ focus: Focus) -> SidebarItem<Intent> {
        var item = SidebarItem<Intent>(
            "focus \(focus.id.rawValue)", focus.shownName.line(upTo: 60), occasions(of: focus),
            icon: focus.shownIcon, color: focus.color,
            open: .open(.focus(focus.id)))
        if focus.id == focuses.first?.id { item.beginsSection = true }
        if problems.contains(where: { $0.file.hasSuffix("/\(focus.id.rawValue).focus") }) {
            item.badge = "●"
            item.badgeName = tr("its file has a problem")
        }
        return item
    }

    /// Returns `On until 18:00`, the first schedule, or `Never by itself`.
    func occasions(of focus: Focus) -> String {
        if let activation, activation.focus == focus.id { return onText(activation) }
        let first =
            focus.schedules.first.map(ScheduleWords.shortText)
            ?? focus.triggers.min().map { ScheduleWords.sentence([$0], name: name) }
        guard let text = first else { return tr("Never by itself") }
        let others = focus.schedules.count + focus.triggers.count - 1
        return others > 0 ? tr("\(text) and \(others) more") : text
    }

    /// Returns `On until 18:00`, or `On` if nothing ends the Focus.
    func onText(_ activation: Activation) -> String {
        if let until = activation.until {
            return tr("On until \(ClockText.text(until, seenFrom: now))")
        }
        return activation.endsWithSession ? tr("On until you log out") : tr("On")
    }

    /// Returns `Work is on until 18:00`.
    func onText(_ activation: Activation, _ name: String) -> String {
        if let until = activation.until {
            return tr("\(name) is on until \(ClockText.text(until, seenFrom: now))")
        }
        if activation.cause == .trigger { return tr("\(name) is on until its trigger ends") }
        return activation.endsWithSession
            ? tr("\(name) is on until you log out") : tr("\(name) is on until you turn it off")
    }

    /// Returns `Until 18:00`.
    func lasting(_ activation: Activation) -> String {
        if let until = activation.until {
            return tr("Until \(ClockText.text(until, seenFrom: now))")
        }
        if activation.endsWithSession { return tr("Until you log out") }
        if activation.cause == .trigger { return tr("Until its trigger ends") }
        guard let next = upcoming.first, next.focus != nil, next.focus != activation.focus,
            next.time.rawValue - now.rawValue < 86_400_000
        else { return tr("Until you turn it off") }
        let time = ClockText.text(next.time, seenFrom: now)
        return tr("Until \(next.name.line(upTo: 60)) begins: \(time)")
    }

    /// The open page.
    var page: Page {
        var page =
            switch place {
            case .now: nowPage
            case .focus(let id): focusPage(id)
            case .people(let id): peoplePage(id)
            case .apps(let id): appsPage(id)
            case .sites(let id): sitesPage(id)
            case .exceptions(let id): exceptionsPage(id)
            case .schedule(let id, let name): schedulePage(id, name)
            case .triggers(let id): triggersPage(id)
            case .filter(let id, let key): filterPage(id, key)
            case .choices(let id, let key, let parameter): choicesPage(id, key, parameter)
            case .rules(let id): rulesPage(id)
            case .rule(let id, let name): rulePage(id, name)
            case .always: alwaysPage
            case .welcome(let number): welcomePage(number)
            case .trial(let id): trialPage(id)
            case .newFocus: newFocusPage
            case .missed: missedPage
            case .history: historyPage
            case .why(let id): whyPage(id)
            case .whatIf: whatIfPage
            case .allApps: allAppsPage
            case .app(let id): appPage(id)
            case .checkUp: checkUpPage
            }
        if trail.count > 1 { page.back = .back }
        if page.firstRow == nil { page.firstRow = decidingRow }
        if let shownRow, shownRow.place == place { page.shownRow = shownRow.row }
        if pageRefusals[place]?.isEmpty == false { page.cancel = .dropRefusal }
        page = withRefusal(page).withRemovalKeys
        page.notice = notice(of: page)
        if blocked != nil || refusedFile(of: place) != nil || lockingFile(of: place) != nil {
            page = readOnly(page)
        }
        return page
    }

    /// Returns the content of a page that needs a running focusd, while there is none.
    func waiting(_ what: String) -> EmptyState<Intent>? {
        var start = startButton
        start.style = .suggested
        return switch service {
        case .running: nil
        case .unknown: EmptyState(icon: nil, service.words)
        case .stopped:
            EmptyState(
                icon: "dialog-warning-symbolic", service.words,
                tr("\(what) is in focusd's own store."),
                buttons: [
                    start,
                    SettingsButton(tr("Check-Up"), .open(.checkUp)),
                ])
        case .unreachable(let reason):
            EmptyState(
                icon: "dialog-warning-symbolic", service.words, reason,
                buttons: [askButton, SettingsButton(tr("Check-Up"), .open(.checkUp))])
        }
    }

    /// The way to a focusd that has not answered.
    var askButton: SettingsButton {
        SettingsButton(tr("Try Again"), name: tr("Ask focusd again"), .askFocusd)
    }

    /// Returns the content of a page that waits for an answer of focusd: the reason, if focusd has
    /// refused one.
    ///
    /// - Parameters:
    ///   - title: The sentence about the failure.
    ///   - words: The sentence beside the spinner.
    func awaiting(
        _ reading: Reading, else title: String, _ words: String
    ) -> EmptyState<Intent> {
        guard let reason = readFailures[reading] else { return EmptyState(icon: nil, words) }
        return EmptyState(
            icon: "dialog-warning-symbolic", title, Self.sentence(reason).line(),
            buttons: [SettingsButton(tr("Try Again"), .read(reading))])
    }
}

extension SettingsState.Service {
    /// The state as a title, for all pages.
    var words: String {
        switch self {
        case .unknown: tr("Asking focusd…")
        case .running: tr("focusd is running")
        case .stopped: tr("focusd is not running")
        case .unreachable: tr("focusd does not answer")
        }
    }

    /// True if the user has to do something about it.
    var isWrong: Bool {
        switch self {
        case .unknown, .running: false
        case .stopped, .unreachable: true
        }
    }
}
