// SPDX-License-Identifier: Apache-2.0

import LinkCore

/// One machine's agreement, step by step.
struct Desk {
    static let hour: Int64 = 3_600_000
    var now: Int64 = 1_800_000_000_000
    var agreement: Agreement
    let other = MachineID(bits: 2)

    init(role: LinkRole = .both, memory: Agreement.Memory = .init()) {
        agreement = Agreement(machine: MachineID(bits: 1), role: role, memory: memory)
    }

    mutating func take(_ event: LinkEvent) -> [LinkEffect] {
        var effects: [LinkEffect] = []
        agreement.handle(event, at: now, into: &effects)
        return effects.filter { if case .store = $0 { false } else { true } }
    }

    /// A reading of focusd after the user's switch.
    mutating func userSwitches(_ focus: String?, until: Int64? = nil) -> [LinkEffect] {
        let new = SharedSwitch(focus: focus.map(Self.focus), since: now, until: until)
        return take(
            .local(
                LocalState(action: LocalAction(time: now, isOurs: false), switches: [new])))
    }

    mutating func join() -> [LinkEffect] {
        take(.connected) + take(.readAll)
    }

    /// A switch of this machine's schedule or trigger, as the other machines get it.
    func shared(_ item: SharedSwitch, until: Int64? = nil) -> SharedSwitch {
        SharedSwitch(
            focus: item.focus, since: item.since, until: until ?? item.until,
            machine: agreement.machine)
    }

    static func focus(_ id: String) -> SharedFocus { SharedFocus(id: id, name: id) }

    /// A change of the other machine.
    func change(_ focus: String?, at time: Int64, until: Int64? = nil) -> Change {
        Self.change(of: other, focus, at: time, until: until)
    }

    /// A change that this machine made earlier.
    func ownChange(_ focus: String?, at time: Int64) -> Change {
        Self.change(of: agreement.machine, focus, at: time, until: nil)
    }

    private static func change(
        of machine: MachineID, _ focus: String?, at time: Int64, until: Int64?
    ) -> Change {
        Change(
            stamp: Stamp(time: time, count: 0, machine: machine),
            switches: [SharedSwitch(focus: focus.map(Self.focus), since: time, until: until)])
    }
}

extension [LinkEffect] {
    var published: [Change] {
        compactMap { if case .publish(let change) = $0 { change } else { nil } }
    }

    /// The time of the last alarm that was set.
    var alarm: Int64? {
        compactMap { if case .wake(let time) = $0 { time } else { nil } }.last
    }

    var followed: [Change] {
        compactMap { if case .follow(let change, _) = $0 { change } else { nil } }
    }
}
