// SPDX-License-Identifier: Apache-2.0
package import GLibLoop

/// The actor of all widgets, on the main thread, which GTK and GLib's default main context use.
///
/// ``Application/run()`` runs it.
@globalActor package actor WindowActor {
    /// The only instance, because GTK's state is one per process.
    package static let shared = WindowActor()

    /// The loop that runs the actor's jobs, once the main thread runs the loop.
    package static nonisolated let executor = LoopExecutor.ofDefaultContext(name: "window")

    private init() {}

    /// The loop as the concurrency runtime needs it.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.executor.asUnownedSerialExecutor()
    }

    /// Runs `body`, in place, as the actor; for GTK's callbacks. Traps on every other thread.
    static func assumeIsolated<Result: Sendable>(_ body: @WindowActor () -> Result) -> Result {
        executor.checkIsolated()
        return withoutActuallyEscaping(body) { body in
            // The two function types differ only in the isolation, which was checked above.
            unsafe unsafeBitCast(body, to: (() -> Result).self)()
        }
    }
}
