// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The target of a figure.
enum Target {
    case atMost(Double)
    case atLeast(Double)

    /// Factor by which a gross regression exceeds a target (the short mode's tolerance).
    static let gross = 2.0

    func isMet(by value: Double) -> Bool {
        switch self {
        case .atMost(let limit): value <= limit
        case .atLeast(let limit): value >= limit
        }
    }

    var relaxed: Target {
        switch self {
        case .atMost(let limit): .atMost(limit * Self.gross)
        case .atLeast(let limit): .atLeast(limit / Self.gross)
        }
    }

    var text: String {
        switch self {
        case .atMost(let limit): "≤ \(short(limit))"
        case .atLeast(let limit): "≥ \(short(limit))"
        }
    }
}

/// One line of the table.
struct Row: Encodable {
    enum Verdict: String, Encodable {
        case met
        case missed
        /// A figure without a target, for comparison.
        case none
    }

    let benchmark: String
    let what: String
    /// The median of the rounds.
    let value: Double
    let unit: String
    /// The median ratio to the reference in the same round; nil without a reference.
    let ratio: Double?
    /// The target of the ratio if there is one, else of the value.
    let target: String?
    let verdict: Verdict
}

/// All results.
final class Report {
    private(set) var rows: [Row] = []
    private(set) var skipped: [String: String] = [:]
    private(set) var failures: [String: String] = [:]
    private let isRelaxed: Bool

    /// - Parameter isRelaxed: True to relax the targets of times.
    init(isRelaxed: Bool) { self.isRelaxed = isRelaxed }

    /// Adds a figure.
    ///
    /// - Parameters:
    ///   - target: The target of the ratio if there is one, else of the value.
    ///   - isCounted: True for a count that is the same on every machine, and never relaxed.
    func add(
        _ benchmark: String, _ what: String, _ value: Double, _ unit: String,
        ratio: Double? = nil, target: Target? = nil, isCounted: Bool = false
    ) {
        let target = isRelaxed && !isCounted ? target?.relaxed : target
        let verdict: Row.Verdict =
            target.map { $0.isMet(by: ratio ?? value) ? .met : .missed } ?? .none
        let row = Row(
            benchmark: benchmark, what: what, value: value, unit: unit, ratio: ratio,
            target: target?.text, verdict: verdict)
        rows.append(row)
        complain("  " + Self.line(row))
    }

    func skip(_ benchmark: String, _ reason: String) {
        skipped[benchmark] = reason
        complain("  \(benchmark) is skipped: \(reason)")
    }

    func fail(_ benchmark: String, _ reason: String) {
        failures[benchmark] = reason
        complain("  \(benchmark) failed: \(reason)")
    }

    /// The table as text.
    var table: String {
        var lines = [
            "benchmark     what                                          median         ratio  target"
        ]
        lines += rows.map(Self.line)
        lines += skipped.sorted { $0.key < $1.key }.map { "\($0.key): skipped, \($0.value)" }
        lines += failures.sorted { $0.key < $1.key }.map { "\($0.key): FAILED, \($0.value)" }
        return lines.joined(separator: "\n")
    }

    private static func line(_ row: Row) -> String {
        let ratio = row.ratio.map { short($0) + "×" } ?? ""
        let verdict = row.verdict == .missed ? "  MISSED" : ""
        let figure = pad("\(short(row.value)) \(row.unit)", to: 14)
        return pad(row.benchmark, to: 14) + pad(row.what, to: 46) + figure + " "
            + pad(ratio, to: 7) + (row.target.map { $0 + verdict } ?? "")
    }

    private static func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Writes all results as JSON.
    func write(to path: String) throws {
        struct File: Encodable {
            let rows: [Row]
            let skipped: [String: String]
            let failures: [String: String]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let file = File(rows: rows, skipped: skipped, failures: failures)
        try encoder.encode(file).write(to: URL(filePath: path), options: .atomic)
    }
}

/// Returns a number with three significant digits.
func short(_ value: Double) -> String {
    let digits = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
    return String(format: "%.\(digits)f", value)
}

/// Returns the middle value; for an even number of values, the upper of the two.
func median(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.sorted()[values.count / 2]
}
