// SPDX-License-Identifier: Apache-2.0

import Foundation
import Predicates
import Testing

@testable import AppIntents

@Suite("canonicalPredicateFormat") struct CanonicalPredicateTests {
    private static var a: NSPredicate { NSPredicate(format: "SELF == 'a'") }
    private static var b: NSPredicate { NSPredicate(format: "SELF == 'b'") }

    private final class OwnPredicate: NSPredicate {
        override func evaluate(with object: Any?) -> Bool { true }
    }

    private static var cases: [(NSPredicate, String)] {
        [
            (NSPredicate(value: true), "TRUEPREDICATE"),
            (NSPredicate(value: false), "FALSEPREDICATE"),
            (
                NSCompoundPredicate(andPredicateWithSubpredicates: [a, b]),
                #"SELF == "a" AND SELF == "b""#
            ),
            (
                NSCompoundPredicate(orPredicateWithSubpredicates: [a, b]),
                #"SELF == "a" OR SELF == "b""#
            ),
            (NSCompoundPredicate(notPredicateWithSubpredicate: a), #"NOT SELF == "a""#),
            (NSCompoundPredicate(andPredicateWithSubpredicates: []), "TRUEPREDICATE"),
            (NSCompoundPredicate(orPredicateWithSubpredicates: []), "FALSEPREDICATE"),
            (
                NSCompoundPredicate(orPredicateWithSubpredicates: [
                    NSPredicate(value: false),
                    NSCompoundPredicate(andPredicateWithSubpredicates: [
                        a, NSCompoundPredicate(notPredicateWithSubpredicate: b),
                    ]),
                ]),
                #"FALSEPREDICATE OR (SELF == "a" AND (NOT SELF == "b"))"#
            ),
        ]
    }

    @Test("gives formats, constants and compounds as text that parses", arguments: 0..<cases.count)
    func text(_ index: Int) throws {
        let (predicate, expected) = Self.cases[index]
        let text = try canonicalPredicateFormat(predicate)
        #expect(text == expected)
        #expect(try Predicates.Predicate(format: text).description == text)
    }

    @Test("refuses code, alone or inside a compound, and says why")
    func code() {
        let block = NSPredicate { _, _ in true }
        let predicates = [
            block, OwnPredicate(value: true),
            NSCompoundPredicate(andPredicateWithSubpredicates: [Self.a, block]),
        ]
        for predicate in predicates {
            let error = #expect(throws: UnsendablePredicateError.self) {
                try canonicalPredicateFormat(predicate)
            }
            #expect(error?.description.contains("code that runs in this process only") == true)
        }
    }

    @Test("refuses what is beyond the language's limits")
    func limits() throws {
        var deep = Self.a
        for _ in 0..<1000 { deep = NSCompoundPredicate(notPredicateWithSubpredicate: deep) }
        #expect(throws: UnsendablePredicateError.self) { try canonicalPredicateFormat(deep) }
        let half = NSPredicate(
            format: "SELF == %@", String(repeating: "x", count: PredicateLimits.maximumBytes / 2))
        #expect(try canonicalPredicateFormat(half).utf8.count > PredicateLimits.maximumBytes / 2)
        let long = NSCompoundPredicate(orPredicateWithSubpredicates: [half, half])
        #expect(throws: UnsendablePredicateError.self) { try canonicalPredicateFormat(long) }
    }
}
