// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Empties the log after a deletion, on a thread of its own.
///
/// Older frames of the log and cleared parts of the journal have the deleted data. The thread waits
/// until the log is copied and its file is empty, the journal's old parts are cleared, and the disk
/// has all of it.
// @unchecked Sendable: the properties are constant or atomic.
final class LogEmptying: @unchecked Sendable {
    private let isEmptying = Atomic(true)
    private let thread = StoreThread()

    /// Starts the thread.
    ///
    /// - Parameter whenDone: called on the thread at its end, with the error.
    /// - Throws: An error if the system cannot create another thread.
    init(
        _ checkpointer: Checkpointer, _ syncer: Syncer,
        whenDone: @escaping @Sendable (StoreError?) -> Void
    ) throws(StoreError) {
        try thread.start { [self] in
            var failure: StoreError?
            do throws(StoreError) {
                defer { isEmptying.store(false, ordering: .releasing) }
                try checkpointer.empty()
            } catch {
                failure = error
            }
            do throws(StoreError) {
                if failure == nil { try syncer.finish() }
            } catch {
                failure = error
            }
            whenDone(failure)
        }
    }

    /// True until the log is empty. Changes that can wait should wait: the fewer pages they add to
    /// the log, the sooner it is empty.
    var isBusy: Bool { isEmptying.load(ordering: .acquiring) }

    /// Waits for the end of the thread.
    func finish() { thread.join() }
}
