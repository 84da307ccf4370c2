// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop
import Testing

@testable import FocusWire

@Suite("Notifications of the gates (issue 19)") struct GateNotificationTests {
    private static func call(
        _ fields: [String: Value], app: String = "org.example.Mail", id: String = "a"
    ) throws -> Message {
        let call = Message.methodCall(
            destination: nil, path: WireName.gtkPath, interface: WireName.gtkInterface,
            member: "AddNotification")
        try call.append(.string(app), .string(id), .vardict(fields))
        return try Message.demarshal(try call.marshalled())
    }

    private static func icon(_ kind: String, _ content: Value) -> Value {
        .structure([.string(kind), .variant(content)])
    }

    @Test("icons are read in all the forms that GIO and the portal write")
    func icons() throws {
        let cases: [(Value, GateNotification.Icon?)] = [
            (.string("mail"), .themed(["mail"])),
            (Self.icon("themed", .strings(["a", "b"])), .themed(["a", "b"])),
            (Self.icon("file", .string("file:///a.png")), .named("file:///a.png")),
            (Self.icon("bytes", .bytes([1, 2])), .file(.bytes([1, 2]))),
            (Self.icon("emblem", .string("x")), nil),
            (.uint32(1), nil),
        ]
        for (value, expected) in cases {
            let found = try GateNotification(try Self.call(["icon": value]), at: .gtk)
            #expect(found.icon == expected)
        }
    }

    @Test("values of another type count as absent")
    func wrongTypes() throws {
        let fields: [String: Value] = [
            "title": .uint32(1), "body": .bytes([1]), "priority": .string("highest"),
            "buttons": .strings(["a"]), "display-hint": .uint32(1), "sound": .boolean(true),
            "default-action": .int32(1), "category": .strings([]),
        ]
        let found = try GateNotification(try Self.call(fields), at: .portal)
        #expect(found.title.isEmpty && found.body.isEmpty && found.buttons.isEmpty)
        #expect(found.priority == .normal && found.sound == nil && found.category == nil)
    }

    @Test func aPictureHasALimit() throws {
        for (count, isTaken) in [(GateLimits.fileBytes, true), (GateLimits.fileBytes + 1, false)] {
            let bytes = Value.bytes([UInt8](repeating: 1, count: count))
            let call = try Self.call(["icon": Self.icon("bytes", bytes), "title": .string("t")])
            let found = try GateNotification(call, at: .gtk)
            #expect((found.icon != nil) == isTaken)
            #expect(found.title == "t")
        }
    }

    @Test("keys and kinds of pictures are not compared as texts")
    func endlessKeys() throws {
        let start = ProcessorTime.ofThread
        let marks = "a" + String(repeating: "\u{301}\u{316}", count: 300_000)
        let fields = [
            DictionaryEntry(key: .string(marks), value: .variant(.byte(1))),
            DictionaryEntry(
                key: .string("icon"), value: .variant(Self.icon(marks, .string("x")))),
        ]
        let call = Message.methodCall(
            destination: nil, path: WireName.gtkPath, interface: WireName.gtkInterface,
            member: "AddNotification")
        try call.append(
            .string("org.example.Mail"), .string("a"),
            .dictionary(key: .string, value: .variant, fields))
        let error = #expect(throws: ErrorReply.self) { try GateNotification(call, at: .gtk) }
        #expect(error?.text.contains("\(GateLimits.fieldBytes)") == true)
        #expect(ProcessorTime.ofThread - start < .seconds(60))
    }

    @Test func nameOfAnActionHasALimit() throws {
        let longest = String(repeating: "é", count: GateLimits.actionBytes / 2) + "x"
        for (action, isTaken) in [(longest, true), (longest + "x", false)] {
            let button = Value.vardict(["action": .string(action)])
            for fields: [String: Value] in [
                ["buttons": .array(of: "a{sv}", [button])], ["default-action": .string(action)],
            ] {
                let found = try? GateNotification(try Self.call(fields), at: .portal)
                #expect((found != nil) == isTaken)
            }
        }
    }

    @Test func manyEqualActionsGetKeysInTheirOrder() throws {
        let buttons = Array(
            repeating: Value.vardict(["action": .string("a")]), count: Limits.actions)
        let other = Value.vardict(["action": .string("a-3")])
        let fields = ["buttons": Value.array(of: "a{sv}", [other] + buttons.dropLast())]
        let found = try GateNotification(try Self.call(fields), at: .portal)
        let (message, _) = try found.notify(GateContext(), from: ":1.7")
        let actions = try #require(try message.arguments()[5].asStrings)
        let keys = stride(from: 2, to: actions.count, by: 2).map { actions[$0] }
        let numbers = [2] + Array(4...Limits.actions)
        #expect(keys == ["a-3", "a"] + numbers.map { "a-\($0)" })
    }

    @Test(
        "an app id is a bus name; the portal's is a desktop file's id, or empty",
        arguments: [
            ("org.example.A", [.gtk, .portal]), (":1.2", []), ("a", [.portal]), ("", [.portal]),
            (String(repeating: "a", count: Limits.appIDBytes), [.portal]),
            (String(repeating: "a", count: Limits.appIDBytes + 1), []),
        ] as [(String, Set<Gate>)])
    func appIDs(_ app: String, _ gates: Set<Gate>) throws {
        for gate in Gate.allCases {
            let notification = try? GateNotification(Self.call([:], app: app), at: gate)
            #expect((notification != nil) == gates.contains(gate), "\(gate)")
        }
    }

    @Test("equal actions get keys of their own; a route survives its stored form")
    func routes() throws {
        let button = Value.vardict([
            "action": .string("app.open"), "target": .structure([.string("room"), .byte(1)]),
        ])
        let fields: [String: Value] = [
            "default-action": .string("app.open"), "default-action-target": .string("t"),
            "buttons": .array(of: "a{sv}", [button, button]),
        ]
        let found = try GateNotification(try Self.call(fields), at: .portal)
        let (message, route) = try found.notify(GateContext(), from: ":1.7")
        let actions = try message.arguments()[5].asStrings
        #expect(
            actions == [
                "default", "Open", "app.open", "app.open", "app.open-2", "app.open",
            ])
        let stored = try StoredRoute(route)
        #expect(stored.route == route && stored.hasActions)
        #expect(StoredRoute(text: stored.text) == stored)
        let plain = try StoredRoute(found.withoutActions().route(from: ":1.7"))
        #expect(plain.name == route.name && !plain.hasActions && plain.chargedBytes == 0)
        #expect(StoredRoute(text: plain.text) == plain)
        let target = Value.structure([.string("room"), .byte(1)])
        #expect(route.calls(for: "app.open-2") == [.activateAction("open", target: target)])
        #expect(route.calls(for: "default") == [.activateAction("open", target: .string("t"))])
        #expect(route.calls(for: "other").isEmpty)
        for text in ["", "0", "zz", "6c0100", stored.text + "0"] {
            #expect(StoredRoute(text: text) == nil)
        }
    }

    @Test("the first button for a reply takes a text, whatever the server shows")
    func reply() throws {
        let buttons = ["answer", "forward"].map { action in
            Value.vardict([
                "action": .string(action), "purpose": .string(ButtonPurpose.reply),
            ])
        }
        let fields = ["buttons": Value.array(of: "a{sv}", buttons)]
        let found = try GateNotification(try Self.call(fields), at: .portal)
        let (message, route) = try found.notify(GateContext(), from: ":1.7")
        #expect(
            try message.arguments()[5].asStrings == [
                "default", "Open", "inline-reply", "Reply", "forward", "Reply",
            ])
        #expect(route.calls(for: Route.inlineReplyKey).last == .tell("answer", target: nil))
        #expect(try StoredRoute(route).route == route)
    }

    /// Written as an earlier version did, with the key of the text field of its server.
    @Test("a route with the key of a text field is read") func storedField() throws {
        let name = RouteName(gate: .portal, app: "org.example.Mail", id: "a")
        var route = Route(name: name, client: ":1.7")
        route.invocations[Route.inlineReplyKey] = Route.Invocation(action: "answer")
        let message = Message.signal(
            path: WireName.focusPath, interface: "org.focusd.Route", member: "Route")
        let action = Value.structure([
            .string("inline-reply"), .string("answer"), .array(of: .variant, []),
        ])
        try message.append(
            .string("portal"), .string("org.example.Mail"), .string("a"), .string(":1.7"),
            .string("inline-reply"), .array(of: "(ssav)", [action]))
        let digits = try message.marshalled().map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        let stored = try #require(StoredRoute(text: digits.joined()))
        #expect(stored.route == route && stored.hasActions)
    }

    /// A trial with real clients: the action “Open” of such a program reached nobody.
    @Test("a program without an app id has only the actions that it names")
    func actionsWithoutID() throws {
        let button = Value.vardict(["action": .string("b"), "label": .string("B")])
        let buttons = Value.array(of: "a{sv}", [button])
        let cases: [(app: String, fields: [String: Value], actions: [String])] = [
            ("", [:], []), ("", ["default-action": .string("")], []),
            ("", ["buttons": buttons], ["b", "B"]),
            ("", ["default-action": .string("a")], ["default", "Open"]),
            ("org.example.Mail", [:], ["default", "Open"]),
        ]
        for (app, fields, actions) in cases {
            let found = try GateNotification(try Self.call(fields, app: app), at: .portal)
            let (message, _) = try found.notify(GateContext(), from: ":1.7")
            #expect(try message.arguments()[5].asStrings == actions, "\(fields)")
        }
    }

    @Test("priorities become urgencies as in GLib, and the tray alone is passive")
    func priorities() throws {
        let cases: [(String, [String], UInt8, String)] = [
            ("low", [], 0, "passive"), ("normal", [], 1, "active"), ("high", [], 1, "active"),
            ("urgent", [], 2, "time-sensitive"), ("urgent", ["tray"], 2, "passive"),
        ]
        for (priority, hints, urgency, level) in cases {
            let call = try Self.call([
                "priority": .string(priority), "display-hint": .strings(hints),
            ])
            let (message, _) = try GateNotification(call, at: .portal)
                .notify(GateContext(), from: ":1.7")
            let found = try message.arguments()[6]
            #expect(found["urgency"] == .byte(urgency))
            #expect(found["interruption-level"] == .string(level))
        }
    }

    @Test("a table of routes finds the newest notification of a name")
    func table() throws {
        var table = RouteTable()
        let name = RouteName(gate: .portal, app: "a.b", id: "1")
        let route = try StoredRoute(Route(name: name, client: ":1.1"))
        table.add(route, EntryKey(rawValue: 1), ClientID(rawValue: 10))
        table.add(route, EntryKey(rawValue: 2), ClientID(rawValue: 10))
        #expect(table.remove(EntryKey(rawValue: 1))?.ownerWithoutOthers == nil)
        #expect(table.id(of: name) == ClientID(rawValue: 10))
        #expect(table.remove(EntryKey(rawValue: 2))?.ownerWithoutOthers == name.holder)
        #expect(table.id(of: name) == nil && table.isEmpty)
        #expect(RouteName.isHolder(name.holder))
        #expect(!RouteName.isHolder(PeerName(rawValue: ":1.7")))
    }
}
