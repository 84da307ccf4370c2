// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// A configuration directory that is removed with this object.
@LoopActor final class Configuration {
    let path: String

    init() throws {
        let parent = FileManager.default.temporaryDirectory
        let directory = parent.appendingPathComponent("focus-switch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func callAsFunction(_ arguments: String..., control: FakeControl? = nil) -> RunResult {
        self(all: arguments, control: control)
    }

    func callAsFunction(
        all arguments: [String], control: FakeControl? = nil, width: Int? = 200,
        variables: [String: String] = [:], now: Timestamp = Fixture.now
    ) -> RunResult {
        let environment = [
            "XDG_CONFIG_HOME": path, "XDG_DATA_HOME": path + "/data", "HOME": "/nonexistent",
            "XDG_DATA_DIRS": path + "/shared",
        ].merging(variables) { $1 }
        return run(arguments, control, environment: environment, width: width, now: now)
    }

    /// Runs a command that the program has printed, with the program's name or without, and expects
    /// that it succeeds.
    @discardableResult func expectDone(
        _ command: some StringProtocol, control: FakeControl? = nil,
        now: Timestamp = Fixture.now, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> RunResult {
        let words = try shellWords(String(command)).drop { $0 == "focus-switch" }
        let result = self(all: Array(words), control: control, now: now)
        #expect(result.code == .done, "\(command): \(result)", sourceLocation: sourceLocation)
        return result
    }

    func text(_ id: String) -> String? {
        try? String(contentsOfFile: file(id), encoding: .utf8)
    }

    func write(_ id: String, _ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/focusd/focuses", withIntermediateDirectories: true)
        try text.write(toFile: file(id), atomically: true, encoding: .utf8)
    }

    /// Writes the Focus “Gym”, with a rule, a schedule and a trigger.
    func writeGym() throws {
        try write(
            "gym",
            """
            [Focus]
            Name=Gym
            [Rule boss]
            When=urgency == 2
            Do=allow
            [Schedule hours]
            Days=Mon;
            From=9:00
            To=10:00
            [Triggers]
            VPN=true

            """)
    }

    /// Writes `focusd.conf`.
    func writeSettings(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/focusd", withIntermediateDirectories: true)
        try text.write(toFile: path + "/focusd/focusd.conf", atomically: true, encoding: .utf8)
    }

    /// Writes a file below the user's data directory.
    func writeData(_ name: String, _ text: String) throws {
        let file = URL(fileURLWithPath: "\(path)/data/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    func file(_ id: String) -> String { "\(path)/focusd/focuses/\(id).focus" }

    /// Returns the output of `show --json` for a Focus.
    func show(_ id: String) throws -> JSONValue {
        try JSONValue(parsing: self("show", id, "--json").output)
    }
}
