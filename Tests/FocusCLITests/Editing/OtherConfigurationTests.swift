// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// With XDG_CONFIG_HOME in a shell's start file, commands changed files that focusd never reads,
/// and reported success.
@Suite("A shell with another configuration directory than focusd's")
@LoopActor struct OtherConfigurationTests {
    private static func directories(_ configuration: String) -> BaseDirectories {
        BaseDirectories { ["HOME": "/home/me", "XDG_CONFIG_HOME": configuration][$0] }
    }

    private static func facts(_ own: String) -> SessionFacts {
        var facts = SessionFactsTests.fresh
        facts.otherConfiguration = OtherConfiguration(
            focusd: directories("/home/me/.config"), own: directories(own))
        return facts
    }

    @Test(
        "a command that changes a file is refused, with both directories",
        arguments: [
            ["create", "Books"], ["allow", "--focus", "work", "org.example.Chat"],
            ["delete", "work", "--yes"], ["edit", "work"],
            ["lockscreen", "hide", "org.example.Chat"], ["lockscreen", "show", "all"],
        ])
    func change(_ words: [String]) throws {
        let configuration = try Configuration()
        try configuration.write("work", "[Focus]\nName=Work\n")
        let before = configuration.text("work")
        let environment = ["XDG_CONFIG_HOME": configuration.path, "HOME": "/nonexistent"]
        let facts = Self.facts(configuration.path)
        let result = run(words, environment: environment, facts: facts)
        #expect(result.code == .refused, "\(result.errors)")
        #expect(result.errors.contains("/home/me/.config/focusd"), "\(result.errors)")
        #expect(result.errors.contains("\(configuration.path)/focusd"), "\(result.errors)")
        #expect(configuration.text("work") == before)
        #expect(configuration.text("books") == nil)
        let settings = "\(configuration.path)/focusd/focusd.conf"
        #expect(!FileManager.default.fileExists(atPath: settings))
    }

    @Test("undo writes no file there, and can be repeated once focusd reads it")
    func undo() throws {
        let configuration = try Configuration()
        try configuration.write("work", "[Focus]\nName=Work\n")
        let before = configuration.text("work")
        let environment = [
            "XDG_CONFIG_HOME": configuration.path, "HOME": "/nonexistent",
            "XDG_STATE_HOME": configuration.path + "/state",
        ]
        #expect(run(["rename", "work", "Office"], environment: environment).code == .done)
        let changed = configuration.text("work")
        #expect(changed != before)
        let other = Self.facts(configuration.path)
        let refused = run(["undo"], environment: environment, facts: other)
        #expect(refused.code == .refused)
        #expect(refused.errors.contains("/home/me/.config/focusd"), "\(refused.errors)")
        #expect(configuration.text("work") == changed)
        #expect(run(["undo", "--list"], environment: environment, facts: other).code == .done)
        #expect(run(["undo"], environment: environment).code == .done)
        #expect(configuration.text("work") == before)
    }

    @Test("doctor names both directories")
    func doctor() {
        let check = Self.facts("/home/me/dot").checks.first { $0.check == "directories" }
        #expect(check?.isGood == false)
        #expect(
            check?.detail == "focusd reads its files in /home/me/.config/focusd, and this shell has"
                + " them in /home/me/dot/focusd")
        #expect(check?.problem?.remedy.contains("XDG_CONFIG_HOME") == true)
    }

    /// Files that were written before the first start were ignored, and setup did not tell.
    @Test("setup and doctor name the directory of a focusd that does not run yet: issue 17")
    func beforeStart() {
        let own = Self.directories("/home/me/dot")
        for variables in [
            nil, ["HOME": "/home/you"], ["HOME": "/home/me", "XDG_CONFIG_HOME": "/home/me/dot"],
        ] {
            #expect(OtherConfiguration(starting: variables, own: own) == nil)
        }
        var facts = SessionFactsTests.fresh
        facts.otherConfiguration = OtherConfiguration(starting: ["HOME": "/home/me"], own: own)
        #expect(facts.checks.contains { $0.check == "directories" && !$0.isGood })
        let setup = run(["setup"], FakeControl(Fixture.control()), facts: facts)
        let sentence =
            "focusd reads its files in /home/me/.config/focusd, and this shell has them in"
            + " /home/me/dot/focusd; set XDG_CONFIG_HOME for the whole session"
        #expect(setup.output.contains(sentence), "\(setup.output)")
        #expect(!setup.output.contains("From the next session on"))
        facts.hasUserManager = false
        // The bus does not say which variables it has got since its start.
        let lead =
            "From the next session on, unless its start gives the bus other directories"
            + " (dbus-update-activation-environment), focusd reads"
        #expect(facts.directoryNote?.hasPrefix(lead) == true)
        #expect(!facts.checks.contains { $0.check == "directories" })
        facts.focusd = SessionOwners.Owner(processID: 7, program: "focusd")
        #expect(facts.checks.contains { $0.check == "directories" && !$0.isGood })
    }

    /// A trial with a newcomer: a schedule was set, and nothing said that it would do nothing.
    @Test(
        "a change of files without focusd says so",
        arguments: [
            ["schedule", "set", "x", "--from", "9", "--to", "17", "--focus", "work"],
            ["set", "color", "#112233", "--focus", "work"], ["create", "Gym"],
            ["lockscreen", "hide", "org.example.Chat"],
        ])
    func changeWithoutFocusd(_ words: [String]) throws {
        let configuration = try Configuration()
        try configuration.write("work", "[Focus]\nName=Work\n")
        let environment = ["XDG_CONFIG_HOME": configuration.path, "HOME": "/nonexistent"]
        let note = """
            note: focusd is not running; dunst shows notifications now
            To let focusd stand in front of dunst: focus-switch setup

            """
        let result = run(words, environment: environment, facts: SessionFactsTests.fresh)
        #expect(result.code == .done, "\(result)")
        #expect(result.errors.contains(note), "\(result.errors)")
        let json = run(words + ["--json"], environment: environment, facts: SessionFactsTests.fresh)
        #expect(!json.errors.contains(note), "\(json.errors)")
        var starting = SessionFactsTests.good
        starting.focusd = nil
        starting.notifications = nil
        let quiet = run(words, environment: environment, facts: starting)
        #expect(!quiet.errors.contains("focusd is not running"), "\(quiet.errors)")
    }

    /// “off work” answered that no Focus “work” exists, while Work was on.
    @Test("off takes the id or the name of the active Focus without a file here")
    func off() throws {
        let configuration = try Configuration()
        for word in ["work", "WORK"] {
            // A person of that name changes nothing.
            let person = SeenPerson("work", latest: Fixture.now)
            let control = FakeControl(
                Fixture.control(["ListPeople": [FieldsBuilder.list([person.value])]]))
            let result = configuration("off", word, control: control)
            #expect(result.output == "Work is off.\n", "\(result.errors)")
            #expect(control.calls.contains { $0.member == "Deactivate" })
        }
        // Nobody who turns a Focus off wants to create it.
        let other = configuration("off", "reading", control: FakeControl(Fixture.control()))
        #expect(
            other.errors
                == "focus-switch: there is no Focus “reading”\nYour Focuses: do-not-disturb\n")
    }

    @Test("two names of one directory are no difference")
    func sameDirectory() throws {
        let configuration = try Configuration()
        let link = configuration.path + "-link"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: configuration.path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        for other in [configuration.path + "/", link] {
            let found = OtherConfiguration(
                focusd: Self.directories(configuration.path), own: Self.directories(other))
            #expect(found == nil, "\(other)")
        }
    }
}
