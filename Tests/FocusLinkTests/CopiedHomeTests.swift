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

/// A home that was copied to a second computer: both machines had one id, threw each other off the
/// broker, and took each other's changes for their own.
@Suite struct CopiedHomeTests {
    @Test func aCopyGetsANewId() throws {
        var memory = LinkMemory(group: "0011223344556677", prefix: "focusd")
        memory.settle(on: "a")
        memory.raiseStarts(to: 5)
        memory.house = ["homeassistant/a"]
        memory.left = ["focusd/a/b/focus"]
        let first = memory
        for computer in ["a", nil] {
            memory.settle(on: computer)
            #expect(memory == first)
        }
        memory = try #require(LinkMemory(Array(memory.text.utf8)))
        memory.settle(on: "b")
        #expect(memory.machine != first.machine && memory.group == first.group)
        #expect(memory.house.isEmpty && memory.left.isEmpty)
        #expect(memory.agreement.isNewcomer)
        let copy = memory
        memory.settle(on: "b")
        #expect(memory == copy)
    }

    /// Two systems that share a home were a new machine at each change of the system.
    @Test func aComputerThatComesBackHasItsMemory() throws {
        var memory = LinkMemory(group: "0011223344556677", prefix: "focusd")
        let other = MachineID(bits: 7)
        memory.settle(on: "a")
        memory.raiseStarts(to: 5)
        memory.left = ["focusd/a/b/focus"]
        memory.serials = [other: 1]
        let first = memory
        memory.settle(on: "b")
        memory.serials[other] = 2
        memory = try #require(LinkMemory(Array(memory.text.utf8)))
        #expect(memory.earlier == [first])
        let second = memory
        memory.settle(on: "a")
        #expect(memory.machine == first.machine && memory.starts == 5)
        #expect(memory.left == first.left)
        // A message that is sent again stays refused.
        #expect(memory.serials == [other: 2])
        #expect(LinkMemory(Array(memory.text.utf8)) == memory)
        memory.settle(on: "b")
        #expect(memory.machine == second.machine)
        #expect(memory.own(first.topics + second.topics) == second.topics)
    }

    /// A switch that was made offline was lost at the next start with another mark.
    @Test(arguments: [false, true]) func theUnsentChangeStays(wasSent: Bool) throws {
        var memory = LinkMemory(group: "0011223344556677", prefix: "focusd")
        memory.settle(on: "a")
        let focus = SharedFocus(id: "work", name: "Work")
        let change = Change(
            stamp: Stamp(time: 9, count: 1, machine: memory.machine),
            switches: [SharedSwitch(focus: focus, since: 8, machine: memory.machine)])
        memory.agreement.pending = .init(change: change, made: 9, base: nil, wasSent: wasSent)
        memory.agreement.followed = change.stamp
        memory.agreement.action = 9
        memory.settle(on: "b")
        let pending = try #require(memory.agreement.pending)
        #expect(pending.made == 9 && !pending.isEarlier)
        #expect(pending.change.switches.map(\.focus) == [focus])
        if wasSent {
            #expect(pending.change == change)
        } else {
            #expect(pending.change.stamp == Stamp(time: 9, count: 1, machine: memory.machine))
            #expect(pending.change.switches.map(\.machine) == [memory.machine])
        }
        #expect(memory.agreement.followed == pending.change.stamp)
        #expect(memory.agreement.action == 9 && memory.agreement.isNewcomer)
        #expect(LinkMemory(Array(memory.text.utf8)) == memory)
    }

    /// Each start with a mark of its own left a machine that never came back.
    @Test func computersThatDoNotComeBackAreForgotten() {
        var memory = LinkMemory(group: "0011223344556677", prefix: "focusd")
        var before: [LinkMemory] = []
        for number in 0..<6 {
            memory.settle(on: "\(number)")
            before.append(memory)
        }
        #expect(memory.earlier.map(\.machine) == before[1...4].map(\.machine))
        #expect(memory.left == before[0].topics)
        #expect(memory.own(before[0].topics) == before[0].topics)
        #expect(memory.own(before[1].topics).isEmpty)
    }

    @Test(.enabled(if: TestBroker.isInstalled && ComputerMark.current != nil))
    @LoopActor func aCopyFollowsTheOriginal() async throws {
        let broker = try await TestBroker()
        try await broker.waitUntilListening()
        let group = try #require(LinkGroup(secret: LinkGroup.newSecret()))
        let spy = try await LinkSpy(broker, group)
        let original = try await LinkMachine("original")
        try original.startLink(broker, secret: group.secret)
        try await spy.waitForMachines(1)
        let state = "/state/focusd/focus-link.state"
        let text = try String(contentsOfFile: original.home + state, encoding: .utf8)
        let mark = try #require(ComputerMark.current)
        let copied = text.replacing("\"\(mark)\"", with: "\"another computer\"")
        #expect(copied != text)
        let copy = try await LinkMachine("copy")
        try FileManager.default.createDirectory(
            atPath: copy.home + "/state/focusd", withIntermediateDirectories: true)
        try copied.write(toFile: copy.home + state, atomically: true, encoding: .utf8)
        try copy.startLink(broker, secret: group.secret)
        _ = try await copy.linkStatus { $0.isConnected }
        try await original.switchOn("work")
        try await copy.wait(for: "work")
        try await copy.client.send(.deactivate)
        try await original.wait(for: nil)
        for machine in [original, copy] { try await machine.stop() }
        try await broker.stop()
    }
}
