// SPDX-License-Identifier: Apache-2.0

/// Where triggers have their time from.
package protocol TriggerClock: Sendable {
    /// The time on the wall.
    var now: Date { get }

    /// Calls `body` once, when it is `date`; takes the place of the call that was asked for before.
    ///
    /// - Parameter date: Nil for no call.
    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void)
}

/// The computer's clock. It goes on while the computer sleeps, and follows when the user sets it.
///
/// Unchecked: the lock guards the timer.
final class SystemClock: TriggerClock, @unchecked Sendable {
    /// The clock may be set, so that nothing is waited for longer than this at a time; it also keeps
    /// dates of the far future within what Dispatch can count.
    static let longestWait: TimeInterval = 24 * 60 * 60

    private let lock = NSLock()
    private let queue = DispatchQueue(label: "org.focusd.UserNotifications.triggers")
    private var timer: (any DispatchSourceTimer)?

    var now: Date { Date() }

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
