// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// The rules of a time zone, as the daemon reads them.
struct Zone: LocalTimeRules {
    let zone: LocalTimeZone

    init(_ name: String) {
        guard let zone = LocalTimeZone(name) else { fatalError("no time zone \(name)") }
        self.zone = zone
    }

    func offset(at second: Int64) -> Int64 { zone.offset(at: second) }

    func firstSecond(showing local: Int64) -> Int64 { zone.firstSecond(showing: local) }

    /// Returns the first time at which the clocks show that date and time.
    func at(_ date: String, _ time: String) -> Timestamp {
        let parts = date.split(separator: "-").compactMap { Int($0) }
        let clock = time.split(separator: ":").compactMap { Int64($0) }
        let days = Zone.days(parts[0], parts[1], parts[2])
        let local = days * 86_400 + clock[0] * 3_600 + clock[1] * 60
        return Timestamp(rawValue: firstSecond(showing: local) * 1_000)
    }

    /// Returns the days since 1970-01-01 by counting.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        var days = (1970..<year).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        days += lengths[..<(month - 1)].reduce(0, +)
        return Int64(days + day - 1)
    }
}

/// A person's day: an agenda, a clock and a zone.
struct Diary {
    var agenda = Agenda()
    var zone = Zone("Europe/Berlin")
    var now = Timestamp(rawValue: 0)

    init(_ schedules: [String: [Schedule]], at date: String, _ time: String) {
        setSchedules(schedules)
        now = zone.at(date, time)
    }

    mutating func setSchedules(_ schedules: [String: [Schedule]]) {
        agenda.setFocuses(
            schedules.map { id, schedules in
                var focus = Focus(id: FocusID(id), name: id)
                focus.schedules = schedules
                return focus
            })
    }

    mutating func go(_ date: String, _ time: String) { go(to: zone.at(date, time)) }

    mutating func go(to moment: Timestamp) {
        now = moment
        agenda.advance(to: moment)
    }

    mutating func on(_ focus: String, _ end: Agenda.End = .never) {
        agenda.turnOn(FocusID(focus), until: end, at: now)
    }

    mutating func on(_ focus: String, minutes: Int64) {
        on(focus, .after(now.adding(minutes * 60_000)))
    }

    mutating func setActiveTriggers(_ present: Set<Trigger>, of source: Trigger.Source) {
        agenda.setActiveTriggers(present, of: source, at: now)
    }

    mutating func off() { agenda.turnOff(at: now) }

    /// The active Focus; empty for none.
    var focus: String { agenda.outcome(at: now, zone)?.focus.rawValue ?? "" }

    /// Returns the next changes, each as `UTC second: Focus`.
    func upcoming(_ limit: Int = 10) -> [String] {
        agenda.forecast(from: now, limit: limit, zone).map {
            "\($0.time.rawValue / 1_000): \($0.outcome?.focus.rawValue ?? "")"
        }
    }
}

extension Schedule {
    static func at(
        _ from: String, _ to: String, _ days: Set<Weekday> = Set(Weekday.allCases)
    ) -> Schedule {
        func time(_ text: String) -> TimeOfDay {
            let parts = text.split(separator: ":").compactMap { Int($0) }
            guard let time = TimeOfDay(hour: parts[0], minute: parts[1]) else {
                fatalError("no time \(text)")
            }
            return time
        }
        return Schedule(name: "\(from)-\(to)", days: days, from: time(from), to: time(to))
    }
}
