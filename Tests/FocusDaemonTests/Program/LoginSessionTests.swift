// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

/// With ssh before startx, “until log-out” ended with the session of ssh.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct LoginSessionTests {
    @Test func theEndOfASessionOverSSHIsNoLogOut() async throws {
        let login = try FakeLogin()
        login.add("s1", seat: "")
        login.add("s2", seat: "seat0")
        login.display = "s1"
        let session = LoginSession(BusLine(address: login.bus.address)) { _ in nil }
        await session.ask()
        #expect(session.name(onBus: "b") == "b-s2")
        let names = Recorder<String>()
        session.follow { names.record($0) }
        #expect(try await names.next() == "b-s2")
        login.remove("s1")
        login.display = "s2"
        try login.reportUser()
        login.remove("s2")
        login.add("s3", seat: "seat0")
        login.display = "s3"
        try login.reportUser()
        #expect(try await names.next() == "b-s3")
        withExtendedLifetime(session) {}
    }

    @Test func aSessionOnASeatCountsFromItsBeginningToItsEnd() async throws {
        let login = try FakeLogin()
        login.add("s1", seat: "")
        login.display = "s1"
        let session = LoginSession(BusLine(address: login.bus.address)) { _ in nil }
        await session.ask()
        #expect(session.name(onBus: "b") == "b-s1")
        let names = Recorder<String>()
        session.follow { names.record($0) }
        #expect(try await names.next() == "b-s1")
        login.add("s2", seat: "seat0")
        try login.reportNew("s2")
        #expect(try await names.next() == "b-s2")
        login.change("s2", "State", .string("closing"))
        try login.report(FakeLogin.path("s2"), "org.freedesktop.login1.Session")
        #expect(try await names.next() == "b-s1")
        withExtendedLifetime(session) {}
    }

    @Test func aGraphicalSessionWithoutASeatStays() async throws {
        let login = try FakeLogin()
        login.add("s1", seat: "", type: "x11")
        login.add("s2", seat: "seat0")
        login.display = "s1"
        let session = LoginSession(BusLine(address: login.bus.address)) { _ in nil }
        await session.ask()
        #expect(session.name(onBus: "b") == "b-s1")
    }
}

/// A logind with sessions of this user, on a bus of its own.
@LoopActor private final class FakeLogin {
    let bus: TestSupport.PrivateBus
    /// The id of the session that the user's property names.
    var display = ""
    private let connection: Connection
    /// The sessions, the newest one first.
    private var sessions: [(id: String, properties: [String: Value])] = []
    private static let user: ObjectPath =
        (try? ObjectPath("/org/freedesktop/login1/user/_\(getuid())")) ?? .root

    init() throws {
        bus = try TestSupport.PrivateBus()
        connection = try bus.connect()
        connection.onUnhandledCall = { [weak self] call in self?.answer(call) ?? false }
        guard try connection.requestName("org.freedesktop.login1") == .primaryOwner else {
            throw TestSupportError("logind has an owner")
        }
    }

    static func path(_ id: String) -> ObjectPath {
        (try? ObjectPath("/org/freedesktop/login1/session/\(id)")) ?? .root
    }

    private static func value(_ id: String) -> Value {
        .structure([.string(id), .objectPath(path(id))])
    }

    func add(_ id: String, seat: String, type: String = "tty") {
        let properties: [String: Value] = [
            "Seat": .structure([.string(seat), .objectPath("/seat")]), "Type": .string(type),
            "Class": .string("user"), "State": .string("active"),
        ]
        sessions.insert((id, properties), at: 0)
    }

    func change(_ id: String, _ property: String, _ value: Value) {
        guard let place = sessions.firstIndex(where: { $0.id == id }) else { return }
        sessions[place].properties[property] = value
    }

    func remove(_ id: String) {
        sessions.removeAll { $0.id == id }
    }

    /// Reports a change of the user's properties.
    func reportUser() throws { try report(Self.user, "org.freedesktop.login1.User") }

    /// Reports a change of an object's properties.
    func report(_ path: ObjectPath, _ interface: String) throws {
        let signal = Message.signal(
            path: path, interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged")
        try signal.append(contentsOf: [
            .string(interface), .vardict(["Active": .boolean(false)]), .strings([]),
        ])
        connection.send(signal)
    }

    /// Reports a new session, without a change of the user's properties.
    func reportNew(_ id: String) throws {
        let signal = Message.signal(
            path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
            member: "SessionNew")
        try signal.append(contentsOf: [.string(id), .objectPath(Self.path(id))])
        connection.send(signal)
    }

    private func answer(_ call: MethodCall) -> Bool {
        guard call.member == "GetAll" else { return false }
        if call.message.path == Self.user.rawValue {
            call.reply(
                .vardict([
                    "Display": Self.value(display),
                    "Sessions": .array(of: "(so)", sessions.map { Self.value($0.id) }),
                ]))
            return true
        }
        let path = call.message.path
        guard let session = sessions.first(where: { Self.path($0.id).rawValue == path }) else {
            return false
        }
        call.reply(.vardict(session.properties))
        return true
    }
}
