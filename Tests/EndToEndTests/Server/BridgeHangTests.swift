// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// A shell that hangs, and then goes on.
extension EndToEnd.Server {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct BridgeHangTests {
        /// Longer than focusd waits for an answer before it counts the server as stalled.
        private static let hang = Duration.seconds(27)

        /// Has the shell hang until a call with a time limit, which begins after the bridge's own
        /// call, has ended.
        private static func outlastCall(to shell: FakeShell, _ desktop: Desktop) async throws {
            shell.server.isHung = true
            let connection = try desktop.session.connect()
            let call = Message.methodCall(
                destination: FakeShell.gnome, path: FakeServer.path,
                interface: "org.freedesktop.Notifications", member: "GetCapabilities")
            do throws(CallError) {
                _ = try await connection.call(call, timeout: hang)
                Issue.record("the shell does not hang")
            } catch {
                #expect(error.code == .timedOut)
            }
            shell.server.isHung = false
        }

        /// Side by side, since each hang is longer than focusd's own limit.
        @Test("calls that the shell answers late are not repeated, and a late popup's button works")
        func lateAnswers() async throws {
            async let notify: Void = lateNotify()
            async let original: Void = lateOriginal()
            _ = try await (notify, original)
        }

        /// A notification that the shell shows late is shown once, and its button works.
        private func lateNotify() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                try await desktop.start(["--replace"])
                let client = try desktop.client()
                shell.server.usualAnswer = .hold
                let id = try await client.notify("late", actions: ["default", "Open"])
                try await shell.server.notification(1)
                try await Self.outlastCall(to: shell, desktop)
                #expect(try await client.entries().first?.string("state") == "queued")
                shell.server.usualAnswer = .usual
                shell.server.release()
                try await desktop.waitForRecord(summary: "late")
                try shell.server.emitAction(1_000, "default")
                let action = Client.Signal("ActionInvoked", .uint32(id), .string("default"))
                _ = try await client.signals.next { $0 == action }
                #expect(shell.server.notifications.count == 1)
            }
        }

        /// A call of `org.gtk.Notifications` that the shell answers late is not repeated.
        private func lateOriginal() async throws {
            try await EndToEnd.Gates.GtkGateTests.withSession { desktop, shell, app in
                shell.holdsGtk = true
                try await app.gtk(
                    "AddNotification", .string(EndToEnd.Gates.GtkGateTests.mail), .string("a"),
                    .vardict(EndToEnd.Gates.GtkGateTests.fields))
                _ = try await shell.gtkCalls.next()
                try await Self.outlastCall(to: shell, desktop)
                shell.holdsGtk = false
                try await desktop.waitForRecord(summary: "One")
                #expect(shell.server.notifications.isEmpty)
                #expect(shell.gtkCalls.pending.isEmpty)
            }
        }
    }
}
