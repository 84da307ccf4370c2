// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import Synchronization
import TestSupport
import Testing

/// Exported objects, seen by another connection.
@LoopActor @Suite(.serialized) struct ExportTests {
    let bus: PrivateBus
    let service: Connection
    let client: Connection
    let echo: Echo

    init() throws {
        bus = try PrivateBus()
        service = try bus.connect()
        client = try bus.connect()
        echo = try Echo(on: service)
    }

    private func call(
        _ member: MemberName, on interface: InterfaceName? = Echo.name,
        at path: ObjectPath = Echo.path,
        _ values: Value...
    ) async throws -> [Value] {
        let message = Message.methodCall(
            destination: service.uniqueName, path: path, interface: interface, member: member)
        try message.append(contentsOf: values)
        return try await client.call(message).arguments()
    }

    private func error(_ body: @LoopActor () async throws -> [Value]) async -> CallError? {
        await #expect(throws: CallError.self) { _ = try await body() }
    }

    // MARK: Dispatch

    @Test(
        arguments: [
            ([], "nothing"), ([.uint32(1)], "(u)"), ([.int32(1), .int32(2)], "(ii)"),
            ([.uint32(1), .uint32(2), .uint32(3)], "(uuu)"), ([.string("1"), .uint32(2)], "(su)"),
            ([.variant(.uint32(1)), .variant(.uint32(1))], "(vv)"), ([.vardict([:])], "(a{sv})"),
            ([.bytes([1])], "(ay)"),
        ] as [([Value], String)])
    func `arguments of other types are refused before the handler`(
        values: [Value], found: String
    ) async throws {
        let message = Message.methodCall(
            destination: service.uniqueName, path: Echo.path, interface: Echo.name, member: "Add")
        try message.append(contentsOf: values)
        let error = await error { try await client.call(message).arguments() }
        #expect(error?.name == .invalidArgs)
        #expect(error?.message == "Add takes (uu), not \(found)")
        #expect(echo.calls.isEmpty)
    }

    @Test func `what is not there is named`() async throws {
        #expect(await error { try await call("Other") }?.name == .unknownMethod)
        #expect(
            await error { try await call("Add", on: "org.example.I") }?.name == .unknownInterface)
        #expect(await error { try await call("Add", at: "/org/example") }?.name == .unknownObject)
        #expect(await error { try await call("Other", on: nil) }?.name == .unknownMethod)
        #expect(
            await error { try await call("Other", on: "org.freedesktop.DBus.Properties") }?.name
                == .unknownMethod)
    }

    @Test func `a call without an interface finds its method`() async throws {
        #expect(try await call("Add", on: nil, .uint32(1), .uint32(2)) == [.uint32(3)])
    }

    @Test func `one object may have many interfaces, one interface many objects`() async throws {
        let second = try Echo(on: service, at: "/org/example/Echo/Second")
        let other = try Interface(
            "org.example.Other",
            xml: "<node><interface name='org.example.Other'><method name='Do'/></interface></node>")
        let registration = service.export(other, at: Echo.path) { $0.reply() }
        #expect(try await call("Do", on: "org.example.Other") == [])
        _ = try await call("Note", at: "/org/example/Echo/Second", .string("x"))
        _ = try await call("Note", .string("x"))
        #expect(second.calls == ["Note"])
        #expect(echo.calls == ["Note"])
        registration.cancel()
        #expect(
            await error { try await call("Do", on: "org.example.Other") }?.name == .unknownInterface
        )
    }

    @Test func `dropping the registration ends the export`() async throws {
        var second: Echo? = try Echo(on: service, at: "/second")
        _ = try await call("Note", at: "/second", .string("x"))
        withExtendedLifetime(second) {}
        second = nil
        #expect(
            await error { try await call("Note", at: "/second", .string("x")) }?.name
                == .unknownObject)
    }

    @Test func `who is not admitted gets no further`() async throws {
        let interface = try Interface(Echo.name, xml: Echo.xml)
        let asked = Recorder<String>()
        let registration = service.export(
            interface, at: "/guarded",
            properties: [
                "Level": PropertyAccess(
                    get: { _ throws(ErrorReply) in .uint32(1) },
                    set: { _, _ throws(ErrorReply) in }), "Name": .readOnly { .string("") },
            ],
            admit: { call in
                asked.record(call.sender.rawValue)
                return ErrorReply(.accessDenied, "no")
            }
        ) { $0.reply() }
        let properties: InterfaceName = "org.freedesktop.DBus.Properties"
        let name = Value.string(Echo.name.rawValue)
        for error in [
            await error { try await call("Never", at: "/guarded") },
            await error {
                try await call("Get", on: properties, at: "/guarded", name, .string("Level"))
            },
            await error { try await call("GetAll", on: properties, at: "/guarded", name) },
            await error {
                try await call(
                    "Set", on: properties, at: "/guarded", name, .string("Level"),
                    .variant(.uint32(1)))
            },
        ] {
            #expect(error?.code == .accessDenied)
        }
        #expect(asked.pending == Array(repeating: client.uniqueName.rawValue, count: 4))
        registration.cancel()
    }

    @Test func `a postponed call is handled when it is dispatched again`() async throws {
        let interface = try Interface(Echo.name, xml: Echo.xml)
        let kept = Recorder<MethodCall>()
        let isKnown = Mutex(false)
        let registration = service.export(
            interface, at: "/later",
            properties: [
                "Level": PropertyAccess(
                    get: { _ throws(ErrorReply) in .uint32(7) },
                    set: { _, _ throws(ErrorReply) in }), "Name": .readOnly { .string("") },
            ],
            postpone: { call in
                if isKnown.withLock({ $0 }) { return false }
                kept.record(call)
                return true
            }
        ) { $0.reply() }
        let properties: InterfaceName = "org.freedesktop.DBus.Properties"
        let level = Task {
            try await call(
                "Get", on: properties, at: "/later", .string(Echo.name.rawValue), .string("Level"))
        }
        let postponed = try await kept.next()
        isKnown.withLock { $0 = true }
        postponed.dispatchAgain()
        #expect(try await level.value == [.variant(.uint32(7))])
        registration.cancel()
    }

    @Test func `calls that nobody serves can be relayed`() async throws {
        service.onUnhandledCall = { call in
            guard call.message.interface == "org.example.Tool" else { return false }
            call.reply(.string(call.member))
            return true
        }
        #expect(try await call("Pause", on: "org.example.Tool") == [.string("Pause")])
        #expect(
            await error { try await call("Pause", on: "org.example.X") }?.name == .unknownInterface)
    }

    @Test func `properties of interfaces that nobody serves can be relayed`() async throws {
        service.onUnhandledCall = { call in
            call.reply(.variant(.string("relayed")))
            return true
        }
        let properties: InterfaceName = "org.freedesktop.DBus.Properties"
        let values = try await call(
            "Get", on: properties, .string("org.example.Tool"), .string("paused"))
        #expect(values == [.variant(.string("relayed"))])
    }

    @Test func `whatever is called is answered, and nothing crashes`() async throws {
        let members: [MemberName] = [
            "Echo", "Add", "Get", "GetAll", "Set", "Introspect", "Ping", "GetMachineId", "Other",
        ]
        let interfaces: [InterfaceName?] = [
            nil, Echo.name, "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.Peer",
            "org.freedesktop.DBus.Introspectable",
        ]
        for seed in 0..<600 {
            var random = RandomValues(seed: UInt64(seed))
            let message = Message.methodCall(
                destination: service.uniqueName, path: seed % 5 == 0 ? "/" : Echo.path,
                interface: interfaces[random.below(5)], member: members[random.below(9)])
            for _ in 0..<random.below(4) {
                let type = random.type()
                try message.append(
                    random.below(2) == 0
                        ? .string(Echo.name.rawValue) : try random.value(type))
            }
            do throws(CallError) {
                _ = try await client.call(message, timeout: .seconds(180))
            } catch {
                #expect(error.code != .timedOut && error.code != .disconnected, "seed \(seed)")
            }
        }
    }

    // MARK: Standard interfaces

    @Test func `introspection serves exactly the given text`() async throws {
        let second = try Echo(on: service, at: "/org/example/Echo/Second")
        let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
        let text = try await call("Introspect", on: introspectable)[0].asString ?? ""
        #expect(text.contains(Echo.element))
        let served = try InterfaceDescription.parse(text)
        #expect(
            served.map(\.name) == [
                Echo.name.rawValue, introspectable.rawValue, "org.freedesktop.DBus.Peer",
                "org.freedesktop.DBus.Properties",
            ])
        #expect(text.contains("<node name=\"Second\"/>"))
        let parent = try await call("Introspect", on: introspectable, at: "/org")[0].asString ?? ""
        #expect(parent.contains("<node name=\"example\"/>"))
        #expect(try InterfaceDescription.parse(parent).isEmpty)
        #expect(
            await error { try await call("Introspect", on: introspectable, at: "/other") }?.name
                == .unknownObject)
        withExtendedLifetime(second) {}
    }

    @Test func `a peer answers`() async throws {
        let peer: InterfaceName = "org.freedesktop.DBus.Peer"
        #expect(try await call("Ping", on: peer) == [])
        #expect(try await call("GetMachineId", on: peer)[0].asString?.utf8.count == 32)
    }

    @Test func `properties are read and set`() async throws {
        let properties: InterfaceName = "org.freedesktop.DBus.Properties"
        let name = Value.string(Echo.name.rawValue)
        #expect(
            try await call("Get", on: properties, name, .string("Level")) == [.variant(.uint32(7))])
        #expect(
            try await call("Set", on: properties, name, .string("Level"), .variant(.uint32(9)))
                == [])
        #expect(echo.level == 9)
        #expect(
            try await call("GetAll", on: properties, name) == [
                .vardict(["Level": .uint32(9), "Name": .string("echo")])
            ])
        #expect(
            try await call("Get", on: properties, .string(""), .string("Level"))
                == [.variant(.uint32(9))])
    }

    @Test func `properties refuse what is wrong`() async throws {
        let properties: InterfaceName = "org.freedesktop.DBus.Properties"
        let name = Value.string(Echo.name.rawValue)
        func failure(_ member: MemberName, _ values: Value...) async throws -> ErrorName? {
            let message = Message.methodCall(
                destination: service.uniqueName, path: Echo.path, interface: properties,
                member: member)
            try message.append(contentsOf: values)
            return await error { try await client.call(message).arguments() }?.name
        }
        let level = Value.string("Level")
        #expect(try await failure("Get", name, .string("Other")) == .unknownProperty)
        #expect(try await failure("Get", name, .string("not a name")) == .unknownProperty)
        #expect(try await failure("Get", .string("org.example.X"), level) == .unknownInterface)
        #expect(try await failure("Get", name) == .invalidArgs)
        #expect(try await failure("GetAll", .uint32(1)) == .invalidArgs)
        #expect(try await failure("Set", name, level, .variant(.int32(1))) == .invalidArgs)
        #expect(try await failure("Set", name, level, .variant(.uint32(10))) == .invalidArgs)
        #expect(
            try await failure("Set", name, .string("Name"), .variant(.string("x")))
                == .propertyReadOnly)
        #expect(echo.level == 7)
    }

    @Test func `changed properties are told`() async throws {
        let changes = Recorder<[Value]>()
        let subscription = client.subscribe(
            MatchRule(sender: service.uniqueName, path: Echo.path, member: "PropertiesChanged")
        ) { changes.record((try? $0.arguments()) ?? []) }
        _ = try client.busID()
        try echo.registration?.propertiesChanged(["Level": .uint32(3)])
        #expect(
            try await changes.next() == [
                .string(Echo.name.rawValue), .vardict(["Level": .uint32(3)]), .strings([]),
            ])
        subscription.cancel()
    }

    @Test func `an interface that the XML lacks is refused`() {
        #expect(throws: InterfaceError.self) { try Interface("org.example.No", xml: Echo.xml) }
        #expect(throws: InterfaceError.self) { try Interface("org.example.No", xml: "<node>") }
        #expect(throws: InterfaceError.self) {
            try Interface(
                "org.example.A",
                xml: "<node><interface name='org.example.A'><method name='a.b'/></interface></node>"
            )
        }
    }
}
