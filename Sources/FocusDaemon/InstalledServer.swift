// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The notification servers that focusd knows how to start, the most likely one first.
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

    /// The command of the first that is installed and fits the display; nil if none is installed.
    ///
    /// Without a display it is focus-console, if there is a terminal that it can draw in.
    static func command(
        environment: (String) -> String?, hasTerminal: Bool = isatty(STDOUT_FILENO) != 0
    ) -> [String]? {
        let isWayland = environment("WAYLAND_DISPLAY") != nil
        let isX11 = environment("DISPLAY") != nil
        if !isWayland, !isX11 { return hasTerminal ? console : nil }
        let path = (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return known.first { server in
            guard (isWayland && server.onWayland) || (!isWayland && isX11 && server.onX11),
                let program = server.command.first
            else { return false }
            if program.hasPrefix("/") { return isExecutable(program) }
            return path.contains { isExecutable("\($0)/\(program)") }
        }?.command
    }

    /// The terminal's server, which is installed beside focusd.
    private static var console: [String]? { beside("focus-console").map { [$0] } }

    /// A program that is installed beside this one; nil when it is not.
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

    static func isExecutable(_ path: String) -> Bool {
        unsafe access(path, X_OK) == 0
    }

    /// The value of an environment variable; nil when unset or empty.
    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
