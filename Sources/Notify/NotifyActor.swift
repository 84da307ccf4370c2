// SPDX-License-Identifier: Apache-2.0
package import GLibLoop

/// The actor of libnotify, on a thread of its own.
///
/// libnotify's calls block until the server answers, up to 25 seconds, so nothing but libnotify lives
/// here and nothing that has to stay responsive waits for it.
@globalActor package actor NotifyActor {
    /// The only instance, because libnotify's state is one per process.
    package static let shared = NotifyActor()

    /// The loop under the actor; its thread starts with the first use.
    package static nonisolated let executor: LoopExecutor = {
        let executor = LoopExecutor(name: "libnotify")
        executor.start()
        return executor
    }()

    private init() {}

    /// The loop, as the concurrency runtime sees it.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.executor.asUnownedSerialExecutor()
    }
}
