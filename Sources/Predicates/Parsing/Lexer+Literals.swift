// SPDX-License-Identifier: Apache-2.0

extension Lexer {
    /// Reads a string in either kind of quotes.
    ///
    /// Escapes: `\'`, `\"`, `\\` and any other escaped punctuation stand for the character itself;
    /// `\n`, `\r`, `\t`; `\ooo` octal, `\xhh`, `\uhhhh` (a surrogate pair takes two). Another
    /// escaped letter is an error, because dropping the backslash silently would change `MATCHES
    /// '\d+'`, which needs `'\\d+'`.
    mutating func string() throws(PredicateSyntaxError) -> String {
        let start = position
        let quote = bytes[position]
        position += 1
        var content: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte == quote {
                position += 1
                let text = String(decoding: content, as: UTF8.self)
                guard !Self.hasTooManyMarks(text) else {
                    throw PredicateSyntaxError(
                        "the string that starts here has more than "
                            + "\(PredicateLimits.maximumMarks) combining marks in sequence",
                        at: start)
                }
                return text
            }
            if byte == UInt8(ascii: "\\") {
                content.append(contentsOf: String(try escape()).utf8)
            } else {
                content.append(byte)
                position += 1
            }
        }
        throw PredicateSyntaxError("the string that starts here has no closing quote", at: start)
    }

    private static func hasTooManyMarks(_ text: String) -> Bool {
        // A mark takes at least two bytes.
        guard text.utf8.count > 2 * PredicateLimits.maximumMarks else { return false }
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = combines(scalar) ? marks + 1 : 0
            if marks > PredicateLimits.maximumMarks { return true }
        }
        return false
    }

    private mutating func escape() throws(PredicateSyntaxError) -> Unicode.Scalar {
        let start = position
        position += 1
        guard let (scalar, length) = scalar(at: position) else {
            throw PredicateSyntaxError(
                expected: "an escaped character", found: "the end", at: position)
        }
        switch scalar {
        case "n": position += 1; return "\n"
        case "r": position += 1; return "\r"
        case "t": position += 1; return "\t"
        case "0"..."7": return Unicode.Scalar(UInt16(octal())) ?? "\u{fffd}"
        case "x":
            position += 1
            return Unicode.Scalar(UInt8(try hexadecimal(digits: 2)))
        case "u":
            position += 1
            return try unicodeEscape(from: start)
        case "a"..."z", "A"..."Z", "8", "9":
            throw PredicateSyntaxError(
                "unknown escape \\\(scalar); a backslash is written \\\\", at: start)
        default:
            position += length
            return scalar
        }
    }

    /// Reads up to three octal digits.
    private mutating func octal() -> Int {
        var value = 0
        for _ in 0..<3 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(peek()) else { break }
            value = value * 8 + Int(peek() - UInt8(ascii: "0"))
            position += 1
        }
        return value
    }

    private mutating func hexadecimal(digits: Int) throws(PredicateSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = digitValue(peek()), digit < 16 else {
                throw PredicateSyntaxError("expected \(digits) hexadecimal digits", at: position)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private mutating func unicodeEscape(
        from start: Int
    ) throws(PredicateSyntaxError) -> Unicode.Scalar {
        let value = try hexadecimal(digits: 4)
        if let scalar = Unicode.Scalar(value) { return scalar }
        if value < 0xdc00, peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") {
            position += 2
            let low = try hexadecimal(digits: 4)
            if (0xdc00...0xdfff).contains(low) {
                let joined = 0x10000 + ((value - 0xd800) << 10) + (low - 0xdc00)
                if let scalar = Unicode.Scalar(joined) { return scalar }
            }
        }
        throw PredicateSyntaxError("half of a surrogate pair is not a character", at: start)
    }

    /// Reads a number: decimal with optional fraction and exponent, or `0x`, `0o`, `0b` and digits.
    mutating func number() throws(PredicateSyntaxError) -> Token.Kind {
        if peek() == UInt8(ascii: "0") {
            switch peek(1) | 0x20 {
            case UInt8(ascii: "x"): return try prefixedNumber(radix: 16)
            case UInt8(ascii: "o"): return try prefixedNumber(radix: 8)
            case UInt8(ascii: "b"): return try prefixedNumber(radix: 2)
            default: break
            }
        }
        let start = position
        skipDigits()
        var isWhole = true
        if peek() == UInt8(ascii: "."), isDigit(peek(1)) {
            isWhole = false
            position += 1
            skipDigits()
        }
        if peek() | 0x20 == UInt8(ascii: "e") {
            let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 1 : 0
            if isDigit(peek(1 + sign)) {
                isWhole = false
                position += 1 + sign
                skipDigits()
            }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let value = UInt64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw PredicateSyntaxError("the number is out of range", at: start)
        }
        return .double(value)
    }

    private mutating func prefixedNumber(radix: UInt8) throws(PredicateSyntaxError) -> Token.Kind {
        let start = position
        position += 2
        var value: UInt64 = 0
        var overflows = false
        let first = position
        while let digit = digitValue(peek()), digit < radix {
            let (product, overflow) = value.multipliedReportingOverflow(by: UInt64(radix))
            overflows = overflows || overflow
            value = product | UInt64(digit)
            position += 1
        }
        guard position > first else {
            throw PredicateSyntaxError("expected digits of base \(radix)", at: position)
        }
        guard !overflows else {
            throw PredicateSyntaxError("the number is out of range", at: start)
        }
        return .integer(value)
    }

    private mutating func skipDigits() {
        while isDigit(peek()) { position += 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private func digitValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Reads `%@`, `%K`, `%%` or a printf conversion with its length modifier.
    mutating func placeholder() throws(PredicateSyntaxError) -> Placeholder {
        let start = position
        position += 1
        while "hlqLztj".utf8.contains(peek()) { position += 1 }
        let hasLength = position > start + 1
        let conversion = peek()
        position += 1
        switch conversion {
        case UInt8(ascii: "@") where !hasLength: return .object
        case UInt8(ascii: "K") where !hasLength: return .keyPath
        case UInt8(ascii: "%") where !hasLength: return .percent
        case _ where "diuxXoOUDcC".utf8.contains(conversion): return .integer
        case _ where "fFeEgGaA".utf8.contains(conversion): return .real
        case _ where "sS".utf8.contains(conversion): return .string
        default:
            throw PredicateSyntaxError(
                "expected %@, %K, %% or a printf conversion such as %d", at: start)
        }
    }
}
