// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

/// Weeks of schedules, for a drawing.
extension ScheduleWords {
    /// The days of a week in the order of the user's locale, as calendars show them.
    static var week: [Weekday] {
        let all = Weekday.allCases
        let first = (ClockText.firstDayOfWeek + 6) % 7
        return Array(all[first...] + all[..<first])
    }

    private static let day = 1440
    private static let minutes = 7 * day

    /// Returns the times of a schedule in minutes since the begin of Monday. One that begins on
    /// Sunday may end in the next week.
    static func windows(_ schedule: Schedule) -> [Range<Int>] {
        let (from, to) = (schedule.from.minutes, schedule.to.minutes)
        let length = to > from ? to - from : to - from + day
        return Weekday.allCases.enumerated().filter { schedule.days.contains($0.element) }.map {
            let start = $0.offset * day + from
            return start..<start + length
        }
    }

    /// Returns the drawing of a time, a band for each day, in the order of ``week``.
    static func bands(_ window: Range<Int>, color: String?, isStrong: Bool) -> [WeekBand] {
        let first = (ClockText.firstDayOfWeek + 6) % 7
        return (window.lowerBound / day...(window.upperBound - 1) / day).map { number in
            let part = window.clamped(to: number * day..<(number + 1) * day)
            return WeekBand(
                day: (number - first + 14) % 7,
                minutes: part.lowerBound - number * day..<part.upperBound - number * day,
                color: color, isStrong: isStrong)
        }
    }

    /// A time that two schedules share.
    struct Overlap: Hashable {
        /// The shared minutes, seen from the first schedule's window.
        var minutes: Range<Int>
        /// True if the second schedule's Focus is on meanwhile: it begins later or, where both
        /// begin together, it ends earlier.
        var isTaken: Bool
        /// True if both begin together.
        var beginsTogether = false
    }

    /// Returns the times that both schedules have in common, in the order of the first one's days.
    ///
    /// - Parameter isFirst: True if the second schedule's Focus is on where both begin and end
    ///   together: the first one by id.
    static func overlaps(
        _ own: Schedule, _ other: Schedule, isFirst: Bool
    ) -> [Overlap] {
        windows(own).flatMap { window in
            windows(other).flatMap { other in
                [-minutes, 0, minutes].compactMap { shift in
                    let other = other.lowerBound + shift..<other.upperBound + shift
                    guard other.overlaps(window) else { return nil }
                    let (begins, ends) = (
                        other.lowerBound - window.lowerBound, window.upperBound - other.upperBound
                    )
                    return Overlap(
                        minutes: other.clamped(to: window),
                        isTaken: begins > 0
                            || begins == 0 && (ends > 0 || ends == 0 && isFirst),
                        beginsTogether: begins == 0)
                }
            }
        }
    }

    /// Returns the windows without the minutes of the holes.
    static func windows(_ windows: [Range<Int>], without holes: [Range<Int>]) -> [Range<Int>] {
        holes.reduce(windows) { windows, hole in
            windows.flatMap { window in
                guard window.overlaps(hole) else { return [window] }
                return [
                    window.lowerBound..<max(window.lowerBound, hole.lowerBound),
                    min(window.upperBound, hole.upperBound)..<window.upperBound,
                ].filter { !$0.isEmpty }
            }
        }
    }
}
