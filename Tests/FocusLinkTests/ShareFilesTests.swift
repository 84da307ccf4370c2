// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import LinkCore
import Mosquitto
import TestSupport
import Testing

@testable import FocusLink

/// Focus files on several machines (issue 22), with real brokers, focusds and files.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: TestBroker.isInstalled))
@LoopActor struct ShareFilesTests {
    private struct Scene {
        let broker: TestBroker
        let spy: LinkSpy
        let alpha: LinkMachine
        let beta: LinkMachine
        let secret: [UInt8]

        @LoopActor func stop() async throws {
            for machine in [alpha, beta] { try await machine.stop() }
            try await broker.stop()
        }
    }

    /// Starts the links of two machines, or that of alpha alone.
    private func scene(startsBeta: Bool = true) async throws -> Scene {
        let secret = LinkGroup.newSecret()
        let broker = try await TestBroker()
        let group = try #require(LinkGroup(secret: secret))
        let alpha = try await LinkMachine("alpha")
        let beta = try await LinkMachine("beta")
        try await broker.waitUntilListening()
        let spy = try await LinkSpy(
            broker, group, topics: group.subscriptions + [group.fileSubscription])
        for machine in [alpha, beta] {
            // focusd has read the files that the next ones replace.
            _ = try await machine.client.send(.focuses)
            guard startsBeta || machine === alpha else { continue }
            try machine.startLink(broker, secret: secret, more: "ShareFiles=true")
        }
        try await spy.waitForMachines(startsBeta ? 2 : 1)
        return Scene(broker: broker, spy: spy, alpha: alpha, beta: beta, secret: secret)
    }

    private func fileTopic(
        _ id: String, of machine: LinkMachine, _ scene: Scene
    ) throws -> String {
        let memory = try LinkFiles.contents(machine.home + "/state/focusd/focus-link.state")
        return scene.spy.group.fileTopic(of: try #require(LinkMemory(memory)).machine, id)
    }

    private func text(_ name: String) -> String { "[Focus]\nName=\(name)\n# kept\n" }

    /// The paths and texts of the copies on a machine.
    private func copies(_ machine: LinkMachine) throws -> [String: String] {
        let folder = machine.home + "/config/focusd/focuses"
        var copies: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".conflict") {
            let path = folder + "/" + name
            copies[path] = try String(contentsOfFile: path, encoding: .utf8)
        }
        return copies
    }

    @Test func filesAreChangedMadeAndDeletedOnTheOtherMachine() async throws {
        let scene = try await scene()
        try scene.alpha.write("focuses/work.focus", text("Office"))
        try await scene.beta.wait(forFile: "focuses/work.focus", text("Office"))
        try scene.beta.write("focuses/chess.focus", text("Chess"))
        try await scene.alpha.wait(forFile: "focuses/chess.focus", text("Chess"))
        try await scene.alpha.switchOn("chess")
        try await scene.beta.wait(for: "chess")
        try FileManager.default.removeItem(
            atPath: scene.alpha.home + "/config/focusd/focuses/chess.focus")
        try await scene.beta.wait(forFile: "focuses/chess.focus", nil)
        for machine in [scene.alpha, scene.beta] {
            #expect(try !copies(machine).values.contains(text("Office")))
        }
        // Nobody reads the files, or which Focus a topic is for, at the broker.
        let seen = scene.spy.messages.pending.filter { $0.untrustedTopic.contains("/files/") }
        #expect(!seen.isEmpty)
        for message in seen {
            let payload = String(decoding: message.untrustedPayload, as: UTF8.self)
            #expect(!payload.contains("Office") && !message.untrustedTopic.contains("work"))
        }
        try await scene.stop()
    }

    /// A program that has the file open, and saves nothing, changes nothing when it is done.
    @Test func aFileThatCannotBeWrittenIsTriedAgain() async throws {
        let scene = try await scene()
        try scene.alpha.write("focuses/work.focus", text("Office"))
        try await scene.beta.wait(forFile: "focuses/work.focus", text("Office"))
        let path = scene.beta.home + "/config/focusd/focuses/work.focus"
        let editor = try #require(FileHandle(forWritingAtPath: path))
        try scene.alpha.write("focuses/work.focus", text("Changed"))
        let status = try await scene.beta.linkStatus { !$0.problems.isEmpty }
        #expect(status.problems.first?.contains("“work” cannot be taken over") == true)
        try editor.close()
        try await scene.beta.wait(forFile: "focuses/work.focus", text("Changed"))
        _ = try await scene.beta.linkStatus { $0.problems.isEmpty }
        #expect(try copies(scene.beta) == [:])
        try await scene.stop()
    }

    /// The same with two texts that were written apart: no attempt leaves a copy but the last.
    @Test func aConflictThatCannotBeWrittenIsTriedAgain() async throws {
        let scene = try await scene()
        try scene.alpha.write("focuses/work.focus", text("Common"))
        try await scene.beta.wait(forFile: "focuses/work.focus", text("Common"))
        for machine in [scene.alpha, scene.beta] { try await machine.killLink() }
        try scene.alpha.write("focuses/work.focus", text("From alpha"))
        try scene.beta.write("focuses/work.focus", text("From beta"))
        let path = scene.alpha.home + "/config/focusd/focuses/work.focus"
        let editor = try #require(FileHandle(forWritingAtPath: path))
        try scene.alpha.restartLink()
        _ = try await scene.alpha.linkStatus { $0.isConnected }
        try scene.beta.restartLink()
        let status = try await scene.alpha.linkStatus { !$0.problems.isEmpty }
        #expect(status.problems.first?.contains("“work” cannot be taken over") == true)
        #expect(try !copies(scene.alpha).values.contains(text("From alpha")))
        try editor.close()
        try await scene.alpha.wait(forFile: "focuses/work.focus", text("From beta"))
        let kept = try copies(scene.alpha).filter { $0.value == text("From alpha") }
        #expect(kept.count == 1)
        try await scene.stop()
    }

    @Test func ofAConflictTheOtherTextIsKeptBeside() async throws {
        let scene = try await scene()
        try scene.alpha.write("focuses/work.focus", text("Common"))
        try await scene.beta.wait(forFile: "focuses/work.focus", text("Common"))
        for machine in [scene.alpha, scene.beta] { try await machine.killLink() }
        try scene.alpha.write("focuses/work.focus", text("From alpha"))
        try scene.beta.write("focuses/work.focus", text("From beta"))
        try scene.alpha.restartLink()
        _ = try await scene.alpha.linkStatus { $0.isConnected }
        try scene.beta.restartLink()
        // The first to come back sends first; the other one's text is newer.
        try await scene.alpha.wait(forFile: "focuses/work.focus", text("From beta"))
        let kept = try copies(scene.alpha).filter { $0.value == text("From alpha") }
        #expect(kept.count == 1)
        #expect(try !copies(scene.beta).values.contains(text("From beta")))
        let path = try #require(kept.keys.first)
        #expect(path.contains("/work."))
        let status = try await scene.alpha.linkStatus { !$0.problems.isEmpty }
        #expect(status.problems.contains { $0.contains(path) }, "\(status.problems)")
        // A copy is no Focus.
        #expect(try await scene.alpha.client.send(.focuses).count == 4)
        try await scene.stop()
    }

    /// Issue 22: both machines had the same file before the link; one has changed it since, and the
    /// other one's file looks younger.
    @Test func theSameFileFromBeforeTheLinkIsNoConflict() async throws {
        let scene = try await scene(startsBeta: false)
        _ = try await scene.alpha.linkStatus { $0.isConnected }
        try scene.alpha.write("focuses/work.focus", text("Office"))
        let topic = try fileTopic("work", of: scene.alpha, scene)
        _ = try await scene.spy.messages.next { message in
            message.untrustedTopic == topic
                && FileEnvelope(opening: message, scene.spy.group)?.file.text == text("Office")
        }
        // The file of beta has the text from which alpha's was made.
        let path = scene.beta.home + "/config/focusd/focuses/work.focus"
        try FileManager.default.setAttributes(
            [.modificationDate: Date() + 2], ofItemAtPath: path)
        try scene.beta.startLink(scene.broker, secret: scene.secret, more: "ShareFiles=true")
        try await scene.beta.wait(forFile: "focuses/work.focus", text("Office"))
        // A change that comes after everything before it.
        try scene.beta.write("focuses/chess.focus", text("Chess"))
        try await scene.alpha.wait(forFile: "focuses/chess.focus", text("Chess"))
        let kept = scene.alpha.home + "/config/focusd/focuses/work.focus"
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == text("Office"))
        for machine in [scene.alpha, scene.beta] { #expect(try copies(machine) == [:]) }
        try await scene.stop()
    }

    /// Issue 22: a folder that is removed, and `rm` of all files, ask before they empty the folders
    /// of the other machines.
    @Test func manyMissingFilesAreNotDeletedElsewhere() async throws {
        let scene = try await scene()
        try scene.alpha.write("focuses/chess.focus", text("Chess"))
        try await scene.beta.wait(forFile: "focuses/chess.focus", text("Chess"))
        let folder = scene.alpha.home + "/config/focusd/focuses"
        try FileManager.default.removeItem(atPath: folder)
        // The files are missed one after the other.
        let status = try await scene.alpha.linkStatus { status in
            status.problems.first?.hasPrefix("all 4 Focus files are gone from \(folder)") == true
        }
        let problem = try #require(status.problems.first)
        #expect(problem.contains("; “focus-switch link restore” takes them back"))
        let restored = try await scene.alpha.linkCommand(["restore"])
        #expect(restored.0 == .exited(0) && restored.1 == "Taking back 4 Focus files.\n")
        _ = try await scene.alpha.linkStatus { $0.problems.isEmpty }
        #expect(
            try String(contentsOfFile: folder + "/chess.focus", encoding: .utf8) == text("Chess"))
        #expect(try await scene.beta.client.send(.focuses).count == 5)

        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".focus") {
            try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
        _ = try await scene.alpha.linkStatus { !$0.problems.isEmpty }
        #expect(try await scene.beta.client.send(.focuses).count == 5)
        // The texts are at the broker, too.
        try await scene.alpha.killLink()
        try scene.alpha.restartLink()
        _ = try await scene.alpha.linkStatus { !$0.problems.isEmpty && $0.isConnected }
        _ = try await scene.alpha.linkCommand(["restore"])
        for (name, title) in [("work", "Work"), ("sleep", "Sleep"), ("reading", "Reading")] {
            try await scene.alpha.wait(
                forFile: "focuses/\(name).focus", "[Focus]\nName=\(title)\n")
        }
        try await scene.alpha.wait(forFile: "focuses/chess.focus", text("Chess"))
        for name in ["work", "sleep", "reading"] {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name).focus")
        }
        let most = try await scene.alpha.linkStatus { !$0.problems.isEmpty }
        #expect(most.problems.first?.hasPrefix("3 of 4 Focus files are gone") == true)
        let deleted = try await scene.alpha.linkCommand(["delete"])
        #expect(deleted.1 == "Deleted 3 Focus files on the other machines.\n")
        for name in ["work", "sleep", "reading"] {
            try await scene.beta.wait(forFile: "focuses/\(name).focus", nil)
        }
        let kept = scene.beta.home + "/config/focusd/focuses/chess.focus"
        #expect(FileManager.default.fileExists(atPath: kept))
        #expect(try await scene.alpha.linkStatus { $0.problems.isEmpty }.isConnected)
        for machine in [scene.alpha, scene.beta] { #expect(try copies(machine) == [:]) }
        try await scene.stop()
    }

    @Test func hostileFilesAreRefused() async throws {
        let scene = try await scene()
        let group = scene.spy.group
        let id = MachineID(bits: 99)
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let stamp = Stamp(time: now, count: 0, machine: id)
        func message(
            _ name: String, _ text: String, slotOf slot: String? = nil
        ) -> (payload: [UInt8], topic: String) {
            let version = FileVersion(stamp: stamp, text: text)
            let envelope = FileEnvelope(sender: id, id: name, file: version)
            return (group.seal(envelope.bytes), group.fileTopic(of: id, slot ?? name))
        }
        let stranger = try #require(LinkGroup(secret: [UInt8](repeating: 5, count: 16)))
        let version = FileVersion(stamp: stamp, text: text("x"))
        let foreign = FileEnvelope(sender: id, id: "work", file: version).bytes
        let long = "[Focus]\nName=x\n#" + String(repeating: "x", count: LinkLimits.fileBytes)
        let hostile = [
            message("../focusd", "[Focus]\nName=x\n"), message(".always", "[Focus]\nName=x\n"),
            message("work", "not a Focus"), message("work", long),
            message("work", text("x"), slotOf: "sleep"),
            (stranger.seal(foreign), group.fileTopic(of: id, "work")),
            (foreign, group.fileTopic(of: id, "work")),
            ([0, 1], group.fileTopic(of: id, "work")),
        ]
        for (payload, topic) in hostile {
            try await scene.spy.publish(payload, on: topic)
        }
        let status = try await scene.beta.linkStatus { $0.refused >= UInt32(hostile.count) }
        #expect(status.isConnected)
        #expect(try await scene.beta.client.send(.focuses).count == 4)
        // The power of a machine with the key.
        let valid = message("chess", text("Chess"))
        try await scene.spy.publish(valid.payload, on: valid.topic)
        try await scene.beta.wait(forFile: "focuses/chess.focus", text("Chess"))
        #expect(!FileManager.default.fileExists(atPath: scene.beta.home + "/config/focusd.focus"))
        try await scene.stop()
    }

    /// The broker cannot be reached while the option is turned off, and the link ends meanwhile.
    @Test func filesAreRemovedFromABrokerThatComesBack() async throws {
        let scene = try await scene(startsBeta: false)
        try scene.alpha.write("focuses/work.focus", text("Office"))
        let topic = try fileTopic("work", of: scene.alpha, scene)
        _ = try await scene.spy.messages.next { $0.untrustedTopic == topic }
        try await scene.alpha.killLink()
        try await scene.broker.kill()
        // Again in a new group, too: after `rotate`.
        for secret in [scene.secret, LinkGroup.newSecret()] {
            try scene.alpha.startLink(scene.broker, secret: secret)
            _ = try await scene.alpha.linkStatus { !$0.problems.isEmpty }
            try await scene.alpha.killLink()
        }
        try scene.broker.start()
        try await scene.broker.waitUntilListening()
        let group = scene.spy.group
        let spy = try await LinkSpy(
            scene.broker, group, topics: group.subscriptions + [group.fileSubscription])
        try scene.alpha.restartLink()
        let place = try #require(group.filePlace(of: topic))
        var left = Set(
            [topic] + LinkPayload.Kind.allCases.map { group.topic(of: place.machine, $0) })
        while !left.isEmpty {
            let message = try await spy.messages.next { left.contains($0.untrustedTopic) }
            #expect(message.untrustedPayload.isEmpty)
            left.remove(message.untrustedTopic)
        }
        try await scene.alpha.waitForLinkMemory { $0.left.isEmpty }
        try await scene.stop()
    }

    /// Without the option nothing is sent, and what an earlier time of sharing left is removed.
    @Test func withoutTheOptionNothingIsShared() async throws {
        let scene = try await scene()
        try scene.alpha.write("focuses/work.focus", text("Office"))
        try await scene.beta.wait(forFile: "focuses/work.focus", text("Office"))
        let topic = try fileTopic("work", of: scene.alpha, scene)
        try await scene.alpha.killLink()
        try scene.alpha.startLink(scene.broker, secret: scene.secret)
        _ = try await scene.spy.messages.next {
            $0.untrustedTopic == topic && $0.untrustedPayload.isEmpty
        }
        try scene.alpha.write("focuses/sleep.focus", text("Night"))
        try scene.beta.write("focuses/work.focus", text("Elsewhere"))
        try await scene.alpha.switchOn("sleep")
        try await scene.beta.wait(for: "sleep")
        let path = scene.alpha.home + "/config/focusd/focuses/work.focus"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text("Office"))
        let other = scene.beta.home + "/config/focusd/focuses/sleep.focus"
        #expect(try String(contentsOfFile: other, encoding: .utf8) != text("Night"))
        try await scene.stop()
    }
}

extension LinkMachine {
    /// Waits until the memory of the link is as expected.
    fileprivate func waitForLinkMemory(where condition: (LinkMemory) -> Bool) async throws {
        let folder = home + "/state/focusd/"
        let changes = Recorder<Void>()
        let monitor = try FileMonitor(directory: folder) { _ in changes.record(()) }
        defer { withExtendedLifetime(monitor) {} }
        while true {
            let bytes = try LinkFiles.contents(folder + "focus-link.state")
            if condition(try #require(LinkMemory(bytes))) { return }
            _ = try await changes.next()
        }
    }
}

extension FileEnvelope {
    /// Opens a message as a machine of the group does.
    fileprivate init?(opening message: BrokerMessage, _ group: LinkGroup) {
        guard let place = group.filePlace(of: message.untrustedTopic),
            let envelope = group.openFile(message.untrustedPayload, from: place.machine)
        else { return nil }
        self = envelope
    }
}
