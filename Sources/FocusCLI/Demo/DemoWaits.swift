// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Waits for changes in other processes. The part that observes a change calls ``changed()``. There
/// is no polling, and each wait has a deadline.
@LoopActor final class DemoWaits {
    /// Time limit of a wait, long enough for a slow machine.
    nonisolated static let limit = Duration.seconds(20)

    private var waiter: CheckedContinuation<Void, Never>?
    private var failure: DemoFailure?
    private var isOver = false

    nonisolated init() {}

    /// Checks the condition of the current wait again.
    func changed() {
        waiter?.resume()
        waiter = nil
    }

    /// Ends this wait and all later waits. The first reason counts.
    func fail(_ failure: DemoFailure) {
        self.failure = self.failure ?? failure
        changed()
    }

    /// Allows further waits, for the end of the started processes.
    func forgive() {
        failure = nil
    }

    /// Returns once `condition` is true.
    func wait(
        for what: String, within limit: Duration = limit, until condition: () -> Bool
    ) async throws(DemoFailure) {
        try await find(what, within: limit) { condition() ? () : nil }
    }

    /// Returns the first non-nil result of `condition`. Only one wait runs at a time.
    ///
    /// - Parameter what: the awaited event, for the error message.
    func find<Found>(
        _ what: String, within limit: Duration = limit, _ condition: () -> Found?
    ) async throws(DemoFailure) -> Found {
        isOver = false
        let deadline = Timer(after: limit) { [weak self] in
            self?.isOver = true
            self?.changed()
        }
        defer { deadline.cancel() }
        while true {
            if let failure { throw failure }
            if let found = condition() { return found }
            if isOver { throw DemoFailure("\(what) did not come within \(limit)") }
            await withCheckedContinuation { waiter = $0 }
        }
    }
}
