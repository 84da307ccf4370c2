// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import LinkCore
import Mosquitto
import TestSupport
import Testing

@testable import FocusLink

/// The order and the removal of the messages for Home Assistant, as tried with Home Assistant
/// 2024.3 (issue 22).
@Suite(.enabled(if: TestBroker.isInstalled)) @LoopActor struct HouseTests {
    private struct Scene {
        let broker: TestBroker
        let house: LinkSpy
        let machine: LinkMachine
        let secret: [UInt8]
        let select: String
        let topics: [String: String]

        @LoopActor func change(_ more: String) throws {
            try machine.writeLinkFiles(broker, secret: secret, more: more)
        }

        @LoopActor func stop() async throws {
            try await machine.stop()
            try await broker.stop()
        }
    }

    private func scene(_ more: String) async throws -> Scene {
        let secret = LinkGroup.newSecret()
        let broker = try await TestBroker()
        try await broker.waitUntilListening()
        let group = try #require(LinkGroup(secret: secret))
        let house = try await LinkSpy(
            broker, group, topics: ["homeassistant/#", "focusd/house/#"])
        let machine = try await LinkMachine("alpha")
        try machine.startLink(broker, secret: secret, more: more)
        let config = try await house.messages.next { $0.untrustedTopic.contains("/select/") }
        let json = try JSONValue(
            parsing: String(decoding: config.untrustedPayload, as: UTF8.self))
        var topics: [String: String] = [:]
        for key in ["state_topic", "availability_topic", "command_topic"] {
            topics[key] = json[key]?.text
        }
        return Scene(
            broker: broker, house: house, machine: machine, secret: secret,
            select: config.untrustedTopic, topics: topics)
    }

    /// Home Assistant logged an error and kept the old state: the state came before Home Assistant
    /// had taken in the select's new options.
    @Test func aStateFollowsItsOptionsAndLeavesBeforeThem() async throws {
        let scene = try await scene("[HomeAssistant]\nEnabled=true\nFocuses=Work;\n")
        let state = try #require(scene.topics["state_topic"])
        try await scene.house.expect(state, "Off")
        // A message may be late, so the time begins before its cause.
        let start = ContinuousClock.now
        try await scene.machine.switchOn("reading")
        let options = try await scene.house.messages.next {
            $0.untrustedTopic == scene.select || $0.untrustedTopic == state
        }
        #expect(options.untrustedTopic == scene.select)
        #expect(String(decoding: options.untrustedPayload, as: UTF8.self).contains("Reading"))
        try await scene.house.expect(state, "Reading")
        #expect(start.duration(to: .now) > House.settlingTime)
        try await scene.machine.client.send(.deactivate)
        let off = try await scene.house.messages.next {
            $0.untrustedTopic == scene.select || $0.untrustedTopic == state
        }
        #expect(off.untrustedTopic == state)
        // An option that Home Assistant knows waits for nothing.
        try await scene.house.expect(
            state, "Off", after: { try await scene.machine.switchOn("work") }, then: "Work")
        try await scene.stop()
    }

    @Test func theNextFocusFollowsASkippedWindow() async throws {
        let scene = try await scene("[HomeAssistant]\nEnabled=true\n")
        let state = try #require(scene.topics["state_topic"])
        let topic = String(state.dropLast("focus".count)) + "next"
        // Two hours from now, every day.
        let hour = (Calendar.current.component(.hour, from: Date()) + 2) % 24
        let from = String(format: "%02d:30", hour)
        let to = String(format: "%02d:40", hour)
        try scene.machine.write(
            "focuses/work.focus",
            "[Focus]\nName=Work\n[Schedule plan]\nDays=Mon;Tue;Wed;Thu;Fri;Sat;Sun;\n"
                + "From=\(from)\nTo=\(to)\n")
        _ = try await scene.machine.client.send(.reload)
        let planned = try await scene.house.messages.next {
            $0.untrustedTopic == topic && $0.text.contains("Work at ")
        }
        _ = try await scene.machine.client.send(.skip(FocusID("work"), "plan", window: nil))
        let later = try await scene.house.messages.next {
            $0.untrustedTopic == topic && $0.text.contains("Work at ")
        }
        #expect(later.text != planned.text)
        try await scene.stop()
    }

    @Test func theHouseForgetsWhatIsTurnedOff() async throws {
        let scene = try await scene("[HomeAssistant]\nEnabled=true\n")
        let available = try #require(scene.topics["availability_topic"])
        try await scene.house.expect(available, "online")
        try scene.change("[HomeAssistant]\nEnabled=true\nCommands=false\n")
        let sensor = scene.select.replacing("/select/", with: "/sensor/")
        // The two come from two connections of focus-link, so the broker may get either one first.
        var left: Set = [scene.select, sensor]
        while !left.isEmpty {
            let next = try await scene.house.messages.next { left.contains($0.untrustedTopic) }
            let isRemoval = next.untrustedPayload.isEmpty
            if isRemoval == (next.untrustedTopic == scene.select) {
                left.remove(next.untrustedTopic)
            }
        }
        // Home Assistant logged errors about empty states of entities that it had not removed yet.
        let start = ContinuousClock.now
        try scene.change("[HomeAssistant]\nEnabled=false\n")
        try await scene.house.expectRemoval(of: sensor)
        try await scene.house.expectRemoval(of: available)
        #expect(start.duration(to: .now) > House.settlingTime)
        try await scene.stop()
    }

    @Test func offEndsTheLinkAndTakesTheMachineAway() async throws {
        let scene = try await scene("[HomeAssistant]\nEnabled=true\n")
        try await scene.house.expect(
            try #require(scene.topics["availability_topic"]), "online")
        let off = try await scene.machine.linkCommand(["off"])
        #expect(off.0 == .exited(0))
        #expect(off.1.contains("focus-link has ended."))
        #expect(off.1.contains("Home Assistant no longer shows this machine."))
        #expect(off.1.contains("focus-switch link off --forget"))
        _ = try await scene.machine.linkEnd()
        try await scene.house.expectRemoval(of: scene.select)
        // A session that starts focus-link by itself starts no link that is off.
        try scene.machine.restartLink()
        #expect(try await scene.machine.linkEnd() == .exited(0))
        let again = try await scene.machine.linkCommand(["status"])
        #expect(again.0 == .exited(3) && again.1.contains("the link is off; to turn it on"))
        let other = try await LinkSpy(scene.broker, scene.house.group)
        let forget = try await scene.machine.linkCommand(["off", "--forget"])
        #expect(forget.0 == .exited(0) && forget.1.hasPrefix("The link's settings, "))
        _ = try await other.messages.next {
            $0.untrustedTopic.hasSuffix("/here") && $0.untrustedPayload.isEmpty
        }
        for file in ["focus-link.conf", "focus-link.secrets"] {
            try await scene.machine.wait(forFile: file, nil)
        }
        let status = try await scene.machine.linkCommand(["status"])
        #expect(status.0 == .exited(3))
        #expect(status.1.contains("To set it up: focus-switch link setup --broker HOST\n"))
        try await scene.stop()
    }
}

extension BrokerMessage {
    fileprivate var text: String { String(decoding: untrustedPayload, as: UTF8.self) }
}

extension LinkSpy {
    /// Waits for a text on a topic after an action, with another text before it or not.
    fileprivate func expect(
        _ topic: String, _ first: String, after action: () async throws -> Void, then last: String
    ) async throws {
        try await action()
        let next = try await messages.next { message in
            let text = String(decoding: message.untrustedPayload, as: UTF8.self)
            return message.untrustedTopic == topic && text != first
        }
        #expect(String(decoding: next.untrustedPayload, as: UTF8.self) == last)
    }
}
