// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import ICal
import TestSupport
import Testing

@testable import FocusCalendar

/// Calendars of Evolution Data Server whose calls fail.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct EvolutionCalendarTests {
    private static let good = #"{"busy":["Work"],"calendars":["Work"],"problems":[],"steps":[]}"#

    private static func calendars(
        _ evolution: FakeEvolution, _ lines: Recorder<String>
    ) throws -> BusyCalendars {
        let values = try Options.parser.parseOptions(["--session-bus=\(evolution.bus.address)"])
        return try BusyCalendars(Options(values)) { lines.record($0) }
    }

    /// The calendar with an event now: its lines between those of the calendar.
    private static func evolution() throws -> FakeEvolution {
        let evolution = try FakeEvolution()
        let lines = CalendarText.calendar((-60, 3_600)).split(separator: "\r\n")
        evolution.events = [lines.dropFirst(2).dropLast().map { $0 + "\r\n" }.joined()]
        return evolution
    }

    /// At log-in, Evolution Data Server may take too long.
    @Test(arguments: ["GetManagedObjects", "OpenCalendar", "Open", "GetView", "Start"])
    func aCalendarIsOpenedAgain(after method: String) async throws {
        let evolution = try Self.evolution()
        defer { evolution.stop() }
        evolution.failing = [method]
        let lines = Recorder<String>()
        let calendars = try Self.calendars(evolution, lines)
        defer { withExtendedLifetime(calendars) {} }
        let first = try await lines.next()
        #expect(first.contains("not now"), "\(first)")
        #expect(try await lines.next { $0.contains(#""problems":[]"#) } == Self.good)
        // Changes are reported.
        evolution.events = []
        try evolution.reportChange()
        #expect(try await lines.next().contains(#""busy":[],"calendars":["Work"]"#))
    }

    /// Evolution Data Server compares each event with the window by itself.
    @Test func aMeetingThatWasMovedAwayMakesNobodyBusy() async throws {
        let evolution = try FakeEvolution()
        defer { evolution.stop() }
        let begin = CalendarText.stamp(-60)
        func event(_ begin: String, _ end: Int64, _ more: String) -> String {
            "BEGIN:VEVENT\r\nUID:weekly\r\nDTSTART:\(begin)\r\n"
                + "DTEND:\(CalendarText.stamp(end))\r\n\(more)\r\nEND:VEVENT\r\n"
        }
        evolution.events = [event(begin, 3_600, "RRULE:FREQ=WEEKLY")]
        let lines = Recorder<String>()
        let calendars = try Self.calendars(evolution, lines)
        defer { withExtendedLifetime(calendars) {} }
        #expect(try await lines.next { $0.contains("Work") } == Self.good)
        let days: Int64 = 4 * 86_400
        evolution.others["weekly"] = event(
            CalendarText.stamp(days), days + 3_600, "RECURRENCE-ID:\(begin)")
        try evolution.reportChange()
        #expect(try await lines.next().contains(#""busy":[],"calendars":["Work"]"#))
    }

    /// An invitation from Outlook took place at the wrong hour. Evolution Data Server keeps the
    /// zones beside the events.
    @Test(arguments: [true, false])
    func aZoneOfTheCalendarIsRead(isKnown: Bool) async throws {
        let evolution = try FakeEvolution()
        defer { evolution.stop() }
        // Nobody lives in the zone, so that no test runs there.
        let hours: Int64 = 12 * 3_600
        func time(_ offset: Int64) -> String {
            String(CalendarText.stamp(offset - hours).dropLast())
        }
        evolution.events = [
            "BEGIN:VEVENT\r\nUID:zone\r\nDTSTART;TZID=Office:\(time(-60))\r\n"
                + "DTEND;TZID=Office:\(time(3_600))\r\nEND:VEVENT\r\n"
        ]
        if isKnown {
            evolution.zones["Office"] =
                "BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\n"
                + "DTSTART:19700101T000000\r\nTZOFFSETFROM:-1200\r\nTZOFFSETTO:-1200\r\n"
                + "END:STANDARD\r\nEND:VTIMEZONE\r\n"
        }
        let lines = Recorder<String>()
        let calendars = try Self.calendars(evolution, lines)
        defer { withExtendedLifetime(calendars) {} }
        #expect(
            try await lines.next { $0.contains("Work") }
                == (isKnown
                    ? Self.good : #"{"busy":[],"calendars":["Work"],"problems":[],"steps":[]}"#))
    }

    /// The pause after a change doubled with each change, up to five minutes.
    @Test func eachChangeOfTheCalendarsIsReadSoon() async throws {
        let evolution = try Self.evolution()
        defer { evolution.stop() }
        let calendars = EvolutionCalendars(bus: evolution.bus.address)
        let changes = Recorder<Void>()
        calendars.onChange = { changes.record(()) }
        calendars.read(with: CalendarReader(window: 0..<86_400, zone: "UTC"))
        while !calendars.isKnown { try await changes.next() }
        _ = try await evolution.calls.next { $0 == "GetManagedObjects" }
        for _ in 0..<5 {
            try evolution.reportSourceChange()
            _ = try await evolution.calls.next { $0 == "GetManagedObjects" }
            while calendars.pause != EvolutionCalendars.settling { try await changes.next() }
        }
    }

    @Test func theEventsStayWhileACalendarCannotBeRead() async throws {
        let evolution = try Self.evolution()
        defer { evolution.stop() }
        let lines = Recorder<String>()
        let calendars = try Self.calendars(evolution, lines)
        defer { withExtendedLifetime(calendars) {} }
        #expect(try await lines.next { $0.contains("Work") } == Self.good)
        evolution.failing = ["GetObjectList"]
        try evolution.reportChange()
        let failed = try await lines.next()
        #expect(
            failed.hasPrefix(#"{"busy":["Work"],"calendars":["Work"],"problems":["#), "\(failed)")
        #expect(failed.contains("the calendar “Work” cannot be read"), "\(failed)")
        #expect(try await lines.next() == Self.good)
    }
}
