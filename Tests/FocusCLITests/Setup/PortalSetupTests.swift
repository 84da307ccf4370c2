// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

@Suite("setup of the notification portal (issue 19)") struct PortalSetupTests {
    /// A home with an installed focusd and a portal of that version.
    private struct Home {
        let path: String
        let base: BaseDirectories

        init(_ version: String) throws {
            path = try makeTemporaryDirectory("home")
            let path = path
            base = BaseDirectories { name in
                switch name {
                case "HOME": path
                case "XDG_DATA_DIRS": path + "/share"
                default: nil
                }
            }
            try write("share/focusd/focusd.portal", "")
            try write("portal", "\u{1}xdg-desktop-portal\0 xdg-desktop-portal \(version)\0rest")
        }

        func write(_ name: String, _ text: String) throws {
            let url = URL(filePath: "\(path)/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
        }

        func read(_ name: String) -> String? {
            try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
        }

        var facts: SessionFacts {
            var facts = SessionFacts()
            facts.portal = PortalFiles(base, desktops: "sway", programs: [path + "/portal"])
            facts.portal.systemBackend = path + "/system/focusd.portal"
            facts.portal.hasSystemBackend = PortalFiles.namesFocusd(facts.portal.systemBackend)
            return facts
        }

        func run(_ steps: [SessionFacts.Step]) throws {
            for step in steps {
                let process = Process()
                process.executableURL = URL(filePath: "/bin/sh")
                process.arguments = ["-c", step.command]
                try process.run()
                process.waitUntilExit()
                #expect(process.terminationStatus == 0, "\(step.command)")
            }
        }

        func remove() { try? FileManager.default.removeItem(atPath: path) }
    }

    private static let description =
        "[portal]\nDBusName=org.freedesktop.impl.portal.desktop.focusd\n"
    private static let line = "org.freedesktop.impl.portal.Notification=focusd"

    @Test(
        "the version is read from the program",
        arguments: [
            ("1.16.0", [1, 16, 0]), ("1.20.3", [1, 20, 3]), ("1.22", [1, 22]), ("x", [1, 17]),
        ])
    func version(_ text: String, _ parts: [Int]) throws {
        let home = try Home(text)
        defer { home.remove() }
        #expect(home.facts.portal.version?.parts == parts)
    }

    @Test("before 1.17 the administrator's file is shown, not run; afterwards setup needs no root")
    func administrator() throws {
        let home = try Home("1.16.0")
        defer { home.remove() }
        #expect(home.facts.portalSteps.isEmpty)
        #expect(
            home.facts.portalNote?.command
                == "sudo install -m 644 \(home.path)/share/focusd/focusd.portal"
                + " \(home.path)/system/focusd.portal")
        // focusd is not used yet.
        #expect(home.facts.portalCheck == nil)
        try home.write("system/focusd.portal", Self.description)
        #expect(home.facts.portalNote == nil)
        #expect(home.facts.portalSteps.count == 1)
        try home.run(home.facts.portalSteps)
        #expect(home.facts.isPortalSetUp)
        #expect(home.facts.portalUndoNote?.command == "sudo rm \(home.path)/system/focusd.portal")
        try home.run(home.facts.portalUndoing)
        #expect(!home.facts.isPortalSetUp)
    }

    /// A trial on Plasma: doctor said so before setup and after an undo, too.
    @Test("doctor says that notifications of the portal reach focusd only if focusd is used")
    func withoutFocusd() throws {
        let home = try Home("1.16.0")
        defer { home.remove() }
        var facts = home.facts
        #expect(!facts.isSetUp && facts.portalNote != nil)
        #expect(facts.portalCheck == nil)
        facts.focusd = .init(processID: 7, program: "focusd")
        let check = try #require(facts.portalCheck)
        #expect(check.isGood && check.detail.contains("reach focusd through another program"))
    }

    /// With the file, and without setup, each notification of the portal was lost with success.
    @Test("the administrator's file without setup: the loss and the command against it are named")
    func lost() throws {
        let home = try Home("1.16.0")
        defer { home.remove() }
        #expect(home.facts.portalNote?.reason.contains("each user without it") == true)
        try home.write("system/focusd.portal", "DBusName=org.example.Other\n")
        #expect(home.facts.portalUndoNote == nil && home.facts.portalHint == nil)
        try home.write("system/focusd.portal", Self.description)
        let removal = "sudo rm \(home.path)/system/focusd.portal"
        var facts = home.facts
        let check = try #require(facts.portalCheck)
        #expect(check.detail.hasPrefix("\(home.path)/system/focusd.portal has the portal send to"))
        #expect(check.detail.hasSuffix("are lost"))
        #expect(check.problem?.remedy == "\(removal); or, to use focusd: focus-switch setup")
        #expect(facts.withoutFocusd.details.contains { $0.hasSuffix(removal) })
        #expect(facts.portalUndoNote?.reason.contains("lose their notifications") == true)
        #expect(
            facts.undoneText("Plasma", "Plasma") == "focusd is off; Plasma shows notifications"
                + " again, but not those of the notification portal (Flatpaks).")
        facts.hasUserManager = true
        #expect(
            facts.portalUndoNote?.command
                == "\(removal) && systemctl --user try-restart xdg-desktop-portal.service")
        facts.busStartsPortalBackend = true
        #expect(facts.portalHint == nil)
        facts.shell = .gnome
        #expect(!facts.losesPortalAlone)
    }

    @Test("where portals.conf chooses another back end, the administrator's file loses nothing")
    func notLost() throws {
        let home = try Home("1.18.4")
        defer { home.remove() }
        try home.write("system/focusd.portal", Self.description)
        #expect(home.facts.portalHint != nil)
        try home.write("share/xdg-desktop-portal/sway-portals.conf", "[preferred]\ndefault=gtk\n")
        #expect(home.facts.portalHint == nil)
        #expect(
            home.facts.undoneText("mako", "mako")
                == "focusd is off; mako shows notifications again.")
        #expect(home.facts.portalUndoNote?.reason.hasPrefix("As root, if nobody") == true)
    }

    @Test("from 1.17 to 1.21.0 the system's lines are kept in the user's file")
    func copied() throws {
        let home = try Home("1.20.3")
        defer { home.remove() }
        let system = "[preferred]\ndefault=gtk\norg.freedesktop.impl.portal.ScreenCast=wlr\n"
        try home.write("share/xdg-desktop-portal/sway-portals.conf", system)
        try home.run(home.facts.portalSteps)
        let made = home.read(".config/xdg-desktop-portal/sway-portals.conf")
        #expect(
            made == PortalFiles.mark
                + "\n[preferred]\n\(Self.line)\ndefault=gtk\norg.freedesktop.impl.portal.ScreenCast=wlr\n"
        )
        #expect(home.facts.isPortalSetUp && home.facts.portalSteps.isEmpty)
        try home.run(home.facts.portalUndoing)
        #expect(home.read(".config/xdg-desktop-portal/sway-portals.conf") == nil)
        #expect(home.facts.portalUndoing.isEmpty)
    }

    @Test(
        "a user's own file keeps its lines, and gets them back",
        arguments: [
            "[preferred]\ndefault=gnome;gtk;\norg.freedesktop.impl.portal.Notification=gtk\n",
            "# mine\n[preferred]\ndefault=gtk\n",
        ])
    func own(_ text: String) throws {
        let home = try Home("1.18.4")
        defer { home.remove() }
        try home.write("system/focusd.portal", Self.description)
        try home.write(".config/xdg-desktop-portal/portals.conf", text)
        try home.run(home.facts.portalSteps)
        let edited = try #require(home.read(".config/xdg-desktop-portal/portals.conf"))
        #expect(home.facts.isPortalSetUp)
        let lines = edited.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("org.freedesktop.impl.portal.Notification=") } == 1)
        try home.run(home.facts.portalUndoing)
        #expect(home.read(".config/xdg-desktop-portal/portals.conf") == text)
    }

    @Test("from 1.21.1 one line is enough")
    func merged() throws {
        let home = try Home("1.22.1")
        defer { home.remove() }
        try home.write("share/xdg-desktop-portal/sway-portals.conf", "[preferred]\ndefault=gtk\n")
        try home.run(home.facts.portalSteps)
        #expect(
            home.read(".config/xdg-desktop-portal/portals.conf")
                == "\(PortalFiles.mark)\n[preferred]\n\(Self.line)\n")
        #expect(home.facts.isPortalSetUp)
    }

    @Test("on GNOME, without a portal and without a package nothing is offered")
    func nothing() throws {
        let home = try Home("1.22.1")
        defer { home.remove() }
        var facts = home.facts
        facts.shell = .gnome
        #expect(facts.portalSteps.isEmpty && facts.portalCheck == nil)
        facts.shell = nil
        facts.portal.version = nil
        #expect(facts.portalSteps.isEmpty && facts.portalNote == nil && facts.portalCheck == nil)
    }

    @Test("setup and doctor say that GNOME's own interface follows after the next log-in")
    func gtk() throws {
        let focusd = SessionOwners.Owner(processID: 7, program: "focusd")
        var facts = SessionFacts()
        facts.shell = .gnome
        facts.focusd = focusd
        facts.notifications = focusd
        facts.gtkOwner = focusd
        #expect(facts.gtkCheck?.isGood == true)
        #expect(facts.gtkStep == nil)
        facts.gtkOwner = .init(processID: 9, program: "gnome-shell")
        let check = try #require(facts.gtkCheck)
        #expect(check.detail.hasPrefix("gnome-shell serves GNOME's own apps, undecided"))
        #expect(check.problem?.remedy == "log out and in again")
        #expect(facts.gtkStep?.hasPrefix("Log out and in again") == true)
        facts.shell = .plasma
        #expect(facts.gtkStep == nil)
    }
}
