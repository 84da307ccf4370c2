// SPDX-License-Identifier: Apache-2.0
import CGLib
import Synchronization

/// The timers of the loop.
///
/// Changing the time of a GLib source wakes the loop up, even from inside the loop: three system
/// calls. This queue instead gives the loop its next time before each sleep, so that setting a
/// timer is an insertion into a short array.
@LoopActor final class TimerQueue {
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
        didSet { poll.nextTime = entries.first?.time ?? .max }
    }
    private let poll = LoopActor.poll
    private var round: UInt = 0

    private init() {
        poll.onTime = { [unowned self] in fire() }
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
    private func fire() {
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
