// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop

@testable import FocusCLI

/// A configuration directory that is gone with the test.
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
        run(arguments, control, environment: ["XDG_CONFIG_HOME": path, "HOME": "/nonexistent"])
    }

    func text(_ id: String) -> String? {
        try? String(contentsOfFile: file(id), encoding: .utf8)
    }

    func write(_ id: String, _ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/focusd/focuses", withIntermediateDirectories: true)
        try text.write(toFile: file(id), atomically: true, encoding: .utf8)
    }

    func file(_ id: String) -> String { "\(path)/focusd/focuses/\(id).focus" }

    /// What `show --json` says of a Focus.
    func show(_ id: String) throws -> JSONValue {
        try JSONValue(parsing: self("show", id, "--json").output)
    }
}
