// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// A focusd that outlives a log-out has the display of the earlier session in its environment.
extension EndToEnd.Server {
    @Suite(.serialized, .timeLimit(.minutes(20))) @LoopActor struct NextDisplayTests {
        @Test("a server that ended with its display runs on the next display")
        func next() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let script = desktop.home + "/server"
                try desktop.writeFile(
                    script,
                    """
                    echo "server on $WAYLAND_DISPLAY" >&2
                    [ "$WAYLAND_DISPLAY" = wayland-1 ] || exit 1
                    exec tail -f /dev/null

                    """)
                try desktop.write("focusd.conf", "[Server]\nCommand=/bin/sh \(script)\n")
                let runtime = desktop.home + "/runtime"
                try FileManager.default.createDirectory(
                    atPath: runtime, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                // Any socket that accepts connections counts as a compositor's.
                let socket = desktop.session.address.dropFirst("unix:path=".count)
                try FileManager.default.createSymbolicLink(
                    atPath: runtime + "/wayland-1", withDestinationPath: String(socket))
                desktop.variables["WAYLAND_DISPLAY"] = "wayland-0"
                try await desktop.start([])
                try await desktop.waitForLog("server on wayland-0")
                try await desktop.waitForLog("the session's display is now wayland-1")
                try await desktop.waitForLog("server on wayland-1")
            }
        }

        /// A trial with a newcomer: after a mistake in the setting only a restart helped.
        @Test("a server that could not be started is replaced by that of the corrected setting")
        func correctedSetting() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let script = desktop.home + "/server"
                try desktop.writeFile(script, "echo corrected >&2\nexec tail -f /dev/null\n")
                try desktop.write("focusd.conf", "[Server]\nCommand=nope-server\n")
                try await desktop.start([])
                try await desktop.waitForLog("Command: there is no program")
                try await desktop.waitForLog("nope-server does not run")
                try desktop.write("focusd.conf", "[Server]\nCommand=/bin/sh \(script)\n")
                try await desktop.waitForLog("corrected")
            }
        }

        /// Found by review: focusd started the earlier command, and doctor promised the new one.
        @Test("a server that was taken over is followed by that of the corrected setting")
        func correctedSettingAfterATakeOver() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let script = desktop.home + "/server"
                try desktop.writeFile(script, "echo corrected >&2\nexec tail -f /dev/null\n")
                let console = "\(Programs.path("focus-console")) --output \(desktop.home)/shown"
                try desktop.write("focusd.conf", "[Server]\nCommand=\(console)\n")
                try await desktop.start([])
                try await desktop.client().waitForStatus(\.server.isRunning)
                let left = try desktop.processOnPrivateBus(WireName.notifications)
                try await desktop.end(SIGKILL)
                try await desktop.start([])
                let client = try desktop.client()
                try await client.waitForStatus(\.server.isRunning)
                #expect(try desktop.processOnPrivateBus(WireName.notifications) == left)
                try desktop.write("focusd.conf", "[Server]\nCommand=/bin/sh \(script)\n")
                try await client.focusd("Reload")
                let check = try await client.doctor("server")
                #expect(check.detail.contains("the changed [Server] Command="))
                kill(left, SIGKILL)
                try await desktop.waitForLog("corrected")
            }
        }

        /// focusd kept asking the socket of the earlier sway, while the server went on.
        @Test("windows of the next sway are followed on a display of the same name")
        func nextSway() async throws {
            let focus = "[Focus]\nName=Cinema\n[Triggers]\nGrace=0\nFullScreen=true\n"
            try await withDesktop(
                files: ["focuses/cinema.focus": focus], hasServer: false
            ) { desktop in
                let runtime = desktop.home + "/runtime"
                try FileManager.default.createDirectory(
                    atPath: runtime, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                let end = desktop.home + "/end"
                #expect(unsafe mkfifo(end, 0o600) == 0)
                // Open for both, so that no end of file comes.
                let pipe = unsafe open(end, O_RDWR | O_NONBLOCK | O_CLOEXEC)
                defer { close(pipe) }
                let folder = desktop.home + "/bin"
                try await Programs.make(
                    """
                    #!/bin/sh
                    test "$1" = -s && test -e "$2" || exit 1
                    case "$*" in
                    *get_tree*) echo '{"id": 1, "type": "root", "nodes": [{"id": 5, "type": "con",
                    "focused": true, "fullscreen_mode": 1}]}' ;;
                    *) read line < '\(end)' ;;
                    esac

                    """, at: folder + "/swaymsg")
                // Any socket that accepts connections counts as a compositor's.
                let socket = String(desktop.session.address.dropFirst("unix:path=".count))
                func makeSocket(_ name: String) throws {
                    try FileManager.default.createSymbolicLink(
                        atPath: "\(runtime)/\(name)", withDestinationPath: socket)
                }
                let sway = "sway-ipc.\(getuid())."
                try makeSocket("wayland-1")
                try makeSocket(sway + "1.sock")
                desktop.variables["WAYLAND_DISPLAY"] = "wayland-1"
                desktop.variables["SWAYSOCK"] = "\(runtime)/\(sway)1.sock"
                let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
                desktop.variables["PATH"] = folder + ":" + path
                try await desktop.start(["--server", "tail -f /dev/null"])
                let client = try desktop.client()
                try await client.waitForStatus { $0.activation?.trigger == .fullScreen }
                try FileManager.default.removeItem(atPath: "\(runtime)/\(sway)1.sock")
                #expect(unsafe write(pipe, "\n", 1) == 1)
                try await client.waitForStatus { $0.activation == nil }
                // The next sway makes the socket of its windows first. Meanwhile focusd asks the
                // display itself, and looks again when its socket is made.
                try makeSocket(sway + "2.sock")
                try FileManager.default.removeItem(atPath: "\(runtime)/wayland-1")
                try makeSocket("wayland-1")
                try await client.waitForStatus { $0.activation?.trigger == .fullScreen }
                try await desktop.end()
            }
        }
    }
}
