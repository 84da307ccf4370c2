// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import TestSupport
import Testing

/// A focusd that outlives a log-out has the display of the earlier session in its environment.
extension EndToEnd.Server {
    @Suite(.serialized, .timeLimit(.minutes(5))) @LoopActor struct NextDisplayTests {
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
    }
}
