// SPDX-License-Identifier: Apache-2.0

/// A line of the user's that starts a program with each session.
package struct SessionStartLine: Hashable, Sendable {
    package let path: String
    /// The line's number; the first line is 1.
    package let number: Int
    /// The program, without its directory.
    package let program: String

    package init(path: String, number: Int, program: String) {
        self.path = path
        self.number = number
        self.program = program
    }

    /// `FILE:LINE`.
    package var place: String { "\(path):\(number)" }
}

/// The user's files with commands that a desktop or compositor runs when the session starts.
package struct SessionStartFiles: Sendable {
    private let base: BaseDirectories

    package init(_ base: BaseDirectories) { self.base = base }

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
    package func lines(starting programs: Set<String>) -> [SessionStartLine] {
        var paths = Self.configurations.map { "\(base.configuration)/\($0)" }
        for (name, ending) in Self.directories {
            let directory = "\(base.configuration)/\(name)"
            let names = (try? FileSystem.names(in: directory, ending: ending)) ?? []
            paths += names.map { "\(directory)/\($0)" }
        }
        paths += Self.scripts.map { "\(base.home)/\($0)" }
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted }
            .flatMap { Self.lines(in: $0, starting: programs) }
    }

    private static func lines(
        in path: String, starting programs: Set<String>
    ) -> [SessionStartLine] {
        guard let bytes = (try? FileSystem.read(path)) ?? nil else { return [] }
        let isDesktopFile = path.hasSuffix(".desktop")
        var found: [SessionStartLine] = []
        let text = String(decoding: bytes, as: UTF8.self)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let words = words(of: line)
            guard let first = words.first,
                !["#", ";", "--", "//"].contains(where: first.hasPrefix),
                !isDesktopFile || first == "Exec"
            else { continue }
            for program in programs where words.contains(program) {
                if found.contains(where: { $0.program == program }) { continue }
                found.append(SessionStartLine(path: path, number: index + 1, program: program))
            }
        }
        return found
    }

    /// Returns the words of a line, without quotes, and of each path its last part.
    private static func words(of line: Substring) -> [String] {
        line.split { " \t=,;&|()[]{}\"'".contains($0) }.map { word in
            word.hasPrefix("#") || word.hasPrefix("//")
                ? String(word) : String(word.split(separator: "/").last ?? word)
        }
    }
}
