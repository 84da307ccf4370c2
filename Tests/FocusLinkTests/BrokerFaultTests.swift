// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import FocusWire
import GLibLoop
import LinkCore
import TestSupport
import Testing

@testable import FocusLink

/// A real focus-link, with a broker that does what mosquitto does not.
@Suite @LoopActor struct BrokerFaultTests {
    private let secret = LinkGroup.newSecret()

    /// Starts focusd and focus-link.
    private func machine(_ broker: ScriptedBroker) async throws -> LinkMachine {
        let machine = try await LinkMachine("alpha")
        try machine.write(
            "focus-link.conf", "[Broker]\nHost=127.0.0.1\nPort=\(broker.port)\nTLS=false\n")
        try machine.write("focus-link.secrets", LinkSecrets(secret: secret).text())
        try machine.restartLink()
        return machine
    }

    /// Longer than focus-link lets a broker send. The limit of its memory has room for two copies.
    @Test func aMessageOfManyMegabytesIsRefused() async throws {
        let group = try #require(LinkGroup(secret: secret))
        let message = ScriptedBroker.message(
            [UInt8](repeating: 1, count: 70 << 20),
            on: group.topic(of: MachineID(bits: 99), .change))
        let broker = try ScriptedBroker(answer: ScriptedBroker.welcome() + message)
        let machine = try await machine(broker)
        let status = try await machine.linkStatus { $0.refused > 0 }
        #expect(status.isConnected)
        try await machine.stop()
        broker.stop()
    }

    /// libmosquitto keeps such messages until the broker releases them, without a limit in MQTT
    /// 3.1.1.
    @Test func aMessageOfQoS2EndsTheConnection() async throws {
        let group = try #require(LinkGroup(secret: secret))
        let message = ScriptedBroker.message(
            [1], on: group.topic(of: MachineID(bits: 99), .change), numberOfQoS2: 7)
        let broker = try ScriptedBroker(answer: ScriptedBroker.welcome() + message)
        let machine = try await machine(broker)
        let status = try await machine.linkStatus { status in
            status.problems.contains { $0.contains("QoS 2") }
        }
        #expect(!status.isConnected)
        try await machine.stop()
        broker.stop()
    }

    /// A broker that closes a connection without messages sooner than focus-link would ask.
    @Test func theBrokersKeepAliveCounts() async throws {
        let broker = try ScriptedBroker(answer: ScriptedBroker.welcome(keepAlive: 1))
        let machine = try await machine(broker)
        // Without the broker's word, there is one each minute: too few until the deadline.
        let end = ContinuousClock.now + .testDeadline
        for _ in 1...4 {
            _ = try await broker.received.next(within: end - .now) {
                $0 == ScriptedBroker.pingRequest
            }
        }
        try await machine.stop()
        broker.stop()
    }

    /// A trial with a newcomer: `--plain` was not named, and setup went on as if the broker could
    /// be used.
    @Test func setupNamesPlainWhereTheBrokerHasNoTLS() async throws {
        let broker = try ScriptedBroker(answer: ScriptedBroker.welcome())
        let machine = try await LinkMachine("alpha")
        let place = "127.0.0.1:\(broker.port)"
        let (status, text) = try await machine.linkCommand(["setup", "--broker", place])
        #expect(status == .exited(1))
        #expect(
            text.contains("focus-switch link setup --plain --broker \(place)\n"), "\(text)")
        #expect(text.contains("focus-link is not started"), "\(text)")
        #expect(!text.contains(LinkStart.commandLine), "\(text)")
        try await machine.stop()
        broker.stop()
    }
}
