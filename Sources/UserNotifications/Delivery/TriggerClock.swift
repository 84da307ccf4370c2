// SPDX-License-Identifier: Apache-2.0

import FocusClient
import GLibLoop

/// The clock of the triggers.
package protocol TriggerClock: Sendable {
    /// The wall-clock time.
    var now: Date { get }

    /// The user's time zone, read again at each access.
    var timeZone: TimeZone { get }

    /// Calls `body` after each change of the time zone. Replaces the previous function.
    func onTimeZoneChange(_ body: @escaping @Sendable () -> Void)

    /// Calls `body` once at `date`. Replaces the previous call.
    ///
    /// - Parameter date: The time of the call; nil for no call.
    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void)
}

/// The computer's clock. It runs while the computer sleeps, and changes when the user sets it.
///
/// Unchecked because the lock protects the timer and the watch.
final class SystemClock: TriggerClock, @unchecked Sendable {
    /// Maximum duration of one timer. The user may set the clock, and dates in the far future would
    /// exceed Dispatch's range.
    static let longestWait: TimeInterval = 24 * 60 * 60

    private let lock = NSLock()
    private let queue = DispatchQueue(label: "org.focusd.UserNotifications.triggers")
    private var timer: (any DispatchSourceTimer)?
    private var watch: TimeZoneWatch?

    var now: Date { Date() }

    var timeZone: TimeZone {
        // Foundation stores the zone of its first access.
        NSTimeZone.resetSystemTimeZone()
        return .current
    }

    func onTimeZoneChange(_ body: @escaping @Sendable () -> Void) {
        Task { [weak self] in
            // Without a watch, a change of the zone counts from the app's next start.
            guard let watch = try? await TimeZoneWatch(file: LocalTimeZone.file, body) else {
                return
            }
            self?.use(watch)
        }
    }

    private func use(_ watch: TimeZoneWatch) {
        lock.withLock { self.watch = watch }
    }

    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {
        lock.withLock {
            timer?.cancel()
            timer = nil
            guard let date else { return }
            let now = Date().timeIntervalSince1970
            let seconds = max(now, min(date.timeIntervalSince1970, now + Self.longestWait))
            let whole = seconds.rounded(.down)
            let time = timespec(
                tv_sec: Int(whole), tv_nsec: Int(((seconds - whole) * 1e9).rounded(.down)))
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(wallDeadline: DispatchWallTime(timespec: time))
            timer.setEventHandler(handler: body)
            timer.resume()
            self.timer = timer
        }
    }
}
