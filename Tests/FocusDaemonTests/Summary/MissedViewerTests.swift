// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Testing

@testable import FocusDaemon

/// The program that shows the missed list if the user has named none.
@Suite struct MissedViewerTests {
    struct Desk: Sendable {
        var variables: [String: String] = [:]
        var programs: Set<String> = []
        var links: [String: String] = [:]
        let command: [String]?
    }

    @Test @LoopActor func theSettingsWindowIsUsedWhereItIsInstalled() {
        let desktop = "/usr/share/applications/org.focusd.Settings.desktop"
        let program = "/usr/bin/focus-settings"
        func command(_ program: String?, _ files: Set<String>, hasDisplay: Bool = true) -> [String]?
        {
            MissedViewer.window(
                beside: program, hasDisplay: hasDisplay, isReadable: files.contains)
        }
        #expect(command(program, [desktop]) == [program, "--missed"])
        #expect(command(program, [desktop], hasDisplay: false) == nil)
        #expect(command(program, []) == nil)
        #expect(command("/src/.build/debug/focus-settings", [desktop]) == nil)
        #expect(command(nil, [desktop]) == nil)
    }

    @LoopActor private final class Failures {
        var all: [String?] = []
    }

    /// Issue 15: each call started a program.
    @Test @LoopActor func startedProgramsHaveALimit() throws {
        // The loop learns of the programs' ends after this test, which does not wait.
        let viewer = MissedViewer(sessionBus: "unix:path=/none", log: Log()) { ["true"] }
        let failures = Failures()
        for _ in 1...MissedViewer.maximumOpenings {
            viewer.open(activationToken: nil) { failures.all.append($0) }
        }
        #expect(failures.all.isEmpty)
        viewer.open(activationToken: nil) { failures.all.append($0) }
        #expect(failures.all == ["the missed list is being opened 8 times already; wait a moment"])
        viewer.listWasRead()
        #expect(failures.all.count == 1 + MissedViewer.maximumOpenings)
        #expect(failures.all.dropFirst().allSatisfy { $0 == nil })
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
            command: ["foot", "-T", "My list; $(id)"] + list),
        Desk(
            variables: wayland.merging(["TERMINAL": "my-terminal"]) { $1 },
            programs: ["/bin/my-terminal"], command: ["my-terminal", "-e"] + list),
        // In sway, with Debian's alternative set to xterm and without Xwayland.
        Desk(
            variables: wayland, programs: ["/usr/bin/x-terminal-emulator", "/usr/bin/foot"],
            command: ["foot"] + list),
        Desk(variables: wayland, programs: ["/usr/bin/x-terminal-emulator"], command: nil),
        Desk(
            variables: ["DISPLAY": ":0"],
            programs: ["/usr/bin/x-terminal-emulator", "/usr/bin/foot"],
            links: ["/usr/bin/x-terminal-emulator": "/usr/bin/xterm"],
            command: ["x-terminal-emulator"]
                + ["-fa", "Monospace", "-fs", "11", "-geometry", "100x30", "-e"] + list),
        Desk(
            variables: wayland.merging(["TERMINAL": "/usr/bin/gnome-terminal"]) { $1 },
            programs: ["/usr/bin/gnome-terminal"],
            command: ["/usr/bin/gnome-terminal", "--"] + list),
        Desk(
            variables: wayland.merging(["TERMINAL": "gone", "DISPLAY": ":0"]) { $1 },
            programs: ["/usr/bin/x-terminal-emulator"],
            command: ["x-terminal-emulator", "-e"] + list),
        Desk(
            variables: wayland.merging(["TERMINAL": "an 'unclosed quote"]) { $1 },
            command: nil),
    ])
    func firstTerminalThatIsThere(_ desk: Desk) {
        let command = TerminalCommand.command(
            for: Self.list, environment: { desk.variables[$0] },
            isExecutable: desk.programs.contains, target: { desk.links[$0] ?? $0 })
        #expect(command == desk.command)
    }
}
