// SPDX-License-Identifier: Apache-2.0
package import GLibLoop

/// Collects what happens on the loop and hands it out in the order in which it happened.
///
/// Give `record` to a handler, then ask for what should have come: nothing waits longer than its
/// deadline, and nothing that comes too early is lost.
@LoopActor package final class Recorder<Event: Sendable> {
    /// What nobody has asked for yet, oldest first.
    package private(set) var pending: [Event] = []

    private var waiter: CheckedContinuation<Event?, Never>?
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

    /// The next event; throws when none comes before the deadline.
    package func next(within limit: Duration = .seconds(180)) async throws -> Event {
        if !pending.isEmpty { return pending.removeFirst() }
        precondition(waiter == nil, "one waits already")
        let event = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiter = continuation
                deadline = Timer(after: limit) { [weak self] in self?.finish(nil) }
            }
        } onCancel: {
            Task { @LoopActor in finish(nil) }
        }
        guard let event else { throw DeadlinePassed() }
        return event
    }

    /// The next event that satisfies `condition`; those before it are dropped.
    package func next(
        within limit: Duration = .seconds(180), where condition: (Event) -> Bool
    ) async throws -> Event {
        while true {
            let event = try await next(within: limit)
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

/// What was waited for did not come in time.
package struct DeadlinePassed: Error {
    package init() {}
}

extension Duration {
    /// How long a test waits for anything: a call that it makes itself may take no less.
    package static let testDeadline = Duration.seconds(180)
}

/// Runs `body`, and cancels it and throws ``DeadlinePassed`` when it takes longer than `limit`.
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
