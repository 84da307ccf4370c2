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

    var isEmpty: Bool { bytes.isEmpty }
    var isFull: Bool { bytes.count >= Self.capacity }

    /// Adds the answer to a call that came from a bus.
    /// - Returns: false where no bus has named the call's sender; then it adds none.
    @discardableResult
    mutating func append(_ value: UInt32, to call: Message) -> Bool {
        guard let sender = unsafe dbus_message_get_sender(call.pointer) else { return false }
        let name = unsafe UnsafeRawBufferPointer(start: sender, count: strlen(sender) + 1)
        serial = serial == .max ? Self.firstSerial : serial + 1
        let fieldsEnd = Offset.name + name.count
        let body = (fieldsEnd + 7) / 8 * 8
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: body + MemoryLayout<UInt32>.size))
        unsafe bytes.withUnsafeMutableBytes { buffer in
            let answer = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
            func set(_ number: UInt32, _ offset: Int) {
                unsafe answer.storeBytes(of: number, toByteOffset: offset, as: UInt32.self)
            }
            unsafe template.withUnsafeBytes { unsafe answer.copyMemory(from: $0) }
            unsafe UnsafeMutableRawBufferPointer(rebasing: answer[Offset.name...])
                .copyMemory(from: name)
            set(UInt32(MemoryLayout<UInt32>.size), Offset.bodyLength)
            set(serial, Offset.serial)
            set(UInt32(fieldsEnd - Offset.fields), Offset.fieldsLength)
            set(call.serial, Offset.replySerial)
            set(UInt32(name.count - 1), Offset.nameLength)
            set(value, body)
        }
        return true
    }

    /// The answers, each as a message.
    var messages: [Message] {
        var messages: [Message] = []
        var start = 0
        while start < bytes.count {
            let fields = unsafe bytes.withUnsafeBytes {
                unsafe $0.loadUnaligned(
                    fromByteOffset: start + Offset.fieldsLength, as: UInt32.self)
            }
            let body = (Offset.fields + Int(fields) + 7) / 8 * 8
            let end = start + body + MemoryLayout<UInt32>.size
            // They are what libdbus would have made.
            if let message = try? Message.demarshal(Array(bytes[start..<end])) {
                messages.append(message)
            }
            start = end
        }
        return messages
    }

    /// Keeps the memory for the next.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes them to a socket as ``send(to:)`` does, and has none left then.
    mutating func sendAll(to socket: Int32) -> Bool {
        guard send(to: socket) else { return false }
        removeAll()
        return true
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
    /// Answers a call that came in here with one u, together with other such answers: when
    /// ``sendReplies()`` is called or the batch ends.
    public func queueReply(uint32 value: UInt32, to call: Message) {
        guard call.expectsReply else { return }
        if replies.isFull { sendReplies() }
        if replies.append(value, to: call) { return }
        let reply = call.methodReturn()
        // Nothing can be wrong with a number.
        try? reply.append(value)
        sendNow(reply)
    }

    /// Sends what ``queueReply(uint32:to:)`` has queued.
    ///
    /// The end of a batch does it, too, and so does whatever else is sent, which goes behind.
    public func sendReplies() {
        guard !replies.isEmpty else { return }
        if let socket = binding.idleSocket, replies.sendAll(to: socket) { return }
        let messages = replies.messages
        replies.removeAll()
        for message in messages { sendNow(message) }
    }
}
