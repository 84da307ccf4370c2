// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Glibc

/// Wall clock for actions at a time of day.
///
/// The clock sleeps until a given moment. It also reports changes of the system clock, wake-ups of
/// the machine and changes of the time zone. It never polls.
@LoopActor final class ScheduleClock {
    private let log: Log
    private var timer: WallClockTimer?
    private var zone: TimeZoneWatch?
    /// The clock's lead when the clock was last found to be set.
    private var lead = KernelClock.lead
    /// Called when the moment has come, or when results computed from the clock and the time zone
    /// may be out of date.
    var onChange: (() -> Void)?
    /// Called with the milliseconds by which the clock was set, before ``onChange``.
    var onClockSet: ((Int64) -> Void)?

    /// Largest difference in milliseconds that counts as drift instead of a set clock.
    static let drift: Int64 = 1_000

    init(log: Log) {
        self.log = log
    }

    /// Starts the timer and the watch of the time zone.
    func start() {
        do throws(SystemCallError) {
            timer = try WallClockTimer { [weak self] _ in self?.timerFired() }
        } catch {
            log.error("there is no timer, schedules do not turn anything on: \(error)")
        }
        watchTimeZone()
    }

    /// Current rules of the time zone, read again at each access.
    var rules: LocalTimeZone { .current() }

    /// Sleeps until that moment, or without end for nil.
    func sleep(until moment: Timestamp?) {
        timer?.set(moment?.rawValue)
        // The kernel reports a set clock to a started timer only: this catches a change between the
        // last check and the timer's start.
        if timer != nil, noticeSetClock() { onChange?() }
    }

    private func timerFired() {
        noticeSetClock()
        onChange?()
    }

    /// Reports a change of the clock, if there was one. Returns true if so.
    @discardableResult
    private func noticeSetClock() -> Bool {
        let step = KernelClock.lead - lead
        guard abs(step) > Self.drift else { return false }
        lead += step
        onClockSet?(step)
        return true
    }

    private func watchTimeZone() {
        do throws(FileMonitorError) {
            zone = try TimeZoneWatch { [weak self] in self?.onChange?() }
        } catch {
            log.warning("\(error); a change of the time zone is noticed late")
        }
    }
}

/// Monotonic clock as a number. Passing an instant of `ContinuousClock` costs ten times as much.
enum MonotonicClock {
    static var microseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}

extension Timestamp {
    /// Current time of the wall clock.
    static var now: Timestamp { Timestamp(rawValue: KernelClock.wall) }
}

extension Moment {
    /// The current moment.
    static var now: Moment { Moment(time: .now, instant: .now) }
}
