// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

/// The record of `setup`, when it runs again. It stayed as it was: `setup --undo` left later units
/// masked, and started a server that had not run for long.
@Suite("setup after a setup") @LoopActor struct SetupRecordTests {
    private let configuration: Configuration
    private let environment: [String: String]

    init() throws {
        configuration = try Configuration()
        environment = [
            "XDG_STATE_HOME": configuration.path + "/state", "HOME": "/nonexistent",
            "XDG_CONFIG_HOME": configuration.path,
        ]
    }

    /// The facts of a session without a bus: `setup` ends after its steps.
    private var facts: SessionFacts {
        var facts = SessionFacts()
        facts.hasBus = false
        facts.hasUserManager = true
        facts.record = SetupRecord(BaseDirectories { environment[$0] })
        return facts
    }

    private func unit(_ program: String) -> ServiceUnit {
        ServiceUnit(
            name: "\(program).service", program: program, isEnabled: true, isMasked: false)
    }

    /// Runs a setup whose only step does nothing. Returns the record that it has left.
    private func setUp(_ facts: SessionFacts) async throws -> SetupRecord {
        let ends = Recorder<ExitCode>()
        let invocation = Invocation(
            output: Output(width: 200, errorWidth: 200) { _, _ in true },
            environment: environment, now: Fixture.now
        ) { () throws(ControlError) in throw .notReachable("it does not run") }
        invocation.finish = { ends.record($0) }
        let step = SessionFacts.Step(reason: "Do nothing", command: "true")
        Setup(invocation, facts, [step], isUndoing: false, waiting: nil).start()
        #expect(try await ends.next() == .done)
        return try #require(SetupRecord(BaseDirectories { environment[$0] }))
    }

    @Test("units that compete later are recorded beside the earlier ones")
    func units() async throws {
        var first = facts
        first.units = [unit("mako")]
        first.server = SetupRecord(program: "mako", command: ["mako"], unit: "mako.service")
        let before = try await setUp(first)
        #expect(before.maskedUnits == ["mako.service"])
        var later = facts
        later.units = [unit("mako"), unit("swaync")]
        let after = try await setUp(later)
        #expect(after.maskedUnits == ["mako.service", "swaync.service"])
        #expect(after.program == "mako")
        #expect(after.unit == "mako.service")
        var masked = facts
        masked.units = ["mako", "swaync"].map { program in
            ServiceUnit(
                name: "\(program).service", program: program, isEnabled: true, isMasked: true)
        }
        #expect(
            masked.undoing.map(\.command) == [
                "systemctl --user unmask mako.service", "systemctl --user unmask swaync.service",
            ])
    }

    @Test("a server that runs in spite of an earlier setup is the one to start again")
    func server() async throws {
        var first = facts
        first.server = SetupRecord(program: "mako", command: ["mako"], unit: "mako.service")
        first.units = [unit("mako")]
        _ = try await setUp(first)
        var later = facts
        later.server = SetupRecord(program: "dunst", command: ["dunst", "-print"])
        let after = try await setUp(later)
        #expect(after.program == "dunst")
        #expect(after.command == ["dunst", "-print"])
        #expect(after.unit == nil)
        #expect(after.maskedUnits == ["mako.service"])
    }

    @Test("a second undo, after a failed one, starts the server of before, unless it runs")
    func secondUndo() {
        var facts = facts
        facts.hasBus = true
        facts.ownFile = "/own"
        facts.userFile = "/n.service"
        facts.userLink = "/own"
        facts.record = SetupRecord(program: "dunst", command: ["dunst"])
        #expect(
            facts.undoing.map(\.command)
                == ["rm /n.service", "setsid --fork dunst >/dev/null 2>&1"])
        facts.notifications = SessionOwners.Owner(processID: 9, program: "dunst")
        #expect(facts.undoing.map(\.command) == ["rm /n.service"])
        facts.userLink = nil
        #expect(facts.undoing.isEmpty)
        facts.notifications = nil
        #expect(facts.undoing.map(\.command) == ["setsid --fork dunst >/dev/null 2>&1"])
        facts.bus = "unix:abstract=/a"
        #expect(facts.undoing.isEmpty)
    }

    @Test("setup says that another session has the database, and names the way back")
    func secondSession() {
        let check = DoctorCheck(
            check: "database file", detail: "another process has it open; meanwhile, x",
            problem: .init(.storeInMemory, remedy: "end the other focusd"))
        #expect(
            Setup.storeText([DoctorCheck(check: "files", isGood: true, detail: ""), check])
                == "Notifications of this session are kept only in memory, since the database is"
                + " not open: another process has it open; meanwhile, x.")
        #expect(Setup.storeText([]) == nil)
        var facts = SessionFacts()
        #expect(facts.wayBack == nil)
        facts.notifications = SessionOwners.Owner(processID: 8, program: "mako")
        #expect(
            facts.wayBack == "To have mako show notifications again: focus-switch setup --undo")
    }

    /// A desktop and a VNC session with one home: `setup --undo` in the first started the server
    /// of the second.
    @Test("each session has its own server back")
    func sessions() async throws {
        let base = BaseDirectories { environment[$0] }
        func session(_ bus: String, _ program: String) -> SessionFacts {
            var facts = self.facts
            facts.bus = bus
            facts.record = SetupRecord(base, bus: bus)
            facts.server = SetupRecord(program: program, command: [program])
            return facts
        }
        // Nothing tells if a socket without a file is gone.
        let (first, second) = ("unix:abstract=/a", "unix:abstract=/b")
        _ = try await setUp(session(first, "dunst"))
        _ = try await setUp(session(second, "mako"))
        for (bus, program) in [(first, "dunst"), (second, "mako")] {
            let record = try #require(SetupRecord(base, bus: bus))
            #expect(record.program == program)
            #expect(record.command == [program])
        }
        #expect(!session(first, "dunst").isSetUpElsewhere)
        #expect(session("unix:abstract=/c", "swaync").isSetUpElsewhere)
        // A session of which nothing is known has that of the last setup.
        #expect(SetupRecord(base, bus: "unix:abstract=/c")?.program == "mako")
        SetupRecord.remove(base, bus: first)
        #expect(SetupRecord(base, bus: second)?.command == ["mako"])
        SetupRecord.remove(base, bus: second)
        #expect(SetupRecord(base, bus: second) == nil)
    }

    @Test("the server of a session that is over is forgotten")
    func sessionIsOver() async throws {
        let base = BaseDirectories { environment[$0] }
        var old = facts
        old.bus = "unix:path=\(configuration.path)/gone"
        old.server = SetupRecord(program: "dunst", command: ["dunst"])
        _ = try await setUp(old)
        var new = facts
        new.bus = "unix:abstract=/b"
        new.server = SetupRecord(program: "mako", command: ["mako"])
        #expect(try await setUp(new).others.isEmpty)
        SetupRecord.remove(base, bus: new.bus)
        #expect(SetupRecord(base) == nil)
    }

    /// A trial with a newcomer: only “focus-switch setup” was named after ^C during its undo.
    @Test("after an undo that was interrupted, the command that ends it is named, too")
    func interruptedUndo() {
        var facts = SessionFactsTests.fresh
        facts.bus = "unix:path=/run/user/1000/bus"
        facts.notifications = nil
        facts.record = SetupRecord(program: "dunst", command: ["dunst"])
        let start = "To start focusd: focus-switch setup"
        #expect(facts.withoutFocusd.details == [start], "the record of another session")
        facts.record?.bus = facts.bus
        let undo = "To take back the rest of an earlier setup: focus-switch setup --undo"
        #expect(facts.withoutFocusd.details == [start, undo])
        facts.userLink = facts.ownFile
        #expect(facts.isSetUp && facts.withoutFocusd.details == [start])
    }
}
