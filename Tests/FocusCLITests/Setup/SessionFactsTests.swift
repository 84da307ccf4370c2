// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Facts of a session for doctor and setup") struct SessionFactsTests {
    private static let focusd = SessionOwners.Owner(processID: 7, program: "focusd")
    private static let own = ServiceFile(path: "/usr/share/dbus-1/services/a", program: "focusd")
    private static let dunst = ServiceFile(path: "/usr/share/dbus-1/services/b", program: "dunst")

    /// The facts of a session without problems.
    static var good: SessionFacts {
        var facts = SessionFacts()
        facts.notifications = focusd
        facts.focusd = focusd
        facts.hasUserManager = true
        facts.activations = [[own]]
        facts.units = [
            ServiceUnit(
                name: "focusd.service", program: "focusd", isEnabled: true, isMasked: false,
                claimsName: false)
        ]
        facts.ownFile = "/usr/share/focusd's/file"
        facts.userFile = "/home/me/.local/share/dbus-1/services/n.service"
        facts.userLink = facts.ownFile
        facts.userFileIsThere = true
        facts.logFile = "/home/me/.local/state/focusd/focusd.log"
        return facts
    }

    /// The facts with focusd installed, dunst running, and systemd as the user's service manager.
    static var fresh: SessionFacts {
        var facts = good
        facts.focusd = nil
        facts.notifications = .init(processID: 9, program: "dunst")
        facts.server = SetupRecord(program: "dunst", command: ["dunst", "-config", "/a b"])
        facts.activations = [[dunst]]
        facts.userLink = nil
        facts.userFileIsThere = false
        facts.units[0] = ServiceUnit(
            name: "focusd.service", program: "focusd", isEnabled: false, isMasked: false,
            claimsName: false)
        return facts
    }

    private static let link = "/home/me/.local/share/dbus-1/services/n.service"
    static let start =
        "systemctl --user reset-failed focusd.service 2>/dev/null;"
        + " systemctl --user restart focusd.service"
    private static let linking =
        "mkdir -p /home/me/.local/share/dbus-1/services && "
        + #"ln -s '/usr/share/focusd'\''s/file' "# + link

    /// Issue 17: `setup --undo` was silent about missed notifications.
    @Test("setup --undo says how many notifications wait")
    @LoopActor func undoWithMissed() {
        var status = ServiceStatus()
        status.missed = 3
        let control = FakeControl([
            "Status": [status.value], "Snoozed": [FieldsBuilder.list([Fixture.entry().value])],
        ])
        let result = run(["setup", "--undo"], control, facts: Self.good)
        #expect(
            result.output.contains("3 notifications wait in the missed list, 1 of them snoozed.\n"),
            "\(result.output)")
        #expect(result.code == .refused)
        #expect(result.errors.contains("focus-switch setup --undo --yes"))
        #expect(result.output.contains("disappear, since focusd ends"), "\(result.output)")
        control.answers["Status"] = [ServiceStatus().value]
        control.answers["Snoozed"] = [FieldsBuilder.list([])]
        #expect(
            !run(["setup", "--undo"], control, facts: Self.good).output.contains("missed list"))
    }

    /// A trial with a newcomer: setup told of a server that did not run, and kept silent about a
    /// Focus of before.
    @Test("setup says that the server does not run")
    @LoopActor func serverOfSetup() {
        var status = ServiceStatus()
        #expect(
            Setup.serverText("mako", status)
                == "focusd is running, but mako is not, so nothing shows notifications:"
                + " focus-switch doctor")
        status.server.isRunning = true
        #expect(
            Setup.serverText("mako", status)
                == "focusd is running; mako shows what it lets through.")
        #expect(Setup.serverText("", status).contains("no notification server"))
    }

    @Test("setup says that a Focus of before is still on")
    @LoopActor func focusOfBefore() {
        let status = Fixture.status
        #expect(
            Setup.focusText(status, now: Fixture.now)
                == "Work is still on, and silences what it does not allow.")
        #expect(Setup.focusText(ServiceStatus(), now: Fixture.now) == nil)
    }

    private func problems(_ facts: SessionFacts) -> [String] {
        facts.checks.compactMap { $0.problem?.kind.rawValue }
    }

    @Test("nothing is wrong and nothing to be done where focusd serves")
    func allIsWell() {
        #expect(problems(Self.good).isEmpty)
        #expect(Self.good.steps.isEmpty)
        #expect(Self.good.isSetUp)
    }

    @Test("setup always makes the user's own link, so that no other file counts")
    func files() {
        var facts = Self.good
        facts.userLink = nil
        facts.userFileIsThere = false
        facts.activations = [[Self.own, Self.dunst]]
        #expect(problems(facts) == ["service-competing"])
        #expect(facts.steps.map(\.command) == [Self.linking])
        facts.activations = []
        #expect(problems(facts) == ["service-competing"])
        #expect(facts.steps.map(\.command) == [Self.linking])
        facts.userFileIsThere = true
        #expect(facts.steps[0].command.hasPrefix("mv /home/me/"))
    }

    @Test("before setup nothing starts focusd, and the next step is named (issue 17)")
    func beforeSetup() {
        let facts = Self.fresh
        #expect(!facts.isSetUp && !facts.mayStart)
        #expect(
            facts.withoutFocusd.message == "focusd is not running; dunst shows notifications now")
        #expect(
            facts.withoutFocusd.details == [
                "To let focusd stand in front of dunst: focus-switch setup"
            ])
        #expect(
            facts.steps.map(\.command) == [
                Self.linking, "systemctl --user enable focusd.service", Self.start,
            ])
        #expect(facts.checks.allSatisfy { $0.isGood || $0.problem?.remedy == "focus-switch setup" })
        var bare = facts
        bare.notifications = nil
        #expect(!bare.mayStart)
        bare.ownFile = nil
        #expect(bare.withoutFocusd.details[0].hasPrefix("focusd is not installed"))
        bare.hasBus = false
        #expect(bare.withoutFocusd.message == "there is no session bus")
        #expect(bare.withoutFocusd.details[0].hasPrefix("Log in to a desktop session; cron and "))
        // dbus-run-session was advised, which starts a bus of its own without focusd.
        bare.userBus = "/run/user/1000/bus"
        #expect(
            bare.withoutFocusd.details == [
                "To reach your session from here, as in cron or over ssh: export"
                    + " DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus"
            ])
    }

    @Test("after setup the bus may start focusd, but never beside another server (issue 17)")
    func afterSetup() {
        var facts = Self.good
        facts.focusd = nil
        facts.notifications = nil
        #expect(facts.mayStart)
        facts.notifications = .init(processID: 9, program: "dunst")
        #expect(!facts.mayStart)
    }

    @Test("units that start another server are masked, and those alone unmasked by undoing")
    func units() {
        var facts = Self.good
        facts.units.append(
            ServiceUnit(name: "mako.service", program: "mako", isEnabled: true, isMasked: false))
        facts.units.append(
            ServiceUnit(name: "dunst.service", program: "dunst", isEnabled: false, isMasked: true))
        #expect(problems(facts) == ["unit-competing"])
        #expect(facts.steps.map(\.command) == ["systemctl --user mask --now mako.service"])
        var plain = facts
        plain.hasUserManager = false
        #expect(plain.steps.isEmpty)
        facts.units[1] = ServiceUnit(
            name: "mako.service", program: "mako", isEnabled: true, isMasked: true)
        facts.record = SetupRecord(
            program: "mako", command: ["mako"], unit: "mako.service",
            maskedUnits: ["mako.service"])
        #expect(problems(facts).isEmpty)
        #expect(
            facts.undoing.map(\.command) == [
                "rm " + Self.link, "systemctl --user unmask mako.service",
                "systemctl --user disable --now focusd.service",
                "systemctl --user start mako.service",
            ])
    }

    @Test("two units of one BusName are both named, with a remedy that works (issue 17)")
    func sharedName() throws {
        var facts = Self.good
        facts.units = [
            ServiceUnit(
                name: "focusd.service", program: "focusd", isEnabled: true, isMasked: false),
            ServiceUnit(name: "mako.service", program: "mako", isEnabled: false, isMasked: false),
        ]
        let check = try #require(facts.checks.first { !$0.isGood })
        #expect(check.detail.contains("focusd.service and mako.service"))
        #expect(check.problem?.remedy == "systemctl --user mask --now mako.service")
        #expect(facts.steps.map(\.command) == ["systemctl --user mask --now mako.service"])
    }

    @Test("undoing ends focusd and starts the server of before, also without systemd (issue 17)")
    func undoing() {
        var facts = Self.good
        facts.hasUserManager = false
        facts.record = SetupRecord(program: "dunst", command: ["dunst", "-config", "/a b"])
        #expect(
            facts.undoing.map(\.command) == [
                "rm " + Self.link,
                SessionFacts.ending(.init(processID: 7, program: "focusd")),
                "setsid --fork dunst -config '/a b' >/dev/null 2>&1",
            ])
        facts.hasOldUserFile = true
        #expect(facts.undoing[0].command == "mv \(Self.link).old \(Self.link)")
        #expect(Self.fresh.undoing.isEmpty)
    }

    @Test("the user's own service file is moved to a free name, and back from there")
    func ownServiceFile() {
        var facts = Self.fresh
        facts.userFileIsThere = true
        facts.hasOldUserFile = true
        facts.keptUserFile = Self.link + ".old.2"
        #expect(facts.steps[0].command.hasPrefix("mv \(Self.link) \(Self.link).old.2 && ln -s"))
        #expect(facts.newRecord.movedServiceFile == "n.service.old.2")
        var after = Self.good
        after.hasOldUserFile = true
        after.record = facts.newRecord
        #expect(after.oldUserFile == Self.link + ".old.2")
        #expect(after.undoing[0].command == "mv \(Self.link).old.2 \(Self.link)")
        // The user has deleted it since: there is nothing to move back.
        after.hasOldUserFile = false
        #expect(after.undoing[0].command == "rm \(Self.link)")
        // Without a file to move, a backup of the user's is not taken for one.
        facts.userFileIsThere = false
        after.hasOldUserFile = true
        after.record = facts.newRecord
        #expect(after.undoing[0].command == "rm \(Self.link)")
    }

    @Test("the other server is named, and focusd is started, by systemd where that runs")
    func name() {
        var facts = Self.good
        facts.focusd = nil
        facts.notifications = .init(processID: 9, program: "dunst")
        facts.hasStaleBus = true
        #expect(problems(facts) == ["name-taken", "private-bus-stale"])
        #expect(facts.checks[0].detail == "process 9 (dunst) serves notifications, not focusd")
        #expect(facts.steps.map(\.command) == [Self.start])
        facts.notifications = nil
        facts.hasUserManager = false
        #expect(problems(facts) == ["not-running", "private-bus-stale"])
        #expect(
            facts.steps.map(\.command) == [
                "mkdir -p /home/me/.local/state/focusd && setsid --fork focusd --replace"
                    + " >/home/me/.local/state/focusd/focusd.log 2>&1"
            ])
        facts.hasBus = false
        // The private bus may be that of a focusd that runs well.
        #expect(problems(facts) == ["session-bus-missing"])
        #expect(facts.steps.isEmpty)
    }

    /// Found by review: a browser that dunst started notified dunst, past every Focus.
    @Test("programs on the private bus are named, and companions are none of them")
    func strangers() {
        let xfconfd = SessionOwners.Owner(processID: 11, program: "xfconfd")
        let browser = SessionOwners.Owner(processID: 12, program: "firefox")
        let companions = [["env", "A=b", "/usr/lib/xfce4/xfconf/xfconfd"]]
        #expect(SessionFacts.isCompanion(xfconfd, of: companions))
        #expect(!SessionFacts.isCompanion(browser, of: companions))
        var facts = Self.good
        facts.strangers = [browser]
        #expect(problems(facts) == ["private-bus-shared"])
        let check = facts.checks.first { $0.check == "private bus" }
        #expect(check?.detail.hasSuffix(": firefox (process 12)") == true)
    }

    // MARK: Output of commands

    @Test("no command starts focusd before setup; each says what shows notifications (issue 17)")
    @LoopActor func commandsBeforeSetup() {
        let control = FakeControl(Fixture.control())
        control.isRunning = false
        for words in [["status"], ["work"], ["missed"], ["next"], ["history"], ["badge"]] {
            let result = run(words, control, facts: Self.fresh)
            #expect(result.code == .notReachable)
            #expect(result.errors.contains("dunst shows notifications now"), "\(words)")
            #expect(result.errors.contains("focus-switch setup"), "\(words)")
        }
        #expect(control.starts == 0)
    }

    @Test("after setup a command starts focusd where nothing shows notifications (issue 17)")
    @LoopActor func commandsAfterSetup() {
        let control = FakeControl(Fixture.control())
        control.isRunning = false
        var facts = Self.good
        facts.focusd = nil
        facts.notifications = nil
        #expect(run(["status"], control, facts: facts).code == .done)
        #expect(control.starts == 1)
    }

    @Test("focus-switch alone says the same in five lines (issue 17)")
    @LoopActor func alone() {
        let control = FakeControl(Fixture.control())
        control.isRunning = false
        let result = run([], control, facts: Self.fresh)
        #expect(result.code == .notReachable)
        #expect(
            result.output == """
                focusd is not running; dunst shows notifications now.
                  focus-switch setup   let focusd stand in front of dunst
                  focus-switch demo    see a Focus at work first, in this terminal
                  focus-switch doctor  check this session
                  focus-switch --help  list all commands

                """)
        control.isRunning = true
        #expect(
            run([], control).output == """
                Work is on, turned on by hand, 12 min ago.
                2 notifications missed.
                  focus-switch off     turn off the current Focus
                  focus-switch missed  list what was silenced
                  focus-switch --help  list all commands

                """)
    }

    @Test("no to setup's question says that nothing was done (issue 17)")
    @LoopActor func declined() {
        let program = RunningProgram(nil, width: 200)
        program.facts = Self.fresh
        program.typed = ["n"]
        program.start(["setup"])
        #expect(program.result.output.hasSuffix("Continue? [y/N] Nothing was done.\n"))
        #expect(program.result.code == .refused)
        let piped = run(["setup"], facts: Self.fresh)
        #expect(piped.errors.contains("nothing was done"))
    }

    @Test("a line that starts another server with each session is a problem (issue 17)")
    func startLine() {
        var facts = Self.good
        #expect(problems(facts).isEmpty)
        facts.startLines = [
            SessionStartLine(path: "/home/me/.config/sway/config", number: 12, program: "mako")
        ]
        let check = facts.checks.first { !$0.isGood }
        #expect(check?.detail.hasPrefix("/home/me/.config/sway/config:12 starts mako") == true)
        #expect(check?.problem?.remedy == "remove that line")
    }

    @Test("where several files have the bus start a server, all are named (issue 17)")
    func severalFiles() {
        var facts = Self.fresh
        facts.activations = [
            [Self.dunst, ServiceFile(path: "/usr/share/dbus-1/services/c", program: "mako")]
        ]
        let details = facts.checks.map(\.detail)
        #expect(details.contains { $0.hasPrefix("the bus starts dunst or mako") })
    }

    /// Issue 17: setup always named `create Work --template work`, which fails if Work exists.
    @Test("the next step after setup works with the Focuses that exist")
    @LoopActor func nextStep() throws {
        let focus = try Configuration()
        @LoopActor func next(_ status: ServiceStatus = ServiceStatus()) -> String {
            let directory = FocusDirectory(path: focus.path + "/focusd/focuses")
            return Setup.nextCommand(status, directory.load())
        }
        #expect(next() == "focus-switch create Work --template work")
        try focus.write("reading", "[Focus]\nName=Reading\n")
        #expect(next() == "focus-switch on reading")
        try focus.write("work", "[Focus]\nName=Work\n")
        #expect(next() == "focus-switch on work")
        #expect(next(Fixture.status) == "focus-switch status")
        let broken = try Configuration()
        try broken.write("work", "[Focus]\nApps=some\n")
        let catalog = FocusDirectory(path: broken.path + "/focusd/focuses").load()
        #expect(Setup.nextCommand(ServiceStatus(), catalog) == "focus-switch doctor")
    }
}
