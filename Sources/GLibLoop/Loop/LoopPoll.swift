// SPDX-License-Identifier: Apache-2.0
import CGLib
import Synchronization

/// Waits for the loop's own descriptors and next time, and for GLib's sources.
///
/// GLib visits all of its sources four times in each iteration. This class therefore asks GLib for
/// its sources only after GLib had something to do, or reports a change. Frequent sources, which
/// are descriptors and timers, are not sources of GLib.
@safe @LoopActor final class LoopPoll {
    /// One watched descriptor.
    // @unchecked Sendable: the flag is atomic, and only the actor uses the other properties.
    final class Watch: @unchecked Sendable {
        fileprivate let descriptor: Int32
        /// Bits of `poll(2)`.
        fileprivate var events: UInt16
        fileprivate var handler: (@LoopActor (UInt16) -> Void)?
        /// The index in the array of watches.
        fileprivate var place = 0
        /// True once the owner has dropped the watch, on any thread.
        private let isDropped = Atomic(false)

        fileprivate init(
            _ descriptor: Int32, _ events: UInt16, _ handler: @escaping @LoopActor (UInt16) -> Void
        ) {
            self.descriptor = descriptor
            self.events = events
            self.handler = handler
        }

        fileprivate var isActive: Bool { handler != nil && !isDropped.load(ordering: .relaxed) }

        /// Stops calling the handler, because the owner dropped the watch.
        func drop(from poll: LoopPoll) {
            isDropped.store(true, ordering: .relaxed)
            if LoopActor.executor.isIsolatingCurrentContext() == true {
                LoopActor.assumeIsolated { poll.remove(self) }
            } else {
                Task { @LoopActor in poll.remove(self) }
            }
        }
    }

    /// The time to call ``onTime``, in microseconds of `g_get_monotonic_time`.
    var nextTime = Int.max
    var onTime: (@LoopActor () -> Void)?

    nonisolated(unsafe) let context: OpaquePointer
    private var watches: [Watch] = []
    /// The watches' descriptors, then GLib's.
    private var records = UnsafeMutableBufferPointer<GPollFD>.allocate(capacity: 16)
    private var count = 0
    /// Number of records that belong to the watches.
    private var countOfWatches = 0
    /// True if the records must be written again.
    private var isStale = true
    /// The priority that GLib returned and expects with the results.
    private var priority: gint = 0
    /// The next time at which GLib has work without a descriptor.
    private var glibTime = Int.max

    /// Creates the context to poll.
    nonisolated init() {
        // With this flag GLib wakes its descriptor also when the loop's own thread attaches a
        // source. For all other changes GLib does so anyway.
        unsafe context = g_main_context_new_with_flags(G_MAIN_CONTEXT_FLAGS_OWNERLESS_POLLING)
    }

    isolated deinit {
        unsafe records.deallocate()
        unsafe g_main_context_unref(context)
    }

    // MARK: Descriptors

    /// Calls `handler` with the reported bits whenever `descriptor` is ready.
    func add(
        _ descriptor: Int32, _ events: UInt16, _ handler: @escaping @LoopActor (UInt16) -> Void
    ) -> Watch {
        let watch = Watch(descriptor, events, handler)
        watches.append(watch)
        isStale = true
        return watch
    }

    func change(_ watch: Watch, to events: UInt16) {
        watch.events = events
        if !isStale, watch.isActive { unsafe records[watch.place].events = events }
    }

    /// Stops calling the watch's handler. Safe inside the handler, and more than once.
    func remove(_ watch: Watch) {
        guard watch.handler != nil else { return }
        watch.handler = nil
        watches.removeAll { $0 === watch }
        isStale = true
    }

    // MARK: One iteration

    /// Waits for work, then performs it.
    func iterate() {
        if isStale { collectRecords() }
        let ready = unsafe Int(g_poll(records.baseAddress, guint(count), pollTimeout))
        let watchdog = LoopWatchdog.shared
        watchdog?.begin()
        defer { watchdog?.end() }
        // An interrupted poll reports no descriptors.
        let remaining = ready > 0 ? callHandlers(ready) : 0
        if nextTime < .max, nextTime <= g_get_monotonic_time() {
            LoopWatchdog.watch("timers") { onTime?() }
        }
        if remaining > 0 || glibTime <= 0 || glibTime < .max && glibTime <= g_get_monotonic_time() {
            LoopWatchdog.watch("tasks, or sources of GLib") { dispatchGLib() }
        }
    }

    /// The milliseconds until the next time, as `poll(2)` takes them: rounded up, and -1 for none.
    private var pollTimeout: gint {
        let time = min(nextTime, glibTime)
        if time == .max { return -1 }
        let left = time <= 0 ? 0 : max(time - g_get_monotonic_time(), 0)
        return gint(min((left + 999) / 1_000, Int(gint.max)))
    }

    /// Calls the handlers of the ready watches. Returns the number of other ready descriptors.
    private func callHandlers(_ ready: Int) -> Int {
        var remaining = ready
        // A handler may change the watches.
        let watches = watches
        for place in watches.indices where remaining > 0 {
            let events = unsafe records[place].revents
            if events == 0 { continue }
            remaining -= 1
            let watch = watches[place]
            guard watch.isActive else { continue }
            LoopWatchdog.watch("descriptor \(watch.descriptor)") { watch.handler?(events) }
        }
        return remaining
    }

    // MARK: GLib's part

    private func dispatchGLib() {
        isStale = true
        let own = countOfWatches
        let isReady = unsafe g_main_context_check(
            context, priority, records.baseAddress.map { unsafe $0 + own }, gint(count - own))
        if isReady != 0 { unsafe g_main_context_dispatch(context) }
    }

    /// Collects the descriptors to poll.
    private func collectRecords() {
        // A change from here on is collected in the next iteration.
        isStale = false
        unsafe g_main_context_prepare(context, &priority)
        countOfWatches = watches.count
        var timeout: gint = -1
        count = countOfWatches
        repeat {
            reserve(count)
            let room = unsafe records.count - countOfWatches
            let found = unsafe g_main_context_query(
                context, priority, &timeout,
                records.baseAddress.map { unsafe $0 + countOfWatches }, gint(room))
            count = countOfWatches + Int(found)
        } while unsafe count > records.count
        for (place, watch) in watches.enumerated() {
            watch.place = place
            unsafe records[place] = GPollFD(fd: watch.descriptor, events: watch.events, revents: 0)
        }
        switch timeout {
        case 0: glibTime = 0
        case 1...: glibTime = g_get_monotonic_time() + Int(timeout) * 1_000
        default: glibTime = .max
        }
    }

    private func reserve(_ wanted: Int) {
        guard unsafe wanted > records.count else { return }
        unsafe records.deallocate()
        unsafe records = .allocate(capacity: wanted * 2)
    }
}
