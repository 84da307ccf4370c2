// SPDX-License-Identifier: Apache-2.0
package import GLibLoop

/// The actor of libnotify, on a thread of its own.
///
/// libnotify's calls block until the server answers, up to 25 seconds. Therefore only libnotify's
/// code runs here, and code that must stay responsive does not wait for this actor.
@globalActor package actor NotifyActor {
    /// The only instance, because libnotify's state is one per process.
    package static let shared = NotifyActor()

    /// The loop that runs the actor's jobs. Its thread starts with the first job.
    package static nonisolated let executor = LoopExecutor(
        name: "libnotify", startsByItself: true)

    private init() {}

    /// The loop as the concurrency runtime needs it.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.executor.asUnownedSerialExecutor()
    }
}
