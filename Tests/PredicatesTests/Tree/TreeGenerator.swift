// SPDX-License-Identifier: Apache-2.0
import Predicates
import SeededRandom

/// Generates trees of every shape, not in normal form.
struct TreeGenerator {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private mutating func pick<T>(_ choices: [T]) -> T {
        choices[Int.random(in: choices.indices, using: &random)]
    }

    private mutating func several<T>(_ make: (inout TreeGenerator) -> T) -> [T] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in make(&self) }
    }

    mutating func predicate(depth: Int = 4) -> PredicateNode {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 3), using: &random) {
        case 0: .constant(Bool.random(using: &random))
        case 3: .and(several { $0.predicate(depth: depth - 1) })
        case 4: .or(several { $0.predicate(depth: depth - 1) })
        case 5: .not(predicate(depth: depth - 1))
        default: .comparison(comparison(depth: depth - 1))
        }
    }

    private mutating func comparison(depth: Int) -> PredicateComparison {
        let symbol = pick(ComparisonOperator.allCases)
        var right = expression(depth: depth)
        // Most strings are not regular expressions.
        if symbol == .matches { right = .literal(.string(pick(["a.*", "", "(a|b)+", "\\d"]))) }
        let options = ComparisonOptions(rawValue: UInt8.random(in: 0..<16, using: &random))
        return PredicateComparison(
            expression(depth: depth), symbol, right, modifier: pick([.direct, .any, .all]),
            options: symbol == .between ? [] : options)
    }

    mutating func expression(depth: Int) -> PredicateExpression {
        guard depth > 0 else { return leaf() }
        let next = depth - 1
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return .member(expression(depth: next), keyPath())
        case 1: return .assignment(pick(["x", "y"]), expression(depth: next))
        case 2: return .aggregate(several { $0.expression(depth: next) })
        case 3, 4:
            return .binary(
                pick(BinaryOperator.allCases), expression(depth: next), expression(depth: next))
        case 5: return .negation(expression(depth: next))
        case 6: return function(depth: next)
        case 7:
            return .element(
                expression(depth: next),
                pick([.first, .last, .size, .at(expression(depth: next))]))
        case 8:
            return .subquery(
                expression(depth: next), variable: pick(["x", "y"]), predicate(depth: next))
        case 9:
            return .ternary(
                predicate(depth: next), expression(depth: next), expression(depth: next))
        case 10: return .cast(expression(depth: next), pick(CastType.allCases))
        default: return leaf()
        }
    }

    private mutating func function(depth: Int) -> PredicateExpression {
        let function = pick(PredicateFunction.allCases)
        let count =
            switch function {
            case .now, .random: 0
            case .modulus, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift: 2
            default: 1
            }
        return .function(function, (0..<count).map { _ in expression(depth: depth) })
    }

    private mutating func leaf() -> PredicateExpression {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .selfObject
        case 1: .variable(pick(["x", "y", "Über"]))
        case 2: .keyPath(keyPath())
        default: .literal(value(depth: 2))
        }
    }

    private mutating func keyPath() -> String {
        let keys = [
            "a", "b1", "_c", "IN", "self", "first", "x-key", "1st", "with space", "quo\"te", "é",
            "@count", "@sum", "@distinctUnionOfObjects", "名前", "back\\slash", "\n", "$v",
        ]
        let count = Int.random(in: 1...4, using: &random)
        return (0..<count).map { _ in pick(keys) }.joined(separator: ".")
    }

    mutating func value(depth: Int) -> PredicateValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
        case 0: .null
        case 1: .boolean(Bool.random(using: &random))
        case 2: .integer(pick([0, 1, -1, 42, .max, .min, Int64(bitPattern: random.next())]))
        case 3: .double(double())
        case 4: .string(string())
        case 5: .date(double())
        default: .array(several { $0.value(depth: depth - 1) })
        }
    }

    private mutating func double() -> Double {
        let any = Double(bitPattern: random.next())
        let edges: [Double] = [
            0, -0.0, 1.5, -2, 1e300, .leastNonzeroMagnitude, 0.1, 9_223_372_036_854_775_808.0,
        ]
        return pick(edges)
            + (any.isFinite && Bool.random(using: &random) ? any : 0)
    }

    private mutating func string() -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "B", "\"", "'", "\\", "%", "@", "$", "\n", "\t", "\r", "\0", "\u{1}", "\u{7f}",
            "\u{85}", "é", "\u{301}", "😀", "\u{2028}", "{", ")", " ", "*", "?",
        ]
        var result = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...6, using: &random) { result.append(pick(scalars)) }
        return String(result)
    }
}
