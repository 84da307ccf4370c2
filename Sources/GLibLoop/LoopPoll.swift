// SPDX-License-Identifier: Apache-2.0
import CGLib
import Synchronization

/// What the loop waits for: descriptors and a time that it looks at itself, and whatever GLib wants.
///
/// In each iteration GLib looks at all of its sources four times, whatever has come. So it is asked what
/// it waits for only after it had something to do, and when it says that this has changed; what comes
/// by the thousand, descriptors and timers, is not GLib's.
@safe @LoopActor final class LoopPoll {
    /// One descriptor that is watched.
    // @unchecked Sendable: but for the flag, which is atomic, only the actor touches it.
    final class Watch: @unchecked Sendable {
        fileprivate let descriptor: Int32
        /// Bits of `poll(2)`.
        fileprivate var events: UInt16
        fileprivate var handler: (@LoopActor (UInt16) -> Void)?
        /// Where it stands among those that are polled.
        fileprivate var place = 0
        /// Whether its owner has gone, on whatever thread.
        private let isDropped = Atomic(false)

        fileprivate init(
            _ descriptor: Int32, _ events: UInt16, _ handler: @escaping @LoopActor (UInt16) -> Void
        ) {
            self.descriptor = descriptor
            self.events = events
            self.handler = handler
        }

        fileprivate var isActive: Bool { handler != nil && !isDropped.load(ordering: .relaxed) }

        /// Its owner is gone: the handler is not called any more.
        func drop(from poll: LoopPoll) {
            isDropped.store(true, ordering: .relaxed)
            if LoopActor.executor.isIsolatingCurrentContext() == true {
                LoopActor.assumeIsolated { poll.remove(self) }
            } else {
                Task { @LoopActor in poll.remove(self) }
            }
        }
    }

    /// When ``onTime`` is to be called, in microseconds of `g_get_monotonic_time`.
    var nextTime = Int.max
    var onTime: (@LoopActor () -> Void)?

    nonisolated(unsafe) let context: OpaquePointer
    private var watches: [Watch] = []
    /// The watches' descriptors, then GLib's.
    private var records = UnsafeMutableBufferPointer<GPollFD>.allocate(capacity: 16)
    private var count = 0
    /// How many of the records are the watches'.
    private var countOfWatches = 0
    /// Whether the records are to be written anew.
    private var isStale = true
    /// What GLib wants to be told with what happened.
    private var priority: gint = 0
    /// When GLib has something to do without any descriptor.
    private var timeOfGLib = Int.max
    /// What wakes the loop up in time; nil where the system has no more of them.
    private lazy var alarm = AlarmClock(for: self)

    /// Makes the context that is to be polled.
    nonisolated init() {
        // The flag lets GLib say over its descriptor that it waits for something else also when the
        // loop's own thread has attached a source. All else it says there anyway.
        unsafe context = g_main_context_new_with_flags(G_MAIN_CONTEXT_FLAGS_OWNERLESS_POLLING)
    }

    isolated deinit {
        unsafe records.deallocate()
        unsafe g_main_context_unref(context)
    }

    // MARK: Descriptors

    /// Calls `handler` with what happened whenever `descriptor` is ready.
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

    /// Its handler is not called again; safe inside it, and more than once.
    func remove(_ watch: Watch) {
        guard watch.handler != nil else { return }
        watch.handler = nil
        watches.removeAll { $0 === watch }
        isStale = true
    }

    // MARK: One turn

    /// Waits until there is something to do, and does it.
    func turn() {
        if isStale { ask() }
        let ready = unsafe Int(g_poll(records.baseAddress, guint(count), setAlarm()))
        let watchdog = LoopWatchdog.shared
        watchdog?.begin()
        defer { watchdog?.end() }
        // When interrupted it says nothing of the descriptors.
        let rest = ready > 0 ? callHandlers(ready) : 0
        if nextTime < .max, nextTime <= g_get_monotonic_time() { onTime?() }
        if rest > 0 || timeOfGLib <= 0 || timeOfGLib < .max && timeOfGLib <= g_get_monotonic_time()
        {
            letGLibWork()
        }
    }

    /// Sees to it that the sleep ends in time.
    /// - Returns: the timeout in milliseconds, as `poll(2)` takes it.
    private func setAlarm() -> gint {
        let time = min(nextTime, timeOfGLib)
        if let alarm, time >= alarm.time {
            // Also where neither has a time.
            if time == .max { alarm.set(.max) }
            return -1
        }
        if time == .max { return -1 }
        let left = time <= 0 ? 0 : time - g_get_monotonic_time()
        if left <= 0 { return 0 }
        guard let alarm else { return gint(min((left + 999) / 1_000, Int(gint.max))) }
        alarm.set(time)
        return -1
    }

    /// Tells the watches what happened; returns of how many descriptors it was not told.
    private func callHandlers(_ ready: Int) -> Int {
        var rest = ready
        // A handler may change them.
        let watches = watches
        for place in watches.indices where rest > 0 {
            let events = unsafe records[place].revents
            if events == 0 { continue }
            rest -= 1
            if watches[place].isActive { watches[place].handler?(events) }
        }
        return rest
    }

    // MARK: GLib's part

    private func letGLibWork() {
        isStale = true
        let own = countOfWatches
        let isReady = unsafe g_main_context_check(
            context, priority, records.baseAddress.map { unsafe $0 + own }, gint(count - own))
        if isReady != 0 { unsafe g_main_context_dispatch(context) }
    }

    /// Writes down what is to be polled.
    private func ask() {
        // It is among what is polled.
        _ = alarm
        // What changes from here on comes with the next turn.
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
        case 0: timeOfGLib = 0
        case 1...: timeOfGLib = g_get_monotonic_time() + Int(timeout) * 1_000
        default: timeOfGLib = .max
        }
    }

    private func reserve(_ wanted: Int) {
        guard unsafe wanted > records.count else { return }
        unsafe records.deallocate()
        unsafe records = .allocate(capacity: wanted * 2)
    }
}
