// SPDX-License-Identifier: Apache-2.0
import Notify
import Synchronization

/// Keeps what a forwarder reports, and lets a test wait for it.
final class EventLog: Sendable {
    private struct State {
        var events: [ServerEvent] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Bool, Never>, id: Int)] = []
        var nextID = 0
    }

    private let state = Mutex(State())

    /// Everything so far, oldest first.
    var events: [ServerEvent] { state.withLock { $0.events } }

    func append(_ event: ServerEvent) {
        let ready = state.withLock { state in
            state.events.append(event)
            let ready = state.waiters.filter { $0.count <= state.events.count }
            state.waiters.removeAll { $0.count <= state.events.count }
            return ready
        }
        for waiter in ready { waiter.continuation.resume(returning: true) }
    }

    /// The first `count` events, as soon as there are so many; fewer at the deadline.
    func first(_ count: Int, within deadline: Duration = .seconds(10)) async -> [ServerEvent] {
        _ = await withCheckedContinuation { continuation in
            let id = state.withLock { state -> Int? in
                if state.events.count >= count { return nil }
                state.nextID += 1
                state.waiters.append((count, continuation, state.nextID))
                return state.nextID
            }
            guard let id else {
                continuation.resume(returning: true)
                return
            }
            Task {
                try? await Task.sleep(for: deadline)
                expire(id)
            }
        }
        return Array(events.prefix(count))
    }

    private func expire(_ id: Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index).continuation
        }
        waiter?.resume(returning: false)
    }
}
