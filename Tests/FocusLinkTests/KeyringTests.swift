// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusLink

/// The secrets of focus-link in a real GNOME Keyring (issue 22).
@Suite(.enabled(if: TestBroker.isInstalled && LinkMachine.hasKeyring))
@LoopActor struct KeyringTests {
    private func setup(_ machine: LinkMachine, _ broker: TestBroker) async throws
        -> (ChildProcess.ExitStatus, String)
    {
        try await machine.linkCommand([
            "setup", "--keyring", "--broker", "localhost:\(broker.port)", "--ca", broker.authority,
            "--name", "alpha", "--no-start",
        ])
    }

    private func files(_ machine: LinkMachine) -> Set<String> {
        let path = machine.home + "/config/focusd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return Set(names.filter { $0.hasPrefix("focus-link") })
    }

    @Test func theKeyringKeepsTheSecretsAndNoFileDoes() async throws {
        let broker = try await TestBroker()
        try await broker.waitUntilListening()
        let machine = try await LinkMachine("alpha")
        try await machine.startKeyring()
        let (status, text) = try await setup(machine, broker)
        #expect(status == .exited(0), "\(text)")
        #expect(text.contains("The secrets are in the desktop's keyring."))
        #expect(files(machine) == ["focus-link.conf"])
        try machine.restartLink()
        _ = try await machine.linkStatus { $0.isConnected && $0.isSealed }
        // A new key, while the link runs.
        let first = try await machine.linkCommand(["words"]).1
        let rotated = try await machine.linkCommand(["rotate"])
        #expect(rotated.0 == .exited(0), "\(rotated.1)")
        let second = try await machine.linkCommand(["words"]).1
        #expect(first != second)
        #expect(files(machine) == ["focus-link.conf"])
        _ = try await machine.linkStatus { $0.isConnected }
        // A crash and a new start.
        try await machine.killLink()
        try machine.restartLink()
        _ = try await machine.linkStatus { $0.isConnected }
        // Back to the file, with the same secret.
        let path = machine.home + "/config/focusd/focus-link.conf"
        let settings = try String(contentsOfFile: path, encoding: .utf8)
        try settings.replacingOccurrences(of: "Keyring=true", with: "Keyring=false").write(
            toFile: path, atomically: true, encoding: .utf8)
        let back = try await machine.linkCommand(["setup", "--no-start"])
        #expect(back.0 == .exited(0), "\(back.1)")
        #expect(files(machine) == ["focus-link.conf", "focus-link.secrets"])
        #expect(try await machine.linkCommand(["words"]).1 == second)
        try await machine.stop()
        try await broker.stop()
    }

    @Test func withoutAKeyringSetupSaysSoAndWritesNothing() async throws {
        let broker = try await TestBroker()
        let machine = try await LinkMachine("alpha")
        let (status, text) = try await setup(machine, broker)
        #expect(status == .exited(1))
        #expect(text.contains("keyring") && text.contains("Keyring=false"), "\(text)")
        #expect(files(machine).isEmpty)
        try await machine.stop()
        try await broker.stop()
    }
}

/// A trial with a newcomer: a setup without `--keyring` started the desktop's keyring.
@Suite struct SecretsPlaceTests {
    @Test func theKeyringIsAskedOnlyForASetupWithoutAFileOfSecrets() throws {
        let home = try makeTemporaryDirectory("secrets")
        defer { try? FileManager.default.removeItem(atPath: home) }
        let files = LinkFiles(
            BaseDirectories { $0.hasPrefix("XDG_") && $0.hasSuffix("_HOME") ? home : nil })
        try FileManager.default.createDirectory(
            atPath: home + "/focusd", withIntermediateDirectories: true)
        #expect(!SecretsPlace.mayBeInKeyring(files))
        #expect(FileManager.default.createFile(atPath: files.configuration, contents: nil))
        #expect(SecretsPlace.mayBeInKeyring(files))
        #expect(FileManager.default.createFile(atPath: files.secrets, contents: nil))
        #expect(!SecretsPlace.mayBeInKeyring(files))
    }
}
