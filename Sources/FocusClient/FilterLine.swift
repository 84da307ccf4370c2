// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The calls about one filter that must come one after the other.
///
/// New values take the place of those that still wait for their turn: the app would take them over
/// only to hear at once that they are past.
@LoopActor final class FilterLine {
    /// What becomes of a call.
    enum Turn {
        case run
        /// Newer values came before it was its turn.
        case superseded
    }

    typealias Call = @LoopActor (Turn) async -> Void

    private var waiting: [(isPerform: Bool, call: Call)] = []
    private var isRunning = false

    /// Runs `call` when those before it have ended.
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
