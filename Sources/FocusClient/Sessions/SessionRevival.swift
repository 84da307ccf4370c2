// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Tries to reconnect to a closed bus, with growing delays, and finally gives up.
@LoopActor final class SessionRevival {
    /// The delays between the attempts. A restarted bus is there at the first or second attempt.
    /// After the last, a quarter of an hour without a bus, the session counts as ended.
    static let delays: [Duration] = [
        .milliseconds(250), .seconds(2), .seconds(10), .seconds(60), .seconds(240), .seconds(600),
    ]

    private var timer: Timer?
    private var remaining: ArraySlice<Duration>
    private let attempt: @LoopActor () -> Bool

    /// - Parameter attempt: Tries to reconnect. Not called again after it has returned true.
    init(_ attempt: @escaping @LoopActor () -> Bool) {
        self.attempt = attempt
        remaining = Self.delays[...]
        schedule()
    }

    private func schedule() {
        guard let delay = remaining.popFirst() else { return }
        timer = Timer(after: delay) { [weak self] in
            guard let self, !attempt() else { return }
            schedule()
        }
    }
}
