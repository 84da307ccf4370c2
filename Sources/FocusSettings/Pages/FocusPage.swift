// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire

extension SettingsState {
    /// A Focus: what may interrupt, when it turns on, and what happens meanwhile.
    func focusPage(_ id: FocusID) -> Page {
        guard let file = files[id] else { return goneFocus(id) }
        let focus = file.focus
        var page = Page("focus \(id.rawValue)", focus.name.line(upTo: 60))
        page.groups = [
            headGroup(focus), interruptGroup(focus), occasionsGroup(focus), filtersGroup(focus),
            meanwhileGroup(focus), trialGroup(focus), endGroup(focus),
        ].compactMap { $0 }
        return page
    }

    private func goneFocus(_ id: FocusID) -> Page {
        var page = Page("focus \(id.rawValue)", id.rawValue)
        page.empty = EmptyState(
            icon: "edit-delete-symbolic", "There is no Focus “\(id.rawValue)”",
            buttons: [SettingsButton("New Focus", .open(.newFocus))])
        return page
    }

    /// Returns the row with the reason why its last change was refused, if it was.
    func checked(_ row: SettingsRow, _ edits: FocusEdit?...) -> SettingsRow {
        guard let refusal, edits.contains(refusal.edit) else { return row }
        var row = row
        row.subtitle = refusal.reason
        row.isFaulty = true
        // The user can correct the text.
        if case .entry(_, let apply) = row.control {
            row.control = .entry(refusal.text, apply: apply)
        }
        return row
    }

    private func headGroup(_ focus: Focus) -> Group {
        let isOn = activation?.focus == focus.id
        let until = activation.map { end(of: $0) } ?? ""
        let lasting = until.isEmpty ? "Until you turn it off" : "U" + until.dropFirst(2)
        var toggle = SettingsRow(
            "on", "On", isOn ? lasting : occasions(of: focus),
            icon: focus.icon,
            .toggle(isOn: isOn, flip: isOn ? .deactivate : .activate(focus.id, .never)))
        toggle.isEnabled = service == .running
        return Group(
            "head",
            [
                toggle,
                checked(
                    SettingsRow(
                        "name", "Name", .entry(focus.name, apply: .edit(focus.id, .name))),
                    .name),
            ])
    }

    private func interruptGroup(_ focus: Focus) -> Group {
        Group(
            "interrupt", "May Interrupt",
            [
                SettingsRow(
                    "people", "People",
                    listText(focus.people.mode, focus.people.members.count, "person", "people"),
                    .link(.push(.people(focus.id)))),
                SettingsRow(
                    "apps", "Apps",
                    listText(focus.apps.mode, focus.apps.members.count, "app", "apps"),
                    .link(.push(.apps(focus.id)))),
                SettingsRow(
                    "rules", "Rules",
                    focus.rules.isEmpty ? "None" : "\(focus.rules.count), before the lists",
                    .link(.push(.rules(focus.id)))),
                SettingsRow(
                    "time-sensitive", "Time-sensitive notifications",
                    "Come through although a list silences them",
                    .toggle(
                        isOn: focus.timeSensitive,
                        flip: .edit(focus.id, .timeSensitive(!focus.timeSensitive)))),
                SettingsRow(
                    "exceptions", "…but not from",
                    focus.timeSensitiveExcept.isEmpty
                        ? "No exceptions" : "\(focus.timeSensitiveExcept.count) apps",
                    .link(.push(.exceptions(focus.id)))),
                SettingsRow(
                    "repeats", "Twice within three minutes",
                    "The second notification of one person comes through",
                    .toggle(
                        isOn: focus.repeatBreaksThrough,
                        flip: .edit(focus.id, .repeats(!focus.repeatBreaksThrough)))),
            ])
    }

    private func listText<Member>(
        _ mode: ListPolicy<Member>.Mode, _ count: Int, _ one: String, _ many: String
    ) -> String {
        let number = "\(count) \(count == 1 ? one : many)"
        return switch mode {
        case .allow: count == 0 ? "None" : "Only \(number)"
        case .silence: count == 0 ? "Everyone" : "All but \(number)"
        }
    }

    private func occasionsGroup(_ focus: Focus) -> Group {
        var rows = focus.schedules.map { schedule in
            SettingsRow(
                "schedule \(schedule.name)", schedule.name.line(upTo: 60),
                ScheduleWords.text(schedule),
                .link(.push(.schedule(focus.id, schedule.name))))
        }
        rows.append(
            SettingsRow(
                "add-schedule", "Add a schedule…", .link(.push(.schedule(focus.id, nil)))))
        let triggers = focus.triggers.sorted().map { ScheduleWords.text($0, name: name) }
        rows.append(
            SettingsRow(
                "triggers", "Triggers",
                triggers.isEmpty ? "None" : triggers.joined(separator: ", "),
                .link(.push(.triggers(focus.id)))))
        return Group("occasions", "Turns Itself On", rows)
    }

    private func meanwhileGroup(_ focus: Focus) -> Group {
        let deliveries = focus.deliverAt.map { time in
            SettingsRow(
                "delivery \(time.text)", "Hand over at \(time.text)",
                "What was silenced is shown then",
                buttons: [
                    SettingsButton(
                        "Remove", icon: "user-trash-symbolic",
                        name: "Do not hand over at \(time.text)",
                        .edit(focus.id, .delivery(time, isMember: false)))
                ])
        }
        return Group(
            "meanwhile", "While It Is On, and After",
            [
                SettingsRow(
                    "badges", "Hide badges", "Apps show no numbers",
                    .toggle(
                        isOn: focus.hideBadges,
                        flip: .edit(focus.id, .hideBadges(!focus.hideBadges)))),
                SettingsRow(
                    "summary", "Tell me once what I missed", "When the Focus ends",
                    .toggle(
                        isOn: focus.summary, flip: .edit(focus.id, .summary(!focus.summary)))),
            ] + deliveries + [
                checked(
                    SettingsRow(
                        "add-delivery", "Also hand over at (such as 12:30)",
                        .entry("", apply: .edit(focus.id, .typedDelivery))),
                    .typedDelivery)
            ])
    }

    private func trialGroup(_ focus: Focus) -> Group {
        Group(
            "trial", "Try It",
            [
                SettingsRow(
                    "trial", "What would have come through?",
                    "The notifications of the last days, with this Focus",
                    .link(.push(.trial(focus.id))))
            ])
    }

    private func endGroup(_ focus: Focus) -> Group {
        let isBuiltIn = focus.id == .doNotDisturb
        return Group(
            "end",
            [
                SettingsRow(
                    "delete", isBuiltIn ? "Reset to what focusd comes with" : "Delete this Focus",
                    buttons: [
                        SettingsButton(
                            isBuiltIn ? "Reset…" : "Delete…", style: .destructive,
                            .askToDelete(focus.id))
                    ])
            ])
    }
}
