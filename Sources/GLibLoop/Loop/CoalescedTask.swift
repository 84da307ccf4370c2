// SPDX-License-Identifier: Apache-2.0

/// Work that runs once at a time, and once more if it is wanted meanwhile: reading what may change
/// while it is read, for example.
@LoopActor public final class CoalescedTask {
    private let work: @LoopActor () async -> Void
    private var isWanted = false
    /// True from ``run()`` until no run is wanted any more.
    public private(set) var isRunning = false

    /// Creates the task without running it.
    public init(_ work: @escaping @LoopActor () async -> Void) { self.work = work }

    /// Runs the work soon: a run that begins after this call.
    public func run() {
        isWanted = true
        guard !isRunning else { return }
        isRunning = true
        Task {
            while isWanted {
                isWanted = false
                await work()
            }
            isRunning = false
        }
    }
}
