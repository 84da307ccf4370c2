// SPDX-License-Identifier: Apache-2.0

/// A token of a format string.
struct Token {
    var kind: Kind
    /// The offset of the token's first byte.
    var offset: Int

    enum Kind {
        case end
        case string(String)
        case integer(UInt64)
        case double(Double)
        /// A name as written, and the reserved word that it spells in any case.
        case word(String, Keyword?)
        /// `#name`: a name even when it spells a reserved word.
        case escapedWord(String)
        /// `$name`, without the sign.
        case variable(String)
        /// `@name`, with the sign.
        case collectionOperator(String)
        case placeholder(Placeholder)
        case symbol(Symbol)
    }
}

/// The reserved words of the language.
enum Keyword: String {
    case and = "AND"
    case or = "OR"
    case not = "NOT"
    case isIn = "IN"
    case all = "ALL"
    case any = "ANY"
    case some = "SOME"
    case none = "NONE"
    case like = "LIKE"
    case matches = "MATCHES"
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case between = "BETWEEN"
    case null = "NULL"
    case `nil` = "NIL"
    case `self` = "SELF"
    case `true` = "TRUE"
    case yes = "YES"
    case `false` = "FALSE"
    case no = "NO"
    case first = "FIRST"
    case last = "LAST"
    case size = "SIZE"
    case subquery = "SUBQUERY"
    case ternary = "TERNARY"
    case cast = "CAST"
    case truePredicate = "TRUEPREDICATE"
    case falsePredicate = "FALSEPREDICATE"
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
    // Reserved by Apple, without a meaning here.
    case caseInsensitive = "CASEINSENSITIVE"
    case ci = "CI"
    case anyKey = "ANYKEY"
    case fetch = "FETCH"
    case function = "FUNCTION"

    /// Returns the reserved word that the text spells in any case.
    init?(spelledBy text: String) {
        // Some non-ASCII letters have an ASCII upper case. They spell no reserved word.
        guard isASCII(text), text.utf8.count <= 15 else { return nil }
        self.init(rawValue: text.uppercased())
    }
}

/// The kinds of `%` in a format string.
enum Placeholder {
    /// `%@`: the next argument, of any kind.
    case object
    /// `%K`: the next argument, a string that names a key path.
    case keyPath
    /// `%%`: the string "%".
    case percent
    /// `%d` and the other integer conversions.
    case integer
    /// `%f` and the other floating-point conversions.
    case real
    /// `%s`.
    case string
}

/// Operators and punctuation, spelt as printed.
enum Symbol: String {
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBrace = "{"
    case closeBrace = "}"
    case openBracket = "["
    case closeBracket = "]"
    case comma = ","
    case dot = "."
    case plus = "+"
    case minus = "-"
    case times = "*"
    case power = "**"
    case divide = "/"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"
    case not = "!"
    case assign = ":="
}

extension Token {
    /// The token in words, for errors.
    var name: String {
        switch kind {
        case .end: "the end"
        case .string: "a string"
        case .integer, .double: "a number"
        case .word(let text, _): "'\(text.prefix(40))'"
        case .escapedWord(let text): "'#\(text.prefix(40))'"
        case .variable(let text): "'$\(text.prefix(40))'"
        case .collectionOperator(let text): "'\(text.prefix(40))'"
        case .placeholder: "an argument"
        case .symbol(let symbol): "'\(symbol.rawValue)'"
        }
    }

    func isSymbol(_ symbol: Symbol) -> Bool {
        if case .symbol(symbol) = kind { true } else { false }
    }

    func isKeyword(_ keyword: Keyword) -> Bool {
        if case .word(_, keyword) = kind { true } else { false }
    }
}
