// SPDX-License-Identifier: Apache-2.0

/// One evaluation of a compiled predicate: the subject, the variables, and the work left.
///
/// Every value from outside first passes ``admit(_:)``. That check bounds the recursion over
/// values, as the parser bounds the recursion over the tree.
struct Evaluation<Subject: PredicateSubject> {
    let subject: Subject
    var variables: [String: PredicateValue]
    var meter = WorkMeter()
    var folded = FoldedTexts()

    // MARK: Predicates

    mutating func isTrue(
        _ predicate: CompiledPredicate
    ) throws(PredicateEvaluationError) -> Bool {
        try meter.charge(1)
        switch predicate {
        case .constant(let value):
            return value
        case .and(let members):
            for member in members where try !isTrue(member) { return false }
            return true
        case .or(let members):
            for member in members where try isTrue(member) { return true }
            return false
        case .not(let member):
            return try !isTrue(member)
        case .comparison(let modifier, let left, let test):
            return try passes(try value(of: left), test, modifier)
        }
    }

    /// Applies a test to a value, or to the elements of a collection.
    ///
    /// For a nil collection both `ANY` and `ALL` are false.
    private mutating func passes(
        _ left: PredicateValue, _ test: ComparisonTest, _ modifier: ComparisonModifier
    ) throws(PredicateEvaluationError) -> Bool {
        // The right side is evaluated once for all elements.
        var right = PredicateValue.null
        if case .general(_, let expression, _) = test { right = try value(of: expression) }
        if case .direct = modifier { return try passes(left, test, right: right) }
        if case .null = left { return false }
        guard let elements = left.elements else {
            throw PredicateEvaluationError(
                "\(modifier == .any ? "ANY" : "ALL") needs a collection, not \(left.kindName)")
        }
        let wanted = modifier == .any
        for element in elements {
            try meter.charge(1)
            if try passes(element, test, right: right) == wanted { return wanted }
        }
        return !wanted
    }

    private mutating func passes(
        _ left: PredicateValue, _ test: ComparisonTest, right: PredicateValue
    ) throws(PredicateEvaluationError) -> Bool {
        switch test {
        case .equal(let constant, let folding, let isNegated):
            return try areEqual(left, constant, folding) != isNegated
        case .general(let symbol, _, let folding):
            return try compare(left, symbol, right, folding)
        default:
            break
        }
        if case .null = left { return false }
        switch test {
        case .member(let set):
            if case .string(let text) = left {
                try meter.chargeReading(text, decomposes: !set.folding.isNone)
            } else {
                try meter.chargeReading(left)
            }
            return set.contains(left, &folded)
        case .search(let needle, let place, let folding, let symbol):
            if symbol == .contains, left.elements != nil {
                return try compare(left, symbol, .string(needle.text), folding)
            }
            let text = try string(left, for: symbol)
            return needle.isFound(in: text, place, &folded)
        case .like(let pattern):
            return try pattern.matches(try string(left, for: .like), &folded, &meter)
        case .matches(let expression, let folding):
            let text = try string(left, for: .matches)
            return try expression.matchesWhole(
                folded.string(of: text, folding.withoutCase), &meter)
        case .equal, .general:
            return false
        }
    }

    // MARK: Values

    mutating func value(
        of expression: CompiledExpression
    ) throws(PredicateEvaluationError) -> PredicateValue {
        try meter.charge(1)
        switch expression {
        case .literal(let value):
            return value
        case .selfObject:
            return try admit(subject.selfValue)
        case .keyPath(let path, let steps):
            guard let value = folded.attribute(path, of: subject) else {
                throw PredicateEvaluationError("unknown key path '\(path.prefix(100))'")
            }
            return try follow(steps[...], from: try admit(value))
        case .member(let base, let steps):
            return try follow(steps[...], from: try value(of: base))
        case .variable(let name):
            guard let value = variables[name] else {
                throw PredicateEvaluationError("no value for $\(name.prefix(100))")
            }
            return value
        case .assignment(let name, let expression):
            let value = try admit(try value(of: expression))
            variables[name] = value
            return value
        case .aggregate(let elements):
            return .array(try values(of: elements))
        case .binary(let symbol, let left, let right):
            return try combine(try value(of: left), symbol, try value(of: right))
        case .negation(let operand):
            let operand = try value(of: operand)
            if case .null = operand { return .null }
            return try number(operand, for: "-").negated.value
        case .function(let function, let arguments):
            return try call(function, try values(of: arguments))
        case .element(let base, let selector):
            return try select(selector, from: try value(of: base))
        case .subquery(let collection, let variable, let predicate):
            return try filter(try value(of: collection), variable, predicate)
        case .ternary(let condition, let then, let otherwise):
            return try value(of: try isTrue(condition) ? then : otherwise)
        case .cast(let operand, let type):
            return try cast(try value(of: operand), to: type)
        }
    }

    private mutating func values(
        of expressions: [CompiledExpression]
    ) throws(PredicateEvaluationError) -> [PredicateValue] {
        var result: [PredicateValue] = []
        result.reserveCapacity(expressions.count)
        for expression in expressions { result.append(try value(of: expression)) }
        return result
    }

    /// Returns the elements for which a predicate is true while a variable stands for them. The
    /// variable hides an outer one of the same name.
    private mutating func filter(
        _ collection: PredicateValue, _ variable: String, _ predicate: CompiledPredicate
    ) throws(PredicateEvaluationError) -> PredicateValue {
        if case .null = collection { return .null }
        guard let elements = collection.elements else {
            throw PredicateEvaluationError(
                "SUBQUERY needs a collection, not \(collection.kindName)")
        }
        let hidden = variables[variable]
        var result: [PredicateValue] = []
        for element in elements {
            variables[variable] = element
            if try isTrue(predicate) { result.append(element) }
        }
        variables[variable] = hidden
        return .array(result)
    }

    /// Checks a value from outside: bounds the nesting of its collections and charges for visiting
    /// them.
    @inline(__always)
    mutating func admit(
        _ value: PredicateValue
    ) throws(PredicateEvaluationError) -> PredicateValue {
        switch value {
        case .array, .dictionary: try checkNesting(of: value, depth: 0)
        default: break
        }
        return value
    }

    private mutating func checkNesting(
        of value: PredicateValue, depth: Int
    ) throws(PredicateEvaluationError) {
        guard depth <= PredicateLimits.maximumNesting else {
            throw PredicateEvaluationError(
                "a value nests more than \(PredicateLimits.maximumNesting) levels deep")
        }
        switch value {
        case .array(let elements):
            try meter.charge(elements.count)
            for element in elements { try checkNesting(of: element, depth: depth + 1) }
        case .dictionary(let entries):
            try meter.charge(entries.count)
            for element in entries.values { try checkNesting(of: element, depth: depth + 1) }
        default:
            break
        }
    }
}
