// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// A Focus: what may interrupt, when it turns on, and what happens meanwhile.
    func focusPage(_ id: FocusID) -> Page {
        guard let file = files[id] else {
            return refusedFocuses.contains(id) ? refusedPage(id) : goneFocus(id)
        }
        let focus = file.focus
        var page = Page("focus \(id.rawValue)", focus.shownName.line(upTo: 60))
        page.groups = [
            headGroup(focus), interruptGroup(focus), occasionsGroup(focus), filtersGroup(focus),
            meanwhileGroup(focus), trialGroup(focus), endGroup(focus),
        ].compactMap { $0 }
        return page
    }

    /// Returns the row with the reason why its last change was refused, if it was.
    func checked(_ row: SettingsRow, _ edits: FocusEdit?...) -> SettingsRow {
        guard let refusal = edits.lazy.compactMap({ refusals[$0] }).first else { return row }
        var row = row
        row.subtitle = refusal.reason
        row.isFaulty = true
        // The user can correct the text.
        if case .entry(_, let apply) = row.control {
            row.control = .entry(refusal.text, apply: apply)
            row.cancel = refusal.edit.map(Intent.giveUp)
        }
        return row
    }

    private func headGroup(_ focus: Focus) -> Group {
        let isOn = activation?.focus == focus.id
        let name = focus.shownName.line(upTo: 60)
        // Without focusd, the controls are grey.
        let obstacle = service == .running ? nil : service.words
        var texts = [obstacle, isOn ? nil : occasions(of: focus)]
        if let activation {
            let other = (files[activation.focus]?.focus.shownName ?? "").line(upTo: 60)
            texts.append(isOn ? onText(activation, name) : tr("\(other) is on now"))
        }
        var toggle = SettingsRow(
            "on", tr("On"), facts(texts),
            icon: focus.shownIcon,
            .toggle(isOn: isOn, flip: isOn ? .deactivate : .activate(focus.id, .never)))
        toggle.isEnabled = service == .running
        return Group(
            "head", description: switchText(about: focus.id) ?? "",
            [
                toggle,
                checked(
                    SettingsRow(
                        "name", tr("Name"), .entry(focus.name, apply: .edit(focus.id, .name))),
                    .name),
                lookRow(focus),
                .action(
                    "until", tr("Turn on until…"), obstacle ?? "",
                    SettingsButton(
                        tr("Choose…"), name: tr("Turn on until a day and a time…"),
                        isEnabled: service == .running, .askForEnd(focus.id))),
            ])
    }

    private func interruptGroup(_ focus: Focus) -> Group {
        Group(
            "interrupt", tr("May Interrupt"),
            [
                SettingsRow(
                    "people", tr("People"),
                    peopleText(focus),
                    .link(.push(.people(focus.id)))),
                SettingsRow(
                    "apps", tr("Apps"),
                    appsText(focus),
                    .link(.push(.apps(focus.id)))),
                SettingsRow(
                    "sites", tr("Web sites"), sitesText(focus), .link(.push(.sites(focus.id)))),
                SettingsRow(
                    "rules", tr("Rules"),
                    rulesText(focus),
                    .link(.push(.rules(focus.id)))),
                SettingsRow(
                    "time-sensitive", tr("Time-sensitive notifications"),
                    tr("Come through although a list silences them"),
                    .toggle(
                        isOn: focus.timeSensitive,
                        flip: .edit(focus.id, .timeSensitive(!focus.timeSensitive)))),
                exceptionsRow(focus),
                SettingsRow(
                    "repeats", tr("Twice within three minutes"),
                    tr("The second notification of one person comes through"),
                    .toggle(
                        isOn: focus.repeatBreaksThrough,
                        flip: .edit(focus.id, .repeats(!focus.repeatBreaksThrough)))),
            ])
    }

    /// The row that opens the apps whose time-sensitive notifications do not pass the lists.
    private func exceptionsRow(_ focus: Focus) -> SettingsRow {
        let named = focus.timeSensitiveExcept.map { (app: $0, name: name(of: $0)) }
        let apps = named.sorted { left, right in
            (left.name.lowercased(), left.app.rawValue)
                < (right.name.lowercased(), right.app.rawValue)
        }
        let rows = apps.prefix(Self.shownExceptions).map { app, name in
            SettingsRow(
                "exception \(app.rawValue)", name.line(upTo: 60),
                tr("Its claim of urgency does not count"), icon: icon(of: app),
                buttons: [
                    SettingsButton(
                        tr("Remove"), icon: "user-trash-symbolic", name: tr("Remove \(name)"),
                        .edit(focus.id, .timeSensitiveExcept(app, isMember: false)))
                ])
        }
        let choose = SettingsRow(
            "choose-exceptions", tr("Choose apps…"), .link(.push(.exceptions(focus.id))))
        return SettingsRow(
            "exceptions", tr("…but not from"),
            apps.isEmpty
                ? tr("No exceptions") : plural(apps.count, "One app", "\(apps.count) apps"),
            .details(rows + [choose]))
    }

    /// Maximum number of apps that the row opens; their page has all of them.
    private static var shownExceptions: Int { 20 }

    private func occasionsGroup(_ focus: Focus) -> Group {
        var rows = focus.schedules.map { schedule in
            var row = SettingsRow(
                "schedule \(schedule.name)", schedule.name.line(upTo: 60),
                ScheduleWords.text(schedule),
                .link(.push(.schedule(focus.id, schedule.name))))
            row.keys = [Shortcut("Delete", .edit(focus.id, .removeSchedule(schedule.name)))]
            return row
        }
        rows.append(
            SettingsRow(
                "add-schedule", tr("Add a schedule…"), .link(.push(.schedule(focus.id, nil)))))
        rows.append(
            SettingsRow(
                "triggers", tr("Triggers"),
                focus.triggers.isEmpty
                    ? tr("None") : ScheduleWords.sentence(focus.triggers, name: name),
                .link(.push(.triggers(focus.id)))))
        return Group("occasions", tr("Turns Itself On"), rows)
    }

    private func meanwhileGroup(_ focus: Focus) -> Group {
        Group(
            "meanwhile", tr("While It Is On, and After"),
            [
                SettingsRow(
                    "badges", tr("Hide badges"), tr("Apps show no numbers"),
                    .toggle(
                        isOn: focus.hideBadges,
                        flip: .edit(focus.id, .hideBadges(!focus.hideBadges)))),
                SettingsRow(
                    "summary", tr("Tell me once what I missed"), tr("When the Focus ends"),
                    .toggle(
                        isOn: focus.summary, flip: .edit(focus.id, .summary(!focus.summary)))),
                deliveriesRow(focus),
            ])
    }

    /// The row that opens the times of day at which silenced notifications come through.
    private func deliveriesRow(_ focus: Focus) -> SettingsRow {
        let times = focus.deliverAt.map { time in
            SettingsRow(
                "delivery \(time.text)", tr("Shown at \(time.words)"),
                tr("What was silenced since the Focus was turned on comes through"),
                buttons: [
                    SettingsButton(
                        tr("Remove"), icon: "user-trash-symbolic",
                        name: tr("Do not show it at \(time.words)"),
                        .edit(focus.id, .delivery(time, isMember: false)))
                ])
        }
        let field = checked(
            SettingsRow(
                "add-delivery", tr("Show what was silenced at a time of day, such as 12:30"),
                .entry("", apply: .edit(focus.id, .typedDelivery))),
            .typedDelivery)
        return SettingsRow(
            "deliveries", tr("Show at times of day"),
            focus.deliverAt.isEmpty
                ? tr("What was silenced waits in the missed list")
                : listed(focus.deliverAt.map(\.words)),
            .details(times + [field]))
    }

    private func trialGroup(_ focus: Focus) -> Group {
        Group(
            "trial", tr("Try It"),
            [
                SettingsRow(
                    "trial", tr("What would have come through?"),
                    tr("The notifications of the last days, with this Focus"),
                    .link(.push(.trial(focus.id)))),
                SettingsRow(
                    "what-if", tr("What would happen to a notification?"),
                    tr("Type an app and a text, and see the decision step by step"),
                    .link(.askWith(focus.id))),
            ])
    }

    private func endGroup(_ focus: Focus) -> Group {
        let isBuiltIn = focus.id == .doNotDisturb
        if administratorsFocuses.contains(focus.id) {
            return Group(
                "end",
                [
                    SettingsRow(
                        "administrator", tr("This Focus is the administrator's"),
                        tr(
                            "A change makes a copy of yours, and leaves the administrator's file as it is"
                        )), exportRow(focus),
                ])
        }
        return Group(
            "end",
            [
                exportRow(focus),
                .action(
                    "delete",
                    isBuiltIn ? tr("Reset to what focusd comes with") : tr("Delete this Focus"),
                    SettingsButton(
                        isBuiltIn ? tr("Reset…") : tr("Delete…"), style: .destructive,
                        .askToDelete(focus.id))),
            ])
    }
}
