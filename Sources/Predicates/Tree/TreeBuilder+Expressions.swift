// SPDX-License-Identifier: Apache-2.0

extension TreeBuilder {
    private func checked(
        _ content: PredicateExpression, nesting: Int
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        guard nesting <= PredicateLimits.maximumNesting else { throw tooDeep }
        return Nested(content: content, nesting: nesting)
    }

    private func nesting(ofOperand operand: Nested<PredicateExpression>) -> Int {
        operand.nesting + (operand.content.isOperation ? 1 : 0)
    }

    func binary(
        _ symbol: BinaryOperator, _ left: Nested<PredicateExpression>,
        _ right: Nested<PredicateExpression>
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        try checked(
            .binary(symbol, left.content, right.content),
            nesting: max(nesting(ofOperand: left), nesting(ofOperand: right)))
    }

    /// Returns the negated expression. For a number this is a number, because `-1` prints no sign
    /// of its own.
    func negation(
        _ operand: Nested<PredicateExpression>
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        switch operand.content {
        case .literal(.integer(let value)):
            let (negative, overflow) = Int64(0).subtractingReportingOverflow(value)
            return try literal(overflow ? .double(-Double(value)) : .integer(negative))
        case .literal(.double(let value)):
            return try literal(.double(-value))
        default:
            // Counts as nested even without brackets, so that the depth bounds a run of signs.
            return try checked(.negation(operand.content), nesting: operand.nesting + 1)
        }
    }

    /// Returns `{…}`: one array literal if every element is constant.
    func aggregate(
        _ elements: [Nested<PredicateExpression>]
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        let nesting = elements.reduce(0) { max($0, $1.nesting) } + 1
        var values: [PredicateValue] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard case .literal(let value) = element.content else {
                return try checked(.aggregate(elements.map(\.content)), nesting: nesting)
            }
            values.append(value)
        }
        return try checked(.literal(.array(values)), nesting: nesting)
    }

    func function(
        _ function: PredicateFunction, _ arguments: [Nested<PredicateExpression>]
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        guard function.arity.contains(arguments.count) else {
            let least = function.arity.lowerBound
            let wanted = function.arity.upperBound == .max ? "at least \(least)" : "\(least)"
            throw PredicateSyntaxError(
                "\(function.rawValue) takes \(wanted) arguments, not \(arguments.count)",
                at: offset)
        }
        return try checked(
            .function(function, arguments.map(\.content)),
            nesting: arguments.reduce(0) { max($0, $1.nesting) } + 1)
    }

    /// Returns `base[selector]`. A constant string as selector is a key.
    func element(
        of base: Nested<PredicateExpression>, at index: Nested<PredicateExpression>
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        if case .literal(.string(let key)) = index.content { return try member(of: base, key) }
        return try checked(
            .element(base.content, .at(index.content)),
            nesting: max(base.nesting, index.nesting) + 1)
    }

    /// Returns `base[FIRST]`, `base[LAST]` or `base[SIZE]`.
    func element(
        of base: Nested<PredicateExpression>, selector: ElementSelector
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        try checked(.element(base.content, selector), nesting: base.nesting + 1)
    }

    func subquery(
        _ collection: Nested<PredicateExpression>, variable name: String,
        _ predicate: Nested<PredicateNode>
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        _ = try variable(name)
        return try checked(
            .subquery(collection.content, variable: name, predicate.content),
            nesting: max(collection.nesting, predicate.nesting) + 1)
    }

    func ternary(
        _ condition: Nested<PredicateNode>, _ then: Nested<PredicateExpression>,
        _ otherwise: Nested<PredicateExpression>
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        try checked(
            .ternary(condition.content, then.content, otherwise.content),
            nesting: max(condition.nesting, then.nesting, otherwise.nesting) + 1)
    }

    /// Returns `CAST(value, type)`. A constant number cast to a date becomes a constant date.
    func cast(
        _ value: Nested<PredicateExpression>, to type: CastType
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        switch (type, value.content) {
        case (.date, .literal(.integer(let seconds))):
            return try literal(.date(Double(seconds)))
        case (.date, .literal(.double(let seconds))):
            return try literal(.date(seconds))
        default:
            return try checked(.cast(value.content, type), nesting: value.nesting + 1)
        }
    }
}
