// SPDX-License-Identifier: Apache-2.0

import DBus
import Foundation
import GLibLoop
import Synchronization
import TestSupport
import Testing

@testable import UserNotifications

/// Requests that wait for their time.
@Suite("Scheduled requests", .timeLimit(.minutes(5))) @LoopActor struct ScheduleTests {
    private func request(
        _ identifier: String, in seconds: TimeInterval, repeats: Bool = false,
        title: String? = nil
    ) -> UNNotificationRequest {
        UNNotificationRequest(
            identifier: identifier, content: content(title ?? identifier),
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats))
    }

    private func pending(_ app: AppOnBus) async -> [String] {
        await app.center.pendingNotificationRequests().map(\.identifier)
    }

    @Test("a request waits for its time, and is delivered then")
    func fires() async throws {
        let app = try AppOnBus()
        let start = app.clock.now
        try await app.center.add(request("later", in: 120))
        try await app.center.add(request("soon", in: 60))
        #expect(await pending(app) == ["soon", "later"])
        #expect(app.clock.wakeDate == start + 60)
        app.clock.advance(by: 59)
        #expect(await pending(app) == ["soon", "later"])
        app.clock.advance(by: 1)
        #expect(try await app.fake.notification(1).summary == "soon")
        #expect(await pending(app) == ["later"])
        #expect(await app.center.deliveredNotifications().first?.date == start + 60)
        app.clock.advance(by: 3600)
        #expect(try await app.fake.notification(2).summary == "later")
        #expect(await pending(app).isEmpty)
        #expect(app.clock.wakeDate == nil)
    }

    @Test("a repeating request comes again and again, and in the same place")
    func repeats() async throws {
        let app = try AppOnBus()
        let start = app.clock.now
        try await app.center.add(request("tea", in: 60, repeats: true))
        app.clock.advance(by: 61)
        #expect(try await app.fake.notification(1).replacesID == 0)
        #expect(await pending(app) == ["tea"])
        #expect(app.clock.wakeDate == start + 120)
        // The app slept through three times: one delivery is enough.
        app.clock.advance(by: 200)
        #expect(try await app.fake.notification(2).replacesID == 1)
        #expect(await pending(app) == ["tea"])
        #expect(try app.fake.notifications.count == 2)
        #expect(app.clock.wakeDate == start + 300)
    }

    @Test("a calendar request comes at its date")
    func calendar() async throws {
        let app = try AppOnBus(clock: ManualClock("2026-03-28T12:00:00Z"))
        let components = DateComponents(
            calendar: Calendar(identifier: .gregorian),
            timeZone: TimeZone(identifier: "Europe/Berlin"), hour: 9)
        try await app.center.add(
            UNNotificationRequest(
                identifier: "1", content: content(),
                trigger: UNCalendarNotificationTrigger(dateMatching: components, repeats: true)))
        // The night has one hour less.
        #expect(app.clock.wakeDate == app.clock.now + 19 * 3600)
        app.clock.advance(by: 19 * 3600)
        _ = try await app.fake.notification(1)
        #expect(await pending(app) == ["1"])
        #expect(app.clock.wakeDate == app.clock.now + 24 * 3600)
    }

    /// An app with a request for 9:00 of the user's local time.
    private func appWithLocalRequest(
        _ components: DateComponents = DateComponents(hour: 9), repeats: Bool = true
    ) async throws -> AppOnBus {
        let app = try AppOnBus(clock: ManualClock("2026-03-10T13:30:00Z", in: "Europe/Berlin"))
        try await app.center.add(
            UNNotificationRequest(
                identifier: "1", content: content(),
                trigger: UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)))
        #expect(app.clock.wakeDate == (try Self.date("2026-03-11T08:00:00Z")))
        return app
    }

    private static func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    @Test(
        "a calendar request follows the user to the west, at the latest when its old date comes",
        arguments: [true, false])
    func travelsWest(isReported: Bool) async throws {
        let app = try await appWithLocalRequest()
        app.clock.travel(to: "America/New_York", isReported: isReported)
        await app.settle()
        if !isReported { app.clock.advance(by: 18.5 * 3_600) }
        #expect(await pending(app) == ["1"])
        #expect(try app.fake.notifications.isEmpty)
        #expect(app.clock.wakeDate == (try Self.date("2026-03-11T13:00:00Z")))
        app.clock.advance(by: (isReported ? 23.5 : 5) * 3_600)
        _ = try await app.fake.notification(1)
        #expect(await pending(app) == ["1"])
        #expect(app.clock.wakeDate == (try Self.date("2026-03-12T13:00:00Z")))
    }

    @Test(
        "a calendar request whose local time has passed during a journey is delivered at once",
        arguments: [
            (DateComponents(hour: 9), true),
            (DateComponents(year: 2026, month: 3, day: 11, hour: 9), false),
        ])
    func travelsEast(components: DateComponents, repeats: Bool) async throws {
        let app = try await appWithLocalRequest(components, repeats: repeats)
        app.clock.advance(by: 12 * 3_600)
        app.clock.travel(to: "Asia/Tokyo", isReported: true)
        _ = try await app.fake.notification(1)
        #expect(await pending(app) == (repeats ? ["1"] : []))
        let next = try Self.date("2026-03-12T00:00:00Z")
        #expect(app.clock.wakeDate == (repeats ? next : nil))
    }

    @Test("the same identifier replaces what is pending, by a trigger or by none")
    func replacesPending() async throws {
        let app = try AppOnBus()
        try await app.center.add(request("1", in: 60, title: "old"))
        try await app.center.add(request("1", in: 120, title: "new"))
        #expect(
            await app.center.pendingNotificationRequests().map(\.content.title) == ["new"])
        app.clock.advance(by: 60)
        #expect(await pending(app) == ["1"])
        #expect(try app.fake.notifications.isEmpty)
        _ = try await app.show(content("now"))
        #expect(await pending(app).isEmpty)
    }

    @Test("a pending request says when it will come")
    func nextDate() async throws {
        let app = try AppOnBus(clock: ManualClock("2126-03-28T12:00:00Z"))
        try await app.center.add(request("1", in: 60))
        let trigger = await app.center.pendingNotificationRequests().first?.trigger
        #expect(
            (trigger as? UNTimeIntervalNotificationTrigger)?.nextTriggerDate()
                == app.clock.now + 60)
    }

    @Test("a removed request is not delivered")
    func removes() async throws {
        let app = try AppOnBus()
        for number in 1...4 { try await app.center.add(request("\(number)", in: 60)) }
        app.center.removePendingNotificationRequests(withIdentifiers: ["2", "unknown"])
        #expect(await Set(pending(app)) == ["1", "3", "4"])
        app.center.removeAllPendingNotificationRequests()
        #expect(await pending(app).isEmpty)
        #expect(app.clock.wakeDate == nil)
        app.clock.advance(by: 60)
        await app.settle()
        #expect(try app.fake.notifications.isEmpty)
    }

    @Test("a trigger that never fires is refused")
    func never() async throws {
        let app = try AppOnBus()
        let error = await #expect(throws: UNError.self) {
            try await app.center.add(request("1", in: 0))
        }
        #expect(error?.code == .notificationInvalidNoDate)
        #expect(await pending(app).isEmpty)
    }

    @Test(
        "a request that was due without a server is delivered when there is one",
        arguments: [false, true])
    func serverComesLater(isAppInFront: Bool) async throws {
        let app = try AppOnBus(capabilities: nil)
        app.center.isAppInFront = isAppInFront
        try await app.center.add(request("1", in: 60))
        try await app.center.add(request("2", in: 60, repeats: true))
        app.clock.advance(by: 60)
        if isAppInFront { for _ in 1...2 { _ = try await app.delegate.presented.next() } }
        // The app answers after it has been asked; the request is back some time after its answer.
        let deadline = ContinuousClock.now + .testDeadline
        while await Set(pending(app)) != ["1", "2"], .now < deadline { await Task.yield() }
        #expect(await Set(pending(app)) == ["1", "2"])
        try app.startServer()
        #expect(try await app.fake.notification(1).summary == "1")
        #expect(await pending(app) == ["2"])
    }

    @Test("the app is asked once about a request that no server takes for minutes")
    func askedOnce() async throws {
        let app = try AppOnBus(capabilities: nil)
        app.center.isAppInFront = true
        app.delegate.options.withLock { $0 = [.list] }
        try await app.center.add(request("1", in: 60))
        app.clock.advance(by: 60)
        _ = try await app.delegate.presented.next()
        // The request is back some time after the app's answer.
        let deadline = ContinuousClock.now + .testDeadline
        while await pending(app) != ["1"], .now < deadline { await Task.yield() }
        for _ in 1...3 {
            app.clock.advance(by: 60)
            #expect(await pending(app) == ["1"])
        }
        app.delegate.options.withLock { $0 = [.banner] }
        try app.startServer()
        let shown = try await app.fake.notification(1)
        #expect(shown.hints["interruption-level"] == .string("passive"))
        #expect(await pending(app).isEmpty)
        #expect(app.delegate.presented.pending.isEmpty)
    }

    @Test("a request that a hanging server missed is sent again once a minute has passed")
    func serverHangs() async throws {
        let app = try AppOnBus()
        try await app.center.add(request("1", in: 60))
        // The error that a call without an answer ends with.
        try app.fake.answer(.refuse("org.freedesktop.DBus.Error.NoReply", "a timeout"))
        app.clock.advance(by: 60)
        #expect(await pending(app) == ["1"])
        #expect(app.clock.wakeDate == app.clock.now + 60)
        app.clock.advance(by: 60)
        #expect(try await app.fake.notification(2).summary == "1")
        #expect(await pending(app).isEmpty)
        #expect(app.clock.wakeDate == nil)
    }

    @Test("a refused request is not sent again and again")
    func refused() async throws {
        let app = try AppOnBus()
        try await app.center.add(request("1", in: 60))
        try await app.center.add(request("2", in: 120))
        try app.fake.answer(.refuse("org.freedesktop.DBus.Error.InvalidArgs", "no"))
        app.clock.advance(by: 60)
        #expect(await pending(app) == ["2"])
        app.clock.advance(by: 60)
        #expect(try await app.fake.notification(2).summary == "2")
        #expect(await pending(app).isEmpty)
    }
}
