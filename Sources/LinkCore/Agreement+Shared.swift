// SPDX-License-Identifier: Apache-2.0

// Policy. The switch of a schedule or trigger with `Share=true` names its machine in each change,
// also below the switches of others. Where that switch decides in the newest change, its machine
// compares it with focusd: it removes a switch whose trigger no longer decides there, and moves the
// end of a running trigger's switch before it comes. Such an amendment comes directly after the
// change that it amends, so that each later switch of a user wins over it. A switch that is below
// another one stays as it is until it decides again.

extension Agreement {
    /// Sends the schedule or trigger that decides on this machine, each time that it begins to
    /// decide, and again if its end has changed.
    mutating func readShared(
        _ state: LocalState, _ now: Int64, _ effects: inout [LinkEffect]
    ) {
        guard let shared = state.shared else { return endWindow(state, now) }
        // A change that focusd has not done yet may cover the schedule or trigger. The reading
        // after that change tells.
        guard hasFollowed || newest.map({ isRenewal($0, now) }) ?? true else { return }
        let window = SharedWindow(since: shared.since, until: shared.until)
        let before = memory.window
        guard window != before else { return }
        memory.window = window
        if let before {
            // A Focus that goes on with another end changes nothing after a newer change.
            if before.since == window.since, !isOwnShared(now) { return }
        } else if let place = ownPlace(now), let item = newest?.switches[place],
            item.focus?.id == shared.focus?.id, window.until == nil || window.until == item.until
        {
            // The schedule or trigger goes on after a change that covered it.
            return
        }
        var item = shared
        item.machine = machine
        if item.until == nil { item.until = now.adding(LinkLimits.sharedTrigger) }
        change(to: state.switches + [item], at: now, &effects)
    }

    /// Notes that no schedule or trigger decides. A schedule goes on below a trigger or a switch
    /// that stays on this machine.
    private mutating func endWindow(_ state: LocalState, _ now: Int64) {
        if let until = memory.window?.until, until > now,
            state.hasLocalTrigger || state.isOfSession
        {
            return
        }
        memory.window = nil
    }

    // MARK: Amendments

    /// Removes the own switch that decides in the newest change if its schedule or trigger does
    /// not, or gives it a later end. Waits for the connection, which tells if there is a newer
    /// change.
    mutating func amendShared(_ now: Int64, _ effects: inout [LinkEffect]) {
        guard phase == .joined, hasFollowed, var change = newest, let place = ownPlace(now) else {
            return
        }
        if memory.window != nil, role.contains(.sends) {
            guard let renewal, renewal <= now else { return }
            change.switches[place].until = now.adding(LinkLimits.sharedTrigger)
        } else {
            // The other machines end a switch whose time is over by themselves.
            guard change.switches[place].isInForce(at: now) else { return }
            change = change.without(machine)
        }
        let base = change.stamp
        change.stamp = HybridClock.stamp(at: base.time, after: base, machine)
        clock.observe(change.stamp)
        memory.pending = Pending(change: change, made: now, base: base, wasSent: false)
        // focusd itself knows when its schedule or trigger ends.
        note(change)
        send(&effects)
    }

    /// True if the switch that decides in the newest change is one of this machine's schedules and
    /// triggers.
    func isOwnShared(_ now: Int64) -> Bool { ownPlace(now) != nil }

    /// The place of that switch in the newest change, which may have ended for the other machines.
    private func ownPlace(_ now: Int64) -> Int? {
        guard let switches = newest?.switches else { return nil }
        return switches.lastIndex { $0.machine == machine || $0.isInForce(at: now) }.flatMap {
            switches[$0].machine == machine ? $0 : nil
        }
    }

    /// The time at which the switch of a running trigger gets a later end: when half of its time is
    /// over, and when it decides.
    private var renewal: Int64? {
        guard phase == .joined, role.contains(.sends), local?.shared != nil,
            let window = memory.window, window.until == nil, let switches = newest?.switches,
            let place = switches.lastIndex(where: { $0.machine == machine }),
            let until = switches[place].until
        else { return nil }
        let above = switches[(place + 1)...].map(\.until)
        if above.contains(nil) { return nil }
        return above.compactMap(\.self).reduce(until.adding(-LinkLimits.sharedTrigger / 2), max)
    }

    mutating func setAlarm(_ effects: inout [LinkEffect]) {
        guard renewal != alarm else { return }
        alarm = renewal
        effects.append(.wake(at: renewal))
    }

    // MARK: The switches of others

    /// Returns the switches of focusd, which knows nothing of other machines' schedules and
    /// triggers, with the names of those machines.
    func tagged(_ switches: [SharedSwitch]) -> [SharedSwitch] {
        switches.map { item in
            guard item.machine == nil else { return item }
            var item = item
            // focusd moves a beginning in the future, and finds a Focus by its name, too.
            let known = memory.done.first { known in
                known.machine != nil && known.machine != machine && known.until == item.until
                    && (known.focus?.id == item.focus?.id || known.focus?.name == item.focus?.name)
            }
            item.machine = known?.machine
            return item
        }
    }

    /// Returns true for a change that differs from the one that focusd did last by the ends of
    /// other machines' triggers alone.
    func isRenewal(_ change: Change, _ now: Int64) -> Bool {
        func rest(_ switches: [SharedSwitch]) -> [SharedSwitch] {
            switches.filter {
                $0.machine.map { $0 != machine } ?? $0.isInForce(at: now)
            }
        }
        let (old, new) = (rest(memory.done), rest(change.switches))
        guard old.count == new.count, new.contains(where: { $0.machine != nil }) else {
            return false
        }
        return zip(old, new).allSatisfy { old, new in
            guard new.machine != nil else { return old == new }
            return old.machine == new.machine && old.focus?.id == new.focus?.id
                && abs(old.since.adding(-new.since)) < LinkLimits.clockShift
        }
    }

    /// Returns true if a trigger, hold or switch that stays on this machine decides, which a later
    /// end of another machine's trigger does not replace.
    func coversRenewals(_ local: LocalState) -> Bool {
        if local.hasLocalTrigger || local.isOfSession || local.shared != nil { return true }
        return !role.contains(.sends) && local.action?.isOurs == false
    }
}

extension SharedSwitch {
    /// The switch as focusd knows it.
    var untagged: SharedSwitch { SharedSwitch(focus: focus, since: since, until: until) }
}

extension Change {
    /// The change without the schedules and triggers of a machine.
    func without(_ machine: MachineID) -> Change {
        Change(stamp: stamp, switches: switches.filter { $0.machine != machine }, name: name)
    }
}
