// SPDX-License-Identifier: Apache-2.0

// Order of terminals: xdg-terminal-exec, `$TERMINAL`, then the first installed terminal that draws
// on the session's display. A terminal for X11 only is skipped in a Wayland session without
// Xwayland, where it would end at once.

import GLibLoop

/// Command that runs a program in a terminal of the user's session.
enum TerminalCommand {
    private struct Known {
        let name: String
        /// Words between the terminal and the program.
        let words: [String]
        /// True if the terminal draws on Wayland.
        let onWayland: Bool
        /// True if the terminal draws on X11.
        let onX11: Bool
    }

    private static let known = [
        Known(name: "foot", words: [], onWayland: true, onX11: false),
        Known(name: "kitty", words: [], onWayland: true, onX11: true),
        Known(name: "alacritty", words: ["-e"], onWayland: true, onX11: true),
        Known(name: "wezterm", words: ["start", "--"], onWayland: true, onX11: true),
        Known(name: "ghostty", words: ["-e"], onWayland: true, onX11: true),
        Known(name: "ptyxis", words: ["--"], onWayland: true, onX11: true),
        Known(name: "gnome-terminal", words: ["--"], onWayland: true, onX11: true),
        Known(name: "konsole", words: ["-e"], onWayland: true, onX11: true),
        Known(name: "xfce4-terminal", words: ["-x"], onWayland: true, onX11: true),
        Known(name: "mate-terminal", words: ["-x"], onWayland: true, onX11: true),
        // Debian's alternative. On Wayland it may point to a terminal for X11.
        Known(name: "x-terminal-emulator", words: ["-e"], onWayland: false, onX11: true),
        Known(name: "urxvt", words: ["-e"], onWayland: false, onX11: true),
        Known(name: "st", words: ["-e"], onWayland: false, onX11: true),
        Known(name: "xterm", words: ["-e"], onWayland: false, onX11: true),
    ]

    /// Options that make text readable in xterm, whose default font is tiny.
    private static let xtermLook = ["-fa", "Monospace", "-fs", "11", "-geometry", "100x30"]

    /// Returns the command, or nil if there is no terminal for the display.
    ///
    /// - Parameters:
    ///   - target: follows a symbolic link, such as Debian's alternatives, or returns the path
    ///     itself.
    static func command(
        for program: [String], environment: (String) -> String?, isExecutable: (String) -> Bool,
        target: (String) -> String = { $0 }
    ) -> [String]? {
        let isWayland = environment("WAYLAND_DISPLAY") != nil
        let isX11 = environment("DISPLAY") != nil
        guard isWayland || isX11 else { return nil }
        let path = (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        func file(_ program: String) -> String? {
            program.contains("/")
                ? (isExecutable(program) ? program : nil)
                : path.lazy.map { "\($0)/\(program)" }.first(where: isExecutable)
        }
        if file("xdg-terminal-exec") != nil { return ["xdg-terminal-exec"] + program }
        if let words = environment("TERMINAL").flatMap({ try? shellWords($0) }),
            let terminal = words.first, file(terminal) != nil
        {
            let between = known.first { $0.name == name(of: terminal) }?.words ?? ["-e"]
            return words + between + program
        }
        let found = known.filter { isWayland && $0.onWayland || isX11 && $0.onX11 }
            .compactMap { known in file(known.name).map { (known, $0) } }.first
        guard let (terminal, path) = found else { return nil }
        let isXterm = name(of: target(path)) == "xterm"
        return [terminal.name] + (isXterm ? xtermLook : []) + terminal.words + program
    }

    private static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
