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
}
