// SPDX-License-Identifier: Apache-2.0

/// Splits a format string into tokens.
struct Lexer {
    let bytes: [UInt8]
    var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Returns the byte `distance` places ahead. Returns 0, which starts no token, after the end.
    func peek(_ distance: Int = 0) -> UInt8 {
        let index = position + distance
        return index < bytes.count ? bytes[index] : 0
    }

    mutating func next() throws(PredicateSyntaxError) -> Token {
        skipWhitespace()
        let start = position
        guard start < bytes.count else { return Token(kind: .end, offset: start) }
        let kind: Token.Kind =
            switch bytes[start] {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): .string(try string())
            case UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
            case UInt8(ascii: "$"): .variable(try prefixedName("a variable's name"))
            case UInt8(ascii: "#"): .escapedWord(try prefixedName("a name"))
            case UInt8(ascii: "@"):
                .collectionOperator("@" + (try prefixedName("a collection operator's name")))
            case UInt8(ascii: "%"): .placeholder(try placeholder())
            default: try wordOrSymbol()
            }
        return Token(kind: kind, offset: start)
    }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x20 || (0x09...0x0d).contains(byte) {
                position += 1
            } else if byte >= 0x80, let (scalar, length) = scalar(at: position),
                scalar.properties.isWhitespace
            {
                position += length
            } else {
                return
            }
        }
    }

    private mutating func wordOrSymbol() throws(PredicateSyntaxError) -> Token.Kind {
        if let name = takeName() {
            let text = takeSelectorParts(after: name)
            return .word(text, Keyword(spelledBy: text))
        }
        if let (symbol, length) = symbol() {
            position += length
            return .symbol(symbol)
        }
        guard let (scalar, _) = scalar(at: position), scalar.value >= 0x20 else {
            throw PredicateSyntaxError("a control character has no meaning here", at: position)
        }
        throw PredicateSyntaxError("'\(scalar)' has no meaning here", at: position)
    }

    /// Reads the remaining parts of a function's name such as `add:to:`.
    private mutating func takeSelectorParts(after name: String) -> String {
        var text = name
        while peek() == UInt8(ascii: ":"), peek(1) != UInt8(ascii: "=") {
            position += 1
            text += ":"
            text += takeName() ?? ""
        }
        return text
    }

    private mutating func prefixedName(_ what: String) throws(PredicateSyntaxError) -> String {
        position += 1
        guard let name = takeName() else {
            let found = position < bytes.count ? "something else" : "the end"
            throw PredicateSyntaxError(expected: what, found: found, at: position)
        }
        return name
    }

    /// Reads an identifier at the current position, or returns nil.
    private mutating func takeName() -> String? {
        let start = position
        var index = position
        while let (scalar, length) = scalar(at: index), isNameScalar(scalar, first: index == start)
        {
            index += length
        }
        guard index > start else { return nil }
        position = index
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Returns the scalar that starts at an index, and its length in bytes.
    func scalar(at index: Int) -> (Unicode.Scalar, Int)? {
        guard index < bytes.count else { return nil }
        let first = bytes[index]
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        // The bytes come from a String, so a lead byte has all its continuation bytes.
        let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
        var value = UInt32(first) & (0x7f >> UInt32(length))
        for byte in bytes[(index + 1)..<min(index + length, bytes.count)] {
            value = value << 6 | UInt32(byte & 0x3f)
        }
        return Unicode.Scalar(value).map { ($0, length) }
    }

    private func symbol() -> (Symbol, Int)? {
        pairedSymbol().map { ($0, 2) } ?? singleSymbol().map { ($0, 1) }
    }

    private func pairedSymbol() -> Symbol? {
        switch (Unicode.Scalar(peek()), Unicode.Scalar(peek(1))) {
        case ("=", "="): .equal
        case ("!", "="), ("<", ">"): .notEqual
        case ("<", "="), ("=", "<"): .lessOrEqual
        case (">", "="), ("=", ">"): .greaterOrEqual
        case ("*", "*"): .power
        case ("&", "&"): .and
        case ("|", "|"): .or
        case (":", "="): .assign
        default: nil
        }
    }

    private func singleSymbol() -> Symbol? {
        switch Unicode.Scalar(peek()) {
        case "(": .openParenthesis
        case ")": .closeParenthesis
        case "{": .openBrace
        case "}": .closeBrace
        case "[": .openBracket
        case "]": .closeBracket
        case ",": .comma
        case ".": .dot
        case "+": .plus
        case "-": .minus
        case "*": .times
        case "/": .divide
        case "=": .equal
        case "<": .less
        case ">": .greater
        case "!": .not
        default: nil
        }
    }
}

/// Returns true for a scalar that a name may contain: letters, digits and the underscore, in any
/// script.
func isNameScalar(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_": true
    case "0"..."9": !first
    case ..."\u{7f}": false
    default: first ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
    }
}

/// Returns true if the text can be written as a name, with or without a `#`.
func isName(_ text: String) -> Bool {
    var first = true
    for scalar in text.unicodeScalars {
        guard isNameScalar(scalar, first: first) else { return false }
        first = false
    }
    return !first
}
