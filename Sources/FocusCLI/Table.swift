// SPDX-License-Identifier: Apache-2.0

/// Lines in aligned columns, two blanks apart.
struct Table {
    private var rows: [[String]] = []
    /// Columns of the rows that were taken out.
    private var widest: [Int] = []

    /// Which column gives way where a terminal is too narrow; by default the last.
    var flexibleColumn: Int?

    /// Adds a line; its texts are printable.
    mutating func add(_ cells: String...) {
        rows.append(cells)
    }

    /// Takes the lines out, as ``lines(width:)`` gives them. What is added afterwards is at least
    /// as wide: for a list that is printed a page at a time.
    mutating func takeLines(width: Int? = nil) -> [String] {
        let lines = lines(width: width)
        widest = widths
        rows.removeAll()
        return lines
    }

    /// The widths of the columns.
    private var widths: [Int] {
        let count = max(rows.map(\.count).max() ?? 0, widest.count)
        return (0..<count).map { column in
            let before = column < widest.count ? widest[column] : 0
            return rows.reduce(before) {
                max($0, $1.count > column ? $1[column].columns : 0)
            }
        }
    }

    /// The lines, cut to `width` columns where that is given.
    func lines(width: Int? = nil) -> [String] {
        var widths = widths
        let count = widths.count
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
