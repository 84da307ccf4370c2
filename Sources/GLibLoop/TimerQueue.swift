// SPDX-License-Identifier: Apache-2.0
import CGLib
import Synchronization

/// The timers of the loop.
///
/// A GLib source whose time is changed wakes the loop up for it, even from inside: three system calls.
/// Here the loop looks at the next time before it sleeps, so setting a timer is an insertion into a short
/// array.
@LoopActor final class TimerQueue {
    static let shared = TimerQueue()

    /// The queue's side of a timer.
    // @unchecked Sendable: but for the flag, which is atomic, only the actor touches it.
    final class Alarm: @unchecked Sendable {
        /// Gone when the timer was cancelled, with what it holds.
        fileprivate var handler: (@LoopActor () -> Void)?
        /// Whether the timer has been dropped, on whatever thread.
        private let isDropped = Atomic(false)
        fileprivate var isQueued = false

        init(_ handler: @escaping @LoopActor () -> Void) { self.handler = handler }

        /// Whether it can still fire.
        var isActive: Bool { handler != nil && !isDropped.load(ordering: .relaxed) }

        /// Its timer is gone: it does not fire any more. Off the loop it stays queued until its time
        /// comes.
        func drop() {
            isDropped.store(true, ordering: .relaxed)
            if LoopActor.executor.isIsolatingCurrentContext() == true {
                LoopActor.assumeIsolated { TimerQueue.shared.cancel(self) }
            }
        }
    }

    private struct Entry {
        /// In microseconds of `g_get_monotonic_time`.
        let time: Int
        let alarm: Alarm
        /// In which round of firing it was set.
        let round: UInt
    }

    /// By time; of the same time, in the order in which they were set.
    private var entries: [Entry] = [] {
        didSet { poll.nextTime = entries.first?.time ?? .max }
    }
    private let poll = LoopActor.poll
    private var round: UInt = 0

    private init() {
        poll.onTime = { [unowned self] in fire() }
    }

    /// Lets an alarm fire once, at `time`, and not at the time set before.
    func set(_ alarm: Alarm, at time: Int) {
        remove(alarm)
        guard alarm.isActive else { return }
        var place = entries.endIndex
        while place > entries.startIndex, entries[place - 1].time > time { place -= 1 }
        entries.insert(Entry(time: time, alarm: alarm, round: round), at: place)
        alarm.isQueued = true
    }

    /// Keeps an alarm from firing, also when its time has come already.
    func remove(_ alarm: Alarm) {
        guard alarm.isQueued else { return }
        alarm.isQueued = false
        entries.removeAll { $0.alarm === alarm }
    }

    /// Keeps an alarm from firing for good.
    func cancel(_ alarm: Alarm) {
        remove(alarm)
        alarm.handler = nil
    }

    /// Calls those that are due; one that is set meanwhile waits for the next iteration.
    private func fire() {
        let now = g_get_monotonic_time()
        round += 1
        // Nothing that is set from here on comes before what was due.
        while let entry = entries.first, entry.time <= now, entry.round < round {
            entries.removeFirst()
            entry.alarm.isQueued = false
            if entry.alarm.isActive { entry.alarm.handler?() }
        }
    }
}
