// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets what needs a dependency wait for the app to add it, while the program starts.
///
/// focusd may ask a filter before the app's first line has run, and apps add their dependencies in
/// some of their first. Later, one that is not there is a mistake of the app's, told at once.
final class DependencyAdditions: Sendable {
    /// How long a program may take to add what its filters need: less than focusd waits for them.
    static let startingTime = Duration.seconds(3)

    /// When the program began, as far as this module can tell.
    static let beginning = ContinuousClock.now

    private let end: ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var waiting: [DependencyKey: [Int: CheckedContinuation<Void, Never>]] = [:]
        var last = 0
    }

    /// - Parameter end: when nothing is waited for any more.
    init(until end: ContinuousClock.Instant = beginning + startingTime) {
        self.end = end
    }

    /// Something was added.
    func tell(_ key: DependencyKey) {
        let waiters = state.withLock { $0.waiting.removeValue(forKey: key) }
        for waiter in waiters ?? [:] { waiter.value.resume() }
    }

    /// Returns when something was added under a key, or when the program has started.
    ///
    /// - Parameter isThere: Whether it was added already; asked after every addition is heard of.
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
