// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc
import Synchronization

/// A GLib main context as a serial executor.
///
/// Jobs run in the order of their enqueueing, between the context's other events. Jobs that are
/// enqueued while others run wait for the next iteration. Once jobs have run for
/// `jobTimePerIteration`, the remaining jobs wait too, so that descriptors and timers are served.
@safe public final class LoopExecutor: SerialExecutor, @unchecked Sendable {
    // Unchecked: the pointers never change and GLib locks their targets. A Mutex guards the other
    // state, except `running`, which only the iterating thread uses.

    /// The name of the loop's thread in debuggers.
    public let name: String

    private let context: OpaquePointer
    private let wakeUp: UnsafeMutablePointer<GSource>
    private let state: Mutex<State>
    private let stopping = Atomic<Bool>(false)
    /// The thread that runs the loop and owns the context; 0 for none.
    private let thread = Atomic<UInt>(0)
    private var running: [UnownedJob] = []
    /// Number of jobs in `running` that have run.
    private var finished = 0

    private struct State: ~Copyable {
        var waiting: [UnownedJob] = []
        var startsByItself: Bool
        var claimed = false
    }

    /// The time for jobs in one iteration. A single longer job may exceed it.
    static let jobTimePerIteration = Duration.milliseconds(5)

    /// Creates an executor that starts a thread for the loop with the first job, unless
    /// ``run(first:)`` runs the loop already.
    ///
    /// - Parameter name: the name of the loop's thread.
    public convenience init(name: String) {
        DescriptorReserve.ensure()
        unsafe self.init(name: name, startsByItself: true, taking: g_main_context_new())
        unsafe setPoll { records, count, timeout in
            unsafe pollWithinLimit(records, count, timeout)
        }
    }

    /// Returns an executor over the default context, which libraries such as GTK use. The main
    /// thread must run it.
    public static func ofDefaultContext(name: String) -> LoopExecutor {
        unsafe LoopExecutor(
            name: name, startsByItself: false, taking: g_main_context_ref(g_main_context_default()))
    }

    private init(name: String, startsByItself: Bool, taking context: OpaquePointer) {
        self.name = name
        unsafe self.context = context
        unsafe wakeUp = makeBareSource()
        state = Mutex(State(startsByItself: startsByItself))
        // The executor owns the source, so its pointer outlives every call.
        unsafe g_source_set_callback(
            wakeUp,
            { data in
                let executor = unsafe Unmanaged<LoopExecutor>.fromOpaque(data.unsafelyUnwrapped)
                    .takeUnretainedValue()
                if executor === LoopActor.executor {
                    LoopActor.assumeIsolated {
                        LoopWatchdog.watch("tasks") { executor.runWaitingJobs() }
                    }
                } else {
                    executor.runWaitingJobs()
                }
                return 1
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        unsafe attach(wakeUp)
    }

    deinit {
        unsafe g_source_destroy(wakeUp)
        unsafe g_source_unref(wakeUp)
        unsafe g_main_context_unref(context)
    }

    /// Runs the loop on the calling thread until ``quit()``.
    ///
    /// The context is the thread's default during the run. Only one thread at a time may run a
    /// loop.
    ///
    /// - Parameter first: called on the loop, before the first iteration.
    public func run(first: () -> Void = {}) {
        let isFree = state.withLock { state in
            defer { state.claimed = true }
            return !state.claimed
        }
        precondition(isFree, "the loop \(name) is already running on another thread")
        iterate(first: first)
        state.withLock { $0.claimed = false }
    }

    /// Ends the loop after the current iteration. Callable from any thread.
    public func quit() {
        stopping.store(true, ordering: .releasing)
        unsafe g_main_context_wakeup(context)
    }

    /// Queues a job and wakes the loop up.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (wasEmpty, needsThread) = state.withLock { state in
            let wasEmpty = state.waiting.isEmpty
            state.waiting.append(job)
            let needsThread = state.startsByItself && !state.claimed
            if needsThread { state.claimed = true }
            return (wasEmpty, needsThread)
        }
        if wasEmpty { unsafe g_source_set_ready_time(wakeUp, 0) }
        if needsThread { startThread() }
    }

    /// Traps unless the calling thread runs this loop.
    public func checkIsolated() {
        precondition(isCurrent, "not on the loop \(name)")
    }

    /// Returns true if the calling thread runs this loop.
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    private var isCurrent: Bool {
        // Every callback asks this, and GLib would lock the context to answer.
        thread.load(ordering: .relaxed) == pthread_self()
            || (unsafe g_main_context_is_owner(context) != 0)
    }

    /// Attaches a source, which the caller still owns.
    func attach(_ source: UnsafeMutablePointer<GSource>) {
        unsafe g_source_attach(source, context)
    }

    /// Replaces the context's poll(2).
    func setPoll(_ function: @escaping GPollFunc) {
        unsafe g_main_context_set_poll_func(context, function)
    }

    private func startThread() {
        // The thread releases the reference when its loop ends.
        let reference = unsafe Unmanaged.passRetained(self)
        let thread = unsafe g_thread_new(
            name,
            { data in
                let executor = unsafe Unmanaged<LoopExecutor>.fromOpaque(data.unsafelyUnwrapped)
                    .takeRetainedValue()
                executor.iterate(first: {})
                executor.state.withLock { $0.claimed = false }
                return nil
            }, reference.toOpaque())
        unsafe g_thread_unref(thread)
    }

    private func iterate(first: () -> Void) {
        // `isCurrent` relies on this thread owning the context during the whole run.
        unsafe g_main_context_push_thread_default(context)
        thread.store(pthread_self(), ordering: .relaxed)
        first()
        while !stopping.load(ordering: .acquiring) {
            unsafe g_main_context_iteration(context, 1)
        }
        thread.store(0, ordering: .relaxed)
        unsafe g_main_context_pop_thread_default(context)
        stopping.store(false, ordering: .relaxed)
    }

    private func runWaitingJobs() {
        let hasRemainingJobs = finished < running.count
        // Swapping keeps the capacity of both arrays, so neither allocates once it has grown.
        if !hasRemainingJobs { state.withLock { swap(&$0.waiting, &running) } }
        let executor = unsafe asUnownedSerialExecutor()
        let end = g_get_monotonic_time() + Self.jobMicroseconds
        repeat {
            guard finished < running.count else { break }
            let job = running[finished]
            finished += 1
            unsafe job.runSynchronously(on: executor)
        } while g_get_monotonic_time() < end
        if finished < running.count {
            unsafe g_source_set_ready_time(wakeUp, 0)
            return
        }
        running.removeAll(keepingCapacity: true)
        finished = 0
        // Jobs that were enqueued while others remained have set no ready time.
        if hasRemainingJobs, state.withLock({ !$0.waiting.isEmpty }) {
            unsafe g_source_set_ready_time(wakeUp, 0)
        }
    }

    private static let jobMicroseconds = Int(
        jobTimePerIteration.components.attoseconds / 1_000_000_000_000)
}
