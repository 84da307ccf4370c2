// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import LinkCore
import Mosquitto
import SeededRandom
import TestSupport
import Testing

@testable import FocusLink

/// Three machines, each with its focusd, bus and home, and a real mosquitto with TLS (issue 22).
@Suite(.enabled(if: TestBroker.isInstalled)) @LoopActor struct LinkTests {
    private struct Scene {
        let broker: TestBroker
        let spy: LinkSpy
        let machines: [LinkMachine]
        let secret: [UInt8]

        @LoopActor func stop() async throws {
            for machine in machines { try await machine.stop() }
            try await broker.stop()
        }
    }

    private func scene(_ names: [String] = ["alpha", "beta", "gamma"]) async throws -> Scene {
        let secret = LinkGroup.newSecret()
        let broker = try await TestBroker()
        let group = try #require(LinkGroup(secret: secret))
        var machines: [LinkMachine] = []
        for name in names { machines.append(try await LinkMachine(name)) }
        let spy = try await connected(broker, group)
        for machine in machines { try machine.startLink(broker, secret: secret) }
        try await spy.waitForMachines(names.count)
        return Scene(broker: broker, spy: spy, machines: machines, secret: secret)
    }

    /// A client, once the broker listens.
    private func connected(
        _ broker: TestBroker, _ group: LinkGroup, topics: [String]? = nil
    ) async throws -> LinkSpy {
        try await broker.waitUntilListening()
        return try await LinkSpy(broker, group, topics: topics)
    }

    @Test func aSwitchAtOneMachineIsSeenAtAll() async throws {
        let scene = try await scene()
        var times: [Double] = []
        for round in 0..<30 {
            let focus = round % 3 == 2 ? nil : round % 3 == 0 ? "work" : "sleep"
            let start = ContinuousClock.now
            let machine = scene.machines[round % 3]
            if let focus {
                try await machine.switchOn(focus)
            } else {
                try await machine.client.send(.deactivate)
            }
            for other in scene.machines { try await other.wait(for: focus) }
            times.append(start.duration(to: .now) / .milliseconds(1))
        }
        print("switch seen at all three, ms:", times.sorted().map { ($0 * 10).rounded() / 10 })
        #expect(try await scene.machines[2].activation == nil)
        try await scene.machines[0].switchOn("work")
        try await scene.machines[1].wait(for: "work")
        #expect(try await scene.machines[1].activation?.machine == "alpha")
        #expect(try await scene.machines[0].activation?.machine == nil)
        // No echo: one change for each switch.
        #expect(scene.spy.stamps.count <= 31)
        try await scene.stop()
    }

    @Test func allAgreeThoughTheBrokerDiesAgainAndAgain() async throws {
        let scene = try await scene()
        var random = SeededGenerator(seed: 22)
        var switches = 0
        for _ in 0..<6 {
            for _ in 0..<8 {
                let machine = scene.machines[random.below(3)]
                try await machine.switchOn(["work", "sleep", "reading"][random.below(3)])
                switches += 1
            }
            try await scene.broker.kill()
            try await scene.machines[random.below(3)].switchOn("sleep")
            switches += 1
            try scene.broker.start()
        }
        // A spy of the new broker sees that all are back.
        let spy = try await connected(scene.broker, scene.spy.group)
        try await spy.waitForMachines(3)
        try await scene.machines[1].switchOn("reading")
        for machine in scene.machines { try await machine.wait(for: "reading") }
        try await scene.machines[2].client.send(.deactivate)
        for machine in scene.machines { try await machine.wait(for: nil) }
        try await scene.stop()
    }

    /// A trigger with `Share=true`; the one of `reading` stays on its machine.
    @Test func aSharedTriggerIsSeenAtAllUntilItEnds() async throws {
        let scene = try await scene(["alpha", "beta"])
        let (alpha, beta) = (scene.machines[0], scene.machines[1])
        try alpha.write(
            "focuses/work.focus",
            "[Focus]\nName=Work\n[Triggers]\nApps=org.example.Meeting;\nGrace=0\nShare=true\n")
        try alpha.write(
            "focuses/reading.focus",
            "[Focus]\nName=Reading\n[Triggers]\nApps=org.example.Reader;\nGrace=0\n")
        _ = try await alpha.client.send(.reload)
        try await beta.switchOn("sleep")
        try await alpha.wait(for: "sleep")
        let app = try alpha.bus.connect()
        try #require(
            try app.requestName("org.example.Meeting", .doNotQueue) == .primaryOwner)
        try await beta.wait(for: "work")
        #expect(try await beta.activation?.machine == "alpha")
        #expect(try await alpha.activation?.cause == .trigger)
        _ = try app.releaseName("org.example.Meeting")
        // The Focus of before comes back on both.
        try await beta.wait(for: "sleep")
        try await alpha.wait(for: "sleep")
        // A trigger without Share=true stays here: the next change is the user's.
        try #require(try app.requestName("org.example.Reader", .doNotQueue) == .primaryOwner)
        try await alpha.wait(for: "reading")
        try await beta.switchOn("work")
        try await alpha.wait(for: "work")
        while true {
            guard case .change(let change) = try await scene.spy.machines.next().payload else {
                continue
            }
            #expect(change.focus?.id != "reading")
            if change.name == "beta", change.focus?.id == "work" { break }
        }
        try await scene.stop()
    }

    /// The section of a schedule that decides now, every day.
    private func schedule(_ more: String = "") -> String {
        let hour = Calendar.current.component(.hour, from: Date())
        let (from, to) = ((hour + 23) % 24, (hour + 2) % 24)
        return "[Schedule plan]\nDays=Mon;Tue;Wed;Thu;Fri;Sat;Sun;\n"
            + String(format: "From=%02d:00\nTo=%02d:00\n", from, to) + more
    }

    /// The Focus is on at alpha anyway, by a schedule that is not shared.
    @Test func theSecondTriggerOfAFocusIsSeenToo() async throws {
        let scene = try await scene(["alpha", "beta"])
        let (alpha, beta) = (scene.machines[0], scene.machines[1])
        try alpha.write(
            "focuses/work.focus",
            "[Focus]\nName=Work\n\(schedule())"
                + "[Triggers]\nApps=org.example.Meeting;\nGrace=0\nShare=true\n")
        _ = try await alpha.client.send(.reload)
        try await alpha.wait(for: "work")
        let app = try alpha.bus.connect()
        for _ in 0..<2 {
            try #require(
                try app.requestName("org.example.Meeting", .doNotQueue) == .primaryOwner)
            try await beta.wait(for: "work")
            _ = try app.releaseName("org.example.Meeting")
            try await beta.wait(for: nil)
        }
        #expect(try await alpha.activation?.cause == .schedule)
        try await scene.stop()
    }

    /// A trigger of alpha alone does not end a shared schedule elsewhere; the user's skip does.
    @Test func aSharedScheduleIsSeenUntilItIsSkipped() async throws {
        let scene = try await scene(["alpha", "beta"])
        let (alpha, beta) = (scene.machines[0], scene.machines[1])
        try alpha.write(
            "focuses/reading.focus",
            "[Focus]\nName=Reading\n[Triggers]\nApps=org.example.Reader;\nGrace=0\n")
        try alpha.write(
            "focuses/work.focus", "[Focus]\nName=Work\n\(schedule("Share=true\n"))")
        _ = try await alpha.client.send(.reload)
        try await beta.wait(for: "work")
        let app = try alpha.bus.connect()
        try #require(try app.requestName("org.example.Reader", .doNotQueue) == .primaryOwner)
        try await alpha.wait(for: "reading")
        _ = try app.releaseName("org.example.Reader")
        try await alpha.wait(for: "work")
        #expect(try await beta.activation?.focus.rawValue == "work")
        _ = try await alpha.client.send(.skip(FocusID("work"), "plan", window: nil))
        try await beta.wait(for: nil)
        var focuses: [String?] = []
        while focuses.last != .some(nil) {
            let envelope = try await scene.spy.machines.next()
            if case .change(let change) = envelope.payload { focuses.append(change.focus?.id) }
        }
        #expect(focuses.dropLast().allSatisfy { $0 == "work" }, "\(focuses)")
        // The end after the trigger would have been another one.
        #expect(
            !scene.spy.machines.pending.contains {
                if case .change = $0.payload { true } else { false }
            })
        try await scene.stop()
    }

    @Test func aSwitchWithoutABrokerArrivesLater() async throws {
        let scene = try await scene(["alpha", "beta"])
        try await scene.broker.kill()
        try await scene.machines[0].killLink()
        try await scene.machines[0].switchOn("work")
        try scene.machines[0].restartLink()
        try scene.broker.start()
        try await scene.machines[1].wait(for: "work")
        try await scene.stop()
    }

    /// A home from a backup: the others know later messages of the machine than its memory does.
    @Test func aMachineWithAnOlderMemoryIsNoStranger() async throws {
        let scene = try await scene(["alpha", "beta"])
        let (alpha, beta) = (scene.machines[0], scene.machines[1])
        func wait(isOnline: Bool) async throws {
            _ = try await beta.linkStatus { status in
                status.machines.contains { $0.name == "alpha" && $0.isOnline == isOnline }
            }
        }
        try await wait(isOnline: true)
        let path = alpha.home + "/state/focusd/focus-link.state"
        let backup = try String(contentsOfFile: path, encoding: .utf8)
        for _ in 0..<5 {
            try await alpha.killLink()
            try await wait(isOnline: false)
            try alpha.restartLink()
            try await wait(isOnline: true)
        }
        try await alpha.killLink()
        try await wait(isOnline: false)
        try backup.write(toFile: path, atomically: true, encoding: .utf8)
        try alpha.restartLink()
        try await wait(isOnline: true)
        try await alpha.switchOn("work")
        try await beta.wait(for: "work")
        try await scene.stop()
    }

    @Test func strangersAreRefused() async throws {
        let scene = try await scene(["alpha", "beta"])
        let group = scene.spy.group
        let machine = scene.machines[0]
        try await machine.switchOn("work")
        try await scene.machines[1].wait(for: "work")
        let sealed = try await scene.spy.messages.next { $0.untrustedTopic.hasSuffix("/focus") }
        let stranger = try #require(LinkGroup(secret: [UInt8](repeating: 5, count: 16)))
        let id = MachineID(bits: 99)
        let change = Change(
            stamp: Stamp(time: 1_900_000_000_000, count: 0, machine: id),
            switches: [SharedSwitch(focus: SharedFocus(id: "sleep", name: "Sleep"), since: 1)])
        let envelope = LinkEnvelope(sender: id, sent: 1, payload: .change(change))
        let topic = group.topic(of: id, .change)
        // Another key, no key, no sense, too long, replayed on another topic.
        for payload in [
            stranger.seal(envelope), envelope.bytes, Array("{\"v\":1".utf8), [0],
            [UInt8](repeating: 0x7B, count: 60_000), sealed.untrustedPayload,
        ] {
            try await scene.spy.publish(payload, on: topic)
        }
        // Larger than the machines let the broker send.
        try await scene.spy.publish([UInt8](repeating: 1, count: 20 << 20), on: topic)
        for _ in 0..<3_000 { try await scene.spy.publish([1, 2, 3], on: topic) }
        try await machine.switchOn("reading")
        try await scene.machines[1].wait(for: "reading")
        let status = try scene.machines[1].linkClient.status()
        #expect(status.refused >= 3_000)
        #expect(status.isConnected)
        let resident = try #require(residentBytes(scene.machines[1].linkPID))
        print("focus-link after a flood, MB:", resident >> 20)
        #expect(resident < 100 << 20)
        try await scene.stop()
    }

    private func residentBytes(_ pid: Int32) -> Int? {
        let text = try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8)
        return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4_096 }
    }

    @Test func aBrokerWithAStrangersCertificateIsRefused() async throws {
        let broker = try await TestBroker()
        try await broker.waitUntilListening()
        let machine = try await LinkMachine("alpha")
        try machine.startLink(broker, secret: LinkGroup.newSecret())
        try machine.write(
            "focus-link.conf",
            """
            [Broker]
            Host=localhost
            Port=\(broker.port)
            CAFile=\(broker.directory)/stranger.pem
            """)
        let status = try await machine.linkStatus { $0.problems.contains { $0.contains("TLS") } }
        #expect(!status.isConnected)
        // The certificate does not name this address.
        try machine.write(
            "focus-link.conf",
            "[Broker]\nHost=127.0.0.1\nPort=\(broker.port)\nCAFile=\(broker.authority)\n")
        let other = try await machine.linkStatus { status in
            status.broker.hasPrefix("127") && !status.problems.isEmpty
        }
        #expect(!other.isConnected)
        try await machine.stop()
        try await broker.stop()
    }

    /// focusd's sockets are local; the link alone opens others.
    @Test func focusdOpensNoNetworkSocket() async throws {
        let trace = try makeTemporaryDirectory("trace") + "/calls"
        defer { try? FileManager.default.removeItem(atPath: String(trace.dropLast(6))) }
        let broker = try await TestBroker()
        let group = try #require(LinkGroup(secret: LinkGroup.newSecret()))
        let spy = try await connected(broker, group)
        let traced = try await LinkMachine(
            "traced", through: ["strace", "-D", "-f", "-e", "trace=%network", "-o", trace])
        let other = try await LinkMachine("other")
        for machine in [traced, other] { try machine.startLink(broker, secret: group.secret) }
        try await spy.waitForMachines(2)
        try await other.switchOn("work")
        try await traced.wait(for: "work")
        try await traced.client.send(.deactivate)
        try await other.wait(for: nil)
        for machine in [traced, other] { try await machine.stop() }
        try await broker.stop()
        let calls = try String(contentsOfFile: trace, encoding: .utf8)
        #expect(calls.contains("AF_UNIX"))
        #expect(!calls.contains("AF_INET"))
    }

    @Test func theHouseSeesAndSwitches() async throws {
        let secret = LinkGroup.newSecret()
        let group = try #require(LinkGroup(secret: secret))
        let broker = try await TestBroker()
        let house = try await connected(
            broker, group, topics: ["homeassistant/#", "focusd/house/#"])
        let machine = try await LinkMachine("alpha")
        try machine.startLink(
            broker, secret: secret, more: "[HomeAssistant]\nEnabled=true\nFocuses=Work;sleep;\n")
        let config = try await house.messages.next { $0.untrustedTopic.contains("/select/") }
        let json = try JSONValue(
            parsing: String(decoding: config.untrustedPayload, as: UTF8.self))
        #expect(json["options"] == ["Off", "Sleep", "Work"])
        let command = try #require(json["command_topic"]?.text)
        try await house.expect(try #require(json["availability_topic"]?.text), "online")
        try await house.publish(Array("Work".utf8), on: command)
        try await machine.wait(for: "work")
        #expect(try await machine.activation?.machine == "Home Assistant")
        try await house.expect(try #require(json["state_topic"]?.text), "Work")
        // Not on the list, and no Focus at all.
        try await house.publish(Array("Reading".utf8), on: command)
        try await house.publish([UInt8](repeating: 65, count: 5_000), on: command)
        try await house.publish(Array("Off".utf8), on: command)
        try await machine.wait(for: nil)
        try await machine.killLink()
        try await house.expect(try #require(json["availability_topic"]?.text), "offline")
        try await machine.stop()
        try await broker.stop()
    }
}

extension LinkSpy {
    /// Waits for a message that Home Assistant takes for a removal.
    func expectRemoval(of topic: String) async throws {
        _ = try await messages.next {
            $0.untrustedTopic == topic && $0.untrustedPayload.isEmpty
        }
    }

    func expect(_ topic: String, _ text: String) async throws {
        _ = try await messages.next {
            $0.untrustedTopic == topic && $0.untrustedPayload == Array(text.utf8)
        }
    }
}
