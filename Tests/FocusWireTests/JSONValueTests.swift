// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop
import Testing

/// JSON as RFC 8259 defines it, strictly.
@Suite("JSONValue") struct JSONValueTests {
    @Test(
        "JSON of RFC 8259 is read",
        arguments: [
            (" \t\r\n1 ", .integer(1)), ("1e2", .double(100)), ("-0", .integer(0)),
            ("-0.0E-1", .double(0)), ("9223372036854775808", .double(9_223_372_036_854_775_808)),
            ("\"\\u0041\\b\\f\\/\"", .string("A\u{8}\u{c}/")),
            ("\"\\ud83c\\udf89\"", .string("🎉")), ("[ ]", .array([])), ("{ }", .object([])),
            ("{\"a\" : 1 , \"a\" : 2}", ["a": 1, "a": 2]),
        ] as [(String, JSONValue)])
    func reading(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test("of two members with one name the last counts")
    func repeatedMember() throws {
        #expect(try JSONValue(parsing: "{\"a\":1,\"a\":2}")["a"] == 2)
    }

    @Test("a name of endless combining marks is compared in linear time")
    func nameOfMarks() throws {
        // Marks of two classes, in the order that takes longest to sort.
        let marks =
            "a" + String(repeating: "\u{301}", count: 1 << 17)
            + String(repeating: "\u{316}", count: 1 << 17)
        let value = try JSONValue(parsing: "{\"a\":2,\"\(marks)\":1}")
        let start = ProcessorTime.ofThread
        #expect(value["a"] == 2)
        #expect(ProcessorTime.ofThread - start < .seconds(5))
    }

    @Test(
        "other JSON is refused, with the place",
        arguments: [
            ("", 0), ("  ", 2), ("nul", 0), ("True", 0), ("work", 0), ("'a'", 0), ("01", 0),
            ("+1", 0), ("1.", 2), (".5", 0), ("1e", 2), ("-", 1), ("1e999", 0), ("[1,]", 3),
            ("[1 2]", 3), ("{\"a\":1,}", 7), ("{a:1}", 1), ("{\"a\" 1}", 5), ("\"a", 2),
            ("\"\u{1}\"", 1), ("\"\\x\"", 2), ("\"\\u12\"", 5), ("\"\\ud800\"", 1),
            ("\"\\udc00\"", 1), ("\"\\ud800\\u0041\"", 1), ("1 2", 2), ("[", 1), ("]", 0),
        ])
    func refusing(_ text: String, _ offset: Int) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        do throws(JSONSyntaxError) {
            _ = try JSONValue(parsing: text)
        } catch {
            #expect(error.offset == offset, "\(text): \(error)")
        }
    }

    @Test("nesting is taken up to its limit and refused past it")
    func nesting() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONValue(parsing: nested(JSONValue.maximumNesting))
        #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: nested(JSONValue.maximumNesting + 1))
        }
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: nested(100_000)) }
    }

    @Test("length is taken up to its limit and refused past it")
    func length() throws {
        let text = "\"" + String(repeating: "x", count: JSONValue.maximumBytes - 2) + "\""
        _ = try JSONValue(parsing: text)
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text + " ") }
    }
}
