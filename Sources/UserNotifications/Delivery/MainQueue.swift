// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The main queue, with a check that the app serves it. Without a report, an app whose main thread
/// runs another kind of loop would not learn why its delegate is never called.
final class MainQueue: Sendable {
    static let shared = MainQueue(.main, patience: .seconds(10)) { sentence in
        // A failure is ignored, because no other output exists.
        try? FileHandle.standardError.write(
            contentsOf: Data("UserNotifications: \(sentence)\n".utf8))
    }

    private let queue: DispatchQueue
    private let patience: DispatchTimeInterval
    private let report: Once<String>
    /// The number of executed work items, so that a slow queue is not reported.
    private let taken = Mutex(0)

    /// - Parameters:
    ///   - patience: Time without executed work until the queue is reported, once.
    init(
        _ queue: DispatchQueue, patience: DispatchTimeInterval,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.queue = queue
        self.patience = patience
        self.report = Once(report)
    }

    /// Executes work on the queue.
    func run(_ work: @escaping @Sendable () -> Void) {
        let before = taken.withLock { $0 }
        queue.async { [self] in
            taken.withLock { $0 += 1 }
            work()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [self] in
            guard taken.withLock({ $0 }) == before else { return }
            report(
                "the main queue is not served, so the delegate is not called; see "
                    + "UNUserNotificationCenter.delegateExecutor")
        }
    }
}
