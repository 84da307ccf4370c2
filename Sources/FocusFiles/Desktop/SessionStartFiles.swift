// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// A line of the user's that starts a program with each session.
package struct SessionStartLine: Hashable, Sendable {
    package let path: String
    /// The line's number; the first line is 1.
    package let number: Int
    /// The program, without its directory.
    package let program: String
    /// The whole line.
    package let text: String

    package init(path: String, number: Int, program: String, text: String = "") {
        self.path = path
        self.number = number
        self.program = program
        self.text = text
    }

    /// `FILE:LINE`.
    package var place: String { "\(path):\(number)" }
}

/// A file of a package that starts a program with each session of this desktop.
package struct SharedStart: Hashable, Sendable {
    package let path: String
    /// The program, without its directory.
    package let program: String
    /// The path of a user's file that takes the place of the package's file.
    package let userFile: String

    package init(path: String, program: String, userFile: String) {
        self.path = path
        self.program = program
        self.userFile = userFile
    }

    /// The key in a user's file that `setup` has written.
    package static let mark = "X-Focusd-Setup"

    /// The lines of a user's file that keeps the desktop from starting the program ("Hidden", in
    /// the Desktop Entry Specification).
    package var hidingLines: [String] {
        [
            "[Desktop Entry]", "Type=Application", "Name=\(program)", "Hidden=true",
            "\(Self.mark)=true",
        ]
    }
}

/// The files with commands that a desktop or compositor runs when the session starts.
package struct SessionStartFiles: Sendable {
    private let base: BaseDirectories
    /// The names of this desktop.
    private let desktops: Set<String>

    /// - Parameter desktops: the value of `XDG_CURRENT_DESKTOP`.
    package init(_ base: BaseDirectories, desktops: String = "") {
        self.base = base
        self.desktops = Set(desktops.split(separator: ":").map(String.init))
    }

    /// Names below the configuration directory.
    private static let configurations = [
        "sway/config", "i3/config", "hypr/hyprland.conf", "river/init", "labwc/autostart",
        "openbox/autostart", "wayfire.ini", "niri/config.kdl", "bspwm/bspwmrc",
        "qtile/autostart.sh",
        "awesome/rc.lua",
    ]
    /// Directories of such files below the configuration directory, with the ending of their files.
    private static let directories = [
        ("sway/config.d", ""), ("hypr", ".conf"), ("i3/config.d", ""), ("autostart", ".desktop"),
    ]
    /// Names in the home directory.
    private static let scripts = [".xinitrc", ".xprofile", ".xsession", ".xsessionrc", ".profile"]

    /// Returns the lines that start one of the programs, at most one line per program and file.
    ///
    /// Passes over files that cannot be read: the files are the user's own and only looked at for a
    /// hint.
    ///
    /// - Parameter onlyStarts: true to leave out lines that end a program, and rules for keys and
    ///   windows.
    package func lines(
        starting programs: Set<String>, onlyStarts: Bool = false
    ) -> [SessionStartLine] {
        var paths = Self.configurations.map { "\(base.configuration)/\($0)" }
        for (name, ending) in Self.directories {
            let directory = "\(base.configuration)/\(name)"
            let names = (try? FileSystem.names(in: directory, ending: ending)) ?? []
            paths += names.map { "\(directory)/\($0)" }
        }
        paths += Self.scripts.map { "\(base.home)/\($0)" }
        var seen: Set<String> = []
        return paths.filter { path in
            seen.insert(path).inserted && (!Self.isDesktopFile(path) || isStarted(path))
        }.flatMap { Self.lines(in: $0, starting: programs, onlyStarts: onlyStarts) }
    }

    // MARK: Shared files

    /// Returns the packages' files with which this desktop starts one of the programs, except those
    /// that a file of the user's replaces ("Desktop Application Autostart Specification").
    package func shared(starting programs: Set<String>) -> [SharedStart] {
        var seen = Set(Self.desktopFiles(in: own))
        return base.sharedConfiguration.flatMap { directory in
            let shared = "\(directory)/autostart"
            let names = Self.desktopFiles(in: shared).filter { seen.insert($0).inserted }
            return names.compactMap { name -> SharedStart? in
                let path = "\(shared)/\(name)"
                guard isStarted(path),
                    let line = Self.lines(in: path, starting: programs).first
                else { return nil }
                return SharedStart(path: path, program: line.program, userFile: "\(own)/\(name)")
            }
        }
    }

    /// The paths of the user's files that `setup` has written in place of packages' files.
    package var hidingFiles: [String] {
        Self.desktopFiles(in: own).map { "\(own)/\($0)" }.filter { path in
            Self.entry(path).flatMap { try? $0.string(Self.group, SharedStart.mark) } == "true"
        }
    }

    private var own: String { "\(base.configuration)/autostart" }
    private static let group = "Desktop Entry"

    private static func isDesktopFile(_ path: String) -> Bool { path.hasSuffix(".desktop") }

    private static func desktopFiles(in directory: String) -> [String] {
        (try? FileSystem.names(in: directory, ending: ".desktop")) ?? []
    }

    private static func entry(_ path: String) -> KeyFile? {
        guard let bytes = (try? FileSystem.read(path)) ?? nil else { return nil }
        return try? KeyFile(bytes: bytes)
    }

    /// Returns true if this desktop runs the command of a desktop file.
    private func isStarted(_ path: String) -> Bool {
        guard let entry = Self.entry(path) else { return false }
        func names(_ key: String) -> [String]? { try? entry.strings(Self.group, key) }
        if (try? entry.string(Self.group, "Hidden")) == "true" { return false }
        if let only = names("OnlyShowIn"), desktops.isDisjoint(with: only) { return false }
        return desktops.isDisjoint(with: names("NotShowIn") ?? [])
    }

    // MARK: Lines

    private static func lines(
        in path: String, starting programs: Set<String>, onlyStarts: Bool = false
    ) -> [SessionStartLine] {
        guard let bytes = (try? FileSystem.read(path)) ?? nil else { return [] }
        let isDesktopFile = isDesktopFile(path)
        var found: [SessionStartLine] = []
        let text = String(decoding: bytes, as: UTF8.self)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let words = words(of: line)
            guard let first = words.first,
                !["#", ";", "--", "//"].contains(where: first.hasPrefix),
                !isDesktopFile || first == "Exec", !onlyStarts || isStart(words)
            else { continue }
            for program in programs where words.contains(program) {
                if found.contains(where: { $0.program == program }) { continue }
                found.append(
                    SessionStartLine(
                        path: path, number: index + 1, program: program, text: String(line)))
            }
        }
        return found
    }

    /// Words of lines that do not start a program, though they name one: commands that end it, and
    /// rules for keys and windows.
    private static let otherCommands: Set = [
        "stop", "restart", "try-restart", "mask", "disable", "status", "kill", "pkill", "killall",
    ]
    private static let rules: Set = [
        "bind", "bindsym", "bindcode", "bindd", "for_window", "windowrule", "windowrulev2",
        "assign",
    ]

    /// Returns true for the words of a line that can start a program with the session.
    private static func isStart(_ words: [String]) -> Bool {
        otherCommands.isDisjoint(with: words) && !rules.contains(words[0])
    }

    /// Returns the words of a line, without quotes, and of each path its last part.
    private static func words(of line: Substring) -> [String] {
        line.split { " \t=,;&|()[]{}\"'".contains($0) }.map { word in
            word.hasPrefix("#") || word.hasPrefix("//")
                ? String(word) : String(word.split(separator: "/").last ?? word)
        }
    }
}
