// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

/// A notification server whose unit is a file of the user's own. `systemctl mask` does not replace
/// such a file, so `setup` stopped there, with focusd neither enabled nor started.
@Suite("setup with a unit file of the user's") @LoopActor struct UserUnitTests {
    private static let text = """
        [Service]
        Type=dbus
        BusName=org.freedesktop.Notifications
        ExecStart=/usr/bin/mako

        """

    private let configuration: Configuration
    private let base: BaseDirectories
    private var directory: String { configuration.path + "/systemd/user" }
    private var file: String { directory + "/mako.service" }

    init() async throws {
        let configuration = try Configuration()
        self.configuration = configuration
        let environment = [
            "XDG_CONFIG_HOME": configuration.path, "XDG_STATE_HOME": configuration.path + "/state",
            "HOME": "/nonexistent",
        ]
        base = BaseDirectories { environment[$0] }
        let wants = directory + "/graphical-session.target.wants"
        try FileManager.default.createDirectory(
            atPath: wants, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: wants + "/mako.service", withDestinationPath: file)
        try FileManager.default.createDirectory(
            atPath: configuration.path + "/bin", withIntermediateDirectories: true)
        // Masks as systemd 252 does.
        let program = """
            #!/bin/sh
            cd '\(directory)' || exit 1
            case "$*" in
            "--user mask --now mako.service")
                ! [ -e mako.service ] && ! [ -L mako.service ] && ln -s /dev/null mako.service ;;
            "--user unmask mako.service")
                ! [ -L mako.service ] || rm mako.service ;;
            "--user daemon-reload") ;;
            *) exit 1 ;;
            esac

            """
        try await Programs.make(program, at: configuration.path + "/bin/systemctl")
    }

    private func facts() -> SessionFacts {
        let services = SessionServices(base, system: [])
        var facts = SessionFacts()
        facts.hasBus = false
        facts.hasUserManager = true
        facts.units = services.units
        facts.record = SetupRecord(base)
        facts.movedFiles = services.movedFiles(facts.record)
        return facts
    }

    private func run(_ command: String) async throws -> ChildProcess.ExitStatus {
        let exits = Recorder<ChildProcess.ExitStatus>()
        let process = try ChildProcess(
            ["/bin/sh", "-c", command],
            environment: ["PATH": configuration.path + "/bin:/usr/bin:/bin"], endsWithParent: true
        ) { exits.record($0) }
        defer { withExtendedLifetime(process) {} }
        return try await exits.next()
    }

    @Test("the file makes room for the mask, and comes back", arguments: [false, true])
    func thereAndBack(_ isLink: Bool) async throws {
        let store = configuration.path + "/store.service"
        try Self.text.write(toFile: isLink ? store : file, atomically: true, encoding: .utf8)
        if isLink {
            try FileManager.default.createSymbolicLink(
                atPath: file, withDestinationPath: store)
        }
        let before = facts()
        #expect(before.competingUnits.map(\.userFile) == [file])
        let check = try #require(before.checks.first { $0.problem?.kind == .unitCompeting })
        #expect(check.problem?.remedy.contains("mask") == false, "\(check)")
        let step = try #require(before.steps.first)
        #expect(before.steps.count == 1)
        #expect(step.reason.hasSuffix("(your file is kept as mako.service.old)"))
        try before.newRecord.write(base)
        #expect(try await run(step.command) == .exited(0))
        #expect(SessionServices.link(file) == "/dev/null")
        #expect(try String(contentsOfFile: file + ".old", encoding: .utf8) == Self.text)

        let between = facts()
        #expect(between.steps.isEmpty)
        let undo = try #require(between.undoing.first)
        #expect(between.undoing.count == 1)
        #expect(undo.reason == "Use your own mako.service again")
        #expect(try await run(undo.command) == .exited(0))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.text)
        #expect(SessionServices.link(file) == (isLink ? store : nil))
        #expect(unsafe access(file + ".old", F_OK) != 0)
        #expect(facts().units.map(\.isMasked) == [false])
        #expect(facts().movedFiles.isEmpty)
    }

    /// `mv` replaced the user's earlier file.
    @Test("an earlier file of that name stays, and the right one comes back")
    func earlierFile() async throws {
        try Self.text.write(toFile: file, atomically: true, encoding: .utf8)
        try "mine".write(toFile: file + ".old", atomically: true, encoding: .utf8)
        let before = facts()
        let step = try #require(before.steps.first)
        #expect(step.reason.hasSuffix("(your file is kept as mako.service.old.2)"))
        try before.newRecord.write(base)
        #expect(try await run(step.command) == .exited(0))
        #expect(try String(contentsOfFile: file + ".old", encoding: .utf8) == "mine")
        #expect(try String(contentsOfFile: file + ".old.2", encoding: .utf8) == Self.text)
        let undo = try #require(facts().undoing.first)
        #expect(try await run(undo.command) == .exited(0))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.text)
        #expect(try String(contentsOfFile: file + ".old", encoding: .utf8) == "mine")
        #expect(unsafe access(file + ".old.2", F_OK) != 0)
    }

    /// A user's backup is no file that `setup` has moved.
    @Test("a file that setup did not move, or that has a successor, stays")
    func foreign() throws {
        try Self.text.write(toFile: file + ".old", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: "/dev/null")
        try SetupRecord(program: "mako", maskedUnits: ["mako.service"]).write(base)
        #expect(facts().movedFiles.isEmpty)
        try SetupRecord(program: "mako", movedUnits: ["mako.service"]).write(base)
        #expect(facts().movedFiles == [file])
        try FileManager.default.removeItem(atPath: file)
        #expect(facts().movedFiles == [file])
        try Self.text.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(facts().movedFiles.isEmpty)
    }
}
