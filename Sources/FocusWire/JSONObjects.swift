// SPDX-License-Identifier: Apache-2.0

/// Cuts a stream of JSON into its outermost objects, whatever stands between them: a program that
/// tells of changes prints one after another, or arrays of them.
package struct JSONObjects: Sendable {
    private var bytes: [UInt8] = []
    private var depth = 0
    private var outerDepth = 0
    private var isText = false
    private var isEscaped = false
    private var isTooLong = false

    package init() {}

    /// Whether neither an object nor an array of them is open.
    package var isAtEnd: Bool { depth == 0 && outerDepth == 0 }

    /// Takes in what has come; answers the objects that are complete by now. One that is longer than
    /// ``JSONValue/maximumBytes``, or that is no JSON, is left out.
    package mutating func take(_ chunk: some Sequence<UInt8>) -> [JSONValue] {
        var found: [JSONValue] = []
        for byte in chunk where take(byte) {
            if !isTooLong,
                let value = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
            {
                found.append(value)
            }
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
            isTooLong = false
        }
        return found
    }

    /// What stays set apart between two objects, in bytes.
    private static let keptCapacity = 64 << 10

    /// - Returns: whether the byte ends an object.
    private mutating func take(_ byte: UInt8) -> Bool {
        if depth == 0, byte != UInt8(ascii: "{") {
            if byte == UInt8(ascii: "[") { outerDepth += 1 }
            if byte == UInt8(ascii: "]"), outerDepth > 0 { outerDepth -= 1 }
            return false
        }
        if bytes.count < JSONValue.maximumBytes {
            bytes.append(byte)
        } else {
            isTooLong = true
        }
        if isText {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isText = false
            }
            return false
        }
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"):
            depth -= 1
            return depth == 0
        default: break
        }
        return false
    }
}
