// SPDX-License-Identifier: Apache-2.0
import Predicates
import SeededRandom
import Testing

/// Properties that hold for every input, tested with random inputs. A failure prints its seed.
@Suite struct PropertyTests {
    /// The first seeds, chosen at random for each run.
    static let rounds = (0..<8).map { _ in UInt64.random(in: 0...UInt64.max) }

    private let subjects: [PredicateValue] = [
        .null, 1, "abc", ["a", "b", 1], [[1], [2]], message,
    ]

    @Test(arguments: rounds)
    func printingAndParsingGivesTheSameTree(round: UInt64) throws {
        for seed in round..<(round &+ 250) where seed >= round {
            var generator = TreeGenerator(seed: seed)
            let tree = generator.predicate()
            // Some trees are invalid, such as one with nine collection operators in a path.
            guard let predicate = try? Predicate(tree) else { continue }
            let text = predicate.description
            guard text.utf8.count <= PredicateLimits.maximumBytes else { continue }
            let again = try Predicate(format: text)
            #expect(again == predicate, "seed \(seed): \(text)")
            #expect(again.hashValue == predicate.hashValue, "seed \(seed)")
            #expect(again.description == text, "seed \(seed)")
            #expect(try Predicate(predicate.tree) == predicate, "seed \(seed)")
            #expect(again.keyPaths == predicate.keyPaths, "seed \(seed)")
            for subject in subjects { evaluateBoth(predicate, again, subject, seed) }
        }
    }

    /// Equal predicates give equal answers, and never end the process.
    private func evaluateBoth(
        _ first: Predicate, _ second: Predicate, _ subject: PredicateValue, _ seed: UInt64
    ) {
        // Chance and the clock give no stable answer.
        let text = first.description
        if ["random", "now("].contains(where: text.contains) { return }
        let variables: [String: PredicateValue] = ["x": 3, "y": ["p", "q"]]
        let left = Result { try first.evaluate(with: subject, variables: variables) }
        let right = Result { try second.evaluate(with: subject, variables: variables) }
        #expect((try? left.get()) == (try? right.get()), "seed \(seed): \(text)")
    }

    @Test(arguments: rounds)
    func anyBytesAreReadOrRefused(round: UInt64) {
        for seed in round..<(round &+ 300) where seed >= round {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 0...60, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            check(String(decoding: bytes, as: UTF8.self), seed)
        }
    }

    @Test(arguments: rounds)
    func anyTokensAreReadOrRefused(round: UInt64) {
        for seed in round..<(round &+ 300) where seed >= round {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 0...40, using: &random)
            let words = (0..<count).map { _ in
                Self.tokens[Int.random(in: Self.tokens.indices, using: &random)]
            }
            check(words.joined(separator: Bool.random(using: &random) ? " " : ""), seed)
        }
    }

    @Test(arguments: rounds)
    func aValidTextWithDamageIsReadOrRefused(round: UInt64) {
        for seed in round..<(round &+ 200) where seed >= round {
            var generator = TreeGenerator(seed: seed)
            guard let text = try? Predicate(generator.predicate()).description else { continue }
            var bytes = Array(text.utf8.prefix(2_000))
            for _ in 0..<3 where !bytes.isEmpty {
                let index = Int.random(in: bytes.indices, using: &generator.random)
                switch Int.random(in: 0..<3, using: &generator.random) {
                case 0: bytes.remove(at: index)
                case 1: bytes[index] = UInt8.random(in: 32...126, using: &generator.random)
                default: bytes.removeSubrange(index...)
                }
            }
            check(String(decoding: bytes, as: UTF8.self), seed)
        }
    }

    private func check(_ text: String, _ seed: UInt64) {
        do {
            let arguments: [PredicateValue] = [1, "a.b", ["x"], .null]
            let predicate = try Predicate(format: text, arguments: arguments)
            let again = try Predicate(format: predicate.description)
            #expect(again == predicate, "seed \(seed): \(text)")
            for subject in subjects { _ = try? predicate.evaluate(with: subject) }
        } catch {
            #expect((0...text.utf8.count).contains(error.offset), "seed \(seed): \(text)")
        }
    }

    private static let tokens = [
        "a", "b.c", "SELF", "1", "2.5", "0x1f", "'s'", "\"t\"", "nil", "TRUE", "{", "}", "(", ")",
        "[", "]", ",", ".", "+", "-", "*", "**", "/", "==", "!=", "<", ">=", "=>", "AND", "OR",
        "NOT",
        "!", "&&", "||", "ANY", "ALL", "NONE", "SOME", "IN", "CONTAINS", "[cd]", "BEGINSWITH",
        "ENDSWITH", "LIKE", "MATCHES", "BETWEEN", "%@", "%K", "%d", "%%", "$x", ":=", "@count",
        "#IN", "sum", "sum(", "now()", "SUBQUERY(", "TERNARY(", "CAST(", "TRUEPREDICATE",
        "FALSEPREDICATE", "FIRST", "SIZE", "UNION", "'\\", "'", "\u{301}", "é", ":", "add:to:(",
    ]
}
