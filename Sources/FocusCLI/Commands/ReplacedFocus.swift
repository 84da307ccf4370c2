// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Effects of a switch on a Focus that it does not name: turning off, and a Focus without an end,
/// end all that had begun before (Design.md, "A Focus").
@LoopActor struct ReplacedFocus {
    let invocation: Invocation
    /// The state before the switch.
    let before: ServiceStatus

    /// Returns a sentence about the Focuses that another one has replaced for good.
    ///
    /// - Parameter followers: ``followers()`` of before the switch.
    func replacement(
        by focus: FocusID?, until end: ActivationEnd, _ followers: [UpcomingChange]
    ) -> String? {
        guard let activation = before.replaced(by: focus, until: end) else { return nil }
        let until = activation.untilText(now: invocation.now, withDate: true)
        let first = "It replaces \(name(of: activation.focus))"
        let text = until.isEmpty ? first : "\(first), which was on\(until)"
        let others = followers.filter { $0.focus != focus }.map { name($0) }
        guard !others.isEmpty else { return "\(text)." }
        return "\(text), and \(others.joinedWithAnd), which would have come back."
    }

    /// Returns a sentence about a Focus that ends while another one with an end is on; nil if it
    /// comes back.
    func outlasted(by activation: Activation?) -> String? {
        guard let activation, let end = activation.until, let old = before.activation,
            old.focus != activation.focus, let until = old.until, until <= end
        else { return nil }
        let text = old.untilText(now: invocation.now, withDate: true)
        return "It replaces \(name(of: old.focus)), which was on\(text)."
    }

    /// Returns a sentence about the end that the same Focus had before it was turned on again
    /// without one; nil if nothing was lost.
    func lostEnd(_ activation: Activation?) -> String? {
        guard let activation, activation.until == nil, !activation.endsWithSession,
            let old = before.activation, old.focus == activation.focus,
            old.until != nil || old.endsWithSession
        else { return nil }
        let text = old.untilText(now: invocation.now, withDate: true)
        return "It was on\(text) before, and has no end now."
    }

    /// Returns all Focuses that had begun before the active one, the next to follow first: each
    /// would have come back at the end of the one before it. Must be called before the switch.
    func followers() -> [UpcomingChange] {
        guard let activation = before.activation else { return [] }
        let mayComeBack =
            activation.cause == .schedule ? activation.until != nil : before.covered != nil
        guard mayComeBack else { return scheduledBelow(activation) }
        let changes = (try? invocation.ask(.upcoming(limit: UInt32(Limits.upcomingChanges)))) ?? []
        guard let first = follower(changes) else { return [] }
        var followers = [first]
        for change in changes where change.time > first.time {
            guard let focus = change.focus, focus != activation.focus,
                !followers.contains(where: { $0.focus == focus }), hasBegun(change)
            else { continue }
            followers.append(change)
        }
        return followers
    }

    /// Returns the commands that turn on the followers again, the last to follow first: a Focus
    /// with an end lies on top of those before it. Must be called before the switch.
    func commands(restoring followers: [UpcomingChange]) -> [String] {
        let areManual = followers.contains { $0.cause == .manual }
        let switches = areManual ? (try? invocation.ask(.switches).switches) ?? [] : []
        return followers.reversed().compactMap { follower in
            // Turned on by hand, it would outlast its trigger.
            guard let focus = follower.focus, follower.cause != .trigger else { return nil }
            let isManual = follower.cause == .manual
            let own = isManual ? switches.last { $0.focus == focus } : nil
            let end = EndOption(
                until: own?.until ?? follower.until, endsWithSession: own?.endsWithSession ?? false)
            return "focus-switch on \(shellQuoted(focus.rawValue))\(end.text)"
        }
    }

    /// Returns the Focuses whose windows had begun before the user turned on the active Focus, and
    /// end before it does: turning it off ends them, too.
    private func scheduledBelow(_ activation: Activation) -> [UpcomingChange] {
        guard activation.cause == .manual, activation.until != nil || activation.endsWithSession,
            let switches = try? invocation.ask(.switches).switches
        else { return [] }
        let skips = (try? invocation.ask(.skips)) ?? []
        let (now, zone) = (invocation.now, LocalTimeZone.current())
        // A window of the time of an earlier switch is not on below, but ended by it.
        let earlier = switches.map(\.since).filter { $0 < activation.since }.max()
        let focuses = FocusEditor(invocation).catalog.focuses.ordered
        return focuses.filter { $0.id != activation.focus }.compactMap { focus -> UpcomingChange? in
            let schedule = focus.schedules.first { schedule in
                schedule.isDue(from: activation.since, through: now, zone)
                    && !(earlier.map { schedule.isDue(from: $0, through: now, zone) } ?? false)
                    && !skips.contains { skip in
                        skip.focus == focus.id && skip.schedule == schedule.name
                            && skip.start <= now && now < skip.end
                    }
            }
            guard let schedule, let end = schedule.end(at: now, zone) else { return nil }
            let outcome = Activation(
                focus: focus.id, since: now, cause: .schedule, schedule: schedule.name, until: end)
            return UpcomingChange(.init(time: now, outcome: outcome), name: focus.name)
        }
    }

    private func follower(_ changes: [UpcomingChange]) -> UpcomingChange? {
        before.follower(changes.first) { focus, name in
            isDue(focus, name, before: changes.first?.time ?? invocation.now)
        }
    }

    /// Returns true for a Focus that comes back at a change because it had begun before now. The
    /// user's switches and the triggers of a forecast have begun.
    private func hasBegun(_ change: UpcomingChange) -> Bool {
        guard let focus = change.focus, let schedule = change.schedule else { return true }
        return isDue(focus, schedule, before: change.time)
    }

    /// Returns true if the window of now of a schedule lasts until a time.
    private func isDue(_ focus: FocusID, _ schedule: String, before time: Timestamp) -> Bool {
        let schedules = FocusEditor(invocation).catalog.focuses[focus]?.schedules ?? []
        // A window that begins at the change is not the window of now.
        let justBefore = time.adding(-1_000)
        let zone = LocalTimeZone.current()
        return schedules.contains {
            $0.name == schedule && !$0.begins(at: time, zone)
                && $0.isDue(from: invocation.now, through: justBefore, zone)
        }
    }

    /// Prints that the followers are off, too, and the commands that turn them on.
    func tell(_ followers: [UpcomingChange]) {
        let output = invocation.output
        let changes = (try? invocation.ask(.upcoming(limit: UInt32(Limits.upcomingChanges)))) ?? []
        let names = followers.map { name($0) }
        let ends = followers.map { follower in
            returning(follower, changes.first { $0.focus == follower.focus })
        }
        if names.count == 1 {
            let again = ends[0].map { "; it \($0)" } ?? ""
            output.sentence("\(names[0]), which was on before, is off, too\(again).")
        } else {
            output.sentence("\(names.joinedWithAnd), which were on before, are off, too.")
            for case (let name, let end?) in zip(names, ends) { output.sentence("\(name) \(end).") }
        }
        for (name, follower) in zip(names, followers) {
            guard let focus = follower.focus else { continue }
            let subject = names.count == 1 ? "it" : name
            output.advice(
                "To turn \(subject) on now: \(command(follower, focus).printable)")
        }
    }

    /// Returns words such as `begins again tomorrow 9:00`; nil for a Focus that only the user turns
    /// on.
    private func returning(_ follower: UpcomingChange, _ next: UpcomingChange?) -> String? {
        if let next {
            return "begins again \(TimeText.upcomingWithDate(next.time, now: invocation.now))"
        }
        return follower.trigger.map { trigger in
            "stays off until it is on again \(trigger.words(invocation.apps))"
        }
    }

    private func name(_ change: UpcomingChange) -> String {
        guard change.name.isEmpty, let focus = change.focus else { return change.name.printable }
        return name(of: focus)
    }

    /// Returns the command that turns the follower on, until its end within a day.
    private func command(_ follower: UpcomingChange, _ focus: FocusID) -> String {
        let command = "focus-switch on \(shellQuoted(focus.rawValue))"
        guard let until = follower.until,
            until.rawValue - invocation.now.rawValue < 86_400_000
        else { return command }
        return "\(command) --until \(CalendarTime(local: until).clockText)"
    }

    private func name(of focus: FocusID) -> String { FocusEditor(invocation).name(of: focus) }
}
