// SPDX-License-Identifier: Apache-2.0
package import GLibLoop

/// The actor of the icon, on the main thread, which GTK and GLib's default main context use.
///
/// A program opens the display first, then runs ``executor``.
@globalActor package actor TrayActor {
    /// The only instance, because GTK's state is one per process.
    package static let shared = TrayActor()

    /// The loop that runs the actor's jobs, once the main thread runs the loop.
    package static nonisolated let executor = LoopExecutor.ofDefaultContext(name: "tray")

    private init() {}

    /// The loop as the concurrency runtime needs it.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.executor.asUnownedSerialExecutor()
    }
}
