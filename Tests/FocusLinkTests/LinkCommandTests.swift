// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import Glibc
import LinkCore
import TestSupport
import Testing

@testable import FocusLink

/// The commands of `focus-switch link` lead a new user on, without systemd and with a broker that
/// does not answer (issue 22).
@Suite(.enabled(if: TestBroker.isInstalled)) @LoopActor struct LinkCommandTests {
    @Test func aMissingArgumentIsNamed() async throws {
        let machine = try await LinkMachine("alpha")
        let setup = try await machine.linkCommand(["setup"])
        #expect(setup.0 == .exited(1))
        #expect(setup.1.contains("focus-switch link setup --broker HOST"))
        let join = try await machine.linkCommand(["join"])
        #expect(join.0 == .exited(1))
        #expect(join.1.contains("focus-switch link words"))
        #expect(join.1.contains("focus-switch link join WORD… --broker HOST"))
        let words = SecretWords.text(LinkGroup.newSecret()).split(separator: " ").map(String.init)
        let nowhere = try await machine.linkCommand(["join"] + words)
        #expect(nowhere.1.contains("focus-switch link join WORD… --broker HOST"))
        let place = try await machine.linkCommand(["setup", "broker.example.org"])
        #expect(place.0 == .exited(2))
        #expect(place.1.contains("focus-switch link setup --broker broker.example.org"))
        for command in ["status", "off"] {
            let result = try await machine.linkCommand([command])
            #expect(!result.1.contains("systemd"), "\(command): \(result.1)")
        }
        try await machine.stop()
    }

    /// As tried with KDE Connect 22.12: it sends a changed list to the phone at this signal.
    @Test func aConnectedPhoneGetsItsCommandsAtOnce() async throws {
        let machine = try await LinkMachine("alpha")
        let device = "_7638aa5a_fcb1_4b13_b26a_42e428ce398e_"
        let folder = machine.home + "/config/kdeconnect/" + device
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let changes = Recorder<String?>()
        let connection = try machine.bus.connect()
        let subscription = connection.subscribe(
            MatchRule(interface: "org.kde.kdeconnect.config", member: "configChanged")
        ) { changes.record($0.path) }
        let phone = try await machine.linkCommand(["phone"])
        #expect(phone.0 == .exited(0), "\(phone.1)")
        let path = try await changes.next()
        #expect(path == "/kdeconnect/\(device)/kdeconnect_runcommand")
        let file = folder + "/kdeconnect_runcommand/config"
        #expect(
            try String(contentsOfFile: file, encoding: .utf8).contains("focus-switch on 'work'"))
        subscription.cancel()
        try await machine.stop()
    }

    /// A secret that cannot be read is not a missing one: a new one would be another group, and
    /// without it nothing would be removed from the broker.
    @Test func anUnreadableSecretStays() async throws {
        let machine = try await LinkMachine("alpha")
        let setup = ["setup", "--broker", "localhost:1", "--no-start"]
        #expect(try await machine.linkCommand(setup).0 == .exited(0))
        let folder = machine.home + "/config/focusd/"
        let names = ["focus-link.conf", "focus-link.secrets"]
        let path = folder + names[1]
        let secret = try String(contentsOfFile: path, encoding: .utf8)
        unsafe chmod(path, 0o644)
        for command in [setup, ["off", "--forget"]] {
            let (status, text) = try await machine.linkCommand(command)
            #expect(status == .exited(1))
            #expect(text.contains("run: chmod 600 \(path)"), "\(text)")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == secret)
            for name in names { #expect(FileManager.default.fileExists(atPath: folder + name)) }
        }
        unsafe chmod(path, 0o600)
        #expect(try await machine.linkCommand(setup).0 == .exited(0))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == secret)
        #expect(try await machine.linkCommand(["off", "--forget"]).0 == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: path))
        try await machine.stop()
    }

    /// A trial with a newcomer: the reason stood there twice, and the files had no command.
    @Test func aMachineThatCannotForgetHasItsNextSteps() {
        let files = ["/a b/link.conf", "/c"]
        let problem = OffCommand.notForgotten("no route", files, usesKeyring: false)
        #expect(
            problem.description == """
                nothing is forgotten yet: the broker still has this machine's messages: no route
                To try again: focus-switch link off --forget
                To remove the files all the same: rm '/a b/link.conf' /c
                """)
        // Issue 17: the keyring kept the secret when the files were gone.
        #expect(
            OffCommand.notForgotten("no route", files, usesKeyring: true).description
                == """
                \(problem.description)
                And the secret: secret-tool clear program focus-link
                """)
    }

    /// Trials with newcomers: another broker without a port kept the port of the one before, and
    /// the connection without TLS.
    @Test func anotherBrokerHasAPortAndTLSOfItsOwn() async throws {
        let machine = try await LinkMachine("alpha")
        func configuration(_ options: String...) async throws -> LinkConfiguration {
            let (status, text) = try await machine.linkCommand(["setup", "--no-start"] + options)
            #expect(status == .exited(0), "\(text)")
            let path = machine.home + "/config/focusd/focus-link.conf"
            return try LinkConfiguration(
                KeyFile(contents: String(contentsOfFile: path, encoding: .utf8)))
        }
        #expect(try await configuration("--broker", "localhost:1", "--plain").port == 1)
        let same = try await configuration("--name", "other", "--broker", "localhost:1")
        #expect(same.port == 1 && !same.usesTLS)
        let (_, note) = try await machine.linkCommand(["setup", "--no-start"])
        #expect(note.contains("without TLS, as before"), "\(note)")
        #expect(note.contains("To use TLS: focus-switch link setup --tls\n"), "\(note)")
        let sealed = try await configuration("--tls")
        #expect(sealed.host == "localhost" && sealed.usesTLS && sealed.port == 8_883)
        #expect(try await configuration("--plain").port == 1_883)
        let other = try await configuration("--broker", "nohost.invalid")
        #expect(other.host == "nohost.invalid" && other.port == 8_883 && other.name == "other")
        #expect(other.usesTLS)
        let both = try await machine.linkCommand(["setup", "--no-start", "--tls", "--plain"])
        #expect(both.0 == .exited(1) && both.1.contains("use one of them"), "\(both.1)")
        let setup = ["setup", "--no-start", "--broker", "mqtt://localhost:1883"]
        let (status, text) = try await machine.linkCommand(setup)
        #expect(status == .exited(1))
        #expect(text.contains("“mqtt://”; use: --broker localhost:1883 --plain"), "\(text)")
        #expect(try await configuration().host == "nohost.invalid")
        try await machine.stop()
    }

    /// A broker with the rules that `LinkForAdministrators` has, and a setup without `--topic`.
    @Test func aTopicThatTheBrokerDeniesIsAProblem() async throws {
        let broker = try await TestBroker(rules: "topic readwrite users/alpha/#\n")
        try await broker.waitUntilListening()
        let machine = try await LinkMachine("alpha")
        let place = "localhost:\(broker.port)"
        let setup = ["setup", "--broker", place, "--ca", broker.authority]
        let denied = try await machine.linkCommand(setup)
        #expect(denied.0 == .exited(1))
        #expect(!denied.1.contains(LinkStart.commandLine), "\(denied.1)")
        #expect(denied.1.contains("does not let this machine use the topics below “focusd/"))
        #expect(denied.1.contains("--topic TOPIC"))
        try machine.restartLink()
        let status = try await machine.linkStatus { !$0.problems.isEmpty }
        #expect(status.isConnected)
        #expect(status.problems.first?.contains("--topic TOPIC") == true, "\(status.problems)")
        let allowed = try await machine.linkCommand(setup + ["--topic", "users/alpha"])
        #expect(allowed.1.contains("The broker at \(place) answers."), "\(allowed.1)")
        _ = try await machine.linkStatus { $0.isConnected && $0.problems.isEmpty }
        // The denied topics have nothing of this machine.
        #expect(try await machine.linkCommand(["off", "--forget"]).0 == .exited(0))
        _ = try await machine.linkEnd()
        try await machine.stop()
        try await broker.stop()
    }

    /// The broker drops what it does not let through, and says nothing.
    @Test func messagesThatDoNotComeBackAreAProblem() async throws {
        let broker = try await TestBroker(rules: "topic write #\n")
        try await broker.waitUntilListening()
        let machine = try await LinkMachine("alpha")
        try machine.startLink(broker, secret: LinkGroup.newSecret())
        let status = try await machine.linkStatus { !$0.problems.isEmpty }
        #expect(status.isConnected)
        #expect(status.problems.first?.contains("--topic TOPIC") == true, "\(status.problems)")
        try await machine.stop()
        try await broker.stop()
    }

    @Test func setupTriesTheBrokerAndNamesTheStart() async throws {
        let machine = try await LinkMachine("alpha")
        let broker = try await TestBroker()
        try await broker.waitUntilListening()
        let place = "localhost:\(broker.port)"
        let setup = ["setup", "--broker", place, "--ca", broker.authority]
        let answered = try await machine.linkCommand(setup)
        #expect(answered.0 == .exited(0))
        #expect(answered.1.contains("The broker at \(place) answers."))
        #expect(answered.1.contains("\n  \(LinkStart.commandLine)\n"))
        let status = try await machine.linkCommand(["status"])
        #expect(status.0 == .exited(3))
        #expect(status.1.contains("to start it: \(LinkStart.commandLine)"))
        try machine.restartLink()
        _ = try await machine.linkStatus { $0.isConnected }
        let again = try await machine.linkCommand(setup)
        #expect(again.1.contains("focus-link runs, and reads these files now."))
        try await broker.kill()
        let silent = try await machine.linkCommand(setup)
        #expect(silent.0 == .exited(1))
        #expect(silent.1.contains("The broker at \(place): the broker cannot be reached"))
        let off = try await machine.linkCommand(["off"])
        #expect(off.0 == .exited(0) && off.1.contains("focus-link has ended."))
        _ = try await machine.linkEnd()
        #expect(try await machine.linkCommand(["status"]).1.contains("the link is off"))
        _ = try await machine.linkCommand(setup)
        let set = try await machine.linkCommand(["status"])
        #expect(set.1.contains("to start it: \(LinkStart.commandLine)"))
        try await machine.stop()
        try FileManager.default.removeItem(atPath: broker.directory)
    }
}
