// SPDX-License-Identifier: Apache-2.0

extension Parser {
    /// Parses a call of a function. The current token is the opening bracket after its name.
    mutating func call(
        _ name: String, at start: Int
    ) throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        guard let callable = Callable(name) else {
            throw PredicateSyntaxError("unknown function '\(name.prefix(40))'", at: start)
        }
        try open(.openParenthesis)
        let arguments = try values(until: .closeParenthesis)
        switch callable {
        case .function(let function):
            return try builder(at: start).function(function, arguments)
        case .binary(let symbol):
            guard arguments.count == 2 else {
                throw PredicateSyntaxError(
                    "\(name.prefix(40)) takes 2 arguments, not \(arguments.count)", at: start)
            }
            return try builder.binary(symbol, arguments[0], arguments[1])
        }
    }

    /// Parses a reserved word in the place of a value.
    mutating func reserved(_ keyword: Keyword) throws(PredicateSyntaxError) -> Content {
        switch keyword {
        case .null, .nil: return try constant(.null)
        case .true, .yes: return try constant(.boolean(true))
        case .false, .no: return try constant(.boolean(false))
        case .self:
            try advance()
            return .expression(Nested(content: .selfObject, nesting: 0))
        case .truePredicate, .falsePredicate:
            try advance()
            return .predicate(builder.constant(keyword == .truePredicate))
        case .subquery: return .expression(try subquery())
        case .ternary: return .expression(try ternary())
        case .cast: return .expression(try cast())
        case .function:
            throw PredicateSyntaxError(
                "FUNCTION calls methods, which predicates here never do", at: token.offset)
        default:
            throw unexpected("a value")
        }
    }

    private mutating func constant(
        _ value: PredicateValue
    ) throws(PredicateSyntaxError) -> Content {
        let literal = try builder.literal(value)
        try advance()
        return .expression(literal)
    }

    private mutating func subquery() throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        try advance()
        try open(.openParenthesis)
        let collection = try value()
        try expect(.comma)
        guard case .variable(let name) = token.kind else { throw unexpected("a variable") }
        try advance()
        try expect(.comma)
        let predicate = try self.predicate()
        try close(.closeParenthesis)
        return try builder.subquery(collection, variable: name, predicate)
    }

    private mutating func ternary() throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        try advance()
        try open(.openParenthesis)
        let condition = try self.predicate()
        try expect(.comma)
        let then = try value()
        try expect(.comma)
        let otherwise = try value()
        try close(.closeParenthesis)
        return try builder.ternary(condition, then, otherwise)
    }

    private mutating func cast() throws(PredicateSyntaxError) -> Nested<PredicateExpression> {
        try advance()
        try open(.openParenthesis)
        let operand = try value()
        try expect(.comma)
        guard case .string(let name) = token.kind, let type = CastType(rawValue: name) else {
            throw unexpected("'NSDate', 'NSNumber' or 'NSString'")
        }
        try advance()
        try close(.closeParenthesis)
        return try builder.cast(operand, to: type)
    }
}

/// The meaning of a function's name.
private enum Callable {
    case function(PredicateFunction)
    /// A function with an operator of the same meaning, which its printed form uses. Keeps the
    /// order of the arguments.
    case binary(BinaryOperator)

    /// Accepts names in any case, with or without the colon of a single argument (`sum:`).
    init?(_ name: String) {
        switch name.lowercased() {
        case "add:to:": self = .binary(.add)
        case "from:subtract:": self = .binary(.subtract)
        case "multiply:by:": self = .binary(.multiply)
        case "divide:by:": self = .binary(.divide)
        case "raise:topower:": self = .binary(.power)
        case let lowercase:
            guard let function = Self.functions[lowercase] else { return nil }
            self = .function(function)
        }
    }

    private static let functions: [String: PredicateFunction] = {
        var result: [String: PredicateFunction] = [:]
        for function in PredicateFunction.allCases {
            let name = function.rawValue.lowercased()
            result[name] = function
            if !name.contains(":") { result[name + ":"] = function }
        }
        return result
    }()
}
