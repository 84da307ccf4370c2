// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Waits for what others do. Whoever notices a change says so with ``changed()``; nothing is asked
/// again and again, and nothing is waited for without a deadline.
@LoopActor final class DemoWaits {
    /// How long anything may take, on a slow machine too.
    nonisolated static let limit = Duration.seconds(20)

    private var waiter: CheckedContinuation<Void, Never>?
    private var failure: DemoFailure?
    private var isOver = false

    nonisolated init() {}

    /// Looks anew at what is waited for.
    func changed() {
        waiter?.resume()
        waiter = nil
    }

    /// Ends this wait and those to come; the first reason counts.
    func fail(_ failure: DemoFailure) {
        self.failure = self.failure ?? failure
        changed()
    }

    /// Allows to wait again, for the end of what was started.
    func forgive() {
        failure = nil
    }

    /// Returns when `condition` is true.
    func wait(
        for what: String, within limit: Duration = limit, until condition: () -> Bool
    ) async throws(DemoFailure) {
        try await find(what, within: limit) { condition() ? () : nil }
    }

    /// Returns what `condition` finds, as soon as it finds something. One waits at a time.
    ///
    /// - Parameter what: what is waited for, for the sentence that says that it did not come.
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
