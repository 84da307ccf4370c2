// SPDX-License-Identifier: Apache-2.0
import CDBus
import Glibc

/// Answers of one u each that leave together, in one system call.
///
/// libdbus makes each answer in a dozen steps and sends it by itself, and each sending wakes the bus.
/// Measured, that was a fifth of all that a service did between a short call and its answer. Such answers
/// differ in four numbers and a name, so here they are put one behind the other as they go over the
/// wire.
final class ReplyBuffer {
    /// Bytes from which on no more are added: of so few the kernel takes all at once or none.
    static let capacity = 2048

    /// Room for as many as may be added.
    private var room: [UInt8] = []
    /// How many bytes of it are answers.
    private var count = 0
    /// Of the answer that was added last. Nobody answers an answer, so it is only not to be 0; libdbus
    /// counts from 1 and does not come up here.
    private var serial = firstSerial
    /// An answer as far as the name, without its numbers.
    private let template: [UInt8]

    private static let firstSerial: UInt32 = 1 << 31
    /// Of a name; longer ones libdbus refuses.
    private static let maximumName = 255

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

    var isEmpty: Bool { count == 0 }
    var isFull: Bool { count >= Self.capacity }
    /// As they go over the wire.
    var bytes: ArraySlice<UInt8> { room[..<count] }

    /// Adds the answer to a call that came from a bus; not to a full buffer.
    /// - Returns: false where no bus has named the call's sender; then it adds none.
    @discardableResult
    func append(_ value: UInt32, to call: Message) -> Bool {
        precondition(!isFull)
        guard let sender = unsafe dbus_message_get_sender(call.pointer) else { return false }
        let name = unsafe strlen(sender)
        guard name <= Self.maximumName else { return false }
        serial = serial == .max ? Self.firstSerial : serial + 1
        // The body begins at a multiple of eight, behind the name and its NUL.
        let body = (Offset.name + name + 1 + 7) & ~7
        let replySerial = call.serial
        if room.isEmpty { makeRoom() }
        unsafe room.withUnsafeMutableBytes { buffer in
            let start = count
            func set<Number: BitwiseCopyable>(_ number: Number, _ offset: Int) {
                unsafe buffer.storeBytes(of: number, toByteOffset: start + offset, as: Number.self)
            }
            // Not full, so that the longest answer has room: every place is within the buffer.
            let answer = unsafe UnsafeMutableRawBufferPointer(
                rebasing: buffer[start..<start + body])
            unsafe template.withUnsafeBytes { unsafe answer.copyMemory(from: $0) }
            // What follows the name is zero.
            set(0 as UInt64, body - 8)
            unsafe UnsafeMutableRawBufferPointer(rebasing: answer[Offset.name...]).copyMemory(
                from: UnsafeRawBufferPointer(start: sender, count: name))
            set(UInt32(MemoryLayout<UInt32>.size), Offset.bodyLength)
            set(serial, Offset.serial)
            set(UInt32(Offset.name + name + 1 - Offset.fields), Offset.fieldsLength)
            set(replySerial, Offset.replySerial)
            set(UInt32(name), Offset.nameLength)
            set(value, body)
        }
        count += body + MemoryLayout<UInt32>.size
        return true
    }

    /// For one more than fills it.
    private func makeRoom() {
        let longest = Offset.name + Self.maximumName + 1 + MemoryLayout<UInt32>.size
        room = [UInt8](repeating: 0, count: Self.capacity + longest)
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
    func removeAll() {
        count = 0
    }

    /// Writes them to a socket that does not block, where nothing else is on its way.
    ///
    /// - Returns: false when it took nothing.
    func send(to socket: Int32) -> Bool {
        unsafe room.withUnsafeBytes { buffer in
            var sent = 0
            while sent < count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent..<count])
                let taken = unsafe Glibc.send(
                    socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if taken > 0 {
                    sent += taken
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
        if let socket = binding.idleSocket, replies.send(to: socket) {
            replies.removeAll()
        } else {
            sendRepliesApart()
        }
    }

    /// Leaves them to libdbus, behind what it has to send already.
    @inline(never) private func sendRepliesApart() {
        let messages = replies.messages
        replies.removeAll()
        for message in messages { sendNow(message) }
    }
}
