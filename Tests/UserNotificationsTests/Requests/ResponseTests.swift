// SPDX-License-Identifier: Apache-2.0

import DBus
import Foundation
import GLibLoop
import TestSupport
import Testing
import UserNotifications

/// Responses of the user, which reach the delegate.
@Suite("Responses", .timeLimit(.minutes(5))) @LoopActor struct ResponseTests {
    private static func category(
        _ options: UNNotificationCategoryOptions = []
    ) -> UNNotificationCategory {
        UNNotificationCategory(
            identifier: "MESSAGE",
            actions: [
                UNNotificationAction(identifier: "LIKE", title: "Like"),
                UNNotificationAction(identifier: "default", title: "Odd"),
                UNTextInputNotificationAction(
                    identifier: "REPLY", title: "Reply", textInputButtonTitle: "Send",
                    textInputPlaceholder: "Message"),
            ], intentIdentifiers: [], options: options)
    }

    private func app(
        capabilities: [String] = ["actions", "inline-reply"],
        _ options: UNNotificationCategoryOptions = []
    ) async throws -> AppOnBus {
        let app = try AppOnBus(capabilities: capabilities)
        app.center.setNotificationCategories([Self.category(options)])
        _ = try await app.show(
            content {
                $0.categoryIdentifier = "MESSAGE"
                $0.userInfo = ["chat": 7, "from": ["ana"]]
            })
        return app
    }

    @Test(
        "actions are reported by the app's own names",
        arguments: [
            ("default", UNNotificationDefaultActionIdentifier), ("LIKE", "LIKE"),
            ("action:default", "default"),
        ])
    func actions(key: String, identifier: String) async throws {
        let app = try await app()
        try app.fake.emitAction(1, key, token: "token-1")
        let response = try await app.delegate.responses.next()
        #expect(response.actionIdentifier == identifier)
        #expect(response.activationToken == "token-1")
        #expect(response.notification.request.identifier == "1")
        let userInfo = response.notification.request.content.userInfo
        #expect(userInfo["chat"] as? Int == 7)
        #expect(userInfo["from"] as? [String] == ["ana"])
        #expect(await app.center.deliveredNotifications().isEmpty)
    }

    @Test("a reply is reported with its text")
    func reply() async throws {
        let app = try await app()
        try app.fake.emitReply(1, "Yes!")
        let response = try await app.delegate.responses.next()
        #expect(response.actionIdentifier == "REPLY")
        #expect((response as? UNTextInputNotificationResponse)?.userText == "Yes!")
    }

    @Test("a text input that is a button opens the app, where the user can write")
    func replyButton() async throws {
        let app = try await app(capabilities: ["actions"])
        try app.fake.emitAction(1, "REPLY")
        let response = try await app.delegate.responses.next()
        #expect(response.actionIdentifier == UNNotificationDefaultActionIdentifier)
        #expect(!(response is UNTextInputNotificationResponse))
    }

    @Test("a dismissal is reported where the category asks for it")
    func dismissal() async throws {
        let app = try await app(.customDismissAction)
        try app.fake.emitClosed(1, reason: 2)
        let response = try await app.delegate.responses.next()
        #expect(response.actionIdentifier == UNNotificationDismissActionIdentifier)
        #expect(await app.center.deliveredNotifications().isEmpty)
    }

    @Test(
        "other ends than a dismissal by the user are not reported as one",
        arguments: [UInt32(1), 3, 4, 99])
    func noDismissal(reason: UInt32) async throws {
        let app = try await app(.customDismissAction)
        try app.fake.emitClosed(1, reason: reason)
        try await expectNothing(from: app)
    }

    @Test("a dismissal is not reported where the category does not ask for it")
    func silentDismissal() async throws {
        let app = try await app()
        try app.fake.emitClosed(1, reason: 2)
        try await expectNothing(from: app)
    }

    @Test("the server's closing after an action is no dismissal")
    func closedAfterAction() async throws {
        let app = try await app(.customDismissAction)
        try app.fake.emitAction(1, "LIKE")
        try app.fake.emitClosed(1, reason: 2)
        #expect(try await app.delegate.responses.next().actionIdentifier == "LIKE")
        try await expectNothing(from: app)
    }

    @Test(
        "actions that the notification does not have, and others' notifications, are not reported")
    func foreign() async throws {
        let app = try await app(.customDismissAction)
        try app.fake.emitAction(1, "UNKNOWN")
        try app.fake.emitAction(99, "LIKE")
        try app.fake.emitReply(99, "text")
        try app.fake.emitClosed(99, reason: 2)
        try app.fake.emit("ActionInvoked", .string("1"), .string("LIKE"))
        try await expectNothing(from: app)
    }

    @Test("a stranger on the bus cannot act for the user")
    func stranger() async throws {
        let app = try await app()
        let stranger = try app.bus.connect()
        let signal = Message.signal(
            path: FakeServer.path, interface: FakeServerInterfaces.notifications.name,
            member: "ActionInvoked")
        try signal.append(.uint32(1), .string("LIKE"))
        stranger.send(signal)
        _ = try stranger.busID()
        try await expectNothing(from: app)
    }

    /// Shows another notification, whose action must be the next response.
    private func expectNothing(from app: AppOnBus) async throws {
        _ = try await app.show(content("probe"), identifier: "probe")
        let id = UInt32(try app.fake.notifications.count)
        try app.fake.emitAction(id, "default")
        let next = try await app.delegate.responses.next()
        #expect(next.notification.request.identifier == "probe")
    }
}
