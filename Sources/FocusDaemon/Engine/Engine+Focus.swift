// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire

/// The active Focus: the user's switches, triggers and the clock, and the policy that follows from
/// the active Focus and from the settings.
extension Engine {
    /// Turns a Focus on at the user's request.
    func activate(
        _ focus: FocusID, until end: Agenda.End = .never, from machine: String? = nil
    ) {
        change {
            $0.activate(focus, until: end, from: machine, at: .now, clock.rules, into: &$1)
        }
    }

    /// Takes over the switches of another machine.
    func follow(_ switches: [Agenda.Switch]) {
        change { $0.follow(switches, at: .now, clock.rules, into: &$1) }
    }

    /// Turns the active Focus off.
    func deactivate() {
        change { $0.deactivate(at: .now, clock.rules, into: &$1) }
    }

    /// Returns the end of a Focus that is turned on now.
    func resolvedEnd(of end: ActivationEnd) throws(ErrorReply) -> Agenda.End {
        let now = Timestamp.now
        switch end {
        case .never: return .never
        case .withSession: return .session(state.agenda.session)
        case .at(let moment):
            guard moment > now else {
                throw ErrorReply(WireError.invalidArgs, "that moment is over already")
            }
            return .at(moment)
        case .after(let milliseconds):
            guard milliseconds > 0 else {
                throw ErrorReply(WireError.invalidArgs, "no time is left for it to be on")
            }
            return .after(now.adding(milliseconds))
        }
    }

    /// Sets the active triggers of a source. `present` is the complete set.
    func setActiveTriggers(_ present: Set<Trigger>, of source: Trigger.Source) {
        let isChanged = change {
            $0.setActiveTriggers(present, of: source, at: .now, clock.rules, into: &$1)
        }
        if isChanged { endBatch() }
    }

    /// Ends what the user turned on until the end of an earlier login session.
    func sessionChanged(to session: String) {
        let isChanged = change {
            $0.sessionChanged(to: session, at: .now, clock.rules, into: &$1)
        }
        if isChanged { endBatch() }
    }

    /// Adapts the agenda to a change of the system clock by `step` milliseconds.
    func clockWasSet(by step: Int64) {
        log.notice("the clock was set by \(step / 1_000) s")
        change { $0.clockWasSet(by: step, into: &$1) }
    }

    /// Performs the changes that are due, and sets the clock for the next one.
    func advanceAgenda() {
        _ = change { $0.advance(to: .now, clock.rules, into: &$1) }
    }

    /// The Focus that the active one covers until its end.
    var covered: Agenda.Change? { state.agenda.covered(at: .now, clock.rules) }

    /// Returns the changes that schedules and timed ends will cause.
    func upcoming(limit: Int) -> [Agenda.Change] {
        state.agenda.forecast(from: .now, limit: limit, clock.rules)
    }

    /// Skips a window of a schedule, or lets it occur again.
    ///
    /// - Returns: the window; nil if there is no such window.
    func skip(
        _ focus: FocusID, _ schedule: String, at moment: Timestamp?, isSkipped: Bool
    ) -> Agenda.WindowTimes? {
        change {
            $0.skip(
                focus, schedule, at: moment, isSkipped: isSkipped, now: .now, clock.rules,
                into: &$1)
        }
    }

    // MARK: Settings and policy

    /// Applies settings that were read again.
    func configure(_ settings: SettingsInForce) {
        lists.settings = settings
        let new = resolveLists(of: settings)
        upkeep.retention = settings.configuration.retention
        hooks?.use(settings.configuration.hooks)
        change { $0.configure(new, at: .now, clock.rules, into: &$1) }
        // A file that cannot be read now may be readable later.
        if settings.knowsAllFocuses { filters?.keepContexts(of: Set(new.focuses.keys)) }
        endBatch()
    }

    /// Gives the filters the values of the active Focus, and builds the policy.
    func applyFocus() {
        let focus = state.activation.flatMap { state.focuses[$0.focus] }
        setPolicy(of: focus, filters?.focusChanged(to: focus) ?? [:])
    }

    /// Applies changed filter predicates of apps.
    func setFilters(_ filters: [AppID: [FilterPredicate]]) {
        setPolicy(of: state.policy.focus, filters)
    }

    private func setPolicy(of focus: Focus?, _ filters: [AppID: [FilterPredicate]]) {
        lists.filters = filters
        let policy = makePolicy(focus, filters)
        update { $0.setPolicy(policy) }
    }

    /// Returns the policy of a Focus with the user's configuration.
    func makePolicy(_ focus: Focus?, _ filters: [AppID: [FilterPredicate]]) -> Policy {
        Policy(
            focus: focus, state.configuration.general, filters: filters, aliases: aliases(of:))
    }

    /// Returns other ids that the notifications of an app may have.
    func aliases(of app: AppID) -> [AppID] { desktopFiles.aliases(of: app) }

    /// Returns true if a notification of the app would be delivered now.
    func wouldDeliver(_ app: AppID) -> Bool {
        state.explain(Notification(app: app), by: state.policy, at: .now).verdict == .deliver
    }
}
