// SPDX-License-Identifier: Apache-2.0
import CGLib

/// Calls a handler once after each request: when no other event of the loop is due, or after a
/// maximum delay.
@LoopActor public final class IdleSource {
    private let handler: @LoopActor () -> Void
    private let maximumDelay: Duration
    private var isRequested = false
    private lazy var source = makeSource()
    private lazy var timer = Timer { [weak self] in self?.fire() }

    /// Creates a source that waits for ``request()``.
    ///
    /// - Parameters:
    ///   - maximumDelay: The time after which the handler no longer waits for other events.
    ///   - handler: The handler. It may call ``request()``.
    public init(maximumDelay: Duration, _ handler: @escaping @LoopActor () -> Void) {
        self.maximumDelay = maximumDelay
        self.handler = handler
    }

    /// Requests a call of the handler, in the next iteration at the earliest. Has no effect while
    /// one is requested.
    public func request() {
        guard !isRequested else { return }
        isRequested = true
        source.makeReady()
        timer.reset(after: maximumDelay)
    }

    private func fire() {
        guard isRequested else { return }
        isRequested = false
        timer.pause()
        handler()
    }

    private func makeSource() -> EventSource {
        let source = unsafe makeBareSource()
        unsafe g_source_set_priority(source, G_PRIORITY_DEFAULT_IDLE)
        return unsafe EventSource(taking: source, on: LoopActor.executor) { [weak self] in
            LoopWatchdog.watch("long work") { self?.fire() }
        }
    }
}
