// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import GLibLoop
import Glibc

/// Notification servers that focusd can start, the most likely one first.
enum InstalledServer {
    /// Returns the command of the first installed server that fits the display, or nil.
    ///
    /// Without a display the server is focus-console, if there is a terminal to draw in.
    ///
    /// - Parameter earlier: the command line of the server that showed notifications before
    ///   `focus-switch setup`. Comes first, with its arguments, if it is one of the known servers.
    static func command(
        environment: (String) -> String?, earlier: [String] = [],
        hasTerminal: Bool = isatty(STDOUT_FILENO) != 0
    ) -> [String]? {
        let isWayland = environment("WAYLAND_DISPLAY") != nil
        let isX11 = environment("DISPLAY") != nil
        if !isWayland, !isX11 { return hasTerminal ? console : nil }
        func isInstalled(_ command: [String]) -> Bool {
            command.first.flatMap { ProgramFile.find($0, in: environment("PATH")) } != nil
        }
        let fitting = KnownServer.all.filter { server in
            isWayland ? server.onWayland : server.onX11
        }
        let isEarlierFitting = fitting.contains { server in
            lastPart(server.command) == lastPart(earlier)
        }
        if isEarlierFitting, isInstalled(earlier) { return earlier }
        return fitting.lazy.map(\.command).first(where: isInstalled)
    }

    /// Returns all installed servers, and true for those that fit the display.
    static func all(
        environment: (String) -> String?
    ) -> [(command: [String], fits: Bool)] {
        let isWayland = environment("WAYLAND_DISPLAY") != nil
        let isX11 = environment("DISPLAY") != nil
        var all = KnownServer.all.filter { $0.isInstalled(in: environment("PATH")) }.map { server in
            (server.command, isWayland ? server.onWayland : isX11 && server.onX11)
        }
        if let console { all.append((console, !isWayland && !isX11)) }
        return all
    }

    /// Returns the name of a command's program, without its directory.
    private static func lastPart(_ command: [String]) -> Substring? {
        command.first?.split(separator: "/").last
    }

    /// Command of the terminal's server, which is installed beside focusd.
    private static var console: [String]? { ProgramFile.beside("focus-console").map { [$0] } }
}
