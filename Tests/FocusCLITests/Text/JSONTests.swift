// SPDX-License-Identifier: Apache-2.0

import FocusWire
import Testing

@testable import FocusCLI

@Suite("JSONValue") struct JSONTests {
    @Test(
        "a value is written and read back",
        arguments: [
            (JSONValue.null, "null"), (true, "true"), (false, "false"), (0, "0"), (-12, "-12"),
            (.integer(.max), "9223372036854775807"), (.integer(.min), "-9223372036854775808"),
            (.double(1.5), "1.5"), (.double(-1e300), "-1e+300"), ("", "\"\""),
            ("a\"\\/b", "\"a\\\"\\\\/b\""), ("é日🎉", "\"é日🎉\""), ("\n\r\t", "\"\\n\\r\\t\""),
            ("\u{0}\u{1B}\u{7F}\u{9B}", "\"\\u0000\\u001b\\u007f\\u009b\""),
            ("\u{202E}\u{2028}", "\"\\u202e\\u2028\""), ([], "[]"),
            ([1, [2], "x"], "[1,[2],\"x\"]"),
            ([:], "{}"), (["b": 1, "a": nil, "": []], "{\"b\":1,\"a\":null,\"\":[]}"),
        ] as [(JSONValue, String)])
    func roundTrip(_ value: JSONValue, _ text: String) throws {
        #expect(value.text == text)
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test("a number that JSON cannot hold is null", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(_ number: Double) {
        #expect(JSONValue.double(number).text == "null")
    }

    @Test("random text never traps")
    func random() {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            "{", "}", "[", "]", "\"", "\\", "u", "d83c", ":", ",", "1", "-", ".", "e", " ", "true",
            "é",
        ]
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<12, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined()
            if let value = try? JSONValue(parsing: text) {
                #expect((try? JSONValue(parsing: value.text)) == value, "\(text)")
            }
        }
    }
}
