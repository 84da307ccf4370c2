// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A number of either kind, with the arithmetic of the language.
///
/// Whole numbers stay whole. A result that does not fit 64 bits is computed as `double` instead,
/// which keeps the order of large numbers and never traps.
enum Number {
    case whole(Int64)
    case real(Double)

    var double: Double {
        switch self {
        case .whole(let number): Double(number)
        case .real(let number): number
        }
    }

    var value: PredicateValue {
        switch self {
        case .whole(let number): .integer(number)
        case .real(let number): .double(number)
        }
    }

    /// Returns true for exactly the same number: 2^53 + 1 differs from its nearest double.
    func isSame(as other: Number) -> Bool {
        switch (self, other) {
        case (.whole(let left), .whole(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.whole(let whole), .real(let real)), (.real(let real), .whole(let whole)):
            Int64(exactly: real) == whole
        }
    }

    /// Returns true if this number is smaller, compared exactly.
    func isLess(than other: Number) -> Bool {
        switch (self, other) {
        case (.whole(let left), .whole(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.whole(let left), .real(let right)):
            // Outside the range of whole numbers every comparison with a double is exact.
            Int64(exactly: right.rounded(.up)).map { left < $0 } ?? (right > 0)
        case (.real(let left), .whole(let right)):
            Int64(exactly: left.rounded(.down)).map { $0 < right } ?? (left < 0)
        }
    }

    var negated: Number {
        switch self {
        case .whole(let number):
            let (result, overflow) = Int64(0).subtractingReportingOverflow(number)
            return overflow ? .real(-Double(number)) : .whole(result)
        case .real(let number):
            return .real(-number)
        }
    }

    /// Returns the sum, difference or product.
    private func combined(
        _ other: Number, whole: (Int64, Int64) -> (Int64, Bool), real: (Double, Double) -> Double
    ) -> Number {
        if case .whole(let left) = self, case .whole(let right) = other {
            let (result, overflow) = whole(left, right)
            if !overflow { return .whole(result) }
        }
        return .real(real(double, other.double))
    }

    /// Returns the result of an operator on numbers. Throws for the operators on collections.
    func applying(
        _ symbol: BinaryOperator, _ other: Number
    ) throws(PredicateEvaluationError) -> Number {
        switch symbol {
        case .add:
            return combined(other, whole: { $0.addingReportingOverflow($1) }, real: +)
        case .subtract:
            return combined(other, whole: { $0.subtractingReportingOverflow($1) }, real: -)
        case .multiply:
            return combined(other, whole: { $0.multipliedReportingOverflow(by: $1) }, real: *)
        case .divide:
            if case .whole(0) = other, case .whole = self {
                throw PredicateEvaluationError("division by zero")
            }
            return combined(other, whole: { $0.dividedReportingOverflow(by: $1) }, real: /)
        case .power:
            return raised(to: other)
        case .union, .intersect, .minus:
            throw PredicateEvaluationError("\(symbol.rawValue) needs collections")
        }
    }

    /// Computes a power by squaring, so that any exponent takes at most 64 rounds.
    private func raised(to exponent: Number) -> Number {
        guard case .whole(let base) = self, case .whole(var rest) = exponent, rest >= 0 else {
            return .real(pow(double, exponent.double))
        }
        var result: Int64 = 1
        var square = base
        while rest > 0 {
            if rest & 1 == 1 {
                let (product, overflow) = result.multipliedReportingOverflow(by: square)
                if overflow { return .real(pow(double, exponent.double)) }
                result = product
            }
            rest >>= 1
            if rest > 0 {
                let (product, overflow) = square.multipliedReportingOverflow(by: square)
                if overflow { return .real(pow(double, exponent.double)) }
                square = product
            }
        }
        return .whole(result)
    }
}

extension PredicateValue {
    /// The value as a number; truth values are 1 and 0. Nil for other kinds.
    var number: Number? {
        switch self {
        case .boolean(let flag): .whole(flag ? 1 : 0)
        case .integer(let number): .whole(number)
        case .double(let number): .real(number)
        default: nil
        }
    }
}
