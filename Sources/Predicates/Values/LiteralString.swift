// SPDX-License-Identifier: Apache-2.0

/// Returns true if two strings have the same code units, as `NSString.isEqual(to:)` compares.
///
/// Swift's own `==` treats canonically equivalent strings as equal, but predicates must not.
func isLiterallyEqual(_ left: String, _ right: String) -> Bool {
    let left = left.utf8Span.span
    let right = right.utf8Span.span
    guard left.count == right.count else { return false }
    if left.isIdentical(to: right) { return true }
    for index in left.indices where left[index] != right[index] { return false }
    return true
}

/// Hashes code units, consistently with ``isLiterallyEqual(_:_:)``.
func hashLiterally(_ string: String, into hasher: inout Hasher) {
    // The seed of `Hasher` is random per process, so prepared literals cannot collide.
    unsafe string.utf8Span.span.withUnsafeBytes { bytes in
        unsafe hasher.combine(bytes: bytes)
    }
    hasher.combine(UInt8(0xff))
}

/// Returns the order of two strings by UTF-16 code unit, as `NSString.compare` does: below 0, 0,
/// above 0.
func literalOrder(_ left: String, _ right: String) -> Int {
    let left = left.utf8Span.span
    let right = right.utf8Span.span
    let common = min(left.count, right.count)
    for index in 0..<common where left[index] != right[index] {
        return utf16Rank(left[index]) < utf16Rank(right[index]) ? -1 : 1
    }
    return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
}

/// Returns a rank for a lead byte. UTF-8 orders by code point. UTF-16 puts surrogates (lead bytes
/// F0…F4) before U+E000…U+FFFF (lead bytes EE and EF), so those two lead bytes get higher ranks.
private func utf16Rank(_ byte: UInt8) -> UInt8 {
    byte == 0xee || byte == 0xef ? byte + 0x10 : byte
}

/// Returns true if every byte is ASCII.
func isASCII(_ string: String) -> Bool {
    let bytes = string.utf8Span.span
    var all: UInt8 = 0
    for index in bytes.indices { all |= bytes[index] }
    return all < 0x80
}

/// A string as a dictionary or set key under code-unit equality.
struct LiteralString: Hashable, Sendable {
    let string: String

    static func == (left: LiteralString, right: LiteralString) -> Bool {
        isLiterallyEqual(left.string, right.string)
    }

    func hash(into hasher: inout Hasher) {
        hashLiterally(string, into: &hasher)
    }
}
