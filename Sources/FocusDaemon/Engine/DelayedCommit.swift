// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The timer of a commit of changes that no client waits for.
@LoopActor final class DelayedCommit {
    /// The time in which further changes join the commit.
    static let delay = Duration.milliseconds(5)

    /// Kept, since each new timer costs the loop three system calls.
    private var timer: Timer?
    private let action: @LoopActor () -> Void
    private(set) var isDue = false
    /// True if a batch of notifications was committed while the timer ran.
    private(set) var isBusy = false

    init(_ action: @escaping @LoopActor () -> Void) { self.action = action }

    /// Sets the timer, unless it runs.
    ///
    /// A batch that ends in between does not postpone it. Setting a timer costs as much as its
    /// firing, which happens once in many batches.
    func schedule() {
        guard !isDue else { return }
        isDue = true
        isBusy = false
        let timer = timer ?? Timer { [weak self] in self?.timePassed() }
        self.timer = timer
        timer.reset(after: Self.delay)
    }

    /// Notes a batch of notifications that was committed.
    func noteBatch() { isBusy = true }

    func cancel() {
        timer = nil
        isDue = false
    }

    private func timePassed() {
        isDue = false
        action()
    }
}
