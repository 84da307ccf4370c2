// SPDX-License-Identifier: Apache-2.0
import CDBus

/// One D-Bus message.
///
/// A message that was made here may be appended to until it is sent; one that was sent or received
/// never changes. Owns its libdbus message, which counts against the connection's limit of received
/// bytes (63 MiB) as long as it lives: keep what a message says, not messages.
@safe public final class Message: @unchecked Sendable {
    // Unchecked: whoever makes a message has it alone until it is sent. From then on it is sealed and
    // only read: libdbus counts references atomically, and the one lazy change that reading causes,
    // swapping a foreign byte order, is done before a received message is handed out. The bytes that
    // a message keeps are its maker's or receiver's thread's alone.

    /// What a message is for.
    public enum Kind: Hashable, Sendable {
        /// Calls a method.
        case methodCall
        /// Answers a call.
        case methodReturn
        /// Answers a call with an error.
        case error
        /// Tells of something.
        case signal
    }

    let pointer: OpaquePointer
    var checker: ValueChecker
    private(set) var isSealed: Bool
    /// The message as bytes, while they are wanted; touched by one thread alone, see ``keptBytes()``.
    var kept: MarshalledBytes?

    private init(new pointer: OpaquePointer?, pathLength: Int = 0) {
        // libdbus returns NULL for names that are not valid, which the types exclude, and when
        // memory ran out, where Swift's own allocations trap as well.
        guard let pointer = unsafe pointer else { preconditionFailure("no memory for a message") }
        unsafe self.pointer = pointer
        checker = ValueChecker(headerLength: MessageLimits.headerReserve + pathLength)
        isSealed = false
    }

    /// Keeps a received message, which stays libdbus's as well.
    init(received pointer: OpaquePointer) {
        unsafe self.pointer = dbus_message_ref(pointer)
        checker = ValueChecker(headerLength: 0)
        isSealed = true
        unsafe Self.settle(pointer)
    }

    /// Takes over the caller's reference to a received message.
    init(taking pointer: OpaquePointer) {
        unsafe self.pointer = pointer
        checker = ValueChecker(headerLength: 0)
        isSealed = true
        unsafe Self.settle(pointer)
    }

    deinit {
        unsafe dbus_message_unref(pointer)
    }

    /// Makes every later use of a received message a mere read.
    private static func settle(_ pointer: OpaquePointer) {
        unsafe dbus_message_lock(pointer)
        var iterator = unsafe DBusMessageIter()
        _ = unsafe dbus_message_iter_init(pointer, &iterator)
    }

    /// Says that the message belongs to libdbus from now on and may not change.
    func seal() {
        isSealed = true
    }

    // MARK: Making messages

    /// A call; without a destination it goes to the other end of a connection that has no bus.
    public static func methodCall(
        destination: BusName?, path: ObjectPath, interface: InterfaceName?, member: MemberName
    ) -> Message {
        let pointer = unsafe dbus_message_new_method_call(
            destination?.rawValue, path.rawValue, interface?.rawValue, member.rawValue)
        return unsafe Message(new: pointer, pathLength: path.rawValue.utf8.count)
    }

    /// A signal, to everybody who asked for such or to `destination` alone.
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

    /// The answer to this call, which was received, empty at first.
    public func methodReturn() -> Message {
        precondition(serial != 0, "only what was sent can be answered")
        return unsafe Message(new: dbus_message_new_method_return(pointer))
    }

    /// The answer to this call, which was received, that it failed; `text` is for people and ends
    /// before any U+0000.
    public func errorReply(_ name: ErrorName, _ text: String) -> Message {
        precondition(serial != 0, "only what was sent can be answered")
        let reply = unsafe Message(new: dbus_message_new_error(pointer, name.rawValue, text))
        reply.seal()
        return reply
    }

    /// The same message to another destination, as this connection's own: no sender, a new serial.
    public func copy(destination: BusName?) -> Message {
        let copy = unsafe Message(new: dbus_message_copy(pointer))
        unsafe dbus_message_set_sender(copy.pointer, nil)
        unsafe dbus_message_set_destination(copy.pointer, destination?.rawValue)
        return copy.sealedCopy()
    }

    /// The header of this call, which was received, as a call of its own: what is needed to answer it.
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

    /// The same return or error as the answer to `call`, which was received; for relays.
    public func copy(asReplyTo call: Message) -> Message {
        precondition(call.serial != 0, "only what was sent can be answered")
        let copy = unsafe Message(new: dbus_message_copy(pointer))
        unsafe dbus_message_set_sender(copy.pointer, nil)
        unsafe dbus_message_set_destination(copy.pointer, dbus_message_get_sender(call.pointer))
        unsafe dbus_message_set_reply_serial(copy.pointer, dbus_message_get_serial(call.pointer))
        return copy.sealedCopy()
    }

    /// The message itself when it was never sent, else a copy that may be: a serial is used once.
    func sendable() -> Message {
        seal()
        if serial == 0 { return self }
        let copy = unsafe Message(new: dbus_message_copy(pointer))
        unsafe dbus_message_set_sender(copy.pointer, nil)
        return copy.sealedCopy()
    }

    // What a copy already holds was not counted, so nothing may be appended to it.
    private func sealedCopy() -> Message {
        seal()
        return self
    }

    // MARK: The header

    /// What the message is for; nil for kinds that a later specification may add.
    public var kind: Kind? {
        switch unsafe dbus_message_get_type(pointer) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: .methodCall
        case DBUS_MESSAGE_TYPE_METHOD_RETURN: .methodReturn
        case DBUS_MESSAGE_TYPE_ERROR: .error
        case DBUS_MESSAGE_TYPE_SIGNAL: .signal
        default: nil
        }
    }

    /// The unique name of who sent it, by the bus's word; nil before it was sent.
    public var sender: String? { unsafe Self.text(dbus_message_get_sender(pointer)) }
    /// Whom it is for; nil for a broadcast.
    public var destination: String? { unsafe Self.text(dbus_message_get_destination(pointer)) }
    /// The object that is called or that the signal comes from.
    public var path: String? { unsafe Self.text(dbus_message_get_path(pointer)) }
    /// The interface of the member.
    public var interface: String? { unsafe Self.text(dbus_message_get_interface(pointer)) }
    /// The method or signal.
    public var member: String? { unsafe Self.text(dbus_message_get_member(pointer)) }
    /// The error's name; nil for other kinds.
    public var errorName: String? { unsafe Self.text(dbus_message_get_error_name(pointer)) }
    /// The number that its connection gave it; 0 before it was sent.
    public var serial: UInt32 { unsafe dbus_message_get_serial(pointer) }
    /// The serial of the call that it answers; 0 when it is no answer.
    public var replySerial: UInt32 { unsafe dbus_message_get_reply_serial(pointer) }
    /// The types of its arguments.
    public var signature: String { unsafe Self.text(dbus_message_get_signature(pointer)) ?? "" }
    /// Whether its sender waits for an answer.
    public var expectsReply: Bool {
        unsafe dbus_message_get_no_reply(pointer) == 0 && kind == .methodCall
    }
    /// Whether the bus shall not start a program for it.
    public var noAutoStart: Bool { unsafe dbus_message_get_auto_start(pointer) == 0 }
    /// Whether it carries file descriptors.
    public var carriesFileDescriptors: Bool { unsafe dbus_message_contains_unix_fds(pointer) != 0 }

    /// Says that no answer is wanted.
    public func setNoReply() {
        precondition(!isSealed, "the message was sent already")
        unsafe dbus_message_set_no_reply(pointer, 1)
    }

    /// Says that the bus shall not start a program for it.
    public func setNoAutoStart() {
        precondition(!isSealed, "the message was sent already")
        unsafe dbus_message_set_auto_start(pointer, 0)
    }

    /// Whether it calls `member` of `interface`, without copying either.
    public func isMethodCall(_ interface: StaticString, _ member: StaticString) -> Bool {
        unsafe dbus_message_is_method_call(pointer, interface.cString, member.cString) != 0
    }

    /// Whether it is the signal `member` of `interface`, without copying either.
    public func isSignal(_ interface: StaticString, _ member: StaticString) -> Bool {
        unsafe dbus_message_is_signal(pointer, interface.cString, member.cString) != 0
    }

    /// Whether its arguments have exactly these types, without copying them.
    public func hasSignature(_ signature: StaticString) -> Bool {
        unsafe dbus_message_has_signature(pointer, signature.cString) != 0
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}

extension StaticString {
    /// The text as C sees it; the compiler ends it with a NUL, and it lives for ever.
    fileprivate var cString: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
