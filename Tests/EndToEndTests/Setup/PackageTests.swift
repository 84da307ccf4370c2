// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

extension EndToEnd.Setup {
    /// The scripts of the Debian package, run by dpkg in a folder of its own.
    @Suite(
        .serialized,
        .enabled(
            if: ["dpkg", "dpkg-deb"].allSatisfy {
                ProgramFile.find($0, in: nil) != nil
            }))
    @LoopActor struct PackageTests {
        /// Issue 17: the package was removed without a word about what `setup` had changed.
        @Test("dpkg names the next step after the first installation, and before a removal")
        func scripts() async throws {
            let folder = try makeTemporaryDirectory("package")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let administration = folder + "/root/var/lib/dpkg"
            for name in ["info", "updates"] {
                try FileManager.default.createDirectory(
                    atPath: "\(administration)/\(name)", withIntermediateDirectories: true)
            }
            try "".write(toFile: administration + "/status", atomically: true, encoding: .utf8)
            for version in ["1", "2"] { try await Self.pack(version, in: folder) }

            // The copy that the administrator makes by setup's command, and another program's file.
            let portals = folder + "/root/usr/share/xdg-desktop-portal/portals"
            try FileManager.default.createDirectory(
                atPath: portals, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: "\(Desktop.project)/dbus/focusd.portal", toPath: portals + "/focusd.portal")
            try "".write(toFile: portals + "/gtk.portal", atomically: true, encoding: .utf8)

            // Ann and Cy have run setup; Bob has not, or has undone it.
            try FileManager.default.createDirectory(
                atPath: folder + "/root/etc", withIntermediateDirectories: true)
            let names = ["ann", "bob", "cy"]
            let accounts = names.map { "\($0):x:1000:1000::/home/\($0):/bin/sh\n" }
            try accounts.joined().write(
                toFile: folder + "/root/etc/passwd", atomically: true, encoding: .utf8)
            let links = [
                try Self.link(
                    "ann/.local/share/dbus-1/services/org.freedesktop.Notifications.service",
                    to: "/usr/share/focusd/org.freedesktop.Notifications.service", in: folder),
                try Self.link(
                    "cy/.config/systemd/user/graphical-session.target.wants/focusd.service",
                    to: "/usr/lib/systemd/user/focusd.service", in: folder),
            ]
            _ = try Self.link(
                "bob/.local/share/dbus-1/services/org.freedesktop.Notifications.service",
                to: "/usr/share/dbus-1/services/org.knopwob.dunst.service", in: folder)

            let setup = "To use it in your session, run as yourself: focus-switch setup"
            #expect(try await Self.dpkg("-i", "1.deb", in: folder).contains(setup))
            // Neither a new version nor the same one again is a first installation or a removal.
            for _ in 1...2 {
                let upgrade = try await Self.dpkg("-i", "2.deb", in: folder)
                #expect(upgrade.contains("Setting up focusd (2)"))
                #expect(!upgrade.contains("focus-switch"), "\(upgrade)")
            }
            #expect(FileManager.default.fileExists(atPath: portals + "/focusd.portal"))
            let removal = try await Self.dpkg("-r", "focusd", in: folder)
            // Left behind, it had the portal lose notifications.
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: portals) == ["gtk.portal"])
            #expect(removal.contains("/portals/focusd.portal is removed, too"), "\(removal)")
            #expect(removal.contains("    systemctl --user stop focusd-stand-in "), "\(removal)")
            for words in ["focus-switch setup --undo", "systemctl --user disable --now focusd"] {
                #expect((removal + "\n").contains("    \(words)\n"), "\(removal)")
            }
            #expect(removal.contains("stay for these users: ann cy\n"), "\(removal)")
            // Trials on GNOME and Plasma: nothing showed notifications after the printed lines.
            #expect(removal.contains("Log out and in again, or run:"), "\(removal)")
            #expect(removal.contains("services/org.focusd.Focus1.service\n"), "\(removal)")
            // A trial with a newcomer: a Focus that was on went on silencing without a word.
            #expect(removal.contains("A Focus that is on goes on silencing"), "\(removal)")
            // A trial with a newcomer: the text began with the command that is gone by then.
            let parts = removal.components(separatedBy: "Before a removal")
            #expect(parts.count == 2 && !parts[0].contains("setup --undo"), "\(removal)")

            // Trials on GNOME and Plasma: the warning came after setup --undo, too.
            for link in links { try FileManager.default.removeItem(atPath: link) }
            _ = try await Self.dpkg("-i", "2.deb", in: folder)
            let quiet = try await Self.dpkg("-P", "focusd", in: folder)
            #expect(!quiet.contains("setup"), "\(quiet)")
        }

        /// A trial on two desktops: the icon ran on after the removal, without a word of it.
        @Test("a removal of the tray's package names the users whose icon runs")
        func tray() async throws {
            let folder = try makeTemporaryDirectory("tray-package")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let program = folder + "/usr/bin/focus-tray"
            try FileManager.default.createDirectory(
                atPath: folder + "/usr/bin", withIntermediateDirectories: true)
            let sleep = try #require(ProgramFile.find("sleep", in: nil))
            try FileManager.default.copyItem(atPath: sleep, toPath: program)
            func removal(_ action: String) async throws -> String {
                try await Tool(
                    ["\(Desktop.project)/.ci/deb-tray-prerm", action],
                    environment: Self.environment.merging(["DPKG_ROOT": folder]) { $1 },
                    isQuiet: true
                ).finish()
            }
            #expect(try await removal("remove") == "")
            let icon = try ChildProcess([program, "3600"], endsWithParent: true) { _ in }
            defer { icon.signal(SIGKILL) }
            let text = try await removal("remove")
            #expect(text.contains("The tray icon stays until the session ends for these users: "))
            #expect(text.hasSuffix("pkill -u \"$(id -u)\" -x focus-tray"), "\(text)")
            #expect(try await removal("upgrade") == "")
        }

        /// Makes a link in the home of a user, and returns its path.
        private static func link(
            _ name: String, to target: String, in folder: String
        ) throws -> String {
            let path = "\(folder)/root/home/\(name)"
            let parent = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
            try FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: target)
            return path
        }

        /// Makes a package of the scripts alone.
        private static func pack(_ version: String, in folder: String) async throws {
            let control = "\(folder)/\(version)/DEBIAN"
            try FileManager.default.createDirectory(
                atPath: control, withIntermediateDirectories: true)
            let fields = [
                "Package: focusd", "Version: \(version)", "Architecture: all",
                "Maintainer: focusd <focusd@example.org>", "Description: the scripts of focusd",
            ]
            try (fields.joined(separator: "\n") + "\n")
                .write(toFile: control + "/control", atomically: true, encoding: .utf8)
            for script in ["postinst", "prerm", "postrm"] {
                try FileManager.default.copyItem(
                    atPath: "\(Desktop.project)/.ci/deb-\(script)",
                    toPath: "\(control)/\(script)")
            }
            try await Tool(
                [
                    "dpkg-deb", "--root-owner-group", "--build", "\(folder)/\(version)",
                    "\(folder)/\(version).deb",
                ], environment: environment
            ).finish()
        }

        /// Runs dpkg on the folder, as a user without rights on the system.
        private static func dpkg(
            _ action: String, _ name: String, in folder: String
        ) async throws -> String {
            try await Tool(
                [
                    "dpkg", "--root=\(folder)/root", "--force-not-root",
                    "--force-script-chrootless", "--log=/dev/null", action,
                    action == "-i" ? "\(folder)/\(name)" : name,
                ], environment: environment, isQuiet: true
            ).finish()
        }

        private static let environment = [
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C",
        ]
    }
}
