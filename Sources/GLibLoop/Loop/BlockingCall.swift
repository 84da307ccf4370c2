// SPDX-License-Identifier: Apache-2.0
import CGLib
import Synchronization

/// Runs calls that may block for long on separate threads, and waits for them only for a limited
/// time.
public enum BlockingCall {
    /// The end of a call: its result, or the caller's patience.
    private final class Outcome<Result: Sendable>: Sendable {
        private enum State {
            case running
            case ended(Result)
            /// The caller has stopped waiting.
            case abandoned
        }

        private let state = Mutex(State.running)
        let latch = Latch()

        /// Notes the result. Returns false if the caller has stopped waiting.
        func end(with result: Result) -> Bool {
            let isAwaited = state.withLock { state in
                if case .abandoned = state { return false }
                state = .ended(result)
                return true
            }
            latch.open()
            return isAwaited
        }

        /// Returns the result; nil if there is none yet, and then stops waiting.
        func take() -> Result? {
            state.withLock { state in
                if case .ended(let result) = state { return result }
                state = .abandoned
                return nil
            }
        }
    }

    /// Runs `body` on a new thread and returns its result; nil if that takes longer than `time`, or
    /// the user may have no further thread.
    ///
    /// - Parameters:
    ///   - time: Maximum time to wait for the result.
    ///   - abandoned: Receives the result of a call whose caller has stopped waiting. Runs on the
    ///     call's thread.
    ///   - body: The blocking work.
    @LoopActor public static func run<Result: Sendable>(
        within time: Duration, abandoned: @escaping @Sendable (Result) -> Void = { _ in },
        _ body: @escaping @Sendable () -> Result
    ) async -> Result? {
        let outcome = Outcome<Result>()
        let timer = Timer(after: time) { outcome.latch.open() }
        defer { timer.cancel() }
        let isStarted = start {
            let result = body()
            if !outcome.end(with: result) { abandoned(result) }
        }
        guard isStarted else { return nil }
        await outcome.latch.wait()
        return outcome.take()
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread. Returns false if the user may have no further thread.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let reference = unsafe Unmanaged.passRetained(Body(body))
        // g_thread_new would end the process.
        let thread = unsafe g_thread_try_new(
            "blocking call",
            { data in
                // Passed by `start`, never nil.
                unsafe Unmanaged<Body>.fromOpaque(data.unsafelyUnwrapped).takeRetainedValue().run()
                return nil
            }, reference.toOpaque(), nil)
        guard let thread = unsafe thread else {
            unsafe reference.release()
            return false
        }
        unsafe g_thread_unref(thread)
        return true
    }
}
