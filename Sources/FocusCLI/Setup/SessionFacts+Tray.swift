// SPDX-License-Identifier: Apache-2.0

// The package of focus-tray has a file in /etc/xdg/autostart. Desktops run such files; compositors
// such as sway, and window managers such as i3, leave that to the user: the icon was not there
// after the next login.

import FocusClient
import FocusFiles
import FocusWire
import GLibLoop
import Glibc

extension SessionFacts {
    /// Returns true if a process has started after the installation of a file; false if that is not
    /// known.
    static func began(_ processID: UInt32, after path: String) -> Bool {
        var file = stat()
        guard let bytes = OpenFile.read(path: "/proc/\(processID)/stat", upTo: 4_096),
            let start = startTime(String(decoding: bytes, as: UTF8.self)),
            unsafe stat(path, &file) == 0
        else { return false }
        // The time of the change, since packages set the other one to that of their build.
        let installed = Int64(file.st_ctim.tv_sec) * 1_000 + Int64(file.st_ctim.tv_nsec) / 1_000_000
        return KernelClock.lead + start > installed
    }

    /// Returns the start of a process in milliseconds after the machine's, from the text of
    /// `/proc/PID/stat` (proc(5)); nil for another text.
    private static func startTime(_ text: String) -> Int64? {
        // The name, in parentheses, may contain blanks and parentheses; the third field follows.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[end...].split(separator: " ").dropFirst()
        let place = fields.startIndex + 22 - 3
        guard fields.indices.contains(place), let ticks = Int64(fields[place]) else { return nil }
        return ticks * 1_000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK))))
    }

    /// A sentence about a tray icon that no login starts, without the command for it; nil if it is
    /// started, or not installed.
    var trayNote: String? {
        guard lacksTrayStart else { return nil }
        return "This session does not run the files of /etc/xdg/autostart, so no login starts the"
            + " tray icon. To start it with each session, let your desktop or compositor run this"
            + " command at its start"
    }

    /// The command of ``trayNote``, as the files of sway and i3 have it.
    static let trayLine = "exec focus-tray"

    /// The way to a tray, as a clause; nil where one runs, or the icon is not installed.
    var missingTrayRemedy: String? {
        trayProgram != nil && hasBus && !hasTrayHost
            ? shell?.trayRemedy(installed: trayExtension) : nil
    }

    /// The command that starts the icon now, and leaves the terminal.
    var trayCommand: String? {
        trayProgram.map { path in
            let isCommon = ["/usr/bin/", "/usr/local/bin/"].contains(where: path.hasPrefix)
            let program = isCommon ? Self.name(of: path) : shellQuoted(path)
            return "setsid --fork \(program)"
        }
    }

    /// The start of the icon, for `setup`; nil where no tray would show it.
    var trayStep: Step? {
        guard hasBus, hasTrayHost, tray == nil, let trayCommand else { return nil }
        return Step(reason: "Show the tray icon", command: "\(trayCommand) >/dev/null 2>&1")
    }

    /// The end of the icon, for `setup --undo`. The next login starts it where a desktop does.
    var trayEnd: Step? {
        guard trayProgram != nil, let tray else { return nil }
        return Step(reason: "Remove the tray icon", command: Self.ending(tray))
    }

    /// The check of the tray icon's start.
    var trayCheck: DoctorCheck? {
        guard isSetUp else { return nil }
        if let shell, let remedy = missingTrayRemedy {
            return Self.good(
                "tray icon", "\(shell.title) has no tray by itself; for the icon, \(remedy)")
        }
        guard lacksTrayStart else { return nil }
        return Self.good(
            "tray icon",
            "this session does not run /etc/xdg/autostart; for the icon after each login, let your"
                + " desktop or compositor run at its start: \(Self.trayLine)")
    }

    /// Window managers and compositors that run no files of `/etc/xdg/autostart` by themselves.
    private static let bareDesktops: Set<String> = [
        "sway", "i3", "hyprland", "river", "labwc", "niri", "wayfire", "bspwm", "qtile", "awesome",
        "openbox", "dwl", "dwm", "wlroots",
    ]

    /// Returns true for a session that does not run the files of `/etc/xdg/autostart`. A desktop
    /// that does gives its name to its programs.
    static func ignoresAutostart(_ environment: [String: String]) -> Bool {
        let isGraphical = ["WAYLAND_DISPLAY", "DISPLAY"].contains {
            environment[$0]?.isEmpty == false
        }
        let names = (environment["XDG_CURRENT_DESKTOP"] ?? "").lowercased().split(separator: ":")
        return isGraphical && names.allSatisfy { bareDesktops.contains(String($0)) }
    }
}
