// SPDX-License-Identifier: Apache-2.0

// The active Focus and its cause (Design.md, "A Focus").
//
// The user's switches, triggers (an app runs, the screen is shared) and the windows of the
// schedules can turn a Focus on. Of the switches and windows in force, the last to begin decides,
// unless a trigger does. When it ends, the previous one in force decides again. So a schedule that
// begins later replaces a Focus that the user turned on. A schedule whose window had begun earlier
// does not replace that Focus. When the later window ends, the user's Focus is on again.
//
// An action of the user takes precedence over triggers and schedules that began before it. A
// trigger always takes precedence over a schedule: a schedule that begins while the screen is
// shared must not make the screen's content visible to others. A trigger lasts for a grace after
// its state, so that a connection that breaks for a second does not switch twice.
//
// A switch with an end (for an hour, until six) keeps the switches of other Focuses before it,
// which decide again after that end, and replaces those of its own Focus. Turning off is a switch
// without a Focus, and removes all switches before it: triggers and schedules that had begun by
// then stay off until their trigger or window ends and begins again. Turning a Focus on without an
// end removes all switches before it except the last *off*, so they stay off even if the user then
// deletes the file of that Focus.
//
// The store keeps the active triggers together with the switches, for the same login session. A
// trigger that is still active when focusd starts again keeps its place and does not begin again.

/// The user's switches, the triggers and the schedules, and the Focus that follows from them.
package struct Agenda: Hashable, Sendable {
    /// The end of a Focus that the user turned on.
    package enum End: Hashable, Sendable {
        case never
        /// At this time of the clock.
        case at(Timestamp)
        /// After a duration. Kept as the time of the clock at the end; ``clockWasSet(by:)`` moves
        /// it.
        case after(Timestamp)
        /// With the login session of this name.
        case session(String)

        package var moment: Timestamp? {
            switch self {
            case .at(let moment), .after(let moment): moment
            case .never, .session: nil
            }
        }
    }

    /// An action of the user: turns a Focus on, or (nil) turns the active Focus off.
    package struct Switch: Hashable, Sendable {
        package var focus: FocusID?
        package var since: Timestamp
        package var end: End
        /// The name of the other machine on which the user switched; nil for this machine.
        package var machine: String?

        package init(focus: FocusID?, since: Timestamp, end: End, machine: String? = nil) {
            self.focus = focus
            self.since = since
            self.end = end
            self.machine = machine
        }
    }

    /// The switches, oldest first. The last is in force; after its end, the one before it that has
    /// not ended decides again.
    package internal(set) var switches: [Switch] = []
    /// The last action on the switches; nil if there was none.
    package internal(set) var lastAction: Action?
    /// The active triggers, in the order in which they began.
    var activeTriggers: [ActiveTrigger] = []
    /// The ends of the triggers whose state is over: each lasts for a grace, and goes on if its
    /// state comes back.
    var fading: [Trigger: Timestamp] = [:]
    /// The Focuses that clients hold on, in the order in which they began.
    package internal(set) var holds: [Hold] = []
    /// The windows of schedules that the user skips, the oldest wish first.
    package internal(set) var skips: [Skip] = []
    /// Identifier of the login session in which the triggers began.
    package internal(set) var session = ""
    var plans: [Plan] = []
    /// The Focus of each trigger; the first by id where several Focuses have the trigger.
    private var focusOfTrigger: [Trigger: FocusID] = [:]
    /// Milliseconds that each trigger lasts after its state.
    private var graces: [Trigger: Int64] = [:]

    /// Number of schedules of all Focuses.
    var scheduleCount: Int { plans.count }

    /// An active trigger.
    struct ActiveTrigger: Hashable {
        let trigger: Trigger
        /// Number of the present switches that were made before the trigger began. The trigger
        /// decides only while there is no later switch (`switchesBefore == switches.count`).
        var switchesBefore: Int
    }

    /// A schedule of a Focus.
    struct Plan: Hashable {
        let focus: FocusID
        let schedule: Schedule
    }

    package init() {}

    // MARK: Events

    /// Replaces all Focuses, with their schedules and triggers. Drops switches and triggers of
    /// deleted Focuses.
    package mutating func setFocuses(_ focuses: some Sequence<Focus>) {
        var ids: Set<FocusID> = []
        plans = []
        focusOfTrigger = [:]
        graces = [:]
        for focus in focuses {
            ids.insert(focus.id)
            plans += focus.schedules.map { Plan(focus: focus.id, schedule: $0) }
            for trigger in focus.triggers where focus.id <= focusOfTrigger[trigger] ?? focus.id {
                focusOfTrigger[trigger] = focus.id
                graces[trigger] = focus.triggerGrace
            }
        }
        holds.removeAll { !ids.contains($0.focus) }
        activeTriggers = activeTriggers.filter { focus(of: $0.trigger) != nil }
        keepSkipsOfPlans()
        fading = fading.filter { focusOfTrigger[$0.key] != nil }
        plans.sort {
            ($0.focus.rawValue, $0.schedule.name) < ($1.focus.rawValue, $1.schedule.name)
        }
        removeSwitches { item in item.focus.map { !ids.contains($0) } ?? false }
    }

    /// Returns the Focus that a trigger or a hold turns on.
    private func focus(of trigger: Trigger) -> FocusID? {
        guard case .hold(let id, _) = trigger else { return focusOfTrigger[trigger] }
        return holds.first { $0.id == id }?.focus
    }

    /// The triggers of all Focuses.
    package var triggers: Set<Trigger> { Set(focusOfTrigger.keys) }

    /// Replaces the active triggers of a source. A trigger that is no longer among them ends after
    /// the grace of its Focus, unless it comes back before.
    package mutating func setActiveTriggers(
        _ present: Set<Trigger>, of source: Trigger.Source, at now: Timestamp
    ) {
        // Holds begin and end by calls alone.
        guard source != .holds else { return }
        advance(to: now)
        for trigger in present { fading[trigger] = nil }
        for active in activeTriggers
        where active.trigger.source == source && !present.contains(active.trigger)
            && fading[active.trigger] == nil
        {
            fading[active.trigger] = now.adding(graces[active.trigger] ?? 0)
        }
        endFaded(at: now)
        let known = Set(activeTriggers.map(\.trigger))
        for trigger in present.sorted()
        where trigger.source == source && !known.contains(trigger) && focusOfTrigger[trigger] != nil
        {
            activeTriggers.append(ActiveTrigger(trigger: trigger, switchesBefore: switches.count))
        }
    }

    /// Ends the triggers whose grace is over.
    private mutating func endFaded(at now: Timestamp) {
        guard fading.values.contains(where: { $0 <= now }) else { return }
        activeTriggers.removeAll { fading[$0.trigger].map { $0 <= now } ?? false }
        fading = fading.filter { $0.value > now }
    }

    /// Turns a Focus on, as the user asked.
    ///
    /// - Parameter machine: The name of the other machine on which the user asked.
    package mutating func turnOn(
        _ focus: FocusID, until end: End, at now: Timestamp, from machine: String? = nil
    ) {
        advance(to: now)
        if end == .never {
            let off = switches.lastIndex { $0.focus == nil }
            for index in switches.indices.reversed() where index != off {
                removeSwitch(at: index)
            }
        } else {
            // The Focus gets a new end: its earlier switches go, also below those of other Focuses,
            // so that none of them outlasts the end.
            removeSwitches { $0.focus == focus }
            if switches.count >= Limits.switches {
                removeSwitch(at: switches.firstIndex { $0.end != .never } ?? 0)
            }
        }
        switches.append(Switch(focus: focus, since: now, end: end, machine: machine))
        note(Action(time: now, isByLink: false))
    }

    /// Turns the active Focus off, as the user asked.
    package mutating func turnOff(at now: Timestamp) {
        removeAllSwitches()
        switches = [Switch(focus: nil, since: now, end: .never)]
        note(Action(time: now, isByLink: false))
    }

    mutating func removeAllSwitches() {
        removeSwitches { _ in true }
    }

    /// Removes a switch and keeps each trigger above the switches that it was above.
    private mutating func removeSwitch(at index: Int) {
        switches.remove(at: index)
        for place in activeTriggers.indices where activeTriggers[place].switchesBefore > index {
            activeTriggers[place].switchesBefore -= 1
        }
    }

    private mutating func removeSwitches(where isOver: (Switch) -> Bool) {
        for index in switches.indices.reversed() where isOver(switches[index]) {
            removeSwitch(at: index)
        }
    }

    /// Removes the switches and the triggers that have ended by now.
    package mutating func advance(to now: Timestamp) {
        endFaded(at: now)
        for index in switches.indices where switches[index].since > now {
            // The clock was set back while focusd did not run. The switch happened now at the
            // latest, and its duration does not grow.
            if case .after(let moment) = switches[index].end {
                let span = switches[index].since.distance(to: moment)
                switches[index].end = .after(now.adding(span))
            }
            switches[index].since = now
        }
        removeSwitches { item in item.end.moment.map { $0 <= now } ?? false }
    }

    /// Adjusts the switches after the clock was set forward or (negative) back by a number of
    /// milliseconds: moves beginnings, ends of durations and grace by that step, so that durations
    /// stay the same. An end at a time of the clock stays.
    package mutating func clockWasSet(by step: Int64) {
        fading = fading.mapValues { $0.adding(step) }
        for index in switches.indices {
            switches[index].since = switches[index].since.adding(step)
            if case .after(let moment) = switches[index].end {
                switches[index].end = .after(moment.adding(step))
            }
        }
    }

    /// Enters a login session. Removes switches that end with another session, and triggers that
    /// began in another session.
    package mutating func enter(session: String) {
        let isNew = session != self.session
        sessionChanged(to: session)
        if isNew {
            activeTriggers = []
            fading = [:]
            holds = []
        }
    }

    /// Follows the user to another login session. Removes switches that end with another session;
    /// triggers and holds go on.
    package mutating func sessionChanged(to session: String) {
        removeSwitches { item in
            if case .session(let name) = item.end { name != session } else { false }
        }
        self.session = session
    }

    // MARK: Results

    /// Returns the active Focus and its cause, as if active since `now`; nil if none is active.
    package func outcome(at now: Timestamp, _ rules: some LocalTimeRules) -> Activation? {
        var agenda = self
        agenda.advance(to: now)
        if let (trigger, focus) = agenda.topTrigger {
            return Activation(focus: focus, since: now, cause: .trigger, trigger: trigger)
        }
        let last = agenda.switches.last
        var best: (window: Schedule.Window, plan: Plan)?
        let today = rules.day(at: now)
        for plan in plans {
            for day in Schedule.daysAround {
                guard let window = window(plan, today.adding(day), rules), window.contains(now),
                    last.map({ window.start > $0.since }) ?? true
                else { continue }
                if best.map({ window.wins(over: $0.window) }) ?? true { best = (window, plan) }
            }
        }
        if let best {
            return Activation(
                focus: best.plan.focus, since: now, cause: .schedule,
                schedule: best.plan.schedule.name, until: best.window.end)
        }
        guard let last, let focus = last.focus else { return nil }
        var outcome = Activation(
            focus: focus, since: now, cause: .manual, until: last.end.moment,
            machine: last.machine)
        if case .session = last.end { outcome.endsWithSession = true }
        return outcome
    }

    /// Returns the active Focus and its cause as ``outcome(at:_:)`` does, with the time of the next
    /// change of the active Focus as its end. The end of a window is no end if another schedule of
    /// the same Focus continues.
    package func lastingOutcome(at now: Timestamp, _ rules: some LocalTimeRules) -> Activation? {
        guard var outcome = outcome(at: now, rules) else { return nil }
        if outcome.until != nil {
            outcome.until = forecast(from: now, limit: 1, rules).first?.time
        }
        return outcome
    }

    /// Returns true if a Focus was active until a moment that has passed, also if it ended then.
    func isOn(_ focus: FocusID, until moment: Timestamp, _ rules: some LocalTimeRules) -> Bool {
        outcome(at: moment.adding(-1), rules)?.focus == focus
    }

    /// The trigger that began last, unless the user acted after its beginning.
    private var topTrigger: (Trigger, FocusID)? {
        guard let last = activeTriggers.last, last.switchesBefore == switches.count,
            let focus = focus(of: last.trigger)
        else { return nil }
        return (last.trigger, focus)
    }

    /// Returns the next moment at which the outcome can change; nil if there is none.
    package func nextChange(after now: Timestamp, _ rules: some LocalTimeRules) -> Timestamp? {
        // A window that begins later always wins. Otherwise the outcome changes at its own end, at
        // the end of a trigger's grace, or when the last switch ends although it does not decide:
        // - It keeps a trigger off. During a call the user turns Work on for an hour, and a
        //   schedule begins within that hour; at the end of the hour, the trigger of the call
        //   decides again.
        // - It is an *off* with an end, from another machine; no Focus is on until that end.
        var agenda = self
        agenda.advance(to: now)
        let ends = [
            outcome(at: now, rules)?.until, agenda.switches.last?.end.moment,
            agenda.fading.values.min(),
        ]
        var next = ends.compactMap(\.self).min()
        let today = rules.day(at: now)
        for plan in plans {
            for day in -1...searchedDays {
                guard let window = window(plan, today.adding(day), rules),
                    window.start > now
                else { continue }
                next = min(next ?? window.start, window.start)
                break
            }
        }
        return next
    }

    /// Returns the window of a schedule that begins on a day, unless the user skips the window.
    private func window(
        _ plan: Plan, _ day: CalendarDay, _ rules: some LocalTimeRules
    ) -> Schedule.Window? {
        skips.isEmpty || !isSkipped(plan, day) ? Schedule.Window(plan.schedule, day, rules) : nil
    }
}

extension Schedule.Window {
    /// True if this window began later or, with the other, ends earlier: the longer one follows.
    fileprivate func wins(over other: Schedule.Window) -> Bool {
        start == other.start ? end < other.end : start > other.start
    }
}
