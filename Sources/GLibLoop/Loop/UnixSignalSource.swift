// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc

/// Calls a handler on the loop when the process receives a signal, until it is cancelled or
/// dropped.
@LoopActor public final class UnixSignalSource {
    /// The signals that GLib can watch.
    private static let known: Set<Int32> = [SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH]

    private let source: EventSource

    /// Calls `handler` after each `signal`: one of SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2 and
    /// SIGWINCH. The signal loses its default effect.
    public init(signal: Int32, _ handler: @escaping @LoopActor () -> Void) {
        precondition(Self.known.contains(signal), "GLib cannot watch signal \(signal)")
        // GLib returns NULL only for signals that the precondition excludes.
        let pointer = unsafe g_unix_signal_source_new(signal).unsafelyUnwrapped
        source = unsafe EventSource(taking: pointer, on: LoopActor.executor, handler: handler)
    }

    /// Stops watching. Cancelling the last source of a signal restores its default effect.
    public func cancel() {
        source.destroy()
    }
}
