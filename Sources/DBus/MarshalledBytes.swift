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
}
