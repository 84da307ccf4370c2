// SPDX-License-Identifier: Apache-2.0

/// Prepares a tree in normal form for evaluation.
struct Compiler {
    private var patterns: [PatternKey: RegularExpression] = [:]
    private var patternOffsets: ArraySlice<Int>

    private struct PatternKey: Hashable {
        let text: LiteralString
        let folding: Folding
    }

    /// Compiles a tree, and also returns the memory of its different patterns, in bytes. Throws for
    /// errors that only compiling finds: a pattern that RE2 refuses, or too many patterns.
    ///
    /// - Parameter patternOffsets: The offsets of the constant patterns in the text, in tree order.
    static func measured(
        _ tree: PredicateNode, patternOffsets: [Int]
    ) throws(PredicateSyntaxError) -> (predicate: CompiledPredicate, patternMemory: Int) {
        var compiler = Compiler(patternOffsets: patternOffsets[...])
        let predicate = try compiler.compile(tree)
        return (predicate, compiler.patterns.values.reduce(0) { $0 + $1.memory })
    }

    private mutating func compile(
        _ node: PredicateNode
    ) throws(PredicateSyntaxError) -> CompiledPredicate {
        switch node {
        case .constant(let value): return .constant(value)
        case .comparison(let comparison): return try compile(comparison)
        case .and(let members): return .and(try compile(members))
        case .or(let members): return .or(try compile(members))
        case .not(let member): return .not(try compile(member))
        }
    }

    private mutating func compile(
        _ nodes: [PredicateNode]
    ) throws(PredicateSyntaxError) -> [CompiledPredicate] {
        var result: [CompiledPredicate] = []
        result.reserveCapacity(nodes.count)
        for node in nodes { result.append(try compile(node)) }
        return result
    }

    // MARK: Comparisons

    private mutating func compile(
        _ comparison: PredicateComparison
    ) throws(PredicateSyntaxError) -> CompiledPredicate {
        var comparison = comparison
        // `{…} CONTAINS x` is `x IN {…}`, which has a prepared form.
        if comparison.comparisonOperator == .contains, comparison.modifier == .direct,
            case .literal(.array) = comparison.left
        {
            swap(&comparison.left, &comparison.right)
            comparison.comparisonOperator = .isIn
        }
        return .comparison(
            comparison.modifier, try compile(comparison.left), try test(of: comparison))
    }

    private mutating func test(
        of comparison: PredicateComparison
    ) throws(PredicateSyntaxError) -> ComparisonTest {
        let folding = Folding(comparison.options)
        let symbol = comparison.comparisonOperator
        if case .literal(let value) = comparison.right {
            switch (symbol, value) {
            case (.isIn, .array(let members)):
                return .member(LiteralSet(members, folding))
            case (.equal, _), (.notEqual, _):
                return .equal(value, folding, isNegated: symbol == .notEqual)
            case (.contains, .string(let text)):
                let place = comparison.options.contains(.wholeWords) ? .word : SearchPlace.anywhere
                return .search(SearchNeedle(text, folding), place, folding, symbol)
            case (.beginsWith, .string(let text)):
                return .search(SearchNeedle(text, folding), .start, folding, symbol)
            case (.endsWith, .string(let text)):
                return .search(SearchNeedle(text, folding), .end, folding, symbol)
            case (.like, .string(let text)):
                return .like(LikePattern(text, folding))
            case (.matches, .string(let text)):
                return .matches(try pattern(text, folding), folding)
            default:
                break
            }
        }
        return .general(symbol, try compile(comparison.right), folding)
    }

    private mutating func pattern(
        _ text: String, _ folding: Folding
    ) throws(PredicateSyntaxError) -> RegularExpression {
        let offset = patternOffsets.popFirst() ?? 0
        let key = PatternKey(text: LiteralString(string: text), folding: folding)
        if let known = patterns[key] { return known }
        guard patterns.count < PredicateLimits.maximumPatterns else {
            throw PredicateSyntaxError(
                "more than \(PredicateLimits.maximumPatterns) MATCHES patterns", at: offset)
        }
        do {
            let pattern = try RegularExpression(text, folding)
            patterns[key] = pattern
            return pattern
        } catch {
            throw PredicateSyntaxError("MATCHES pattern refused: \(error.reason)", at: offset)
        }
    }

    // MARK: Expressions

    private mutating func compile(
        _ expression: PredicateExpression
    ) throws(PredicateSyntaxError) -> CompiledExpression {
        switch expression {
        case .literal(let value): return .literal(value)
        case .selfObject: return .selfObject
        case .keyPath(let path): return keyPath(path)
        case .member(let base, let path):
            return .member(try compile(base), steps(of: keys(of: path)[...]))
        case .variable(let name): return .variable(name)
        case .assignment(let name, let value): return .assignment(name, try compile(value))
        case .aggregate(let elements): return .aggregate(try compile(elements))
        case .binary(let symbol, let left, let right):
            return .binary(symbol, try compile(left), try compile(right))
        case .negation(let operand): return .negation(try compile(operand))
        case .function(let function, let arguments):
            return .function(function, try compile(arguments))
        case .element(let base, let selector):
            return .element(try compile(base), try compile(selector))
        case .subquery(let collection, let name, let predicate):
            return .subquery(try compile(collection), variable: name, try compile(predicate))
        case .ternary(let condition, let then, let otherwise):
            return .ternary(try compile(condition), try compile(then), try compile(otherwise))
        case .cast(let value, let type): return .cast(try compile(value), type)
        }
    }

    private mutating func compile(
        _ expressions: [PredicateExpression]
    ) throws(PredicateSyntaxError) -> [CompiledExpression] {
        var result: [CompiledExpression] = []
        result.reserveCapacity(expressions.count)
        for expression in expressions { result.append(try compile(expression)) }
        return result
    }

    private mutating func compile(
        _ selector: ElementSelector
    ) throws(PredicateSyntaxError) -> CompiledSelector {
        switch selector {
        case .at(let index): .at(try compile(index))
        case .first: .first
        case .last: .last
        case .size: .size
        }
    }

    /// Returns a key path. The subject provides the value of the keys before the first collection
    /// operator.
    private func keyPath(_ path: String) -> CompiledExpression {
        let keys = keys(of: path)
        let end = keys.firstIndex(where: isCollectionOperator) ?? keys.endIndex
        let rest = steps(of: keys[end...])
        if end == keys.startIndex { return .member(.selfObject, rest) }
        return .keyPath(rest.isEmpty ? path : keys[..<end].joined(separator: "."), rest)
    }

    private func steps(of keys: ArraySlice<String>) -> [PathStep] {
        keys.map { key in
            CollectionOperator(key: key).map { .collectionOperator($0) } ?? .key(key)
        }
    }
}

extension CollectionOperator {
    /// Creates the operator that a key spells with its `@`.
    init?(key: String) {
        guard isCollectionOperator(key) else { return nil }
        self.init(rawValue: String(key.dropFirst()))
    }
}
