// SPDX-License-Identifier: Apache-2.0

extension MarshalledReader {
    package mutating func string() throws(UnmarshalError) -> String {
        try expect(.string)
        return unsafe StreamSafeText.string(try text())
    }

    /// Reads an o or g as text.
    package mutating func name(_ code: TypeCode) throws(UnmarshalError) -> String {
        try expect(code)
        guard code == .signature else { return unsafe String(decoding: try text(), as: UTF8.self) }
        var next = self
        let length = Int(try next.load(UInt8.self, at: position))
        try next.need(length + 2)
        let text = unsafe UnsafeRawBufferPointer(
            rebasing: bytes[position + 1..<position + 1 + length])
        next.position += length + 2
        try next.advance()
        self = next
        return unsafe String(decoding: text, as: UTF8.self)
    }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ code: TypeCode, as type: Number.Type = Number.self
    ) throws(UnmarshalError) -> Number {
        try expect(code)
        var next = self
        try next.align(MemoryLayout<Number>.size)
        let number = try next.load(Number.self, at: next.position)
        next.position += MemoryLayout<Number>.size
        try next.advance()
        self = next
        return number
    }

    /// Reads the text of an s or o after the check of its type.
    mutating func text() throws(UnmarshalError) -> UnsafeRawBufferPointer {
        var next = self
        let count = try next.textLength()
        let start = next.position
        next.position += count + 1
        try next.advance()
        self = next
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
    }

    /// Reads the length of an s or o; checks that the text and a NUL follow.
    mutating func textLength() throws(UnmarshalError) -> Int {
        try align(4)
        let count = Int(try load(UInt32.self, at: position))
        position += 4
        try need(count + 1)
        return count
    }

    package mutating func stringVariant() throws(UnmarshalError) -> String? {
        try expect(.variant)
        var next = self
        let type = try next.variantType()
        guard type.count == 1, unsafe bytes[type.lowerBound] == TypeCode.string.rawValue else {
            return nil
        }
        // The text is read in place of the variant, whose type remains to be skipped.
        let text = unsafe try next.text()
        self = next
        return unsafe StreamSafeText.string(text)
    }
}
