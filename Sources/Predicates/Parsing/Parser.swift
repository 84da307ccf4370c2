// SPDX-License-Identifier: Apache-2.0

/// Parses a format string into a tree, by recursive descent.
///
/// Brackets may contain a predicate or an expression, and only the text after them shows which. The
/// same functions therefore parse both, and a caller that needs one of the two checks the result:
/// no text is parsed twice. Only brackets recurse, and their number is limited; signs, `NOT` and
/// keys are loops.
struct Parser {
    private var lexer: Lexer
    private(set) var token: Token
    private let arguments: [PredicateValue]
    private var usedArguments = 0
    private var openBrackets = 0
    /// The offsets of constant `MATCHES` patterns, for the error about a pattern that RE2 refuses.
    private var patternOffsets: [Int] = []
    var builder = TreeBuilder()

    /// The result of parsing: one of the two sorts.
    enum Content {
        case predicate(Nested<PredicateNode>)
        case expression(Nested<PredicateExpression>)
    }

    /// Returns the tree of a format string, and the offsets of its constant patterns in tree order.
    static func parse(
        _ format: String, arguments: [PredicateValue]
    ) throws(PredicateSyntaxError) -> (tree: PredicateNode, patternOffsets: [Int]) {
        guard format.utf8.count <= PredicateLimits.maximumBytes else {
            throw PredicateSyntaxError(
                "longer than \(PredicateLimits.maximumBytes) bytes",
                at: PredicateLimits.maximumBytes)
        }
        var parser = try Parser(format, arguments: arguments)
        let tree = try parser.predicate()
        guard case .end = parser.token.kind else {
            throw parser.unexpected("AND, OR or the end")
        }
        return (tree.content, parser.patternOffsets)
    }

    private init(
        _ format: String, arguments: [PredicateValue]
    ) throws(PredicateSyntaxError) {
        lexer = Lexer(format)
        self.arguments = arguments
        token = try lexer.next()
    }

    // MARK: Tokens

    mutating func advance() throws(PredicateSyntaxError) {
        token = try lexer.next()
        builder.offset = token.offset
    }

    /// Returns a builder whose errors point at parsed text and not at the next token.
    func builder(at offset: Int) -> TreeBuilder {
        TreeBuilder(offset: offset)
    }

    func unexpected(_ expected: String) -> PredicateSyntaxError {
        PredicateSyntaxError(expected: expected, found: token.name, at: token.offset)
    }

    mutating func expect(_ symbol: Symbol) throws(PredicateSyntaxError) {
        guard token.isSymbol(symbol) else { throw unexpected("'\(symbol.rawValue)'") }
        try advance()
    }

    /// Enters a bracket. Throws if too many are open.
    mutating func open(_ symbol: Symbol) throws(PredicateSyntaxError) {
        guard token.isSymbol(symbol) else { throw unexpected("'\(symbol.rawValue)'") }
        guard openBrackets < PredicateLimits.maximumNesting else { throw builder.tooDeep }
        openBrackets += 1
        try advance()
    }

    mutating func close(_ symbol: Symbol) throws(PredicateSyntaxError) {
        try expect(symbol)
        openBrackets -= 1
    }

    /// Leaves the level of a `:=`, which has no closing symbol.
    mutating func closeAssignment() {
        openBrackets -= 1
    }

    mutating func nextArgument() throws(PredicateSyntaxError) -> PredicateValue {
        guard usedArguments < arguments.count else {
            throw PredicateSyntaxError(
                "argument \(usedArguments + 1) is missing", at: token.offset)
        }
        usedArguments += 1
        return arguments[usedArguments - 1]
    }

    func requirePredicate(
        _ content: Content
    ) throws(PredicateSyntaxError) -> Nested<PredicateNode> {
        guard case .predicate(let predicate) = content else {
            throw unexpected("a comparison operator")
        }
        return predicate
    }

    func requireExpression(
        _ content: Content, at offset: Int
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        guard case .expression(let expression) = content else {
            throw PredicateSyntaxError(expected: "a value", found: "a predicate", at: offset)
        }
        return expression
    }

    // MARK: Compounds

    /// Parses a predicate and refuses an expression.
    mutating func predicate() throws(PredicateSyntaxError) -> Nested<PredicateNode> {
        // Two statements: in one, the error would look at the parser before `disjunction` has
        // changed it.
        let content = try disjunction()
        return try requirePredicate(content)
    }

    mutating func disjunction() throws(PredicateSyntaxError) -> Content {
        let first = try conjunction()
        guard isOr else { return first }
        var members = [try requirePredicate(first)]
        while isOr {
            try advance()
            let member = try conjunction()
            members.append(try requirePredicate(member))
        }
        return .predicate(try builder.compound(isConjunction: false, members))
    }

    private mutating func conjunction() throws(PredicateSyntaxError) -> Content {
        let first = try negated()
        guard isAnd else { return first }
        var members = [try requirePredicate(first)]
        while isAnd {
            try advance()
            let member = try negated()
            members.append(try requirePredicate(member))
        }
        return .predicate(try builder.compound(isConjunction: true, members))
    }

    private mutating func negated() throws(PredicateSyntaxError) -> Content {
        var count = 0
        while token.isKeyword(.not) || token.isSymbol(.not) {
            count += 1
            try advance()
        }
        let content = try comparison()
        guard count > 0 else { return content }
        var predicate = try requirePredicate(content)
        for _ in 0..<count { predicate = try builder.not(predicate) }
        return .predicate(predicate)
    }

    private var isOr: Bool { token.isKeyword(.or) || token.isSymbol(.or) }
    private var isAnd: Bool { token.isKeyword(.and) || token.isSymbol(.and) }

    // MARK: Comparisons

    private mutating func comparison() throws(PredicateSyntaxError) -> Content {
        let qualifier = qualifier
        if qualifier != nil { try advance() }
        let start = token.offset
        let left = try operand(1)
        guard let comparisonOperator = try takeComparisonOperator() else {
            if qualifier != nil { throw unexpected("a comparison operator") }
            return left
        }
        let leftSide = try requireExpression(left, at: start)
        let options = try takeOptions(of: comparisonOperator)
        let rightStart = token.offset
        let rightSide = try requireExpression(try operand(1), at: rightStart)
        if comparisonOperator == .matches, case .literal(.string) = rightSide.content {
            patternOffsets.append(rightStart)
        }
        let comparison = try builder.comparison(
            leftSide, comparisonOperator, rightSide, modifier: qualifier?.modifier ?? .direct,
            options: options)
        return .predicate(qualifier?.isNegated == true ? try builder.not(comparison) : comparison)
    }

    private var qualifier: (modifier: ComparisonModifier, isNegated: Bool)? {
        guard case .word(_, let keyword?) = token.kind else { return nil }
        return switch keyword {
        case .any, .some: (.any, false)
        case .all: (.all, false)
        case .none: (.any, true)
        default: nil
        }
    }

    private mutating func takeComparisonOperator() throws(PredicateSyntaxError)
        -> ComparisonOperator?
    {
        let result: ComparisonOperator? =
            switch token.kind {
            case .symbol(let symbol): ComparisonOperator(rawValue: symbol.rawValue)
            case .word(_, let keyword?): ComparisonOperator(rawValue: keyword.rawValue)
            default: nil
            }
        if result != nil { try advance() }
        return result
    }

    /// Parses options such as `[cd]`. No expression starts with a bracket, so white space may
    /// precede it.
    private mutating func takeOptions(
        of comparisonOperator: ComparisonOperator
    ) throws(PredicateSyntaxError) -> ComparisonOptions {
        guard token.isSymbol(.openBracket) else { return [] }
        if comparisonOperator == .between { throw unexpected("a value") }
        try advance()
        guard case .word(let letters, _) = token.kind else {
            throw unexpected("options out of c, d, n, l and w")
        }
        var options: ComparisonOptions = []
        for letter in letters {
            let lowercase = Character(letter.lowercased())
            guard let option = ComparisonOptions.letters.first(where: { $0.1 == lowercase }) else {
                throw unexpected("options out of c, d, n, l and w")
            }
            options.insert(option.0)
        }
        try advance()
        try expect(.closeBracket)
        return options
    }
}
