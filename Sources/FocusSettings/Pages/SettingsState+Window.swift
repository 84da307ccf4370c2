// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire

extension SettingsState {
    /// The content of the window.
    var content: WindowContent<Intent> {
        var content = WindowContent(sidebar: sidebar, page: page)
        content.isPageInFront = isPageInFront
        content.toast = toast
        content.dialog = dialog
        return content
    }

    private var sidebar: [SidebarItem<Intent>] {
        var items = [
            SidebarItem<Intent>(
                "now", "Now", icon: "preferences-system-time-symbolic", open: .open(.now))
        ]
        items += focuses.map(sidebarItem)
        items.append(
            SidebarItem<Intent>(
                "new", "New Focus…", icon: "list-add-symbolic", open: .open(.newFocus)))
        var missed = SidebarItem<Intent>(
            "missed", "Missed", icon: "mail-unread-symbolic", open: .open(.missed))
        if let count = status?.missed, count > 0 {
            missed.badge = "\(count)"
            missed.badgeName = "\(count) missed"
        }
        missed.beginsSection = true
        items += [
            missed,
            SidebarItem(
                "history", "History", icon: "document-open-recent-symbolic",
                open: .open(.history)),
            SidebarItem(
                "all-apps", "Apps", icon: "view-grid-symbolic", open: .open(.allApps)),
        ]
        var checkUp = SidebarItem<Intent>(
            "check-up", "Check-Up", icon: "emblem-ok-symbolic", open: .open(.checkUp))
        let isWrong = (checks ?? []).contains { !$0.isGood } || !problems.isEmpty
        if isWrong || service == .stopped {
            checkUp.icon = "dialog-warning-symbolic"
            checkUp.badge = "●"
            checkUp.badgeName = "something is wrong"
        }
        items.append(checkUp)
        let root = trail.first.map { $0.focus.map { Place.focus($0) } ?? $0 } ?? .now
        for index in items.indices { items[index].isSelected = items[index].open == .open(root) }
        return items
    }

    private func sidebarItem(_ focus: Focus) -> SidebarItem<Intent> {
        var item = SidebarItem<Intent>(
            "focus \(focus.id.rawValue)", focus.name.line(upTo: 60), occasions(of: focus),
            icon: focus.icon ?? "weather-clear-night-symbolic", color: focus.color,
            open: .open(.focus(focus.id)))
        if focus.id == focuses.first?.id { item.beginsSection = true }
        if problems.contains(where: { $0.file.hasSuffix("/\(focus.id.rawValue).focus") }) {
            item.badge = "●"
            item.badgeName = "its file has a problem"
        }
        return item
    }

    /// Returns `On until 18:00`, the first schedule, or `Never by itself`.
    func occasions(of focus: Focus) -> String {
        if let activation, activation.focus == focus.id { return "On" + end(of: activation) }
        if let schedule = focus.schedules.first {
            let others = focus.schedules.count + focus.triggers.count - 1
            return ScheduleWords.shortText(schedule) + (others > 0 ? " and \(others) more" : "")
        }
        if let trigger = focus.triggers.min() {
            let text = ScheduleWords.text(trigger, name: name)
            return text.prefix(1).uppercased() + text.dropFirst()
        }
        return "Never by itself"
    }

    /// Returns ` until 18:00`, or an empty text if nothing ends the Focus.
    func end(of activation: Activation) -> String {
        if let until = activation.until { return " until \(ClockText.text(until, seenFrom: now))" }
        return activation.endsWithSession ? " until you log out" : ""
    }

    /// The open page.
    var page: Page {
        var page =
            switch place {
            case .now: nowPage
            case .focus(let id): focusPage(id)
            case .people(let id): peoplePage(id)
            case .apps(let id): appsPage(id)
            case .exceptions(let id): exceptionsPage(id)
            case .schedule(let id, let name): schedulePage(id, name)
            case .triggers(let id): triggersPage(id)
            case .filter(let id, let key): filterPage(id, key)
            case .choices(let id, let key, let parameter): choicesPage(id, key, parameter)
            case .rules(let id): rulesPage(id)
            case .trial(let id): trialPage(id)
            case .newFocus: newFocusPage
            case .missed: missedPage
            case .history: historyPage
            case .why(let id): whyPage(id)
            case .allApps: allAppsPage
            case .checkUp: checkUpPage
            }
        if trail.count > 1 { page.back = .back }
        page.notice = notice(of: page)
        return page
    }

    private func notice(of page: Page) -> Notice<Intent>? {
        if let id = place.focus,
            let problem = problems.first(where: { $0.file.hasSuffix("/\(id.rawValue).focus") })
        {
            let line = problem.line.map { "Line \($0): " } ?? ""
            return Notice("\(line)\(problem.reason). The last valid version is in force.")
        }
        guard page.empty == nil else { return nil }
        switch service {
        case .stopped:
            return Notice(
                "focusd is not running. Changes are kept and hold from its start.",
                SettingsButton("Start", .start))
        case .unreachable(let reason): return Notice("focusd cannot be reached: \(reason)")
        case .unknown, .running: return nil
        }
    }

    /// Returns the content of a page that needs a running focusd, while there is none.
    func waiting(_ what: String) -> EmptyState<Intent>? {
        switch service {
        case .running: nil
        case .unknown: EmptyState(icon: nil, "Asking focusd…")
        case .stopped:
            EmptyState(
                icon: "dialog-warning-symbolic", "focusd is not running",
                "\(what) is in focusd's own store.",
                buttons: [
                    SettingsButton("Start", style: .suggested, .start),
                    SettingsButton("Check-Up", .open(.checkUp)),
                ])
        case .unreachable(let reason):
            EmptyState(
                icon: "dialog-warning-symbolic", "focusd does not answer", reason,
                buttons: [SettingsButton("Check-Up", .open(.checkUp))])
        }
    }
}
