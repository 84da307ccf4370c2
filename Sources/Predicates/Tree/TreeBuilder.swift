// SPDX-License-Identifier: Apache-2.0

/// A part of a tree with the bracket depth of its canonical form, or an upper bound of that depth.
struct Nested<Content> {
    var content: Content
    var nesting: Int
}

/// Builds trees in normal form, for the parser and for trees from outside.
///
/// Every node passes through here. No tree of a ``Predicate`` therefore nests deeper than
/// ``PredicateLimits/maximumNesting``, and printing and parsing a tree gives the same tree:
/// - two spellings of one meaning have one node (`SELF["a"]` and `a`, `{1}` and an array argument);
/// - a node that prints brackets around a part is one level deeper than that part.
struct TreeBuilder {
    /// The position for errors.
    var offset = 0

    private func checked<Content>(
        _ content: Content, nesting: Int
    ) throws(PredicateSyntaxError) -> Nested<Content> {
        guard nesting <= PredicateLimits.maximumNesting else { throw tooDeep }
        return Nested(content: content, nesting: nesting)
    }

    /// The error for too deep nesting.
    var tooDeep: PredicateSyntaxError {
        PredicateSyntaxError(
            "nested more than \(PredicateLimits.maximumNesting) levels deep", at: offset)
    }

    private func failure(_ message: String) -> PredicateSyntaxError {
        PredicateSyntaxError(message, at: offset)
    }

    // MARK: Predicates

    func constant(_ value: Bool) -> Nested<PredicateNode> {
        Nested(content: .constant(value), nesting: 0)
    }

    func comparison(
        _ left: Nested<PredicateExpression>, _ comparisonOperator: ComparisonOperator,
        _ right: Nested<PredicateExpression>, modifier: ComparisonModifier,
        options: ComparisonOptions
    ) throws(PredicateSyntaxError) -> Nested<PredicateNode> {
        if comparisonOperator == .between, !options.isEmpty {
            throw failure("BETWEEN takes no options")
        }
        if options.contains(.wholeWords) {
            guard comparisonOperator == .contains, case .literal(.string) = right.content else {
                throw failure("the option w goes with CONTAINS and a text in quotes only")
            }
        }
        let comparison = PredicateComparison(
            left.content, comparisonOperator, right.content, modifier: modifier,
            options: options.intersection(.all))
        return try checked(.comparison(comparison), nesting: max(left.nesting, right.nesting))
    }

    func not(
        _ member: Nested<PredicateNode>
    ) throws(PredicateSyntaxError) -> Nested<PredicateNode> {
        try checked(.not(member.content), nesting: nesting(ofMember: member))
    }

    /// Returns `AND` or `OR` of any number of members.
    func compound(
        isConjunction: Bool, _ members: [Nested<PredicateNode>]
    ) throws(PredicateSyntaxError) -> Nested<PredicateNode> {
        if members.isEmpty { return constant(isConjunction) }
        if members.count == 1 { return members[0] }
        let depth = members.reduce(0) { max($0, nesting(ofMember: $1)) }
        let nodes = members.map(\.content)
        return try checked(isConjunction ? .and(nodes) : .or(nodes), nesting: depth)
    }

    private func nesting(ofMember member: Nested<PredicateNode>) -> Int {
        member.nesting + (member.content.isCompound ? 1 : 0)
    }

    // MARK: Constants

    func literal(
        _ value: PredicateValue
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        let (value, nesting) = try normalized(value, depth: 0)
        return try checked(.literal(value), nesting: nesting)
    }

    /// Returns the value with numbers in place of truth values, and the depth of its printed
    /// brackets.
    private func normalized(
        _ value: PredicateValue, depth: Int
    ) throws(PredicateSyntaxError) -> (PredicateValue, nesting: Int) {
        guard depth <= PredicateLimits.maximumNesting else { throw tooDeep }
        switch value {
        case .null, .integer, .string:
            return (value, 0)
        case .boolean(let flag):
            return (.integer(flag ? 1 : 0), 0)
        case .double(let number):
            guard number.isFinite else { throw failure("a number that is not finite") }
            return (value, 0)
        case .date(let seconds):
            guard seconds.isFinite else { throw failure("a date that is not finite") }
            return (value, 1)
        case .dictionary:
            throw failure("a dictionary cannot be written in a predicate; use its values")
        case .array(let elements):
            var result: [PredicateValue] = []
            result.reserveCapacity(elements.count)
            var deepest = 0
            for element in elements {
                let (element, nesting) = try normalized(element, depth: depth + 1)
                result.append(element)
                deepest = max(deepest, nesting)
            }
            return (.array(result), deepest + 1)
        }
    }

    // MARK: Names

    /// Returns keys of the subject, as in an argument for `%K`. The key path `SELF` is the subject
    /// itself.
    func keyPath(
        named path: String
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        if path == "SELF" { return Nested(content: .selfObject, nesting: 0) }
        return try member(of: Nested(content: .selfObject, nesting: 0), path)
    }

    /// Returns keys of an expression's value. For `SELF` or a key path this is a longer key path.
    func member(
        of base: Nested<PredicateExpression>, _ path: String
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        let content: PredicateExpression
        let nesting: Int
        switch base.content {
        case .selfObject:
            content = .keyPath(path)
            nesting = try bracketsOfKeys(in: path)
        case .keyPath(let start):
            let whole = "\(start).\(path)"
            content = .keyPath(whole)
            nesting = try bracketsOfKeys(in: whole)
        case .member(let inner, let start):
            let whole = "\(start).\(path)"
            content = .member(inner, whole)
            nesting = max(base.nesting, try bracketsOfKeys(in: whole))
        default:
            content = .member(base.content, path)
            let brackets = base.content.isLoose ? 1 : 0
            nesting = max(base.nesting + brackets, try bracketsOfKeys(in: path))
        }
        return try checked(content, nesting: nesting)
    }

    /// Checks a key path. Returns 1 if a key is not a name and therefore prints in square brackets,
    /// else 0.
    private func bracketsOfKeys(in path: String) throws(PredicateSyntaxError) -> Int {
        var operators = 0
        var count = 0
        var brackets = 0
        for key in keys(of: path) {
            count += 1
            guard count <= PredicateLimits.maximumKeys else {
                throw failure("more than \(PredicateLimits.maximumKeys) keys in a key path")
            }
            if key.isEmpty { throw failure("an empty key in a key path") }
            if isCollectionOperator(key) {
                guard CollectionOperator(key: key) != nil else {
                    throw failure("unknown collection operator \(key.prefix(40))")
                }
                operators += 1
            } else if !isName(key) {
                brackets = 1
            }
        }
        guard operators <= PredicateLimits.maximumCollectionOperators else {
            throw failure(
                "more than \(PredicateLimits.maximumCollectionOperators) collection operators")
        }
        return brackets
    }

    func variable(_ name: String) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        Nested(content: .variable(try variableName(name)), nesting: 0)
    }

    private func variableName(_ name: String) throws(PredicateSyntaxError) -> String {
        guard isName(name) else { throw failure("'$\(name.prefix(40))' is no variable") }
        return name
    }

    func assignment(
        _ name: String, _ value: Nested<PredicateExpression>
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        try checked(
            .assignment(try variableName(name), value.content), nesting: value.nesting + 1)
    }
}

extension ComparisonOptions {
    /// All options that have a letter.
    static let all: ComparisonOptions = [
        .caseInsensitive, .diacriticInsensitive, .normalized, .localeSensitive, .wholeWords,
    ]
}
