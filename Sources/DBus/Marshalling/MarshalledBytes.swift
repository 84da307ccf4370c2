// SPDX-License-Identifier: Apache-2.0
import CDBus

/// A message as bytes, including its header, in the byte order of its sender; owns the bytes.
@safe public struct MarshalledBytes: ~Copyable {
    // @safe: frees the memory from libdbus once. A caller that takes the bytes keeps the object
    // alive.
    private let start: UnsafeMutablePointer<CChar>?
    private let count: Int

    /// - Parameter pointer: a message with a serial.
    init(_ pointer: OpaquePointer) throws(MarshalError) {
        var bytes: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        guard unsafe dbus_message_marshal(pointer, &bytes, &count) != 0 else { throw .outOfMemory }
        unsafe start = bytes
        self.count = Int(count)
    }

    deinit {
        unsafe dbus_free(start)
    }

    /// The bytes, valid while the object lives: see `extendLifetime(_:)`.
    @unsafe public var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: start, count: count)
    }
}

extension Message {
    /// Returns the same bytes as ``marshalled()``, without a copy into an array and without a
    /// closure.
    ///
    /// - Throws: `MarshalError.carriesFileDescriptors` if the message has descriptors.
    public func marshalledBytes() throws(MarshalError) -> MarshalledBytes {
        if carriesFileDescriptors { throw .carriesFileDescriptors }
        if serial != 0 { return try unsafe MarshalledBytes(pointer) }
        // A serial of 0 is not valid on the wire, and the message gets its own serial later.
        let copy = unsafe dbus_message_copy(pointer)
        guard let copy = unsafe copy else { throw .outOfMemory }
        defer { unsafe dbus_message_unref(copy) }
        unsafe dbus_message_set_serial(copy, 1)
        return try unsafe MarshalledBytes(copy)
    }

    /// Returns the message as bytes, which the message keeps until ``dropBytes()``.
    ///
    /// The bytes are valid while the message lives and keeps them. Only for the thread that
    /// received or created the message.
    ///
    /// - Throws: `MarshalError.carriesFileDescriptors` if the message has descriptors.
    @unsafe public func keptBytes() throws(MarshalError) -> UnsafeRawBufferPointer {
        if let bytes = unsafe kept?.bytes { return unsafe bytes }
        kept = try marshalledBytes()
        if isSealed { length = unsafe kept?.bytes.count }
        return unsafe kept?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Frees the bytes that ``keptBytes()`` keeps.
    public func dropBytes() {
        kept = nil
    }

    /// Returns the same message without its file descriptors, or the message itself if it has none.
    /// The descriptors are closed with the last reference to this message. Reading a descriptor
    /// from the copy throws.
    ///
    /// - Returns: nil if there is no memory, or the header has fields of unknown types.
    func withoutDescriptors() -> Message? {
        guard carriesFileDescriptors else { return self }
        guard let bytes = try? unsafe MarshalledBytes(pointer) else { return nil }
        defer { extendLifetime(bytes) }
        var copy = unsafe [UInt8](bytes.bytes)
        guard MessageHeader.clearDescriptorCount(in: &copy) else { return nil }
        guard let message = try? Message.demarshal(copy) else { return nil }
        message.length = copy.count
        return message
    }
}

/// The header of a marshalled message ("Message Format" in the specification).
private enum MessageHeader {
    /// Position of the length of the fields, a u in the byte order of the message.
    private static let fieldsLength = 12
    /// Position of the fields, an array of (yv).
    private static let fields = 16
    /// The field with the number of file descriptors of the message, a u.
    private static let descriptorsField: UInt8 = 9

    /// Sets the number of file descriptors of a marshalled message to 0.
    ///
    /// - Returns: false if the message has no such field, or a field with a container before it;
    ///   the specification has none of those.
    static func clearDescriptorCount(in message: inout [UInt8]) -> Bool {
        guard message.count >= fields else { return false }
        let isLittle = message[0] == UInt8(ascii: "l")
        func number(at place: Int) -> Int {
            guard place + 4 <= message.count else { return message.count }
            let bytes = Array(message[place..<place + 4])
            return (isLittle ? bytes.reversed() : bytes).reduce(0) { $0 << 8 | Int($1) }
        }
        let end = min(message.count, fields + number(at: fieldsLength))
        var place = fields
        // A field's code, its type in three bytes, and a value of at least two bytes.
        while place + 6 <= end {
            let (code, typeLength, type) = (message[place], message[place + 1], message[place + 2])
            place += 4
            guard typeLength == 1 else { return false }
            switch TypeCode(rawValue: type) {
            case .uint32 where code == descriptorsField:
                guard place + 4 <= end else { return false }
                message.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0])
                return true
            case .uint32: place += 4
            case .string, .objectPath: place += 4 + number(at: place) + 1
            case .signature: place += 1 + Int(message[place]) + 1
            default: return false
            }
            place = (place + 7) & ~7
        }
        return false
    }
}
