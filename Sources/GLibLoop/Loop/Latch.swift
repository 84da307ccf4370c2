// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A latch, on which tasks of ``LoopActor`` wait until it is opened, once.
///
/// A continuation of Swift's library does the same, but its task goes on through Swift's pool of
/// threads, whatever actor it belongs to. Once a process has used the pool, libdispatch wakes it up
/// once a second.
public actor Latch {
    private nonisolated let executor = Executor()

    /// Creates a closed latch.
    public init() {}

    /// Waits until the latch is open.
    public func wait() {
        // An empty body would be reason for the optimizer to leave out the way through the
        // executor.
        precondition(executor.isOpen, "the latch is closed")
    }

    /// Opens the latch. Callable from any thread, and more than once.
    public nonisolated func open() { executor.open() }

    /// The executor that keeps the waiting tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Keeps the waiting tasks until the latch is open, then gives them to the loop.
    private final class Executor: SerialExecutor {
        /// Tasks that wait; nil once the latch is open.
        private let waiting = Mutex<[UnownedJob]?>([])

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let isOpen = waiting.withLock { jobs in
                jobs?.append(job)
                return jobs == nil
            }
            if isOpen { LoopActor.executor.enqueue(ExecutorJob(job)) }
        }

        var isOpen: Bool { waiting.withLock { $0 == nil } }

        func open() {
            let jobs = waiting.withLock { jobs in
                defer { jobs = nil }
                return jobs ?? []
            }
            for job in jobs { LoopActor.executor.enqueue(ExecutorJob(job)) }
        }
    }
}
