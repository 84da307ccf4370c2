// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The states of the desktop that turn a Focus on.
    func triggersPage(_ id: FocusID) -> Page {
        var page = Page("triggers \(id.rawValue)", tr("Triggers"))
        guard let focus = files[id]?.focus else { return page }
        page.subtitle = focus.shownName.line(upTo: 60)
        page.groups = TriggerSection.allCases.map { section in
            Group(section.rawValue, section.title, section.kinds.flatMap { rows(focus, $0) })
        }
        page.groups[0].description = tr("\(focus.shownName) is on while one of these lasts.")
        return page
    }

    /// Returns the switch of a kind without a name, the named triggers of the Focus, and the field
    /// for another name.
    private func rows(_ focus: Focus, _ kind: Trigger.Kind) -> [SettingsRow] {
        var rows = Trigger(kind).map { [toggle(focus, $0, kind)] } ?? []
        guard kind.takesName else { return rows }
        rows += focus.triggers.sorted().compactMap { named(focus, $0, kind) }
        let edit = FocusEdit.typedTrigger(kind)
        let title = kind == .calendar ? tr("Calendar, by its name") : ScheduleWords.title(kind)
        var add = SettingsRow(
            "add-\(kind.rawValue)", title, reason(against: kind) ?? "",
            .entry("", apply: .edit(focus.id, edit)))
        add.isControlEnabled = isAvailable(kind)
        return rows + [checked(add, edit)]
    }

    private func toggle(_ focus: Focus, _ trigger: Trigger, _ kind: Trigger.Kind) -> SettingsRow {
        let isOn = focus.triggers.contains(trigger)
        let failure = failedCheck(of: trigger) ?? reason(against: kind, orPart: false)
        // The field for a name shows the partial reason.
        let part = kind.takesName ? nil : reason(against: kind)
        var row = SettingsRow(
            trigger.text, ScheduleWords.title(kind),
            failure ?? facts([presence(of: trigger, in: focus), part]),
            .toggle(isOn: isOn, flip: .edit(focus.id, .trigger(trigger, isMember: !isOn))))
        // The reason ends with the remedy.
        row.showsWholeSubtitle = true
        if !isAvailable(kind) {
            // A Focus that has the trigger can give it up.
            row.isControlEnabled = isOn
            row.icon = "dialog-warning-symbolic"
        }
        return row
    }

    /// Returns the row of a trigger with a name; nil for a trigger of another kind or without one.
    private func named(_ focus: Focus, _ trigger: Trigger, _ kind: Trigger.Kind) -> SettingsRow? {
        guard trigger.kind == kind else { return nil }
        let text: (title: String, subtitle: String)
        var icon: String?
        switch trigger {
        case .app(let app):
            text = (name(of: app), tr("While it runs"))
            icon = self.icon(of: app)
        case .calendar(let name) where !name.isEmpty: text = (name, tr("During its events"))
        case .network(let name): text = (name, tr("While it is connected"))
        default: return nil
        }
        let reason = failedCheck(of: trigger) ?? reason(against: kind, orPart: false)
        var row = SettingsRow(
            trigger.text, text.title.line(upTo: 60),
            reason ?? facts([text.subtitle, presence(of: trigger, in: focus)]), icon: icon,
            buttons: [
                SettingsButton(
                    tr("Remove"), icon: "user-trash-symbolic", name: tr("Remove \(text.title)"),
                    .edit(focus.id, .trigger(trigger, isMember: false)))
            ])
        row.showsWholeSubtitle = true
        if !isAvailable(kind) { row.icon = "dialog-warning-symbolic" }
        return row
    }

    /// Returns the sentence about a trigger of the Focus that holds now, or does not; nil for
    /// another trigger, and while the state is not known.
    private func presence(of trigger: Trigger, in focus: Focus) -> String? {
        guard focus.triggers.contains(trigger), let kind = trigger.kind,
            let holds = triggerKinds?.first(where: { $0.kind == kind.rawValue })?.holds
        else { return nil }
        guard holds else { return tr("Not detected now") }
        // focusd tells of a kind, not which of several apps or networks it is.
        let used = Set(files.values.flatMap(\.focus.triggers)).filter { $0.kind == kind }
        return used.count == 1 ? tr("Detected now") : nil
    }

    /// Returns true if this session detects a kind of triggers, or if focusd has not told.
    private func isAvailable(_ kind: Trigger.Kind) -> Bool {
        triggerKinds?.first { $0.kind == kind.rawValue }?.isAvailable ?? true
    }

    /// Returns the reason why focusd does not detect a trigger in use, as the check-up knows it.
    private func failedCheck(of trigger: Trigger) -> String? {
        guard let check = checks?.first(where: { $0.check == DoctorCheck.name(of: trigger) }),
            !check.isGood
        else { return nil }
        return ([finding(of: check)] + [check.problem?.remedy].compactMap { $0 }.map(Self.sentence))
            .map { $0.line() }.joined(separator: ". ")
    }

    /// Returns the reason why this session does not detect a kind of triggers; nil if it does, or
    /// if focusd has not told.
    ///
    /// - Parameter orPart: true for the reason also of a kind that is detected in part.
    private func reason(against kind: Trigger.Kind, orPart: Bool = true) -> String? {
        guard let state = triggerKinds?.first(where: { $0.kind == kind.rawValue }),
            orPart || !state.isAvailable
        else { return nil }
        guard let reason = state.reason?.line(), !reason.isEmpty else {
            return state.isAvailable ? nil : tr("Cannot be detected here")
        }
        return reason.prefix(1).uppercased() + reason.dropFirst()
    }
}

/// A part of the page of triggers.
enum TriggerSection: String, CaseIterable {
    case activity
    case calendar
    case place
    case computer
    case apps

    /// The kinds of triggers in the part, in the order of their rows.
    var kinds: [Trigger.Kind] {
        switch self {
        case .activity: [.microphone, .camera, .screenShared, .fullScreen, .game]
        case .calendar: [.calendar]
        case .place: [.network, .vpn]
        case .computer: [.docked, .lid, .power, .battery, .locked]
        case .apps: [.app]
        }
    }

    var title: String {
        switch self {
        case .activity: tr("What You Do")
        case .calendar: tr("Calendar")
        case .place: tr("Where You Are")
        case .computer: tr("The Computer")
        case .apps: tr("While an App Runs")
        }
    }
}

extension Trigger.Kind {
    /// True if triggers of the kind can have a name.
    fileprivate var takesName: Bool {
        switch self {
        case .app, .calendar, .network: true
        case .screenShared, .fullScreen, .microphone, .camera, .vpn, .docked, .lid, .locked, .power,
            .battery, .game:
            false
        }
    }
}
