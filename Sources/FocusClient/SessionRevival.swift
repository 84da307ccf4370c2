// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Tries to get back to a bus that went: soon, then ever more rarely, then not by itself any more.
@LoopActor final class SessionRevival {
    /// Between the attempts. A bus that is started anew is there at the first or second; after the
    /// last, a quarter of an hour without one, the session is taken to be over.
    static let delays: [Duration] = [
        .milliseconds(250), .seconds(2), .seconds(10), .seconds(60), .seconds(240), .seconds(600),
    ]

    private var timer: Timer?
    private var remaining: ArraySlice<Duration>
    private let attempt: @LoopActor () -> Bool

    /// - Parameter attempt: Whether it succeeded; not called again then.
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
