// SPDX-License-Identifier: Apache-2.0

/// Keeps each of many repeated values once, under a small number, while it is in use.
struct Interner<Value: Hashable & Sendable>: Sendable {
    /// The number for no value.
    static var none: UInt32 { 0 }

    private var handles: [Value: UInt32] = [:]
    private var slots: [(value: Value, uses: UInt32)?] = [nil]
    private var free: [UInt32] = []
    /// The number of the last request. The next request is almost always for the same number.
    private var latest = none

    subscript(handle: UInt32) -> Value? {
        slots[Int(handle)]?.value
    }

    /// Returns true if `handle` is the value's number; ``none`` is the number of nil.
    func holds(_ value: Value?, at handle: UInt32) -> Bool {
        guard let value else { return handle == Self.none }
        return slots[Int(handle)]?.value == value
    }

    /// Returns the value's number and counts one more use; ``none`` for nil.
    mutating func retain(_ value: Value?) -> UInt32 {
        guard let value else { return Self.none }
        if slots[Int(latest)]?.value == value {
            slots[Int(latest)]?.uses += 1
            return latest
        }
        latest = find(value)
        return latest
    }

    /// Finds or adds the value in the table, and counts one more use.
    private mutating func find(_ value: Value) -> UInt32 {
        if let handle = handles[value] {
            slots[Int(handle)]?.uses += 1
            return handle
        }
        let handle: UInt32
        if let reused = free.popLast() {
            handle = reused
            slots[Int(handle)] = (value, 1)
        } else {
            handle = UInt32(slots.count)
            slots.append((value, 1))
        }
        handles[value] = handle
        return handle
    }

    /// Returns the value's number for a use that had the number `old` before, if any.
    mutating func retain(_ value: Value?, insteadOf old: UInt32?) -> UInt32 {
        guard let old else { return retain(value) }
        // Avoids a lookup in the table.
        if holds(value, at: old) { return old }
        let new = retain(value)
        release(old)
        return new
    }

    /// Counts one use less; the last one frees the number.
    mutating func release(_ handle: UInt32) {
        guard let slot = slots[Int(handle)] else { return }
        if slot.uses > 1 {
            slots[Int(handle)]?.uses -= 1
        } else {
            handles[slot.value] = nil
            slots[Int(handle)] = nil
            free.append(handle)
        }
    }

    /// Returns the number of a value in use.
    func handle(of value: Value) -> UInt32? {
        handles[value]
    }
}
