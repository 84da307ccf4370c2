// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import TestSupport
import Testing

extension EndToEnd.Setup {
    /// The installed files, as other programs see them.
    @Suite(.serialized) @LoopActor struct InstallationTests {
        @Test("installed files pass their readers' own checks, and are removed without a trace")
        func installation() async throws {
            let prefix = try makeTemporaryDirectory("prefix")
            let environment = try Self.environment(prefix)
            try await Tool([Desktop.project + "/.ci/install"], environment: environment).finish()
            try await Tool(
                [
                    // Whether the bus itself has a unit is the machine's business.
                    "systemd-analyze", "--user", "--recursive-errors=no", "verify",
                    prefix + "/lib/systemd/user/focusd.service",
                ],
                environment: environment
            ).finish()
            let icons = try FileManager.default.contentsOfDirectory(
                atPath: prefix + "/share/icons/hicolor/symbolic/apps")
            let suffix = "-symbolic.svg"
            // While focusd is stopped, nothing is missed.
            let always = "focusd-stopped" + suffix
            #expect(icons.contains(always))
            for icon in icons
            where icon.hasPrefix("focusd-") && !icon.hasSuffix("-missed" + suffix) && icon != always
            {
                var name = icon.dropLast(suffix.count)
                // The tray's own form of a Focus's icon.
                if name.hasSuffix("-tray") { name = name.dropLast("-tray".count) }
                #expect(
                    icons.contains(name + "-missed" + suffix),
                    "\(icon) has no variant for missed notifications")
            }
            #expect(icons.contains("focusd-on-symbolic.svg"))
            #expect(icons.contains("focusd-off-symbolic.svg"))
            for (tool, file) in [
                ("desktop-file-validate", "applications/org.focusd.Settings.desktop"),
                ("appstreamcli validate --no-net", "metainfo/org.focusd.Settings.metainfo.xml"),
            ] {
                try await Tool(
                    tool.split(separator: " ").map(String.init) + [prefix + "/share/" + file],
                    environment: environment
                ).finish()
            }
            let pages = try Self.files(below: prefix + "/share/man")
            #expect(pages.count >= 6)
            for page in pages {
                let said = try await Tool(
                    ["sh", "-c", "man --warnings -l \"$1\" 2>&1 >/dev/null", "sh", page],
                    environment: environment
                ).finish()
                #expect(said == "", "\(page)")
            }
            try Self.checkDocs(prefix + "/share/doc/focusd")
            try await Tool(
                [Desktop.project + "/.ci/install", "--remove"], environment: environment
            ).finish()
            #expect(try Self.files(below: prefix) == [])
            try? FileManager.default.removeItem(atPath: prefix)
        }

        @Test("setup makes the bus start focusd and not its rival, and undoes that")
        func setup() async throws {
            let prefix = try makeTemporaryDirectory("prefix")
            try await Tool(
                [Desktop.project + "/.ci/install"], environment: Self.environment(prefix)
            ).finish()
            try await withDesktop(hasServer: false) { desktop in
                let services = prefix + "/share/dbus-1/services"
                let own = prefix + "/share/focusd/org.freedesktop.Notifications.service"
                let mark = desktop.home + "/rival"
                try desktop.writeFile(
                    services + "/a-rival.service",
                    "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=/bin/touch \(mark)\n"
                )
                let more = ["XDG_DATA_DIRS": prefix + "/share", "LC_ALL": "C.UTF-8"]
                let program = prefix + "/bin/focus-switch"
                let doctor = try desktop.tool(program, "doctor", "--json", environment: more)
                try await doctor.ended()
                #expect(doctor.text.contains("\"problem\":\"service-competing\""))
                #expect(doctor.text.contains("\"problem\":\"not-running\""))
                let link =
                    desktop.home + "/data/dbus-1/services/org.freedesktop.Notifications.service"
                // Without a bus, so that no focusd is started.
                let offline = more.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]) {
                    $1
                }
                let setup = try desktop.tool(program, "setup", "--yes", environment: offline)
                try await setup.finish()
                let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
                #expect(target == own)
                let again = try desktop.tool(program, "setup", environment: offline)
                #expect(try await again.finish().hasPrefix("There is nothing to do:"))
                let undo = try desktop.tool(
                    program, "setup", "--undo", "--yes", environment: offline)
                try await undo.finish()
                #expect(SymbolicLink.isMissing(link))
            }
            try? FileManager.default.removeItem(atPath: prefix)
        }

        /// Checks the links of the installed articles: with the package alone, they led nowhere.
        private static func checkDocs(_ folder: String) throws {
            let pages = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
            #expect(pages.isSuperset(of: ["README.md", "OnGNOME.md", "OnPlasma.md"]))
            for page in pages {
                let text = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
                #expect(!text.contains("doc:"), "\(page)")
                for match in text.matches(of: /\]\(([^)#]*)/) {
                    let target = String(match.output.1)
                    if target.isEmpty || target.hasPrefix("/") || target.hasPrefix("https:") {
                        continue
                    }
                    #expect(pages.contains(target), "\(page): \(target)")
                }
            }
        }

        private enum SymbolicLink {
            static func isMissing(_ path: String) -> Bool {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil
            }
        }

        private static func environment(_ prefix: String) throws -> [String: String] {
            let programs = (Programs.path("focusd") as NSString).deletingLastPathComponent
            return ProcessInfo.processInfo.environment.merging([
                "PREFIX": prefix, "BUILD": programs, "LC_ALL": "C.UTF-8", "MANWIDTH": "80",
                // systemd-analyze makes a folder there that it leaves.
                "XDG_RUNTIME_DIR": try makeTemporaryDirectory("run"),
                "MANPATH": prefix + "/share/man",
            ]) { $1 }
        }

        private static func files(below directory: String) throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: directory)
                .map { directory + "/" + $0 }
                .filter { path in
                    let facts = try FileManager.default.attributesOfItem(atPath: path)
                    return facts[.type] as? FileAttributeType != .typeDirectory
                }
        }
    }
}
