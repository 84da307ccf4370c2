// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusFiles

/// Predicates that always match, or never, in files that are accepted (issue 17).
@Suite struct FocusFileDoubtsTests {
    private func doubts(_ text: String) throws -> [String] {
        try FocusFile(id: FocusID("work"), contents: text, path: "work.focus").doubts
            .map(\.description)
    }

    @Test(
        "a rule that can never match is named with its line",
        arguments: [
            (
                #"urgency == "high""#,
                "rule “r”: urgency is never “high”; it is 0 (low), 1 (normal) or 2 (critical)"
            ),
            (
                #"level == "urgent""#,
                "rule “r”: level is never “urgent”; it is passive, active, time-sensitive or"
                    + " critical"
            ),
            (
                "summary == 5 OR body == \"x\"",
                "rule “r”: summary is a text, and never 5; a text needs quotes"
            ),
            (
                "SELF IN {1, 2}",
                "rule “r”: filterCriteria is a text, and never 1; a text needs quotes"
            ),
            (
                #"appID == "a" AND (appID == "b" AND body == "c")"#,
                "rule “r”: appID is never both “a” and “b”; for either of them: OR in place of AND"
            ),
            (
                "urgency == 0 AND urgency == 2",
                "rule “r”: urgency is never both 0 and 2; for either of them: OR in place of AND"
            ),
            (
                "person == Kim",
                "rule “r”: a notification has no attribute “Kim”; a text needs quotes:"
                    + #" person == "Kim""#
            ),
            (
                "level == time-sensitive",
                "rule “r”: a notification has no attribute “sensitive”; a text needs quotes:"
                    + #" level == "time-sensitive""#
            ),
            (
                #"ANY person == "Kim""#,
                "rule “r”: “ANY person” fails, since person is one value: use “ANY people”:"
                    + #" ANY people == "Kim""#
            ),
            (
                #"NONE summary CONTAINS "x""#,
                "rule “r”: “ANY summary” fails, since summary is one value: leave “ANY” out:"
                    + #" NOT summary CONTAINS "x""#
            ),
            (
                #"hints.desktop-entry == "steam""#,
                "rule “r”: the name of a hint with a dash needs brackets and quotes:"
                    + #" hints["desktop-entry"] == "steam""#
            ),
            (
                #"hints.x-kde-origin-name == apple"#,
                "rule “r”: the name of a hint with a dash needs brackets and quotes:"
                    + #" hints["x-kde-origin-name"] == "apple""#
            ),
            (
                #"sumary == "x""#,
                "rule “r”: a notification has no attribute “sumary”; did you mean “summary”?"
            ),
            (
                "title CONTAINS win",
                "rule “r”: a notification has no attribute “title”, and a text needs quotes:"
                    + " \"win\"; did you mean “summary”?"
            ),
            (
                "bdy CONTAINS invoice",
                "rule “r”: a notification has no attribute “bdy”, and a text needs quotes:"
                    + " \"invoice\"; did you mean “body”?"
            ),
        ])
    func rule(_ predicate: String, _ reason: String) throws {
        #expect(
            try doubts("[Focus]\nName=Work\n\n[Rule  r]\nDo=allow\nWhen=\(predicate)\n")
                == ["work.focus:6: \(reason)"])
    }

    @Test("all rules and filters are checked, by line, and correct ones are not named")
    func several() throws {
        let text = """
            [Rule late]
            When=urgency == 7
            Do=allow
            [Filter a.b Accounts]
            Predicate=level == "loud" AND SELF == "x"
            [Focus]
            [Rule several]
            When=person == "a" AND person == "b" AND appID == "A" AND appID ==[c] "a"
            Do=silence
            [Rule either]
            When=appID == "a" OR appID == "b" OR hints.count == 5
            Do=silence
            [Rule good]
            When=urgency == 2 AND level == "active" AND hints.anything == 1
            Do=silence
            [Filter a.b Rooms]
            Predicate=SELF IN {"work"}

            """
        #expect(
            try doubts(text) == [
                "work.focus:2: rule “late”: urgency is never 7; it is 0 (low), 1 (normal) or 2"
                    + " (critical)",
                "work.focus:5: filter “Accounts”: level is never “loud”; it is passive, active,"
                    + " time-sensitive or critical",
            ])
    }

    @Test("a long text is cut")
    func long() throws {
        let text = String(repeating: "x", count: 500)
        let doubt = try doubts("[Focus]\n[Rule r]\nWhen=level == \"\(text)\"\nDo=allow\n")
        #expect(doubt.first?.contains("“\(String(repeating: "x", count: 59))…”") == true)
    }

    /// A hook with such a predicate never ran, and nothing told.
    @Test("the predicates of hooks are checked")
    func hooks() throws {
        let text = """
            [Hook late]
            When=sumary == "x"
            Run=true
            [Hook good]
            When=summary == "x"
            Run=true
            [Hook early]
            When=person == Kim
            Run=true

            """
        let configuration = try Configuration(bytes: Array(text.utf8), path: "x/focusd.conf")
        #expect(
            configuration.doubts.map(\.description) == [
                "focusd.conf: hook “early”: a notification has no attribute “Kim”; a text needs"
                    + #" quotes: person == "Kim""#,
                "focusd.conf: hook “late”: a notification has no attribute “sumary”; did you mean"
                    + " “summary”?",
            ])
    }

    @Test("always.focus is checked, unless it has other problems")
    func always() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("always-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = AlwaysFile(directory: directory.path)
        #expect(file.doubts.isEmpty)
        let text = "[Always]\n[Rule r]\nWhen=urgency == \"high\"\nDo=allow\n"
        try text.write(toFile: file.path, atomically: true, encoding: .utf8)
        #expect(file.doubts.map(\.line) == [3])
        try (text + "[Rul x]\n").write(toFile: file.path, atomically: true, encoding: .utf8)
        #expect(file.doubts.isEmpty)
    }
}
