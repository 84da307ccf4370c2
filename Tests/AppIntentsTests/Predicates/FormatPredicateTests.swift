// SPDX-License-Identifier: Apache-2.0

import Foundation
import Predicates
import Testing

@testable import AppIntents

@Suite("NSPredicate(format:)") struct FormatPredicateTests {
    private static var formats: [(NSPredicate, String)] {
        [
            (NSPredicate(format: "SELF IN %@", ["a", "b"]), #"SELF IN {"a", "b"}"#),
            (NSPredicate(format: "SELF IN %@", NSArray(array: ["a"])), #"SELF IN {"a"}"#),
            (NSPredicate(format: "SELF IN %@", Set(["a"])), #"SELF IN {"a"}"#),
            (NSPredicate(format: "SELF IN %@", NSSet(array: ["a"])), #"SELF IN {"a"}"#),
            (
                NSPredicate(format: "SELF IN %@", NSOrderedSet(array: ["b", "a"])),
                #"SELF IN {"b", "a"}"#
            ),
            (NSPredicate(format: "%K = %@", "name", "x' OR 1"), #"name == "x' OR 1""#),
            (NSPredicate(format: "SELF == %@", "a" as NSString), #"SELF == "a""#),
            (NSPredicate(format: "SELF == %@", "abc".dropLast()), #"SELF == "ab""#),
            (NSPredicate(format: "n == %d AND m == %ld", 3, Int64(4)), "n == 3 AND m == 4"),
            (NSPredicate(format: "n == %@", NSNumber(value: 3)), "n == 3"),
            (NSPredicate(format: "n == %@", NSNumber(value: 1.5)), "n == 1.5"),
            (NSPredicate(format: "n == %f", 1.5), "n == 1.5"),
            (NSPredicate(format: "n == %@", true), "n == 1"),
            (NSPredicate(format: "n == %@", NSNumber(value: false)), "n == 0"),
            (NSPredicate(format: "n == %@", UInt64.max), "n == 1.8446744073709552e+19"),
            (NSPredicate(format: "n == %@", nil), "n == nil"),
            (NSPredicate(format: "n == %@", NSNull()), "n == nil"),
            (NSPredicate(format: "n == %@", Optional("x") as Any), #"n == "x""#),
            (
                NSPredicate(format: "d > %@", Date(timeIntervalSinceReferenceDate: 5)),
                #"d > CAST(5.000000, "NSDate")"#
            ),
            (
                NSPredicate(format: "d > %@", NSDate(timeIntervalSinceReferenceDate: 5)),
                #"d > CAST(5.000000, "NSDate")"#
            ),
            (
                NSPredicate(format: "u == %@", URL(string: "https://example.org")!),
                #"u == "https://example.org""#
            ),
            (NSPredicate(format: "a == %@", argumentArray: ["x", "left over"]), #"a == "x""#),
            (NSPredicate(format: "TRUEPREDICATE", argumentArray: nil), "TRUEPREDICATE"),
            (NSPredicate(format: "TRUEPREDICATE"), "TRUEPREDICATE"),
        ]
    }

    @Test("takes arguments of every kind and prints canonically", arguments: 0..<formats.count)
    func arguments(_ index: Int) throws {
        let (predicate, text) = Self.formats[index]
        #expect(try canonicalPredicateFormat(predicate) == text)
        #expect(predicate.description == text)
    }

    @Test("takes values cast to CVarArg, which formats of C take too")
    func variadic() throws {
        let id = try #require(UUID(uuidString: "9A40848C-F217-4A20-830D-A0C92E7020AC"))
        let predicate = NSPredicate(
            format: "SELF IN %@ AND n == %@ AND d == %@", [id] as CVarArg,
            NSNumber(value: 3) as CVarArg, Date(timeIntervalSinceReferenceDate: 0) as CVarArg)
        #expect(
            try canonicalPredicateFormat(predicate)
                == "SELF IN {\"\(id)\"} AND n == 3 AND d == CAST(0.000000, \"NSDate\")")
        #expect(String(format: "%@ %@ %d", id as CVarArg, [1] as CVarArg, 4) == "\(id) [1] 4")
    }

    @Test("evaluates, filters, and copies")
    func evaluation() throws {
        let predicate = NSPredicate(format: "SELF IN %@", ["a", "b"])
        #expect(predicate.evaluate(with: "a"))
        #expect(!predicate.evaluate(with: "c"))
        #expect(!predicate.evaluate(with: nil))
        let filtered = NSArray(array: ["a", "c", "b"]).filtered(using: predicate)
        #expect(filtered as? [String] == ["a", "b"])
        let copy = try #require(predicate.copy() as? NSPredicate)
        #expect(copy == predicate)
        #expect(copy.evaluate(with: "b"))
    }

    @Test("takes variables when it is evaluated")
    func variables() {
        let predicate = NSPredicate(format: "SELF == $x AND $n > 2")
        #expect(predicate.evaluate(with: "a", substitutionVariables: ["x": "a", "n": 3]))
        #expect(!predicate.evaluate(with: "a", substitutionVariables: ["x": "b", "n": 3]))
    }

    @Test("is equal to another of the same tree")
    func equality() {
        let predicate = NSPredicate(format: "SELF IN {'a'} && n > 3")
        let same = NSPredicate(format: "SELF IN %@ AND n > %d", ["a"], 3)
        #expect(predicate == same)
        #expect(predicate.hash == same.hash)
        #expect(predicate != NSPredicate(format: "SELF IN {'a'} AND n > 4"))
        #expect(predicate != NSPredicate(value: true))
    }

    @Test("works inside compounds of Foundation's")
    func compounds() {
        let parts = [NSPredicate(format: "SELF != 'x'"), NSPredicate(format: "SELF != 'y'")]
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
        #expect(both.evaluate(with: "z"))
        #expect(!both.evaluate(with: "y"))
        #expect(NSCompoundPredicate(notPredicateWithSubpredicate: both).evaluate(with: "y"))
    }

    @Test("counts as false where it has no answer")
    func noAnswer() {
        #expect(!NSPredicate(format: "SELF BEGINSWITH 'a'").evaluate(with: 3))
        #expect(!NSPredicate(format: "name == 'a'").evaluate(with: "a"))
        #expect(!NSPredicate(format: "SELF == $x").evaluate(with: "a"))
    }

    @Test("stops the program at a mistake, and says where it is")
    func mistakes() async throws {
        let syntax = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            _ = NSPredicate(format: "SELF IN ")
        }
        let text = String(decoding: syntax?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("offset 8: expected"))
        let missing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            _ = NSPredicate(format: "SELF IN %@")
        }
        let reason = String(decoding: missing?.standardErrorContent ?? [], as: UTF8.self)
        #expect(reason.contains("argument 1 is missing"))
        let object = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            _ = NSPredicate(format: "SELF == %@", NSObject())
        }
        let type = String(decoding: object?.standardErrorContent ?? [], as: UTF8.self)
        #expect(type.contains("argument 1, of type NSObject"))
    }
}
