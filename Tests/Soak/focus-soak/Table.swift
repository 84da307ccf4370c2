// SPDX-License-Identifier: Apache-2.0

/// The results of one fault.
struct Row {
    let fault: String
    private(set) var tries = 0
    private(set) var lost = 0
    private(set) var duplicated = 0
    private(set) var worst = Duration.zero
    private(set) var failures = 0
    /// True if no try had more duplicates than its fault explains.
    private(set) var holds = true

    init(_ fault: String) {
        self.fault = fault
    }

    mutating func add(_ findings: Findings, _ answer: Duration, allowing kills: Int) {
        tries += 1
        lost += findings.lost.count
        duplicated += findings.duplicated.count
        worst = max(worst, answer)
        if !findings.lost.isEmpty || findings.duplicated.count > kills { holds = false }
    }

    mutating func add(_: any Error) {
        tries += 1
        failures += 1
        holds = false
    }

    var line: String {
        let milliseconds = worst / .milliseconds(1)
        let tenths = Int((milliseconds * 10).rounded())
        let note = failures == 0 ? "" : "  not completed"
        return Table.pad(
            [fault, "\(tries)", "\(lost)", "\(duplicated)", "\(tenths / 10).\(tenths % 10) ms"])
            + note
    }
}

/// The printed table.
struct Table {
    var rows: [Row] = []

    static let head = pad(["fault", "tries", "lost", "duplicated", "worst answer"])

    var holds: Bool { rows.allSatisfy(\.holds) }

    var verdict: String {
        let missed = rows.filter { !$0.holds }.map(\.fault)
        return missed.isEmpty
            ? "All held: nothing was lost, and nothing came twice except across a kill."
            : "Did not hold: \(missed.joined(separator: ", "))"
    }

    /// Aligns the first column to the left, the others to the right.
    static func pad(_ words: [String]) -> String {
        let widths = [18, 7, 7, 12, 15]
        return zip(words, widths).enumerated().map { place, pair in
            let space = String(repeating: " ", count: max(0, pair.1 - pair.0.count))
            return place == 0 ? pair.0 + space : space + pair.0
        }.joined()
    }
}
