// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import SeededRandom
import Testing

/// A random year, minute by minute, compared with an oracle that reads the clock each minute.
///
/// The test asks the agenda only at the times that the agenda requested, after an action of the
/// user, after a sleep of the machine, and after a change of clock or zone. So a boundary that the
/// agenda forgets causes a failure.
@Suite struct AgendaYearTests {
    /// Zones whose clocks change by an hour, by half an hour, at midnight, across the date line,
    /// and never; a person moves between the zones of a row.
    @Test(arguments: [
        (1, 2026, ["Europe/Berlin", "America/New_York"]),
        (2, 2017, ["Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo"]),
        (3, 2011, ["Pacific/Apia", "Pacific/Honolulu", "Europe/Dublin"]),
    ])
    func noMinuteDiffers(_ seed: UInt64, _ year: Int, _ zones: [String]) throws {
        var life = try Life(seed: seed, year: year, zones: zones)
        while life.isGoingOn { life.passMinute() }
        #expect(life.differences == [])
        // The year had many events, and the agenda did not ask for every minute.
        #expect(life.changes > 300)
        #expect(life.looks < life.changes * 8)
        #expect(life.deeds > 300)
        #expect(life.holds > 100)
    }
}

/// A random year: one agenda, one oracle, and the events for both.
private struct Life {
    private var random: SeededGenerator
    private let zones: [String]
    private var zone: Zone
    private var agenda = Agenda()
    private var oracle: AgendaOracle
    private let end: Int
    private var believed: FocusID?
    private var wake: Timestamp?
    private var asleepUntil = 0
    private var session = 0
    /// The active triggers of the desktop, including triggers that no Focus uses.
    private var present: Set<Trigger> = []
    private static let triggers: [Trigger] = [
        .app(AppID("org.example.Film")), .app(AppID("org.example.Game")), .screenShared,
        .fullScreen, .microphone, .calendar("Work"), .network("Home"), .vpn, .docked, .locked,
        .battery, .game,
    ]
    private static let focuses = ["driving", "reading", "sleep", "work"]

    private(set) var differences: [String] = []
    private(set) var changes = 0
    private(set) var looks = 0
    private(set) var deeds = 0
    private(set) var holds = 0

    init(seed: UInt64, year: Int, zones: [String]) throws {
        random = SeededGenerator(seed: seed)
        self.zones = zones
        zone = Zone(zones[0])
        let start = Int(Zone("UTC").at("\(year)-01-01", "0:00").rawValue / 60_000)
        end = start + 365 * 1_440
        let schedules = Self.schedules(&random)
        oracle = AgendaOracle(
            schedules, try #require(TimeZone(identifier: zones[0])), minute: start)
        oracle.answers = Self.answers(&random)
        oracle.graces = Self.graces(&random)
        agenda.setFocuses(Self.focuses(schedules, oracle))
        agenda.enter(session: "0")
        look()
    }

    var isGoingOn: Bool { oracle.minute < end && differences.count < 3 }

    private var now: Timestamp { Timestamp(rawValue: Int64(oracle.minute) * 60_000) }

    mutating func passMinute() {
        oracle.pass()
        if oracle.minute < asleepUntil { return }
        if oracle.minute == asleepUntil { look() }
        if let wake, now >= wake { look() }
        happen()
        let expected = oracle.focus
        if believed?.rawValue != expected {
            differences.append(
                "\(now.rawValue / 60_000): \(believed?.rawValue ?? "none")"
                    + " instead of \(expected ?? "none"); \(agenda.text)")
            look()
        }
    }

    /// Acts as the daemon: performs due changes and sets the next wake time.
    private mutating func look() {
        looks += 1
        agenda.advance(to: now)
        let focus = agenda.outcome(at: now, zone)?.focus
        if focus != believed { changes += 1 }
        believed = focus
        wake = agenda.nextChange(after: now, zone)
    }

    // MARK: Events

    private mutating func happen() {
        // The number of times per year, on average.
        if random.happens(900) { act() }
        if random.happens(1_500) { changeDesktop(count: 1) }
        if random.happens(600) { changeHolds() }
        if random.happens(300) {
            asleepUntil = oracle.minute + 10 + random.below(900)
        }
        if random.happens(200) {
            // focusd ends and starts again.
            let text = agenda.text
            agenda = Agenda(text: text)
            agenda.enter(session: "\(session)")
            agenda.setFocuses(Self.focuses(oracle.schedules, oracle))
            oracle.restart()
            changeDesktop(count: random.below(3))
        }
        if random.happens(20) {
            session += 1
            oracle.logIn("\(session)")
            agenda.enter(session: "\(session)")
            changeDesktop(count: 0)
        }
        if random.happens(12) {
            let name = zones[random.below(zones.count)]
            guard let moved = TimeZone(identifier: name) else { return }
            oracle.move(to: moved)
            zone = Zone(name)
            look()
        }
        if random.happens(12) {
            let minutes = random.below(2_000) - 1_000
            oracle.setClock(by: minutes)
            agenda.clockWasSet(by: Int64(minutes) * 60_000)
            look()
        }
        if random.happens(6) {
            let schedules = Self.schedules(&random)
            oracle.edit(schedules, Self.answers(&random))
            oracle.graces = Self.graces(&random)
            agenda.setFocuses(Self.focuses(schedules, oracle))
            changeDesktop(count: 0)
        }
    }

    /// Starts and ends triggers, and reports the state of all sources.
    private mutating func changeDesktop(count: Int) {
        for _ in 0..<count {
            present.formSymmetricDifference([Self.triggers[random.below(Self.triggers.count)]])
        }
        for source in Trigger.Source.allCases {
            let seen = present.filter { $0.source == source }
            for trigger in Self.triggers.sorted() where trigger.source == source {
                oracle.set(trigger.text, seen.contains(trigger))
            }
            agenda.setActiveTriggers(seen, of: source, at: now)
        }
        look()
    }

    /// A client begins or ends a hold, or leaves.
    private mutating func changeHolds() {
        let client = random.below(3)
        let peer = PeerName(rawValue: ":1.\(client)")
        switch random.below(4) {
        case 0, 1:
            let focus = Self.focuses[random.below(Self.focuses.count)]
            guard oracle.holds.count(where: { $0.client == client }) < Limits.holdsPerClient,
                let id = try? agenda.hold(FocusID(focus), reason: "make", by: peer, at: now)
            else { return }
            oracle.hold(id, focus, client: client)
            holds += 1
        case 2:
            guard !oracle.holds.isEmpty else { return }
            let hold = oracle.holds[random.below(oracle.holds.count)]
            let isOver = agenda.release(hold.id, by: PeerName(rawValue: ":1.\(hold.client)"))
            if !isOver { differences.append("hold \(hold.id) is unknown") }
            oracle.release { $0.id == hold.id }
        default:
            _ = agenda.removeHolds { $0.peer == peer }
            oracle.release { $0.client == client }
        }
        look()
    }

    private mutating func act() {
        deeds += 1
        let focus = Self.focuses[random.below(Self.focuses.count)]
        let id = FocusID(focus)
        let minute = oracle.minute
        let minutes = 1 + random.below(600)
        let end = now.adding(Int64(minutes) * 60_000)
        // Another test covers more switches than the limit.
        let kind = oracle.deeds.count < Limits.switches ? random.below(7) : random.below(2)
        switch kind {
        case 0:
            oracle.act(.init(focus: nil, minute: minute))
            agenda.turnOff(at: now)
        case 1:
            oracle.act(.init(focus: focus, minute: minute))
            agenda.turnOn(id, until: .never, at: now)
        case 2, 3:
            oracle.act(
                .init(focus: focus, minute: minute, end: minute + minutes, isSpan: true))
            agenda.turnOn(id, until: .after(end), at: now)
        case 4, 5:
            oracle.act(.init(focus: focus, minute: minute, end: minute + minutes))
            agenda.turnOn(id, until: .at(end), at: now)
        default:
            oracle.act(.init(focus: focus, minute: minute, session: "\(session)"))
            agenda.turnOn(id, until: .session("\(session)"), at: now)
        }
        look()
    }

    // MARK: Schedules

    private static func schedules(
        _ random: inout SeededGenerator
    ) -> [(focus: String, schedule: Schedule)] {
        var schedules: [(String, Schedule)] = []
        for focus in focuses {
            for number in 0..<random.below(4) {
                let days = Weekday.allCases.filter { _ in random.below(2) == 0 }
                guard !days.isEmpty else { continue }
                schedules.append(
                    (
                        focus,
                        Schedule(
                            name: "\(number)", days: Set(days), from: time(&random),
                            to: time(&random))
                    ))
            }
        }
        return schedules
    }

    /// Returns a random time, often at night, when clocks change.
    private static func time(_ random: inout SeededGenerator) -> TimeOfDay {
        let hour = random.below(3) == 0 ? random.below(4) : random.below(24)
        guard let time = TimeOfDay(hour: hour, minute: random.below(12) * 5) else {
            fatalError("no time of day")
        }
        return time
    }

    private static func answers(_ random: inout SeededGenerator) -> [String: [String]] {
        var answers: [String: [String]] = [:]
        for trigger in triggers {
            let chosen = focuses.filter { _ in random.below(3) == 0 }
            if !chosen.isEmpty { answers[trigger.text] = chosen }
        }
        return answers
    }

    private static func graces(_ random: inout SeededGenerator) -> [String: Int] {
        var graces: [String: Int] = [:]
        for focus in focuses { graces[focus] = [0, 1, 7][random.below(3)] }
        return graces
    }

    private static func focuses(
        _ schedules: [(focus: String, schedule: Schedule)], _ oracle: AgendaOracle
    ) -> [Focus] {
        focuses.map { name in
            var focus = Focus(id: FocusID(name), name: name)
            focus.triggers = Set(
                triggers.filter { oracle.answers[$0.text]?.contains(name) ?? false })
            focus.triggerGrace = Int64(oracle.graces[name] ?? 0) * 60_000
            focus.schedules = schedules.filter { $0.focus == name }.map(\.schedule)
            return focus
        }
    }
}

extension SeededGenerator {
    /// Returns true at random, on average in that many minutes of a year.
    fileprivate mutating func happens(_ timesAYear: Int) -> Bool { below(525_600) < timesAYear }
}
