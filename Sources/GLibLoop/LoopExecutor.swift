// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc
import Synchronization

/// A GLib main context as a serial executor.
///
/// Jobs run in the order in which they were enqueued, between the context's other events: those
/// enqueued while jobs run wait for the next iteration, and so do the rest of many when the first
/// have taken `turn`, so descriptors and timers are never starved.
@safe public final class LoopExecutor: SerialExecutor, @unchecked Sendable {
    // Unchecked: the pointers never change and GLib locks what they point to; the rest is in a Mutex,
    // except `running`, which only the iterating thread touches.

    /// What the loop's thread is called in debuggers.
    public let name: String

    private let context: OpaquePointer
    private let wakeUp: UnsafeMutablePointer<GSource>
    /// What polls the context in GLib's stead; nil where GLib does.
    private let poll: LoopPoll?
    private let state: Mutex<State>
    private let stopping = Atomic<Bool>(false)
    /// The thread that runs the loop, 0 for none; it owns the context meanwhile.
    private let thread = Atomic<UInt>(0)
    private var running: [UnownedJob] = []
    /// How many of `running` have run.
    private var finished = 0

    private struct State: ~Copyable {
        var waiting: [UnownedJob] = []
        var startsByItself: Bool
        var claimed = false
    }

    /// How long jobs run in one iteration, unless a single one takes longer.
    static let turn = Duration.milliseconds(5)

    /// Creates an executor that runs nothing before ``run()`` or ``start()``.
    public convenience init(name: String) {
        unsafe self.init(name: name, startsByItself: false, taking: g_main_context_new())
    }

    /// An executor over the context that libraries use without being told, as GTK does; for one that
    /// the main thread runs.
    public static func ofDefaultContext(name: String) -> LoopExecutor {
        unsafe LoopExecutor(
            name: name, startsByItself: false, taking: g_main_context_ref(g_main_context_default()))
    }

    /// The actor's executor. The first job starts a thread unless somebody called `run` before.
    convenience init(name: String, polling poll: LoopPoll) {
        unsafe self.init(
            name: name, startsByItself: true, taking: g_main_context_ref(poll.context), poll)
    }

    private init(
        name: String, startsByItself: Bool, taking context: OpaquePointer, _ poll: LoopPoll? = nil
    ) {
        self.name = name
        self.poll = poll
        unsafe self.context = context
        unsafe wakeUp = makeBareSource()
        state = Mutex(State(startsByItself: startsByItself))
        // The executor owns the source, so the pointer to it outlives every call.
        unsafe g_source_set_callback(
            wakeUp,
            { data in
                let executor = unsafe Unmanaged<LoopExecutor>.fromOpaque(data.unsafelyUnwrapped)
                    .takeUnretainedValue()
                executor.runWaitingJobs()
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
    /// The context is the thread's default meanwhile. Only one thread at a time may run a loop.
    public func run() {
        run(first: {})
    }

    /// Calls `first` on the loop, before the first iteration.
    func run(first: () -> Void) {
        let isFree = state.withLock { state in
            defer { state.claimed = true }
            return !state.claimed
        }
        precondition(isFree, "the loop \(name) is already running on another thread")
        iterate(first: first)
        state.withLock { $0.claimed = false }
    }

    /// Runs the loop on a new thread until ``quit()``.
    public func start() {
        let isFree = state.withLock { state in
            defer { state.claimed = true }
            return !state.claimed
        }
        precondition(isFree, "the loop \(name) is already running on another thread")
        startThread()
    }

    /// Ends the loop after the iteration it is in; may be called from any thread.
    public func quit() {
        stopping.store(true, ordering: .releasing)
        unsafe g_main_context_wakeup(context)
    }

    /// Queues a job; the loop wakes up for it.
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

    /// Whether the calling thread runs this loop.
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    private var isCurrent: Bool {
        // Asked in every callback: GLib would lock the context for the same answer.
        thread.load(ordering: .relaxed) == pthread_self()
            || (unsafe g_main_context_is_owner(context) != 0)
    }

    /// Attaches a source that stays owned by the caller.
    func attach(_ source: UnsafeMutablePointer<GSource>) {
        unsafe g_source_attach(source, context)
    }

    private func startThread() {
        // The thread gives the reference back when its loop ends.
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
        // Owning the context for the whole run is what `isCurrent` looks at.
        unsafe g_main_context_push_thread_default(context)
        thread.store(pthread_self(), ordering: .relaxed)
        first()
        if let poll {
            // Once for all turns: to enter the actor takes an allocation.
            LoopActor.assumeIsolated {
                while !stopping.load(ordering: .acquiring) { poll.turn() }
            }
        } else {
            while !stopping.load(ordering: .acquiring) {
                unsafe g_main_context_iteration(context, 1)
            }
        }
        thread.store(0, ordering: .relaxed)
        unsafe g_main_context_pop_thread_default(context)
        stopping.store(false, ordering: .relaxed)
    }

    private func runWaitingJobs() {
        let isRest = finished < running.count
        // The two arrays change places, so neither allocates once it has grown.
        if !isRest { state.withLock { swap(&$0.waiting, &running) } }
        let executor = unsafe asUnownedSerialExecutor()
        let end = g_get_monotonic_time() + Self.turnMicroseconds
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
        // What was enqueued while there was a rest has set no other ready time.
        if isRest, state.withLock({ !$0.waiting.isEmpty }) {
            unsafe g_source_set_ready_time(wakeUp, 0)
        }
    }

    private static let turnMicroseconds = Int(turn.components.attoseconds / 1_000_000_000_000)
}
