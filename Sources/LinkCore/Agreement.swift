// SPDX-License-Identifier: Apache-2.0

// Policy. Each machine keeps the newest change that it knows, by the order of the stamps, and
// publishes it as a retained message on a topic of its own, which no other machine writes. The
// state of the link is the newest of all these messages. So messages may be lost, doubled and
// reordered: after each (re)connection a machine publishes its newest change again, and an older
// change never replaces a newer one. A broker that lost its retained messages gets them back from
// any machine. The topic of one machine may be the only one that has the newest change; so when
// that topic gets an older change, or is emptied, each other machine publishes the newest once.
//
// A change of this machine is *pending* until the broker has acknowledged it. Its stamp has the
// time of the user's action by the clock of this machine, which may be wrong by hours, and comes
// after the change that the user saw. Before a change that was made offline is sent for the first
// time, this machine asks the machines that are online for their clocks and moves the stamp by the
// difference. So of two changes that were made at different times, the later wins, whatever the
// clocks show. A stamp that was sent stays.
//
// A change that a machine sent while its clock was more than a week ahead is refused by the others.
// Once the clock is right, the machine removes that change from its topic. Otherwise all machines
// would accept it weeks later, as the newest. The change stays if the others' changes or clocks
// show that the machine's clock is now behind.
//
// A machine that is new in its group takes over the group's newest change: what the user did on it
// before counts only in a group without a change.
//
// A schedule with `Share=true` is a change with the window's end, and a trigger with `Share=true` a
// change with an end far away, which its machine moves before it comes. Their switches name the
// machine (`SharedSwitch.machine`), also in the changes that others make on top of them. So only
// that machine decides when they end (`Agreement+Shared.swift`).
//
// No echo: focusd says of each switch if this link made it (`LocalAction.isOurs`), and such
// switches are not sent. A switch of the user that reaches focusd before a change of the link is
// newer than that change: focusd then refuses the change, and the user's switch gets a stamp after
// it.

/// The agreement of one machine with the others: events in, effects out.
package struct Agreement: Hashable, Sendable {
    /// The connection with the broker.
    package enum Phase: Hashable, Sendable {
        case offline
        /// Subscribed; what the broker has retained is still arriving, or clocks are awaited.
        case joining
        case joined
    }

    /// The state that must survive a restart of the machine.
    package struct Memory: Hashable, Sendable {
        package var latest: Stamp?
        /// The newest change that the broker knows, as its machine sent it.
        package var newest: Change?
        /// Milliseconds by which this machine's clock is ahead of the clock of the machine that
        /// made ``newest``; nil if unknown.
        package var shift: Int64?
        package var pending: Pending?
        /// The change that focusd has done.
        package var followed: Stamp?
        /// The switches of ``followed``.
        package var done: [SharedSwitch] = []
        /// The last action of focusd that was looked at: its time, which focusd keeps unique.
        package var action: Int64?
        /// The shared schedule or trigger that decides now, as it was sent.
        package var window: SharedWindow?
        /// True until the first reading of focusd after the machine has joined its group.
        package var isNewcomer = false
        package init() {}
    }

    /// The time in which a shared schedule or trigger decides.
    package struct SharedWindow: Hashable, Sendable {
        package var since: Int64
        /// Nil for a trigger, which no clock ends.
        package var until: Int64?

        package init(since: Int64, until: Int64?) {
            self.since = since
            self.until = until
        }
    }

    /// A change of this machine that the broker has not acknowledged.
    package struct Pending: Hashable, Sendable {
        package var change: Change
        /// The time of the user's action by the machine's clock.
        package var made: Int64
        /// The latest stamp that the user can have known when making the change.
        package var base: Stamp?
        /// True if the broker may have passed the change on.
        package var wasSent: Bool
        /// True if the user made the change before the machine joined its group.
        package var isEarlier: Bool

        package init(
            change: Change, made: Int64, base: Stamp?, wasSent: Bool, isEarlier: Bool = false
        ) {
            self.change = change
            self.made = made
            self.base = base
            self.wasSent = wasSent
            self.isEarlier = isEarlier
        }
    }

    package let machine: MachineID
    /// The machine's name for people.
    package let name: String
    package var role: LinkRole
    package internal(set) var clock: HybridClock
    package internal(set) var phase = Phase.offline
    package internal(set) var memory: Memory
    package internal(set) var peers: [MachineID: Peer] = [:]
    /// The machines of ``peers``; the one not heard of for longest comes first.
    var heardOf: [MachineID] = []
    /// The last reading of focusd; nil while focusd is not there.
    package internal(set) var local: LocalState?
    /// True while ``local`` is the first reading after the machine has joined its group.
    var isFirstReading = false
    /// The change that focusd is doing now.
    var following: Change?
    /// True from the end of ``following`` until the next reading of focusd.
    var awaitsReading = false
    /// The change that focusd cannot do, since it has no such Focus.
    package internal(set) var unknown: Stamp?
    /// True if focusd's Focuses have changed since ``following`` began. Its answer that one of them
    /// is unknown may then be out of date.
    var hasNewFocuses = false
    /// True if the pending change was made since the start, by the clock whose steps are known.
    var isTimeKnown = false
    /// The time at which this machine asked for clocks.
    var asked: Int64 = 0
    /// The largest lead of another clock over the own one, as the last answers tell; nil where none
    /// was asked for.
    package internal(set) var lead: Int64?
    /// Machines whose clock is awaited in this join.
    var awaited: Set<MachineID> = []
    /// The newest stamp that came back on the own topic in this connection.
    var echoed: Stamp?
    /// The change on this machine's own topic, if its time is further ahead of this clock than is
    /// accepted.
    var ownChangeAhead: Change?
    /// True if another machine's change was refused for its clock in this connection.
    var hasRefused = false
    /// The change that this machine published last in this connection.
    var published: Stamp?
    /// True once the broker has sent everything that it retains.
    var hasReadAll = false
    /// The time of the last ``LinkEffect/wake(at:)``.
    var alarm: Int64?
    /// The last machine whose change was refused for its clock.
    package internal(set) var refused: MachineID?

    package init(
        machine: MachineID, name: String = "", role: LinkRole, memory: Memory = Memory()
    ) {
        self.machine = machine
        self.name = name
        self.role = role
        self.memory = memory
        clock = HybridClock(machine: machine, latest: memory.latest)
    }

    /// The change in force as far as this machine knows, by this machine's clock.
    package var newest: Change? {
        let known = memory.newest?.shifted(by: memory.shift ?? 0)
        guard let pending = memory.pending?.change else { return known }
        // While offline the user's own last word counts here. Once joined, the order counts.
        if phase != .joined { return pending }
        return known.map { $0.stamp > pending.stamp ? $0 : pending } ?? pending
    }

    /// Takes an event at `now`, in milliseconds since 1970 by the machine's clock.
    package mutating func handle(
        _ event: LinkEvent, at now: Int64, into effects: inout [LinkEffect]
    ) {
        let before = memory
        // Before the times of the earlier clock are judged by the new one.
        if case .clockSet(let step) = event { moveTimes(by: step) }
        forgetImpossible(now)
        switch event {
        case .connected: join(now, &effects)
        case .disconnected: leave()
        case .readAll: readAll(now, &effects)
        case .waited: if phase == .joining, hasReadAll { finishJoining(now, &effects) }
        case .heard(let change, let clock, let isPassedOn):
            // Only the machine of a change shows the clock by which its times are.
            hear(change, isPassedOn ? nil : clock, now)
            // The broker has replaced the earlier change on that topic, perhaps the newest one.
            if clock != nil, let newest, change.stamp < newest.stamp { keepNewest(&effects) }
        case .echoed(let change): echo(change, now, &effects)
        case .emptied: keepNewest(&effects)
        case .acknowledged(let stamp): acknowledge(stamp)
        case .peer(let id, let peer, let answer): see(id, peer, answer, now, &effects)
        case .forgot(let id): forget(id)
        case .asked(let question):
            guard phase != .offline, question.machine != machine else { break }
            effects.append(.publishPresence(asks: nil, answers: question))
        case .local(let state): read(state, now, &effects)
        case .focusesChanged:
            unknown = nil
            hasNewFocuses = true
        case .followed(let stamp, let action): endFollowing(stamp, action)
        case .followFailed(let stamp, let reason): endFollowing(stamp, reason)
        // The end of a trigger's switch moves after every event, see below. A wake before its time,
        // as after the clock was set back, needs another one.
        case .woke: if let alarm, alarm > now { self.alarm = nil }
        case .clockSet:
            // Forgets what a clock that was far behind refused, as after the start of a machine
            // without a battery for its clock.
            refused = nil
            if phase != .offline { effects.append(.fetch) }
        }
        // A change that lost against a newer one has ended.
        if phase == .joined, let pending = memory.pending, let newest = memory.newest,
            newest.stamp >= pending.change.stamp
        {
            memory.pending = nil
        }
        follow(now, &effects)
        if let local, !awaitsReading {
            readShared(local, now, &effects)
            amendShared(now, &effects)
        }
        setAlarm(&effects)
        memory.latest = clock.latest
        // Stored first: no other machine may see what this one could forget.
        if memory != before { effects.insert(.store(memory), at: 0) }
    }

    /// Moves the times of the earlier clock to those of the clock that was set. A change that was
    /// sent keeps its stamp.
    private mutating func moveTimes(by step: Int64) {
        lead = lead?.adding(-step)
        memory.shift = memory.shift?.adding(step)
        guard isTimeKnown, var pending = memory.pending, !pending.wasSent else { return }
        let old = pending.change.stamp
        pending.made = pending.made.adding(step)
        pending.change.stamp = HybridClock.stamp(
            at: linkTime(pending.made), after: pending.base, machine)
        clock.observe(pending.change.stamp)
        memory.pending = pending
        if memory.followed == old { memory.followed = pending.change.stamp }
    }

    /// The latest time of a stamp that is taken. Own stamps may have the time of a clock that is
    /// ahead of the own one.
    func limit(of stamp: Stamp, _ now: Int64) -> Int64 {
        (stamp.machine == machine ? max(now, linkTime(now)) : now).adding(LinkLimits.clockAhead)
    }

    /// Drops stamps that this machine made while its clock was far ahead. Others would refuse them.
    private mutating func forgetImpossible(_ now: Int64) {
        if let latest = clock.latest { clock.forget(after: limit(of: latest, now)) }
        if let stamp = memory.newest?.stamp, stamp.time > limit(of: stamp, now) {
            memory.newest = nil
            memory.shift = nil
        }
        guard var pending = memory.pending,
            pending.change.stamp.time > limit(of: pending.change.stamp, now)
        else { return }
        pending.made = min(pending.made, now)
        isTimeKnown = false
        pending.change.stamp = clock.next(at: now)
        pending.base = nil
        pending.wasSent = false
        memory.pending = pending
        if memory.followed?.machine == machine { memory.followed = pending.change.stamp }
    }
}
