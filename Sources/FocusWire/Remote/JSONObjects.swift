// SPDX-License-Identifier: Apache-2.0

/// Splits a stream of JSON into its outermost objects, regardless of the text between them: a
/// program that reports changes prints objects one after another, or arrays of objects.
package struct JSONObjects: Sendable {
    private var bytes: [UInt8] = []
    private var depth = 0
    private var outerDepth = 0
    private var isText = false
    private var isEscaped = false
    private var isTooLong = false

    package init() {}

    /// True if no object and no array of objects is open.
    package var isAtEnd: Bool { depth == 0 && outerDepth == 0 }

    /// Takes the next bytes; returns the objects that are complete now. Leaves out an object that
    /// is longer than ``JSONValue/maximumBytes`` or is not valid JSON.
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

    /// Maximum bytes of memory that stay allocated between two objects.
    private static let keptCapacity = 64 << 10

    /// - Returns: true if the byte ends an object.
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
