// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import AppIntents

@Suite struct DateTextTests {
    @Test(arguments: [
        ("2026-11-21T09:30:00Z", 1_795_253_400), ("2026-11-21T09:30Z", 1_795_253_400),
        ("2026-11-21T10:30:00+01:00", 1_795_253_400),
        ("2026-11-21T00:00:01-09:30", 1_795_253_401),
        ("2026-11-21T09:30:00.75Z", 1_795_253_400),
        ("2026-11-21T09:30:00.123456789+00:00", 1_795_253_400),
        ("2024-02-29T00:00Z", 1_709_164_800),
    ])
    func aMomentIsReadToTheSecond(_ text: String, _ seconds: Double) throws {
        let date = try #require(DateText(text)?.date)
        #expect(date.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-13-01", "2026-02-29", "2026-11-21T", "T09:30", "9:30",
        "24:00", "09:60", "09:30:61", "09:30Z", "2026-11-21 09:30", "2026-11-21T09:30+1",
        "2026-11-21T09:30:00.Z", "02026-11-21", "2026-11-21T09:30:00Z ", "२०२६-११-२१",
        "2026-11-21T09:30:00.0000000000000000000000000000000000000000000000Z",
    ])
    func textThatIsNoDateIsNotRead(_ text: String) {
        #expect(DateText(text) == nil)
    }

    @Test func withoutAZoneItIsLocalTime() throws {
        let date = try #require(DateText("2026-11-21T09:30")?.date)
        let parts = Calendar.current.dateComponents([.year, .day, .hour, .minute], from: date)
        #expect(parts.year == 2026 && parts.day == 21 && parts.hour == 9 && parts.minute == 30)
        #expect(DateText("2026-11-21")?.date == Calendar.current.startOfDay(for: date))
    }

    @Test func aTimeAloneIsTodays() throws {
        let date = try #require(DateText("09:30")?.date)
        #expect(Calendar.current.isDateInToday(date))
        #expect(DateText(date, kind: .time).written == "09:30")
    }

    @Test(arguments: ["2026-11-21T09:30:05Z", "2026-11-21T09:30-03:30", "2026-11-21", "09:30:07"])
    func componentsKeepWhatTheTextNames(_ text: String) throws {
        let components = try #require(DateText(text)?.components)
        #expect(DateText(components)?.written == text)
    }

    @Test func componentsThatNameNeitherDayNorTimeCannotBeSent() {
        #expect(DateText(DateComponents(year: 2026)) == nil)
        #expect(throws: ParameterProblem.unreadable(expected: "Date")) {
            try DateComponents._parameterCoding.encode(DateComponents(minute: 3), .plain)
        }
    }
}
