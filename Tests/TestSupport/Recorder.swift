// SPDX-License-Identifier: Apache-2.0
package import GLibLoop

/// Collects events of the loop and returns them in their order.
///
/// Pass `record` to a handler, then ask for the expected events. No call waits longer than its
/// deadline, and no early event is lost.
@LoopActor package final class Recorder<Event: Sendable> {
    /// The events that no call has returned yet, oldest first.
    package private(set) var pending: [Event] = []

    private var waiter: CheckedContinuation<Event?, Never>?
    /// Number of waits so far, so that the late news of a cancellation ends no later wait.
    private var waits = 0
    private var deadline: Timer?

    package init() {}

    /// Adds an event.
    package func record(_ event: Event) {
        if waiter == nil {
            pending.append(event)
        } else {
            finish(event)
        }
    }

    /// Returns the next event. Throws if none comes before the deadline.
    package func next(within limit: Duration = .seconds(180)) async throws -> Event {
        if !pending.isEmpty { return pending.removeFirst() }
        precondition(waiter == nil, "one waits already")
        waits += 1
        let wait = waits
        let event = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiter = continuation
                deadline = Timer(after: limit) { [weak self] in self?.finish(nil) }
            }
        } onCancel: {
            Task { @LoopActor in if wait == waits { finish(nil) } }
        }
        guard let event else { throw DeadlinePassed() }
        return event
    }

    /// Returns the next event that satisfies `condition`. Drops the events before it.
    package func next(
        within limit: Duration = .seconds(180), where condition: (Event) -> Bool
    ) async throws -> Event {
        let end = ContinuousClock.now + limit
        while true {
            let event = try await next(within: ContinuousClock.now.duration(to: end))
            if condition(event) { return event }
        }
    }

    private func finish(_ event: Event?) {
        let waiter = waiter
        self.waiter = nil
        deadline?.cancel()
        deadline = nil
        waiter?.resume(returning: event)
    }
}

/// The error of an event that did not come in time.
package struct DeadlinePassed: Error {
    package init() {}
}

extension Duration {
    /// The deadline of a test. A call of the test itself must have at least this timeout.
    package static let testDeadline = Duration.seconds(180)
}

/// Runs `body`. Cancels it and throws ``DeadlinePassed`` if it takes longer than `limit`.
package func withDeadline<Result: Sendable>(
    _ limit: Duration = .testDeadline,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask(operation: body)
        group.addTask {
            try await Task.sleep(for: limit)
            throw DeadlinePassed()
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw DeadlinePassed() }
        return result
    }
}
