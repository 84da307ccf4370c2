// SPDX-License-Identifier: Apache-2.0
import CGLib
import Synchronization

/// Runs calls that may block for long on separate threads, and waits for them only for a limited
/// time.
public enum BlockingCall {
    /// The waiting caller, until the call ends or the time has passed.
    private final class Waiter<Result: Sendable>: Sendable {
        let continuation: Mutex<CheckedContinuation<Result?, Never>?>

        init(_ continuation: CheckedContinuation<Result?, Never>) {
            self.continuation = Mutex(continuation)
        }

        /// - Returns: False if no caller waits any more.
        @discardableResult
        func end(with result: Result?) -> Bool {
            guard let waiting = continuation.withLock({ $0.take() }) else { return false }
            waiting.resume(returning: result)
            return true
        }
    }

    /// Runs `body` on a new thread and returns its result; nil if that takes longer than `time`.
    ///
    /// - Parameter abandoned: Receives the result of a call whose caller has stopped waiting. Runs
    ///   on the call's thread.
    @LoopActor public static func run<Result: Sendable>(
        within time: Duration, abandoned: @escaping @Sendable (Result) -> Void = { _ in },
        _ body: @escaping @Sendable () -> Result
    ) async -> Result? {
        var timer: Timer?
        defer { timer?.cancel() }
        return await withCheckedContinuation { continuation in
            let waiter = Waiter<Result>(continuation)
            timer = Timer(after: time) { waiter.end(with: nil) }
            start {
                let result = body()
                if !waiter.end(with: result) { abandoned(result) }
            }
        }
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) {
        let reference = unsafe Unmanaged.passRetained(Body(body))
        let thread = unsafe g_thread_new(
            "blocking call",
            { data in
                // Passed by `start`, never nil.
                unsafe Unmanaged<Body>.fromOpaque(data.unsafelyUnwrapped).takeRetainedValue().run()
                return nil
            }, reference.toOpaque())
        unsafe g_thread_unref(thread)
    }
}
