// SPDX-License-Identifier: Apache-2.0
import Glibc

extension Evaluation {
    /// Calls a built-in function. A nil argument makes the result nil, except that statistics skip
    /// nil elements.
    mutating func call(
        _ function: PredicateFunction, _ arguments: [PredicateValue]
    ) throws(PredicateEvaluationError) -> PredicateValue {
        switch function {
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev:
            return try statistic(function, of: arguments)
        case .random:
            return .integer(Int64.random(in: 0...Int64(Int32.max)))
        case .now:
            return .date(subject.now)
        default:
            break
        }
        for argument in arguments {
            if case .null = argument { return .null }
        }
        switch function {
        case .uppercase, .lowercase, .canonical, .length:
            return try textFunction(function, of: arguments[0])
        case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift, .onesComplement,
            .modulus, .randomn:
            return try wholeFunction(function, of: arguments)
        default:
            return try realFunction(function, of: try number(arguments[0], for: function.rawValue))
        }
    }

    // MARK: Statistics

    private mutating func statistic(
        _ function: PredicateFunction, of arguments: [PredicateValue]
    ) throws(PredicateEvaluationError) -> PredicateValue {
        var elements = arguments
        if arguments.count == 1 {
            switch arguments[0] {
            case .array(let members): elements = members
            case .dictionary(let entries): elements = Array(entries.values)
            default: break
            }
        }
        // Sorting needs several comparisons for each element.
        try meter.charge(elements.count * 4)
        elements.removeAll { if case .null = $0 { true } else { false } }
        switch function {
        case .count: return .integer(Int64(elements.count))
        case .min: return try extreme(of: elements, .less)
        case .max: return try extreme(of: elements, .greater)
        case .mode: return try mode(of: elements)
        default: break
        }
        var numbers: [Number] = []
        for element in elements { numbers.append(try number(element, for: function.rawValue)) }
        var sum = Number.whole(0)
        for number in numbers { sum = try sum.applying(.add, number) }
        if function == .sum { return sum.value }
        guard !numbers.isEmpty else { return .null }
        let count = Double(numbers.count)
        let mean = sum.double / count
        switch function {
        case .median:
            let sorted = numbers.map(\.double).sorted()
            let middle = sorted.count / 2
            return .double(
                sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2)
        case .stddev:
            let squares = numbers.reduce(0) { $0 + ($1.double - mean) * ($1.double - mean) }
            return .double((squares / count).squareRoot())
        default:
            return .double(mean)
        }
    }

    /// Returns the first or last element of numbers, of strings, or of dates; nil without elements.
    private mutating func extreme(
        of elements: [PredicateValue], _ symbol: ComparisonOperator
    ) throws(PredicateEvaluationError) -> PredicateValue {
        guard var result = elements.first else { return .null }
        for element in elements.dropFirst() where try compare(element, symbol, result, .none) {
            result = element
        }
        return result
    }

    /// Returns the most frequent elements, in order of appearance.
    private mutating func mode(
        of elements: [PredicateValue]
    ) throws(PredicateEvaluationError) -> PredicateValue {
        try meter.chargeReading(elements)
        var counts: [ObjectKey: Int] = [:]
        for element in elements { counts[ObjectKey(element), default: 0] += 1 }
        let highest = counts.values.max() ?? 0
        return .array(
            elements.filter { counts.removeValue(forKey: ObjectKey($0)) == highest })
    }

    // MARK: One value

    private mutating func textFunction(
        _ function: PredicateFunction, of argument: PredicateValue
    ) throws(PredicateEvaluationError) -> PredicateValue {
        if function == .length, let elements = argument.elements {
            return .integer(Int64(elements.count))
        }
        guard case .string(let text) = argument else {
            throw PredicateEvaluationError(
                "\(function.rawValue) needs a string, not \(argument.kindName)")
        }
        try meter.chargeReading(text, decomposes: true)
        return switch function {
        case .uppercase: .string(folded.uppercased(text))
        case .lowercase: .string(folded.lowercased(text))
        case .canonical: .string(folded.string(of: text, .all))
        default: .integer(Int64(text.utf16.count))
        }
    }

    /// Calls a function of whole numbers. A floating-point number with a whole value counts as
    /// whole.
    private func wholeFunction(
        _ function: PredicateFunction, of arguments: [PredicateValue]
    ) throws(PredicateEvaluationError) -> PredicateValue {
        let name = function.rawValue
        let left = try number(arguments[0], for: name)
        let right = arguments.count > 1 ? try number(arguments[1], for: name) : .whole(0)
        guard let first = left.whole, let second = right.whole else {
            if function == .modulus { return .double(fmod(left.double, right.double)) }
            throw PredicateEvaluationError("\(name) needs whole numbers")
        }
        switch function {
        case .bitwiseAnd: return .integer(first & second)
        case .bitwiseOr: return .integer(first | second)
        case .bitwiseXor: return .integer(first ^ second)
        case .onesComplement: return .integer(~first)
        // Swift's shifts accept any distance: a too large one gives 0 or the sign, a negative one
        // shifts the other way.
        case .leftShift: return .integer(first << second)
        case .rightShift: return .integer(first >> second)
        case .modulus:
            if second == 0 { throw PredicateEvaluationError("division by zero") }
            return .integer(first.remainderReportingOverflow(dividingBy: second).partialValue)
        default:
            guard first > 0 else {
                throw PredicateEvaluationError("\(name) needs a positive number")
            }
            return .integer(Int64.random(in: 0..<first))
        }
    }

    private func realFunction(
        _ function: PredicateFunction, of number: Number
    ) throws(PredicateEvaluationError) -> PredicateValue {
        switch (function, number) {
        case (.floor, .whole), (.ceiling, .whole), (.trunc, .whole): return number.value
        case (.abs, _): return (number.isLess(than: .whole(0)) ? number.negated : number).value
        default: break
        }
        let operand = number.double
        return switch function {
        case .sqrt: .double(operand.squareRoot())
        case .log: .double(log10(operand))
        case .ln: .double(Glibc.log(operand))
        case .exp: .double(Glibc.exp(operand))
        case .floor: .double(operand.rounded(.down))
        case .ceiling: .double(operand.rounded(.up))
        default: .double(operand.rounded(.towardZero))
        }
    }

    // MARK: Casts

    /// Performs `CAST`. Throws for a value that cannot be converted; nil stays nil.
    mutating func cast(
        _ value: PredicateValue, to type: CastType
    ) throws(PredicateEvaluationError) -> PredicateValue {
        try meter.chargeReading(value)
        switch (type, value) {
        case (_, .null), (.string, .string), (.date, .date): return value
        case (.number, .date(let seconds)): return .double(seconds)
        case (.number, .string(let text)):
            if let whole = Int64(text) { return .integer(whole) }
            if let real = Double(text) { return .double(real) }
        case (.date, _):
            if let number = value.number { return .date(number.double) }
        case (.number, _):
            if let number = value.number { return number.value }
        case (.string, _):
            switch value.number {
            case .whole(let number)?: return .string("\(number)")
            case .real(let number)?: return .string("\(number)")
            case nil: break
            }
        }
        throw PredicateEvaluationError(
            "CAST cannot make \(type.rawValue) of \(value.kindName)")
    }
}

extension Number {
    /// The number as a whole number; nil if it is not whole or too large.
    fileprivate var whole: Int64? {
        switch self {
        case .whole(let number): number
        case .real(let number): Int64(exactly: number)
        }
    }
}
