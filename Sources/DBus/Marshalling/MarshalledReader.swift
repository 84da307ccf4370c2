// SPDX-License-Identifier: Apache-2.0

/// Reads the arguments of a message from its marshalled bytes, in order and in place.
///
/// The cost is a fraction of libdbus's iterators, which search their place in the message at every
/// step. The reader trusts no data: each load stays within the bytes, lengths and types are
/// checked, and nesting is limited. Bytes that are no message cause an error. The reader does not
/// repeat checks that only libdbus does (UTF-8, the grammar of paths, padding).
@safe package struct MarshalledReader: ArgumentReader {
    // @safe: the caller of init promises that the bytes outlive the reader; all data is untrusted.

    /// The whole message; positions and alignment count from its first byte.
    let bytes: UnsafeRawBufferPointer
    /// True if numbers have the other byte order than this machine.
    private let isSwapped: Bool
    /// Position of the next value, before its padding.
    var position: Int
    /// Position of the end of the values.
    private var end: Int
    /// Position of the types of the remaining values; the types are in the message, too.
    var types: Range<Int>
    /// True if `types` is the type of every element up to `end`.
    private var isArray = false
    /// Number of containers around the values.
    private var depth = 0

    /// Creates a reader before the first argument.
    ///
    /// - Parameter bytes: a message as `Message.withMarshalledBytes` lends it; it must outlive the
    ///   reader and all readers from it.
    /// - Throws: `UnmarshalError` for bytes that do not begin like a message.
    @unsafe package init(_ bytes: UnsafeRawBufferPointer) throws(UnmarshalError) {
        unsafe self.bytes = bytes
        // "Message Format": the first byte is the byte order.
        guard bytes.count >= MessageHeader.fixedSize else { throw Self.damaged }
        switch unsafe bytes[0] {
        case UInt8(ascii: "l"): isSwapped = UInt16(littleEndian: 1) != 1
        case UInt8(ascii: "B"): isSwapped = UInt16(bigEndian: 1) != 1
        default: throw Self.damaged
        }
        position = 0
        end = bytes.count
        types = 0..<0
        try findBody()
    }

    /// Returns the position of the end of a variant's value of any type.
    ///
    /// - Parameters:
    ///   - type: position of the value's type.
    ///   - place: position of the value, before its padding.
    ///   - depth: number of containers around the value.
    @unsafe static func end(
        ofVariant type: Range<Int>, at place: Int, in bytes: UnsafeRawBufferPointer,
        isSwapped: Bool, depth: Int
    ) throws(UnmarshalError) -> Int {
        var reader = unsafe MarshalledReader(
            bytes: bytes, isSwapped: isSwapped, position: place, end: bytes.count, types: type,
            depth: depth)
        guard try reader.endOfType(type) == type.upperBound else { throw damaged }
        try reader.skipValue(of: type)
        return reader.position
    }

    @unsafe private init(
        bytes: UnsafeRawBufferPointer, isSwapped: Bool, position: Int, end: Int,
        types: Range<Int>, depth: Int
    ) {
        unsafe self.bytes = bytes
        self.isSwapped = isSwapped
        self.position = position
        self.end = end
        self.types = types
        self.depth = depth
    }

    private static var damaged: UnmarshalError { UnmarshalError("the message is damaged") }

    /// Finds the types of the arguments in the header's fields.
    private mutating func findBody() throws(UnmarshalError) {
        var found = 0..<0
        try forEachField { reader, code, type throws(UnmarshalError) in
            guard code == MessageHeader.signatureField, try reader.isSignature(type) else {
                return
            }
            let length = Int(try reader.load(UInt8.self, at: reader.position))
            try reader.need(length + 2)
            found = reader.position + 1..<reader.position + 1 + length
        }
        end = unsafe bytes.count
        types = found
        try align(8)
    }

    /// Calls `each` for each field of the header, with a reader at the field's value, the field's
    /// code and the position of its type.
    private mutating func forEachField(
        _ each: (MarshalledReader, UInt8, Range<Int>) throws(UnmarshalError) -> Void
    ) throws(UnmarshalError) {
        let fields = Int(try load(UInt32.self, at: MessageHeader.fieldsLength))
        guard unsafe fields <= bytes.count - MessageHeader.fixedSize else { throw Self.damaged }
        position = MessageHeader.fixedSize
        end = position + fields
        while position < end {
            try align(8)
            let code = try load(UInt8.self, at: position)
            position += 1
            let type = try variantType()
            try each(self, code, type)
            try skipValue(of: type)
        }
    }

    /// Returns the position of the u in a field of the header; nil if the header has no such field.
    func place(ofNumberInField wanted: UInt8) throws(UnmarshalError) -> Int? {
        var header = self
        var place: Int?
        try header.forEachField { reader, code, type throws(UnmarshalError) in
            guard code == wanted, type.count == 1,
                unsafe bytes[type.lowerBound] == TypeCode.uint32.rawValue
            else { return }
            var value = reader
            try value.align(4)
            try value.need(MemoryLayout<UInt32>.size)
            place = value.position
        }
        return place
    }

    private func isSignature(_ type: Range<Int>) throws(UnmarshalError) -> Bool {
        unsafe type.count == 1 && bytes[type.lowerBound] == TypeCode.signature.rawValue
    }

    // MARK: Types

    package var current: TypeCode? {
        guard isArray ? position < end : !types.isEmpty else { return nil }
        return code(at: types.lowerBound)
    }

    package var currentSignature: String {
        guard current != nil, let next = try? endOfType(types) else { return "" }
        let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[types.lowerBound..<next])
        return unsafe String(decoding: text, as: UTF8.self)
    }

    /// True after every value was read.
    package var atEnd: Bool { current == nil }

    /// Returns the type that begins at `place`; every range of types lies within the bytes.
    private func code(at place: Int) -> TypeCode? {
        switch unsafe bytes[place] {
        case UInt8(ascii: "("): .structure
        case UInt8(ascii: "{"): .dictionaryEntry
        // Reserved for bindings ("Summary of types"); never in a message.
        case TypeCode.structure.rawValue, TypeCode.dictionaryEntry.rawValue: nil
        case let byte: TypeCode(rawValue: byte)
        }
    }

    /// Returns the end of the first complete type of a range.
    private func endOfType(_ types: Range<Int>) throws(UnmarshalError) -> Int {
        var place = types.lowerBound
        var open = 0
        while place < types.upperBound {
            let byte = unsafe bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "a"): continue
            case UInt8(ascii: "("), UInt8(ascii: "{"): open += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"): open -= 1
            default: break
            }
            if open == 0 { return place }
            if open < 0 { break }
        }
        throw Self.damaged
    }

    /// Reads a variant's signature, which has one complete type.
    mutating func variantType() throws(UnmarshalError) -> Range<Int> {
        let length = Int(try load(UInt8.self, at: position))
        try need(length + 2)
        let type = position + 1..<position + 1 + length
        guard try endOfType(type) == type.upperBound else { throw Self.damaged }
        position += length + 2
        return type
    }

    func expect(_ code: TypeCode) throws(UnmarshalError) {
        // Structures and entries have brackets in signatures.
        if isArray ? position < end : !types.isEmpty,
            unsafe bytes[types.lowerBound] == code.rawValue, code != .structure,
            code != .dictionaryEntry
        {
            return
        }
        let found = current
        if found != code { throw .mismatch(expected: code, found: found) }
    }

    // MARK: Containers

    package mutating func array(
        _ each: (inout MarshalledReader) throws(UnmarshalError) -> Void
    ) throws(UnmarshalError) {
        try expect(.array)
        var inner = try elements()
        while !inner.atEnd {
            let position = inner.position
            try each(&inner)
            if inner.position == position { try inner.skip() }
        }
        try leave(inner.end)
    }

    package mutating func structure<Result>(
        _ body: (inout MarshalledReader) throws(UnmarshalError) -> Result
    ) throws(UnmarshalError) -> Result {
        try expect(.structure)
        var inner = try fields()
        let result = try body(&inner)
        try inner.skipRest()
        try leave(inner.position)
        return result
    }

    package mutating func variant<Result>(
        _ body: (inout MarshalledReader) throws(UnmarshalError) -> Result
    ) throws(UnmarshalError) -> Result {
        try expect(.variant)
        var inner = try deeper()
        inner.types = try inner.variantType()
        let result = try body(&inner)
        try inner.skipRest()
        try leave(inner.position)
        return result
    }

    package mutating func namedEntries(
        _ each: (UnsafeRawBufferPointer, inout MarshalledReader) throws(UnmarshalError) -> Void
    ) throws(UnmarshalError) {
        try entries { entry throws(UnmarshalError) in
            try entry.expect(.string)
            let name = unsafe try entry.text()
            unsafe try each(name, &entry)
        }
    }

    /// Reads a dictionary, calling `each` with a reader before the key of every entry.
    package mutating func entries(
        _ each: (inout MarshalledReader) throws(UnmarshalError) -> Void
    ) throws(UnmarshalError) {
        try expect(.array)
        guard types.count > 1, code(at: types.lowerBound + 1) == .dictionaryEntry else {
            throw UnmarshalError("expected a dictionary, found \(currentSignature)")
        }
        var inner = try elements()
        while !inner.atEnd {
            var entry = try inner.fields()
            try each(&entry)
            try entry.skipRest()
            inner.position = entry.position
        }
        try leave(inner.end)
    }

    /// Returns a reader for one level deeper; the caller sets its types and position.
    private func deeper() throws(UnmarshalError) -> MarshalledReader {
        // The limit is one more than libdbus's: for libdbus an array of numbers is no level.
        guard depth <= MessageLimits.maximumDepth else {
            throw UnmarshalError("the message nests too deeply")
        }
        var inner = self
        inner.depth += 1
        inner.isArray = false
        return inner
    }

    /// Returns a reader of the elements of the array at the current position.
    private func elements() throws(UnmarshalError) -> MarshalledReader {
        var inner = try deeper()
        let element = types.lowerBound + 1..<types.upperBound
        inner.types = element.lowerBound..<(try endOfType(element))
        inner.position = try inner.arrayStart()
        inner.isArray = true
        return inner
    }

    /// Reads an array's length, sets the end and skips the padding; `types` is the element's type.
    private mutating func arrayStart() throws(UnmarshalError) -> Int {
        try align(4)
        let length = Int(try load(UInt32.self, at: position))
        position += 4
        guard let element = code(at: types.lowerBound) else { throw Self.damaged }
        try align(element.alignment)
        try need(length)
        end = position + length
        return position
    }

    /// Returns a reader of the fields of the structure or entry at the current position.
    private func fields() throws(UnmarshalError) -> MarshalledReader {
        var inner = try deeper()
        // The types without the brackets, which must be a pair with at least one type between them:
        // an array of elements without size would have no end.
        let last = try endOfType(types) - 1
        let first = types.lowerBound + 1
        let closing =
            unsafe bytes[types.lowerBound] == UInt8(ascii: "(") ? ")" : "}" as Unicode.Scalar
        guard last > first, unsafe bytes[last] == UInt8(ascii: closing) else { throw Self.damaged }
        inner.types = first..<last
        try inner.align(8)
        return inner
    }

    /// Continues after a container that ends at `place`.
    private mutating func leave(_ place: Int) throws(UnmarshalError) {
        position = place
        try advance()
    }

    // MARK: Steps

    package mutating func skip() throws(UnmarshalError) {
        guard current != nil else {
            // Like libdbus: at the end there is nothing to skip. An invalid type is not the end.
            if isArray ? position < end : !types.isEmpty { throw Self.damaged }
            return
        }
        var next = self
        try next.skipValue(of: types)
        try next.advance()
        self = next
    }

    private mutating func skipRest() throws(UnmarshalError) {
        while !types.isEmpty { try skip() }
    }

    /// Skips the type of the value that was read, unless the next value has the same type.
    mutating func advance() throws(UnmarshalError) {
        if !isArray { types = try endOfType(types)..<types.upperBound }
    }

    /// Skips a value of the first type in `types`.
    ///
    /// The maximum depth limits the recursion.
    private mutating func skipValue(of types: Range<Int>) throws(UnmarshalError) {
        guard !types.isEmpty, let code = code(at: types.lowerBound) else { throw Self.damaged }
        if let size = code.fixedSize {
            try align(size)
            try need(size)
            position += size
            return
        }
        switch code {
        case .string, .objectPath: position += try textLength() + 1
        case .signature:
            let length = Int(try load(UInt8.self, at: position))
            try need(length + 2)
            position += length + 2
        case .variant:
            var inner = try deeper()
            try inner.skipValue(of: try inner.variantType())
            position = inner.position
        case .array:
            var inner = self
            inner.types = types
            position = try inner.elements().end
        default:
            var inner = self
            inner.types = types
            inner = try inner.fields()
            try inner.skipRest()
            position = inner.position
        }
    }

    mutating func align(_ size: Int) throws(UnmarshalError) {
        // Sizes are powers of two.
        let aligned = (position + size - 1) & ~(size - 1)
        guard aligned <= end else { throw Self.damaged }
        position = aligned
    }

    /// Checks that at least `count` bytes follow.
    func need(_ count: Int) throws(UnmarshalError) {
        guard count <= end - position else { throw Self.damaged }
    }

    func load<Number: FixedWidthInteger & BitwiseCopyable>(
        _: Number.Type, at place: Int
    ) throws(UnmarshalError) -> Number {
        guard MemoryLayout<Number>.size <= end - place else { throw Self.damaged }
        let number = unsafe bytes.loadUnaligned(fromByteOffset: place, as: Number.self)
        return isSwapped ? number.byteSwapped : number
    }
}
