// SPDX-License-Identifier: Apache-2.0
import CDBus
import Glibc

/// Answers of one u each that leave together, in one system call.
///
/// libdbus makes each answer in a dozen steps and sends it by itself, and each sending wakes the bus.
/// Measured, that was a fifth of all that a service did between a short call and its answer. Such answers
/// differ in four numbers and a name, so here they are put one behind the other as they go over the
/// wire.
@safe struct ReplyBuffer {
    /// Bytes from which on no more are added: of so few the kernel takes all at once or none.
    static let capacity = 2048

    /// As they go over the wire.
    private(set) var bytes: [UInt8] = []
    /// What is answered, and with what.
    private(set) var answers: [(call: Message, value: UInt32)] = []
    /// Of the answer that was added last. Nobody answers an answer, so it is only not to be 0; libdbus
    /// counts from 1 and does not come up here.
    private var serial = firstSerial
    /// An answer as far as the name, without its numbers.
    private let template: [UInt8]

    private static let firstSerial: UInt32 = 1 << 31

    /// Places in an answer.
    private enum Offset {
        static let bodyLength = 4
        static let serial = 8
        static let fieldsLength = 12
        static let fields = 16
        static let replySerial = 20
        static let nameLength = 36
        static let name = 40
    }

    init() {
        let order = UInt16(littleEndian: 1) == 1 ? "l" : "B" as Unicode.Scalar
        // "Message Format". The numbers are zero so far.
        let start: [UInt8] = [
            UInt8(ascii: order), UInt8(DBUS_MESSAGE_TYPE_METHOD_RETURN),
            UInt8(DBUS_HEADER_FLAG_NO_REPLY_EXPECTED), UInt8(DBUS_MAJOR_PROTOCOL_VERSION),
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ]
        // "Header Fields": a byte, the signature of a variant, its value; each aligned to eight.
        let fields: [UInt8] = [
            UInt8(DBUS_HEADER_FIELD_REPLY_SERIAL), 1, TypeCode.uint32.rawValue, 0, 0, 0, 0, 0,
            UInt8(DBUS_HEADER_FIELD_SIGNATURE), 1, TypeCode.signature.rawValue, 0,
            1, TypeCode.uint32.rawValue, 0, 0,
            UInt8(DBUS_HEADER_FIELD_DESTINATION), 1, TypeCode.string.rawValue, 0, 0, 0, 0, 0,
        ]
        template = start + fields
    }

    var isEmpty: Bool { answers.isEmpty }
    var isFull: Bool { bytes.count >= Self.capacity }

    /// Adds the answer to a call that came from a bus, which names its sender.
    mutating func append(_ value: UInt32, to call: Message) {
        answers.append((call, value))
        guard let sender = unsafe dbus_message_get_sender(call.pointer) else { return }
        let start = bytes.count
        bytes.append(contentsOf: template)
        let name = unsafe UnsafeRawBufferPointer(start: sender, count: strlen(sender) + 1)
        unsafe bytes.append(contentsOf: name)
        let fieldsEnd = bytes.count - start
        while (bytes.count - start) % 8 != 0 { bytes.append(0) }
        unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
        serial = serial == .max ? Self.firstSerial : serial + 1
        unsafe bytes.withUnsafeMutableBytes { buffer in
            func set(_ number: UInt32, _ offset: Int) {
                unsafe buffer.storeBytes(of: number, toByteOffset: start + offset, as: UInt32.self)
            }
            set(UInt32(MemoryLayout<UInt32>.size), Offset.bodyLength)
            set(serial, Offset.serial)
            set(UInt32(fieldsEnd - Offset.fields), Offset.fieldsLength)
            set(call.serial, Offset.replySerial)
            set(UInt32(fieldsEnd - Offset.name - 1), Offset.nameLength)
        }
    }

    /// Keeps the memory for the next.
    mutating func removeAll() {
        answers.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes them to a socket that does not block, where nothing else is on its way.
    ///
    /// - Returns: false when it took nothing.
    func send(to socket: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
                let count = unsafe Glibc.send(
                    socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count > 0 {
                    sent += count
                } else if errno == EINTR {
                    continue
                } else if sent == 0 {
                    return false
                } else if errno == EAGAIN {
                    // No local socket takes a part; on any other the rest has to follow.
                    var ready = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
                    _ = unsafe poll(&ready, 1, -1)
                } else {
                    // The connection is gone, which libdbus finds out by itself.
                    return true
                }
            }
            return true
        }
    }
}

extension Connection {
    /// Adds an answer to those that ``sendReplies()`` sends.
    func queueReply(_ value: UInt32, to call: Message) {
        if replies.isFull { sendReplies() }
        replies.append(value, to: call)
    }

    /// Sends what ``MethodCall/queueReply(uint32:)`` has queued.
    ///
    /// The end of a batch does it, too, and so does whatever else is sent, which goes behind.
    public func sendReplies() {
        guard !replies.isEmpty else { return }
        defer { replies.removeAll() }
        if let socket = binding.idleSocket, replies.send(to: socket) { return }
        for (call, value) in replies.answers {
            let reply = call.methodReturn()
            // Nothing can be wrong with a number.
            try? reply.append(value)
            sendNow(reply)
        }
    }
}
