// SPDX-License-Identifier: Apache-2.0
import Predicates
import Testing

@Suite struct SyntaxErrorTests {
    @Test(arguments: [
        ("", 0, "a value"),
        ("   ", 3, "a value"),
        ("SELF", 4, "a comparison operator"),
        ("SELF ==", 7, "a value"),
        ("SELF == ", 8, "a value"),
        ("== 1", 0, "a value"),
        ("SELF == 1 2", 10, "AND, OR or the end"),
        ("SELF == 1)", 9, "AND, OR or the end"),
        ("(SELF == 1", 10, "')'"),
        ("SELF == (1", 10, "')'"),
        ("SELF == 1 AND", 13, "a value"),
        ("SELF AND SELF == 1", 5, "a comparison operator"),
        ("SELF == 1 AND b", 15, "a comparison operator"),
        ("NOT SELF", 8, "a comparison operator"),
        ("a == b == c", 7, "AND, OR or the end"),
        ("(a == b) == c", 0, "a value"),
        ("(a == b) + 1 == c", 0, "a value"),
        ("1 == (a == b)", 5, "a value"),
        ("1 + (a == b) == 2", 4, "a value"),
        ("ANY a", 5, "a comparison operator"),
        ("ANY ANY a == 1", 4, "a value"),
        ("ALL (a == 1)", 12, "a comparison operator"),
        ("a BETWEEN[c] {1, 2}", 9, "a value"),
        ("a CONTAINS[x] 'b'", 11, "options out of c, d, n, l and w"),
        ("a CONTAINS[] 'b'", 11, "options out of c, d, n, l and w"),
        ("a CONTAINS[c 'b'", 13, "']'"),
        ("a IN {1, 2", 10, "',' or '}'"),
        ("a IN {1, }", 9, "a value"),
        ("a IN {1 2}", 8, "',' or '}'"),
        ("a IN {,}", 6, "a value"),
        ("a[] == 1", 2, "a value"),
        ("a[0 == 1", 4, "']'"),
        ("a[FIRST == 1", 8, "']'"),
        ("a. == 1", 3, "a key"),
        ("a.1 == 1", 2, "a key"),
        ("a..b == 1", 2, "a key"),
        ("IN == 1", 0, "a value"),
        ("a == FETCH", 5, "a value"),
        ("$ == 1", 1, "a variable's name"),
        ("#1 == 1", 1, "a name"),
        ("SUBQUERY(a, x, TRUEPREDICATE).@count == 1", 12, "a variable"),
        ("SUBQUERY(a, $x, $x).@count == 1", 18, "a comparison operator"),
        ("SUBQUERY a == 1", 9, "'('"),
        ("TERNARY(a, 1, 2) == 1", 9, "a comparison operator"),
        ("TERNARY(a == 1, 1) == 1", 17, "','"),
        ("CAST(a, 'NSArray') == 1", 8, "'NSDate', 'NSNumber' or 'NSString'"),
        ("add:to: == 1", 8, "'('"),
        ("a == $x := ", 11, "a value"),
        ("é == ", 6, "a value"),
    ])
    func errorSaysWhatWasExpected(format: String, offset: Int, expected: String) {
        let error = #expect(throws: PredicateSyntaxError.self) { try Predicate(format: format) }
        #expect(error?.offset == offset)
        #expect(error?.expected == expected)
        #expect(
            error?.description.hasPrefix("offset \(offset): expected \(expected), found ") == true)
    }

    @Test(arguments: [
        ("a == 'x", 5), ("a == \"x'", 5), (#"a == 'x\'"#, 5), (#"a == '\"#, 7),
        (#"a MATCHES '\d+'"#, 11), (#"a == '\x4'"#, 9), (#"a == '\u12'"#, 10),
        (#"a == '\ud800'"#, 6), (#"a == '\ud800\u0041'"#, 6), (#"a == '\udc00'"#, 6),
        ("a ? b", 2), ("a & b", 2), ("a == ;", 5), ("a == \u{1}", 5), ("a == “x”", 5),
        ("a == 1e999", 5), ("a == 0x", 7), ("a == 0b2", 7), ("a == 0x1ffffffffffffffff", 5),
        ("nothing(a) == 1", 0), ("a == FUNCTION(b, 'c')", 5), ("sqrt(1, 2) == 1", 0),
        ("1 == now(2)", 5), ("add:to:(1) == 1", 0), ("sum() == 1", 0),
        ("a.@nothing == 1", 2), ("a MATCHES '('", 10), ("TRUEPREDICATE AND a MATCHES '[a'", 28),
        ("a == %", 5), ("a == %y", 5), ("a == %l@", 5), ("a == %@", 5), ("%K == 1", 0),
        ("a[''] == 1", 2), ("a.b.@x.c == 1", 2), ("@x == 1", 0),
        ("a LIKE[w] 'b'", 13), ("a CONTAINS[w] b", 15), ("'b' IN[w] a", 11),
        ("a CONTAINS[w] 1", 15),
    ])
    func whereElseItStops(format: String, offset: Int) {
        let error = #expect(throws: PredicateSyntaxError.self) { try Predicate(format: format) }
        #expect(error?.offset == offset)
        #expect(error?.description.hasPrefix("offset \(offset): ") == true)
    }

    @Test(
        arguments: [
            ("%K == 1", [5]), ("%K == 1", [""]), ("%K == 1", ["a..b"]), ("%K == 1", [".a"]),
            ("%K == 1", ["a."]), ("%K == 1", ["@nothing"]), ("a == %d", ["5"]), ("a == %s", [5]),
            ("a == %f", ["x"]), ("a == %d", [.double(1e300)]), ("a == %@", [.double(.nan)]),
            ("a == %@", [.double(.infinity)]), ("a == %@", [.date(.infinity)]),
            ("a == %@", [.dictionary([:])]), ("a == %@", [[.dictionary([:])]]),
            ("a == %@ AND b == %@", [1]), ("a MATCHES %@", ["("]),
        ] as [(String, [PredicateValue])])
    func argumentsThatDoNotFit(format: String, arguments: [PredicateValue]) {
        #expect(throws: PredicateSyntaxError.self) {
            try Predicate(format: format, arguments: arguments)
        }
    }

    @Test func anEvaluationErrorShowsNoContentOfTheSubject() throws {
        let predicate = try Predicate(format: "SELF < 1 OR summary CONTAINS 2")
        let error = #expect(throws: PredicateEvaluationError.self) {
            try predicate.evaluate(with: PredicateValue.string("secret"))
        }
        #expect(error?.message == "< cannot order a string and a number")
    }
}
