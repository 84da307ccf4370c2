// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import TestSupport

/// xdg-desktop-portal as its back end sees it: the owner of the portal's name.
@LoopActor final class FakePortal {
    let connection: Connection
    /// The arguments of each `ActionInvoked`.
    let invoked = Recorder<[Value]>()
    private var subscription: Subscription?
    private var front: Registration?

    /// - Parameter version: the version that the portal offers to apps.
    init(_ desktop: Desktop, version: UInt32 = 2) throws {
        connection = try desktop.session.connect()
        let xml = """
            <node><interface name="org.freedesktop.portal.Notification">
            <property name="version" type="u" access="read"/></interface></node>
            """
        front = connection.export(
            try Interface(WireName.portalFront, xml: xml), at: WireName.portalPath,
            properties: ["version": .readOnly { .uint32(version) }]
        ) { _ in }
        let rule = MatchRule(interface: WireName.portalInterface, member: "ActionInvoked")
        let invoked = invoked
        subscription = connection.subscribe(rule) { invoked.record((try? $0.arguments()) ?? []) }
        _ = try connection.requestName(WireName.portal, [.doNotQueue])
    }

    func add(
        _ id: String, app: String = "org.example.Mail", _ fields: [String: Value]
    ) async throws {
        try await call("AddNotification", .string(app), .string(id), .vardict(fields))
    }

    func remove(_ id: String, app: String = "org.example.Mail") async throws {
        try await call("RemoveNotification", .string(app), .string(id))
    }

    @discardableResult
    func call(_ member: MemberName, _ values: Value...) async throws -> [Value] {
        try await Self.call(member, values, on: connection)
    }

    /// Calls the back end on any connection.
    @discardableResult
    static func call(
        _ member: MemberName, _ values: [Value], on connection: Connection
    ) async throws -> [Value] {
        let call = Message.methodCall(
            destination: WireName.portalBackend, path: WireName.portalPath,
            interface: WireName.portalInterface, member: member)
        try call.append(contentsOf: values)
        return try await connection.call(call, timeout: .testDeadline).arguments()
    }

    /// A file in memory whose content is final, as the portal makes them.
    nonisolated static func sealed(_ bytes: [UInt8]) throws -> UnixFD {
        typealias Make = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
        guard let symbol = unsafe dlsym(nil, "memfd_create") else {
            throw TestSupportError("no memfd_create")
        }
        let make = unsafe unsafeBitCast(symbol, to: Make.self)
        let number = unsafe make("test", 2)
        guard number >= 0 else { throw TestSupportError("memfd_create: \(errno)") }
        let file = UnixFD(taking: number)
        let count = unsafe write(number, bytes, bytes.count)
        // F_ADD_SEALS with the seals of sealing, shrinking, growing and writing.
        guard count == bytes.count, fcntl(number, 1033, 15) == 0 else {
            throw TestSupportError("the file cannot be sealed: \(errno)")
        }
        return file
    }
}

/// An app with D-Bus activation.
@LoopActor final class FakeApplication {
    let connection: Connection
    /// The member and the arguments of each call.
    let calls = Recorder<[Value]>()
    private var registration: Registration?

    init(_ desktop: Desktop, _ name: BusName, at path: ObjectPath) throws {
        connection = try desktop.session.connect()
        let xml = """
            <node><interface name="org.freedesktop.Application">
            <method name="Activate"><arg type="a{sv}" direction="in"/></method>
            <method name="ActivateAction"><arg type="s" direction="in"/>
            <arg type="av" direction="in"/><arg type="a{sv}" direction="in"/></method>
            </interface></node>
            """
        let calls = calls
        registration = connection.export(
            try Interface(WireName.application, xml: xml), at: path
        ) { call in
            calls.record([.string(call.member)] + ((try? call.message.arguments()) ?? []))
            call.reply()
        }
        _ = try connection.requestName(name, [.doNotQueue])
    }

    /// Calls `org.gtk.Notifications` as GLib does.
    @discardableResult
    func gtk(_ member: MemberName, _ values: Value...) async throws -> [Value] {
        let call = Message.methodCall(
            destination: WireName.gtk, path: WireName.gtkPath, interface: WireName.gtkInterface,
            member: member)
        try call.append(contentsOf: values)
        return try await connection.call(call, timeout: .testDeadline).arguments()
    }
}
