// SPDX-License-Identifier: Apache-2.0
import CDBus
import GLibLoop

extension Connection {
    /// Default time that a call waits for its answer.
    public static nonisolated let defaultTimeout = Duration.seconds(25)

    /// Calls a method; `completion` runs once, on the loop, never before this function returns.
    ///
    /// - Parameters:
    ///   - message: The call; a message that was sent before is copied.
    ///   - timeout: Time to wait for the answer, at least a millisecond; nil to wait until the
    ///     callee leaves the bus.
    ///   - completion: Receives the answer, or the error.
    /// - Returns: An object to cancel the call. Dropping the object does not cancel the call.
    @discardableResult
    public func call(
        _ message: Message, timeout: Duration? = defaultTimeout,
        completion: @escaping @LoopActor (Result<Message, CallError>) -> Void
    ) -> PendingCall {
        let message = message.sendable()
        let call = PendingCall(completion)
        guard isConnected else { return call.fail(.disconnected) }
        guard canSend(message) else { return call.fail(.descriptorsNotSupported) }
        var pending: OpaquePointer?
        let isSent = unsafe dbus_connection_send_with_reply(
            pointer, message.pointer, &pending, timeout?.libdbusMilliseconds ?? .max)
        guard isSent != 0 else { return call.fail(.outOfMemory) }
        // libdbus reports success without a pending call when the connection has just broken.
        guard let pending = unsafe pending else { return call.fail(.disconnected) }
        unsafe call.wait(for: pending, among: openCalls)
        return call
    }

    /// Calls a method and waits for its answer; cancelling the task cancels the call.
    ///
    /// - Parameters:
    ///   - message: The call; a message that was sent before is copied.
    ///   - timeout: Time to wait for the answer; at least a millisecond.
    /// - Throws: `CallError` for an error answer, a passed deadline, or a broken connection.
    public func call(
        _ message: Message, timeout: Duration = defaultTimeout
    ) async throws(CallError) -> Message {
        let answer = Answer()
        await withTaskCancellationHandler {
            let call = call(message, timeout: timeout) { answer.come($0) }
            answer.call = call
            if Task.isCancelled { call.cancel(with: .cancelled) }
            await answer.latch.wait()
        } onCancel: {
            Task { @LoopActor in answer.call?.cancel(with: .cancelled) }
        }
        // The latch was opened with a result.
        guard let result = answer.result else { throw .disconnected }
        return try result.get()
    }

    /// Calls a method and blocks the loop until the answer. For a program's start and for tools
    /// with a single task. Messages that arrive meanwhile are dispatched later.
    ///
    /// - Parameters:
    ///   - message: The call; a message that was sent before is copied.
    ///   - timeout: Time to wait for the answer; at least a millisecond.
    /// - Throws: `CallError` for an error answer, a passed deadline, or a broken connection.
    public func callBlocking(
        _ message: Message, timeout: Duration = defaultTimeout
    ) throws(CallError) -> Message {
        let message = message.sendable()
        guard isConnected else { throw .disconnected }
        guard canSend(message) else { throw .descriptorsNotSupported }
        var error = unsafe DBusError()
        unsafe dbus_error_init(&error)
        guard
            let reply = unsafe dbus_connection_send_with_reply_and_block(
                pointer, message.pointer, timeout.libdbusMilliseconds, &error)
        else { throw unsafe CallError(takingLocal: &error, isConnected: isConnected) }
        return unsafe Message(taking: reply)
    }

    /// The answer that a task waits for.
    @LoopActor private final class Answer {
        var call: PendingCall?
        private(set) var result: Result<Message, CallError>?
        let latch = Latch()

        nonisolated init() {}

        func come(_ result: Result<Message, CallError>) {
            self.result = result
            latch.open()
        }
    }
}

extension Duration {
    /// The timeout for libdbus: whole milliseconds, rounded up, below the value for "no timeout".
    var libdbusMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        if seconds >= 2_000_000 { return 2_000_000_000 }
        if seconds < 0 { return 1 }
        let perMillisecond: Int64 = 1_000_000_000_000_000
        let rest = (attoseconds + perMillisecond - 1) / perMillisecond
        return Int32(clamping: max(1, seconds * 1000 + rest))
    }
}
