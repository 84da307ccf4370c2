// SPDX-License-Identifier: Apache-2.0
import CDBus
public import GLibLoop

/// A connection to a message bus, with a unique name of its own.
///
/// Everything happens on the loop: a handler is called in place, in the order in which the bus
/// delivered. Dropping the connection closes it.
@safe @LoopActor public final class Connection {
    /// What the bus calls this connection, as ":1.42".
    public nonisolated let uniqueName: BusName

    /// Takes the calls that no exported interface serves, before they are refused; for relays.
    ///
    /// Returns whether it will answer. Standard interfaces of exported objects do not come here, except
    /// `Properties` calls about an interface that the object does not have.
    public var onUnhandledCall: (@LoopActor (MethodCall) -> Bool)?

    /// Called after every message that one wake-up read was dispatched, also when it was one: the place
    /// to commit what the messages asked for and to answer.
    public var onBatchEnd: (@LoopActor () -> Void)?

    /// Whether calls are handled in turns of their senders: those of one sender in their order, but
    /// before all that another one has sent earlier.
    ///
    /// For services whose clients shall not wait for each other. Signals and answers are handled as
    /// they come, which may be before calls that came earlier.
    public var takesTurns: Bool {
        get { binding.takesTurns }
        set { binding.takesTurns = newValue }
    }

    /// True where the file descriptors that come with calls are closed on receipt: the calls are handled
    /// as if those could not be read. For services that need none; each descriptor that waits for its
    /// call's turn is one of the process's own few.
    public var closesDescriptors: Bool {
        get { binding.closesDescriptors }
        set { binding.closesDescriptors = newValue }
    }

    /// Called when a call is answered `LimitsExceeded` before it is handled.
    public var onRefusal: (@LoopActor () -> Void)?

    /// Called once when the bus has gone; not after ``close()``. Open calls have failed by then.
    public var onDisconnect: (@LoopActor () -> Void)?

    nonisolated(unsafe) let pointer: OpaquePointer
    let binding: LoopBinding
    let objects = ObjectTable()
    let signals = SignalTable()
    let openCalls = OpenCalls()
    let replies = ReplyBuffer()
    private var isClosed = false

    /// Joins the bus at `address` and waits until it has said hello.
    ///
    /// - Throws: `ConnectionError` when there is no bus, or it refuses.
    public convenience init(address: String) throws(ConnectionError) {
        try self.init(OpenConnection(address: address))
    }

    /// Joins the bus at `address` without blocking the loop.
    ///
    /// - Parameter time: how long the bus may take to say hello.
    /// - Throws: `ConnectionError` when there is no bus, or it refuses, or does not answer in time.
    public static func open(
        address: String, within time: Duration
    ) async throws(ConnectionError) -> Connection {
        let result = await BlockingCall.run(within: time) {
            // A connection that nobody waits for any more is closed with the result.
            Result { () throws(ConnectionError) in
                try OpenConnection(address: address, within: time)
            }
        }
        guard let result else {
            throw ConnectionError(
                CallError(name: .noReply, message: "The bus did not say hello within \(time)"))
        }
        return Connection(try result.get())
    }

    private init(_ open: OpenConnection) {
        let pointer = unsafe open.take()
        unsafe self.pointer = pointer
        uniqueName = open.uniqueName
        unsafe dbus_connection_set_max_message_unix_fds(pointer, Self.maximumDescriptors)
        unsafe dbus_connection_set_max_received_size(pointer, CallRoom.maximumReceived)
        binding = unsafe LoopBinding(taking: pointer)
        // The binding closes the connection; until then this reference keeps the pointer valid.
        unsafe dbus_connection_ref(pointer)
        signals.connection = self
        binding.start(for: self)
    }

    /// Descriptors that one message may bring: as many as Linux passes over a socket at a time. libdbus
    /// drops a connection over which more come.
    private static nonisolated let maximumDescriptors = 253

    /// Joins the session bus that the environment names.
    ///
    /// - Throws: `ConnectionError` when the environment names none, or there is none.
    public static func session() throws(ConnectionError) -> Connection {
        guard let address = Environment.value("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty else {
            throw ConnectionError(
                CallError(name: .notSupported, message: "DBUS_SESSION_BUS_ADDRESS is not set"))
        }
        return try Connection(address: address)
    }

    isolated deinit {
        close()
        unsafe dbus_connection_unref(pointer)
    }

    /// Leaves the bus. Open calls fail; handlers are not called again.
    public func close() {
        isClosed = true
        binding.close()
        openCalls.failAll()
    }

    /// Whether messages can still be sent.
    public var isConnected: Bool {
        unsafe !isClosed && dbus_connection_get_is_connected(pointer) != 0
    }

    /// Queues a message and sends as much as the socket takes now; seals it. A message that was sent
    /// or received before goes out as a copy.
    ///
    /// Returns false when it cannot be sent: the connection is gone, or it cannot pass the message's
    /// file descriptors.
    @discardableResult
    public func send(_ message: Message) -> Bool {
        sendReplies()
        return sendNow(message)
    }

    @discardableResult
    func sendNow(_ message: Message) -> Bool {
        let message = message.sendable()
        guard isConnected, canSend(message) else { return false }
        return unsafe dbus_connection_send(pointer, message.pointer, nil) != 0
    }

    /// Bytes that were sent but that the bus has not taken yet: what a slow bus makes us hold.
    public var unsentBytes: Int { unsafe dbus_connection_get_outgoing_size(pointer) }

    /// Stops what would wake the program later without need, such as the timer of calls that were
    /// answered long before their deadlines; for when nothing is expected for a while.
    public func rest() {
        if !isClosed { binding.rest() }
    }

    /// Lets the calls of one sender wait until ``resumeCalls(of:)``, in their order, while those of
    /// others go on; only with ``takesTurns``.
    public func holdCalls(of sender: String) {
        binding.holdCalls(of: sender)
    }

    /// Ends what ``holdCalls(of:)`` began.
    public func resumeCalls(of sender: String) {
        binding.resumeCalls(of: sender)
    }

    /// Calls `body` once the calls of `sender` that have been read are handled: now, when there are
    /// none; for what happens after them, such as the sender's leaving the bus.
    public func afterCalls(of sender: String, _ body: @escaping @LoopActor () -> Void) {
        binding.afterCalls(of: sender, body)
    }

    /// Handles the calls that have been read and wait for their turns; for programs that are about to
    /// end. Has no effect inside a handler of this connection.
    public func handleWaitingCalls() {
        binding.takeAllTurns()
    }

    /// Waits until everything that was sent is with the bus; for programs that are about to end.
    public func flush() {
        sendReplies()
        if isConnected { unsafe dbus_connection_flush(pointer) }
    }

    func canSend(_ message: Message) -> Bool {
        !message.carriesFileDescriptors
            || (unsafe dbus_connection_can_send_type(pointer, TypeCode.unixFD.libdbus)) != 0
    }
}

extension Connection: LoopBinding.Receiver {
    func receive(call: Message) {
        objects.dispatch(call, on: self)
    }

    func refuse(call: Message, _ reason: String) {
        onRefusal?()
        if call.expectsReply { send(call.errorReply(.limitsExceeded, reason)) }
    }

    func receive(_ message: OpaquePointer) {
        switch unsafe dbus_message_get_type(message) {
        case DBUS_MESSAGE_TYPE_SIGNAL:
            // Only libdbus itself can send from this interface: the bus refuses it to others.
            if unsafe dbus_message_is_signal(message, DBUS_INTERFACE_LOCAL, "Disconnected") != 0 {
                openCalls.failAll()
                onDisconnect?()
            } else {
                unsafe signals.dispatch(message)
            }
        default:
            // Answers that nobody waits for any more, and kinds that are still to be invented: the
            // specification says to ignore both.
            break
        }
    }

    func batchEnded() {
        onBatchEnd?()
        sendReplies()
    }
}
