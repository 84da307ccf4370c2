// SPDX-License-Identifier: Apache-2.0

/// Steps through the arguments of a message whose types the caller knows, in its marshalled bytes.
///
/// For calls that come by the thousand: where ``MarshalledReader`` compares each step with the types
/// in the message and says what is wrong, this one only keeps within the bytes. Once something does not
/// fit it is lost, and finds zeros and empty texts from there on; then the reader is to be asked.
@safe package struct MarshalledCursor {
    // @safe: whoever makes one promises that the bytes outlive it; nothing else is trusted.

    private let bytes: UnsafeRawBufferPointer
    /// Whether numbers are in the other byte order than this machine's.
    private let isSwapped: Bool
    /// Where the next value stands, before its padding; never beyond the bytes.
    package private(set) var position: Int
    /// Whether something did not fit.
    package private(set) var isLost = false

    /// Stands before the first argument.
    ///
    /// - Parameter bytes: a message as `Message.withMarshalledBytes` lends it; it must outlive the
    ///   cursor and all texts that come from it.
    @unsafe package init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.bytes = bytes
        position = 0
        // "Message Format": the byte order stands first.
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

    /// Reads an s as `MessageReader.string()` does; nil, and nothing is copied, where the text has more
    /// than `limit` bytes.
    ///
    /// - Parameter kept: the bytes from which on the end of the text is left out.
    package mutating func string(limit: Int, keeping kept: Int = .max) -> String? {
        let text = unsafe text()
        guard text.count <= limit else { return nil }
        return unsafe StreamSafeText.string(text.prefixOfScalars(kept))
    }

    /// Reads an s, and lends its UTF-8, which libdbus has checked.
    package mutating func text() -> UnsafeRawBufferPointer {
        let count = Int(uint32())
        let place = position
        // A NUL follows.
        step(count + 1)
        guard !isLost, let start = unsafe bytes.baseAddress else {
            return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return unsafe UnsafeRawBufferPointer(start: start + place, count: count)
    }

    /// Reads an array's length and steps over the padding before its first element.
    ///
    /// - Parameter alignment: that of an element.
    /// - Returns: where the array ends; the elements are to be read up to there, exactly.
    package mutating func array(alignment: Int) -> Int {
        let count = Int(uint32())
        align(alignment)
        return position + count
    }

    /// Begins an entry of a dictionary, or a structure.
    package mutating func beginEntry() {
        align(8)
    }

    /// Reads what a variant says of its type.
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
        /// Where it is written.
        fileprivate let range: Range<Int>
        /// The type, where it is a single letter; 0 where it is not.
        fileprivate let letter: UInt8

        /// Whether the value is a number, a text or the like, of that type.
        package func isBasic(_ code: TypeCode) -> Bool { letter == code.rawValue }
    }

    /// Steps over the value of a variant.
    ///
    /// - Parameter depth: how many containers are around the value, the variant included.
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

    /// Nothing more is found.
    private mutating func lose() {
        isLost = true
        position = unsafe bytes.count
    }
}
