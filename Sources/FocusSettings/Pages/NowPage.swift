// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire

extension SettingsState {
    /// The active Focus, its cause, and what comes next.
    var nowPage: Page {
        var page = Page("now", "Now")
        page.groups = [activeGroup]
        if service == .running {
            page.groups += [quietGroup, nextGroup, behindGroup].compactMap { $0 }
        }
        return page
    }

    private var activeGroup: Group {
        guard let activation else {
            let switches = focuses.map { focus in
                SettingsRow(
                    "focus \(focus.id.rawValue)", focus.name.line(upTo: 60), occasions(of: focus),
                    icon: focus.icon,
                    .toggle(isOn: false, flip: .activate(focus.id, .never)))
            }
            let isKnown = service == .running
            return Group(
                "focuses", isKnown ? "No Focus Is On" : "Focuses",
                description: isKnown ? "Everything comes through." : "",
                switches.map { row in
                    var row = row
                    row.isEnabled = isKnown
                    return row
                })
        }
        let name = status?.focusName ?? ""
        return Group(
            "active",
            [
                SettingsRow(
                    "active", name.isEmpty ? activation.focus.rawValue : name.line(upTo: 60),
                    "On" + end(of: activation), icon: files[activation.focus]?.focus.icon,
                    .toggle(isOn: true, flip: .deactivate)),
                SettingsRow("because", "Because", cause(of: activation)),
                SettingsRow(
                    "until", "Until", .choice(ends(of: activation), selected: 0)),
                SettingsRow(
                    "edit", "What may interrupt", .link(.push(.focus(activation.focus)))),
            ])
    }

    private func cause(of activation: Activation) -> String {
        let since = ClockText.text(activation.since, seenFrom: now)
        if let machine = activation.machine { return "Turned on on \(machine), since \(since)" }
        switch activation.cause {
        case .manual: return "You turned it on, since \(since)"
        case .schedule: return "Schedule “\(activation.schedule ?? "")”, since \(since)"
        case .trigger:
            let what = activation.trigger.map { ScheduleWords.text($0, name: name) } ?? "a trigger"
            return "It is on \(what), since \(since)"
        }
    }

    /// The choices of *Until*; the first one is the end in force.
    private func ends(of activation: Activation) -> [SettingsRow.Choice] {
        let end = end(of: activation)
        let present = end.isEmpty ? "You turn it off" : String(end.dropFirst(" until ".count))
        let evening = ClockText.next(hour: 18, after: now)
        let morning = ClockText.next(hour: 8, after: now)
        func choice(_ title: String, _ end: ActivationEnd) -> SettingsRow.Choice {
            SettingsRow.Choice(title, .activate(activation.focus, end))
        }
        return [
            SettingsRow.Choice(present, .nothing),
            choice("In one hour", .after(milliseconds: 3_600_000)),
            choice("This evening, \(ClockText.text(evening, seenFrom: now))", .at(evening)),
            choice("In the morning, \(ClockText.text(morning, seenFrom: now))", .at(morning)),
            choice("I log out", .withSession),
            choice("I turn it off", .never),
        ]
    }

    private var quietGroup: Group? {
        guard let inhibitors = status?.inhibitors, !inhibitors.isEmpty else { return nil }
        return Group(
            "quiet", "Apps That Ask for Quiet",
            inhibitors.enumerated().map { index, inhibitor in
                SettingsRow("quiet \(index)", name(of: inhibitor.app), inhibitor.reason.line())
            })
    }

    private var nextGroup: Group? {
        let rows = upcoming.prefix(5).enumerated().map { index, change in
            let time = ClockText.text(change.time, seenFrom: now)
            guard let focus = change.focus else {
                return SettingsRow("next \(index)", time, "No Focus is on")
            }
            var text = "\(change.name.line(upTo: 60)) turns on"
            if let schedule = change.schedule { text += ", schedule “\(schedule)”" }
            let target = change.schedule.map { Place.schedule(focus, $0) } ?? .focus(focus)
            return SettingsRow("next \(index)", time, text, .link(.push(target)))
        }
        guard !rows.isEmpty else { return nil }
        return Group("next", "Next", rows)
    }

    private var behindGroup: Group? {
        guard let status else { return nil }
        let server = status.server
        let name = server.name.isEmpty ? "No notification server" : server.name
        let state =
            server.isRunning
            ? "Draws the popups" + (server.version.isEmpty ? "" : ", version \(server.version)")
            : "Does not run; focusd starts it with the next notification"
        var rows = [SettingsRow("server", name, state)]
        if status.queued > 0 {
            rows.append(
                SettingsRow("queue", "Waiting for the server", "\(status.queued) notifications"))
        }
        return Group("behind", "Behind focusd", rows)
    }
}
