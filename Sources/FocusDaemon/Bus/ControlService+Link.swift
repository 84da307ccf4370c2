// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

// The calls of `focus-link`.
extension ControlService {
    var switchList: SwitchList {
        let state = engine.state
        var list = SwitchList()
        list.switches = state.agenda.switches.map(SwitchWire.init)
        list.action = state.agenda.lastAction
        if let activation = state.activation, let focus = state.focuses[activation.focus],
            focus.shares(activation)
        {
            list.shared = SwitchWire(
                focus: activation.focus, since: activation.since, until: activation.until)
        } else {
            list.hasLocalTrigger = state.activation?.trigger != nil
        }
        return list
    }

    /// Takes over the switches of another machine.
    /// - Returns: The time of this action.
    func follow(
        _ items: [SwitchWire], machine: String, after: Int64
    ) throws(ErrorReply) -> Value {
        guard engine.state.agenda.lastAction?.time.rawValue ?? 0 == after else {
            throw ErrorReply(
                WireError.changedMeanwhile, "the user turned a Focus on or off meanwhile")
        }
        var switches: [Agenda.Switch] = []
        for (place, item) in items.enumerated() {
            let focus = item.focus.flatMap { focus in
                engine.state.focus(named: focus.rawValue)
                    ?? item.name.flatMap { engine.state.focus(named: $0) }
            }
            if let wanted = item.focus, focus == nil {
                guard place == items.count - 1 else { continue }
                throw ErrorReply(
                    WireError.unknownFocus,
                    "there is no Focus \"\(item.name ?? wanted.rawValue)\"")
            }
            switches.append(
                Agenda.Switch(
                    focus: focus?.id, since: item.since,
                    end: item.until.map(Agenda.End.at) ?? .never, machine: machine))
        }
        engine.follow(switches)
        return .int64(engine.state.agenda.lastAction?.time.rawValue ?? 0)
    }
}

extension Focus {
    /// Returns true if the user's other machines turn the Focus on with this one: a schedule with
    /// `Share=true`, or a trigger of a Focus with `Share=true`. The hold of a client stays here.
    fileprivate func shares(_ activation: Activation) -> Bool {
        if let name = activation.schedule {
            return schedules.contains { $0.name == name && $0.isShared }
        }
        guard let trigger = activation.trigger, sharesTriggers else { return false }
        return trigger.source != .holds
    }
}
