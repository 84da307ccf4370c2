// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: of two changes in one line, `undo` took back the way back of the first.
@Suite("the way back from a rule, a schedule, triggers or a setting")
@LoopActor struct GroupUndoTests {
    private nonisolated static let text = """
        [Focus]
        Name=F
        Apps=silence
        AppList=chat;

        [Schedule day]
        Days=Mon;Tue;
        From=09:00
        To=17:00

        [Rule boss]
        When=summary CONTAINS "boss"
        Do=allow

        [Triggers]
        VPN=true

        """
    private nonisolated static let rule = [
        "rule", "add", "Ben in Chat", "--when", "person == 'Ben'", "--do", "allow",
    ]

    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("f", Self.text)
    }

    private func change(_ words: [String]) throws -> String {
        let result = focus(
            all: words + ["--focus", "f"], variables: ["XDG_STATE_HOME": focus.path + "/state"])
        #expect(result.code == .done, "\(result)")
        let line = result.output.split(separator: "\n").last { $0.hasPrefix("To take it back: ") }
        return String(try #require(line).trimmingPrefix("To take it back: "))
    }

    @Test(
        "the printed command brings the Focus back after another change",
        arguments: [
            rule, ["rule", "change", "boss", "--do", "silence"],
            ["rule", "change", "boss", "--when", "summary == 'x'"],
            ["schedule", "set", "night", "--from", "22", "--to", "6"],
            ["schedule", "set", "day", "--days", "daily", "--to", "18"],
            ["trigger", "add", "power", "lid"], ["set", "hide-badges", "on"],
            ["set", "color", "#112233"], ["set", "deliver", "12:30,18:00"], ["set", "name", "G"],
        ])
    func back(_ words: [String]) throws {
        let before = try focus.show("f")
        let way = try change(words)
        let between = try focus.show("f")
        #expect(between != before)
        #expect(way.hasSuffix(" --focus f") && !way.contains(" undo"), "\(way)")
        let other = try change(["silence", "mail"])
        try focus.expectDone(way)
        try focus.expectDone(other)
        #expect(try focus.show("f") == before)
    }

    @Test("the ways back of two changes are pasted in their order")
    func inOrder() throws {
        let before = try focus.show("f")
        let ways = [try change(["allow", "chat"]), try change(Self.rule)]
        #expect(ways[1] == "focus-switch rule remove 'Ben in Chat' --focus f")
        for way in ways { try focus.expectDone(way) }
        #expect(try focus.show("f") == before)
    }

    @Test(
        "what no command brings back as it was is taken back by undo",
        arguments: [
            ["rule", "remove", "boss"], ["schedule", "remove", "day"],
            ["set", "time-sensitive-except", "org.example.Shop"],
            ["trigger", "add", "power", "--grace", "1min"],
        ])
    func undo(_ words: [String]) throws {
        #expect(try change(words) == "focus-switch undo")
    }
}
