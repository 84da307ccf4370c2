// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation

/// The active Focus, computed in a slow and simple way. The oracle reads the clock every minute,
/// opens and closes windows at their times, and keeps the user's switches in order.
///
/// The oracle shares only the schedules with the agenda: days and hours come from Foundation.
struct AgendaOracle {
    /// An open window of a schedule.
    struct Open {
        let focus: String
        let schedule: Schedule
        let day: Int
        /// The minute at which the window opened.
        let minute: Int
    }

    /// An action of the user.
    struct Deed {
        let focus: String?
        var minute: Int
        /// The minute of the end; nil for no end.
        var end: Int?
        var isSpan = false
        var session: String?
        /// The position in the order of all actions and triggers.
        var turn = 0
    }

    /// An active trigger.
    struct Held {
        let trigger: String
        let turn: Int
        /// The minute of the end, once the trigger's state is over.
        var end: Int?
    }

    /// A Focus that a client holds on.
    struct Hold {
        let id: UInt32
        let focus: String
        let client: Int
        let turn: Int
    }

    var schedules: [(focus: String, schedule: Schedule)]
    var zone: TimeZone
    /// The clock, in minutes since 1970 UTC.
    private(set) var minute: Int
    private var open: [Open] = []
    /// The last day on which each schedule began; no schedule begins twice on a day.
    private var lastCome: [Int] = []
    private(set) var deeds: [Deed] = []
    /// The Focuses of each trigger.
    var answers: [String: [String]] = [:]
    /// Minutes for which the triggers of each Focus last after their states.
    var graces: [String: Int] = [:]
    private var held: [Held] = []
    private(set) var holds: [Hold] = []
    private var turns = 0

    init(_ schedules: [(focus: String, schedule: Schedule)], _ zone: TimeZone, minute: Int) {
        self.schedules = schedules
        self.zone = zone
        self.minute = minute
        lookBack()
    }

    // MARK: Reading the clock

    /// Returns the day (since 1970) and the minute of the day that the clock shows.
    private func reading(_ minute: Int) -> (day: Int, minute: Int) {
        let date = Date(timeIntervalSince1970: Double(minute) * 60)
        let shown = minute + zone.secondsFromGMT(for: date) / 60
        return (Int((Double(shown) / 1_440).rounded(.down)), ((shown % 1_440) + 1_440) % 1_440)
    }

    private func begins(_ schedule: Schedule, on day: Int) -> Bool {
        // 1970-01-01, day 0, was a Thursday.
        let names: [Weekday] = [
            .thursday, .friday, .saturday, .sunday, .monday, .tuesday, .wednesday,
        ]
        return schedule.days.contains(names[((day % 7) + 7) % 7])
    }

    /// Returns true if the clock shows that time of that day, or a later time.
    private func shows(_ now: (day: Int, minute: Int), _ day: Int, _ time: TimeOfDay) -> Bool {
        now.day > day || (now.day == day && now.minute >= time.minutes)
    }

    private func lastDay(_ schedule: Schedule, _ day: Int) -> Int {
        schedule.to.minutes > schedule.from.minutes ? day : day + 1
    }

    private mutating func read(_ minute: Int) {
        let now = reading(minute)
        open = open.filter { !shows(now, lastDay($0.schedule, $0.day), $0.schedule.to) }
        for index in schedules.indices {
            let (focus, schedule) = schedules[index]
            // If the zone skips a day, the day before yesterday is the last day that the clock
            // showed.
            for day in (now.day - 2)...now.day
            where day > lastCome[index] && shows(now, day, schedule.from) {
                guard begins(schedule, on: day) else { continue }
                lastCome[index] = day
                // A skipped time may leave an empty window.
                if shows(now, lastDay(schedule, day), schedule.to) { continue }
                open.append(Open(focus: focus, schedule: schedule, day: day, minute: minute))
            }
        }
    }

    /// Computes the open windows again after a change of the clock, the zone or the schedules.
    private mutating func lookBack() {
        open = []
        lastCome = schedules.map { _ in .min }
        for past in (minute - 6 * 1_440)...minute { read(past) }
    }

    // MARK: Events

    mutating func pass() {
        minute += 1
        read(minute)
        deeds.removeAll { $0.end.map { $0 <= minute } ?? false }
        held.removeAll { $0.end.map { $0 <= minute } ?? false }
    }

    mutating func move(to zone: TimeZone) {
        self.zone = zone
        lookBack()
    }

    mutating func edit(
        _ schedules: [(focus: String, schedule: Schedule)], _ answers: [String: [String]]
    ) {
        self.schedules = schedules
        self.answers = answers
        held.removeAll { answers[$0.trigger] == nil }
        lookBack()
    }

    mutating func setClock(by minutes: Int) {
        minute += minutes
        for index in held.indices { held[index].end = held[index].end.map { $0 + minutes } }
        for index in deeds.indices {
            deeds[index].minute += minutes
            if deeds[index].isSpan { deeds[index].end = deeds[index].end.map { $0 + minutes } }
        }
        deeds.removeAll { $0.end.map { $0 <= minute } ?? false }
        lookBack()
    }

    mutating func logIn(_ session: String) {
        deeds.removeAll { $0.session != nil && $0.session != session }
        held = []
        holds = []
    }

    /// focusd ended and starts again: what was about to end begins its grace again.
    mutating func restart() {
        for index in held.indices { held[index].end = nil }
    }

    mutating func hold(_ id: UInt32, _ focus: String, client: Int) {
        turns += 1
        holds.append(Hold(id: id, focus: focus, client: client, turn: turns))
    }

    mutating func release(_ isOver: (Hold) -> Bool) { holds.removeAll(where: isOver) }

    /// Begins or ends a trigger. Ignores a trigger that no Focus uses.
    mutating func set(_ trigger: String, _ isHeld: Bool) {
        if let index = held.firstIndex(where: { $0.trigger == trigger }) {
            let grace = answers[trigger]?.min().flatMap { graces[$0] } ?? 0
            if isHeld { held[index].end = nil }
            if !isHeld, held[index].end == nil { held[index].end = minute + grace }
            if let end = held[index].end, end <= minute { held.remove(at: index) }
            return
        }
        guard isHeld, answers[trigger] != nil else { return }
        turns += 1
        held.append(Held(trigger: trigger, turn: turns))
    }

    mutating func act(_ deed: Deed) {
        var deed = deed
        turns += 1
        deed.turn = turns
        if deed.end == nil, deed.session == nil {
            // A Focus that was turned off stays off if the one above it goes.
            deeds = deed.focus == nil ? [] : deeds.filter { $0.focus == nil }
        } else {
            let focus = deed.focus
            deeds.removeAll { $0.focus == focus }
        }
        deeds.append(deed)
    }

    /// The Focus that the last action, trigger or window decides.
    var focus: String? {
        let last = deeds.last
        // A trigger precedes schedules; a later action of the user precedes the trigger.
        let newer = held.filter { $0.turn > last?.turn ?? 0 }
        let trigger = newer.max { $0.turn < $1.turn }
        // A hold counts as a trigger.
        let hold = holds.filter { $0.turn > last?.turn ?? 0 }.max { $0.turn < $1.turn }
        if let hold, hold.turn > trigger?.turn ?? 0 { return hold.focus }
        if let trigger { return answers[trigger.trigger]?.min() }
        // An action in the minute of a window's opening comes after the opening.
        let over = open.filter { $0.minute > last?.minute ?? .min }
        let newest = over.map(\.minute).max()
        let top = over.filter { $0.minute == newest }.min { left, right in
            let leftEnd = (lastDay(left.schedule, left.day), left.schedule.to.minutes)
            let rightEnd = (lastDay(right.schedule, right.day), right.schedule.to.minutes)
            if leftEnd != rightEnd { return leftEnd < rightEnd }
            return (left.focus, left.schedule.name) < (right.focus, right.schedule.name)
        }
        if let top { return top.focus }
        return last?.focus
    }
}
