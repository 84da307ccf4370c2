// SPDX-License-Identifier: Apache-2.0
import CGLib
import Synchronization

/// A call on a thread of its own, for whose result the loop may also wait a moment in place.
///
/// Dropping it drops the result; the thread ends by itself.
@LoopActor public final class ThreadCall<Result: Sendable> {
    private let outcome = Outcome<Result>()
    private var onEnd: ((Result) -> Void)?

    /// Begins the call. Returns nil if the user may have no further thread.
    ///
    /// - Parameters:
    ///   - body: The work, which runs on a new thread.
    ///   - onEnd: Receives the result, unless ``take(within:)`` has returned it.
    public init?(
        _ body: @escaping @Sendable () -> Result, onEnd: @escaping @LoopActor (Result) -> Void
    ) {
        self.onEnd = onEnd
        let isStarted = BlockingCall.start { [outcome] in outcome.end(with: body()) }
        guard isStarted else { return nil }
        Task { [weak self, outcome] in
            await outcome.latch.wait()
            self?.finish()
        }
    }

    /// Returns the result if it is there or comes within `time`, for which the loop stands still.
    /// Returns nil otherwise, and after the result was returned or passed on.
    public func take(within time: Duration) -> Result? {
        guard onEnd != nil, let result = outcome.take(within: time) else { return nil }
        onEnd = nil
        return result
    }

    private func finish() {
        guard let onEnd, let result = outcome.take(within: .zero) else { return }
        self.onEnd = nil
        onEnd(result)
    }
}

/// The result of a thread.
// @unchecked Sendable: GLib locks the queue, whose pointer never changes; the rest is Sendable.
// @safe: the object owns the queue until deinit.
@safe private final class Outcome<Result: Sendable>: @unchecked Sendable {
    let latch = Latch()
    private let result = Mutex<Result?>(nil)
    /// Gets one item with the result. A queue can be waited for with a limit of monotonic time.
    private let queue: OpaquePointer

    init() {
        unsafe queue = g_async_queue_new()
    }

    deinit {
        unsafe g_async_queue_unref(queue)
    }

    func end(with result: Result) {
        self.result.withLock { $0 = result }
        // The item is never used; it must not be nil.
        unsafe g_async_queue_push(queue, UnsafeMutableRawPointer(queue))
        latch.open()
    }

    /// Returns the result once; nil if it does not come within the time.
    func take(within time: Duration) -> Result? {
        if let result = takeNow() { return result }
        guard time > .zero,
            unsafe g_async_queue_timeout_pop(queue, guint64(time.microseconds)) != nil
        else { return nil }
        return takeNow()
    }

    private func takeNow() -> Result? {
        result.withLock { result in
            defer { result = nil }
            return result
        }
    }
}
