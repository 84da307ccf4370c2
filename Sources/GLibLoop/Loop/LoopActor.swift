// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The actor of all state on the program's main loop.
///
/// A program calls ``run(_:)`` first. In a process without such a call (tests, apps with a main
/// loop of their own), the first job starts a background thread that runs the loop.
@globalActor public actor LoopActor {
    /// The only instance.
    public static let shared = LoopActor()

    /// The loop that runs the actor's jobs.
    public static nonisolated let executor = LoopExecutor(name: "loop")

    private init() {}

    /// The loop as the concurrency runtime needs it.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.executor.asUnownedSerialExecutor()
    }

    /// Runs the loop on the calling thread and returns after ``quit(_:)``.
    ///
    /// `start` runs on the actor before the first event. Traps if the loop already runs: then a job
    /// was sent to the actor before this call.
    ///
    /// - Returns: The last code that was passed to ``quit(_:)``; 0 without one.
    @discardableResult
    public static func run(_ start: @LoopActor () -> Void) -> Int32 {
        executor.run(first: { assumeIsolated(start) })
        return exitCode.load(ordering: .relaxed)
    }

    /// Ends the loop after the current iteration. Callable from any thread.
    ///
    /// - Parameter code: The exit code of the program; nil to keep that of an earlier call.
    public static func quit(_ code: Int32? = nil) {
        if let code { exitCode.store(code, ordering: .relaxed) }
        executor.quit()
    }

    private static let exitCode = Atomic<Int32>(0)

    /// Runs `body`, in place, as the actor; for C callbacks on the loop's thread.
    ///
    /// Traps on every other thread, as `MainActor.assumeIsolated` does.
    @inlinable public static func assumeIsolated<Result: Sendable, Failure: Error>(
        _ body: @LoopActor () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        executor.checkIsolated()
        return try withoutActuallyEscaping(body) { body throws(Failure) -> Result in
            // The two function types differ only in the isolation, which was checked above.
            try unsafe unsafeBitCast(body, to: (() throws(Failure) -> Result).self)()
        }
    }
}
