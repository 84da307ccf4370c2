// SPDX-License-Identifier: Apache-2.0

extension Parser {
    /// Parses operators of at least a precedence, by precedence climbing.
    mutating func operand(_ precedence: Int) throws(PredicateSyntaxError) -> Content {
        let start = token.offset
        var left = try signed()
        while let symbol = binaryOperator, symbol.precedence >= precedence {
            let leftSide = try requireExpression(left, at: start)
            try advance()
            let rightStart = token.offset
            let right = try requireExpression(
                try operand(symbol.precedence + 1), at: rightStart)
            left = .expression(try builder.binary(symbol, leftSide, right))
        }
        return left
    }

    private var binaryOperator: BinaryOperator? {
        switch token.kind {
        case .symbol(let symbol): BinaryOperator(rawValue: symbol.rawValue)
        case .word(_, let keyword?): BinaryOperator(rawValue: keyword.rawValue)
        default: nil
        }
    }

    private mutating func signed() throws(PredicateSyntaxError) -> Content {
        var signs = 0
        while token.isSymbol(.minus) {
            signs += 1
            try advance()
        }
        let start = token.offset
        // The one whole number that exists only with its sign.
        if signs > 0, case .integer(Int64.min.magnitude) = token.kind {
            signs -= 1
            try advance()
            return .expression(
                try negate(try builder.literal(.integer(.min)), times: signs))
        }
        let content = try postfix()
        guard signs > 0 else { return content }
        return .expression(
            try negate(try requireExpression(content, at: start), times: signs))
    }

    private func negate(
        _ expression: Nested<PredicateExpression>, times: Int
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        var result = expression
        for _ in 0..<times { result = try builder.negation(result) }
        return result
    }

    /// Parses an atom with the keys and elements after it.
    private mutating func postfix() throws(PredicateSyntaxError) -> Content {
        let start = token.offset
        let atom = try self.atom()
        guard token.isSymbol(.dot) || token.isSymbol(.openBracket) else { return atom }
        var base = try requireExpression(atom, at: start)
        while true {
            if token.isSymbol(.dot) {
                let start = token.offset + 1
                let keys = try takeKeys()
                base = try builder(at: start).member(of: base, keys)
            } else if token.isSymbol(.openBracket) {
                base = try selected(from: base)
            } else {
                return .expression(base)
            }
        }
    }

    /// Parses a run of `.key` and joins it once: joining key by key would take quadratic time.
    private mutating func takeKeys() throws(PredicateSyntaxError) -> String {
        var keys: [String] = []
        while token.isSymbol(.dot) {
            try advance()
            switch token.kind {
            case .word(let name, _) where isName(name): keys.append(name)
            case .escapedWord(let name), .collectionOperator(let name): keys.append(name)
            case .placeholder(.keyPath): keys.append(try keyPathArgument())
            default: throw unexpected("a key")
            }
            try advance()
        }
        return keys.joined(separator: ".")
    }

    private mutating func keyPathArgument() throws(PredicateSyntaxError) -> String {
        guard case .string(let path) = try nextArgument() else {
            throw PredicateSyntaxError("%K needs a string", at: token.offset)
        }
        return path
    }

    private mutating func selected(
        from base: Nested<PredicateExpression>
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        try open(.openBracket)
        let selector: ElementSelector? =
            switch token.kind {
            case .word(_, .first?): .first
            case .word(_, .last?): .last
            case .word(_, .size?): .size
            default: nil
            }
        if let selector {
            try advance()
            try close(.closeBracket)
            return try builder.element(of: base, selector: selector)
        }
        let start = token.offset
        let index = try value()
        try close(.closeBracket)
        return try builder(at: start).element(of: base, at: index)
    }

    /// Parses an expression and refuses a predicate.
    mutating func value() throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        let start = token.offset
        return try requireExpression(try operand(1), at: start)
    }

    // MARK: Atoms

    private mutating func atom() throws(PredicateSyntaxError) -> Content {
        switch token.kind {
        case .string(let text):
            return try taken(.string(text))
        case .integer(let magnitude):
            return try taken(
                Int64(exactly: magnitude).map { .integer($0) } ?? .double(Double(magnitude)))
        case .double(let number):
            return try taken(.double(number))
        case .placeholder(let placeholder):
            return .expression(try argument(for: placeholder))
        case .variable(let name):
            return .expression(try variable(name))
        case .escapedWord(let name), .collectionOperator(let name):
            let result = try builder.member(of: subject, name)
            try advance()
            return .expression(result)
        case .symbol(.openBrace):
            return .expression(try aggregate())
        case .symbol(.openParenthesis):
            try open(.openParenthesis)
            let content = try disjunction()
            try close(.closeParenthesis)
            return content
        case .word(let name, nil):
            return .expression(try named(name))
        case .word(_, let keyword?):
            return try reserved(keyword)
        default:
            throw unexpected("a value")
        }
    }

    private var subject: Nested<PredicateExpression> { Nested(content: .selfObject, nesting: 0) }

    private mutating func taken(_ value: PredicateValue) throws(PredicateSyntaxError) -> Content {
        let literal = try builder.literal(value)
        try advance()
        return .expression(literal)
    }

    /// Parses `$name` or `$name := value`. The value counts as nested, because nothing else limits
    /// a run of assignments.
    private mutating func variable(
        _ name: String
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        try advance()
        guard token.isSymbol(.assign) else { return try builder.variable(name) }
        try open(.assign)
        let value = try self.value()
        closeAssignment()
        return try builder.assignment(name, value)
    }

    private mutating func aggregate() throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        try open(.openBrace)
        let elements = try values(until: .closeBrace)
        return try builder.aggregate(elements)
    }

    /// Parses expressions and commas, and the closing bracket after them.
    mutating func values(
        until end: Symbol
    ) throws(PredicateSyntaxError) -> [Nested<PredicateExpression>] {
        var result: [Nested<PredicateExpression>] = []
        if !token.isSymbol(end) {
            result.append(try value())
            while token.isSymbol(.comma) {
                try advance()
                result.append(try value())
            }
            guard token.isSymbol(end) else { throw unexpected("',' or '\(end.rawValue)'") }
        }
        try close(end)
        return result
    }

    /// Parses a call of a function or a key.
    private mutating func named(
        _ name: String
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        let start = token.offset
        try advance()
        if token.isSymbol(.openParenthesis) { return try call(name, at: start) }
        guard isName(name) else { throw unexpected("'('") }
        return try builder.member(of: subject, name)
    }

    private mutating func argument(
        for placeholder: Placeholder
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        let result: Nested<PredicateExpression>
        switch placeholder {
        case .percent:
            result = try builder.literal(.string("%"))
        case .keyPath:
            result = try builder.keyPath(named: try keyPathArgument())
        case .object:
            result = try builder.literal(try nextArgument())
        case .integer, .real, .string:
            let offset = token.offset
            let value = try nextArgument()
            guard let converted = value.converted(for: placeholder) else {
                throw PredicateSyntaxError(
                    "the argument is \(value.kindName), which the conversion does not take",
                    at: offset)
            }
            result = try builder.literal(converted)
        }
        try advance()
        return result
    }
}

extension PredicateValue {
    /// Returns the result of a printf conversion of an argument; nil for an argument of another
    /// kind.
    fileprivate func converted(for placeholder: Placeholder) -> PredicateValue? {
        switch (placeholder, self) {
        case (.integer, .boolean), (.integer, .integer): self
        case (.integer, .double(let number)):
            Int64(exactly: number.rounded(.towardZero)).map { .integer($0) }
        case (.real, .boolean(let flag)): .double(flag ? 1 : 0)
        case (.real, .integer(let number)): .double(Double(number))
        case (.real, .double), (.string, .string): self
        default: nil
        }
    }
}
