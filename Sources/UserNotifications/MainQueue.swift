// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The main queue, and an eye on whether anybody serves it: an app whose main thread runs a loop of
/// another kind would otherwise wonder why its delegate is never called.
final class MainQueue: Sendable {
    static let shared = MainQueue(.main, patience: .seconds(10)) { sentence in
        // Nothing is left to do where even that cannot be written.
        try? FileHandle.standardError.write(
            contentsOf: Data("UserNotifications: \(sentence)\n".utf8))
    }

    private let queue: DispatchQueue
    private let patience: DispatchTimeInterval
    private let report: Once<String>
    /// Work that was taken, so that a queue that is only slow is not complained of.
    private let taken = Mutex(0)

    /// - Parameters:
    ///   - patience: How long nothing may be taken before that is reported, once.
    init(
        _ queue: DispatchQueue, patience: DispatchTimeInterval,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.queue = queue
        self.patience = patience
        self.report = Once(report)
    }

    /// Does something on the queue.
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
