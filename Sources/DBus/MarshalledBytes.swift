// SPDX-License-Identifier: Apache-2.0
import CDBus

/// A message as bytes, header and all, in the byte order of its sender; owns them.
@safe public struct MarshalledBytes: ~Copyable {
    // @safe: it frees what libdbus gave it, once; who takes the bytes out promises to let it live.
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

    /// The bytes, for as long as this lives: see `extendLifetime(_:)`.
    @unsafe public var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: start, count: count)
    }
}

extension Message {
    /// The message as bytes, as ``marshalled()`` returns them, without a copy into an array and
    /// without a closure.
    ///
    /// - Throws: `MarshalError.carriesFileDescriptors` when bytes cannot hold all of it.
    public func marshalledBytes() throws(MarshalError) -> MarshalledBytes {
        if carriesFileDescriptors { throw .carriesFileDescriptors }
        if serial != 0 { return try unsafe MarshalledBytes(pointer) }
        // A serial of 0 is not valid on the wire, and this message's own is still to come.
        let copy = unsafe dbus_message_copy(pointer)
        guard let copy = unsafe copy else { throw .outOfMemory }
        defer { unsafe dbus_message_unref(copy) }
        unsafe dbus_message_set_serial(copy, 1)
        return try unsafe MarshalledBytes(copy)
    }

    /// The message as bytes, which it keeps from now on until ``dropBytes()``.
    ///
    /// They are valid as long as the message lives and keeps them. For the thread alone that received
    /// or made the message.
    ///
    /// - Throws: `MarshalError.carriesFileDescriptors` when bytes cannot hold all of it.
    @unsafe public func keptBytes() throws(MarshalError) -> UnsafeRawBufferPointer {
        if let bytes = unsafe kept?.bytes { return unsafe bytes }
        kept = try marshalledBytes()
        return unsafe kept?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Bytes of the message on the wire, header and all; counted once, with a copy of it.
    public var byteCount: Int { (try? unsafe keptBytes().count) ?? 0 }

    /// Frees what ``keptBytes()`` keeps.
    public func dropBytes() {
        kept = nil
    }

    /// The same message without its file descriptors, which are closed once nobody holds this one; the
    /// message itself where it carries none. What stood for a descriptor cannot be read in the copy.
    ///
    /// - Returns: nil where memory ran out.
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
    /// The field that says how many file descriptors come with the message.
    private static let descriptorsField: UInt8 = 9

    /// Writes 0 for the number of file descriptors that come with a marshalled message.
    ///
    /// - Returns: false where the message names no such number.
    fileprivate static func clearDescriptorCount(in message: inout [UInt8]) -> Bool {
        let place = unsafe message.withUnsafeBytes { bytes in
            try? unsafe MarshalledReader(bytes).place(ofNumberInField: descriptorsField)
        }
        guard let place = place ?? nil else { return false }
        for byte in place..<place + MemoryLayout<UInt32>.size { message[byte] = 0 }
        return true
    }
}
