// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import ICal
import Testing

/// The busy times of iCalendar texts.
@Suite struct CalendarReaderTests {
    /// 2026-11-23 00:00:00 UTC, a Monday.
    private static let monday: Int64 = 1_795_392_000
    private static let hour: Int64 = 3_600
    private static let day: Int64 = 86_400

    /// Returns the spans in hours since that Monday, as `9-10.5`.
    private static func busy(
        _ events: String..., days: Int64 = 7, addresses: Set<String> = [], zone: String = "UTC"
    ) -> [String] {
        let reader = CalendarReader(
            window: monday..<monday + days * day, addresses: addresses, zone: zone)
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + events.joined() + "END:VCALENDAR\r\n"
        return (reader.read(text)?.spans ?? []).map { span in
            func hours(_ second: Int64) -> String {
                let value = Double(second - monday) / Double(hour)
                return value == value.rounded() ? "\(Int(value))" : "\(value)"
            }
            return "\(hours(span.lowerBound))-\(hours(span.upperBound))"
        }
    }

    private static func event(_ lines: String..., uid: String = "1") -> String {
        (["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20261101T000000Z"] + lines + ["END:VEVENT", ""])
            .joined(separator: "\r\n")
    }

    private static let meeting = ["DTSTART:20261123T090000Z", "DTEND:20261123T103000Z"]

    @Test func eventMakesBusyFromItsStartToItsEnd() {
        #expect(Self.busy(Self.event(Self.meeting[0], Self.meeting[1])) == ["9-10.5"])
        #expect(Self.busy(Self.event(Self.meeting[0], "DURATION:PT45M")) == ["9-9.75"])
        #expect(
            Self.busy(Self.event("DTSTART:20261120T090000Z", "DTEND:20261130T090000Z"))
                == ["-63-177"], "it began before the window")
    }

    @Test(arguments: [
        ["DTSTART;VALUE=DATE:20261123", "DTEND;VALUE=DATE:20261124"],
        meeting + ["TRANSP:TRANSPARENT"], meeting + ["STATUS:CANCELLED"],
        ["DTSTART:20261123T090000Z"], ["DTSTART:20261123T090000Z", "DTEND:20261123T080000Z"],
        meeting + ["ATTENDEE;PARTSTAT=DECLINED:mailto:Me@example.org"],
        ["SUMMARY:no start"], ["DTSTART:nonsense", "DTEND:20261123T103000Z"],
    ])
    func eventsThatMakeNobodyBusyAreLeftOut(_ lines: [String]) {
        let text = (["BEGIN:VEVENT", "UID:1"] + lines + ["END:VEVENT", ""])
            .joined(separator: "\r\n")
        #expect(Self.busy(text, addresses: ["me@example.org"]) == [])
    }

    @Test(arguments: [
        "ATTENDEE;PARTSTAT=DECLINED:mailto:other@example.org",
        "ATTENDEE;PARTSTAT=TENTATIVE:mailto:me@example.org",
        "ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@example.org", "STATUS:TENTATIVE", "TRANSP:OPAQUE",
    ])
    func eventThatOthersDeclinedMakesBusy(_ line: String) {
        #expect(
            Self.busy(
                Self.event(Self.meeting[0], Self.meeting[1], line), addresses: ["me@example.org"])
                == ["9-10.5"])
    }

    @Test func repeatedEventIsBusyEachTime() {
        // It began a year ago.
        let daily = Self.event(
            "DTSTART:20251123T090000Z", "DTEND:20251123T100000Z",
            "RRULE:FREQ=WEEKLY;BYDAY=MO,WE", "EXDATE:20261125T090000Z",
            "RDATE:20261127T120000Z")
        #expect(Self.busy(daily) == ["9-10", "108-109"])
        let counted = Self.event(
            "DTSTART:20261122T090000Z", "DTEND:20261122T100000Z", "RRULE:FREQ=DAILY;COUNT=3")
        #expect(Self.busy(counted) == ["9-10", "33-34"])
        let ended = Self.event(
            "DTSTART:20251123T090000Z", "DTEND:20251123T100000Z",
            "RRULE:FREQ=DAILY;UNTIL=20261124T090000Z")
        #expect(Self.busy(ended) == ["9-10", "33-34"])
    }

    @Test func changedOccurrenceTakesThePlaceOfTheOriginal() {
        let weekly = Self.event(
            "DTSTART:20261102T090000Z", "DTEND:20261102T100000Z", "RRULE:FREQ=DAILY")
        let moved = Self.event(
            "RECURRENCE-ID:20261123T090000Z", "DTSTART:20261123T140000Z",
            "DTEND:20261123T150000Z")
        let dropped = Self.event(
            "RECURRENCE-ID:20261124T090000Z", "DTSTART:20261124T090000Z",
            "DTEND:20261124T100000Z", "STATUS:CANCELLED")
        #expect(Self.busy(weekly, moved, dropped, days: 3) == ["14-15", "57-58"])
    }

    /// Clocks in Berlin went back on 25 October 2026, and in New York on 1 November.
    @Test func repeatedEventKeepsItsTimeOfDayWhenClocksChange() {
        let daily = Self.event(
            "DTSTART;TZID=Europe/Berlin:20261001T090000",
            "DTEND;TZID=Europe/Berlin:20261001T100000", "RRULE:FREQ=DAILY")
        #expect(Self.busy(daily, days: 1) == ["8-9"])
        let floating = Self.event(
            "DTSTART:20261001T090000", "DTEND:20261001T100000", "RRULE:FREQ=DAILY",
            "EXDATE:20261124T090000")
        #expect(Self.busy(floating, days: 2, zone: "America/New_York") == ["14-15"])
    }

    @Test func calendarMayDescribeItsOwnZone() {
        let zone = """
            BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r
            TZOFFSETFROM:+0500\r\nTZOFFSETTO:+0500\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n
            """.replacing("\n\n", with: "\n")
        let event = Self.event(
            "DTSTART;TZID=Office:20261101T090000", "DTEND;TZID=Office:20261101T100000",
            "RRULE:FREQ=DAILY", "EXDATE;TZID=Office:20261124T090000")
        #expect(Self.busy(zone, event, days: 3) == ["4-5", "52-53"])
    }

    @Test func zonesThatTheTextMustDescribeAreFound() {
        let known = Self.event(
            "DTSTART;TZID=Europe/Berlin:20261101T090000", "DTEND:20261101T100000Z")
        let own = Self.event(
            "DTSTART;TZID=Office:20261101T090000", "DTEND;TZID=Annex:20261101T100000",
            "EXDATE;TZID=Office:20261124T090000")
        let text = "BEGIN:VCALENDAR\r\n" + known + own + "END:VCALENDAR\r\n"
        #expect(CalendarReader.unknownZones(in: text) == ["Annex", "Office"])
        #expect(CalendarReader.unknownZones(in: "nonsense") == [])
    }

    @Test func zonesWithLongNamesAreNotLookedFor() {
        let longest = String(repeating: "z", count: CalendarReader.maximumZoneBytes)
        let event = Self.event(
            "DTSTART;TZID=\(longest):20261101T090000", "DTEND;TZID=\(longest)z:20261101T100000")
        let text = "BEGIN:VCALENDAR\r\n" + event + "END:VCALENDAR\r\n"
        #expect(CalendarReader.unknownZones(in: text) == [longest])
    }

    /// Found by review: an invitation whose texts are endless combining marks kept the reader busy
    /// for minutes.
    @Test func textsOfEndlessMarksAreReadInLinearTime() {
        // Marks of two classes, in the order that takes longest to sort.
        let marks =
            "a" + String(repeating: "\u{301}", count: 1 << 16)
            + String(repeating: "\u{316}", count: 1 << 16)
        let event = Self.event(
            Self.meeting[0], Self.meeting[1], "RECURRENCE-ID:20261123T080000Z",
            "ATTENDEE;PARTSTAT=DECLINED:mailto:\(marks)", uid: marks)
        let daily = Self.event(
            "DTSTART:20261123T080000Z", "DTEND:20261123T083000Z", "RRULE:FREQ=DAILY", uid: marks)
        let start = ProcessorTime.ofThread
        #expect(
            Self.busy(event, daily, days: 2, addresses: ["me@example.org"])
                == ["9-10.5", "32-32.5"])
        let text = "BEGIN:VCALENDAR\r\n\(daily)\(daily)END:VCALENDAR\r\n"
        #expect(CalendarReader.repeatingEvents(in: text).count == 1)
        #expect(ProcessorTime.ofThread - start < .seconds(10))
    }

    @Test func nameIsThatOfTheCalendar() {
        let reader = CalendarReader(window: Self.monday..<Self.monday + 1, zone: "UTC")
        let text = "BEGIN:VCALENDAR\r\nX-WR-CALNAME:Work\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
        #expect(reader.read(text)?.name == "Work")
    }

    @Test(arguments: ["", "nonsense", "BEGIN:VEVENT", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"])
    func damagedTextMakesNobodyBusy(_ text: String) {
        let reader = CalendarReader(window: Self.monday..<Self.monday + Self.day, zone: "UTC")
        #expect(reader.read(text)?.spans ?? [] == [])
    }

    @Test func ruleThatNeverComesEndsTheSearch() {
        let never = Self.event(
            "DTSTART:20260101T090000Z", "DTEND:20260101T100000Z",
            "RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30")
        #expect(Self.busy(never) == [])
        // A rule for every second is none.
        let often = Self.event(
            "DTSTART:20260101T090000Z", "DTEND:20260101T090001Z",
            "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30")
        #expect(Self.busy(often) == [])
    }

    @Test func eventsAreAtMostTheLimit() {
        let event =
            "BEGIN:VEVENT\nUID:1\nDTSTART:20200101T090000Z\nDTEND:20200101T100000Z\nEND:VEVENT\n"
        let filler = String(repeating: event, count: CalendarReader.maximumEvents - 1)
        let meeting = Self.event(Self.meeting[0], Self.meeting[1])
        #expect(Self.busy(filler, meeting) == ["9-10.5"])
        #expect(Self.busy(filler, event, meeting) == [])
    }

    @Test func textBeyondTheLimitIsNoCalendar() {
        let reader = CalendarReader(window: Self.monday..<Self.monday + Self.day, zone: "UTC")
        let text = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
        let filler = String(repeating: "\n", count: CalendarReader.maximumBytes - text.utf8.count)
        #expect(reader.read(text + filler) != nil)
        #expect(reader.read(text + filler + "\n") == nil)
    }
}
