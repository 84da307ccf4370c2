// SPDX-License-Identifier: Apache-2.0
import CDBus
import Glibc

/// Reads a message's arguments in place, in order.
///
/// libdbus aborts the process on a read with the wrong type. So every function checks the type
/// first. A read of another type throws and does not move the reader.
@safe public struct MessageReader {
    /// Keeps the memory of the iterator alive.
    private let message: Message
    private var iterator = unsafe DBusMessageIter()
    /// True if the value at the iterator was read or skipped. The iterator moves on when more is
    /// read: behind the last value of a container it need not move, which costs as much as a read.
    private var isPast = false
    /// Number of values that were read or skipped.
    private var position = 0

    init(_ message: Message) {
        self.message = message
        // Without arguments the iterator is at the end.
        _ = unsafe dbus_message_iter_init(message.pointer, &iterator)
    }

    private init(in message: Message) {
        self.message = message
    }

    // libdbus does not change the iterator in `get` functions. It only takes no pointer to a
    // constant, and a copy of the iterator for each type would cost as much as the read itself.

    /// The type of the next value; nil at the end.
    public var current: TypeCode? {
        mutating get {
            moveOn()
            return unsafe TypeCode(libdbus: dbus_message_iter_get_arg_type(&iterator))
        }
    }

    /// True after every value was read.
    public var atEnd: Bool { mutating get { current == nil } }

    /// The complete type of the next value; empty at the end.
    public var currentSignature: String {
        mutating get {
            moveOn()
            guard let text = unsafe dbus_message_iter_get_signature(&iterator) else { return "" }
            defer { unsafe dbus_free(text) }
            return unsafe String(cString: text)
        }
    }

    /// Skips the next value of any type.
    public mutating func skip() {
        moveOn()
        isPast = true
        position += 1
    }

    // MARK: Basic types

    /// Reads a y.
    public mutating func byte() throws(UnmarshalError) -> UInt8 { try number(.byte, 0) }
    /// Reads a b.
    public mutating func boolean() throws(UnmarshalError) -> Bool {
        try number(.boolean, UInt32(0)) != 0
    }
    /// Reads an n.
    public mutating func int16() throws(UnmarshalError) -> Int16 { try number(.int16, 0) }
    /// Reads a q.
    public mutating func uint16() throws(UnmarshalError) -> UInt16 { try number(.uint16, 0) }
    /// Reads an i.
    public mutating func int32() throws(UnmarshalError) -> Int32 { try number(.int32, 0) }
    /// Reads a u.
    public mutating func uint32() throws(UnmarshalError) -> UInt32 { try number(.uint32, 0) }
    /// Reads an x.
    public mutating func int64() throws(UnmarshalError) -> Int64 { try number(.int64, 0) }
    /// Reads a t.
    public mutating func uint64() throws(UnmarshalError) -> UInt64 { try number(.uint64, 0) }
    /// Reads a d.
    public mutating func double() throws(UnmarshalError) -> Double { try number(.double, 0) }

    /// Reads an s in Unicode's Stream-Safe Text Format: a U+034F follows every 30 combining marks
    /// of a longer sequence.
    public mutating func string() throws(UnmarshalError) -> String {
        try unsafe StreamSafeText.string(utf8())
    }

    /// Reads an s of which the caller uses `limit` bytes at most, in the form of ``string()``.
    ///
    /// A longer text loses its end, so the cost depends on the limit and not on the text. The rest
    /// is a few bytes longer than the limit, so that the caller finds the text too long.
    package mutating func string(upTo limit: Int) throws(UnmarshalError) -> String {
        try unsafe StreamSafeText.string(utf8(), upTo: limit)
    }

    /// Reads an s as its UTF-8 inside the message; valid while the message lives.
    @unsafe package mutating func utf8() throws(UnmarshalError) -> UnsafeRawBufferPointer {
        let text = try unsafe cString()
        return unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
    }

    /// Lends an s as a C string for the duration of `body`.
    public mutating func withCString<Result>(
        _ body: (UnsafePointer<CChar>) -> Result
    ) throws(UnmarshalError) -> Result {
        try unsafe body(cString())
    }

    /// Reads an s as a C string inside the message; valid while the message lives.
    @unsafe package mutating func cString() throws(UnmarshalError) -> UnsafePointer<CChar> {
        let text = try unsafe text(.string)
        skip()
        return unsafe text
    }

    /// Reads an o.
    public mutating func objectPath() throws(UnmarshalError) -> ObjectPath {
        // libdbus checks the grammar of every incoming message.
        let path = try unsafe ObjectPath(unchecked: String(cString: text(.objectPath)))
        skip()
        return path
    }

    /// Reads a g.
    public mutating func signature() throws(UnmarshalError) -> Signature {
        let signature = try unsafe Self.checked(String(cString: text(.signature)))
        skip()
        return signature
    }

    /// Reads an h as a new descriptor.
    public mutating func unixFD() throws(UnmarshalError) -> UnixFD {
        // libdbus duplicates the descriptor for the reader.
        let number: Int32 = try number(.unixFD, -1)
        guard number >= 0 else { throw UnmarshalError("no file descriptor is left") }
        return UnixFD(taking: number)
    }

    // MARK: Containers

    /// Lends an array of numbers in place (ay, ai, ad …), in the byte order of this machine.
    public mutating func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(UnmarshalError) -> Result {
        try expect(.array)
        let element = unsafe TypeCode(libdbus: dbus_message_iter_get_element_type(&iterator))
        guard let element, element != .unixFD, let size = element.fixedSize else {
            throw UnmarshalError("expected an array of numbers, found \(currentSignature)")
        }
        var inner = unsafe DBusMessageIter()
        unsafe dbus_message_iter_recurse(&iterator, &inner)
        var start: UnsafeRawPointer?
        var count: Int32 = 0
        unsafe dbus_message_iter_get_fixed_array(&inner, &start, &count)
        let result = unsafe body(UnsafeRawBufferPointer(start: start, count: Int(count) * size))
        skip()
        return result
    }

    /// Reads an array, calling `each` at every element; skips an element that `each` did not read.
    public mutating func array(
        _ each: (inout MessageReader) throws(UnmarshalError) -> Void
    ) throws(UnmarshalError) {
        var inner = try recurse(into: .array)
        while !inner.atEnd {
            let position = inner.position
            try each(&inner)
            if inner.position == position { inner.skip() }
        }
        skip()
    }

    /// Reads a structure, calling `body` with a reader of its fields.
    public mutating func structure<Result>(
        _ body: (inout MessageReader) throws(UnmarshalError) -> Result
    ) throws(UnmarshalError) -> Result {
        var inner = try recurse(into: .structure)
        let result = try body(&inner)
        skip()
        return result
    }

    /// Reads a variant, calling `body` with a reader of its value.
    public mutating func variant<Result>(
        _ body: (inout MessageReader) throws(UnmarshalError) -> Result
    ) throws(UnmarshalError) -> Result {
        var inner = try recurse(into: .variant)
        let result = try body(&inner)
        skip()
        return result
    }

    /// Reads a dictionary, calling `each` with a reader before the key of every entry.
    public mutating func entries(
        _ each: (inout MessageReader) throws(UnmarshalError) -> Void
    ) throws(UnmarshalError) {
        guard try isDictionary() else {
            throw UnmarshalError("expected a dictionary, found \(currentSignature)")
        }
        var inner = inside()
        while !inner.atEnd {
            var entry = inner.inside()
            try each(&entry)
            inner.skip()
        }
        skip()
    }

    /// Reads a dictionary with string keys, calling `each` with a key and a reader of its value.
    public mutating func dictionary(
        _ each: (String, inout MessageReader) throws(UnmarshalError) -> Void
    ) throws(UnmarshalError) {
        try entries { entry throws(UnmarshalError) in
            let key = try entry.string()
            try each(key, &entry)
        }
    }

    /// Reads a dictionary with string keys, calling `each` with a key's UTF-8, which is valid
    /// while the message lives, and a reader of its value.
    package mutating func namedEntries(
        _ each: (UnsafeRawBufferPointer, inout MessageReader) throws(UnmarshalError) -> Void
    ) throws(UnmarshalError) {
        try entries { entry throws(UnmarshalError) in
            let key = try unsafe entry.utf8()
            try unsafe each(key, &entry)
        }
    }

    /// Reads a variant that has an s, as ``string(upTo:)`` does. Returns nil and reads nothing for
    /// a variant of another type.
    package mutating func stringVariant(upTo limit: Int) throws(UnmarshalError) -> String? {
        var inner = try recurse(into: .variant)
        guard let text = try? inner.string(upTo: limit) else { return nil }
        skip()
        return text
    }

    // MARK: Parts

    /// Returns true if the elements of the array at the current position are dictionary entries.
    mutating func isDictionary() throws(UnmarshalError) -> Bool {
        try expect(.array)
        return unsafe dbus_message_iter_get_element_type(&iterator)
            == TypeCode.dictionaryEntry.libdbus
    }

    static func checked(_ text: String) throws(UnmarshalError) -> Signature {
        do throws(InvalidName) {
            return try Signature(text)
        } catch {
            throw UnmarshalError(error.description)
        }
    }

    private mutating func moveOn() {
        guard isPast else { return }
        _ = unsafe dbus_message_iter_next(&iterator)
        isPast = false
    }

    private mutating func expect(_ code: TypeCode) throws(UnmarshalError) {
        let found = current
        if found != code { throw .mismatch(expected: code, found: found) }
    }

    private mutating func recurse(into code: TypeCode) throws(UnmarshalError) -> MessageReader {
        try expect(code)
        return inside()
    }

    /// Returns a reader of the contents of the container at the current position.
    ///
    /// - Precondition: The next value is known to be a container.
    private mutating func inside() -> MessageReader {
        var inner = MessageReader(in: message)
        unsafe dbus_message_iter_recurse(&iterator, &inner.iterator)
        return inner
    }

    /// Reads a number of the code's size; `Number` must have the same size.
    private mutating func number<Number: BitwiseCopyable>(
        _ code: TypeCode, _ zero: Number
    ) throws(UnmarshalError) -> Number {
        assert(MemoryLayout<Number>.size == code.fixedSize)
        try expect(code)
        var number = zero
        unsafe dbus_message_iter_get_basic(&iterator, &number)
        skip()
        return number
    }

    /// Returns the text of an s, o or g; valid while the message lives.
    private mutating func text(_ code: TypeCode) throws(UnmarshalError) -> UnsafePointer<CChar> {
        try expect(code)
        var text: UnsafePointer<CChar>?
        unsafe dbus_message_iter_get_basic(&iterator, &text)
        // libdbus returns a pointer into the message whenever the type is right.
        return unsafe text.unsafelyUnwrapped
    }
}
