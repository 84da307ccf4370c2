// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is not valid JSON, or exceeds a limit of this parser.
package struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
    package let message: String
    /// Position of the error, in UTF-8 bytes from the start.
    package let offset: Int

    package var description: String { "offset \(offset): \(message)" }
}

extension JSONValue {
    /// Maximum bytes of a text: more than the system allows for one argument.
    package static let maximumBytes = 1 << 20
    /// Maximum depth of nested arrays and objects, the same as for predicates.
    package static let maximumNesting = 128

    /// Parses a whole text, strictly as RFC 8259 defines it.
    ///
    /// - Throws: The first error and its position.
    package init(parsing text: String) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes: Array(text.utf8))
        guard parser.bytes.count <= Self.maximumBytes else {
            throw JSONSyntaxError(message: "longer than \(Self.maximumBytes) bytes", offset: 0)
        }
        self = try parser.document()
    }
}

/// A recursive-descent parser over UTF-8 bytes.
private struct JSONParser {
    let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw expected("the end") }
        return value
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        guard let peek else { throw expected("a value") }
        switch peek {
        case UInt8(ascii: "{"):
            return try nested { parser throws(JSONSyntaxError) in try parser.object() }
        case UInt8(ascii: "["):
            return try nested { parser throws(JSONSyntaxError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw expected("a value (text needs double quotes)")
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= JSONValue.maximumNesting else {
            throw error("nested deeper than \(JSONValue.maximumNesting) levels")
        }
        return try body(&self)
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONValue {
        position += 1
        var members: [JSONValue.Member] = []
        skipSpace()
        if take("}") { return .object([]) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw expected("a member's name") }
            let name = try string()
            skipSpace()
            guard take(":") else { throw expected("“:”") }
            members.append(.init(name: name, value: try value()))
            skipSpace()
        } while take(",")
        guard take("}") else { throw expected("“,” or “}”") }
        return .object(members)
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONValue {
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        repeat {
            values.append(try value())
            skipSpace()
        } while take(",")
        guard take("]") else { throw expected("“,” or “]”") }
        return .array(values)
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        var result: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                // Escapes give whole scalars and the rest comes from a Swift string, so the bytes
                // are valid UTF-8.
                return String(decoding: result, as: UTF8.self)
            case UInt8(ascii: "\\"):
                position += 1
                result += String(try escape()).utf8
            case 0..<0x20:
                throw error("a control character in a string must be escaped")
            default:
                result.append(byte)
                position += 1
            }
        }
        throw expected("a closing quote")
    }

    private mutating func escape() throws(JSONSyntaxError) -> Character {
        guard let byte = peek else { throw expected("an escape") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Character(Unicode.Scalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return Character(try unicodeEscape())
        default:
            position -= 1
            throw error("no such escape")
        }
    }

    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = position - 2
        let first = try hexadecimals()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // A surrogate: RFC 8259, section 7, encodes other planes as a pair.
        if first < 0xDC00, take("\\"), take("u") {
            let second = try hexadecimals()
            if (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw JSONSyntaxError(message: "half a surrogate pair", offset: start)
    }

    private mutating func hexadecimals() throws(JSONSyntaxError) -> UInt32 {
        var result: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw expected("four hexadecimal digits")
            }
            result = result << 4 + UInt32(digit)
            position += 1
        }
        return result
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = position
        _ = take("-")
        let integerStart = position
        guard digits() > 0 else { throw expected("a digit") }
        if bytes[integerStart] == UInt8(ascii: "0"), position - integerStart > 1 {
            throw JSONSyntaxError(message: "a number with a leading zero", offset: start)
        }
        var isInteger = true
        if take(".") {
            isInteger = false
            guard digits() > 0 else { throw expected("a digit") }
        }
        if take("e") || take("E") {
            isInteger = false
            _ = take("+") || take("-")
            guard digits() > 0 else { throw expected("a digit") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw JSONSyntaxError(message: "a number too large", offset: start)
        }
        return .double(value)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
        }
        return position - start
    }

    private mutating func word(
        _ word: String, _ value: JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else {
            throw expected("a value (text needs double quotes)")
        }
        position += word.utf8.count
        return value
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let peek, UInt32(peek) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    private func expected(_ what: String) -> JSONSyntaxError { error("expected \(what)") }

    private func error(_ message: String) -> JSONSyntaxError {
        JSONSyntaxError(message: message, offset: position)
    }
}
