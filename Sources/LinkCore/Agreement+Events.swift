// SPDX-License-Identifier: Apache-2.0

extension Agreement {
    // MARK: The broker

    mutating func join(_ now: Int64, _ effects: inout [LinkEffect]) {
        phase = .joining
        if mustAsk { lead = nil }
        asked = now
        awaited = []
        hasReadAll = false
        echoed = nil
        ownChangeAhead = nil
        // The retained messages come again, and set both again.
        refused = nil
        hasRefused = false
        published = nil
        for id in peers.keys { peers[id]?.isOnline = false }
        effects.append(.publishPresence(asks: mustAsk ? now : nil, answers: nil))
    }

    mutating func leave() {
        phase = .offline
        for id in peers.keys { peers[id]?.isOnline = false }
    }

    /// True if the clocks of others can change the place of a change of this machine, or of the
    /// next change.
    private var mustAsk: Bool { memory.pending.map { !$0.wasSent } ?? (lead == nil) }

    mutating func readAll(_ now: Int64, _ effects: inout [LinkEffect]) {
        guard phase == .joining, !hasReadAll else { return }
        hasReadAll = true
        // Their clocks tell which clock is wrong.
        let mustJudge = ownChangeAhead != nil && lead == nil
        if memory.pending?.wasSent == false || mustJudge, !awaited.isEmpty {
            effects.append(.wait(LinkLimits.joinWait))
        } else {
            finishJoining(now, &effects)
        }
    }

    /// Sends the change that was made offline, unless another machine has a newer one, or the group
    /// has any and the change is of before the join.
    mutating func finishJoining(_ now: Int64, _ effects: inout [LinkEffect]) {
        phase = .joined
        judgeOwnChange(now, &effects)
        guard var pending = memory.pending else { return keepNewest(&effects) }
        if pending.isEarlier, !pending.wasSent, memory.newest != nil {
            memory.pending = nil
            return keepNewest(&effects)
        }
        if !pending.wasSent, lead != nil {
            let old = pending.change.stamp
            let moved = HybridClock.stamp(
                at: linkTime(pending.made), after: pending.base, machine)
            pending.change.stamp = moved
            clock.observe(moved)
            if memory.followed == old { memory.followed = moved }
        }
        memory.pending = pending
        if memory.newest.map({ $0.stamp < pending.change.stamp }) ?? true {
            send(&effects)
        } else {
            keepNewest(&effects)
        }
    }

    /// Decides about ``Agreement/ownChangeAhead``.
    ///
    /// If neither the changes nor the clocks of the others show that this clock is behind, it was
    /// ahead when the change was made. The others refuse the change now, and would take it for the
    /// newest weeks later. So it leaves the topic.
    private mutating func judgeOwnChange(_ now: Int64, _ effects: inout [LinkEffect]) {
        guard let change = ownChangeAhead, change.stamp.machine == machine else { return }
        if change.stamp.time <= limit(of: change.stamp, now) {
            // A clock that is ahead of this one has answered since: by it, the change is accepted.
            ownChangeAhead = nil
            return hear(change, nil, now)
        }
        let isClockShared = lead.map { abs($0) < LinkLimits.clockShift }
        guard !hasRefused, isClockShared ?? (memory.newest != nil) else { return }
        ownChangeAhead = nil
        if memory.newest == nil, memory.pending == nil { effects.append(.emptyTopic) }
    }

    /// Publishes the newest change again, if this machine has not done so in this connection. A
    /// change on its topic that is too far ahead of its clock may be newer, and stays there.
    mutating func keepNewest(_ effects: inout [LinkEffect]) {
        guard phase == .joined, ownChangeAhead == nil, let newest, newest.stamp != published
        else { return }
        publishNewest(&effects)
    }

    private mutating func publishNewest(_ effects: inout [LinkEffect]) {
        if let pending = memory.pending?.change, pending == newest { return send(&effects) }
        guard let newest = memory.newest else { return }
        published = newest.stamp
        effects.append(.publish(newest))
    }

    /// The time by the fastest clock of the machines that answered.
    func linkTime(_ time: Int64) -> Int64 {
        guard let lead, abs(lead) >= LinkLimits.clockDifference else { return time }
        return time.adding(lead)
    }

    mutating func send(_ effects: inout [LinkEffect]) {
        guard let change = memory.pending?.change else { return }
        memory.pending?.wasSent = true
        published = change.stamp
        effects.append(.publish(change))
    }

    mutating func hear(_ untrusted: Change, _ clock: Int64?, _ now: Int64) {
        guard untrusted.stamp.time <= limit(of: untrusted.stamp, now) else {
            guard untrusted.stamp.machine != machine else { return }
            refused = untrusted.stamp.machine
            hasRefused = true
            return
        }
        if refused == untrusted.stamp.machine { refused = nil }
        self.clock.observe(untrusted.stamp)
        if memory.newest.map({ $0.stamp < untrusted.stamp }) ?? true {
            memory.newest = untrusted
            memory.shift = clock.map { now.adding(-$0) }
        }
    }

    /// Publishes the newest change again if an older one took its place on the own topic: a message
    /// that came late, or twice. Takes up a change that this machine forgot while its clock was far
    /// behind.
    mutating func echo(_ change: Change, _ now: Int64, _ effects: inout [LinkEffect]) {
        hear(change, nil, now)
        // All changes of this machine would be older than one that is ahead of its clock.
        ownChangeAhead = change.stamp.time > limit(of: change.stamp, now) ? change : nil
        guard ownChangeAhead == nil else { return }
        guard let latest = echoed, latest > change.stamp else { return echoed = change.stamp }
        if phase == .joined { publishNewest(&effects) }
    }

    mutating func acknowledge(_ stamp: Stamp) {
        guard let pending = memory.pending, pending.change.stamp == stamp else { return }
        memory.pending = nil
        guard memory.newest.map({ $0.stamp < stamp }) ?? true else { return }
        memory.newest = pending.change
        memory.shift = nil
    }

    mutating func see(
        _ id: MachineID, _ peer: Peer, _ answer: ClockAnswer?, _ now: Int64,
        _ effects: inout [LinkEffect]
    ) {
        guard id != machine else { return }
        if peers[id] == nil, peers.count >= LinkLimits.machines {
            // Without a seal, a stranger could announce machines without end.
            let oldest = heardOf.first { peers[$0]?.isOnline == false } ?? heardOf.first
            if let oldest { forget(oldest) }
        }
        heardOf.removeAll { $0 == id }
        heardOf.append(id)
        peers[id] = peer
        guard phase != .offline else { return }
        let answer = answer.flatMap { $0.asked == asked ? $0 : nil }
        if peer.isOnline, answer == nil {
            if phase == .joining, !hasReadAll { awaited.insert(id) }
        } else {
            awaited.remove(id)
        }
        if let answer {
            // The other clock showed its time at some moment between the question and now.
            let least = answer.clock.adding(-now)
            let most = answer.clock.adding(-min(asked, now))
            let lead = min(max(0, least), most)
            self.lead = max(self.lead ?? lead, lead)
        }
        if phase == .joining, hasReadAll, awaited.isEmpty { finishJoining(now, &effects) }
    }

    /// Forgets a machine that has left the link, or that makes room.
    mutating func forget(_ id: MachineID) {
        peers[id] = nil
        heardOf.removeAll { $0 == id }
        awaited.remove(id)
    }

    // MARK: focusd

    mutating func read(_ state: LocalState?, _ now: Int64, _ effects: inout [LinkEffect]) {
        // A reading from before the change that focusd has just followed. The user's action in it
        // is an old one.
        if let known = local?.action, let action = state?.action, action.time < known.time {
            return effects.append(.read)
        }
        local = state
        awaitsReading = false
        guard let state else { return following = nil }
        isFirstReading = memory.isNewcomer
        memory.isNewcomer = false
        if isFirstReading, memory.newest != nil {
            // A schedule or trigger that decided before the join does not begin now.
            memory.window = state.shared.map { SharedWindow(since: $0.since, until: $0.until) }
        }
        if let action = state.action, action.time != memory.action {
            memory.action = action.time
            if !action.isOurs, !state.isOfSession {
                change(to: state.switches, at: min(action.time, now), &effects)
            }
        }
    }

    /// A switch of the user on this machine, or of its schedule or trigger.
    mutating func change(
        to switches: [SharedSwitch], at time: Int64, _ effects: inout [LinkEffect]
    ) {
        guard role.contains(.sends) else { return }
        if isFirstReading, phase == .joined, memory.newest != nil { return }
        let base = base
        let stamp = HybridClock.stamp(at: linkTime(time), after: base, machine)
        clock.observe(stamp)
        let change = Change(
            stamp: stamp, switches: tagged(switches).suffix(LinkLimits.switches), name: name)
        memory.pending = Pending(
            change: change, made: time, base: base, wasSent: false, isEarlier: isFirstReading)
        isTimeKnown = true
        note(change)
        unknown = nil
        if phase == .joined { send(&effects) }
    }

    /// The latest stamp that the user can have known. While an unsent change is pending, a further
    /// change keeps the base of the first.
    private var base: Stamp? {
        if let pending = memory.pending, !pending.wasSent { return pending.base }
        guard role.contains(.follows) else { return clock.latest }
        return [memory.followed, unknown, memory.pending?.change.stamp].compactMap(\.self).max()
    }
}
