// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import Foundation
import TestSupport
import Testing

/// Issue 17: with `exec mako` in a compositor's file, focusd was gone after the next login.
@Suite struct SessionStartFilesTests {
    @Test(arguments: [
        ("sway/config", "set $mod Mod4\nexec mako\n", 2, "mako"),
        ("i3/config", "exec --no-startup-id /usr/bin/dunst -conf /etc/dunst\n", 1, "dunst"),
        ("hypr/hyprland.conf", "exec-once=dunst & waybar\n", 1, "dunst"),
        ("hypr/start.conf", "\n\nexec-once = mako\n", 3, "mako"),
        ("niri/config.kdl", "spawn-at-startup \"mako\"\n", 1, "mako"),
        ("autostart/d.desktop", "[Desktop Entry]\nName=mako\nExec=dunst\n", 3, "dunst"),
        ("../.xinitrc", "#!/bin/sh\ndunst &\n", 2, "dunst"),
    ])
    func lineIsFound(_ name: String, _ text: String, _ number: Int, _ program: String) throws {
        let lines = try lines(name, text)
        #expect(lines.map(\.number) == [number])
        #expect(lines.map(\.program) == [program])
        let texts = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.map(\.text) == [String(texts[number - 1])])
        #expect(lines[0].place.hasSuffix(":\(number)"))
    }

    @Test(arguments: [
        ("sway/config", "# exec mako\nbindsym x exec makoctl dismiss\nexec makoo\n"),
        ("autostart/d.desktop", "[Desktop Entry]\nName=dunst\nExec=waybar\n"),
        ("sway/other", "exec mako\n"),
        ("autostart/d.desktop", "[Desktop Entry]\nHidden=true\nExec=dunst\n"),
    ])
    func otherLinesAreNot(_ name: String, _ text: String) throws {
        #expect(try lines(name, text).isEmpty)
    }

    @Test func linesThatEndAProgramOrAreRulesAreNoStarts() throws {
        let home = try makeTemporaryDirectory("home")
        defer { try? FileManager.default.removeItem(atPath: home) }
        let text = """
            bindsym $mod+n exec systemctl --user restart focusd
            exec systemctl --user stop focusd
            for_window [app_id="focusd"] floating enable
            exec systemctl --user start focusd

            """
        try Self.write(text, "\(home)/.config/sway/config")
        let files = SessionStartFiles(BaseDirectories { $0 == "HOME" ? home : nil })
        #expect(files.lines(starting: ["focusd"], onlyStarts: true).map(\.number) == [4])
    }

    /// Debian 12's file, with which Xfce starts its server before the bus starts focusd.
    private static let xfce = """
        [Desktop Entry]
        Type=Application
        Name=Xfce Notification Daemon
        Exec=/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd
        OnlyShowIn=XFCE;

        """

    @Test(arguments: [
        (xfce, "XFCE", "", true), (xfce, "X:XFCE", "", true), (xfce, "KDE", "", false),
        (xfce, "", "", false), (xfce + "Hidden=true\n", "XFCE", "", false),
        (xfce, "XFCE", "[Desktop Entry]\nHidden=true\n", false),
        ("[Desktop Entry]\nExec=xfce4-notifyd\nNotShowIn=KDE;\n", "KDE", "", false),
        ("[Desktop Entry]\nExec=xfce4-notifyd\nNotShowIn=KDE;\n", "XFCE", "", true),
    ])
    func sharedFile(
        _ text: String, _ desktops: String, _ own: String, _ isFound: Bool
    ) throws {
        let home = try makeTemporaryDirectory("home")
        defer { try? FileManager.default.removeItem(atPath: home) }
        let shared = "\(home)/xdg/autostart/xfce4-notifyd.desktop"
        let user = "\(home)/.config/autostart/xfce4-notifyd.desktop"
        try Self.write(text, shared)
        if !own.isEmpty { try Self.write(own, user) }
        let base = BaseDirectories { ["HOME": home, "XDG_CONFIG_DIRS": "\(home)/xdg"][$0] }
        let files = SessionStartFiles(base, desktops: desktops)
        let start = SharedStart(path: shared, program: "xfce4-notifyd", userFile: user)
        #expect(files.shared(starting: ["xfce4-notifyd"]) == (isFound ? [start] : []))
        #expect(files.shared(starting: ["dunst"]).isEmpty)
        #expect(files.hidingFiles.isEmpty)
        try Self.write(start.hidingLines.joined(separator: "\n"), user)
        #expect(files.shared(starting: ["xfce4-notifyd"]).isEmpty)
        #expect(files.hidingFiles == [user])
    }

    /// LXQt's server has no service file: only its process tells its name, which is cut off.
    @Test func programOfARecord() {
        let server = SetupRecord(
            program: "lxqt-notificati", command: ["/usr/bin/lxqt-notificationd"])
        #expect(server.installedProgram == "lxqt-notificationd")
        #expect(SetupRecord(program: "python3", command: ["python3", "a"]).installedProgram == nil)
    }

    private static func write(_ text: String, _ path: String) throws {
        let file = URL(filePath: path).standardized
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func lines(_ name: String, _ text: String) throws -> [SessionStartLine] {
        let home = try makeTemporaryDirectory("home")
        defer { try? FileManager.default.removeItem(atPath: home) }
        try Self.write(text, "\(home)/.config/\(name)")
        let base = BaseDirectories { $0 == "HOME" ? home : nil }
        return SessionStartFiles(base).lines(starting: ["mako", "dunst"])
    }
}
