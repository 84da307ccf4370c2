// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// With lingering, focusd may run before the log-in: it ended for good when the desktop started.
extension EndToEnd.Server {
    @Suite(.serialized, .timeLimit(.minutes(20))) @LoopActor struct LateDesktopTests {
        @Test("a focusd that GNOME's helper replaces fails, and the next one has the names")
        func gnome() async throws {
            try await withDesktop(hasServer: false) { desktop in
                try await desktop.start(["--replace"])
                let shell = try FakeShell(FakeShell.gnome, at: desktop.session.address)
                let helper = try FakeHelper(at: desktop.session.address)
                #expect(helper.ownsServerName)
                // systemd starts focusd again after a failure.
                #expect(try await desktop.endOfItself() == .exited(1))
                try await desktop.start(["--replace"])
                try await helper.ends.next()
                _ = try await desktop.client().notify("a")
                #expect(try await shell.server.notification(1).summary == "a")
            }
        }

        /// Without a terminal, in which focus-console would be the server.
        private static let withoutTerminal = ["/bin/sh", "-c", "exec \"$@\" >/dev/null", "sh"]

        /// Any installed server took the place of Plasma, if the display appeared before the shell.
        @Test(
            "a focusd from before the log-in keeps its name when plasmashell starts",
            arguments: [false, true])
        func plasma(hasOtherServer: Bool) async throws {
            try await withDesktop(hasServer: false) { desktop in
                if hasOtherServer { try await Self.installDunst(in: desktop) }
                try await desktop.start(["--replace"], through: Self.withoutTerminal)
                let shell = try FakeShell(
                    FakeShell.plasma, at: desktop.session.address, asksLater: true)
                try await desktop.waitForLog("focusd keeps the name")
                try shell.askForServerName()
                #expect(!shell.ownsServerName)
                _ = try await desktop.client().notify("a")
                let shown = try await shell.server.notification(1)
                #expect(shown.summary == "a")
            }
        }

        /// Has a server other than the bridge fit the display.
        private static func installDunst(in desktop: Desktop) async throws {
            try await Programs.make(
                "#!/bin/sh\nexec tail -f /dev/null\n", at: desktop.home + "/bin/dunst")
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            desktop.variables["PATH"] = desktop.home + "/bin:" + path
            desktop.variables["DISPLAY"] = ":77"
        }

        /// Has focusd find only the programs of a new folder, and returns the folder.
        private static func folderWithoutServers(in desktop: Desktop) throws -> String {
            let folder = desktop.home + "/bin"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            for program in ["dbus-daemon", "tail"] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(folder)/\(program)", withDestinationPath: "/usr/bin/\(program)")
            }
            desktop.variables["PATH"] = folder
            return folder
        }

        /// A trial with a newcomer: after `apt install dunst`, doctor still wanted it installed.
        @Test("a server that is installed while focusd runs is started", arguments: [false, true])
        func laterServer(isAsked: Bool) async throws {
            try await withDesktop(hasServer: false) { desktop in
                let folder = try Self.folderWithoutServers(in: desktop)
                desktop.variables["DISPLAY"] = ":77"
                try await desktop.start([], through: Self.withoutTerminal)
                try await desktop.waitForLog("no notification server is installed")
                try await Programs.make(
                    "#!/bin/sh\necho dunst is here >&2\nexec tail -f /dev/null\n",
                    at: folder + "/dunst")
                let client = try desktop.client()
                if isAsked {
                    _ = try await client.doctor("server")
                } else {
                    _ = try await client.notify("a")
                }
                try await desktop.waitForLog("dunst is here")
            }
        }

        /// focusd waited for a program that was gone, with another server installed.
        @Test(
            "an installed server takes the place of a removed one, unless the user chose that",
            arguments: ["", "--server", "Command="])
        func removedServer(choice: String) async throws {
            try await withDesktop(hasServer: false) { desktop in
                let folder = try Self.folderWithoutServers(in: desktop)
                // Any socket that accepts connections counts as a compositor's.
                desktop.variables["WAYLAND_DISPLAY"] = String(
                    desktop.session.address.dropFirst("unix:path=".count))
                let dunst = folder + "/dunst"
                try await Programs.make("#!/bin/sh\nexit 1\n", at: dunst)
                if choice == "Command=" {
                    try desktop.write("focusd.conf", "[Server]\nCommand=\(dunst)\n")
                }
                try await desktop.start(
                    choice == "--server" ? ["--server", dunst] : [],
                    through: Self.withoutTerminal)
                try FileManager.default.removeItem(atPath: dunst)
                let client = try desktop.client()
                try await client.waitForStatus(\.server.isMissing)
                try await Programs.make(
                    "#!/bin/sh\necho mako is here >&2\nexec tail -f /dev/null\n",
                    at: folder + "/mako")
                let check = try await client.doctor("server")
                if choice.isEmpty {
                    try await desktop.waitForLog("mako is here")
                    return
                }
                #expect(try await client.status().server.command == dunst)
                #expect(check.problem?.remedy.contains(choice) == true)
            }
        }

        /// A server that is no child of focusd's kept the name, and the bridge was not started.
        @Test(
            "a server that an earlier focusd left makes room for plasmashell",
            arguments: [false, true])
        func leftServer(hasOtherServer: Bool) async throws {
            try await withDesktop(hasServer: false) { desktop in
                if hasOtherServer { try await Self.installDunst(in: desktop) }
                let console = "\(Programs.path("focus-console")) --output \(desktop.home)/shown"
                try await desktop.start(["--replace", "--server", console])
                _ = try await desktop.client().call("GetServerInformation")
                let left = try desktop.processOnPrivateBus(WireName.notifications)
                try await desktop.end(SIGKILL)
                try await desktop.start(["--replace"], through: Self.withoutTerminal)
                let shell = try FakeShell(
                    FakeShell.plasma, at: desktop.session.address, asksLater: true)
                try await desktop.waitForLog("focusd keeps the name")
                try shell.askForServerName()
                #expect(!shell.ownsServerName)
                try await desktop.waitForEnd(of: left)
                _ = try await desktop.client().notify("a")
                let shown = try await shell.server.notification(1)
                #expect(shown.summary == "a")
            }
        }

        /// The bridge took the place of the user's choice, which had ended for want of a display.
        @Test("a server that the user has chosen stays when plasmashell starts")
        func chosenServer() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let script = desktop.home + "/server"
                try desktop.writeFile(script, "echo chosen server >&2\nexit 1\n")
                try desktop.write("focusd.conf", "[Server]\nCommand=/bin/sh \(script)\n")
                try await desktop.start(["--replace"], through: Self.withoutTerminal)
                try await desktop.waitForLog("chosen server")
                let shell = try FakeShell(
                    FakeShell.plasma, at: desktop.session.address, asksLater: true)
                try await desktop.waitForLog("focusd keeps the name")
                try shell.askForServerName()
                #expect(!shell.ownsServerName)
                let starts = desktop.log.components(separatedBy: "chosen server").count - 1
                try await desktop.waitForLog(
                    "chosen server", times: starts + 1)
            }
        }

        @Test("another program that takes the name is no failure")
        func otherProgram() async throws {
            try await withDesktop(hasServer: false) { desktop in
                try await desktop.start(["--replace"])
                let other = try desktop.session.connect()
                defer { other.close() }
                _ = try other.requestName(
                    WireName.notifications, [.replaceExisting, .doNotQueue])
                #expect(try await desktop.endOfItself() == .exited(0))
            }
        }
    }
}
