// SPDX-License-Identifier: Apache-2.0
import CDBus
public import GLibLoop

/// A call that waits for its answer.
@safe @LoopActor public final class PendingCall {
    private var completion: (@LoopActor (Result<Message, CallError>) -> Void)?
    private nonisolated(unsafe) var pending: OpaquePointer?
    private weak var openCalls: OpenCalls?

    init(_ completion: @escaping @LoopActor (Result<Message, CallError>) -> Void) {
        self.completion = completion
    }

    isolated deinit {
        if let pending = unsafe pending { unsafe dbus_pending_call_unref(pending) }
    }

    /// Cancels the call: drops its completion without calling it.
    public func cancel() {
        completion = nil
        forget()
    }

    /// Blocks the loop until the call is answered or its deadline has passed, and its completion
    /// has run. For tools with a single task. Returns at once for a call that could not be sent.
    public func waitBlocking() {
        guard let pending = unsafe pending else { return }
        unsafe dbus_pending_call_block(pending)
    }

    /// Cancels the call and completes it with an error.
    func cancel(with error: CallError) {
        let completion = completion
        cancel()
        completion?(.failure(error))
    }

    /// Completes the call with an error, after the caller has returned.
    func fail(_ error: CallError) -> PendingCall {
        Task { @LoopActor in cancel(with: error) }
        return self
    }

    /// Takes ownership of the reference to `pending`.
    func wait(for pending: OpaquePointer, among openCalls: OpenCalls) {
        unsafe self.pending = pending
        self.openCalls = openCalls
        openCalls.add(self)
        unsafe dbus_pending_call_set_notify(
            pending, callEnded, Unmanaged.passRetained(self).toOpaque(), releaseCall)
    }

    fileprivate func complete() {
        guard let completion, let pending = unsafe pending,
            let reply = unsafe dbus_pending_call_steal_reply(pending)
        else { return }
        self.completion = nil
        let message = unsafe Message(taking: reply)
        forget()
        if message.kind == .error {
            completion(.failure(CallError(reply: message)))
        } else {
            completion(.success(message))
        }
    }

    /// Frees libdbus's pending call, and with it libdbus's reference to this object.
    private func forget() {
        guard let pending = unsafe pending else { return }
        unsafe self.pending = nil
        openCalls?.remove(self)
        unsafe dbus_pending_call_cancel(pending)
        unsafe dbus_pending_call_unref(pending)
    }
}

private let callEnded: DBusPendingCallNotifyFunction = { _, data in
    // libdbus retains the call until it frees the call's data.
    let call = unsafe Unmanaged<PendingCall>.fromOpaque(data.unsafelyUnwrapped)
        .takeUnretainedValue()
    LoopActor.assumeIsolated { call.complete() }
}

private let releaseCall: DBusFreeFunction = { data in
    unsafe Unmanaged<PendingCall>.fromOpaque(data.unsafelyUnwrapped).release()
}

/// The calls of one connection that wait for their answers.
///
/// libdbus drops its pending calls when a connection breaks, without completing them. This class
/// completes them.
@LoopActor final class OpenCalls {
    private var calls: [ObjectIdentifier: PendingCall] = [:]

    func add(_ call: PendingCall) {
        calls[ObjectIdentifier(call)] = call
    }

    func remove(_ call: PendingCall) {
        calls[ObjectIdentifier(call)] = nil
    }

    /// Fails all calls, in any order.
    func failAll() {
        for call in Array(calls.values) { call.cancel(with: .disconnected) }
    }
}
