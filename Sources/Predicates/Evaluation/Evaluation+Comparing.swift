// SPDX-License-Identifier: Apache-2.0

extension Evaluation {
    /// Returns a string operand, or throws an error that names the operator.
    mutating func string(
        _ value: PredicateValue, for symbol: ComparisonOperator
    ) throws(PredicateEvaluationError) -> String {
        guard case .string(let text) = value else {
            throw PredicateEvaluationError(
                "\(symbol.rawValue) needs strings, not \(value.kindName)")
        }
        try meter.chargeReading(text, decomposes: true)
        return text
    }

    func number(
        _ value: PredicateValue, for name: String
    ) throws(PredicateEvaluationError) -> Number {
        guard let number = value.number else {
            throw PredicateEvaluationError("\(name) needs numbers, not \(value.kindName)")
        }
        return number
    }

    /// Compares two values. With a nil side, every operator except `==` and `!=` is false.
    mutating func compare(
        _ left: PredicateValue, _ symbol: ComparisonOperator, _ right: PredicateValue,
        _ folding: Folding
    ) throws(PredicateEvaluationError) -> Bool {
        switch symbol {
        case .equal: return try areEqual(left, right, folding)
        case .notEqual: return try !areEqual(left, right, folding)
        default: break
        }
        if case .null = left { return false }
        if case .null = right { return false }
        switch symbol {
        case .equal, .notEqual:
            return false
        case .less: return try order(left, right, symbol, folding) { $0 < 0 }
        case .lessOrEqual: return try order(left, right, symbol, folding) { $0 <= 0 }
        case .greater: return try order(left, right, symbol, folding) { $0 > 0 }
        case .greaterOrEqual: return try order(left, right, symbol, folding) { $0 >= 0 }
        case .between: return try isBetween(left, right)
        case .isIn: return try isMember(left, of: right, symbol, folding)
        case .contains: return try isMember(right, of: left, symbol, folding)
        case .beginsWith, .endsWith:
            let text = try string(left, for: symbol)
            let needle = SearchNeedle(try string(right, for: symbol), folding)
            return needle.isFound(in: text, symbol == .beginsWith ? .start : .end, &folded)
        case .like:
            let pattern = LikePattern(try string(right, for: symbol), folding)
            return try pattern.matches(try string(left, for: symbol), &folded, &meter)
        case .matches:
            return try matches(left, right, folding)
        }
    }

    /// Returns true for equal objects: exact and of the same kind, but numbers of all kinds are
    /// comparable.
    mutating func areEqual(
        _ left: PredicateValue, _ right: PredicateValue, _ folding: Folding
    ) throws(PredicateEvaluationError) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)):
            try meter.chargeReading(left, decomposes: !folding.isNone)
            if !folding.isNone { try meter.chargeReading(right, decomposes: true) }
            return folded.areEqual(left, right, folding)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            for index in left.indices {
                try meter.charge(1)
                guard try areEqual(left[index], right[index], .none) else { return false }
            }
            return true
        case (.dictionary(let left), .dictionary(let right)):
            guard left.count == right.count else { return false }
            for (key, value) in left {
                try meter.charge(1)
                guard let other = right[key], try areEqual(value, other, .none) else {
                    return false
                }
            }
            return true
        case (.date(let left), .date(let right)):
            return left == right
        default:
            if let left = left.number, let right = right.number { return left.isSame(as: right) }
            return ObjectKey(left) == ObjectKey(right)
        }
    }

    /// Compares numbers with numbers, strings with strings and dates with dates. For an unordered
    /// value (NaN) all four relations are false.
    private mutating func order(
        _ left: PredicateValue, _ right: PredicateValue, _ symbol: ComparisonOperator,
        _ folding: Folding, _ holds: (Int) -> Bool
    ) throws(PredicateEvaluationError) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)):
            try meter.chargeReading(left, decomposes: !folding.isNone)
            try meter.chargeReading(right, decomposes: !folding.isNone)
            return holds(folded.order(left, right, folding))
        case (.date(let left), .date(let right)):
            return holds(left < right ? -1 : left == right ? 0 : 1)
        default:
            guard let left = left.number, let right = right.number else {
                throw PredicateEvaluationError(
                    "\(symbol.rawValue) cannot order \(left.kindName) and \(right.kindName)")
            }
            if left.isSame(as: right) { return holds(0) }
            if left.isLess(than: right) { return holds(-1) }
            return right.isLess(than: left) && holds(1)
        }
    }

    /// Returns true for a value within two bounds. Both bounds belong to the range and may come in
    /// either order.
    private mutating func isBetween(
        _ value: PredicateValue, _ bounds: PredicateValue
    ) throws(PredicateEvaluationError) -> Bool {
        guard case .array(let bounds) = bounds, bounds.count == 2 else {
            throw PredicateEvaluationError("BETWEEN needs an array of two bounds")
        }
        for bound in bounds {
            if case .null = bound { return false }
        }
        let inOrder = try order(bounds[0], bounds[1], .between, .none) { $0 <= 0 }
        let (low, high) = inOrder ? (bounds[0], bounds[1]) : (bounds[1], bounds[0])
        guard try order(low, value, .between, .none, { $0 <= 0 }) else { return false }
        return try order(value, high, .between, .none) { $0 <= 0 }
    }

    /// Returns true for an element of a collection, or for a part of a string.
    private mutating func isMember(
        _ value: PredicateValue, of whole: PredicateValue, _ symbol: ComparisonOperator,
        _ folding: Folding
    ) throws(PredicateEvaluationError) -> Bool {
        if case .string(let text) = whole {
            guard case .string(let part) = value else {
                throw PredicateEvaluationError(
                    "\(symbol.rawValue) looks for strings in a string, not \(value.kindName)")
            }
            try meter.chargeReading(text, decomposes: true)
            try meter.chargeReading(part, decomposes: true)
            return SearchNeedle(part, folding).isFound(in: text, .anywhere, &folded)
        }
        guard let elements = whole.elements else {
            throw PredicateEvaluationError(
                "\(symbol.rawValue) needs a collection or a string, not \(whole.kindName)")
        }
        for element in elements {
            try meter.charge(1)
            if try areEqual(value, element, folding) { return true }
        }
        return false
    }

    /// Matches a pattern that only the evaluation knows. Compiling it is charged.
    private mutating func matches(
        _ text: PredicateValue, _ pattern: PredicateValue, _ folding: Folding
    ) throws(PredicateEvaluationError) -> Bool {
        let text = try string(text, for: .matches)
        let pattern = try string(pattern, for: .matches)
        try meter.charge(PredicateLimits.patternSteps)
        let expression: RegularExpression
        do {
            expression = try RegularExpression(pattern, folding)
        } catch {
            // RE2 quotes the pattern after a colon. Errors are logged, and this pattern may be the
            // text of a notification.
            let reason = error.reason.prefix { $0 != ":" }
            throw PredicateEvaluationError("MATCHES pattern refused: \(reason)")
        }
        return try expression.matchesWhole(
            folded.string(of: text, folding.withoutCase), &meter)
    }
}
