// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusStore
import FocusWire

extension Engine {
    /// Store key of the user's switches.
    private static let agendaName = "agenda"

    /// Restores the user's switches from the previous run of focusd.
    func restoreAgenda() throws(StoreError) {
        let text = try store.value(Self.agendaName)
        agenda = text.map(Agenda.init(text:)) ?? Agenda(activation)
        agenda.enter(session: session)
    }

    /// Turns a Focus on at the user's request.
    func activate(_ focus: FocusID, until end: Agenda.End = .never) {
        agenda.turnOn(focus, until: end, at: .now)
        storeAgenda()
        followAgenda()
    }

    /// Returns the end of a Focus that is turned on now.
    func end(_ end: ActivationEnd) throws(ControlRefusal) -> Agenda.End {
        let now = Timestamp.now
        switch end {
        case .never: return .never
        case .withSession: return .session(session)
        case .at(let moment):
            guard moment > now else {
                throw ControlRefusal(WireError.invalidArgs, "that moment is over already")
            }
            return .at(moment)
        case .after(let milliseconds):
            guard milliseconds > 0 else {
                throw ControlRefusal(WireError.invalidArgs, "no time is left for it to be on")
            }
            return .after(now.adding(milliseconds))
        }
    }

    /// Turns the active Focus off.
    func deactivate() {
        guard activation != nil else { return }
        agenda.turnOff(at: .now)
        storeAgenda()
        followAgenda()
    }

    /// Records the triggers of a source that hold now. All other triggers of the source do not
    /// hold.
    func see(_ present: Set<Trigger>, of source: Trigger.Source) {
        let before = agenda
        agenda.see(present, of: source)
        guard agenda != before else { return }
        storeAgenda()
        followAgenda()
        endBatch()
    }

    /// Adapts the agenda to a change of the system clock by `step` milliseconds.
    func clockWasSet(by step: Int64) {
        log.notice("the clock was set by \(step / 1_000) s")
        agenda.clockWasSet(by: step)
        storeAgenda()
    }

    /// Performs the changes that are due, and sets the clock for the next one.
    /// - Returns: true if the active Focus changed.
    @discardableResult
    func followAgenda() -> Bool {
        let now = Timestamp.now
        let rules = clock.rules
        let before = agenda.switches
        agenda.advance(to: now)
        if agenda.switches != before { storeAgenda() }
        let outcome = agenda.outcome(at: now, rules)
        let isChanged = outcome?.focus != activation?.focus
        let activation = outcome.map { outcome in
            let since = isChanged ? nil : self.activation?.since
            return Activation(outcome, since: since ?? now)
        }
        if isChanged {
            change(to: activation)
        } else if activation != self.activation {
            self.activation = activation
            attempt { try store.setActivation(activation) }
            observer?.activationChanged()
        }
        let moments = [
            agenda.nextChange(after: now, rules), followDeliveryTimes(at: now, rules),
        ]
        clock.sleep(until: moments.compactMap(\.self).min())
        return isChanged
    }

    /// Returns the changes that schedules and timed ends will cause.
    func upcoming(limit: Int) -> [Agenda.Change] {
        agenda.forecast(from: .now, limit: limit, clock.rules)
    }

    func storeAgenda() {
        attempt { try rewriteAgenda() }
    }

    func rewriteAgenda() throws {
        try store.setValue(Self.agendaName, agenda.text)
    }
}

extension Activation {
    fileprivate init(_ outcome: Agenda.Outcome, since: Timestamp) {
        self.init(
            focus: outcome.focus, since: since, cause: outcome.cause, schedule: outcome.schedule,
            trigger: outcome.trigger, until: outcome.until, endsWithSession: outcome.endsWithSession
        )
    }
}
