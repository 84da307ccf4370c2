// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import UserNotifications

/// The next dates of triggers.
@Suite("Triggers") struct TriggerTests {
    private static func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    private static func components(
        month: Int? = nil, day: Int? = nil, hour: Int? = nil, minute: Int? = nil,
        weekday: Int? = nil, year: Int? = nil, zone: String = "Europe/Berlin"
    ) -> DateComponents {
        DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(identifier: zone),
            year: year, month: month, day: day, hour: hour, minute: minute, weekday: weekday)
    }

    @Test(
        "the calendar's next date is found, right across the changes of summer time",
        arguments: [
            // An ordinary day: today and tomorrow.
            (components(hour: 9, minute: 30), "2026-03-10T08:29:59Z", "2026-03-10T08:30:00Z"),
            (components(hour: 9, minute: 30), "2026-03-10T08:30:00Z", "2026-03-11T08:30:00Z"),
            // The clock goes forward on 29 March: the same time of day is one hour earlier in UTC.
            (components(hour: 9, minute: 0), "2026-03-28T09:00:00Z", "2026-03-29T07:00:00Z"),
            // 02:30 does not exist on that day. The first existing time is 03:00.
            (components(hour: 2, minute: 30), "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"),
            // The clock goes back on 25 October: 02:30 occurs twice, and the first time counts.
            (components(hour: 2, minute: 30), "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"),
            (components(hour: 9, minute: 0), "2026-10-24T12:00:00Z", "2026-10-25T08:00:00Z"),
            // Sunday is day 1 of the week in Foundation.
            (components(hour: 8, weekday: 1), "2026-03-10T12:00:00Z", "2026-03-15T07:00:00Z"),
            // A day that a year does not have becomes the next day, like a missing time of day.
            (
                components(month: 2, day: 29, hour: 0), "2026-03-10T12:00:00Z",
                "2027-02-28T23:00:00Z"
            ),
            (
                components(hour: 9, zone: "America/New_York"), "2026-03-10T12:00:00Z",
                "2026-03-10T13:00:00Z"
            ),
        ])
    func calendar(components: DateComponents, now: String, next: String) throws {
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        #expect(trigger.next(after: try Self.date(now), in: .gmt) == (try Self.date(next)))
    }

    @Test("components without a time zone are local time, also with a calendar of another zone")
    func localTime() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let now = try Self.date("2026-03-10T12:00:00Z")
        for components in [DateComponents(hour: 9), DateComponents(calendar: calendar, hour: 9)] {
            let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
            #expect(trigger.next(after: now, in: zone) == (try Self.date("2026-03-11T00:00:00Z")))
        }
    }

    @Test("the system's clock has the present time zone, and tells Foundation about it")
    func systemTimeZone() async {
        // In a process of its own, because the zone is that of the whole process.
        await #expect(processExitsWith: .success) {
            let clock = SystemClock()
            for name in ["Europe/Berlin", "America/New_York"] {
                unsafe setenv("TZ", name, 1)
                #expect(clock.timeZone.identifier == name)
                #expect(Calendar.current.timeZone.identifier == name)
            }
        }
    }

    @Test("a date that is over never comes")
    func past() throws {
        let trigger = UNCalendarNotificationTrigger(
            dateMatching: Self.components(month: 1, day: 1, year: 2020), repeats: false)
        #expect(trigger.nextTriggerDate() == nil)
    }

    @Test("seconds count from now, and from when the request was scheduled once it is")
    func interval() throws {
        let now = try Self.date("2026-03-10T12:00:00Z")
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: true)
        #expect(trigger.next(after: now, in: .gmt) == now + 90)
        let scheduled = trigger.scheduled(at: now)
        #expect(scheduled.next(after: now + 60, in: .gmt) == now + 90)
        #expect(scheduled.next(after: now + 90, in: .gmt) == now + 180)
        #expect(scheduled.next(after: now + 1000, in: .gmt) == now + 1080)
        let once = UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: false)
        #expect(once.scheduled(at: now).next(after: now + 91, in: .gmt) == nil)
        #expect(try #require(trigger.nextTriggerDate()) > Date())
    }

    @Test(
        "an interval that cannot be is never",
        arguments: [
            (0, false), (-1, false), (.nan, false), (.infinity, false), (59, true), (0, true),
        ] as [(TimeInterval, Bool)])
    func badInterval(interval: TimeInterval, repeats: Bool) {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: repeats)
        #expect(trigger.nextTriggerDate() == nil)
    }

    @Test(
        "the system's clock wakes, and asks for no more than a day at a time",
        .timeLimit(.minutes(5)))
    @LoopActor func systemClock() async throws {
        let clock = SystemClock()
        let woken = Recorder<Int>()
        clock.wake(at: Date() + 0.01) { Task { @LoopActor in woken.record(1) } }
        #expect(try await woken.next() == 1)
        clock.wake(at: .distantFuture) { Task { @LoopActor in woken.record(2) } }
        clock.wake(at: .distantPast) { Task { @LoopActor in woken.record(3) } }
        #expect(try await woken.next() == 3)
        clock.wake(at: Date()) { Task { @LoopActor in woken.record(4) } }
        clock.wake(at: nil) {}
        clock.wake(at: Date() + 0.01) { Task { @LoopActor in woken.record(5) } }
        #expect(try await woken.next { $0 != 4 } == 5)
    }
}
