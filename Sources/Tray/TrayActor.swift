// SPDX-License-Identifier: Apache-2.0
package import GLibLoop

/// The actor of the icon, on the main thread: GTK lives there, with GLib's default main context.
///
/// A program opens the display first, then runs ``executor``.
@globalActor package actor TrayActor {
    /// The only instance, because GTK's state is one per process.
    package static let shared = TrayActor()

    /// The loop under the actor; nothing happens before the main thread runs it.
    package static nonisolated let executor = LoopExecutor.ofDefaultContext(name: "tray")

    private init() {}

    /// The loop, as the concurrency runtime sees it.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.executor.asUnownedSerialExecutor()
    }
}
