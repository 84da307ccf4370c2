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
        let isCopyAtFirst = memory.settle(on: "a")
        #expect(!isCopyAtFirst)
        memory.starts = 5
        memory.house = ["homeassistant/a"]
        memory.left = ["focusd/a/b/focus"]
        let first = memory
        for computer in ["a", nil] {
            let isCopy = memory.settle(on: computer)
            #expect(!isCopy && memory == first)
        }
        memory = try #require(LinkMemory(Array(memory.text.utf8)))
        let isCopy = memory.settle(on: "b")
        #expect(isCopy)
        #expect(memory.machine != first.machine && memory.group == first.group)
        #expect(memory.house.isEmpty && memory.left.isEmpty)
        #expect(memory.agreement.isNewcomer)
        let copy = memory
        let isCopyAgain = memory.settle(on: "b")
        #expect(!isCopyAgain && memory == copy)
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
