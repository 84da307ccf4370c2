// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import UserNotifications

@Suite("UNUserNotificationCenter", .timeLimit(.minutes(5))) @LoopActor struct CenterTests {
    private func request(
        _ identifier: String, _ title: String = "Lunch?",
        trigger: UNNotificationTrigger? = nil
    ) -> UNNotificationRequest {
        UNNotificationRequest(
            identifier: identifier, content: content(title), trigger: trigger)
    }

    // MARK: Delivered notifications

    @Test("the same identifier replaces, another one does not")
    func replaces() async throws {
        let app = try AppOnBus()
        #expect(try await app.show(content("one"), identifier: "a").replacesID == 0)
        #expect(try await app.show(content("two"), identifier: "b").replacesID == 0)
        #expect(try await app.show(content("three"), identifier: "a").replacesID == 1)
        let delivered = await app.center.deliveredNotifications()
        #expect(Set(delivered.map(\.request.content.title)) == ["two", "three"])
        #expect(delivered.allSatisfy { $0.date == app.clock.now })
    }

    @Test("a removed notification is closed, and is not delivered again")
    func removes() async throws {
        let app = try AppOnBus()
        for identifier in ["a", "b", "c"] {
            _ = try await app.show(content(identifier), identifier: identifier)
        }
        app.center.removeDeliveredNotifications(withIdentifiers: ["b", "unknown"])
        #expect(
            await Set(app.center.deliveredNotifications().map(\.request.identifier)) == ["a", "c"])
        #expect(try app.fake.closed == [2])
        app.center.removeAllDeliveredNotifications()
        #expect(await app.center.deliveredNotifications().isEmpty)
        #expect(try Set(app.fake.closed) == [1, 2, 3])
    }

    @Test("calls that nobody waits for take effect in their order")
    func order() async throws {
        let app = try AppOnBus()
        for number in 1...20 {
            app.addLater(request("\(number % 3)", "\(number)"))
        }
        app.center.removeDeliveredNotifications(withIdentifiers: ["0"])
        app.addLater(request("0", "last"))
        let delivered = Recorder<[UNNotification]>()
        app.center.getDeliveredNotifications { list in
            Task { @LoopActor in delivered.record(list) }
        }
        let titles = try await delivered.next().map(\.request.content.title)
        #expect(Set(titles) == ["19", "20", "last"])
        #expect(
            try app.fake.notifications.map(\.summary) == (1...20).map(String.init) + ["last"])
    }

    @Test("a notification that the server takes away is delivered no more")
    func closedByServer() async throws {
        let app = try AppOnBus()
        _ = try await app.show(content())
        try app.fake.emitClosed(1, reason: 1)
        _ = try await app.show(content("two"), identifier: "2")
        // The server's signal precedes its answer.
        #expect(
            await app.center.deliveredNotifications().map(\.request.identifier) == ["2"])
    }

    @Test("another server gives old ids to other notifications: the center forgets the old ones")
    func serverRestarts() async throws {
        let app = try AppOnBus()
        _ = try await app.show(content())
        try app.fake.leave()
        try app.startServer()
        // The bus reports the new owner before it answers this call.
        try await app.center.setBadgeCount(1)
        let again = try await app.show(content("again"))
        #expect(again.replacesID == 0)
    }

    @Test("an id that the server gives again means only the new notification")
    func idGivenAgain() async throws {
        let app = try AppOnBus()
        _ = try await app.show(content("old"), identifier: "a")
        try app.fake.answer(.id(1))
        _ = try await app.show(content("new"), identifier: "b")
        #expect(await app.center.deliveredNotifications().map(\.request.identifier) == ["b"])
        try app.fake.emitAction(1, "default")
        let response = try await app.delegate.responses.next()
        #expect(response.notification.request.identifier == "b")
    }

    @Test("at the limit the oldest makes room, and stays on the screen")
    func manyDelivered() async throws {
        let app = try AppOnBus()
        let limit = PostOffice.maximumDelivered
        for number in 0..<limit {
            _ = try await app.show(content(), identifier: "\(number)")
            app.clock.advance(by: 1)
        }
        #expect(await app.center.deliveredNotifications().count == limit)
        _ = try await app.show(content("again"), identifier: "\(limit - 1)")
        #expect(await app.center.deliveredNotifications().count == limit)
        app.clock.advance(by: 1)
        _ = try await app.show(content("more"), identifier: "more")
        let left = await app.center.deliveredNotifications().map(\.request.identifier)
        #expect(left.count == limit)
        #expect(left.first == "more")
        #expect(!left.contains("0"))
        #expect(try app.fake.closed.isEmpty)
    }

    // MARK: Errors

    @Test("without a server, an error says so")
    func noServer() async throws {
        let app = try AppOnBus(capabilities: nil)
        await #expect(throws: UNError.self) { try await app.center.add(request("1")) }
        do {
            try await app.center.add(request("1"))
        } catch UNError.notificationsNotAllowed {
            // The expected error.
        }
        #expect(await app.center.deliveredNotifications().isEmpty)
        #expect(try await app.center.requestAuthorization(options: [.alert]))
        #expect(await app.center.notificationSettings().authorizationStatus == .authorized)
    }

    @Test("without a bus, an error says so")
    func noBus() async throws {
        let center = UNUserNotificationCenter(
            session: AppSession(app: AppOnBus.id, address: "unix:path=/nonexistent/bus") { _ in },
            appName: "Chat", archive: nil)
        let errors = Recorder<NSError?>()
        center.add(request("1")) { error in
            let error = error as NSError?
            Task { @LoopActor in errors.record(error) }
        }
        let error = try #require(try await errors.next())
        #expect(error.domain == UNErrorDomain)
        #expect(error.code == UNError.Code.notificationsNotAllowed.rawValue)
        await #expect(throws: UNError.self) { try await center.setBadgeCount(1) }
        center.removeAllDeliveredNotifications()
        #expect(await center.pendingNotificationRequests().isEmpty)
    }

    @Test("a server that refuses or answers nonsense is an error")
    func refusal() async throws {
        let app = try AppOnBus()
        try app.fake.answer(.refuse("org.freedesktop.DBus.Error.LimitsExceeded", "too many"))
        await #expect(throws: UNError.self) { try await app.center.add(request("1")) }
        try app.fake.answer(.values([.string("1")]))
        await #expect(throws: UNError.self) { try await app.center.add(request("1")) }
        #expect(await app.center.deliveredNotifications().isEmpty)
    }

    @Test("a content with nothing in it is refused, one with only a badge is not shown")
    func nothingToShow() async throws {
        let app = try AppOnBus()
        let error = await #expect(throws: UNError.self) {
            try await app.center.add(
                UNNotificationRequest(
                    identifier: "1", content: UNNotificationContent(), trigger: nil))
        }
        #expect(error?.code == .notificationInvalidNoContent)
        try await app.center.add(
            UNNotificationRequest(
                identifier: "1", content: content("") { $0.badge = 3 }, trigger: nil))
        #expect(try app.fake.notifications.isEmpty)
        #expect(await app.center.deliveredNotifications().isEmpty)
    }

    // MARK: Badges

    @Test("focusd is told the badge, by call and by content")
    func badge() async throws {
        let app = try AppOnBus()
        let focusd = try FakeApps(app.bus)
        try await app.center.setBadgeCount(7)
        #expect(try await focusd.counts.next() == 7)
        _ = try await app.show(content { $0.badge = 0 })
        #expect(try await focusd.counts.next() == 0)
        _ = try await app.show(content("two") { $0.badge = nil })
        try await app.center.setBadgeCount(Int(UInt32.max))
        #expect(try await focusd.counts.next() == UInt32.max)
    }

    @Test("a count that no badge can show is refused", arguments: [-1, Int(UInt32.max) + 1])
    func badBadge(count: Int) async throws {
        let app = try AppOnBus()
        let focusd = try FakeApps(app.bus)
        let error = await #expect(throws: UNError.self) {
            try await app.center.setBadgeCount(count)
        }
        #expect(error?.code == .badgeInputInvalid)
        let errors = Recorder<NSError?>()
        app.center.setBadgeCount(count) { error in
            let error = error as NSError?
            Task { @LoopActor in errors.record(error) }
        }
        #expect(try await errors.next()?.code == 1600)
        #expect(focusd.counts.pending.isEmpty)
    }

    @Test("without focusd the docks are told")
    func launcher() async throws {
        let app = try AppOnBus()
        let dock = try app.bus.connect()
        let updates = Recorder<[Value]>()
        let subscription = dock.subscribe(
            MatchRule(interface: WireName.launcherEntry, member: "Update")
        ) { updates.record((try? $0.arguments()) ?? []) }
        _ = try dock.busID()
        try await app.center.setBadgeCount(2)
        let update = try await updates.next()
        #expect(update.first == .string("application://org.example.Chat.desktop"))
        #expect(update.last?["count"] == .int64(2))
        #expect(update.last?["count-visible"] == .boolean(true))
        subscription.cancel()
    }

    @Test("a process without an app id notifies, and has no badge")
    func noAppID() async throws {
        let app = try AppOnBus(app: nil)
        let sent = try await app.show(content())
        #expect(sent.hints["desktop-entry"] == nil)
        await #expect(throws: UNError.self) { try await app.center.setBadgeCount(1) }
    }

    // MARK: The rest

    @Test("categories are answered as they were set")
    func categories() async throws {
        let app = try AppOnBus()
        let category = UNNotificationCategory(
            identifier: "A", actions: [], intentIdentifiers: [], options: .customDismissAction)
        app.center.setNotificationCategories([category])
        #expect(await app.center.notificationCategories() == [category])
        app.center.setNotificationCategories([])
        #expect(await app.center.notificationCategories().isEmpty)
    }

    @Test("a center that nobody holds any more goes, and its process's work with it")
    func release() async throws {
        let bus = try PrivateBus()
        weak var weakCenter: UNUserNotificationCenter?
        do {
            let center = UNUserNotificationCenter(
                session: AppSession(app: AppOnBus.id, address: bus.address) { _ in },
                appName: "Chat", archive: nil, clock: ManualClock())
            weakCenter = center
            _ = await center.pendingNotificationRequests()
        }
        #expect(weakCenter == nil)
    }
}

/// A focusd that serves only the badges of apps.
@LoopActor final class FakeApps {
    let counts = Recorder<UInt32>()
    private let connection: Connection
    private var registration: Registration?

    init(_ bus: PrivateBus) throws {
        connection = try bus.connect()
        let counts = counts
        registration = connection.export(try WireInterface.apps, at: WireName.focusPath) { call in
            let values = (try? call.message.arguments()) ?? []
            if values.first == .string(AppOnBus.id.rawValue), let count = values.last?.asUInt32 {
                counts.record(count)
            }
            call.reply()
        }
        _ = try connection.requestName(WireName.focus)
    }
}
