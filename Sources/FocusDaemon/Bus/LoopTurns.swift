// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Does long work in parts, one at each turn of the loop, so that the loop serves other clients in
/// between.
@LoopActor final class LoopTurns {
    private let part: @LoopActor () -> Bool
    private var timer: Timer?

    /// - Parameter part: does the next part of the work; returns true if more is left.
    init(_ part: @escaping @LoopActor () -> Bool) {
        self.part = part
    }

    /// Does a part at the next turn of the loop, and goes on until nothing is left.
    func begin() {
        let timer =
            timer
            ?? Timer { [weak self] in
                if let self, part() { begin() }
            }
        self.timer = timer
        timer.reset(after: .zero)
    }
}
