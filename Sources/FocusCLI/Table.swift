// SPDX-License-Identifier: Apache-2.0

/// Lines in aligned columns, two blanks apart.
struct Table {
    private var rows: [[String]] = []

    /// Which column gives way where a terminal is too narrow; by default the last.
    var flexibleColumn: Int?

    /// Adds a line; its texts are printable.
    mutating func add(_ cells: String...) {
        rows.append(cells)
    }

    /// The lines, cut to `width` columns where that is given.
    func lines(width: Int? = nil) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in
            rows.map { $0.count > column ? $0[column].columns : 0 }.max() ?? 0
        }
        let flexible = flexibleColumn ?? count - 1
        if let width, widths.indices.contains(flexible) {
            let total = widths.reduce(0, +) + (count - 1) * 2
            // Fewer columns than this say nothing; the line is rather broken by the terminal.
            widths[flexible] = max(
                min(widths[flexible], 12), widths[flexible] - max(0, total - width))
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                if column > 0 { line += "  " }
                line += cell.fitted(to: widths[column]).padded(to: widths[column])
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
