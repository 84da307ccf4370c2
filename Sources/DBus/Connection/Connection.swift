// SPDX-License-Identifier: Apache-2.0
import CDBus
public import GLibLoop
import Glibc

/// A connection to a message bus, with a unique name.
///
/// All its work happens on the loop: handlers are called in place, in the order in which the bus
/// delivered. Dropping the connection closes it.
@safe @LoopActor public final class Connection {
    /// The unique name from the bus, such as ":1.42".
    public nonisolated let uniqueName: BusName

    /// Takes the calls that no exported interface serves, before they are refused; for relays.
    ///
    /// Returns true if the handler will answer. Standard interfaces of exported objects do not come
    /// here, except `Properties` calls about an interface that the object does not have.
    public var onUnhandledCall: (@LoopActor (MethodCall) -> Bool)?

    /// Called after all messages of one wake-up were dispatched, even a single one: the place to
    /// commit the changes of the messages and to answer.
    public var onBatchEnd: (@LoopActor () -> Void)?

    /// The treatment of calls on receipt, before their handlers.
    public var callRules: CallRules {
        get { binding.rules }
        set { binding.rules = newValue }
    }

    /// Lets `begin` prepare calls of `minimum` bytes or more on another thread, while other
    /// senders' calls go on; only with ``CallRules/takesTurns``. The sender's calls stay in order.
    ///
    /// At the end of the program, calls are handled even if their preparation is not done.
    /// - Parameter begin: returns false for a call that needs no preparation; else calls its second
    ///   argument later, once. The preparation may set the call's ``Message/companion``.
    package func prepareCalls(from minimum: Int, _ begin: @escaping CallPreparation) {
        binding.preparations = CallPreparations(from: minimum, begin)
    }

    /// Number of calls that were read and wait for their turns.
    public var waitingCalls: Int { binding.turns.count }

    /// Called for each call that is answered `LimitsExceeded` without being handled.
    public var onRefusal: (@LoopActor () -> Void)?

    /// Called once when the bus is gone, but not after ``close()``. Open calls have failed by then.
    public var onDisconnect: (@LoopActor () -> Void)?

    nonisolated(unsafe) let pointer: OpaquePointer
    let binding: LoopBinding
    let objects = ObjectTable()
    let signals = SignalTable()
    let openCalls = OpenCalls()
    private var isClosed = false

    /// Joins the bus at `address`; blocks until the bus has answered `Hello`.
    ///
    /// - Throws: `ConnectionError` if there is no bus, or the bus refuses.
    public convenience init(address: String) throws(ConnectionError) {
        try self.init(OpenConnection(address: address))
    }

    /// Joins a bus without blocking the loop.
    ///
    /// - Parameters:
    ///   - address: the address of the bus, as in `DBUS_SESSION_BUS_ADDRESS`.
    ///   - time: time for the bus to answer `Hello`.
    /// - Throws: `ConnectionError` if there is no bus, or the bus refuses or does not answer in
    ///   time.
    public static func open(
        address: String, within time: Duration
    ) async throws(ConnectionError) -> Connection {
        let result = await BlockingCall.run(within: time) {
            // A connection that no caller waits for any more is closed with the result.
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
        unsafe dbus_connection_set_max_received_unix_fds(pointer, Self.maximumOpenDescriptors)
        unsafe dbus_connection_set_max_received_size(pointer, CallAccounts.maximumReceived)
        binding = unsafe LoopBinding(taking: pointer)
        // The binding closes the connection; until then this reference keeps the pointer valid.
        unsafe dbus_connection_ref(pointer)
        signals.connection = self
        binding.start(for: self)
    }

    /// Maximum number of descriptors in one message: as many as Linux passes over a socket at a
    /// time. libdbus drops a connection that sends more.
    private static nonisolated let maximumDescriptors = 253

    /// Number of descriptors of received messages from which on no further message is read, until
    /// the messages before are handled. libdbus's own limit is 4,096, and it drops a connection
    /// whose descriptors do not fit into the process.
    private static nonisolated let maximumOpenDescriptors = 32

    /// Joins the session bus of the environment.
    ///
    /// - Throws: `ConnectionError` if the environment names no bus, or there is none.
    public static func session() throws(ConnectionError) -> Connection {
        guard let address = Environment.variable("DBUS_SESSION_BUS_ADDRESS") else {
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

    /// True while messages can be sent.
    public var isConnected: Bool {
        unsafe !isClosed && dbus_connection_get_is_connected(pointer) != 0
    }

    /// Queues a message and sends as much as the socket takes now; seals the message. A message
    /// that was sent or received before is copied.
    ///
    /// Returns false if the message cannot be sent: the connection is broken, or cannot pass the
    /// message's file descriptors.
    @discardableResult
    public func send(_ message: Message) -> Bool {
        let message = message.sendable()
        guard isConnected, canSend(message) else { return false }
        return unsafe dbus_connection_send(pointer, message.pointer, nil) != 0
    }

    /// Bytes that were sent but that the bus has not taken yet: memory that a slow bus costs.
    public var unsentBytes: Int { unsafe dbus_connection_get_outgoing_size(pointer) }

    /// Stops the timers of all connections that would wake the program without need: those of calls
    /// that were answered long before their deadlines. For a program that expects no messages for a
    /// while.
    public static func stopIdleTimers() { Deadlines.stopIdleTimers() }

    /// Pauses the calls of one sender, in their order, until ``resumeCalls(of:for:)``, while calls
    /// of others go on; only with ``CallRules/takesTurns``.
    public func pauseCalls(of sender: String, for reason: PauseReasons = .identity) {
        binding.pauseCalls(of: sender, reason)
    }

    /// Reverts ``pauseCalls(of:for:)`` for the same reason.
    public func resumeCalls(of sender: String, for reason: PauseReasons = .identity) {
        binding.resumeCalls(of: sender, reason)
    }

    /// Charges the sender of a call for work outside the call's handler, like the handler's time;
    /// only with ``CallRules/takesTurns``.
    public func charge(_ time: Duration, for call: Message) {
        binding.charge(time, for: call, at: .now)
    }

    /// Processor time of reading and checking the answer that is being handled; zero if the batch
    /// does not measure it.
    package var readingTime: Duration { binding.timeOfDispatched }

    /// Calls `body` after the calls of `sender` that have been read: now, if there are none. For
    /// events that follow the calls, such as the sender's leaving the bus.
    public func afterCalls(of sender: String, _ body: @escaping @LoopActor () -> Void) {
        binding.afterCalls(of: sender, body)
    }

    /// Handles the calls that wait for their turns; for programs that are about to end. Has no
    /// effect inside a handler of this connection.
    public func handleWaitingCalls() {
        binding.takeAllTurns()
    }

    /// Waits until the bus has taken all sent messages; for programs that are about to end.
    public func flush() {
        if isConnected { unsafe dbus_connection_flush(pointer) }
    }

    func canSend(_ message: Message) -> Bool {
        !message.carriesFileDescriptors
            || (unsafe dbus_connection_can_send_type(pointer, TypeCode.unixFD.libdbus)) != 0
    }
}

/// The treatment of calls on receipt.
public struct CallRules {
    /// True if the senders of calls take turns: the calls of a sender keep their order, but can
    /// come before earlier calls of other senders.
    ///
    /// For services whose clients must not wait for each other. Signals and answers are handled on
    /// arrival, which can be before calls that came earlier.
    public var takesTurns = false

    /// True if the file descriptors of calls are closed on receipt: handlers cannot read them. For
    /// services that need no descriptors. A call that waits for its turn would hold some of the
    /// process's few descriptors.
    public var closesDescriptors = false

    /// Returns true for a sender whose calls keep their file descriptors despite
    /// ``closesDescriptors``. Asked for each call with descriptors, on receipt.
    public var keepsDescriptors: (@LoopActor (_ sender: String) -> Bool)?

    /// Returns the client that the sender of a call speaks for, as a portal speaks for apps; nil
    /// for the sender itself. Such a client has turns of its own and pays for its calls. Called for
    /// each call on receipt, with ``takesTurns``. The client's name must be no bus name: a unique
    /// name and a space at its beginning make sure.
    ///
    /// ``Connection/pauseCalls(of:for:)`` and ``Connection/afterCalls(of:_:)`` of the sender do not
    /// include these calls.
    package var representedClient: (@LoopActor (_ call: Message) -> String?)?

    /// Returns the group of a client, such as its program; nil if it is not known yet. The clients
    /// of a group share its turns: a program with many connections has no more turns than another.
    /// Without this, each client is a group. Called when a client's calls begin to wait, with
    /// ``takesTurns``.
    package var group: (@LoopActor (_ client: String) -> String?)?

    /// Returns the maximum length of a call in bytes. A longer call is refused on receipt: it takes
    /// no room for waiting calls and no turn. Only with ``takesTurns``, and asked only for calls of
    /// more than 256 KiB.
    package var longestCall: (@LoopActor (_ call: Message) -> Int)?
}

/// The messages that the binding passes on.
extension Connection {
    /// Refuses a call because its sender has too many waiting calls, for `reason`.
    func refuse(call: Message, _ reason: String) {
        onRefusal?()
        if call.expectsReply { send(call.errorReply(.limitsExceeded, reason)) }
    }

    /// Handles any other message that is not an answer to an open call; borrowed from libdbus.
    func receive(_ message: OpaquePointer) {
        switch unsafe dbus_message_get_type(message) {
        case DBUS_MESSAGE_TYPE_SIGNAL:
            // Only libdbus itself can send from this interface: the bus refuses such signals of
            // others.
            if unsafe dbus_message_is_signal(message, DBUS_INTERFACE_LOCAL, "Disconnected") != 0 {
                openCalls.failAll()
                onDisconnect?()
            } else {
                unsafe signals.dispatch(message)
            }
        default:
            // Answers that no call waits for any more, and kinds of a later specification: the
            // specification says to ignore both.
            break
        }
    }
}
