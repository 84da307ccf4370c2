// SPDX-License-Identifier: Apache-2.0

extension TreeBuilder {
    // A tree from outside may be deeper than the stack. A valid predicate has at most three nodes a
    // level (comparison, expression, selector), so deeper recursion is refused.
    private static let maximumRecursion = 4 * PredicateLimits.maximumNesting

    /// Returns a tree from outside in normal form.
    func normalize(
        _ node: PredicateNode, depth: Int = 0
    ) throws(PredicateSyntaxError) -> Nested<PredicateNode> {
        guard depth <= Self.maximumRecursion else { throw tooDeep }
        switch node {
        case .constant(let value):
            return constant(value)
        case .comparison(let comparison):
            return try self.comparison(
                try normalize(comparison.left, depth: depth + 1), comparison.comparisonOperator,
                try normalize(comparison.right, depth: depth + 1), modifier: comparison.modifier,
                options: comparison.options)
        case .and(let members):
            return try compound(isConjunction: true, try normalize(members, depth: depth + 1))
        case .or(let members):
            return try compound(isConjunction: false, try normalize(members, depth: depth + 1))
        case .not(let member):
            return try not(try normalize(member, depth: depth + 1))
        }
    }

    private func normalize(
        _ nodes: [PredicateNode], depth: Int
    ) throws(PredicateSyntaxError) -> [Nested<PredicateNode>] {
        var result: [Nested<PredicateNode>] = []
        for node in nodes { result.append(try normalize(node, depth: depth)) }
        return result
    }

    private func normalize(
        _ expressions: [PredicateExpression], depth: Int
    ) throws(PredicateSyntaxError) -> [Nested<PredicateExpression>] {
        var result: [Nested<PredicateExpression>] = []
        for expression in expressions { result.append(try normalize(expression, depth: depth)) }
        return result
    }

    private func normalize(
        _ expression: PredicateExpression, depth: Int
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        guard depth <= Self.maximumRecursion else { throw tooDeep }
        let next = depth + 1
        switch expression {
        case .literal(let value):
            return try literal(value)
        case .selfObject:
            return Nested(content: .selfObject, nesting: 0)
        case .keyPath(let path):
            return try member(of: Nested(content: .selfObject, nesting: 0), path)
        case .member(let base, let path):
            return try member(of: try normalize(base, depth: next), path)
        case .variable(let name):
            return try variable(name)
        case .assignment(let name, let value):
            return try assignment(name, try normalize(value, depth: next))
        case .aggregate(let elements):
            return try aggregate(try normalize(elements, depth: next))
        case .binary(let symbol, let left, let right):
            return try binary(
                symbol, try normalize(left, depth: next), try normalize(right, depth: next))
        case .negation(let operand):
            return try negation(try normalize(operand, depth: next))
        case .function(let function, let arguments):
            return try self.function(function, try normalize(arguments, depth: next))
        case .element(let base, .at(let index)):
            return try element(
                of: try normalize(base, depth: next), at: try normalize(index, depth: next))
        case .element(let base, let selector):
            return try element(of: try normalize(base, depth: next), selector: selector)
        case .subquery(let collection, let name, let predicate):
            return try subquery(
                try normalize(collection, depth: next), variable: name,
                try normalize(predicate, depth: next))
        case .ternary(let condition, let then, let otherwise):
            return try ternary(
                try normalize(condition, depth: next), try normalize(then, depth: next),
                try normalize(otherwise, depth: next))
        case .cast(let value, let type):
            return try cast(try normalize(value, depth: next), to: type)
        }
    }
}
