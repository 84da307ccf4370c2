// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The object that a predicate is evaluated for.
///
/// The collections of its values may nest at most ``PredicateLimits/maximumNesting`` levels.
public protocol PredicateSubject {
    /// The value of `SELF`.
    var selfValue: PredicateValue { get }

    /// Returns the value of an attribute: ``PredicateValue/null`` for an attribute without a value,
    /// nil for an unknown attribute, which makes the evaluation fail.
    ///
    /// - Parameter keyPath: Keys joined by dots, up to the first collection operator.
    func value(forKeyPath keyPath: String) -> PredicateValue?

    /// The value of `now()`, in seconds since 2001-01-01 00:00:00 UTC.
    var now: Double { get }
}

extension PredicateSubject {
    /// The time of the system's clock.
    public var now: Double { secondsSinceReferenceDate() }
}

/// A string is its own `SELF` and has only the attribute `length`.
extension String: PredicateSubject {
    /// The string.
    public var selfValue: PredicateValue { .string(self) }

    /// Returns `length` in UTF-16 units; nil for every other key.
    public func value(forKeyPath keyPath: String) -> PredicateValue? {
        keyPath == "length" ? .integer(Int64(utf16.count)) : nil
    }
}

/// A value is its own `SELF`. The keys of a dictionary are its attributes.
extension PredicateValue: PredicateSubject {
    /// The value.
    public var selfValue: PredicateValue { self }

    /// Follows the keys as key-value coding does. An array is asked element by element. A key that
    /// a dictionary lacks is `nil`, and so is any key of `nil`.
    public func value(forKeyPath keyPath: String) -> PredicateValue? {
        var result = self
        for key in keys(of: keyPath) {
            guard let next = result.value(forKey: key) else { return nil }
            result = next
        }
        return result
    }

    /// Performs one step of key-value coding. Returns nil for a key that the kind of value does not
    /// have.
    func value(forKey key: String) -> PredicateValue? {
        switch self {
        case .null: return .null
        case .dictionary(let entries): return entries[key] ?? .null
        case .string(let text):
            return key == "length" ? .integer(Int64(text.utf16.count)) : nil
        case .array(let elements):
            var result: [PredicateValue] = []
            result.reserveCapacity(elements.count)
            for element in elements {
                guard let value = element.value(forKey: key) else { return nil }
                result.append(value)
            }
            return .array(result)
        case .boolean, .integer, .double, .date: return nil
        }
    }
}

/// 2001-01-01 00:00:00 UTC in Unix time, where Apple's dates start.
private let referenceDate = 978_307_200.0

/// Returns the system clock's time in the unit of ``PredicateValue/date(_:)``.
func secondsSinceReferenceDate() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) - referenceDate + Double(time.tv_nsec) / 1_000_000_000
}
