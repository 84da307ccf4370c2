// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("predicate") @LoopActor struct PredicateCommandTests {
    @Test(
        "eval prints true or false",
        arguments: [
            (["SELF IN {\"work\", \"family\"}", "--subject", "\"work\""], "true"),
            (["SELF IN {\"work\", \"family\"}", "--subject", "\"play\""], "false"),
            (["NOT (SELF IN {\"work\"})", "--subject", "null"], "true"),
            (["SELF == nil"], "true"),
            (["SELF == NULL", "--subject", "\"\""], "false"),
            (
                [
                    "summary CONTAINS[c] %@", "--args", "[\"invoice\"]", "--subject",
                    "{\"summary\":\"Invoice 7\"}",
                ], "true"
            ),
            (["%K == %d", "--args", "[\"a.b\", 2]", "--subject", "{\"a\":{\"b\":2}}"], "true"),
            (["a.b == 2", "--subject", "{\"a.b\":2}"], "true"),
            (["a == 1.5", "--subject", "{\"a\":1.5}"], "true"),
            (["ANY people == \"p\"", "--subject", "{\"people\":[\"o\",\"p\"]}"], "true"),
            (["flag == YES", "--subject", "{\"flag\":true}"], "true"),
            (["missing == nil", "--subject", "{}"], "true"),
            (["SELF == %@", "--args", "[null]", "--subject", "null"], "true"),
            (["SELF IN %@", "--args", "[[\"a\",\"b\"]]", "--subject", "\"b\""], "true"),
            (["TRUEPREDICATE"], "true"),
            (["FALSEPREDICATE"], "false"),
        ])
    func eval(_ arguments: [String], _ expected: String) {
        let result = run(["predicate", "eval"] + arguments)
        #expect(result == RunResult(code: .done, output: expected + "\n"))
        let json = run(["predicate", "eval", "--json"] + arguments)
        #expect(json == RunResult(code: .done, output: "{\"result\":\(expected)}\n"))
    }

    @Test(
        "a predicate that cannot be evaluated ends with exit code 4",
        arguments: [
            ["foo == 1", "--subject", "\"text\""], ["SELF BEGINSWITH 1", "--subject", "\"a\""],
            ["SELF + 1 == 2", "--subject", "\"a\""],
        ])
    func evaluationError(_ arguments: [String]) {
        let result = run(["predicate", "eval"] + arguments)
        #expect(result.code == .evaluation)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("focus-switch: the predicate cannot be evaluated: "))
    }

    /// A trial with a newcomer: `person == Anna` was taken for two attributes without a word.
    @Test(
        "a text without quotes is found, and the predicate with quotes shown",
        arguments: [
            ("person = Kim", #"'person == "Kim"'"#), ("SELF == work", #"'SELF == "work"'"#),
            ("Kim == person", #"'"Kim" == person'"#),
            ("ANY people IN {Kim, \"Lee\"}", #"'ANY people IN {"Kim", "Lee"}'"#),
            (
                "appName == Chat AND NOT person CONTAINS[c] kim",
                #"'appName == "Chat" AND (NOT person CONTAINS[c] "kim")'"#
            ),
        ])
    func missingQuotes(_ format: String, _ meant: String) throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\n")
        let added = focus("rule", "add", "x", "--when", format, "--do", "allow", "--focus", "f")
        #expect(added.code == .refused)
        #expect(added.errors.contains("a text needs quotes\nDid you mean \(meant)?\n"), "\(added)")
        let checked = run(["predicate", "check", format])
        #expect(checked.code == .done)
        #expect(checked.errors == "note: " + added.errors.dropFirst("focus-switch: ".count))
        #expect(checked.output.hasSuffix("\n"))
        let json = run(["predicate", "check", format, "--json"])
        #expect(json.output.contains("a text needs quotes"))
    }

    @Test(
        "ANY before an attribute with one value is refused, and the right one shown (issue 17)",
        arguments: [
            (
                #"ANY person ==[c] "Kim""#, "use “ANY people”", #"'ANY people ==[c] "Kim"'"#
            ),
            (#"ALL body CONTAINS "x""#, "leave “ALL” out", #"'body CONTAINS "x"'"#),
        ])
    func anyOfOneValue(_ format: String, _ remedy: String, _ meant: String) throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\n")
        let added = focus("rule", "add", "x", "--when", format, "--do", "allow", "--focus", "f")
        #expect(added.code == .refused)
        #expect(added.errors.contains("\(remedy)\nDid you mean \(meant)?\n"), "\(added)")
    }

    @Test(
        "a hint at quotes follows the errors that missing ones make",
        arguments: [
            ("person == Kim Lee", true), ("person == kim@example.org", true),
            ("person == “Kim”", true), ("person == ‘Kim’", true), ("person == 1 2", false),
            ("person ==", false),
        ])
    func hintAtQuotes(_ format: String, _ hints: Bool) {
        let result = run(["predicate", "check", format])
        #expect(result.code == .refused)
        #expect(result.errors.contains("A text needs quotes") == hints, "\(result.errors)")
    }

    @Test("a mistyped attribute is suggested, and known ones go without a word")
    func attributes() {
        #expect(
            run(["predicate", "check", "sumary == \"x\""]).errors
                == "note: a notification has no attribute “sumary”; did you mean “summary”?\n"
        )
        for format in ["summary == body", "hints.anything == 1", "SELF IN {\"a\"}", "1 == 1"] {
            #expect(run(["predicate", "check", format]).errors == "")
        }
    }

    @Test("check prints the canonical form")
    func check() {
        let result = run(["predicate", "check", "category=='a' && level<>'passive'"])
        #expect(
            result
                == RunResult(
                    code: .done, output: "category == \"a\" AND level != \"passive\"\n"))
    }

    @Test("check --json has every key, good or bad")
    func checkAsJSON() throws {
        let good = run(["predicate", "check", "--json", "SELF == %@", "--args", "[\"a\"]"])
        #expect(
            good.output == """
                {"valid":true,"canonical":"SELF == \\"a\\"","offset":null,"message":null}

                """)
        let bad = run(["predicate", "check", "--json", "SELF =="])
        #expect(bad.code == .refused)
        let json = try JSONValue(parsing: bad.output)
        #expect(json["valid"] == false)
        #expect(json["canonical"] == .null)
        #expect(json["offset"] == 7)
    }

    @Test("a syntax error names the offset and points at it, with exit code 1")
    func syntaxError() {
        for command in ["check", "eval"] {
            let result = run(["predicate", command, "a == 1 AND AND b == 2"])
            #expect(result.code == .refused)
            #expect(result.output.isEmpty)
            let lines = result.errors.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines[0].hasPrefix("focus-switch: offset 11: "))
            #expect(lines[1] == "  a == 1 AND AND b == 2")
            #expect(lines[2] == "             ^")
        }
    }

    @Test("arguments are values and are never parsed")
    func argumentsAreValues() {
        let result = run([
            "predicate", "check", "SELF == %@", "--args", "[\"x' OR TRUEPREDICATE\"]",
        ])
        #expect(result.output == "SELF == \"x' OR TRUEPREDICATE\"\n")
    }

    @Test(
        "invalid JSON is a usage error",
        arguments: [
            ["SELF == nil", "--subject", "work"], ["SELF == %@", "--args", "[1"],
            ["SELF == %@", "--args", "\"a\""], ["SELF", "==", "nil"], [],
        ])
    func usage(_ arguments: [String]) {
        #expect(run(["predicate", "eval"] + arguments).code == .usage)
    }
}

@Suite("The mark under an error") struct CaretTests {
    @Test(
        "it stands under the character, in the line, whatever the width of what is before it",
        arguments: [
            ("abc", 1, ["  abc", "   ^"]),
            ("abc", 3, ["  abc", "     ^"]),
            ("abc", 99, ["  abc", "     ^"]),
            ("é=x", 2, ["  é=x", "   ^"]),
            ("é=x", 1, ["  é=x", "  ^"]),
            ("日本=x", 6, ["  日本=x", "      ^"]),
            ("a\nbc d", 4, ["  bc d", "    ^"]),
            ("a\tb\u{1B}c", 4, ["  a b\u{FFFD}c", "      ^"]),
            ("", 0, ["  ", "  ^"]),
        ])
    func lines(_ text: String, _ offset: Int, _ expected: [String]) {
        #expect(Caret.lines(text, offset: offset) == expected)
    }

    @Test("a long line is shown around the place")
    func long() {
        let text = String(repeating: "x", count: 500) + "!" + String(repeating: "y", count: 500)
        let lines = Caret.lines(text, offset: 500)
        #expect(lines[0].count < 130)
        #expect(lines[0].hasPrefix("  …x"))
        let mark = lines[1].count - 1
        #expect(Array(lines[0])[mark] == "!")
    }
}
