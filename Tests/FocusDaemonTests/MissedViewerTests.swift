// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusDaemon

/// Which program shows the missed list where the user has named none.
@Suite struct MissedViewerTests {
    struct Desk: Sendable {
        var variables: [String: String] = [:]
        var programs: Set<String> = []
        let command: [String]?
    }

    static let list = ["/usr/bin/focus-switch", "missed", "--wait"]
    static let wayland = ["WAYLAND_DISPLAY": "wayland-0", "PATH": "/bin:/usr/bin"]

    @Test(arguments: [
        Desk(programs: ["/usr/bin/xdg-terminal-exec"], command: nil),
        Desk(variables: wayland, command: nil),
        Desk(
            variables: ["DISPLAY": ":0"], programs: ["/usr/bin/xdg-terminal-exec"],
            command: ["xdg-terminal-exec"] + list),
        Desk(
            variables: wayland.merging(["TERMINAL": "foot"]) { $1 },
            programs: ["/bin/foot", "/usr/bin/xdg-terminal-exec"],
            command: ["xdg-terminal-exec"] + list),
        Desk(
            variables: wayland.merging(["TERMINAL": "foot -T 'My list; $(id)'"]) { $1 },
            programs: ["/bin/foot", "/usr/bin/x-terminal-emulator"],
            command: ["foot", "-T", "My list; $(id)", "-e"] + list),
        Desk(
            variables: wayland.merging(["TERMINAL": "/usr/bin/gnome-terminal"]) { $1 },
            programs: ["/usr/bin/gnome-terminal"],
            command: ["/usr/bin/gnome-terminal", "--"] + list),
        Desk(
            variables: wayland.merging(["TERMINAL": "gone"]) { $1 },
            programs: ["/usr/bin/x-terminal-emulator"],
            command: ["x-terminal-emulator", "-e"] + list),
        Desk(
            variables: wayland.merging(["TERMINAL": "an 'unclosed quote"]) { $1 },
            command: nil),
    ])
    func firstTerminalThatIsThere(_ desk: Desk) {
        let command = MissedViewer.terminalCommand(
            environment: { desk.variables[$0] }, focusSwitch: "/usr/bin/focus-switch",
            isExecutable: desk.programs.contains)
        #expect(command == desk.command)
    }
}
