// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import TestSupport
import Testing

/// The receivers of signals.
@LoopActor @Suite(.serialized) struct SignalTests {
    let bus: PrivateBus
    let sender: Connection
    let receiver: Connection

    init() throws {
        bus = try PrivateBus()
        sender = try bus.connect()
        receiver = try bus.connect()
    }

    private func signal(
        _ member: MemberName = "Noted", path: ObjectPath = "/a/b", to destination: BusName? = nil,
        _ values: Value...
    ) throws -> Message {
        let signal = Message.signal(
            path: path, interface: Echo.name, member: member, destination: destination)
        try signal.append(contentsOf: values)
        return signal
    }

    /// Sends a last signal and returns the members of the signals before it.
    private func received(_ members: Recorder<String>) async throws -> [String] {
        let end = receiver.subscribe(MatchRule(sender: sender.uniqueName, member: "End")) { _ in
            members.record("End")
        }
        _ = try receiver.busID()
        sender.send(try signal("End", to: receiver.uniqueName))
        var all: [String] = []
        while let next = try? await members.next(), next != "End" { all.append(next) }
        end.cancel()
        return all
    }

    @Test func `a signal reaches who asked for it`() async throws {
        let members = Recorder<String>()
        let subscription = receiver.subscribe(MatchRule(interface: Echo.name, member: "Noted")) {
            members.record($0.member ?? "")
        }
        _ = try receiver.busID()
        sender.send(try signal())
        sender.send(try signal("Other"))
        sender.send(try signal())
        #expect(try await received(members) == ["Noted", "Noted"])
        subscription.cancel()
        sender.send(try signal())
        #expect(try await received(members) == [])
    }

    @Test func `a signal for one connection reaches nobody else`() async throws {
        let members = Recorder<String>()
        let third = try bus.connect()
        let thirds = Recorder<String>()
        let rule = MatchRule(interface: Echo.name, member: "Noted")
        let subscriptions = [
            receiver.subscribe(rule) { members.record($0.member ?? "") },
            third.subscribe(rule) { thirds.record($0.member ?? "") },
        ]
        _ = try receiver.busID()
        _ = try third.busID()
        sender.send(try signal(to: receiver.uniqueName))
        #expect(try await received(members) == ["Noted"])
        _ = try third.busID()
        #expect(thirds.pending.isEmpty)
        withExtendedLifetime(subscriptions) {}
    }

    private static let rules: [(MatchRule, Bool)] = [
        (MatchRule(), true), (MatchRule(interface: Echo.name), true),
        (MatchRule(interface: "org.example.X"), false), (MatchRule(path: "/a/b"), true),
        (MatchRule(path: "/a"), false), (MatchRule(pathNamespace: "/a"), true),
        (MatchRule(pathNamespace: "/a/b"), true), (MatchRule(pathNamespace: "/"), true),
        (MatchRule(pathNamespace: "/a/b/c"), false), (MatchRule(pathNamespace: "/x"), false),
        (MatchRule(member: "Noted"), true), (MatchRule(member: "Note"), false),
        (MatchRule(arguments: [0: "org.example.App"]), true),
        (MatchRule(arguments: [1: "it's \\ \"2\""]), true),
        (MatchRule(arguments: [1: "its"]), false), (MatchRule(arguments: [2: "x"]), false),
        (MatchRule(arguments: [3: "x"]), false),
        (MatchRule(arguments: [0: "org.example.App", 1: "it's \\ \"2\""]), true),
        (MatchRule(argument0Namespace: "org.example"), true),
        (MatchRule(argument0Namespace: "org.example.App"), true),
        (MatchRule(argument0Namespace: "org.exam"), false),
        (MatchRule(sender: "org.freedesktop.DBus"), false),
        (MatchRule(sender: "org.example.Sender"), true), (MatchRule(sender: ":1.9999"), false),
        (MatchRule(sender: "org.example.Nobody"), false),
    ]

    @Test(arguments: [false, true])
    func `the bus and this side match alike`(isUnicast: Bool) async throws {
        _ = try sender.requestName("org.example.Sender")
        for (rule, matches) in Self.rules {
            let members = Recorder<String>()
            let subscription = receiver.subscribe(rule) { message in
                if message.interface == "org.example.Echo", message.member == "Noted" {
                    members.record("Noted")
                }
            }
            _ = try receiver.busID()
            sender.send(
                try signal(
                    to: isUnicast ? receiver.uniqueName : nil, .string("org.example.App"),
                    .string("it's \\ \"2\""), .uint32(1)))
            #expect(try await received(members) == (matches ? ["Noted"] : []), "\(rule.text)")
            subscription.cancel()
        }
    }

    @Test func `a well-known sender is followed to its next owner`() async throws {
        let second = try bus.connect()
        let senders = Recorder<String>()
        let rule = MatchRule(sender: "org.example.Sender", member: "Noted")
        let subscription = receiver.subscribe(rule) { senders.record($0.sender ?? "") }
        _ = try receiver.busID()
        // The name has no owner: the receiver ignores an impostor, even for a direct signal.
        sender.send(try signal(to: receiver.uniqueName))
        #expect(try sender.requestName("org.example.Sender", .allowReplacement) == .primaryOwner)
        sender.send(try signal(to: receiver.uniqueName))
        #expect(try await senders.next() == sender.uniqueName.rawValue)
        #expect(try second.requestName("org.example.Sender", .replaceExisting) == .primaryOwner)
        sender.send(try signal(to: receiver.uniqueName))
        sender.flush()
        second.send(try signal())
        #expect(try await senders.next() == second.uniqueName.rawValue)
        #expect(senders.pending.isEmpty)
        subscription.cancel()
    }

    @Test func `one of two equal subscriptions may end`() async throws {
        let members = Recorder<String>()
        let rule = MatchRule(interface: Echo.name, member: "Noted")
        let first = receiver.subscribe(rule) { _ in members.record("first") }
        let second = receiver.subscribe(rule) { _ in members.record("second") }
        _ = try receiver.busID()
        sender.send(try signal())
        #expect(try await received(members) == ["first", "second"])
        first.cancel()
        sender.send(try signal())
        #expect(try await received(members) == ["second"])
        second.cancel()
    }

    @Test func `a handler may end subscriptions`() async throws {
        let members = Recorder<String>()
        let rule = MatchRule(interface: Echo.name, member: "Noted")
        var subscriptions: [Subscription] = []
        for number in 1...2 {
            subscriptions.append(
                receiver.subscribe(rule) { _ in
                    members.record("\(number)")
                    subscriptions.removeAll()
                })
        }
        _ = try receiver.busID()
        sender.send(try signal())
        #expect(try await received(members) == ["1"])
    }

    @Test func `a signal of an exported interface is emitted`() async throws {
        let echo = try Echo(on: sender)
        let texts = Recorder<String>()
        let subscription = receiver.subscribe(
            MatchRule(sender: sender.uniqueName, path: Echo.path, member: "Noted")
        ) { message in
            var reader = message.reader
            texts.record((try? reader.string()) ?? "")
        }
        _ = try receiver.busID()
        try echo.registration?.emit("Noted", .string("to all"))
        try echo.registration?.emit("Noted", .string("to one"), to: receiver.uniqueName)
        #expect(try await texts.next() == "to all")
        #expect(try await texts.next() == "to one")
        #expect(throws: MarshalError.nulInString) {
            try echo.registration?.emit("Noted", .string("\u{0}"))
        }
        subscription.cancel()
    }

    @Test func `a rule with U+0000 matches nothing and harms nobody`() async throws {
        let members = Recorder<String>()
        let subscription = receiver.subscribe(MatchRule(arguments: [0: "a\u{0}b"])) { _ in
            members.record("x")
        }
        sender.send(try signal(to: receiver.uniqueName, .string("a")))
        #expect(try await received(members) == [])
        subscription.cancel()
    }
}
