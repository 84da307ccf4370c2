// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

@Suite("ControlClient", .timeLimit(.minutes(5))) @LoopActor struct ControlClientTests {
    @Test("an answer comes back as the type that was asked for")
    func answers() async throws {
        let entries = [Fixture.entry(), Fixture.entry(id: 13)]
        let service = try ControlService(
            Fixture.control([
                "Entries": [Fixture.list(entries)], "Dismiss": [.uint32(2)],
                "Reload": [.strings(["a: b"])], "ActWith": [],
            ]))
        let client = try ControlClient(address: service.bus.address)
        #expect(try await client.send(.status) == Fixture.status)
        #expect(try await client.send(.focuses) == Fixture.focuses)
        #expect(
            try await client.send(.entries(HistoryQuery())).map(\.record.id.rawValue) == [12, 13])
        #expect(try await client.send(.dismiss([ClientID(rawValue: 1)])) == 2)
        #expect(try await client.send(.reload) == ["a: b"])
        try await client.send(.activate("work"))
        try await client.send(.act(on: ClientID(rawValue: 12), action: "reply"))
        var last: FakeControl.Call?
        for _ in 0..<7 { last = try await service.calls.next() }
        #expect(last == .init("Act", .uint32(12), .string("reply")))
        try await client.send(
            .act(on: ClientID(rawValue: 12), action: "reply", token: "click"))
        last = try await service.calls.next()
        #expect(
            last
                == .init(
                    "ActWith", .uint32(12), .string("reply"),
                    .vardict(["activation-token": .string("click")])))
    }

    @Test("a refusal keeps its kind and its words")
    func refusals() async throws {
        let service = try ControlService(Fixture.control())
        service.refusals["Activate"] = ErrorReply(WireError.unknownFocus, "no Focus “x”")
        service.refusals["Entry"] = ErrorReply(WireError.notFound, "no notification 9")
        let client = try ControlClient(address: service.bus.address)
        await #expect(throws: ControlError.refused(.unknownFocus, message: "no Focus “x”")) {
            try await client.send(.activate("x"))
        }
        await #expect(throws: ControlError.refused(.notFound, message: "no notification 9")) {
            try await client.send(.entry(ClientID(rawValue: 9)))
        }
    }

    @Test("an answer of another shape is told as malformed")
    func malformed() async throws {
        let service = try ControlService(["Badges": [.string("no")]])
        let client = try ControlClient(address: service.bus.address)
        await #expect(throws: ControlError.malformedAnswer(member: "Badges")) {
            try await client.send(.badges)
        }
    }

    @Test("a bus without focusd, and no bus at all, are not reachable")
    func notReachable() async throws {
        let bus = try PrivateBus()
        let client = try ControlClient(address: bus.address)
        await #expect(throws: ControlError.notReachable("it does not run")) {
            try await client.send(.status)
        }
        #expect(throws: ControlError.notReachable("it does not run")) {
            try client.sendBlocking(.status)
        }
        #expect(throws: ControlError.self) {
            try ControlClient(address: "unix:path=/nonexistent/socket")
        }
    }

    @Test("an argument that the bus cannot carry is refused before it is sent")
    func badArgument() async throws {
        let service = try ControlService(Fixture.control())
        let client = try ControlClient(address: service.bus.address)
        let error = await #expect(throws: ControlError.self) {
            try await client.send(.activate("a\u{0}b"))
        }
        guard case .refused = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a subscriber hears every kind of event")
    func events() async throws {
        let service = try ControlService(Fixture.control())
        let client = try ControlClient(address: service.bus.address)
        let events = Recorder<ControlEvent>()
        let subscription = client.subscribe { events.record($0) }
        #expect(try await events.next() == .appeared)
        try service.emit("FocusChanged", .string("work"))
        try service.emit("FocusChanged", .string(""))
        try service.emit("NotificationDecided", Fixture.entry().value)
        try service.emit("BadgeChanged", .string("a.b"), .uint32(4))
        try service.emit("MissedChanged", .uint32(1))
        try service.emit("WaitingChanged", .uint32(2))
        #expect(try await events.next() == .focusChanged(FocusID("work")))
        #expect(try await events.next() == .focusChanged(nil))
        guard case .decided(let entry) = try await events.next() else {
            Issue.record("no decision")
            return
        }
        #expect(entry.record.summary == "Lunch?")
        #expect(try await events.next() == .badgeChanged(AppID("a.b"), count: 4))
        #expect(try await events.next() == .missedChanged(count: 1))
        #expect(try await events.next() == .waitingChanged(count: 2))
        subscription.cancel()
        #expect(try await service.calls.next().member == "Subscribe")
        #expect(try await service.calls.next().member == "Unsubscribe")
    }

    @Test("a focusd that comes later, or comes back, is subscribed to")
    func comingBack() async throws {
        let service = try ControlService(Fixture.control(), isRunning: false)
        let client = try ControlClient(address: service.bus.address)
        let events = Recorder<ControlEvent>()
        let subscription = client.subscribe { events.record($0) }
        try service.start()
        #expect(try await events.next() == .appeared)
        service.stop()
        #expect(try await events.next() == .vanished)
        try service.start()
        #expect(try await events.next() == .appeared)
        try service.emit("MissedChanged", .uint32(7))
        #expect(try await events.next() == .missedChanged(count: 7))
        service.bus.stop()
        #expect(try await events.next() == .disconnected)
        subscription.cancel()
    }

    @Test("a focusd that refuses one subscriber more says so, and is asked again after a restart")
    func refusedSubscriptions() async throws {
        let service = try ControlService(Fixture.control())
        service.refusals["Subscribe"] = ErrorReply(WireError.limitsExceeded, "too many subscribers")
        let client = try ControlClient(address: service.bus.address)
        let events = Recorder<ControlEvent>()
        let reasons = Recorder<String>()
        let subscription = client.subscribe {
            events.record($0)
        } onRefusal: {
            reasons.record($0)
        }
        #expect(try await reasons.next() == "too many subscribers")
        #expect(events.pending.isEmpty)
        service.stop()
        #expect(try await events.next() == .vanished)
        service.refusals = [:]
        try service.start()
        #expect(try await events.next() == .appeared)
        subscription.cancel()
    }

    @Test("a focusd that has refused a subscription can be asked for it again")
    func refusedSubscriptionAgain() async throws {
        let service = try ControlService(Fixture.control())
        service.refusals["Subscribe"] = ErrorReply(WireError.limitsExceeded, "too many subscribers")
        let client = try ControlClient(address: service.bus.address)
        let events = Recorder<ControlEvent>()
        let reasons = Recorder<String>()
        let subscription = client.subscribe {
            events.record($0)
        } onRefusal: {
            reasons.record($0)
        }
        #expect(try await reasons.next() == "too many subscribers")
        subscription.askForEvents()
        #expect(try await reasons.next() == "too many subscribers")
        service.refusals = [:]
        subscription.askForEvents()
        #expect(try await events.next() == .appeared)
        service.stop()
        #expect(try await events.next() == .vanished)
        subscription.cancel()
    }

    @Test("signals of a stranger are not events")
    func strangers() async throws {
        let service = try ControlService(Fixture.control())
        let client = try ControlClient(address: service.bus.address)
        let events = Recorder<ControlEvent>()
        let subscription = client.subscribe { events.record($0) }
        #expect(try await events.next() == .appeared)
        let stranger = try service.bus.connect()
        let forged = Message.signal(
            path: WireName.focusPath, interface: WireName.control, member: "MissedChanged")
        try forged.append(.uint32(99))
        stranger.send(forged)
        stranger.flush()
        // The bus delivers the forgery before its answer to the stranger's next call.
        _ = try stranger.busID()
        try service.emit("MissedChanged", .uint32(1))
        #expect(try await events.next() == .missedChanged(count: 1))
        subscription.cancel()
    }
}

@Suite("AppsClient and NotificationsClient", .timeLimit(.minutes(5))) @LoopActor
struct AppsClientTests {
    @Test("a badge is set for the client's own app")
    func badge() async throws {
        let service = try ControlService([:])
        let client = AppsClient(try service.bus.connect(), app: AppID("org.example.Chat"))
        try await client.setBadgeCount(3)
        #expect(
            try await service.calls.next()
                == .init("SetBadgeCount", .string("org.example.Chat"), .uint32(3)))
    }

    @Test("a notification is sent with the hints that focusd decides by")
    func notify() async throws {
        let bus = try PrivateBus()
        let server = try bus.connect()
        let messages = Recorder<[Value]>()
        let registration = server.export(
            try WireInterface.notifications, at: WireName.notificationsPath,
            properties: ["Inhibited": .readOnly { .boolean(false) }]
        ) { call in
            messages.record((try? call.message.arguments()) ?? [])
            if call.member == "Notify" { call.reply(.uint32(42)) } else { call.reply() }
        }
        _ = try server.requestName(WireName.notifications, [])
        let client = try NotificationsClient(address: bus.address)
        var request = NotificationRequest(summary: "Lunch?", body: "At noon")
        request.appName = "Chat"
        request.app = AppID("org.example.Chat")
        request.filterCriteria = "personal"
        request.level = .timeSensitive
        request.urgency = .critical
        request.people = ["alex@example.org"]
        request.actions = [Action(key: "default", label: "Open")]
        let id = try await client.notify(request)
        #expect(id == ClientID(rawValue: 42))
        let sent = try await messages.next()
        #expect(
            sent == [
                .string("Chat"), .uint32(0), .string(""), .string("Lunch?"), .string("At noon"),
                .strings(["default", "Open"]),
                .vardict(
                    [
                        "desktop-entry": .string("org.example.Chat"), "urgency": .byte(2),
                        "interruption-level": .string("time-sensitive"),
                        "filterCriteria": .string("personal"),
                        "x-focusd-person": .strings(["alex@example.org"]),
                    ] as KeyValuePairs),
                .int32(-1),
            ])
        try await client.close(id)
        #expect(try await messages.next() == [.uint32(42)])
        registration.cancel()
    }
}
