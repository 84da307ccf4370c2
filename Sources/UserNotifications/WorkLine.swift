// SPDX-License-Identifier: Apache-2.0

/// Does one thing after the other, in the order in which they were asked for.
///
/// Apps call the center from anywhere, often without waiting, and count on the order: what is removed
/// after it was added is gone.
final class WorkLine: Sendable {
    typealias Work = @Sendable () async -> Void

    private let continuation: AsyncStream<Work>.Continuation

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Work.self)
        self.continuation = continuation
        // Ends when the line goes: that finishes the stream.
        Task.detached {
            for await work in stream { await work() }
        }
    }

    deinit {
        continuation.finish()
    }

    /// Does something after all that was asked for before.
    func add(_ work: @escaping Work) {
        continuation.yield(work)
    }

    /// As ``add(_:)``, and answers what came of it.
    func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
        await withCheckedContinuation { result in
            add { result.resume(returning: await work()) }
        }
    }
}
