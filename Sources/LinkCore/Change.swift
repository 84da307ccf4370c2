// SPDX-License-Identifier: Apache-2.0

/// A Focus as machines name it to each other. Another machine looks for the id, then for the name.
package struct SharedFocus: Hashable, Sendable {
    package var id: String
    package var name: String

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// An action of the user that is in force: a Focus turned on, or (nil) the Focus turned off; or a
/// Focus that a schedule or trigger with `Share=true` has turned on.
package struct SharedSwitch: Hashable, Sendable {
    package var focus: SharedFocus?
    /// Milliseconds since 1970.
    package var since: Int64
    /// Milliseconds since 1970; nil if no clock ends the switch.
    package var until: Int64?
    /// The machine whose schedule or trigger turned the Focus on; nil for an action of the user.
    package var machine: MachineID?

    package init(
        focus: SharedFocus?, since: Int64, until: Int64? = nil, machine: MachineID? = nil
    ) {
        self.focus = focus
        self.since = since
        self.until = until
        self.machine = machine
    }

    func isInForce(at now: Int64) -> Bool { until.map { $0 > now } ?? true }

    /// The same switch by a clock that shows `milliseconds` more.
    func shifted(by milliseconds: Int64) -> SharedSwitch {
        SharedSwitch(
            focus: focus, since: since.adding(milliseconds), until: until?.adding(milliseconds),
            machine: machine)
    }
}

extension Int64 {
    /// The sum; the nearest number where the sum is too large.
    func adding(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }
}

/// The state of the user's switches after one of them, on the machine of the stamp.
///
/// The whole state, and not the one switch: a machine that was away needs the Focus that comes back
/// when a timed Focus ends, too.
package struct Change: Hashable, Sendable {
    package var stamp: Stamp
    /// The switches in force, oldest first. The last decides. Empty: there never was one.
    package var switches: [SharedSwitch]
    /// The name of the machine.
    package var name: String

    package init(stamp: Stamp, switches: [SharedSwitch], name: String = "") {
        self.stamp = stamp
        self.switches = switches
        self.name = name
    }

    /// The Focus that the change turns on; nil if it turns the Focus off.
    package var focus: SharedFocus? { switches.last?.focus }

    /// The same change by a clock that shows `milliseconds` more. The stamp stays: it is the
    /// change's identity.
    func shifted(by milliseconds: Int64) -> Change {
        guard milliseconds.magnitude >= LinkLimits.clockShift.magnitude else { return self }
        return Change(
            stamp: stamp, switches: switches.map { $0.shifted(by: milliseconds) }, name: name)
    }

    /// The change without the switches that have ended by `now`.
    func inForce(at now: Int64) -> Change {
        Change(stamp: stamp, switches: switches.filter { $0.isInForce(at: now) }, name: name)
    }
}

/// The part that a machine takes in the link.
package struct LinkRole: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The machine tells the others about the user's switches.
    package static let sends = LinkRole(rawValue: 1)
    /// The machine does what the user switched on others.
    package static let follows = LinkRole(rawValue: 2)
    package static let both: LinkRole = [.sends, .follows]
}

/// Another machine, as far as it is known.
package struct Peer: Hashable, Sendable {
    package var name: String
    package var isOnline: Bool
    package var role: LinkRole

    package init(name: String, isOnline: Bool, role: LinkRole) {
        self.name = name
        self.isOnline = isOnline
        self.role = role
    }
}
