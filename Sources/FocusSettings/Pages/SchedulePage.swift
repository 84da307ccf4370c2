// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

extension SettingsState {
    /// The editor of a schedule; without a name, of a new one.
    func schedulePage(_ id: FocusID, _ name: String?) -> Page {
        var page = Page(Place.schedule(id, name).name, name ?? tr("New Schedule"))
        guard let focus = files[id]?.focus else { return page }
        page.subtitle = focus.shownName.line(upTo: 60)
        let known = focus.schedules.first { $0.name == name }
        guard let schedule = name == nil ? draft : known else {
            page.empty = EmptyState(
                icon: "edit-delete-symbolic", tr("This schedule is gone"),
                buttons: [SettingsButton(tr("Back"), .back)])
            return page
        }
        page.groups = daysGroups(focus, schedule, isNew: name == nil)
        page.groups.append(timesGroup(focus, schedule, isNew: name == nil))
        page.groups.append(weekGroup(focus, schedule))
        if name != nil, service == .running {
            page.groups.append(skipGroup(focus.id, schedule.name))
        }
        page.groups.append(
            name == nil ? addGroup(focus.id) : removeGroup(focus.id, schedule.name))
        return page
    }

    private func daysGroups(
        _ focus: Focus, _ schedule: Schedule, isNew: Bool
    ) -> [Group] {
        func setting(_ days: Set<Weekday>) -> Intent {
            if isNew { return .draft(.days(days)) }
            var changed = schedule
            changed.days = days
            return .edit(focus.id, .schedule(changed))
        }
        let flags = ScheduleWords.week.map { day in
            let isOn = schedule.days.contains(day)
            return SettingsRow.Flag(
                String(ScheduleWords.shortName(day).prefix(2)), name: ScheduleWords.fullName(day),
                isOn: isOn,
                flip: setting(schedule.days.symmetricDifference([day])))
        }
        var row = SettingsRow("days", tr("Days"), ScheduleWords.days(schedule.days), .flags(flags))
        if schedule.days.isEmpty { row.isFaulty = true }
        if let refusal, refusal.edit != .name, !isNew, case .schedule = refusal.edit {
            row.subtitle = refusal.reason
            row.isFaulty = true
        }
        var groups = [
            Group(
                "days", tr("Days"), description: row.subtitle,
                [row, presetsRow(schedule.days, setting)])
        ]
        if isNew {
            var name = SettingsRow(
                "name", tr("Name (optional)"), .entry(schedule.name, apply: .draft(.name)))
            if let refusal = refusals[nil] {
                name.subtitle = refusal.reason
                name.isFaulty = true
            }
            name.appliesAtOnce = true
            groups.insert(Group("name", [name]), at: 0)
        } else {
            let edit = FocusEdit.scheduleName(schedule.name)
            let name = SettingsRow(
                "name", tr("Name"), .entry(schedule.name, apply: .edit(focus.id, edit)))
            groups.insert(Group("name", [checked(name, edit)]), at: 0)
        }
        return groups
    }

    /// Sets of days that are often used, as a list: large texts leave no room for buttons side by
    /// side.
    private func presetsRow(
        _ days: Set<Weekday>, _ setting: (Set<Weekday>) -> Intent
    ) -> SettingsRow {
        let presets: [(title: String, days: Set<Weekday>)] = [
            (tr("Weekdays"), ScheduleWords.workdays), (tr("Weekend"), ScheduleWords.weekend),
            (tr("Daily"), Set(Weekday.allCases)),
        ]
        let present = presets.firstIndex { $0.days == days }
        let others = present == nil ? [SettingsRow.Choice(tr("Other days"), .nothing)] : []
        return SettingsRow(
            "presets", tr("Often used"),
            .choice(
                others + presets.map { SettingsRow.Choice($0.title, setting($0.days)) },
                selected: present ?? 0))
    }

    private func timesGroup(_ focus: Focus, _ schedule: Schedule, isNew: Bool) -> Group {
        Group(
            "times",
            [
                SettingsRow(
                    "from", tr("From"),
                    .time(
                        schedule.from.minutes,
                        set: isNew
                            ? .draft(.from)
                            : .edit(focus.id, .scheduleTime(schedule.name, isEnd: false)))),
                SettingsRow(
                    "to", tr("To"), ScheduleWords.endsNextDay(schedule) ? tr("The next day") : "",
                    .time(
                        schedule.to.minutes,
                        set: isNew
                            ? .draft(.to)
                            : .edit(focus.id, .scheduleTime(schedule.name, isEnd: true)))),
            ])
    }

    /// The week with the schedules of all Focuses, this one in full strength; and in words the
    /// other Focuses that this one shares time with.
    private func weekGroup(_ focus: Focus, _ schedule: Schedule) -> Group {
        var bands: [WeekBand] = []
        var overlaps: [String] = []
        var taken: [Range<Int>] = []
        for other in focuses {
            for candidate in other.schedules
            where other.id != focus.id || candidate.name != schedule.name {
                bands += ScheduleWords.windows(candidate).flatMap {
                    ScheduleWords.bands($0, color: other.color, isStrong: false)
                }
                let shared = ScheduleWords.overlaps(
                    schedule, candidate, isFirst: other.id < focus.id)
                guard other.id != focus.id, let first = shared.first else { continue }
                taken += shared.filter(\.isTaken).map(\.minutes)
                let name = first.isTaken ? other.name : focus.name
                let start = TimeOfDay(clamped: (first.minutes.lowerBound + 10_080) % 1440)
                let end = TimeOfDay(clamped: (first.minutes.upperBound + 10_080) % 1440)
                let times = ScheduleWords.text(candidate)
                overlaps.append(
                    first.beginsTogether
                        ? tr(
                            "overlaps with \(other.name) (\(times)):"
                                + " both begin together, and \(name) is on until \(end.words)")
                        : tr(
                            "overlaps with \(other.name) (\(times)):"
                                + " \(name) begins later, so it is on from \(start.words)"))
            }
        }
        // Full strength is for the time in which this schedule's Focus is on.
        let own = ScheduleWords.windows(schedule)
        for (windows, isStrong) in [
            (own, false), (ScheduleWords.windows(own, without: taken), true),
        ] {
            bands += windows.flatMap {
                ScheduleWords.bands($0, color: focus.color, isStrong: isStrong)
            }
        }
        let words = ([ScheduleWords.text(schedule)] + overlaps).joined(separator: "; ")
        return Group(
            "week", tr("Week"), description: words,
            [SettingsRow("week", tr("Week"), words, .week(bands))])
    }

    /// The skipped windows of the schedule, and the way to skip another one.
    private func skipGroup(_ id: FocusID, _ name: String) -> Group {
        Group(
            "skip", tr("Skip"),
            skipRows(id, name) + [
                .action(
                    "skip", tr("Skip it once"), tr("The current time, or else the next one"),
                    SettingsButton(
                        tr("Skip"), name: tr("Skip this schedule once"),
                        .skip(id, name, window: nil)))
            ])
    }

    private func addGroup(_ id: FocusID) -> Group {
        Group(
            "add",
            [
                .action(
                    "add", tr("Add this schedule"),
                    draft.days.isEmpty ? tr("Choose a day first") : "",
                    SettingsButton(
                        tr("Add"), name: tr("Add this schedule"), style: .suggested,
                        isEnabled: !draft.days.isEmpty, .addDraft(id)))
            ])
    }

    private func removeGroup(_ id: FocusID, _ name: String) -> Group {
        Group(
            "remove",
            [
                .action(
                    "remove", tr("Remove this schedule"),
                    SettingsButton(
                        tr("Remove"), name: tr("Remove this schedule"), style: .destructive,
                        .edit(id, .removeSchedule(name))))
            ])
    }
}
