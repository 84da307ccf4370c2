// SPDX-License-Identifier: Apache-2.0

/// A queue that executes work items one after the other, in the order of their requests.
///
/// Apps call the center from any thread, often without waiting, and rely on the order: a
/// notification that is removed after its addition must be gone.
final class WorkQueue: Sendable {
    typealias Work = @Sendable () async -> Void

    private let continuation: AsyncStream<Work>.Continuation

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Work.self)
        self.continuation = continuation
        // The task ends with the queue, whose deinit finishes the stream.
        Task.detached {
            for await work in stream { await work() }
        }
    }

    deinit {
        continuation.finish()
    }

    /// Executes work after all earlier work.
    func add(_ work: @escaping Work) {
        continuation.yield(work)
    }

    /// Executes work after all earlier work, and returns its result.
    func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
        await withCheckedContinuation { result in
            add { result.resume(returning: await work()) }
        }
    }
}
