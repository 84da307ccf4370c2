// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Glibc

extension LocalTimeZone: LocalTimeRules {}

/// The clock on the wall, for what the engine does at a time of day.
///
/// It sleeps until the moment that it was given. Besides, it tells when the clock is set, when the
/// machine wakes up, and when the time zone changes; it never looks by itself.
@LoopActor final class ScheduleClock {
    private let log: Log
    private var timer: WallClockTimer?
    private var monitor: FileMonitor?
    /// How far the clock on the wall is ahead of the one that nobody sets, in milliseconds.
    private var lead: Int64
    /// The moment has come, or what was computed from clock and time zone may hold no longer.
    var onChange: (() -> Void)?
    /// The clock was set by so many milliseconds; comes before ``onChange``.
    var onClockSet: ((Int64) -> Void)?

    /// What is taken for the drift of a clock and not for its being set.
    static let drift: Int64 = 1_000

    init(log: Log) {
        self.log = log
        lead = Self.currentLead()
    }

    /// Begins to tell.
    func start() {
        do throws(SystemCallError) {
            timer = try WallClockTimer { [weak self] _ in self?.looked() }
        } catch {
            log.error("there is no timer, schedules do not turn anything on: \(error)")
        }
        watchTimeZone()
    }

    /// The rules of the time zone, read anew.
    var rules: LocalTimeZone { .current() }

    /// Sleeps until that moment; nil for ever.
    func sleep(until moment: Timestamp?) {
        timer?.set(moment?.rawValue)
        // Set between the look at the clock and this, it would go unnoticed.
        if timer != nil, noticeSetting() { onChange?() }
    }

    private func looked() {
        noticeSetting()
        onChange?()
    }

    /// Tells by how much the clock was set, if it was.
    @discardableResult
    private func noticeSetting() -> Bool {
        let step = Self.currentLead() - lead
        guard abs(step) > Self.drift else { return false }
        lead += step
        onClockSet?(step)
        return true
    }

    private static func currentLead() -> Int64 {
        var boot = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &boot)
        let milliseconds = Int64(boot.tv_sec) * 1_000 + Int64(boot.tv_nsec) / 1_000_000
        return Timestamp.now.rawValue - milliseconds
    }

    /// The zone's file is replaced when the user moves.
    private func watchTimeZone() {
        guard let file = LocalTimeZone.file, let slash = file.lastIndex(of: "/") else { return }
        let name = file[file.index(after: slash)...]
        do throws(FileMonitorError) {
            monitor = try FileMonitor(directory: String(file[..<slash]) + "/") {
                [weak self] event in
                let isNewName =
                    if case .moved(let name_) = event.kind { name_ == name } else { false }
                if event.name == name || isNewName { self?.onChange?() }
            }
        } catch {
            log.warning("\(error); a change of the time zone is noticed late")
        }
    }
}
