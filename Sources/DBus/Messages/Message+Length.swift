// SPDX-License-Identifier: Apache-2.0
import CDBus
import Glibc

// The length of a message decides whether a call is refused on receipt. libdbus tells only the
// length of a copy. For a short message, a copy costs less than anything else. A long call must not
// cost a copy only to be refused.

extension Message {
    /// Bytes of the message on the wire, including the header; 0 without memory.
    ///
    /// The length is that of a copy, which is taken once for a message that is sealed.
    public var byteCount: Int {
        if let length { return length }
        let length = copiedLength
        // An unsent message can get more arguments.
        if isSealed, length > 0 { self.length = length }
        return length
    }

    /// Bytes that the message has at least, without a copy as far as possible.
    ///
    /// libdbus tells nothing of header fields that it does not know, and of those that say nothing,
    /// such as an empty signature: the message may be longer by any amount.
    var leastByteCount: Int { length ?? computedLength ?? byteCount }

    /// The length of a copy of the message.
    private var copiedLength: Int {
        // Also for a message with descriptors, which has no bytes to pass on, but a length.
        guard serial == 0 else { return unsafe Self.copiedLength(pointer) }
        let copy = unsafe dbus_message_copy(pointer)
        guard let copy = unsafe copy else { return 0 }
        defer { unsafe dbus_message_unref(copy) }
        unsafe dbus_message_set_serial(copy, 1)
        return unsafe Self.copiedLength(copy)
    }

    private static func copiedLength(_ pointer: OpaquePointer) -> Int {
        guard let bytes = try? unsafe MarshalledBytes(pointer) else { return 0 }
        defer { extendLifetime(bytes) }
        return unsafe bytes.bytes.count
    }

    /// The length of the known parts, from the lengths in the message; nil if that takes more than
    /// ``maximumSteps``.
    var computedLength: Int? { bodyLength.map { headerLength + $0 } }

    /// Number of values that ``computedLength`` looks at. Variants in variants can hold as many as
    /// the message has bytes.
    static let maximumSteps = 1_024

    /// Bytes of the header ("Message Format" in the specification): 16 bytes, then the fields, each
    /// at a multiple of 8.
    private var headerLength: Int {
        var length = 16
        func add(_ text: UnsafePointer<CChar>?, lengthBytes: Int = 4) {
            guard let text = unsafe text else { return }
            // The code, the type in three bytes, the text's length, the text and its NUL.
            length += unsafe Self.aligned(4 + lengthBytes + strlen(text) + 1, to: 8)
        }
        unsafe add(dbus_message_get_path(pointer))
        unsafe add(dbus_message_get_interface(pointer))
        unsafe add(dbus_message_get_member(pointer))
        unsafe add(dbus_message_get_error_name(pointer))
        unsafe add(dbus_message_get_destination(pointer))
        unsafe add(dbus_message_get_sender(pointer))
        if let types = unsafe dbus_message_get_signature(pointer), unsafe types.pointee != 0 {
            unsafe add(types, lengthBytes: 1)
        }
        if replySerial != 0 { length += 8 }
        if carriesFileDescriptors { length += 8 }
        return length
    }

    private var bodyLength: Int? {
        var iterator = unsafe DBusMessageIter()
        guard unsafe dbus_message_iter_init(pointer, &iterator) != 0 else { return 0 }
        var length = 0
        var steps = Self.maximumSteps
        repeat {
            let end = unsafe Self.end(of: &iterator, from: length, &steps)
            guard let end else { return nil }
            length = end
        } while unsafe dbus_message_iter_next(&iterator) != 0
        return length
    }

    /// Returns the end of a value's bytes inside the body; nil once no steps are left.
    ///
    /// An array takes one step, a variant or structure one and those of its content.
    private static func end(
        of value: inout DBusMessageIter, from start: Int, _ steps: inout Int
    ) -> Int? {
        steps -= 1
        guard steps >= 0,
            let code = unsafe TypeCode(libdbus: dbus_message_iter_get_arg_type(&value))
        else { return nil }
        let place = aligned(start, to: code.alignment)
        if let size = code.fixedSize { return place + size }
        var inside = unsafe DBusMessageIter()
        switch code {
        case .string, .objectPath, .signature:
            var basic = unsafe DBusBasicValue()
            unsafe dbus_message_iter_get_basic(&value, &basic)
            guard let text = unsafe basic.str else { return nil }
            return unsafe place + (code == .signature ? 1 : 4) + strlen(text) + 1
        case .array:
            let element = unsafe TypeCode(libdbus: dbus_message_iter_get_element_type(&value))
            guard let element else { return nil }
            unsafe dbus_message_iter_recurse(&value, &inside)
            let bytes = unsafe Int(cdbus_array_bytes(&inside))
            return aligned(place + 4, to: element.alignment) + bytes
        case .variant:
            unsafe dbus_message_iter_recurse(&value, &inside)
            guard let type = unsafe dbus_message_iter_get_signature(&inside) else { return nil }
            defer { unsafe dbus_free(type) }
            return unsafe end(of: &inside, from: place + 1 + strlen(type) + 1, &steps)
        case .structure:
            unsafe dbus_message_iter_recurse(&value, &inside)
            var length = place
            repeat {
                guard let end = unsafe end(of: &inside, from: length, &steps) else { return nil }
                length = end
            } while unsafe dbus_message_iter_next(&inside) != 0
            return length
        default: return nil
        }
    }

    private static func aligned(_ place: Int, to alignment: Int) -> Int {
        (place + alignment - 1) & -alignment
    }
}
