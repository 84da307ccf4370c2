// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import TestSupport
import Testing

@testable import FocusBridge

/// The bridge in the place of focusd as `org.gtk.Notifications`, on a real bus.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct GtkNameTests {
    @Test("a long signal of the shell is not passed on (issue 15)")
    func longSignalsOfTheShellAreDropped() async throws {
        let bus = try PrivateBus()
        let (session, shell, app) = (try bus.connect(), try bus.connect(), try bus.connect())
        _ = try shell.requestName(Shell.gnome.name)
        let name = GtkName(session)
        try name.start()
        let heard = Recorder<String>()
        let rule = MatchRule(
            sender: session.uniqueName, interface: GtkName.interface, member: "ActionInvoked")
        let subscription = app.subscribe(rule) { signal in
            heard.record((try? signal.arguments())?.first?.asString ?? "")
        }
        // The bridge has read the news of its name before this call.
        let ping = Message.methodCall(
            destination: GtkName.name, path: "/", interface: "org.freedesktop.DBus.Peer",
            member: "Ping")
        _ = try await app.call(ping, timeout: .testDeadline)
        for (number, length) in [BridgeLimits.signalBytes, 1].enumerated() {
            let signal = Message.signal(
                path: GtkName.path, interface: GtkName.interface, member: "ActionInvoked")
            try signal.append(
                .string("\(number)"), .string(String(repeating: "x", count: length)), .string("a"),
                .array(of: .variant, []), .vardict([:]))
            shell.send(signal)
        }
        #expect(try await heard.next() == "1")
        name.stop()
        withExtendedLifetime(subscription) {}
    }

    /// Found by review: a notification that came in the moment in which the bridge gave the name up
    /// was lost.
    @Test("a call that the bus has passed on reaches the shell as the bridge leaves")
    func lastCallReachesTheShell() async throws {
        let bus = try PrivateBus()
        let (session, shell, app) = (try bus.connect(), try bus.connect(), try bus.connect())
        session.callRules.takesTurns = true
        _ = try shell.requestName(Shell.gnome.name)
        let heard = Recorder<String>()
        let registration = shell.export(
            try Interface(GtkName.interface, xml: GtkName.xml), at: GtkName.path
        ) { call in
            heard.record((try? call.message.arguments())?.first?.asString ?? "")
            call.reply()
        }
        let name = GtkName(session)
        try name.start()
        let ping = Message.methodCall(
            destination: GtkName.name, path: "/", interface: "org.freedesktop.DBus.Peer",
            member: "Ping")
        _ = try await app.call(ping, timeout: .testDeadline)
        let call = Message.methodCall(
            destination: GtkName.name, path: GtkName.path, interface: GtkName.interface,
            member: "AddNotification")
        try call.append(.string("org.example.App"), .string("1"), .vardict([:]))
        app.send(call)
        // The bus has passed the call on before it answers this one.
        #expect(try app.nameOwner(GtkName.name) == session.uniqueName)
        name.stop()
        #expect(try await heard.next() == "org.example.App")
        withExtendedLifetime((registration, name)) {}
    }

    /// A session in which focusd has the name, the bridge waits for it, and then the shell.
    private static func session() throws -> (
        bus: PrivateBus, focusd: Connection, shell: Connection, name: GtkName
    ) {
        let bus = try PrivateBus()
        let (focusd, shell) = (try bus.connect(), try bus.connect())
        _ = try focusd.requestName(GtkName.name, [.replaceExisting])
        _ = try shell.requestName(GtkName.name, [.replaceExisting])
        let name = GtkName(try bus.connect())
        try name.start()
        return (bus, focusd, shell, name)
    }

    @Test("after an ordinary end of focusd, the bridge keeps the name for a restarted focusd")
    func restartedFocusdFindsTheName() async throws {
        let (bus, focusd, shell, name) = try Self.session()
        let ends = Recorder<String>()
        _ = try focusd.releaseName(GtkName.name)
        name.leave { ends.record("left") }
        #expect(try shell.nameOwner(GtkName.name) != shell.uniqueName)
        let next = try bus.connect()
        #expect(try next.requestName(GtkName.name, [.replaceExisting]) == .primaryOwner)
        #expect(try await ends.next() == "left")
        #expect(try shell.nameOwner(GtkName.name) == next.uniqueName)
        // The shell is next in the bus's queue, without the bridge.
        _ = try next.releaseName(GtkName.name)
        #expect(try shell.nameOwner(GtkName.name) == shell.uniqueName)
    }

    @Test("without a restart, the shell inherits the name")
    func shellInheritsTheName() async throws {
        let (bus, focusd, shell, name) = try Self.session()
        let ends = Recorder<String>()
        _ = try focusd.releaseName(GtkName.name)
        name.leave(within: .zero) { ends.record("left") }
        #expect(try await ends.next() == "left")
        #expect(try shell.nameOwner(GtkName.name) == shell.uniqueName)
        withExtendedLifetime(bus) {}
    }

    @Test("a bridge without the name does not wait for a restarted focusd")
    func bridgeWithoutTheNameEndsAtOnce() throws {
        let (bus, focusd, shell, name) = try Self.session()
        var hasLeft = false
        name.leave { hasLeft = true }
        #expect(hasLeft)
        _ = try focusd.releaseName(GtkName.name)
        #expect(try shell.nameOwner(GtkName.name) == shell.uniqueName)
        withExtendedLifetime(bus) {}
    }
}
