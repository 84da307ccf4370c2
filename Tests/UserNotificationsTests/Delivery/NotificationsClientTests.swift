// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import GLibLoop
import TestSupport
import Testing

@Suite("NotificationsClient", .timeLimit(.minutes(5))) @LoopActor struct NotificationsClientTests {
    @Test("every hint of a request is sent")
    func hints() async throws {
        let bus = try PrivateBus()
        let server = try FakeServer(address: bus.address)
        let client = try NotificationsClient(address: bus.address)
        var request = NotificationRequest(summary: "All")
        request.imagePath = "file:///a.png"
        request.sound = .file("/usr/share/sounds/a.oga")
        request.thread = "t"
        request.reply = .init(placeholder: "Message", submitButton: "Send")
        request.otherHints = ["a": .text("b"), "d": .number(0.5)]
        _ = try await client.notify(request)
        let sent = try await server.notification(1)
        #expect(
            sent.hints == [
                "image-path": .string("file:///a.png"),
                "sound-file": .string("/usr/share/sounds/a.oga"),
                "x-focusd-thread": .string("t"),
                "x-kde-reply-placeholder-text": .string("Message"),
                "x-kde-reply-submit-button-text": .string("Send"),
                "a": .string("b"), "d": .double(0.5),
            ])
    }

    @Test("the server says what it can do")
    func server() async throws {
        let bus = try PrivateBus()
        let server = try FakeServer(address: bus.address)
        server.capabilities = ["body", "inline-reply"]
        let client = try NotificationsClient(address: bus.address)
        #expect(try await client.capabilities() == ["body", "inline-reply"])
        #expect(await client.serverIsFocusd() == false)
    }

    @Test("without a server there is no answer, and without a bus neither")
    func noServer() async throws {
        let bus = try PrivateBus()
        let client = try NotificationsClient(address: bus.address)
        #expect(await client.serverIsFocusd() == nil)
        try await bus.stopAndWait()
        #expect(await client.serverIsFocusd() == nil)
    }

    @Test("every signal arrives in its order, and those of other shapes do not")
    func events() async throws {
        let bus = try PrivateBus()
        let server = try FakeServer(address: bus.address)
        let client = try NotificationsClient(address: bus.address)
        let events = Recorder<NotificationEvent>()
        let subscription = client.subscribe { events.record($0) }
        _ = try await client.capabilities()
        try server.emit("NotificationClosed", .string("1"), .uint32(1))
        try server.emit("ActionInvoked", .uint32(1))
        try server.emit("SomethingElse", .uint32(1), .string("x"))
        try server.emitAction(7, "open", token: "token")
        try server.emitReply(7, "Yes")
        try server.emitClosed(7, reason: 2)
        try server.emitClosed(8, reason: 77)
        let id = ClientID(rawValue: 7)
        let expected: [NotificationEvent] = [
            .activationToken(id, "token"), .actionInvoked(id, key: "open"),
            .replied(id, text: "Yes"), .closed(id, .dismissed),
            .closed(ClientID(rawValue: 8), .undefined),
        ]
        for event in expected { #expect(try await events.next() == event) }
        server.leave()
        #expect(try await events.next() == .serverLeft)
        let second = try FakeServer(address: bus.address)
        #expect(try await events.next() == .serverAppeared)
        _ = try FakeServer(address: bus.address, replacing: true)
        #expect(try await events.next() == .serverLeft)
        #expect(try await events.next() == .serverAppeared)
        withExtendedLifetime((subscription, second)) {}
    }
}
