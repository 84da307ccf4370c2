// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

/// The user's switches, triggers and the clock.
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
    func end(_ end: ActivationEnd) throws(ErrorReply) -> Agenda.End {
        let now = Timestamp.now
        switch end {
        case .never: return .never
        case .withSession: return .session(session)
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

    /// Records the triggers of a source that hold now. All other triggers of the source do not
    /// hold.
    func see(_ present: Set<Trigger>, of source: Trigger.Source) {
        if change({ $0.see(present, of: source, at: .now, clock.rules, into: &$1) }) { endBatch() }
    }

    /// Adapts the agenda to a change of the system clock by `step` milliseconds.
    func clockWasSet(by step: Int64) {
        log.notice("the clock was set by \(step / 1_000) s")
        change { $0.clockWasSet(by: step, into: &$1) }
    }

    /// Performs the changes that are due, and sets the clock for the next one.
    func followAgenda() {
        _ = change { $0.advance(to: .now, clock.rules, into: &$1) }
    }

    /// The Focus that the active one covers until its end.
    var covered: Agenda.Change? { state.agenda.covered(at: .now, clock.rules) }

    /// Returns the changes that schedules and timed ends will cause.
    func upcoming(limit: Int) -> [Agenda.Change] {
        state.agenda.forecast(from: .now, limit: limit, clock.rules)
    }
}
