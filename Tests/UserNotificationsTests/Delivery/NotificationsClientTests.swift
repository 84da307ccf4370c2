// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import GLibLoop
import TestSupport
import Testing

@Suite("NotificationsClient", .timeLimit(.minutes(5))) @LoopActor struct NotificationsClientTests {
    @Test("every hint of the specification can be sent")
    func hints() async throws {
        let bus = try PrivateBus()
        let server = try FakeServer(address: bus.address)
        let client = try NotificationsClient(address: bus.address)
        var request = NotificationRequest(summary: "All")
        request.icon = "mail-unread"
        request.expireTimeout = 0
        request.image = try .data(
            #require(
                .init(
                    width: 2, height: 1, rowStride: 6, hasAlpha: false,
                    bytes: [1, 2, 3, 4, 5, 6])))
        request.sound = .file("/usr/share/sounds/a.oga")
        request.thread = "t"
        request.reply = .init(placeholder: "Message", submitButton: "Send")
        request.usesActionIcons = true
        request.isResident = true
        request.isTransient = true
        request.position = .init(x: -5, y: 7)
        request.otherHints = [
            "a": .text("b"), "c": .integer(3), "d": .number(0.5), "e": .flag(false),
            "f": .texts(["g", "h"]),
        ]
        _ = try await client.notify(request)
        let sent = try await server.notification(1)
        #expect(sent.appIcon == "mail-unread")
        #expect(sent.expireTimeout == 0)
        #expect(
            sent.hints == [
                "image-data": .structure([
                    .int32(2), .int32(1), .int32(6), .boolean(false), .int32(8), .int32(3),
                    .bytes([1, 2, 3, 4, 5, 6]),
                ]),
                "sound-file": .string("/usr/share/sounds/a.oga"),
                "x-focusd-thread": .string("t"),
                "x-kde-reply-placeholder-text": .string("Message"),
                "x-kde-reply-submit-button-text": .string("Send"),
                "action-icons": .boolean(true), "resident": .boolean(true),
                "transient": .boolean(true), "x": .int32(-5), "y": .int32(7),
                "a": .string("b"), "c": .int64(3), "d": .double(0.5), "e": .boolean(false),
                "f": .strings(["g", "h"]),
            ])
    }

    @Test(
        "a picture that is shorter than it says is none: servers read what they are told to",
        arguments: [
            (2, 2, 6, false, 12, true), (2, 2, 6, false, 11, false), (2, 2, 8, false, 14, true),
            (2, 2, 8, false, 13, false), (2, 1, 8, true, 8, true), (2, 1, 7, true, 8, false),
            (0, 1, 6, false, 6, false), (-1, 1, 6, false, 6, false), (1, -1, 6, false, 6, false),
            (.max, .max, .max, true, 16, false),
        ] as [(Int32, Int32, Int32, Bool, Int, Bool)])
    func pixels(
        width: Int32, height: Int32, stride: Int32, hasAlpha: Bool, count: Int, isPicture: Bool
    ) {
        let pixels = NotificationRequest.Pixels(
            width: width, height: height, rowStride: stride, hasAlpha: hasAlpha,
            bytes: Array(repeating: 0, count: count))
        #expect((pixels != nil) == isPicture)
    }

    @Test("the server says what it is and what it can do")
    func server() async throws {
        let bus = try PrivateBus()
        let server = try FakeServer(address: bus.address)
        server.capabilities = ["body", "inline-reply"]
        let client = try NotificationsClient(address: bus.address)
        #expect(try await client.capabilities() == ["body", "inline-reply"])
        #expect(
            try await client.serverInformation()
                == ServerInformation(
                    name: "fake", vendor: "tests", version: "1.0", specification: "1.2"))
        #expect(await !client.serverIsFocusd())
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
