// SPDX-License-Identifier: Apache-2.0

/// Checks values before libdbus appends them to a message.
///
/// libdbus aborts the process on a broken rule, and the bus closes the connection of a client that
/// sends too much. So the checker walks over every value once, in the order of marshalling: types
/// against their declared signature, strings for U+0000, nesting, the length of each array and of
/// the whole message.
struct ValueChecker {
    /// Position of the next value, in bytes from the beginning of the body.
    private(set) var position = 0
    /// Bytes of the body's signature.
    private(set) var signatureLength = 0
    /// Number of descriptors so far.
    private(set) var fileDescriptors = 0
    /// Bytes reserved for the header.
    private let headerLength: Int

    init(headerLength: Int) {
        self.headerLength = headerLength
    }

    /// Adds one more argument; no change if it throws.
    mutating func add(_ value: Value) throws(MarshalError) {
        let type = Array(try value.signature.rawValue.utf8)
        var next = self
        next.signatureLength += type.count
        if next.signatureLength > Signature.maximumLength { throw .signatureTooLong }
        var cursor = 0
        try next.check(value, type, &cursor, depth: 0)
        self = next
    }

    /// Adds an argument of a fixed size.
    mutating func addFixed(_ size: Int) throws(MarshalError) {
        var next = self
        try next.beginArgument()
        try next.advance(alignment: size, size: size)
        self = next
    }

    /// Adds a string argument.
    mutating func add(_ string: String) throws(MarshalError) {
        var next = self
        try next.beginArgument()
        try next.check(string)
        self = next
    }

    /// Begins an array argument whose elements follow one by one.
    ///
    /// - Returns: The position of its first element.
    mutating func beginArray(of element: Signature) throws(MarshalError) -> Int {
        guard element.isSingleCompleteType else {
            throw .invalidSignature("an element type is not one complete type")
        }
        var next = self
        next.signatureLength += 1 + element.rawValue.utf8.count
        if next.signatureLength > Signature.maximumLength { throw .signatureTooLong }
        try next.beginArray(alignment: element.firstCode?.alignment ?? 1)
        self = next
        return position
    }

    /// Adds an element to an array that began at `start`; no change if it throws.
    mutating func add(
        _ value: Value, ofType type: [UInt8], toArrayAt start: Int
    ) throws(MarshalError) {
        var next = self
        var cursor = 0
        try next.check(value, type, &cursor, depth: 1)
        try next.endArray(from: start, adding: 0)
        self = next
    }

    private mutating func beginArgument() throws(MarshalError) {
        signatureLength += 1
        if signatureLength > Signature.maximumLength { throw .signatureTooLong }
    }

    private mutating func advance(alignment: Int, size: Int) throws(MarshalError) {
        position = (position + alignment - 1) & ~(alignment - 1)
        position += size
        if position + headerLength > MessageLimits.maximumMessageLength { throw .messageTooLong }
    }

    private mutating func check(_ string: String) throws(MarshalError) {
        if string.containsNUL { throw .nulInString }
        try advance(alignment: 4, size: 4 + string.utf8.count + 1)
    }

    /// Checks `value` against the complete type at `cursor` and skips that type.
    private mutating func check(
        _ value: Value, _ type: [UInt8], _ cursor: inout Int, depth: Int
    ) throws(MarshalError) {
        if let code = value.basicCode {
            guard cursor < type.count, type[cursor] == code.rawValue else {
                throw mismatch(value, type, cursor)
            }
            cursor += 1
            try checkBasic(value, code)
            return
        }
        if depth >= MessageLimits.maximumDepth { throw .nestedTooDeeply }
        switch value {
        case .variant(let inner): try checkVariant(inner, value, type, &cursor, depth: depth)
        case .structure(let fields):
            try expect("(", of: value, type, &cursor)
            try advance(alignment: 8, size: 0)
            for field in fields { try check(field, type, &cursor, depth: depth + 1) }
            try expect(")", of: value, type, &cursor)
        case .bytes(let bytes):
            try expect("ay", of: value, type, &cursor)
            try beginArray(alignment: 1)
            try endArray(from: position, adding: bytes.count)
        case .array(let element, let values):
            try expect("a", of: value, type, &cursor)
            let start = cursor
            try expect(element.rawValue, of: value, type, &cursor)
            try beginArray(alignment: element.firstCode?.alignment ?? 1)
            let first = position
            for each in values {
                var inner = start
                try check(each, type, &inner, depth: depth + 1)
            }
            try endArray(from: first, adding: 0)
        case .dictionary(let key, let mapped, let entries):
            try expect("a{\(key)\(mapped)}", of: value, type, &cursor)
            try checkEntries(entries, Array("\(key)\(mapped)".utf8), depth: depth + 1)
        default: break  // Basic values were handled above.
        }
    }

    private mutating func checkBasic(_ value: Value, _ code: TypeCode) throws(MarshalError) {
        switch value {
        case .string(let string): try check(string)
        case .objectPath(let path):
            try advance(alignment: 4, size: 4 + path.rawValue.utf8.count + 1)
        case .signature(let signature):
            try advance(alignment: 1, size: 1 + signature.rawValue.utf8.count + 1)
        default:
            if case .unixFD = value {
                fileDescriptors += 1
                if fileDescriptors > MessageLimits.maximumFileDescriptors {
                    throw .tooManyFileDescriptors
                }
            }
            try advance(alignment: code.alignment, size: code.fixedSize ?? 0)
        }
    }

    private mutating func checkVariant(
        _ inner: Value, _ value: Value, _ type: [UInt8], _ cursor: inout Int, depth: Int
    ) throws(MarshalError) {
        try expect("v", of: value, type, &cursor)
        let innerType = Array(try inner.signature.rawValue.utf8)
        try advance(alignment: 1, size: 1 + innerType.count + 1)
        var innerCursor = 0
        try check(inner, innerType, &innerCursor, depth: depth + 1)
    }

    private mutating func checkEntries(
        _ entries: [DictionaryEntry], _ type: [UInt8], depth: Int
    ) throws(MarshalError) {
        try beginArray(alignment: 8)
        if depth >= MessageLimits.maximumDepth { throw .nestedTooDeeply }
        let first = position
        for entry in entries {
            try advance(alignment: 8, size: 0)
            var cursor = 0
            try check(entry.key, type, &cursor, depth: depth + 1)
            try check(entry.value, type, &cursor, depth: depth + 1)
        }
        try endArray(from: first, adding: 0)
    }

    private mutating func beginArray(alignment: Int) throws(MarshalError) {
        try advance(alignment: 4, size: 4)
        try advance(alignment: alignment, size: 0)
    }

    private mutating func endArray(from first: Int, adding size: Int) throws(MarshalError) {
        if position + size - first > MessageLimits.maximumArrayLength { throw .arrayTooLong }
        try advance(alignment: 1, size: size)
    }

    private func expect(
        _ text: String, of value: Value, _ type: [UInt8], _ cursor: inout Int
    ) throws(MarshalError) {
        guard type[cursor...].starts(with: text.utf8) else {
            throw mismatch(value, type, cursor)
        }
        cursor += text.utf8.count
    }

    private func mismatch(_ value: Value, _ type: [UInt8], _ cursor: Int) -> MarshalError {
        let found = (try? value.signature.rawValue) ?? "?"
        return .elementMismatch(
            expected: String(decoding: type[cursor...], as: UTF8.self), found: found)
    }
}

extension String {
    /// True if the text has U+0000, at which a C string would end.
    var containsNUL: Bool {
        unsafe utf8.withContiguousStorageIfAvailable { unsafe $0.contains(0) } ?? utf8.contains(0)
    }
}
