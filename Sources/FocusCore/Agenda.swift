// SPDX-License-Identifier: Apache-2.0

// Which Focus is on, and why (DESIGN §5).
//
// What can turn a Focus on are the user's own switches, triggers (an app runs, the screen is shared)
// and the windows of the schedules. Of those in force the one that began last wins; when it ends,
// the one that began before it and is still in force takes over. So a schedule that begins later
// takes the place of a Focus that was turned on by hand, one that was inside its window already
// does not, and afterwards the Focus of before comes back.
//
// Triggers and schedules alike give way to what the user did after they had begun. Among themselves
// the trigger always goes before the schedule: what is on the screen must not be in everybody's
// sight because it struck nine meanwhile.
//
// A switch with an end (for an hour, until six) lies on top of what was before it, which comes back
// at that end. One without an end forgets all before it. Turning off is such a switch, to nothing:
// what had begun by then stays off, until its window or trigger ends and a new one begins.
//
// What triggers hold outlives focusd with the switches, as long as the login session is the same:
// one that still holds when focusd is back has not begun anew.
//
// A window begins when the clock first shows its beginning on its day, or a later time, and ends
// in the same way: a time that comes twice counts the first time, one that is skipped counts at the
// skip. A window of which nothing is left by that does not come.

/// The user's switches, triggers and the schedules, and which Focus is on at a moment by them.
package struct Agenda: Hashable, Sendable {
    /// When a Focus that was turned on by hand ends by itself.
    package enum End: Hashable, Sendable {
        case never
        /// When the clock says so.
        case at(Timestamp)
        /// After some time; this is what the clock will say then, if nobody sets it.
        case after(Timestamp)
        /// With the login session of that name.
        case session(String)

        var moment: Timestamp? {
            switch self {
            case .at(let moment), .after(let moment): moment
            case .never, .session: nil
            }
        }
    }

    /// What the user did: turned a Focus on, or (nil) whatever was on off.
    package struct Switch: Hashable, Sendable {
        package var focus: FocusID?
        package var since: Timestamp
        package var end: End

        package init(focus: FocusID?, since: Timestamp, end: End) {
            self.focus = focus
            self.since = since
            self.end = end
        }
    }

    /// A Focus that is on.
    package struct Outcome: Hashable, Sendable {
        package var focus: FocusID
        package var cause: Activation.Cause
        /// The schedule's name.
        package var schedule: String?
        /// What it is on with.
        package var trigger: Trigger?
        /// When it ends, unless something else comes before; nil where no clock says so.
        package var until: Timestamp?
        /// Whether it ends with the login session.
        package var endsWithSession: Bool

        package init(
            focus: FocusID, cause: Activation.Cause, schedule: String? = nil,
            trigger: Trigger? = nil, until: Timestamp? = nil, endsWithSession: Bool = false
        ) {
            self.focus = focus
            self.cause = cause
            self.schedule = schedule
            self.trigger = trigger
            self.until = until
            self.endsWithSession = endsWithSession
        }
    }

    /// Oldest first; the last is in force, those before it all have an end after them or none.
    package internal(set) var switches: [Switch] = []
    /// The triggers that hold, those that began first first.
    var holdings: [Holding] = []
    /// The login session in which the triggers began.
    var session = ""
    private var plans: [Plan] = []
    /// The Focus of each trigger; of several Focuses the first by id.
    private var answers: [Trigger: FocusID] = [:]

    /// Schedules of all Focuses together.
    var scheduleCount: Int { plans.count }

    /// A trigger that holds.
    struct Holding: Hashable {
        let trigger: Trigger
        /// How many of the switches were there when it began: those after them are newer.
        var below: Int
    }

    /// One schedule of one Focus.
    struct Plan: Hashable {
        let focus: FocusID
        let schedule: Schedule
    }

    package init() {}

    // MARK: What happens

    /// These are all Focuses that there are, with their schedules and triggers.
    package mutating func setFocuses(_ focuses: some Sequence<Focus>) {
        var ids: Set<FocusID> = []
        plans = []
        answers = [:]
        for focus in focuses {
            ids.insert(focus.id)
            plans += focus.schedules.map { Plan(focus: focus.id, schedule: $0) }
            for trigger in focus.triggers {
                answers[trigger] = min(answers[trigger] ?? focus.id, focus.id)
            }
        }
        holdings.removeAll { answers[$0.trigger] == nil }
        plans.sort {
            ($0.focus.rawValue, $0.schedule.name) < ($1.focus.rawValue, $1.schedule.name)
        }
        removeSwitches { item in item.focus.map { !ids.contains($0) } ?? false }
    }

    /// The triggers that some Focus is on with.
    package var triggers: Set<Trigger> { Set(answers.keys) }

    /// Of a source's triggers these hold now, and no others.
    package mutating func see(_ present: Set<Trigger>, of source: Trigger.Source) {
        holdings.removeAll { $0.trigger.source == source && !present.contains($0.trigger) }
        let known = Set(holdings.map(\.trigger))
        for trigger in present.sorted()
        where trigger.source == source && !known.contains(trigger) && answers[trigger] != nil {
            holdings.append(Holding(trigger: trigger, below: switches.count))
        }
    }

    /// The user turns a Focus on.
    package mutating func turnOn(_ focus: FocusID, until end: End, at now: Timestamp) {
        advance(to: now)
        if end == .never {
            removeSwitches { _ in true }
        } else {
            // Given an end anew, it is still what was before it that comes back.
            while switches.last?.focus == focus { removeSwitch(at: switches.count - 1) }
            if switches.count >= Limits.switches {
                removeSwitch(at: switches.first?.end == .never ? 1 : 0)
            }
        }
        switches.append(Switch(focus: focus, since: now, end: end))
    }

    /// The user turns off whatever is on.
    package mutating func turnOff(at now: Timestamp) {
        removeSwitches { _ in true }
        switches = [Switch(focus: nil, since: now, end: .never)]
    }

    /// What was above the switch stays above what is below it.
    private mutating func removeSwitch(at index: Int) {
        switches.remove(at: index)
        for place in holdings.indices where holdings[place].below > index {
            holdings[place].below -= 1
        }
    }

    private mutating func removeSwitches(where isOver: (Switch) -> Bool) {
        for index in switches.indices.reversed() where isOver(switches[index]) {
            removeSwitch(at: index)
        }
    }

    /// Forgets what has ended by now.
    package mutating func advance(to now: Timestamp) {
        for index in switches.indices where switches[index].since > now {
            // The clock was set back while nobody looked: it happened at the latest just now, and
            // an hour does not last longer than that.
            if case .after(let moment) = switches[index].end {
                let span = switches[index].since.distance(to: moment)
                switches[index].end = .after(now.adding(span))
            }
            switches[index].since = now
        }
        removeSwitches { item in item.end.moment.map { $0 <= now } ?? false }
    }

    /// The clock was set forward by so many milliseconds, or back: what was done was done that much
    /// later by the new time, and an hour still is an hour.
    package mutating func clockWasSet(by step: Int64) {
        for index in switches.indices {
            switches[index].since = switches[index].since.adding(step)
            if case .after(let moment) = switches[index].end {
                switches[index].end = .after(moment.adding(step))
            }
        }
    }

    /// The login session is that one; what was to end with another has ended, and what triggers
    /// held in another.
    package mutating func enter(session: String) {
        removeSwitches { item in
            if case .session(let name) = item.end { name != session } else { false }
        }
        if session != self.session { holdings = [] }
        self.session = session
    }

    // MARK: What follows from it

    /// The Focus that is on.
    package func outcome(at now: Timestamp, _ rules: some LocalTimeRules) -> Outcome? {
        var agenda = self
        agenda.advance(to: now)
        if let (trigger, focus) = agenda.topTrigger {
            return Outcome(focus: focus, cause: .trigger, trigger: trigger)
        }
        let last = agenda.switches.last
        var best: Window?
        let today = rules.day(at: now)
        for plan in plans {
            // A window is hardly longer than a day, and days that are skipped or come twice (a move
            // over the date line) make one more of either.
            for day in -2...1 {
                guard let window = Window(plan, today.adding(Int64(day)), rules),
                    window.start <= now, now < window.end,
                    last.map({ window.start > $0.since }) ?? true
                else { continue }
                if best.map(window.wins) ?? true { best = window }
            }
        }
        if let best {
            return Outcome(
                focus: best.plan.focus, cause: .schedule, schedule: best.plan.schedule.name,
                until: best.end)
        }
        guard let last, let focus = last.focus else { return nil }
        var outcome = Outcome(focus: focus, cause: .manual, until: last.end.moment)
        if case .session = last.end { outcome.endsWithSession = true }
        return outcome
    }

    /// The trigger that began last, unless the user did something after that.
    private var topTrigger: (Trigger, FocusID)? {
        guard let last = holdings.last, last.below == switches.count,
            let focus = answers[last.trigger]
        else { return nil }
        return (last.trigger, focus)
    }

    /// The next moment at which the outcome may be another one; nil where none is in sight.
    package func nextChange(after now: Timestamp, _ rules: some LocalTimeRules) -> Timestamp? {
        // Of what the clock begins the later always wins, and nothing else ends what is on but its
        // own end, and that of a switch which keeps a trigger down. To have been turned off can have
        // an end, too: that of a switch before it.
        var agenda = self
        agenda.advance(to: now)
        let ends = [outcome(at: now, rules)?.until, agenda.switches.last?.end.moment]
        var next = ends.compactMap(\.self).min()
        let today = rules.day(at: now)
        for plan in plans {
            // A week ahead, and a day for each that is skipped or comes twice.
            for day in -1...9 {
                guard let window = Window(plan, today.adding(Int64(day)), rules),
                    window.start > now
                else { continue }
                next = min(next ?? window.start, window.start)
                break
            }
        }
        return next
    }
}

/// One time that a schedule comes.
private struct Window {
    let plan: Agenda.Plan
    let start: Timestamp
    let end: Timestamp

    /// nil where the schedule does not begin on that day, or nothing is left of it.
    init?(_ plan: Agenda.Plan, _ day: CalendarDay, _ rules: some LocalTimeRules) {
        let schedule = plan.schedule
        guard schedule.days.contains(day.weekday) else { return nil }
        self.plan = plan
        start = rules.moment(day, schedule.from)
        let isOvernight = schedule.to <= schedule.from
        end = rules.moment(isOvernight ? day.adding(1) : day, schedule.to)
        guard start < end else { return nil }
    }

    /// Whether it goes before another: it began later or, of two that began together, ends earlier,
    /// so that the longer one follows it.
    func wins(over other: Window) -> Bool {
        start == other.start ? end < other.end : start > other.start
    }
}
