// SPDX-License-Identifier: Apache-2.0

import GLibLoop

// On a narrow terminal, columns beside each other would cut every name and break every word. There
// a row gets several lines: the short cells side by side, and the texts below each other.

extension Table {
    /// Widths of terminals on which columns beside each other may be unreadable. No terminal is
    /// narrower.
    static let narrowTerminals = 32..<72
    /// Columns below which a text is hard to read.
    private static let leastText = 22
    /// Maximum indentation of the lines below the first one.
    private static let greatestIndent = 6

    /// Returns true if columns beside each other leave too little room for the texts.
    ///
    /// - Parameters:
    ///   - widths: the widths of the columns on the terminal.
    ///   - natural: the widths without a limit.
    ///   - columns: the columns that shrink.
    func isTooNarrow(_ widths: [Int], _ natural: [Int], _ columns: [Int]) -> Bool {
        guard widths.count > 1 else { return false }
        return widths.indices.contains { column in
            let wanted = min(natural[column], limits[column] ?? .max)
            guard columns.contains(column) else { return widths[column] < wanted }
            let least = breaksWords ? Self.leastText : longestWord(column)
            return widths[column] < min(wanted, least)
        }
    }

    func longestWord(_ column: Int) -> Int {
        rows.lazy.filter { $0.count > column }
            .flatMap { $0[column].split(separator: " ") }
            .map { String($0).shownColumns }.max() ?? 0
    }

    /// Returns the rows in several lines each.
    func stacked(_ natural: [Int], _ columns: [Int], to width: Int) -> [[String]] {
        let rigid = natural.indices.filter { !columns.contains($0) && natural[$0] > 0 }
        let beginsWithText = columns.contains(0)
        let marks = beginsWithText ? 0 : natural.first ?? 0
        let indent = marks > 0 && marks + 2 <= Self.greatestIndent ? marks + 2 : 2
        let blanks = String(repeating: " ", count: indent)
        return rows.map { row -> [String] in
            let cells = rigid.map { ($0 < row.count ? row[$0] : "", natural[$0]) }
            let side = Self.joined(cells)
            let short =
                side.shownColumns <= width - indent
                ? [side] : packed(rigid.filter { $0 < row.count }, of: row, width - indent)
            let texts = columns.sorted().filter { $0 < row.count }
            let body =
                overflow == .cut
                ? packed(texts, of: row, width - indent)
                : texts.flatMap { whole(row[$0], width - indent) }
            // A list of names begins with the names.
            let lines = (beginsWithText ? body + short : short + body)
                .filter { !$0.allSatisfy { $0 == " " } }
            guard !row[0].isEmpty else { return lines.map { blanks + $0 } }
            return lines.prefix(1) + lines.dropFirst().map { blanks + $0 }
        }
    }

    /// Returns a text in lines of at most `width` columns.
    private func whole(_ text: String, _ width: Int) -> [String] {
        text.shownColumns <= width ? [text] : text.wrapped(to: width, breaksWords: true)
    }

    /// Returns the texts of columns in lines, several side by side if they fit. A text that is
    /// longer than a line is cut, or goes on below.
    private func packed(_ columns: [Int], of row: [String], _ width: Int) -> [String] {
        var lines: [String] = []
        for column in columns where !row[column].isEmpty {
            let text = row[column]
            if let last = lines.last, last.shownColumns + 2 + text.shownColumns <= width {
                lines[lines.count - 1] = "\(last)  \(text)"
            } else {
                lines += wraps(column) ? whole(text, width) : [text.fitted(to: width)]
            }
        }
        return lines
    }
}
