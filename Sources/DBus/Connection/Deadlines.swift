// SPDX-License-Identifier: Apache-2.0
import GLibLoop

/// The deadlines of one connection's open calls, under one timer.
///
/// Almost all calls are answered long before their deadlines, so the timer changes only for an
/// earlier deadline. If it fires too early for the remaining calls, it is set again. Stopping the
/// timer after each answer would cost more than the other work for the call: see
/// ``stopIdleTimers()``.
@LoopActor final class Deadlines {
    private var dates: [Timeout: SuspendingClock.Instant] = [:]
    private var timer: Timer?
    private var next: SuspendingClock.Instant?
    /// The deadlines of all connections whose timers run.
    private static var running: [ObjectIdentifier: Deadlines] = [:]

    /// Handles the timeout when its interval has passed, unless it is removed before.
    func add(_ timeout: Timeout) {
        guard timeout.isEnabled else { return }
        let date = SuspendingClock.now + timeout.interval
        dates[timeout] = date
        if next.map({ date < $0 }) ?? true { wait(until: date) }
    }

    func remove(_ timeout: Timeout) {
        dates[timeout] = nil
    }

    /// Stops the timers of connections without open calls; for a program that is about to sleep
    /// long.
    static func stopIdleTimers() {
        for deadlines in running.values where deadlines.dates.isEmpty { deadlines.stop() }
    }

    func cancel() {
        stop()
        timer?.cancel()
        timer = nil
        dates.removeAll()
    }

    private func stop() {
        next = nil
        Self.running[ObjectIdentifier(self)] = nil
        timer?.pause()
    }

    private func wait(until date: SuspendingClock.Instant) {
        next = date
        Self.running[ObjectIdentifier(self)] = self
        if timer == nil { timer = Timer { [weak self] in self?.fire() } }
        timer?.reset(after: date - SuspendingClock.now)
    }

    private func fire() {
        next = nil
        Self.running[ObjectIdentifier(self)] = nil
        let now = SuspendingClock.now
        let due = dates.filter { $0.value <= now }.sorted { $0.value < $1.value }
        for (timeout, _) in due {
            // The handler of one timeout may have removed others.
            if dates.removeValue(forKey: timeout) != nil { timeout.handle() }
        }
        if let earliest = dates.values.min() { wait(until: earliest) }
    }
}
