// SPDX-License-Identifier: Apache-2.0

import LinkCore
import SeededRandom
import Testing

/// A message on the way to a machine or to the broker.
enum WireMessage: Hashable {
    case change(owner: MachineID, Change, sent: Int64, isLive: Bool)
    /// An empty message, which ends what the broker retains.
    case empty(owner: MachineID)
    case presence(
        owner: MachineID, isOnline: Bool, asks: Int64?, answers: ClockQuestion?, sent: Int64)
    /// Everything retained has been sent.
    case readAll

    /// The message as the broker retains it.
    var retained: WireMessage {
        switch self {
        case .change(let owner, let change, let sent, _):
            .change(owner: owner, change, sent: sent, isLive: false)
        case .presence(let owner, let isOnline, _, _, let sent):
            .presence(owner: owner, isOnline: isOnline, asks: nil, answers: nil, sent: sent)
        case .empty, .readAll: self
        }
    }
}

/// A machine with its focusd, its link and its connection.
struct LinkMachine {
    let id: MachineID
    let role: LinkRole
    /// Lead of the machine's clock over the true time.
    var lead: Int64
    var agreement: Agreement
    var stored = Agreement.Memory()
    var isConnected = false
    /// True if a message was lost, so that the connection will break.
    var isBroken = false
    var toBroker: [WireMessage] = []
    var fromBroker: [WireMessage] = []
    /// Events from focusd to the link, in order.
    var fromFocusd: [LinkEvent] = []
    /// Calls of the link to focusd, in order.
    var calls: [(change: Change, after: Int64?)] = []
    var waits = false
    /// The time at which the link wants to be woken, by the machine's clock.
    var alarm: Int64?
    // focusd.
    var switches: [SharedSwitch] = []
    var action: LocalAction?
    /// The Focus of the active shared trigger.
    var trigger: SharedSwitch?
    /// Number of the switches that were made before the trigger began.
    var switchesBefore = 0
    /// The Focus of the trigger, unless a switch covers it.
    var shared: SharedSwitch? { switchesBefore == switches.count ? trigger : nil }

    init(_ number: Int, role: LinkRole, lead: Int64) {
        id = MachineID(bits: UInt64(number) + 1)
        self.role = role
        self.lead = lead
        agreement = Agreement(machine: id, role: role)
    }

    /// Ends the switches whose time is over. They come back from no clock.
    mutating func endSwitches(at now: Int64) -> Bool {
        let before = switches.count
        for index in switches.indices.reversed() where switches[index].until ?? .max <= now {
            switches.remove(at: index)
            if switchesBefore > index { switchesBefore -= 1 }
        }
        return switches.count < before
    }

    mutating func tell() {
        fromFocusd.append(.local(LocalState(action: action, switches: switches, shared: shared)))
    }
}

/// Machines, a broker that retains messages, and everything that can happen between them.
struct LinkWorld {
    var random: SeededGenerator
    var machines: [LinkMachine]
    var time: Int64 = 1_800_000_000_000
    var retainedChanges: [MachineID: WireMessage] = [:]
    var retainedPresences: [MachineID: WireMessage] = [:]
    var isBrokerUp = true
    /// The last switch that a user of a sending machine made, and its machine.
    var lastSwitch: SharedSwitch?
    var switchCount = 0
    var stamps: Set<Stamp> = []
    var publications = 0
    var follows = 0

    init(seed: UInt64, machines count: Int, clocksAreWrong: Bool, allRoles: Bool) {
        random = SeededGenerator(seed: seed)
        machines = []
        for number in 0..<count {
            let lead = clocksAreWrong ? Int64(random.below(24 * 3_600_000)) - 12 * 3_600_000 : 0
            // The first two take part fully: somebody must agree.
            let role = allRoles && number > 1 ? LinkRole(rawValue: UInt8(random.below(4))) : .both
            machines.append(LinkMachine(number, role: role, lead: lead))
        }
    }

    mutating func handle(_ event: LinkEvent, _ place: Int) {
        var effects: [LinkEffect] = []
        machines[place].agreement.handle(
            event, at: time + machines[place].lead, into: &effects)
        for effect in effects { perform(effect, place) }
    }

    private mutating func perform(_ effect: LinkEffect, _ place: Int) {
        let sent = time + machines[place].lead
        let id = machines[place].id
        switch effect {
        case .store(let memory): machines[place].stored = memory
        case .publish(let change):
            publications += 1
            stamps.insert(change.stamp)
            guard machines[place].isConnected else { return }
            machines[place].toBroker.append(
                .change(owner: id, change, sent: sent, isLive: true))
        case .emptyTopic:
            guard machines[place].isConnected else { return }
            machines[place].toBroker.append(.empty(owner: id))
        case .publishPresence(let asks, let answers):
            guard machines[place].isConnected else { return }
            machines[place].toBroker.append(
                .presence(
                    owner: id, isOnline: true, asks: asks, answers: answers, sent: sent))
        case .read: machines[place].tell()
        case .wait: machines[place].waits = true
        case .wake(let time): machines[place].alarm = time
        case .fetch: if machines[place].isConnected { sendRetained(place) }
        case .follow(let change, let after):
            follows += 1
            machines[place].calls.append((change, after))
        }
    }

    // MARK: The broker

    mutating func connect(_ place: Int) {
        guard isBrokerUp, !machines[place].isConnected else { return }
        machines[place].isConnected = true
        machines[place].isBroken = false
        sendRetained(place)
        machines[place].fromBroker.append(.readAll)
        handle(.connected, place)
    }

    private mutating func sendRetained(_ place: Int) {
        let kept =
            retainedPresences.sorted { $0.key < $1.key }.map(\.value)
            + retainedChanges.sorted { $0.key < $1.key }.map(\.value)
        machines[place].fromBroker += kept.map(\.retained)
    }

    mutating func disconnect(_ place: Int) {
        guard machines[place].isConnected else { return }
        machines[place].isConnected = false
        machines[place].toBroker = []
        machines[place].fromBroker = []
        machines[place].waits = false
        if isBrokerUp {
            pass(
                .presence(
                    owner: machines[place].id, isOnline: false, asks: nil, answers: nil,
                    sent: time))
        }
        handle(.disconnected, place)
    }

    /// Retains a message and passes it on to all connected machines.
    private mutating func pass(_ message: WireMessage) {
        switch message {
        case .change(let owner, _, _, _): retainedChanges[owner] = message
        case .empty(let owner): retainedChanges[owner] = nil
        case .presence(let owner, _, _, _, _): retainedPresences[owner] = message
        case .readAll: return
        }
        for place in machines.indices where machines[place].isConnected {
            machines[place].fromBroker.append(message)
        }
    }

    mutating func restartBroker(keeping isPersistent: Bool) {
        isBrokerUp = false
        for place in machines.indices { disconnect(place) }
        if !isPersistent {
            retainedChanges = [:]
            retainedPresences = [:]
        }
        isBrokerUp = true
    }

    /// Takes one message from a queue, perhaps not the first, perhaps leaving a copy.
    private mutating func take(
        _ queue: WritableKeyPath<LinkMachine, [WireMessage]>, _ place: Int
    ) -> WireMessage? {
        let count = machines[place][keyPath: queue].count
        guard count > 0 else { return nil }
        let index = random.below(4) == 0 ? random.below(count) : 0
        let message = machines[place][keyPath: queue][index]
        // The message that ends the list of retained messages stays behind them.
        if case .readAll = message, index > 0 { return nil }
        if random.below(16) != 0 { machines[place][keyPath: queue].remove(at: index) }
        return message
    }

    mutating func toBroker(_ place: Int) {
        guard let message = take(\.toBroker, place) else { return }
        pass(message)
        if case .change(_, let change, _, _) = message, random.below(8) != 0 {
            handle(.acknowledged(change.stamp), place)
        }
    }

    mutating func fromBroker(_ place: Int) {
        guard let message = take(\.fromBroker, place) else { return }
        switch message {
        case .readAll:
            machines[place].fromBroker.removeAll { $0 == .readAll }
            handle(.readAll, place)
        case .change(let owner, let change, let sent, let isLive):
            if owner == machines[place].id {
                handle(.echoed(change), place)
            } else {
                handle(
                    .heard(
                        change, clock: isLive ? sent : nil,
                        isPassedOn: change.stamp.machine != owner), place)
            }
        case .empty(let owner): if owner != machines[place].id { handle(.emptied, place) }
        case .presence(let owner, let isOnline, let asks, let answers, let sent):
            let id = machines[place].id
            guard owner != id else { return }
            let peer = Peer(name: owner.rawValue, isOnline: isOnline, role: .both)
            let answer = answers.flatMap { question in
                question.machine == id ? ClockAnswer(asked: question.asked, clock: sent) : nil
            }
            handle(.peer(owner, peer, answer), place)
            if let asks { handle(.asked(ClockQuestion(machine: owner, asked: asks)), place) }
        }
    }

    // MARK: focusd

    /// The user switches on a machine.
    mutating func userSwitches(_ place: Int, isTimed: Bool = false) {
        let now = time + machines[place].lead
        switchCount += 1
        let focus = random.below(4) == 0 && !isTimed ? nil : "focus-\(switchCount)"
        var new = SharedSwitch(focus: focus.map { SharedFocus(id: $0, name: $0) }, since: now)
        if isTimed {
            new.until = now + Int64(random.below(12 * 3_600_000)) + 1
        } else {
            machines[place].switches = []
            machines[place].switchesBefore = 0
        }
        // The user's action covers a trigger that began before it.
        machines[place].switches.append(new)
        let last = machines[place].action?.time ?? 0
        machines[place].action = LocalAction(time: max(now, last + 1), isOurs: false)
        machines[place].tell()
        if machines[place].role.contains(.sends) { lastSwitch = new }
    }

    /// A trigger with `Share=true` begins or ends on a machine.
    mutating func triggerChanges(_ place: Int) {
        if machines[place].trigger != nil {
            machines[place].trigger = nil
        } else {
            switchCount += 2
            let focus = SharedFocus(id: "trigger-\(switchCount)", name: "trigger")
            machines[place].trigger = SharedSwitch(
                focus: focus, since: time + machines[place].lead)
            machines[place].switchesBefore = machines[place].switches.count
        }
        machines[place].tell()
    }

    /// Lets time pass: switches end, and the links whose time has come wake up.
    mutating func pass(_ milliseconds: Int64) {
        time += milliseconds
        for place in machines.indices {
            let now = time + machines[place].lead
            if machines[place].endSwitches(at: now) { machines[place].tell() }
            guard let alarm = machines[place].alarm, alarm <= now else { continue }
            machines[place].alarm = nil
            handle(.woke, place)
        }
    }

    /// The clock of a machine is set to the true time.
    mutating func setClock(_ place: Int) {
        let step = -machines[place].lead
        machines[place].lead = 0
        handle(.clockSet(by: step), place)
    }

    /// focusd performs the next call of the link.
    mutating func focusdWorks(_ place: Int) {
        guard !machines[place].calls.isEmpty else { return }
        let (change, after) = machines[place].calls.removeFirst()
        guard machines[place].action?.time == after else {
            machines[place].fromFocusd.append(.followFailed(change.stamp, .changedMeanwhile))
            return machines[place].tell()
        }
        // focusd knows nothing of other machines' triggers.
        machines[place].switches = change.switches.map {
            SharedSwitch(focus: $0.focus, since: $0.since, until: $0.until)
        }
        machines[place].switchesBefore = 0
        _ = machines[place].endSwitches(at: time + machines[place].lead)
        let last = machines[place].action?.time ?? 0
        let action = max(time + machines[place].lead, last + 1)
        machines[place].action = LocalAction(time: action, isOurs: true)
        machines[place].fromFocusd.append(.followed(change.stamp, action: action))
        machines[place].tell()
    }

    mutating func fromFocusd(_ place: Int) {
        guard !machines[place].fromFocusd.isEmpty else { return }
        // A reading consists of several calls. The answer to a later call can overtake it.
        let events = machines[place].fromFocusd.prefix(2)
        if case .local = events[0], case .followed? = events.dropFirst().first, random.below(2) == 0
        {
            machines[place].fromFocusd.swapAt(0, 1)
        }
        handle(machines[place].fromFocusd.removeFirst(), place)
    }

    /// The link ends without a word, and starts again with what it had stored.
    mutating func restartLink(_ place: Int) {
        disconnect(place)
        let machine = machines[place]
        machines[place].agreement = Agreement(
            machine: machine.id, role: machine.role, memory: machine.stored)
        machines[place].fromFocusd = []
        machines[place].calls = []
        machines[place].alarm = nil
        machines[place].tell()
    }
}
