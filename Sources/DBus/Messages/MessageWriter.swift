// SPDX-License-Identifier: Apache-2.0
import CDBus

/// Appends values to one container of a message, after `ValueChecker` has accepted them.
@safe struct MessageWriter {
    private var iterator = unsafe DBusMessageIter()

    /// Creates a writer at the end of the message's arguments; the message must outlive the writer.
    init(appendingTo message: OpaquePointer) {
        unsafe dbus_message_iter_init_append(message, &iterator)
    }

    private init() {}

    // MessageLimits.maximumDepth limits the recursion; the checker has checked it.
    mutating func write(_ value: Value) throws(MarshalError) {
        switch value {
        case .byte(let value): try write(value, .byte)
        case .boolean(let value): try write(UInt32(value ? 1 : 0), .boolean)
        case .int16(let value): try write(value, .int16)
        case .uint16(let value): try write(value, .uint16)
        case .int32(let value): try write(value, .int32)
        case .uint32(let value): try write(value, .uint32)
        case .int64(let value): try write(value, .int64)
        case .uint64(let value): try write(value, .uint64)
        case .double(let value): try write(value, .double)
        case .string(let value): try write(value, .string)
        case .objectPath(let value): try write(value.rawValue, .objectPath)
        case .signature(let value): try write(value.rawValue, .signature)
        case .unixFD(let value): try write(value)
        case .bytes(let value): try write(value)
        case .array(let element, let values):
            try container(.array, element.rawValue) { writer throws(MarshalError) in
                for value in values { try writer.write(value) }
            }
        case .dictionary(let key, let mapped, let entries):
            try container(.array, "{\(key)\(mapped)}") { writer throws(MarshalError) in
                for entry in entries { try writer.write(entry) }
            }
        case .structure(let fields):
            try container(.structure, nil) { writer throws(MarshalError) in
                for field in fields { try writer.write(field) }
            }
        case .variant(let inner):
            try container(.variant, inner.signature.rawValue) { writer throws(MarshalError) in
                try writer.write(inner)
            }
        }
    }

    /// Appends a number; libdbus copies bytes of the code's size, so `Number` must have that size.
    mutating func write<Number: BitwiseCopyable>(
        _ number: Number, _ code: TypeCode
    ) throws(MarshalError) {
        assert(MemoryLayout<Number>.size == code.fixedSize)
        var number = number
        if unsafe dbus_message_iter_append_basic(&iterator, code.libdbus, &number) == 0 {
            throw .outOfMemory
        }
    }

    /// Appends a string, object path or signature.
    mutating func write(_ text: String, _ code: TypeCode) throws(MarshalError) {
        let isWritten = unsafe text.withCString { text in
            var text: UnsafePointer<CChar>? = unsafe text
            return unsafe dbus_message_iter_append_basic(&iterator, code.libdbus, &text) != 0
        }
        if !isWritten { throw .outOfMemory }
    }

    /// Appends a basic value other than a descriptor, as libdbus represents it.
    @unsafe mutating func append(
        _ value: inout DBusBasicValue, _ code: TypeCode
    ) throws(MarshalError) {
        if unsafe dbus_message_iter_append_basic(&iterator, code.libdbus, &value) == 0 {
            throw .outOfMemory
        }
    }

    /// Appends numbers of one type to an array.
    @unsafe mutating func append(
        numbers start: inout UnsafeRawPointer?, _ count: Int32, _ code: TypeCode
    ) throws(MarshalError) {
        let isWritten =
            unsafe dbus_message_iter_append_fixed_array(&iterator, code.libdbus, &start, count) != 0
        if !isWritten { throw .outOfMemory }
    }

    private mutating func write(_ descriptor: UnixFD) throws(MarshalError) {
        var number = descriptor.number
        // libdbus duplicates the descriptor into the message, which fails if the process has none
        // left.
        if unsafe dbus_message_iter_append_basic(&iterator, TypeCode.unixFD.libdbus, &number) == 0 {
            throw .fileDescriptorRefused
        }
    }

    private mutating func write(_ bytes: [UInt8]) throws(MarshalError) {
        try container(.array, "y") { writer throws(MarshalError) in
            let isWritten = unsafe bytes.withUnsafeBufferPointer { buffer in
                // libdbus needs an address for a fixed array even if it is empty.
                if buffer.isEmpty { return true }
                var start = buffer.baseAddress
                return unsafe dbus_message_iter_append_fixed_array(
                    &writer.iterator, TypeCode.byte.libdbus, &start, Int32(buffer.count)) != 0
            }
            if !isWritten { throw .outOfMemory }
        }
    }

    private mutating func write(_ entry: DictionaryEntry) throws(MarshalError) {
        try container(.dictionaryEntry, nil) { writer throws(MarshalError) in
            try writer.write(entry.key)
            try writer.write(entry.value)
        }
    }

    /// Appends an array, a variant, a structure or a dictionary's entry, with what `body` appends.
    mutating func container(
        _ code: TypeCode, _ contained: String?,
        _ body: (inout MessageWriter) throws(MarshalError) -> Void
    ) throws(MarshalError) {
        var inner = try open(code, contained)
        do throws(MarshalError) {
            try body(&inner)
        } catch {
            abandon(&inner)
            throw error
        }
        try close(&inner)
    }

    /// Begins a container. The inner writer ends with ``close(_:)`` or ``abandon(_:)``.
    mutating func open(_ code: TypeCode, _ contained: String?) throws(MarshalError) -> MessageWriter
    {
        var inner = MessageWriter()
        guard
            unsafe dbus_message_iter_open_container(
                &iterator, code.libdbus, contained, &inner.iterator) != 0
        else { throw .outOfMemory }
        return inner
    }

    mutating func close(_ inner: inout MessageWriter) throws(MarshalError) {
        if unsafe dbus_message_iter_close_container(&iterator, &inner.iterator) == 0 {
            throw .outOfMemory
        }
    }

    mutating func abandon(_ inner: inout MessageWriter) {
        unsafe dbus_message_iter_abandon_container(&iterator, &inner.iterator)
    }
}
