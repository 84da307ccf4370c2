// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Predicates
import Testing

/// The parts of a `Notify` call that focusd reads, and the calls that it refuses.
@Suite struct NotifyCallTests {
    static let identity = SenderIdentity(processID: 1)

    static func message(
        appName: String = "Example", replaces: UInt32 = 0, summary: String = "summary",
        body: String = "body", actions: [String] = [], hints: [String: Value] = [:],
        timeout: Int32 = -1
    ) throws -> Message {
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        try message.append(
            .string(appName), .uint32(replaces), .string("icon"), .string(summary),
            .string(body), .strings(actions), .vardict(hints), .int32(timeout))
        return message
    }

    static func notification(
        actions: [String] = [], hints: [String: Value] = [:]
    ) throws -> FocusCore.Notification {
        try NotifyCall(message(actions: actions, hints: hints), from: identity).notification
    }

    @Test(arguments: ["x-dunst-stack-tag", "x-canonical-private-synchronous", "synchronous"])
    func tagIsRead(_ name: String) throws {
        #expect(try Self.notification(hints: [name: .string("song")]).tag == "song")
        #expect(try Self.notification(hints: [name: .string("")]).tag == nil)
        #expect(try Self.notification(hints: [name: .int32(1)]).tag == nil)
    }

    @Test func argumentsAreRead() throws {
        let call = try NotifyCall(
            Self.message(replaces: 7, actions: ["default", "Open", "x", "X", "odd"]),
            from: Self.identity)
        #expect(call.untrustedReplaces == 7)
        #expect(call.notification.appName == "Example")
        #expect(call.notification.app == AppID("Example"))
        #expect(call.notification.summary == "summary")
        #expect(call.notification.body == "body")
        #expect(
            call.notification.actions == [
                Action(key: "default", label: "Open"), Action(key: "x", label: "X"),
            ])
    }

    /// A trial with real clients: the priority `high` of the portal came through as time-sensitive.
    @Test func criticalOfTheGtkPortalMayBeHighAndIsNormal() throws {
        func found(_ program: ProgramName, _ urgency: UInt8, _ hints: [String: Value] = [:]) throws
            -> FocusCore.Notification
        {
            let hints = hints.merging(["urgency": .byte(urgency)]) { $1 }
            let message = try Self.message(appName: "", hints: hints)
            let identity = SenderIdentity(processID: 1, program: program)
            return try NotifyCall(message, from: identity).notification
        }
        // The kernel cuts the name after 15 bytes.
        let portal = ProgramName(
            command: "xdg-desktop-por", arguments: ["/usr/libexec/xdg-desktop-portal-gtk"])
        let high = try found(portal, 2)
        #expect(high.urgency == .normal && high.level == .active)
        #expect(high.app == AppID("xdg-desktop-portal-gtk"))
        let ofApp = try found(portal, 2, ["desktop-entry": .string("org.example.Chat")])
        #expect(ofApp.level == .active && ofApp.app == AppID("org.example.Chat"))
        #expect(try found(portal, 0).level == .passive)
        #expect(try found(ProgramName(command: "chat"), 2).level == .timeSensitive)
    }

    @Test(
        arguments: [
            (Value.byte(0), Urgency.low), (.uint32(2), .critical), (.int32(1), .normal),
            (.byte(3), .normal), (.int32(-1), .normal), (.string("2"), .normal),
            (.uint32(.max), .normal),
        ])
    func urgencyIsReadFromAnyIntegerItArrivesAs(_ value: Value, _ urgency: Urgency) throws {
        let message = try Self.message(hints: ["urgency": value])
        #expect(try NotifyCall(message, from: Self.identity).notification.urgency == urgency)
        var sent: UInt8?
        MessageHints(message: message).find("urgency") { sent = NotifyCall.sentUrgency(&$0) }
        #expect(sent == urgency.rawValue)
    }

    @Test(
        arguments: [
            (Value.boolean(true), true), (.boolean(false), false), (.int32(1), true),
            (.byte(1), true), (.uint32(0), false), (.string("true"), false),
        ])
    func transientIsReadFromAnyTypeItArrivesAs(_ value: Value, _ isTransient: Bool) throws {
        let notification = try Self.notification(hints: ["transient": value])
        #expect(notification.isTransient == isTransient)
    }

    @Test(
        "a popup stays if it never expires, or is critical and has no time of its own",
        arguments: [
            (1, 0, false, true), (0, 0, false, true), (2, -1, false, true), (1, -1, false, false),
            (2, 5_000, false, false), (2, -1, true, false), (1, 0, true, false),
        ] as [(UInt8, Int32, Bool, Bool)])
    func stayingPopup(
        _ urgency: UInt8, _ timeout: Int32, _ isTransient: Bool, _ stays: Bool
    ) throws {
        let message = try Self.message(
            hints: ["urgency": .byte(urgency), "transient": .boolean(isTransient)],
            timeout: timeout)
        let bytes = try message.marshalled()
        #expect(unsafe bytes.withUnsafeBytes { unsafe NotifyCall.popupStays($0) } == stays)
        let end = NotifyCall.expireTimeout(first: bytes.first, last: bytes.suffix(4))
        #expect(end == timeout)
    }

    @Test func timeoutIsReadInBothByteOrders() {
        let bytes: [UInt8] = [0, 0, 0x13, 0x88]
        #expect(NotifyCall.expireTimeout(first: UInt8(ascii: "B"), last: bytes) == 5_000)
        let reversed = bytes.reversed()
        #expect(NotifyCall.expireTimeout(first: UInt8(ascii: "l"), last: reversed) == 5_000)
        #expect(NotifyCall.expireTimeout(first: 0, last: bytes) == nil)
        #expect(NotifyCall.expireTimeout(first: UInt8(ascii: "l"), last: [UInt8]()) == nil)
    }

    @Test(
        arguments: [
            ("passive", InterruptionLevel.passive), ("active", .active),
            ("time-sensitive", .timeSensitive), ("critical", .critical), ("urgent", .passive),
        ])
    func levelComesFromItsHintElseFromUrgency(
        _ word: String, _ level: InterruptionLevel
    ) throws {
        let notification = try Self.notification(
            hints: ["urgency": .byte(0), "interruption-level": .string(word)])
        #expect(notification.level == level)
    }

    @Test(
        arguments: [
            (["x-canonical-private-synchronous": Value.string("volume")], true),
            (["synchronous": .string("x")], true),
            (["x-dunst-stack-tag": .string("volume"), "value": .int32(50)], true),
            (["x-dunst-stack-tag": .string("song")], false), (["value": .int32(50)], false),
        ])
    func feedbackIsKnownByItsHints(_ hints: [String: Value], _ isFeedback: Bool) throws {
        #expect(try Self.notification(hints: hints).isFeedback == isFeedback)
        // The notification of `explain` has the same hints, or the hints as text.
        let fields = try #require(Fields(.vardict(["hints": .vardict(hints)])))
        #expect(try ExplainRequest(fields).notification?.isFeedback == isFeedback)
        var request = ExplainRequest()
        request.hints = hints.mapValues { _ in "text" }
        let sent = try #require(Fields(request.value))
        #expect(try ExplainRequest(sent).notification?.isFeedback == isFeedback)
    }

    /// Issue 15: one hint took any notification past every Focus.
    @Test func notificationWithActionsIsNoFeedback() throws {
        let hints: [String: Value] = ["synchronous": .string("volume"), "value": .int32(50)]
        #expect(try Self.notification(hints: hints).isFeedback)
        #expect(try !Self.notification(actions: ["default", "Open"], hints: hints).isFeedback)
    }

    @Test func hintsAreLookedUpInTheMessage() throws {
        let notification = try Self.notification(
            hints: [
                "x-number": .uint16(5), "x-list": .strings(["a", "b"]),
                "x-image": .structure([.int32(1)]),
            ])
        #expect(notification.hints.hint("x-number") == .integer(5))
        #expect(notification.hints.hint("x-list") == .array([.string("a"), .string("b")]))
        #expect(notification.hints.hint("x-image") == nil)
        #expect(notification.hints.hint("absent") == nil)
    }

    @Test func actionsHaveALimit() throws {
        func actions(_ count: Int) -> [String] {
            (0..<count).flatMap { ["key\($0)", "label"] }
        }
        #expect(try Self.notification(actions: actions(Limits.actions)).actions.count == 128)
        #expect(throws: ErrorReply.self) {
            try Self.notification(actions: actions(Limits.actions + 1))
        }
    }

    /// Issue 15: focusd reads no more of a list of actions than it uses, and knows that it is cut.
    @Test func actionsAreReadUpToTheBytesOfAList() throws {
        let label = String(repeating: "a", count: 10_000)
        let actions = (0..<Limits.actions).flatMap { ["key \($0)", label] }
        let notification = try Self.notification(actions: actions)
        let bytes = notification.actions.map { $0.key.utf8.count + $0.label.utf8.count }
        #expect(bytes.reduce(0, +) > Limits.storedListBytes)
        #expect(bytes.dropLast().reduce(0, +) <= Limits.storedListBytes)
    }

    @Test func hintsHaveALimit() throws {
        func hints(_ count: Int) -> [String: Value] {
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("x-\($0)", .byte(1)) })
        }
        let base = try Self.notification(hints: hints(Limits.hints))
        #expect(base.hints.hint("x-\(Limits.hints - 1)") == .integer(1))
        let error = #expect(throws: ErrorReply.self) {
            try Self.notification(hints: hints(Limits.hints + 1))
        }
        #expect(error?.text.contains("hints") == true)
    }

    @Test(arguments: ["app_name", "summary", "body", "actions"])
    func textsHaveALimit(_ place: String) throws {
        func notify(_ count: Int) throws -> FocusCore.Notification {
            let text = String(repeating: "é", count: count / 2)
            let message = try Self.message(
                appName: place == "app_name" ? text : "a",
                summary: place == "summary" ? text : "s", body: place == "body" ? text : "b",
                actions: place == "actions" ? ["key", text] : [])
            return try NotifyCall(message, from: Self.identity).notification
        }
        _ = try notify(Limits.textBytes)
        let error = #expect(throws: ErrorReply.self) { try notify(Limits.textBytes + 2) }
        #expect(error?.text == "\(place): longer than \(Limits.textBytes) bytes")
        #expect(error?.name == WireError.invalidArgs)
    }

    @Test func peopleHaveALimit() throws {
        func hints(_ count: Int) -> [String: Value] {
            ["x-focusd-person": .strings((0..<count).map { "p\($0)" })]
        }
        #expect(try Self.notification(hints: hints(Limits.people)).people.count == 64)
        #expect(throws: ErrorReply.self) {
            try Self.notification(hints: hints(Limits.people + 1))
        }
    }

    @Test func threadIsRead() throws {
        func thread(_ value: Value) throws -> String? {
            try Self.notification(hints: ["x-focusd-thread": value]).thread
        }
        #expect(try thread(.string("team-7")) == "team-7")
        #expect(try thread(.string("")) == nil)
        #expect(try thread(.int32(7)) == nil)
        #expect(try Self.notification().thread == nil)
        let subject = NotificationSubject(
            try Self.notification(hints: ["x-focusd-thread": .string("a")]), level: .active)
        #expect(subject.value(forKeyPath: "thread") == .string("a"))
    }

    @Test func aLongThreadIsCutAtAScalar() throws {
        let limit = Limits.threadBytes
        for (text, bytes) in [
            (String(repeating: "x", count: limit), limit),
            (String(repeating: "x", count: limit + 1), limit),
            ("x" + String(repeating: "é", count: limit), limit - 1),
        ] {
            let thread = try Self.notification(hints: ["x-focusd-thread": .string(text)]).thread
            #expect(thread?.utf8.count == bytes)
            #expect(text.hasPrefix(try #require(thread)))
        }
    }

    @Test func criteriaHaveALimit() throws {
        func hints(_ count: Int) -> [String: Value] {
            ["filterCriteria": .string(String(repeating: "x", count: count))]
        }
        let limit = Limits.filterCriteriaBytes
        #expect(try Self.notification(hints: hints(limit)).filterCriteria?.utf8.count == limit)
        #expect(throws: ErrorReply.self) { try Self.notification(hints: hints(limit + 1)) }
    }

    @Test(
        arguments: [
            ("filterCriteria", Value.int32(1)), ("x-focusd-person", .boolean(true)),
            ("filterCriteria", .strings(["a"])),
        ])
    func ownHintOfAnotherTypeIsRefusedByName(_ name: String, _ value: Value) throws {
        let error = #expect(throws: ErrorReply.self) {
            try Self.notification(hints: [name: value])
        }
        #expect(error?.text.contains(name) == true)
        #expect(error?.name == WireError.invalidArgs)
    }
}
