// SPDX-License-Identifier: Apache-2.0

/// The random id of a machine: 16 hexadecimal digits in lower case.
package struct MachineID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// Returns nil unless the text is such an id.
    package init?(_ untrusted: some StringProtocol) {
        guard untrusted.utf8.count == 16, untrusted.utf8.allSatisfy(\.isLowerHexDigit) else {
            return nil
        }
        rawValue = String(untrusted)
    }

    /// Makes the id from random bits.
    package init(bits: UInt64) {
        let digits = String(bits, radix: 16)
        rawValue = String(repeating: "0", count: 16 - digits.count) + digits
    }

    package var description: String { rawValue }

    package static func < (left: MachineID, right: MachineID) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension UInt8 {
    var isLowerHexDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}

/// The place of a change in the order of all changes: a hybrid logical clock's value.
///
/// The time is near the wall clock of the machine, and never before any stamp that the machine
/// knew. The counter orders stamps of one time, and the machine's id orders stamps of two machines
/// that did not know of each other.
package struct Stamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970.
    package let time: Int64
    package let count: UInt32
    package let machine: MachineID

    package init(time: Int64, count: UInt32, machine: MachineID) {
        self.time = time
        self.count = count
        self.machine = machine
    }

    package static func < (left: Stamp, right: Stamp) -> Bool {
        (left.time, left.count, left.machine) < (right.time, right.count, right.machine)
    }
}

/// The hybrid logical clock of a machine.
package struct HybridClock: Hashable, Sendable {
    package let machine: MachineID
    /// The latest stamp that the machine made or saw.
    package private(set) var latest: Stamp?

    /// Returns a stamp after all known stamps, at `time` where possible.
    package mutating func next(at time: Int64) -> Stamp {
        let stamp = Self.stamp(at: time, after: latest, machine)
        latest = stamp
        return stamp
    }

    /// Takes note of a stamp of another machine.
    package mutating func observe(_ stamp: Stamp) {
        if latest.map({ $0 < stamp }) ?? true { latest = stamp }
    }

    /// Forgets stamps far in the future, which the machine made while its wall clock was wrong.
    package mutating func forget(after limit: Int64) {
        if let latest, latest.time > limit { self.latest = nil }
    }

    /// Returns a stamp at `time`, or just after `base` if that is later.
    static func stamp(at time: Int64, after base: Stamp?, _ machine: MachineID) -> Stamp {
        guard let base, base.time >= time else {
            return Stamp(time: time, count: 0, machine: machine)
        }
        guard base.count < .max else {
            return Stamp(time: base.time + 1, count: 0, machine: machine)
        }
        return Stamp(time: base.time, count: base.count + 1, machine: machine)
    }
}
