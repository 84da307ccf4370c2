// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The calls about one filter, which run one after the other.
///
/// New values replace values that still wait: the app would adopt those only to replace them at
/// once.
@LoopActor final class FilterCallQueue {
    /// The order to a call.
    enum Order {
        case run
        /// Newer values have replaced this call.
        case superseded
    }

    typealias Call = @LoopActor (Order) async -> Void

    private var waiting: [(isPerform: Bool, call: Call)] = []
    private var isRunning = false

    /// Runs `call` after the earlier calls have ended.
    func add(isPerform: Bool, _ call: @escaping Call) {
        if isPerform, let old = waiting.firstIndex(where: \.isPerform) {
            let superseded = waiting.remove(at: old).call
            Task { await superseded(.superseded) }
        }
        waiting.append((isPerform, call))
        guard !isRunning else { return }
        isRunning = true
        Task { await run() }
    }

    private func run() async {
        while !waiting.isEmpty { await waiting.removeFirst().call(.run) }
        isRunning = false
    }
}
