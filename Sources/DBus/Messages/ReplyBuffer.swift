// SPDX-License-Identifier: Apache-2.0
import CDBus
import Glibc

/// Collects answers of one u each and sends them in one system call.
///
/// libdbus builds each answer in a dozen steps and sends it separately, and each send wakes the
/// bus. This work took a fifth of a service's time between a short call and its answer (measured).
/// Such answers differ in four numbers and a name, so this buffer stores them one after the other
/// in their wire format.
final class ReplyBuffer {
    /// Bytes at which the buffer is full: the kernel takes so small a buffer as a whole or not at
    /// all.
    static let capacity = 2048

    /// Memory for the maximum number of answers.
    private var room: [UInt8] = []
    /// Number of bytes in `room` that are answers.
    private var count = 0
    /// The serial of the last answer. No peer answers an answer, so it only must not be 0; libdbus
    /// counts from 1 and never reaches this range.
    private var serial = firstSerial
    /// An answer up to the name, without its numbers.
    private let template: [UInt8]

    private static let firstSerial: UInt32 = 1 << 31
    /// Maximum bytes of a name; libdbus refuses longer ones.
    private static let maximumName = 255

    /// Positions in an answer.
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
        // "Message Format". The numbers are zero for now.
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
    /// The answers in wire format.
    var bytes: ArraySlice<UInt8> { room[..<count] }

    /// Adds the answer to a call from a bus; the buffer must not be full.
    /// - Returns: false if the call has no sender; then nothing is added.
    @discardableResult
    func append(_ value: UInt32, to call: Message) -> Bool {
        precondition(!isFull)
        guard let sender = unsafe dbus_message_get_sender(call.pointer) else { return false }
        let name = unsafe strlen(sender)
        guard name <= Self.maximumName else { return false }
        serial = serial == .max ? Self.firstSerial : serial + 1
        // The body begins at a multiple of eight, after the name and its NUL.
        let body = (Offset.name + name + 1 + 7) & ~7
        let replySerial = call.serial
        if room.isEmpty { makeRoom() }
        unsafe room.withUnsafeMutableBytes { buffer in
            let start = count
            func set<Number: BitwiseCopyable>(_ number: Number, _ offset: Int) {
                unsafe buffer.storeBytes(of: number, toByteOffset: start + offset, as: Number.self)
            }
            // The buffer is not full, so the longest answer fits: every position is within the
            // buffer.
            let answer = unsafe UnsafeMutableRawBufferPointer(
                rebasing: buffer[start..<start + body])
            unsafe template.withUnsafeBytes { unsafe answer.copyMemory(from: $0) }
            // The bytes after the name are zero.
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

    /// Allocates the capacity and one longest answer.
    private func makeRoom() {
        let longest = Offset.name + Self.maximumName + 1 + MemoryLayout<UInt32>.size
        room = [UInt8](repeating: 0, count: Self.capacity + longest)
    }

    /// The answers as messages.
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
            // The bytes are the same as libdbus's own, so this does not fail.
            if let message = try? Message.demarshal(Array(bytes[start..<end])) {
                messages.append(message)
            }
            start = end
        }
        return messages
    }

    /// Removes the answers and keeps the memory.
    func removeAll() {
        count = 0
    }

    /// Writes the answers to a non-blocking socket that has no other unsent data.
    ///
    /// - Returns: false if the socket took nothing.
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
                    // A local socket never takes a part; on any other socket the rest must follow.
                    var ready = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
                    _ = unsafe poll(&ready, 1, -1)
                } else {
                    // The connection is broken, which libdbus finds out by itself.
                    return true
                }
            }
            return true
        }
    }
}

extension Connection {
    /// Queues the answer of one u to a call, to be sent with other such answers when
    /// ``sendReplies()`` is called or the batch ends.
    public func queueReply(uint32 value: UInt32, to call: Message) {
        guard call.expectsReply else { return }
        if replies.isFull { sendReplies() }
        if replies.append(value, to: call) { return }
        let reply = call.methodReturn()
        // Appending a number cannot fail.
        try? reply.append(value)
        sendNow(reply)
    }

    /// Sends the answers that ``queueReply(uint32:to:)`` has queued.
    ///
    /// The end of a batch calls this function, and so does each other send, to keep the order.
    public func sendReplies() {
        guard !replies.isEmpty else { return }
        if let socket = binding.idleSocket, replies.send(to: socket) {
            replies.removeAll()
        } else {
            sendRepliesApart()
        }
    }

    /// Gives the answers to libdbus, after its own unsent messages.
    @inline(never) private func sendRepliesApart() {
        let messages = replies.messages
        replies.removeAll()
        for message in messages { sendNow(message) }
    }
}
