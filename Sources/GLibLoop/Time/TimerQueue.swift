// SPDX-License-Identifier: Apache-2.0
import CGLib
import Synchronization

/// The timers of the loop.
///
/// Changing the time of a GLib source wakes the loop up, even from inside the loop: three system
/// calls. This queue is one source, which tells GLib its next time before each sleep, so that
/// setting a timer is an insertion into a short array.
@safe @LoopActor final class TimerQueue {
    static let shared = TimerQueue()

    /// The queue's side of a timer.
    // @unchecked Sendable: the flag is atomic, and only the actor uses the other properties.
    final class Alarm: @unchecked Sendable {
        /// The handler; nil once the timer was cancelled, which frees the handler.
        fileprivate var handler: (@LoopActor () -> Void)?
        /// True once the timer was dropped, on any thread.
        private let isDropped = Atomic(false)
        fileprivate var isQueued = false

        init(_ handler: @escaping @LoopActor () -> Void) { self.handler = handler }

        /// True while the alarm can fire.
        var isActive: Bool { handler != nil && !isDropped.load(ordering: .relaxed) }

        /// Stops the alarm, because its timer was dropped. Off the loop, the alarm stays queued
        /// until its time.
        func drop() {
            isDropped.store(true, ordering: .relaxed)
            if LoopActor.executor.isIsolatingCurrentContext() == true {
                LoopActor.assumeIsolated { TimerQueue.shared.cancel(self) }
            }
        }
    }

    private struct Entry {
        /// The time in microseconds of `g_get_monotonic_time`.
        let time: Int
        let alarm: Alarm
        /// The round of firing in which the alarm was set.
        let round: UInt
    }

    /// The queued alarms, by time. Alarms of the same time keep the order in which they were set.
    private var entries: [Entry] = [] {
        didSet { nextTime.store(entries.first?.time ?? .max, ordering: .relaxed) }
    }
    private var round: UInt = 0

    private init() {
        // The queue lives as long as the program, and so does its source.
        // g_source_new aborts when memory runs out and never returns NULL.
        let source = unsafe g_source_new(
            queueFunctions.pointer, UInt32(MemoryLayout<GSource>.size)
        ).unsafelyUnwrapped
        unsafe g_source_set_can_recurse(source, 1)
        unsafe LoopActor.executor.attach(source)
    }

    /// Lets an alarm fire once, at `time`, and not at the time that was set before.
    func set(_ alarm: Alarm, at time: Int) {
        remove(alarm)
        guard alarm.isActive else { return }
        var place = entries.endIndex
        while place > entries.startIndex, entries[place - 1].time > time { place -= 1 }
        entries.insert(Entry(time: time, alarm: alarm, round: round), at: place)
        alarm.isQueued = true
    }

    /// Keeps an alarm from firing, even if its time has passed.
    func remove(_ alarm: Alarm) {
        guard alarm.isQueued else { return }
        alarm.isQueued = false
        entries.removeAll { $0.alarm === alarm }
    }

    /// Keeps an alarm from ever firing again.
    func cancel(_ alarm: Alarm) {
        remove(alarm)
        alarm.handler = nil
    }

    /// Calls the due alarms. An alarm that is set meanwhile waits for the next iteration.
    fileprivate func fire() {
        let now = g_get_monotonic_time()
        round += 1
        // Entries that are set from here on sort behind the due ones.
        while let entry = entries.first, entry.time <= now, entry.round < round {
            entries.removeFirst()
            entry.alarm.isQueued = false
            if entry.alarm.isActive { entry.alarm.handler?() }
        }
    }
}

/// The time of the first alarm, in microseconds of `g_get_monotonic_time`; `Int.max` for none.
// GLib asks for it twice in each iteration. Only the loop's thread uses it, but entering the actor
// there would cost an allocation.
private let nextTime = Atomic(Int.max)

/// Returns the milliseconds until the first alarm, rounded up; 0 if it is due, -1 for none.
private func millisecondsLeft() -> gint {
    let time = nextTime.load(ordering: .relaxed)
    guard time < .max else { return -1 }
    let left = max(time - g_get_monotonic_time(), 0)
    return gint(min((left + 999) / 1_000, Int(gint.max)))
}

/// The functions of the queue's source, which GLib calls on the loop's thread.
private let queueFunctions: FunctionTable = {
    var functions = GSourceFuncs()
    unsafe functions.prepare = { _, timeout in
        let left = millisecondsLeft()
        unsafe timeout?.pointee = left
        return left == 0 ? 1 : 0
    }
    unsafe functions.check = { _ in millisecondsLeft() == 0 ? 1 : 0 }
    unsafe functions.dispatch = { _, _, _ in
        LoopActor.assumeIsolated { LoopWatchdog.watch("timers") { TimerQueue.shared.fire() } }
        return 1
    }
    return FunctionTable(functions)
}()
