// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Help texts: wrapped paragraphs, and tables that keep their lines.
enum HelpText {
    /// Width without a terminal.
    static let width = 80

    /// Returns wrapped paragraphs. Lines that begin with a blank stay unchanged, except for a
    /// command line to copy.
    static func paragraphs(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var paragraph: [Substring] = []
        func flush() {
            guard !paragraph.isEmpty else { return }
            lines += paragraph.joined(separator: " ").wrapped(to: width)
            paragraph = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("    focus-switch ") {
                flush()
                lines += TerminalText.command(String(line.dropFirst(4)), width: width)
            } else if line.isEmpty || line.hasPrefix(" ") {
                flush()
                lines.append(String(line))
            } else {
                paragraph.append(line)
            }
        }
        flush()
        return lines
    }

    /// Columns that meanings beside their terms have at least.
    private static let leastMeaning = 20

    /// Returns terms and meanings in two columns, the second one wrapped. On a narrow terminal, the
    /// meanings are below their terms.
    static func table(_ rows: [(term: String, meaning: String)], width: Int) -> [String] {
        let column = min(rows.map(\.term.columns).max() ?? 0, 28) + 4
        guard width - column >= leastMeaning else {
            return rows.flatMap { row in
                ["  " + row.term] + row.meaning.wrapped(to: width - 6).map { "      " + $0 }
            }
        }
        return rows.flatMap { row -> [String] in
            let meaning = row.meaning.wrapped(to: width - column)
            let indent = String(repeating: " ", count: column)
            let term = "  " + row.term
            let isLong = term.columns + 2 > column
            let first =
                isLong ? [term, indent + meaning[0]] : [term.padded(to: column) + meaning[0]]
            return first + meaning.dropFirst().map { indent + $0 }
        }
    }
}
