// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("setup and doctor on GNOME and Plasma (issue 19)") struct ShellFactsTests {
    private static let focusd = SessionOwners.Owner(processID: 7, program: "focusd")

    /// The facts with focusd installed, systemd as the user's service manager, and notifications
    /// shown by the desktop shell.
    private static func fresh(_ shell: DesktopShell) -> SessionFacts {
        var facts = SessionFacts()
        facts.shell = shell
        facts.hasUserManager = true
        facts.notifications = .init(
            processID: 9, program: shell == .gnome ? "gjs" : "plasmashell")
        facts.shellProcess = .init(
            processID: 9, program: shell == .gnome ? "gnome-shell" : "plasmashell")
        facts.shellUnit =
            shell == .gnome ? "org.gnome.Shell@wayland.service" : "plasma-plasmashell.service"
        facts.units = [
            ServiceUnit(
                name: "focusd.service", program: "focusd", isEnabled: false, isMasked: false,
                claimsName: false)
        ]
        facts.ownFile = "/usr/share/focusd/n.service"
        facts.userFile = "/home/me/s/n.service"
        facts.revivalFile = "/usr/share/focusd/f.service"
        facts.userRevivalFile = "/home/me/s/f.service"
        return facts
    }

    /// The facts after all steps of setup, with focusd in service.
    private static func done(_ shell: DesktopShell) -> SessionFacts {
        var facts = fresh(shell)
        facts.notifications = focusd
        facts.focusd = focusd
        facts.userLink = facts.ownFile
        facts.userFileIsThere = true
        facts.revivalLink = facts.revivalFile
        facts.units[0] = ServiceUnit(
            name: "focusd.service", program: "focusd", isEnabled: true, isMasked: false,
            claimsName: false)
        facts.record = SetupRecord()
        return facts
    }

    private static let start = SessionFactsTests.start
    private static let linking = [
        "mkdir -p /home/me/s && ln -s /usr/share/focusd/n.service /home/me/s/n.service",
        "mkdir -p /home/me/s && ln -sf /usr/share/focusd/f.service /home/me/s/f.service",
        "systemctl --user enable focusd.service", start,
    ]

    @Test("on GNOME setup needs no log-out and no restart of the shell")
    func gnome() {
        let facts = Self.fresh(.gnome)
        #expect(facts.steps.map(\.command) == Self.linking)
        #expect(facts.steps.last?.reason == "Start focusd now, in front of GNOME")
        #expect(
            facts.withoutFocusd.message == "focusd is not running; GNOME shows notifications now")
        #expect(facts.setupPurpose == "let focusd stand in front of GNOME")
        #expect(facts.checks.first?.detail == "GNOME serves notifications, not focusd")
        #expect(Self.done(.gnome).steps.isEmpty)
        #expect(
            Self.done(.gnome).undoing.map(\.command) == [
                "rm /home/me/s/f.service", "rm /home/me/s/n.service",
                "systemctl --user disable --now focusd.service",
            ])
    }

    @Test("on Plasma setup and its undoing restart plasmashell once, as the last step")
    func plasma() {
        let restart = "systemctl --user restart plasma-plasmashell.service"
        #expect(Self.fresh(.plasma).steps.map(\.command) == Self.linking + [restart])
        #expect(Self.done(.plasma).steps.isEmpty)
        #expect(Self.done(.plasma).undoing.last?.command == restart)
        #expect(Self.fresh(.plasma).undoing.isEmpty)
    }

    /// A trial with a newcomer: Plasma's tray looked broken after setup.
    @Test("setup and doctor say that Plasma's bell is crossed out, and what to use in its place")
    @LoopActor func bell() {
        let control = FakeControl(Fixture.control())
        func setup(_ facts: SessionFacts) -> String {
            run(["setup"], control, facts: facts).output
        }
        let output = setup(Self.fresh(.plasma))
        #expect(output.contains("Plasma's bell is crossed out or hidden from then"), "\(output)")
        #expect(!setup(Self.fresh(.gnome)).contains("bell"))
        #expect(Self.done(.plasma).bellNote == nil)
        let name = Self.done(.plasma).checks.first { $0.check == "name" }
        #expect(name?.isGood == true && name?.detail.contains("focus-switch dnd") == true)
    }

    /// The failed start of sway's server ended `setup --undo` before plasmashell's restart.
    @Test("on Plasma undoing starts no server of another desktop")
    func serverOfAnotherDesktop() {
        var facts = Self.done(.plasma)
        let usual = facts.undoing
        facts.record = SetupRecord(program: "mako", command: ["mako"], unit: "mako.service")
        #expect(facts.undoing == usual)
        facts.shell = nil
        #expect(facts.undoing.last?.command == "systemctl --user start mako.service")
    }

    @Test("without systemd plasmashell is ended and started again")
    func plasmaWithoutSystemd() {
        var facts = Self.fresh(.plasma)
        facts.hasUserManager = false
        #expect(
            facts.steps.last?.command
                == SessionFacts.ending(.init(processID: 9, program: "plasmashell"))
                + "; setsid --fork plasmashell >/dev/null 2>&1")
    }

    @Test("a focusd that waits for plasmashell is not started again")
    func waiting() throws {
        var facts = Self.done(.plasma)
        facts.notifications = .init(processID: 9, program: "plasmashell")
        let restart = "systemctl --user restart plasma-plasmashell.service"
        #expect(facts.steps.map(\.command) == [restart])
        let check = try #require(facts.checks.first { !$0.isGood })
        #expect(check.detail.hasPrefix("Plasma shows notifications itself"))
        #expect(check.problem?.kind == .nameTaken)
        #expect(check.problem?.remedy == restart)
    }

    @Test("doctor says that the bridge passes on undecided while focusd is away")
    func bridge() throws {
        var facts = Self.done(.gnome)
        facts.focusd = nil
        facts.notifications = .init(processID: 11, program: "focus-bridge")
        let check = try #require(facts.checks.first { !$0.isGood })
        #expect(check.detail.contains("focus-bridge passes notifications on, undecided"))
        #expect(check.problem?.kind == .notRunning)
        #expect(check.problem?.remedy.hasPrefix("focus-switch setup; ") == true)
        #expect(facts.steps.map(\.command) == [Self.start])
    }

    @Test("doctor names a shell that is bar and server in one, and the way to ask focusd")
    func barShell() throws {
        var facts = SessionFacts()
        facts.notifications = .init(processID: 9, program: "quickshell")
        let check = try #require(facts.checks.first { !$0.isGood })
        #expect(check.detail.hasPrefix("Quickshell shows notifications and is the bar, too"))
        #expect(check.problem?.remedy.contains("focusd --decide-only") == true)
        facts.focusd = Self.focusd
        #expect(facts.checks.first?.isGood == true)
    }

    @Test(
        "the desktop is known by its name; those built on GNOME have servers of their own",
        arguments: [
            ("GNOME", DesktopShell.gnome), ("ubuntu:GNOME", .gnome),
            ("GNOME-Classic:GNOME", .gnome),
            ("KDE", .plasma), ("Budgie:GNOME", nil), ("GNOME-Flashback:GNOME", nil),
            ("sway", nil), ("XFCE", nil), (nil, nil),
        ])
    func desktops(_ name: String?, _ shell: DesktopShell?) {
        #expect(DesktopShell(currentDesktop: name) == shell)
    }
}
