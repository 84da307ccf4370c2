// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Two files written by hand have one name: commands took one of the two, without a word.
@Suite("Focuses of one name") @LoopActor struct SameNameTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("office", "[Focus]\nName=Work\n")
        try focus.write("study", "[Focus]\nName=work\n")
    }

    @Test(
        "a command with the name is refused, and names the ids",
        arguments: [
            ["on", "work"], ["work"], ["work", "1h"], ["toggle", "Work"], ["show", "work"],
            ["on", "work", "--", "true"], ["work", "--", "true"],
            ["set", "summary", "on", "--focus", "Work"], ["delete", "work", "--yes"],
            ["rename", "work", "Office"], ["explain", "--summary", "x", "--focus", "work"],
            ["allow", "a.b", "--focus", "work"], ["skip", "work"],
        ])
    func refused(_ words: [String]) {
        let control = FakeControl(Fixture.control())
        var status = Fixture.status
        status.activation = nil
        control.answers["Status"] = [status.value]
        let before = [focus.text("office"), focus.text("study")]
        let result = focus(all: words, control: control)
        #expect(result.code == .refused)
        #expect(
            result.errors.contains("is the name of 2 Focuses; use an id: office, study\n"),
            "\(result.errors)")
        #expect(result.errors.hasSuffix("focus-switch rename study NAME\n"), "\(result.errors)")
        #expect([focus.text("office"), focus.text("study")] == before)
        #expect(!control.calls.contains { ["Activate", "Hold"].contains($0.member) })
    }

    @Test("the id, and a new name, still work, and list says so")
    func others() {
        let list = focus("list")
        #expect(list.output.contains("office          same name as study"), "\(list)")
        #expect(focus("list", "--json").output.contains("\"problem\":\"same name as office\""))
        #expect(focus("show", "OFFICE").code == .done)
        #expect(focus("rename", "study", "Study").code == .done)
        #expect(focus("show", "work").code == .done)
        #expect(!focus("list").output.contains("same name"))
    }

    @Test("list names no Focus that focusd has not read yet")
    func unread() {
        let answer = [FocusSummary(Focus(id: FocusID("office"), name: "Work"), isActive: false)]
        let control = FakeControl(
            Fixture.control(["ListFocuses": [.array(of: "a{sv}", answer.map(\.value))]]))
        let list = focus("list", control: control)
        #expect(list.code == .done && list.output.contains("office"), "\(list)")
        #expect(!list.output.contains("same name"), "\(list)")
    }
}
