// SPDX-License-Identifier: Apache-2.0
import Predicates
import Testing

@Suite struct PrintingTests {
    @Test(arguments: [
        ("SELF='a'", #"SELF == "a""#),
        ("self == 'it''s'.x", nil),
        (#"SELF == "it's""#, #"SELF == "it's""#),
        (#"SELF == 'a\'b'"#, #"SELF == "a'b""#),
        (#"SELF == 'say "hi"'"#, #"SELF == "say \"hi\"""#),
        (#"SELF == 'back\\slash'"#, #"SELF == "back\\slash""#),
        (#"SELF == '\101\x42\u0043\u00e9'"#, #"SELF == "ABCé""#),
        (#"SELF == '\ud83d\ude00'"#, #"SELF == "😀""#),
        (#"SELF == '\n\t\r\x01\x7f\0'"#, #"SELF == "\n\t\r\x01\x7f\x00""#),
        (#"SELF == '\.\*'"#, #"SELF == ".*""#),
        ("SELF == '%@ %K $x'", #"SELF == "%@ %K $x""#),
        ("SELF == %%", #"SELF == "%""#),
        ("a<>1", "a != 1"),
        ("a => 1 and a =< 2", "a >= 1 AND a <= 2"),
        ("a = TRUE", "a == 1"),
        ("a = no", "a == 0"),
        ("a = null", "a == nil"),
        ("a = -5", "a == -5"),
        ("a = -0x10", "a == -16"),
        ("a = 1.0", "a == 1.0"),
        ("a = 1e3", "a == 1000.0"),
        ("a = 2.5", "a == 2.5"),
        ("a = 9223372036854775807", "a == 9223372036854775807"),
        ("a = -9223372036854775808", "a == -9223372036854775808"),
        ("a = 9223372036854775808", "a == 9.223372036854776e+18"),
        ("a contains[CD] 'x'", #"a CONTAINS[cd] "x""#),
        ("a contains [dc] 'x'", #"a CONTAINS[cd] "x""#),
        ("a contains [wdC] 'x'", #"a CONTAINS[cdw] "x""#),
        ("a BEGINSWITH[l] 'x'", #"a BEGINSWITH[l] "x""#),
        ("a endswith[n] 'x'", #"a ENDSWITH[n] "x""#),
        ("a ==[lc] 'x'", #"a ==[cl] "x""#),
        ("a in {'x','y'}", #"a IN {"x", "y"}"#),
        ("a in {}", "a IN {}"),
        ("a in {1,{2.5,nil},b}", "a IN {1, {2.5, nil}, b}"),
        ("a between {1,2}", "a BETWEEN {1, 2}"),
        ("a like 'x*' or a matches 'y.'", #"a LIKE "x*" OR a MATCHES "y.""#),
        ("some a = 1", "ANY a == 1"),
        ("all a = 1", "ALL a == 1"),
        ("none a = 1", "NOT ANY a == 1"),
        ("a=1 && b=2 && c=3", "a == 1 AND b == 2 AND c == 3"),
        ("a=1 || b=2 && c=3", "a == 1 OR (b == 2 AND c == 3)"),
        ("(a=1 || b=2) && c=3", "(a == 1 OR b == 2) AND c == 3"),
        ("a=1 AND (b=2 AND c=3)", "a == 1 AND (b == 2 AND c == 3)"),
        ("!a=1", "NOT a == 1"),
        ("not(a=1 or b=2)", "NOT (a == 1 OR b == 2)"),
        ("not a=1 and b=2", "(NOT a == 1) AND b == 2"),
        ("not not a=1", "NOT (NOT a == 1)"),
        ("truepredicate", "TRUEPREDICATE"),
        ("NOT FALSEPREDICATE", "NOT FALSEPREDICATE"),
        ("((a=1))", "a == 1"),
        ("a+b+c=1", "(a + b) + c == 1"),
        ("a+(b+c)=1", "a + (b + c) == 1"),
        ("a+b*c**d/e-f=1", "(a + ((b * (c ** d)) / e)) - f == 1"),
        ("-a=1", "-a == 1"),
        ("-(a+b)=1", "-(a + b) == 1"),
        ("--a=1", "-(-a) == 1"),
        ("a - -1 = 1", "a - -1 == 1"),
        ("SELF.a.b = 1", "a.b == 1"),
        ("SELF['a'] = 1", "a == 1"),
        ("SELF['x-y'].b = 1", #"SELF["x-y"].b == 1"#),
        ("a['x-y']['z'] = 1", #"a["x-y"].z == 1"#),
        ("#in = 1 and a.#SELF = 1", "#in == 1 AND a.#SELF == 1"),
        ("#name = 1", "name == 1"),
        ("a.@count = 1", "a.@count == 1"),
        ("a.@sum.b = 1", "a.@sum.b == 1"),
        ("@max.price = 1", "@max.price == 1"),
        ("a[0] = 1 and a[first] = 1", "a[0] == 1 AND a[FIRST] == 1"),
        ("a[LAST].b[size] = 1", "a[LAST].b[SIZE] == 1"),
        ("a[b+1] = 1", "a[b + 1] == 1"),
        ("(a+b)[0] = 1", "(a + b)[0] == 1"),
        ("(-1).x = 1", "(-1).x == 1"),
        ("$x.name = $y", "$x.name == $y"),
        ("$x := 1 = 1", "$x := 1 == 1"),
        ("($x := 1) + 1 = 1", "($x := 1) + 1 == 1"),
        ("SUBQUERY(a,$x,$x=1).@count=1", "SUBQUERY(a, $x, $x == 1).@count == 1"),
        ("ternary(a=1 or b=2,1,'x')=1", #"TERNARY(a == 1 OR b == 2, 1, "x") == 1"#),
        ("cast(a,'NSDate')=b", #"CAST(a, "NSDate") == b"#),
        ("a < CAST(0, 'NSDate')", #"a < CAST(0.000000, "NSDate")"#),
        ("a < CAST(-1.5, 'NSDate')", #"a < CAST(-1.500000, "NSDate")"#),
        ("a < CAST(1e-9, 'NSDate')", #"a < CAST(1e-09, "NSDate")"#),
        ("SUM(a)=1", "sum(a) == 1"),
        ("lowercase:(a)='x'", #"lowercase(a) == "x""#),
        ("add:to:(a,b)=1", "a + b == 1"),
        ("modulus:by:(a,2)=1", "modulus:by:(a, 2) == 1"),
        ("now()>a", "now() > a"),
        ("a union b = c", "a UNION b == c"),
        ("a in b", "a IN b"),
        ("émoji == 'x'", #"émoji == "x""#),
        ("a\n==\t1\u{a0}", "a == 1"),
    ])
    func canonicalForm(format: String, expected: String?) throws {
        guard let expected else {
            #expect(throws: PredicateSyntaxError.self) { try Predicate(format: format) }
            return
        }
        let predicate = try Predicate(format: format)
        #expect(predicate.description == expected)
        let again = try Predicate(format: expected)
        #expect(again.tree == predicate.tree)
        #expect(again.description == expected)
    }

    @Test(
        arguments: [
            ("SELF == %@", ["it's \"quoted\" %@"], #"SELF == "it's \"quoted\" %@""#),
            ("SELF == %@", ["SELF OR TRUEPREDICATE"], #"SELF == "SELF OR TRUEPREDICATE""#),
            ("SELF IN %@", [["a", "b"]], #"SELF IN {"a", "b"}"#),
            ("%K == %@", ["a.b", 5], "a.b == 5"),
            ("%K == 1", ["SELF"], "SELF == 1"),
            ("%K == 1", ["a.x-y"], #"a["x-y"] == 1"#),
            ("%K == 1", ["IN"], "#IN == 1"),
            ("a.%K == 1", ["b"], "a.b == 1"),
            ("a == %d AND b == %lld", [5, -6], "a == 5 AND b == -6"),
            ("a == %i", [2.9], "a == 2"),
            ("a == %f", [5], "a == 5.0"),
            ("a == %g", [0.5], "a == 0.5"),
            ("a == %s", ["x"], #"a == "x""#),
            ("a == %@", [true], "a == 1"),
            ("a == %@", [.null], "a == nil"),
            ("a == %@", [.date(5)], #"a == CAST(5.000000, "NSDate")"#),
            ("a == %@", [1, 2, 3], "a == 1"),
            ("a == %%", [1], #"a == "%""#),
            ("'%d' == a", [1], #""%d" == a"#),
        ] as [(String, [PredicateValue], String)])
    func arguments(format: String, arguments: [PredicateValue], expected: String) throws {
        let predicate = try Predicate(format: format, arguments: arguments)
        #expect(predicate.description == expected)
        #expect(try Predicate(format: expected) == predicate)
    }

    @Test func aTreeFromOutsideIsBroughtIntoNormalForm() throws {
        let tree = PredicateNode.and([
            .or([]),
            .and([]),
            .and([
                .comparison(
                    PredicateComparison(
                        .element(.selfObject, .at(.literal("key"))), .equal,
                        .aggregate([.literal(true), .negation(.literal(2))])))
            ]),
        ])
        let predicate = try Predicate(tree)
        #expect(predicate.description == "FALSEPREDICATE AND TRUEPREDICATE AND key == {1, -2}")
        #expect(try Predicate(format: predicate.description) == predicate)
    }

    @Test func keyPathsAreThoseThatTheSubjectIsAskedFor() throws {
        let predicate = try Predicate(
            format: """
                a.b == 1 AND SUBQUERY(items, $x, $x.price > limit).@count > 0 AND hints['x-y'] == 2 \
                AND TERNARY(c == 1, d[e], {f, -g}) == sum(h.@max.i) AND NONE j == $k
                """)
        #expect(
            predicate.keyPaths == [
                "a.b", "items", "limit", "hints.x-y", "c", "d", "e", "f", "g", "h", "j",
            ])
        #expect(try Predicate(format: "SELF IN {'a'}").keyPaths.isEmpty)
        #expect(try Predicate(format: "@count == 1").keyPaths.isEmpty)
    }

    @Test func equalityIsThatOfTheTree() throws {
        #expect(try Predicate(format: "a=1") == Predicate(format: "( a == 1 )"))
        #expect(try Predicate(format: "a=1") != Predicate(format: "a = 1.0"))
        #expect(try Predicate(format: "a='\u{e9}'") != Predicate(format: "a='e\u{301}'"))
        #expect(try Set([Predicate(format: "a=1"), Predicate(format: "a==1")]).count == 1)
    }
}
