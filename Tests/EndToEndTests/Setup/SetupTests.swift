// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

extension EndToEnd.Setup {
    /// The first minutes of a new user, with an installed focusd and a server that runs (issue 17).
    @Suite(.serialized) @LoopActor struct SetupTests {
        @Test("before setup no command starts focusd or replaces the server that runs")
        func beforeSetup() async throws {
            try await withInstalled { session in
                for words in [["status"], ["list"], ["missed"], ["doctor"], ["do-not-disturb"], []]
                {
                    let tool = try session.focusSwitch(words)
                    try await tool.ended()
                    // The list is in files.
                    let isDone = try await tool.exits.next() == .exited(0)
                    #expect(isDone == (words == ["list"]), "\(words)")
                }
                #expect(try session.owner() == session.serverID)
                #expect(!FileManager.default.fileExists(atPath: session.mark))
                let brief = try session.focusSwitch([])
                try await brief.ended()
                #expect(brief.text.contains("focus-console shows notifications now"))
                #expect(brief.text.split(separator: "\n").count == 5)
            }
        }

        @Test("setup --yes replaces the server, and setup --undo brings it back")
        func thereAndBack() async throws {
            try await withInstalled { session in
                let setup = try await session.focusSwitch(["setup", "--yes"]).finish()
                #expect(setup.contains("Start focusd now, in front of focus-console:"))
                #expect(setup.contains("focusd is running; "))
                // The next command asks the focusd that setup has started, and no second one.
                let first = try session.owner()
                #expect(first != session.serverID)
                try await session.focusSwitch(["status"]).finish()
                #expect(try session.owner() == first)
                let undo = try await session.focusSwitch(["setup", "--undo", "--yes"]).finish()
                #expect(undo.hasSuffix("focusd is off; focus-console shows notifications again."))
                // Issue 17: it did not say which files stay.
                #expect(undo.contains("These stay: "), "\(undo)")
                #expect(undo.contains("the history in "), "\(undo)")
                #expect(undo.contains("\nTo remove these directories:\n"), "\(undo)")
                let later = try #require(try session.owner())
                #expect(later != first)
                #expect(session.program(later) == "focus-console")
                let status = try session.focusSwitch(["status"])
                #expect(try await status.exits.next() == .exited(3))
                #expect(try session.owner() == later)
                kill(Int32(bitPattern: later), SIGTERM)
            }
        }

        /// With `dbus-run-session`, setup restarted the focusd of another session and then failed.
        @Test("where systemd is not on the session's bus, setup starts no unit")
        func otherBus() async throws {
            try await withInstalled { session in
                try session.desktop.writeFile(session.desktop.home + "/runtime/systemd/private", "")
                try session.desktop.writeFile(
                    session.desktop.home + "/config/systemd/user/focusd.service",
                    "[Service]\nBusName=org.focusd.Focus1\nExecStart=/usr/bin/focusd --replace\n")
                let setup = try session.focusSwitch(["setup"])
                try await setup.ended()
                #expect(setup.text.contains("setsid --fork focusd --replace"), "\(setup.text)")
                #expect(!setup.text.contains("systemctl"), "\(setup.text)")
            }
        }

        /// The link went to a directory where the bus does not look.
        @Test("setup writes where the bus looks, if this shell has another XDG_DATA_HOME")
        func otherData() async throws {
            try await withInstalled { session in
                let home = session.desktop.home
                var variables = ProcessInfo.processInfo.environment
                variables["HOME"] = home
                variables["XDG_DATA_HOME"] = home + "/bus-data"
                variables["XDG_CONFIG_HOME"] = home + "/bus-config"
                let bus = try PrivateBus(environment: variables)
                defer { bus.stop() }
                let setup = try session.focusSwitch(
                    ["setup"], ["DBUS_SESSION_BUS_ADDRESS": bus.address])
                try await setup.ended()
                let name = "dbus-1/services/org.freedesktop.Notifications.service"
                #expect(setup.text.contains("/bus-data/\(name)"), "\(setup.text)")
                #expect(!setup.text.contains("/data/\(name)"), "\(setup.text)")
                #expect(setup.text.contains("The session bus looks for these files in \(home)/bus"))
                #expect(setup.text.contains("From the next session on, unless its start gives"))
                #expect(setup.text.contains("focusd reads its files in \(home)/bus-config/focusd"))
            }
        }

        // MARK: Parts

        /// A session with focusd installed and focus-console showing notifications.
        @LoopActor final class Installed {
            let desktop: Desktop
            let prefix: String
            let serverID: UInt32
            let mark: String
            private let probe: Connection
            private let environment: [String: String]

            init(_ desktop: Desktop, _ prefix: String) async throws {
                self.desktop = desktop
                self.prefix = prefix
                mark = desktop.home + "/started"
                let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
                environment = [
                    "XDG_DATA_DIRS": prefix + "/share", "LC_ALL": "C.UTF-8",
                    "PATH": prefix + "/bin:" + path,
                ]
                let console = prefix + "/bin/focus-console"
                try desktop.write(
                    "focusd.conf", "[Server]\nCommand=\(console) --output /dev/null\n")
                // A focusd that the bus would start leaves a mark.
                try desktop.writeFile(
                    desktop.home + "/services/org.focusd.Focus1.service",
                    "[D-BUS Service]\nName=org.focusd.Focus1\nExec=/bin/touch \(mark)\n")
                probe = try desktop.session.connect()
                let server = try desktop.tool(
                    console, "--output", "/dev/null", environment: environment)
                desktop.belongings.append(server)
                try await desktop.wait(for: WireName.notifications)
                serverID = UInt32(bitPattern: server.process.pid)
            }

            func focusSwitch(
                _ words: [String], _ more: [String: String] = [:]
            ) throws -> Tool {
                let environment = environment.merging(more) { $1 }
                return try Tool(
                    [prefix + "/bin/focus-switch"] + words,
                    environment: desktop.environment.merging(environment) { $1 }, isQuiet: true)
            }

            /// The process that shows notifications.
            func owner() throws -> UInt32? {
                let call = Message.methodCall(
                    destination: WireName.bus, path: WireName.busPath,
                    interface: WireName.busInterface, member: "GetConnectionUnixProcessID")
                try call.append(.string(WireName.notifications.rawValue))
                return try probe.callBlocking(call, timeout: .seconds(60)).arguments().first?
                    .asUInt32
            }

            nonisolated func program(_ process: UInt32) -> String {
                let text = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
                return (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            }
        }

        private func withInstalled(
            _ body: @LoopActor (Installed) async throws -> Void
        ) async throws {
            let prefix = try makeTemporaryDirectory("prefix")
            let programs = (Programs.path("focusd") as NSString).deletingLastPathComponent
            try await Tool(
                [Desktop.project + "/.ci/install"],
                environment: ProcessInfo.processInfo.environment.merging(
                    ["PREFIX": prefix, "BUILD": programs]) { $1 }
            ).finish()
            try await withDesktop(hasServer: false) { desktop in
                try await body(Installed(desktop, prefix))
            }
            try? FileManager.default.removeItem(atPath: prefix)
        }
    }
}
