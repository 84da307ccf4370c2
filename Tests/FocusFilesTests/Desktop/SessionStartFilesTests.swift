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
        #expect(lines[0].place.hasSuffix(":\(number)"))
    }

    @Test(arguments: [
        ("sway/config", "# exec mako\nbindsym x exec makoctl dismiss\nexec makoo\n"),
        ("autostart/d.desktop", "[Desktop Entry]\nName=dunst\nExec=waybar\n"),
        ("sway/other", "exec mako\n"),
    ])
    func otherLinesAreNot(_ name: String, _ text: String) throws {
        #expect(try lines(name, text).isEmpty)
    }

    private func lines(_ name: String, _ text: String) throws -> [SessionStartLine] {
        let home = try makeTemporaryDirectory("home")
        defer { try? FileManager.default.removeItem(atPath: home) }
        let file = URL(filePath: "\(home)/.config/\(name)").standardized
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        let base = BaseDirectories { $0 == "HOME" ? home : nil }
        return SessionStartFiles(base).lines(starting: ["mako", "dunst"])
    }
}
