// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A step with two commands, pasted as a whole, changed the lists of the active Focus.
@Suite("One command on the line of a step") @LoopActor struct StepLinesTests {
    private var control: FakeControl {
        let control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "ListPeople": [FieldsBuilder.list([])], "Entries": [Fixture.list([])],
            ]))
        control.answer = { call in
            guard call.member == "Activate", call.arguments.first == .string("settings") else {
                return nil
            }
            return .failure(.refused(.unknownFocus, message: "there is no such Focus"))
        }
        control.refusals["Entry"] = .refused(.notFound, message: "there is no notification 99")
        return control
    }

    @Test(
        "each step is one command line that this program reads",
        arguments: [
            (["work", "home"], ["on --help", "list"]),
            (["work", "30"], ["on work --for 30min", "on work --for 30h"]),
            (["work", "1830"], ["on work until 1830", "on work --for 1830min"]),
            (["work", "-t", "soon"], ["on work --for 1h", "on work --until 18:00"]),
            (["off", "at", "17:00"], ["on work --until 17:00"]),
            (["off", "in", "1h"], ["on work --for 1h"]),
            (["create", "Work"], ["show work", "edit work"]),
            (["show", "Chat"], ["allow org.example.Chat", "silence org.example.Chat"]),
            (["settings"], ["set --help", "edit FOCUS"]),
            (["explain", "99"], ["missed", "history"]),
            (["missed", "show", "99"], ["missed", "history"]),
        ])
    func oneCommand(_ words: [String], _ expected: [String]) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let result = focus(all: words, control: control)
        #expect(result.code != .done)
        let steps = result.errors.split(separator: "\n").filter { $0.contains(": focus-switch ") }
            .map { line in line.split(separator: "focus-switch ").dropFirst().map(String.init) }
            .filter { !$0.isEmpty }
        #expect(steps.allSatisfy { $0.count == 1 }, "\(result.errors)")
        #expect(expected.allSatisfy(steps.joined().contains), "\(result.errors)")
        for step in steps.joined() {
            _ = try CommandLineReader(commands: CommandTable.all).read(shellWords(step))
        }
    }

    @Test("no line of the table of other programs' words has two commands")
    func table() {
        for line in NearMiss.stepText.split(separator: "\n") {
            #expect(line.components(of: "focus-switch ") <= 1, "\(line)")
        }
    }
}

extension Substring {
    /// The number of times that the text contains another one.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
