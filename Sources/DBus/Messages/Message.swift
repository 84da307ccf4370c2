// SPDX-License-Identifier: Apache-2.0
import CDBus

/// A D-Bus message.
///
/// The creator may append arguments to a new message until it is sent; a sent or received message
/// never changes. Owns its libdbus message, which counts against the connection's limit of received
/// bytes (`CallAccounts.maximumReceived`) while it lives: keep the content of a message, not the
/// message.
@safe public final class Message: @unchecked Sendable {
    // Unchecked: only the creator has a message until it is sent. From then on the message is
    // sealed and only read: libdbus counts references atomically. Reading causes one lazy change,
    // the swap of a foreign byte order, which is done before a received message is handed out. The
    // kept bytes and the length belong to the thread that created or received the message.

    /// The kind of a message.
    public enum Kind: Hashable, Sendable {
        /// A call of a method.
        case methodCall
        /// An answer to a call.
        case methodReturn
        /// An error as the answer to a call.
        case error
        /// A signal.
        case signal
    }

    let pointer: OpaquePointer
    var checker: ValueChecker
    private(set) var isSealed: Bool
    /// The message as bytes while they are needed; used by one thread only, see ``keptBytes()``.
    var kept: MarshalledBytes?
    /// The length once it is known; used by one thread only, like `kept`. See ``byteCount``.
    var length: Int?

    /// Something that the receiver keeps with a call while the call waits; see
    /// ``Connection/prepareCalls(from:_:)``.
    package var companion: (any Sendable)?

    /// The client that the sender of a call speaks for; nil for the sender itself.
    var representedClient: String?

    /// The client whose turns, costs and waiting calls a received call counts for.
    var payer: String { representedClient ?? sender ?? "" }

    private init(new pointer: OpaquePointer?, pathLength: Int = 0) {
        // libdbus returns NULL for invalid names, which the types exclude, and without memory,
        // where Swift's own allocations trap as well.
        guard let pointer = unsafe pointer else { preconditionFailure("no memory for a message") }
        unsafe self.pointer = pointer
        checker = ValueChecker(headerLength: MessageLimits.headerReserve + pathLength)
        isSealed = false
    }

    /// Retains a received message, which libdbus keeps as well.
    init(received pointer: OpaquePointer) {
        unsafe self.pointer = dbus_message_ref(pointer)
        checker = ValueChecker(headerLength: 0)
        isSealed = true
        unsafe Self.freeze(pointer)
    }

    /// Takes ownership of the caller's reference to a received message.
    init(taking pointer: OpaquePointer) {
        unsafe self.pointer = pointer
        checker = ValueChecker(headerLength: 0)
        isSealed = true
        unsafe Self.freeze(pointer)
    }

    deinit {
        unsafe dbus_message_unref(pointer)
    }

    /// Makes every later use of a received message a pure read.
    private static func freeze(_ pointer: OpaquePointer) {
        unsafe dbus_message_lock(pointer)
        var iterator = unsafe DBusMessageIter()
        _ = unsafe dbus_message_iter_init(pointer, &iterator)
    }

    /// Marks the message as sent: from now on it may not change.
    func seal() {
        isSealed = true
    }

    // MARK: Making messages

    /// Returns a call; without a destination it goes to the other end of a connection without a
    /// bus.
    public static func methodCall(
        destination: BusName?, path: ObjectPath, interface: InterfaceName?, member: MemberName
    ) -> Message {
        let pointer = unsafe dbus_message_new_method_call(
            destination?.rawValue, path.rawValue, interface?.rawValue, member.rawValue)
        return unsafe Message(new: pointer, pathLength: path.rawValue.utf8.count)
    }

    /// Returns a signal, to all subscribers or to `destination` alone.
    public static func signal(
        path: ObjectPath, interface: InterfaceName, member: MemberName, destination: BusName? = nil
    ) -> Message {
        let pointer = unsafe dbus_message_new_signal(
            path.rawValue, interface.rawValue, member.rawValue)
        let message = unsafe Message(new: pointer, pathLength: path.rawValue.utf8.count)
        if let destination {
            unsafe dbus_message_set_destination(message.pointer, destination.rawValue)
        }
        return message
    }

    /// Returns an answer without arguments to this received call.
    public func methodReturn() -> Message {
        precondition(serial != 0, "only what was sent can be answered")
        return unsafe Message(new: dbus_message_new_method_return(pointer))
    }

    /// Returns an error as the answer to this received call; `text` is for people and ends before
    /// any U+0000.
    public func errorReply(_ name: ErrorName, _ text: String) -> Message {
        precondition(serial != 0, "only what was sent can be answered")
        let reply = unsafe Message(new: dbus_message_new_error(pointer, name.rawValue, text))
        reply.seal()
        return reply
    }

    /// Returns an error with further arguments as the answer to this received call; `text` is for
    /// people.
    ///
    /// - Throws: `MarshalError` for values that a message cannot have.
    public func errorReply(
        _ name: ErrorName, _ text: String, details: [Value]
    ) throws(MarshalError) -> Message {
        precondition(serial != 0, "only what was sent can be answered")
        let reply = unsafe Message(new: dbus_message_new_error(pointer, name.rawValue, nil))
        try reply.append(contentsOf: [.string(text)] + details)
        return reply
    }

    /// Returns the same message for another destination, as a new message of this connection:
    /// without sender, with a new serial.
    public func copy(destination: BusName?) -> Message {
        let copy = unsafe Message(new: dbus_message_copy(pointer))
        unsafe dbus_message_set_sender(copy.pointer, nil)
        unsafe dbus_message_set_destination(copy.pointer, destination?.rawValue)
        return copy.sealedCopy()
    }

    /// Returns the header of this received call as a call of its own: the part that an answer
    /// needs.
    func withoutArguments() -> Message {
        let call = unsafe Message(
            new: dbus_message_new_method_call(
                nil, dbus_message_get_path(pointer), dbus_message_get_interface(pointer),
                dbus_message_get_member(pointer)))
        unsafe dbus_message_set_sender(call.pointer, dbus_message_get_sender(pointer))
        unsafe dbus_message_set_serial(call.pointer, dbus_message_get_serial(pointer))
        unsafe dbus_message_set_no_reply(call.pointer, dbus_message_get_no_reply(pointer))
        return call.sealedCopy()
    }

    /// Returns the same return or error as the answer to the received `call`; for relays.
    public func copy(asReplyTo call: Message) -> Message {
        precondition(call.serial != 0, "only what was sent can be answered")
        let copy = unsafe Message(new: dbus_message_copy(pointer))
        unsafe dbus_message_set_sender(copy.pointer, nil)
        unsafe dbus_message_set_destination(copy.pointer, dbus_message_get_sender(call.pointer))
        unsafe dbus_message_set_reply_serial(copy.pointer, dbus_message_get_serial(call.pointer))
        return copy.sealedCopy()
    }

    /// Returns the message itself if it was never sent, or else a copy: each serial is used once.
    func sendable() -> Message {
        seal()
        if serial == 0 { return self }
        let copy = unsafe Message(new: dbus_message_copy(pointer))
        unsafe dbus_message_set_sender(copy.pointer, nil)
        return copy.sealedCopy()
    }

    // The checker has not counted the content of a copy, so the copy takes no more arguments.
    private func sealedCopy() -> Message {
        seal()
        return self
    }

    // MARK: The header

    /// The kind of the message; nil for kinds of a later specification.
    public var kind: Kind? {
        switch unsafe dbus_message_get_type(pointer) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: .methodCall
        case DBUS_MESSAGE_TYPE_METHOD_RETURN: .methodReturn
        case DBUS_MESSAGE_TYPE_ERROR: .error
        case DBUS_MESSAGE_TYPE_SIGNAL: .signal
        default: nil
        }
    }

    /// The unique name of the sender, as the bus set it; nil before the message was sent.
    public var sender: String? { unsafe Self.text(dbus_message_get_sender(pointer)) }
    /// The destination; nil for a broadcast.
    public var destination: String? { unsafe Self.text(dbus_message_get_destination(pointer)) }
    /// The object that the call is for or that sends the signal.
    public var path: String? { unsafe Self.text(dbus_message_get_path(pointer)) }
    /// The interface of the member.
    public var interface: String? { unsafe Self.text(dbus_message_get_interface(pointer)) }
    /// The method or signal.
    public var member: String? { unsafe Self.text(dbus_message_get_member(pointer)) }
    /// The error's name; nil for other kinds.
    public var errorName: String? { unsafe Self.text(dbus_message_get_error_name(pointer)) }
    /// The number from its connection; 0 before the message was sent.
    public var serial: UInt32 { unsafe dbus_message_get_serial(pointer) }
    /// The serial of the call that the message answers; 0 for other messages.
    public var replySerial: UInt32 { unsafe dbus_message_get_reply_serial(pointer) }
    /// The types of the arguments.
    public var signature: String { unsafe Self.text(dbus_message_get_signature(pointer)) ?? "" }
    /// True if the sender waits for an answer.
    public var expectsReply: Bool {
        unsafe dbus_message_get_no_reply(pointer) == 0 && kind == .methodCall
    }
    /// True if the bus must not start a program for the message.
    public var noAutoStart: Bool { unsafe dbus_message_get_auto_start(pointer) == 0 }
    /// True if the message has file descriptors.
    public var carriesFileDescriptors: Bool { unsafe dbus_message_contains_unix_fds(pointer) != 0 }

    /// Requests no answer.
    public func setNoReply() {
        precondition(!isSealed, "the message was sent already")
        unsafe dbus_message_set_no_reply(pointer, 1)
    }

    /// Prevents the bus from starting a program for the message.
    public func setNoAutoStart() {
        precondition(!isSealed, "the message was sent already")
        unsafe dbus_message_set_auto_start(pointer, 0)
    }

    /// Returns true if the arguments have exactly these types, without copying the types.
    public func hasSignature(_ signature: StaticString) -> Bool {
        unsafe dbus_message_has_signature(pointer, signature.cString) != 0
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}

extension StaticString {
    /// The text for C. The compiler adds a NUL, and the text is never freed.
    fileprivate var cString: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
