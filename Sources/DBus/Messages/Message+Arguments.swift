// SPDX-License-Identifier: Apache-2.0
import CDBus

extension Message {
    /// Appends arguments, or none of them if one is refused.
    ///
    /// - Throws: `MarshalError` for values that a message cannot have.
    public func append(_ values: Value...) throws(MarshalError) {
        try append(contentsOf: values)
    }

    /// Appends arguments, or none of them if one is refused.
    ///
    /// - Throws: `MarshalError` for values that a message cannot have.
    public func append(contentsOf values: [Value]) throws(MarshalError) {
        precondition(!isSealed, "the message was sent already")
        var next = checker
        for value in values { try next.add(value) }
        checker = next
        var writer = unsafe MessageWriter(appendingTo: pointer)
        for value in values { try writer.write(value) }
    }

    /// Appends a u.
    public func append(_ value: UInt32) throws(MarshalError) {
        precondition(!isSealed, "the message was sent already")
        try checker.addFixed(4)
        var writer = unsafe MessageWriter(appendingTo: pointer)
        try writer.write(value, .uint32)
    }

    /// Appends an s.
    public func append(_ string: String) throws(MarshalError) {
        precondition(!isSealed, "the message was sent already")
        try checker.add(string)
        var writer = unsafe MessageWriter(appendingTo: pointer)
        try writer.write(string, .string)
    }

    /// Returns all arguments as values.
    ///
    /// - Throws: `UnmarshalError` for a type that libdbus accepts although it nests deeper than the
    ///   specification allows, and if the process has no descriptor left.
    public func arguments() throws(UnmarshalError) -> [Value] {
        var reader = reader
        var values: [Value] = []
        while !reader.atEnd { values.append(try reader.value()) }
        return values
    }

    /// A reader before the first argument.
    public var reader: MessageReader { MessageReader(self) }

    /// Returns the message as bytes, including its header, in the byte order of its sender.
    ///
    /// A message that was not sent yet gets serial 1 in the bytes.
    ///
    /// - Throws: `MarshalError.carriesFileDescriptors` if the message has descriptors.
    public func marshalled() throws(MarshalError) -> [UInt8] {
        let bytes = try marshalledBytes()
        defer { extendLifetime(bytes) }
        return unsafe [UInt8](bytes.bytes)
    }

    /// Returns the message in `bytes`, as ``marshalled()`` wrote them; sealed, and checked by
    /// libdbus.
    public static func demarshal(
        _ bytes: UnsafeRawBufferPointer
    ) throws(UnmarshalError) -> Message {
        var error = unsafe DBusError()
        unsafe dbus_error_init(&error)
        guard let count = Int32(exactly: bytes.count),
            let pointer = unsafe dbus_message_demarshal(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, &error)
        else {
            throw unsafe UnmarshalError(CallError(taking: &error).message)
        }
        return unsafe Message(taking: pointer)
    }

    /// Returns the message in `bytes`, as ``marshalled()`` wrote them; sealed, and checked by
    /// libdbus.
    public static func demarshal(_ bytes: [UInt8]) throws(UnmarshalError) -> Message {
        let result = unsafe bytes.withUnsafeBytes { bytes in
            Result { () throws(UnmarshalError) in try unsafe demarshal(bytes) }
        }
        return try result.get()
    }
}
