// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Reports that upkeep has deleted entries of the history.
///
/// With a full history, each ``Upkeep/interval`` arrivals delete as many entries. The tools that
/// hear of it read the history again, so a report follows another one after a pause.
@LoopActor final class PruneReports {
    private let pause: Duration
    private let report: @LoopActor () -> Void
    private var last: ContinuousClock.Instant?
    private var isWaiting = false
    private lazy var timer = Timer { [weak self] in self?.tell() }

    /// - Parameters:
    ///   - pause: minimum time between two reports.
    ///   - report: reports all deletions since the last report.
    init(pause: Duration = .seconds(5), _ report: @escaping @LoopActor () -> Void) {
        self.pause = pause
        self.report = report
    }

    /// Reports a committed deletion, now or after the pause.
    func note() {
        guard !isWaiting else { return }
        guard let last, last.duration(to: .now) < pause else { return tell() }
        isWaiting = true
        timer.reset(after: pause - last.duration(to: .now))
    }

    private func tell() {
        isWaiting = false
        last = .now
        report()
    }
}
