// SPDX-License-Identifier: Apache-2.0

import DBus

/// Generates valid values from the fuzzer's bytes: the same values for the same bytes, zeroes past
/// the end.
struct ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func below(_ limit: Int) -> Int { Int(byte()) % limit }

    mutating func number() -> UInt64 {
        // Mostly small numbers, sometimes numbers at the limits.
        switch below(4) {
        case 0: UInt64(byte())
        case 1: UInt64(bitPattern: -1 - Int64(byte()))
        case 2: 1 << UInt64(below(64))
        default: (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
        }
    }

    mutating func text() -> String {
        let count = min(below(40), rest.count)
        let bytes = rest.prefix(count)
        rest.removeFirst(count)
        return String(String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0 != "\0" })
    }

    /// Returns one complete type.
    mutating func type(depth: Int = 0) -> String {
        switch depth > 6 || isEmpty ? 9 : below(12) {
        case 0, 1: return "a" + type(depth: depth + 1)
        case 2: return "a{\(basicType())\(type(depth: depth + 1))}"
        case 3: return "(" + (0...below(3)).map { _ in type(depth: depth + 1) }.joined() + ")"
        case 4, 5: return "v"
        default: return basicType()
        }
    }

    private mutating func basicType() -> String {
        let letters = Array("ybnqiuxtdsog")
        return String(letters[below(letters.count)])
    }

    mutating func value(_ type: String, depth: Int = 0) -> Value {
        switch type.first {
        case "y": return .byte(byte())
        case "b": return .boolean(byte() & 1 == 1)
        case "n": return .int16(Int16(truncatingIfNeeded: number()))
        case "q": return .uint16(UInt16(truncatingIfNeeded: number()))
        case "i": return .int32(Int32(truncatingIfNeeded: number()))
        case "u": return .uint32(UInt32(truncatingIfNeeded: number()))
        case "x": return .int64(Int64(bitPattern: number()))
        case "t": return .uint64(number())
        case "d":
            let number = Double(bitPattern: number())
            return .double(number.isNaN ? 0 : number)
        case "s": return .string(text())
        case "o": return .objectPath(ObjectPath(unchecked: below(2) == 0 ? "/" : "/a/b_1"))
        case "g": return .signature(Signature(unchecked: self.type()))
        case "v":
            return .variant(value(depth > 40 || isEmpty ? "y" : self.type(), depth: depth + 1))
        case "(":
            // `type()` made this text, so it is a list of complete types.
            let fields = (try? Signature(String(type.dropFirst().dropLast())).elements) ?? []
            return .structure(fields.map { value($0.rawValue, depth: depth + 1) })
        default: return array(String(type.dropFirst()), depth: depth)
        }
    }

    private mutating func array(_ element: String, depth: Int) -> Value {
        let count = isEmpty ? 0 : below(4)
        if element == "y" { return .bytes((0..<count).map { _ in byte() }) }
        guard element.hasPrefix("{") else {
            return .array(
                of: Signature(unchecked: element),
                (0..<count).map { _ in value(element, depth: depth + 1) })
        }
        let key = String(element.dropFirst().prefix(1))
        let mapped = String(element.dropFirst(2).dropLast())
        return .dictionary(
            key: Signature(unchecked: key), value: Signature(unchecked: mapped),
            (0..<count).map { _ in
                DictionaryEntry(
                    key: value(key, depth: depth + 1), value: value(mapped, depth: depth + 1))
            })
    }
}
