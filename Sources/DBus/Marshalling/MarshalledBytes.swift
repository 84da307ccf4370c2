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
        return unsafe kept?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Bytes of the message on the wire, including the header. Computed once; keeps a copy of the
    /// message.
    public var byteCount: Int { (try? unsafe keptBytes().count) ?? 0 }

    /// Frees the bytes that ``keptBytes()`` keeps.
    public func dropBytes() {
        kept = nil
    }

    /// Returns the same message without its file descriptors, or the message itself if it has none.
    /// The descriptors are closed with the last reference to this message. Reading a descriptor
    /// from the copy throws.
    ///
    /// - Returns: nil if there is no memory.
    func withoutDescriptors() -> Message? {
        guard carriesFileDescriptors else { return self }
        guard let bytes = try? unsafe MarshalledBytes(pointer) else { return nil }
        defer { extendLifetime(bytes) }
        var copy = unsafe [UInt8](bytes.bytes)
        guard MessageHeader.clearDescriptorCount(in: &copy) else { return nil }
        return try? Message.demarshal(copy)
    }
}

extension MessageHeader {
    /// The field with the number of file descriptors of the message.
    private static let descriptorsField: UInt8 = 9

    /// Sets the number of file descriptors of a marshalled message to 0.
    ///
    /// - Returns: false if the message has no such field.
    fileprivate static func clearDescriptorCount(in message: inout [UInt8]) -> Bool {
        let place = unsafe message.withUnsafeBytes { bytes in
            try? unsafe MarshalledReader(bytes).place(ofNumberInField: descriptorsField)
        }
        guard let place = place ?? nil else { return false }
        for byte in place..<place + MemoryLayout<UInt32>.size { message[byte] = 0 }
        return true
    }
}
