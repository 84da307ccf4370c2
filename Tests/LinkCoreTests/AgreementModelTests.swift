// SPDX-License-Identifier: Apache-2.0

import LinkCore
import SeededRandom
import Testing

/// Five machines to which anything happens: all agree once they are connected.
@Suite struct AgreementModelTests {
    static let seeds = 0..<20
    static let runsPerSeed = 100

    @Test(arguments: seeds) func allMachinesAgree(seed: Int) {
        for run in 0..<Self.runsPerSeed {
            let number = UInt64(seed * Self.runsPerSeed + run)
            var world = LinkWorld(
                seed: number, machines: 5, clocksAreWrong: run % 2 == 1, allRoles: run % 4 > 1)
            world.live(steps: 150)
            world.expectRest("seed \(number)")
            world.expectAgreement("seed \(number)", isLastKnown: run % 2 == 0)
        }
    }

    /// Clocks stand weeks behind after a start without a battery, and are set later.
    @Test(arguments: seeds) func allMachinesAgreeOnceTheClocksAreSet(seed: Int) {
        for run in 0..<Self.runsPerSeed {
            let number = UInt64(seed * Self.runsPerSeed + run)
            var world = LinkWorld(
                seed: number, machines: 5, clocksAreWrong: false, allRoles: false)
            world.live(steps: 60)
            for place in world.machines.indices where world.random.below(2) == 0 {
                world.machines[place].lead = -Int64(world.random.below(30 * 24 * 3_600_000))
                world.restartLink(place)
            }
            world.live(steps: world.random.below(40))
            world.expectRest("seed \(number)")
            // Nobody connects or switches after that.
            for place in world.machines.indices { world.setClock(place) }
            world.expectRest("seed \(number)")
            world.expectAgreement("seed \(number)", isLastKnown: false)
        }
    }

    /// Triggers are shared, too: when all have ended, all machines agree, and none has a Focus of a
    /// trigger.
    @Test(arguments: seeds) func allMachinesAgreeAfterTriggers(seed: Int) {
        for run in 0..<Self.runsPerSeed {
            let number = UInt64(seed * Self.runsPerSeed + run)
            var world = LinkWorld(
                seed: number, machines: 4, clocksAreWrong: false, allRoles: false)
            world.live(steps: 150, withTriggers: true)
            for place in world.machines.indices where world.machines[place].trigger != nil {
                world.triggerChanges(place)
            }
            // Timed switches end one after the other. A trigger below them has ended, too.
            for _ in 0..<3 {
                world.expectRest("seed \(number)")
                world.expectAgreement("seed \(number)", isLastKnown: false)
                let last = world.focus(of: world.machines[0].switches)?.id ?? ""
                #expect(!last.hasPrefix("trigger"), "seed \(number): \(last) has ended")
                world.pass(Int64(world.random.below(6 * 3_600_000)))
            }
        }
    }

    /// A trigger keeps its Focus on everywhere for days, until it ends.
    @Test(arguments: seeds) func aRunningTriggerStaysOnEverywhere(seed: Int) {
        for run in 0..<Self.runsPerSeed / 10 {
            let number = UInt64(seed * Self.runsPerSeed + run)
            var world = LinkWorld(
                seed: number, machines: 4, clocksAreWrong: false, allRoles: false)
            world.live(steps: 150, withTriggers: true)
            for place in world.machines.indices where world.machines[place].trigger != nil {
                world.triggerChanges(place)
            }
            world.expectRest("seed \(number)")
            world.triggerChanges(0)
            let trigger = world.machines[0].trigger?.focus
            for hour in 0..<60 {
                world.expectRest("seed \(number)")
                let focuses = world.machines.map { ($0.shared ?? $0.switches.last)?.focus }
                #expect(Set(focuses) == [trigger], "seed \(number), hour \(hour): \(focuses)")
                if world.random.below(8) == 0 { world.disconnect(world.random.below(4)) }
                world.pass(3_600_000)
            }
            world.expectRest("seed \(number)")
            world.triggerChanges(0)
            world.expectRest("seed \(number)")
            world.expectAgreement("seed \(number)", isLastKnown: false)
            #expect(!world.machines[0].switches.contains { $0.focus == trigger })
        }
    }

    /// Nothing is lost where nothing else happens, and each switch costs one change.
    @Test(arguments: 0..<40) func aSwitchIsOneChange(seed: Int) {
        var world = LinkWorld(
            seed: UInt64(seed), machines: 5, clocksAreWrong: true, allRoles: false)
        world.expectRest("seed \(seed)")
        for _ in 0..<10 {
            world.time += Int64(world.random.below(60_000))
            world.userSwitches(world.random.below(5))
            world.expectRest("seed \(seed)")
        }
        #expect(world.stamps.count == world.switchCount, "seed \(seed)")
        // Four other machines.
        #expect(world.follows == 4 * world.switchCount, "seed \(seed)")
        world.expectAgreement("seed \(seed)", isLastKnown: true)
    }
}

extension LinkWorld {
    /// Lets things happen.
    mutating func live(steps: Int, withTriggers: Bool = false) {
        for place in machines.indices {
            machines[place].tell()
            if random.below(2) == 0 { connect(place) }
        }
        for _ in 0..<steps {
            // More apart than clocks must be to count.
            pass(Int64(random.below(40) == 0 ? random.below(7 * 24 * 3_600_000) : 6_000))
            let place = random.below(machines.count)
            if withTriggers, random.below(12) == 0 { triggerChanges(place) }
            switch random.below(24) {
            case 0..<5: fromBroker(place)
            case 5..<9: toBroker(place)
            case 9..<12: fromFocusd(place)
            case 12..<15: focusdWorks(place)
            case 15, 16:
                userSwitches(place, isTimed: withTriggers && random.below(3) == 0)
            case 17, 18: connect(place)
            case 19: disconnect(place)
            case 20: lose(place)
            case 21: if random.below(4) == 0 { restartLink(place) }
            case 22: if random.below(8) == 0 { restartBroker(keeping: random.below(2) == 0) }
            default: if machines[place].waits { wait(place) }
            }
        }
    }

    mutating func wait(_ place: Int) {
        machines[place].waits = false
        handle(.waited, place)
    }

    /// Loses a message. A connection that loses messages breaks, sooner or later.
    private mutating func lose(_ place: Int) {
        if !machines[place].toBroker.isEmpty {
            machines[place].toBroker.removeFirst()
            machines[place].isBroken = true
        }
        if !machines[place].fromBroker.isEmpty {
            machines[place].fromBroker.removeFirst()
            machines[place].isBroken = true
        }
    }

    /// Connects all machines and lets all messages arrive, in any order.
    /// - Returns: False if the machines do not come to rest.
    mutating func heal() -> Bool {
        for place in machines.indices {
            if machines[place].isBroken { disconnect(place) }
            if !machines[place].isConnected { machines[place].tell() }
            while !machines[place].fromFocusd.isEmpty { fromFocusd(place) }
        }
        for place in machines.indices { connect(place) }
        for _ in 0..<20_000 {
            let busy = machines.indices.filter { machines[$0].isBusy }
            if busy.isEmpty { return true }
            time += 1
            work(busy[random.below(busy.count)])
        }
        return false
    }

    /// Connects all machines, and lets them come to rest.
    mutating func expectRest(_ seed: String) {
        let isQuiet = heal()
        #expect(isQuiet, "\(seed): the machines do not come to rest")
    }

    /// Does something of what waits at a machine.
    private mutating func work(_ place: Int) {
        let machine = machines[place]
        let choice = random.below(5)
        for offset in 0..<5 {
            switch (choice + offset) % 5 {
            case 0 where !machine.toBroker.isEmpty: return toBroker(place)
            case 1 where !machine.fromBroker.isEmpty: return fromBroker(place)
            case 2 where !machine.fromFocusd.isEmpty: return fromFocusd(place)
            case 3 where !machine.calls.isEmpty: return focusdWorks(place)
            case 4 where machine.waits: return wait(place)
            default: continue
            }
        }
    }

    /// The Focus of the last switch in force.
    func focus(of switches: [SharedSwitch]) -> SharedFocus? {
        switches.last { $0.until.map { $0 > time } ?? true }?.focus
    }

    /// - Parameter isLastKnown: True if the clocks are right, so that the last switch must win.
    func expectAgreement(_ seed: String, isLastKnown: Bool) {
        let stamps = Set(machines.map { $0.agreement.newest?.stamp })
        #expect(stamps.count == 1, "\(seed): the machines know different changes")
        let followers = machines.filter { $0.role == .both }
        let states = Set(followers.map { focus(of: $0.switches) })
        #expect(states.count == 1, "\(seed): \(followers.map { focus(of: $0.switches)?.id })")
        for machine in followers {
            let newest = machine.agreement.newest?.switches ?? []
            #expect(focus(of: newest) == focus(of: machine.switches), "\(seed)")
        }
        if isLastKnown, let lastSwitch {
            #expect(states.first == .some(lastSwitch.focus), "\(seed): an older switch won")
        }
        // Each switch has a stamp, and a second one if clocks moved it.
        #expect(self.stamps.count <= 2 * switchCount, "\(seed): an echo")
    }
}

extension LinkMachine {
    fileprivate var isBusy: Bool {
        !toBroker.isEmpty || !fromBroker.isEmpty || !fromFocusd.isEmpty || !calls.isEmpty || waits
    }
}
