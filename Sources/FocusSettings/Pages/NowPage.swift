// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The active Focus, its cause, and what comes next.
    var nowPage: Page {
        var page = Page("now", tr("Now"))
        page.groups = [activeGroup]
        if service == .running {
            page.groups += [quietGroup, nextGroup, skipsGroup, behindGroup].compactMap { $0 }
        }
        return page
    }

    private var activeGroup: Group {
        guard let activation else {
            let chips = focuses.map { focus in
                let name = focus.shownName.line(upTo: 60)
                return Chip<Intent>(
                    "focus \(focus.id.rawValue)", name, name: tr("Turn on \(name)"),
                    icon: focus.shownIcon, .activate(focus.id, .never))
            }
            let isKnown = service == .running
            var row = SettingsRow("focuses", tr("Focuses"), .chips(chips))
            row.isEnabled = isKnown
            return Group(
                "focuses", isKnown ? tr("No Focus Is On") : tr("Focuses"),
                description: isKnown
                    ? Self.joined([lossText, switchText(), freedom])
                    : service == .unknown ? service.words : "",
                [row])
        }
        let name = files[activation.focus]?.focus.shownName ?? status?.focusName ?? ""
        return Group(
            "active",
            description: Self.joined([lossText, switchText()]),
            [
                SettingsRow(
                    "active", name.isEmpty ? activation.focus.rawValue : name.line(upTo: 60),
                    lasting(activation), icon: files[activation.focus]?.focus.shownIcon,
                    .toggle(isOn: true, flip: .deactivate)),
                SettingsRow(
                    "because", tr("Because"), cause(of: activation),
                    buttons: [button(against: activation)].compactMap { $0 }),
                SettingsRow(
                    "until", tr("Until"), .choice(ends(of: activation), selected: 0)),
                SettingsRow(
                    "edit", tr("What may interrupt"), .link(.push(.focus(activation.focus)))),
            ])
    }

    /// The button against the cause of the active Focus. A skipped window leaves the Focus that was
    /// on before.
    private func button(against activation: Activation) -> SettingsButton? {
        switch activation.cause {
        case .manual: return nil
        case .schedule:
            guard let schedule = activation.schedule else { return nil }
            return SettingsButton(
                tr("Not Today"), name: tr("Not today: skip “\(schedule.line(upTo: 40))” once"),
                .skip(activation.focus, schedule, window: nil))
        case .trigger:
            return SettingsButton(tr("Not Now"), name: tr("Not now: turn it off"), .deactivate)
        }
    }

    private static func joined(_ sentences: [String?]) -> String {
        sentences.compactMap { $0 }.joined(separator: " ")
    }

    /// The sentence about a Focus that went off with its file; nil for none since the last switch.
    private var lossText: String? {
        guard let lost = status?.lost else { return nil }
        let name = lost.name.line(upTo: 60)
        let time = ClockText.text(lost.time, seenFrom: now)
        return lost.isRefused
            ? tr("\(name) went off because its file could not be used (\(time)).")
            : tr("\(name) went off because its file was deleted (\(time)).")
    }

    /// The sentence about what comes through without a Focus.
    private var freedom: String {
        let muted = mutes.filter { mute in mute.until.map { $0 > now } ?? true }
        let limits = files[.always]?.focus
        let isLimited =
            limits.map { focus in
                focus.people != .everyone || focus.apps != .everyone
                    || !focus.silencedSites.isEmpty
                    || focus.rules.contains { $0.effect == .silence }
            } ?? false
        if isLimited || muted.count > 3 {
            return tr("Everything comes through, except what “Always” silences.")
        }
        guard !muted.isEmpty else { return tr("Everything comes through.") }
        let names = listed(muted.map { ($0.name ?? name(of: $0.app)).line(upTo: 40) })
        return tr("Everything comes through, except from muted apps: \(names).")
    }

    private func cause(of activation: Activation) -> String {
        let since = ClockText.text(activation.since, seenFrom: now)
        if let machine = activation.machine { return tr("Turned on on \(machine), since \(since)") }
        switch activation.cause {
        case .manual: return tr("You turned it on, since \(since)")
        case .schedule: return tr("Schedule “\(activation.schedule ?? "")”, since \(since)")
        case .trigger:
            let what =
                activation.trigger.map { ScheduleWords.text($0, name: name) } ?? tr("a trigger")
            return tr("It is on \(what), since \(since)")
        }
    }

    /// The choices of *Until*; the first one is the end in force.
    private func ends(of activation: Activation) -> [SettingsRow.Choice] {
        let present: String
        if let until = activation.until {
            present = ClockText.text(until, seenFrom: now)
        } else if activation.cause == .trigger {
            present = tr("Its trigger ends")
        } else {
            present = activation.endsWithSession ? tr("You log out") : tr("You turn it off")
        }
        let evening = ClockText.next(hour: 18, after: now)
        let morning = ClockText.next(hour: 8, after: now)
        func choice(_ title: String, _ end: ActivationEnd) -> SettingsRow.Choice {
            SettingsRow.Choice(title, .activate(activation.focus, end))
        }
        return [
            SettingsRow.Choice(present, .nothing),
            choice(tr("In one hour"), .after(milliseconds: 3_600_000)),
            choice(tr("This evening, \(ClockText.text(evening, seenFrom: now))"), .at(evening)),
            choice(tr("In the morning, \(ClockText.text(morning, seenFrom: now))"), .at(morning)),
            choice(tr("I log out"), .withSession),
            choice(tr("I turn it off"), .never),
            SettingsRow.Choice(tr("Choose a day and a time…"), .askForEnd(activation.focus)),
        ]
    }

    private var quietGroup: Group? {
        guard let inhibitors = status?.inhibitors, !inhibitors.isEmpty else { return nil }
        return Group(
            "quiet", tr("Apps That Ask for Quiet"),
            inhibitors.enumerated().map { index, inhibitor in
                SettingsRow("quiet \(index)", name(of: inhibitor.app), inhibitor.reason.line())
            })
    }

    private var nextGroup: Group? {
        let rows = upcoming.prefix(5).enumerated().map { index, change in
            let time = ClockText.text(change.time, seenFrom: now)
            guard let focus = change.focus else {
                return SettingsRow("next \(index)", time, tr("No Focus is on"))
            }
            let name = change.name.line(upTo: 60)
            let text =
                change.schedule.map { tr("\(name) turns on, schedule “\($0)”") }
                ?? tr("\(name) turns on")
            let target = change.schedule.map { Place.schedule(focus, $0) } ?? .focus(focus)
            return SettingsRow(
                "next \(index)", time, text, .link(.push(target)),
                buttons: [skipButton(change)].compactMap { $0 })
        }
        guard !rows.isEmpty else { return nil }
        return Group("next", tr("Next"), rows)
    }

    /// The windows that do not take place.
    private var skipsGroup: Group? {
        let rows = skipRows()
        return rows.isEmpty ? nil : Group("skips", tr("Skipped"), rows)
    }

    private func text(_ server: ServerStatus) -> String {
        if server.isPaused { return tr("Paused with its own tool; draws no popups") }
        if server.isRunning {
            return server.version.isEmpty
                ? tr("Draws the popups") : tr("Draws the popups, version \(server.version)")
        }
        if server.isStarting { return tr("Is starting") }
        if server.isMissing {
            return server.command.isEmpty
                ? tr("None is installed; notifications wait")
                : tr("Its program, \(server.program), is missing; notifications wait")
        }
        // focusd starts no server of another bus, and none without a display.
        return server.command.isEmpty
            ? tr("Does not run; notifications wait") : tr("Does not run; focusd starts it again")
    }

    private var behindGroup: Group? {
        guard let status else { return nil }
        let server = status.server
        let name = server.name.isEmpty ? tr("No notification server") : server.name
        var rows = [SettingsRow("server", name, text(server))]
        if status.queued > 0 {
            rows.append(
                SettingsRow(
                    "queue", tr("Waiting for the server"),
                    plural(
                        Int(status.queued), "One notification", "\(status.queued) notifications")))
        }
        return Group("behind", tr("Behind focusd"), rows)
    }
}
