// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc
import TestSupport

/// A system bus of a test's own, with pretended services of python-dbusmock.
@LoopActor final class SystemServices {
    let bus: PrivateBus
    private let environment: [String: String]
    private let client: Connection
    private var tools: [Tool] = []

    /// Starts a bus, and has the programs of a desktop use it as the system bus.
    init(for desktop: Desktop) throws {
        bus = try PrivateBus()
        client = try bus.connect()
        desktop.variables["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
        environment = desktop.environment
    }

    /// Starts a service, and waits until it answers.
    ///
    /// - Parameter arguments: the arguments of python-dbusmock.
    @discardableResult
    func start(_ name: BusName, _ arguments: String...) async throws -> Tool {
        let appeared = Recorder<Void>()
        let rule = MatchRule(
            sender: .bus, member: "NameOwnerChanged", arguments: [0: name.rawValue])
        let subscription = client.subscribe(rule) { _ in appeared.record(()) }
        defer { subscription.cancel() }
        let tool = try Tool(
            ["/usr/bin/python3", "-m", "dbusmock", "--system"] + arguments,
            environment: environment, isQuiet: true)
        tools.append(tool)
        try await appeared.next()
        // It owns its name before it has read its template, and serves nothing until then.
        let ping = Message.methodCall(
            destination: name, path: .root, interface: "org.freedesktop.DBus.Peer", member: "Ping")
        _ = try await client.call(ping, timeout: .testDeadline)
        return tool
    }

    /// Calls the control interface of a pretended object.
    func mock(
        _ name: BusName, _ path: ObjectPath, _ member: MemberName, _ values: Value...
    ) async throws {
        let call = Message.methodCall(
            destination: name, path: path, interface: "org.freedesktop.DBus.Mock",
            member: member)
        try call.append(contentsOf: values)
        _ = try await client.call(call, timeout: .testDeadline)
    }

    /// Changes properties of a pretended object, which reports the change.
    func change(
        _ name: BusName, _ path: ObjectPath, _ interface: String,
        _ properties: KeyValuePairs<String, Value>
    ) async throws {
        try await mock(
            name, path, "UpdateProperties", .string(interface), .vardict(properties))
    }

    /// Changes one property of a pretended object, which reports the change. dbusmock can change
    /// several at once only if none is a structure.
    func set(
        _ name: BusName, _ path: ObjectPath, _ interface: String, _ property: String, _ value: Value
    ) async throws {
        let call = Message.methodCall(
            destination: name, path: path, interface: "org.freedesktop.DBus.Properties",
            member: "Set")
        try call.append(contentsOf: [.string(interface), .string(property), .variant(value)])
        _ = try await client.call(call, timeout: .testDeadline)
    }

    /// Adds an object with properties to a service.
    func add(
        _ name: BusName, _ root: ObjectPath, _ path: String, _ interface: String,
        _ properties: KeyValuePairs<String, Value>
    ) async throws {
        try await mock(
            name, root, "AddObject", .string(path), .string(interface), .vardict(properties),
            .array(of: "(ssss)", []))
    }

    /// Ends all services and the bus.
    func close() async {
        for tool in tools {
            tool.process.signal(SIGKILL)
            _ = try? await tool.exits.next()
        }
        client.close()
        bus.stop()
    }
}
