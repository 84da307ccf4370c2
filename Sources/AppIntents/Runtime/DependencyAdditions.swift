// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Waits for the app to add a dependency while the program starts.
///
/// focusd may call a filter before the app's first line has run, and apps add their dependencies in
/// some of their first lines. Later, a missing dependency is a programming error, which is reported
/// immediately.
final class DependencyAdditions: Sendable {
    /// Maximum time for a program to add its filters' dependencies. Must be shorter than focusd's
    /// timeout.
    static let startingTime = Duration.seconds(3)

    /// The start of the program, or the earliest time that this module can observe.
    static let beginning = ContinuousClock.now

    private let end: ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var waiting: [DependencyKey: [Int: CheckedContinuation<Void, Never>]] = [:]
        var last = 0
    }

    /// - Parameter end: The time at which waiting ends.
    init(until end: ContinuousClock.Instant = beginning + startingTime) {
        self.end = end
    }

    /// Wakes the waiters of a key after an addition.
    func tell(_ key: DependencyKey) {
        let waiters = state.withLock { $0.waiting.removeValue(forKey: key) }
        for waiter in waiters ?? [:] { waiter.value.resume() }
    }

    /// Returns after an addition under a key, or when the start of the program ends.
    ///
    /// - Parameter isThere: Returns true if the dependency exists. Called after the registration as
    ///   a waiter, so that no addition is missed.
    func wait(for key: DependencyKey, unless isThere: () -> Bool) async {
        guard ContinuousClock.now < end else { return }
        await withCheckedContinuation { waiter in
            let number = state.withLock { state in
                state.last += 1
                state.waiting[key, default: [:]][state.last] = waiter
                return state.last
            }
            if isThere() { tell(key) }
            Task {
                try? await Task.sleep(until: end)
                state.withLock { $0.waiting[key]?.removeValue(forKey: number) }?.resume()
            }
        }
    }
}
