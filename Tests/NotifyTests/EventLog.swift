// SPDX-License-Identifier: Apache-2.0
import Notify
import Synchronization

/// Records a forwarder's events and lets a test wait for them.
final class EventLog: Sendable {
    private struct Waiter {
        let id: Int
        let isDone: @Sendable ([ServerEvent]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var events: [ServerEvent] = []
        var waiters: [Waiter] = []
        var nextID = 0
    }

    private let state = Mutex(State())

    /// All events so far, oldest first.
    var events: [ServerEvent] { state.withLock { $0.events } }

    func append(_ event: ServerEvent) {
        let ready = state.withLock { state in
            state.events.append(event)
            let ready = state.waiters.filter { $0.isDone(state.events) }
            state.waiters.removeAll { waiter in ready.contains { $0.id == waiter.id } }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Returns the first `count` events once they have arrived; fewer at the deadline.
    func first(_ count: Int) async -> [ServerEvent] {
        Array(await events { $0.count >= count }.prefix(count))
    }

    /// Returns all events once `isDone` accepts them, or at the deadline.
    func events(
        within deadline: Duration = .seconds(180),
        when isDone: @escaping @Sendable ([ServerEvent]) -> Bool
    ) async -> [ServerEvent] {
        await withCheckedContinuation { continuation in
            let id = state.withLock { state -> Int? in
                if isDone(state.events) { return nil }
                state.nextID += 1
                state.waiters.append(
                    Waiter(id: state.nextID, isDone: isDone, continuation: continuation))
                return state.nextID
            }
            guard let id else {
                continuation.resume()
                return
            }
            Task {
                try? await Task.sleep(for: deadline)
                expire(id)
            }
        }
        return events
    }

    private func expire(_ id: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume()
    }
}
