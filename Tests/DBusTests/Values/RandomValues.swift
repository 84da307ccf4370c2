// SPDX-License-Identifier: Apache-2.0
import DBus
import SeededRandom

/// Generates values of any type, the same values for the same seed.
struct RandomValues {
    private var random: SeededGenerator
    private static let basic = Array("ybnqiuxtdsog")

    init(seed: UInt64) {
        // Consecutive seeds give very different values.
        random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15)
    }

    mutating func next() -> UInt64 { random.next() }

    mutating func below(_ limit: Int) -> Int { random.below(limit) }

    /// Returns one complete type.
    mutating func type(depth: Int = 0) -> String {
        switch depth > 3 ? 9 : below(10) {
        case 0: return "a" + type(depth: depth + 1)
        case 1: return "a{\(basicType())\(type(depth: depth + 1))}"
        case 2: return "(" + (0...below(3)).map { _ in type(depth: depth + 1) }.joined() + ")"
        case 3: return "v"
        default: return basicType()
        }
    }

    private mutating func basicType() -> String { String(Self.basic[below(Self.basic.count)]) }

    /// Returns a value of one complete type.
    mutating func value(_ type: String, depth: Int = 0) throws -> Value {
        switch type.first {
        case "y": return .byte(UInt8(truncatingIfNeeded: next()))
        case "b": return .boolean(below(2) == 1)
        case "n": return .int16(Int16(truncatingIfNeeded: next()))
        case "q": return .uint16(UInt16(truncatingIfNeeded: next()))
        case "i": return .int32(Int32(truncatingIfNeeded: next()))
        case "u": return .uint32(UInt32(truncatingIfNeeded: next()))
        case "x": return .int64(Int64(bitPattern: next()))
        case "t": return .uint64(next())
        case "d": return .double(Double(Int64(bitPattern: next())) / 3)
        case "s": return .string(text())
        case "o": return .objectPath(try ObjectPath("/org/example/p\(below(1000))"))
        case "g": return .signature(try Signature(self.type()))
        case "v": return .variant(try value(depth > 20 ? "y" : self.type(), depth: depth + 1))
        case "(":
            let fields = try Signature(String(type.dropFirst().dropLast())).elements
            return .structure(try fields.map { try value($0.rawValue, depth: depth + 1) })
        default: return try array(String(type.dropFirst()), depth: depth)
        }
    }

    private mutating func array(_ element: String, depth: Int) throws -> Value {
        let count = below(4)
        if element == "y" { return .bytes((0..<count).map { _ in UInt8(below(256)) }) }
        guard element.hasPrefix("{") else {
            let values = try (0..<count).map { _ in try value(element, depth: depth + 1) }
            return .array(of: try Signature(element), values)
        }
        let key = String(element.dropFirst().prefix(1))
        let mapped = String(element.dropFirst(2).dropLast())
        let entries = try (0..<count).map { _ in
            DictionaryEntry(
                key: try value(key, depth: depth + 1), value: try value(mapped, depth: depth + 1))
        }
        return .dictionary(key: try Signature(key), value: try Signature(mapped), entries)
    }

    private mutating func text() -> String {
        let alphabet = [
            "", "a", "é", "日本", "\u{1F468}\u{200D}\u{1F469}", "\u{FFFF}", "\n", "'\"<&",
        ]
        return (0..<below(6)).map { _ in alphabet[below(alphabet.count)] }.joined()
    }
}
