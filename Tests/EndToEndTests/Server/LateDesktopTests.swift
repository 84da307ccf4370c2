// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// With lingering, focusd may run before the log-in: it ended for good when the desktop started.
extension EndToEnd.Server {
    @Suite(.serialized, .timeLimit(.minutes(5))) @LoopActor struct LateDesktopTests {
        @Test("a focusd that GNOME's helper replaces fails, and the next one has the names")
        func gnome() async throws {
            try await withDesktop(hasServer: false) { desktop in
                try await desktop.start(["--replace"])
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                let helper = try FakeHelper(at: desktop.session.address)
                #expect(helper.ownsServerName)
                // systemd starts focusd again after a failure.
                #expect(try await desktop.endOfItself() == .exited(1))
                try await desktop.start(["--replace"])
                try await helper.ends.next()
                _ = try await desktop.client().notify("a")
                #expect(try await shell.server.notification(1).summary == "a")
            }
        }

        @Test("another program that takes the name is no failure")
        func otherProgram() async throws {
            try await withDesktop(hasServer: false) { desktop in
                try await desktop.start(["--replace"])
                let other = try desktop.session.connect()
                defer { other.close() }
                _ = try other.requestName(
                    WireName.notifications, [.replaceExisting, .doNotQueue])
                #expect(try await desktop.endOfItself() == .exited(0))
            }
        }
    }
}
