// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Notification servers that focusd can start, the most likely one first.
enum InstalledServer {
    private struct Known {
        let command: [String]
        let onX11: Bool
        let onWayland: Bool
    }

    private static let known = [
        Known(command: ["mako"], onX11: false, onWayland: true),
        Known(command: ["swaync"], onX11: false, onWayland: true),
        Known(command: ["fnott"], onX11: false, onWayland: true),
        Known(command: ["dunst"], onX11: true, onWayland: true),
        Known(
            command: ["/usr/lib/notification-daemon/notification-daemon"], onX11: true,
            onWayland: false),
        Known(
            command: ["/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd"], onX11: true,
            onWayland: false),
    ]

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
        func isInstalled(_ command: [String]) -> Bool { self.isInstalled(command, environment) }
        let fitting = known.filter { server in
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
        var all = known.filter { isInstalled($0.command, environment) }.map { server in
            (server.command, isWayland ? server.onWayland : isX11 && server.onX11)
        }
        if let console { all.append((console, !isWayland && !isX11)) }
        return all
    }

    private static func isInstalled(
        _ command: [String], _ environment: (String) -> String?
    ) -> Bool {
        command.first.map { isInPath($0, environment: environment) } ?? false
    }

    /// Returns the name of a command's program, without its directory.
    private static func lastPart(_ command: [String]) -> Substring? {
        command.first?.split(separator: "/").last
    }

    /// Command of the terminal's server, which is installed beside focusd.
    private static var console: [String]? { beside("focus-console").map { [$0] } }

    /// Returns the path of a program that is installed beside this one, or nil.
    static func beside(_ name: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let bytes = buffer.prefix(count).map { UInt8(bitPattern: $0) }
        let program = String(decoding: bytes, as: UTF8.self)
        let directory = program[..<(program.lastIndex(of: "/") ?? program.startIndex)]
        let sibling = "\(directory)/\(name)"
        return isExecutable(sibling) ? sibling : nil
    }

    /// Returns true if a program exists, at its absolute path or in a directory of `PATH`.
    static func isInPath(
        _ program: String, environment: (String) -> String? = environment
    ) -> Bool {
        if program.hasPrefix("/") { return isExecutable(program) }
        let path = environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").contains { isExecutable("\($0)/\(program)") }
    }

    static func isExecutable(_ path: String) -> Bool {
        unsafe access(path, X_OK) == 0
    }

    /// Returns the value of an environment variable, or nil if it is unset or empty.
    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}

/// Source of the real notification server.
enum ServerPlan: Sendable {
    /// A server already runs on the bus of that address.
    case external(address: String)
    /// focusd starts the server (nil if none is installed) and its companions on a private bus in
    /// that runtime directory.
    case supervised(runtime: String, command: [String]?, companions: [[String]])
}
