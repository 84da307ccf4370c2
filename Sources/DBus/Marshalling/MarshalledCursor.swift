// SPDX-License-Identifier: Apache-2.0

/// Steps through the arguments of a message with known types, in its marshalled bytes.
///
/// For very frequent calls. ``MarshalledReader`` compares each step with the types in the message
/// and reports errors; this cursor only stays within the bytes. After the first misfit the cursor
/// is lost and returns zeros and empty texts. The caller then uses the reader.
@safe package struct MarshalledCursor {
    // @safe: the caller of init promises that the bytes outlive the cursor; all data is untrusted.

    private let bytes: UnsafeRawBufferPointer
    /// True if numbers have the other byte order than this machine.
    private let isSwapped: Bool
    /// Position of the next value, before its padding; never beyond the bytes.
    package private(set) var position: Int
    /// True after a value did not fit.
    package private(set) var isLost = false

    /// Creates a cursor before the first argument.
    ///
    /// - Parameter bytes: a message as `Message.withMarshalledBytes` lends it; it must outlive the
    ///   cursor and all texts from the cursor.
    @unsafe package init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.bytes = bytes
        position = 0
        // "Message Format": the first byte is the byte order.
        let order = unsafe bytes.count >= MessageHeader.fixedSize ? bytes[0] : 0
        let isLittle = order == UInt8(ascii: "l")
        isSwapped = isLittle != (UInt16(littleEndian: 1) == 1)
        guard isLittle || order == UInt8(ascii: "B") else {
            lose()
            return
        }
        position = MessageHeader.fieldsLength
        step(Int(uint32()))
        align(8)
    }

    /// Reads a u or i.
    package mutating func uint32() -> UInt32 {
        align(4)
        let place = position
        step(4)
        guard !isLost else { return 0 }
        let number = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        return isSwapped ? number.byteSwapped : number
    }

    /// Reads a y.
    package mutating func byte() -> UInt8 {
        let place = position
        step(1)
        return unsafe isLost ? 0 : bytes[place]
    }

    /// Reads an s like `MessageReader.string()`. Returns nil and copies nothing if the text has
    /// more than `limit` bytes.
    ///
    /// - Parameter kept: number of bytes of the text to return at most.
    package mutating func string(limit: Int, keeping kept: Int = .max) -> String? {
        let text = unsafe text()
        guard text.count <= limit else { return nil }
        return unsafe StreamSafeText.string(text.prefixOfScalars(kept))
    }

    /// Reads an s and returns its UTF-8, which libdbus has checked.
    package mutating func text() -> UnsafeRawBufferPointer {
        let count = Int(uint32())
        let place = position
        // A NUL follows the text.
        step(count + 1)
        guard !isLost, let start = unsafe bytes.baseAddress else {
            return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return unsafe UnsafeRawBufferPointer(start: start + place, count: count)
    }

    /// Reads an array's length and skips the padding before its first element.
    ///
    /// - Parameter alignment: alignment of an element.
    /// - Returns: position of the array's end. The caller must read the elements up to exactly
    ///   there.
    package mutating func array(alignment: Int) -> Int {
        let count = Int(uint32())
        align(alignment)
        return position + count
    }

    /// Begins an entry of a dictionary, or a structure.
    package mutating func beginEntry() {
        align(8)
    }

    /// Reads the type of a variant.
    package mutating func variantType() -> VariantType {
        let count = Int(byte())
        let start = position
        step(count + 1)
        guard !isLost else { return VariantType(range: 0..<0, letter: 0) }
        return unsafe VariantType(
            range: start..<start + count, letter: count == 1 ? bytes[start] : 0)
    }

    /// The type of a variant's value.
    package struct VariantType {
        /// Position of the type in the bytes.
        fileprivate let range: Range<Int>
        /// The type if it is a single letter; 0 otherwise.
        fileprivate let letter: UInt8

        /// Returns true if the value has that basic type (number, text and the like).
        package func isBasic(_ code: TypeCode) -> Bool { letter == code.rawValue }
    }

    /// Skips the value of a variant.
    ///
    /// - Parameter depth: number of containers around the value, including the variant.
    package mutating func skip(_ type: VariantType, depth: Int) {
        switch type.letter {
        case TypeCode.byte.rawValue: step(1)
        case TypeCode.int32.rawValue, TypeCode.uint32.rawValue, TypeCode.boolean.rawValue:
            align(4)
            step(4)
        case TypeCode.int64.rawValue:
            align(8)
            step(8)
        case TypeCode.string.rawValue: _ = unsafe text()
        default: skipOther(type, depth: depth)
        }
    }

    @inline(never) private mutating func skipOther(_ type: VariantType, depth: Int) {
        guard !isLost else { return }
        do throws(UnmarshalError) {
            position = try unsafe MarshalledReader.end(
                ofVariant: type.range, at: position, in: bytes, isSwapped: isSwapped, depth: depth)
        } catch {
            lose()
        }
    }

    private mutating func align(_ size: Int) {
        // Sizes are powers of two.
        step(-position & (size - 1))
    }

    private mutating func step(_ count: Int) {
        if unsafe count <= bytes.count - position { position += count } else { lose() }
    }

    /// Moves to the end: all further reads find nothing.
    private mutating func lose() {
        isLost = true
        position = unsafe bytes.count
    }
}
