// SPDX-License-Identifier: Apache-2.0

/// The valid values of a parameter of type Int or Double, from a minimum to a maximum.
package struct ParameterRange: Hashable, Sendable {
    /// The least value; nil for no minimum.
    package let lower: ParameterValue?
    /// The greatest value; nil for no maximum.
    package let upper: ParameterValue?

    /// Creates a range; nil without a bound.
    package init?(_ lower: ParameterValue?, _ upper: ParameterValue?) {
        guard lower != nil || upper != nil else { return nil }
        self.lower = lower
        self.upper = upper
    }

    /// Returns true for a number within the range, and for a list of such numbers.
    package func contains(_ value: ParameterValue) -> Bool {
        if case .list(_, let values) = value { return values.allSatisfy(contains) }
        if let lower, !Self.isAscending(lower, value) { return false }
        if let upper, !Self.isAscending(value, upper) { return false }
        return true
    }

    /// The range in words: `1 to 100`, `at least 1`, `at most 100`.
    package var words: String {
        switch (lower, upper) {
        case (let lower?, let upper?): "\(Self.words(lower)) to \(Self.words(upper))"
        case (let lower?, nil): "at least \(Self.words(lower))"
        case (nil, let upper?): "at most \(Self.words(upper))"
        case (nil, nil): "any"
        }
    }

    private static func words(_ value: ParameterValue) -> String {
        guard case .double(let number) = value, let whole = Int64(exactly: number) else {
            return value.plain
        }
        return "\(whole)"
    }

    /// Returns the problem of the range for a parameter of that type; nil for none.
    func flaw(for type: ParameterType) -> String? {
        guard type.kind == .int || type.kind == .double else {
            return "they are for parameters of type Int or Double"
        }
        for bound in [lower, upper].compactMap(\.self) {
            guard bound.isOf(ParameterType(type.kind)) else {
                return "not of type \(type.kind.rawValue)"
            }
            if case .double(let number) = bound, !number.isFinite { return "not a finite number" }
        }
        if let lower, let upper, !Self.isAscending(lower, upper) {
            return "\(lower.plain) is greater than Maximum, \(upper.plain)"
        }
        return nil
    }

    private static func isAscending(_ left: ParameterValue, _ right: ParameterValue) -> Bool {
        switch (left, right) {
        case (.int(let left), .int(let right)): left <= right
        case (.double(let left), .double(let right)): left <= right
        default: false
        }
    }
}

/// The parts of a date that a parameter of type Date uses.
package enum DateParts: String, CaseIterable, Hashable, Sendable {
    case dateTime = "date-time"
    case date
    case time

    /// Returns the reason why a valid date text lacks these parts; nil if it has them.
    func complaint(about text: String) -> String? {
        let hasTime = text.utf8.contains(UInt8(ascii: ":"))
        let hasDay = !hasTime || text.utf8.contains(UInt8(ascii: "T"))
        switch self {
        case .date where !hasDay: return "“\(text)” has no day; a date is expected, as 2026-11-21"
        case .time where !hasTime: return "“\(text)” has no time; a time is expected, as 09:30"
        default: return nil
        }
    }
}

/// The control in a settings window for a number.
package enum NumberControl: String, CaseIterable, Hashable, Sendable {
    /// A button to increase and a button to decrease the number.
    case stepper
    /// A field for typing the number.
    case field
    /// A slider between minimum and maximum.
    case slider
}
