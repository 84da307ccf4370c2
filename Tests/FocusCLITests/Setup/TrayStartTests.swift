// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusWire
import GLibLoop
import Glibc
import Testing

@testable import FocusCLI

/// On sway, the icon was not there after the next login, and nothing said so.
@Suite("Sessions that do not start the tray icon") struct TrayStartTests {
    @Test("setup names the line that starts the icon with the session")
    @LoopActor func note() {
        var facts = SessionFactsTests.fresh
        let line = "    exec focus-tray\n"
        let control = FakeControl(Fixture.control())
        #expect(!run(["setup"], control, facts: facts).output.contains(line))
        facts.lacksTrayStart = true
        let output = run(["setup"], control, facts: facts).output
        #expect(output.contains("This session does not run the files of /etc/xdg/autostart"))
        #expect(output.contains(line), "\(output)")
        #expect(!run(["setup", "--undo"], control, facts: facts).output.contains(line))
    }

    private static var withTray: SessionFacts {
        var facts = SessionFactsTests.fresh
        facts.trayProgram = "/usr/bin/focus-tray"
        facts.hasTrayHost = true
        return facts
    }

    private static let start = "setsid --fork focus-tray >/dev/null 2>&1"

    /// A trial with a newcomer: the icon was spoken of, and not there.
    @Test("setup starts the icon where a tray is, as its last step")
    func started() {
        var facts = Self.withTray
        #expect(facts.steps.last == .init(reason: "Show the tray icon", command: Self.start))
        #expect(!facts.undoing.contains { $0.reason.contains("tray") })
        facts.trayProgram = "/home/a b/bin/focus-tray"
        #expect(facts.steps.last?.command.hasPrefix("setsid --fork '/home/a b/bin/focus-") == true)
        for change in [\SessionFacts.hasTrayHost, \.hasBus] {
            var facts = Self.withTray
            facts[keyPath: change] = false
            #expect(!facts.steps.contains { $0.reason == "Show the tray icon" })
        }
        facts = Self.withTray
        facts.tray = .init(processID: 77, program: "focus-tray")
        #expect(!facts.steps.contains { $0.reason == "Show the tray icon" })
        // A session that uses focusd keeps the state of its icon.
        facts = SessionFactsTests.good
        facts.trayProgram = "/usr/bin/focus-tray"
        facts.hasTrayHost = true
        #expect(facts.steps.isEmpty)
    }

    @Test("setup --undo ends the icon")
    func ended() {
        var facts = SessionFactsTests.good
        facts.trayProgram = "/usr/bin/focus-tray"
        #expect(!facts.undoing.contains { $0.reason == "Remove the tray icon" })
        facts.tray = .init(processID: 77, program: "focus-tray")
        let step = facts.undoing.first { $0.reason == "Remove the tray icon" }
        #expect(step?.command.hasPrefix("kill 77 && ") == true)
    }

    @Test("a bar is newer than an older file alone")
    @LoopActor func newerBar() throws {
        let own = UInt32(getpid())
        let focus = try Configuration()
        try focus.writeData("focus-tray", "")
        #expect(SessionFacts.began(own, after: "/usr/bin/env"))
        #expect(!SessionFacts.began(own, after: focus.path + "/data/focus-tray"))
        #expect(!SessionFacts.began(own, after: focus.path + "/none"))
        #expect(!SessionFacts.began(.max, after: "/"))
    }

    @Test("the sentences after setup say what is true")
    func sentences() {
        var facts = Self.withTray
        func text(_ isShown: Bool, _ steps: [SessionFacts.Step]? = nil) -> String {
            TrayStart.sentences(facts, steps ?? facts.steps, isShown: isShown)
                .joined(separator: "\n")
        }
        #expect(text(true).hasPrefix("The tray shows the icon of focus-tray.\nA bar that ran "))
        // A trial with real clients: the bar had been restarted.
        facts.isTrayHostNewer = true
        #expect(text(true) == "The tray shows the icon of focus-tray.")
        #expect(text(false) == "The tray icon did not start.\nTo see why: focus-tray")
        #expect(text(false, []).hasSuffix("To start it now: setsid --fork focus-tray"))
        facts.hasTrayHost = false
        #expect(text(false).hasPrefix("This session has no tray now, so the tray icon was not "))
        #expect(text(false).hasSuffix(": setsid --fork focus-tray"))
        #expect(text(false, []).isEmpty)
        facts.trayProgram = nil
        #expect(text(false).isEmpty)
    }

    @Test("on GNOME setup and doctor name the extension that has a tray")
    func extensionOfGNOME() {
        var facts = Self.withTray
        facts.shell = .gnome
        facts.userLink = facts.ownFile
        let step = SessionFacts.Step(reason: "", command: "")
        let package = "gnome-shell-extension-appindicator"
        #expect(!facts.checks.contains { $0.check == "tray icon" })
        facts.hasTrayHost = false
        let check = facts.checks.first { $0.check == "tray icon" }
        #expect(check?.isGood == true && check?.detail.contains(package) == true)
        let sentences = TrayStart.sentences(facts, [step], isShown: false)
        #expect(sentences.count == 1 && sentences.first?.contains(package) == true)
        facts.trayExtension = "a@b"
        let enabling = facts.checks.first { $0.check == "tray icon" }
        #expect(enabling?.detail.contains(package) == false)
        #expect(enabling?.detail.hasSuffix(": gnome-extensions enable a@b") == true)
        facts.trayProgram = nil
        #expect(!facts.checks.contains { $0.check == "tray icon" })
        facts.trayProgram = "/usr/bin/focus-tray"
        facts.shell = .plasma
        #expect(TrayStart.sentences(facts, [step], isShown: false).isEmpty)
    }

    @Test("the installed extension is found in the user's directory and in those of the system")
    func installedExtension() {
        let ubuntu = "ubuntu-appindicators@ubuntu.com"
        let upstream = "appindicatorsupport@rgcjonas.gmail.com"
        func find(_ shell: DesktopShell, _ variables: [String: String], _ path: String) -> String? {
            shell.trayExtension({ variables[$0] }) { $0 == path }
        }
        let folder = "gnome-shell/extensions"
        #expect(find(.gnome, [:], "/usr/share/\(folder)/\(ubuntu)") == ubuntu)
        #expect(
            find(.gnome, ["HOME": "/home/a"], "/home/a/.local/share/\(folder)/\(upstream)")
                == upstream)
        #expect(find(.gnome, ["XDG_DATA_DIRS": "/x"], "/usr/share/\(folder)/\(ubuntu)") == nil)
        let empty = ["XDG_DATA_HOME": "", "XDG_DATA_DIRS": "", "HOME": "/home/a"]
        #expect(find(.gnome, empty, "/usr/share/\(folder)/\(ubuntu)") == ubuntu)
        #expect(find(.gnome, empty, "/home/a/.local/share/\(folder)/\(ubuntu)") == ubuntu)
        #expect(find(.plasma, [:], "/usr/share/\(folder)/\(ubuntu)") == nil)
    }

    @Test("doctor names the line once the session is set up")
    func check() {
        var facts = SessionFactsTests.fresh
        facts.lacksTrayStart = true
        #expect(!facts.checks.contains { $0.check == "tray icon" })
        facts.userLink = facts.ownFile
        let check = facts.checks.first { $0.check == "tray icon" }
        #expect(check?.isGood == true)
        #expect(check?.detail.hasSuffix(": exec focus-tray") == true)
    }

    @Test(
        "a session of a compositor alone does not run the files of /etc/xdg/autostart",
        arguments: [
            ("sway", true), ("i3", true), ("Hyprland", true), ("labwc:wlroots", true), ("", true),
            ("XFCE", false), ("KDE", false), ("ubuntu:GNOME", false), ("LXQt:labwc", false),
        ])
    func desktops(_ desktop: String, _ ignores: Bool) {
        let environment = ["XDG_CURRENT_DESKTOP": desktop, "WAYLAND_DISPLAY": "wayland-1"]
        #expect(SessionFacts.ignoresAutostart(environment) == ignores)
        #expect(!SessionFacts.ignoresAutostart(["XDG_CURRENT_DESKTOP": desktop]))
    }
}
