// SPDX-License-Identifier: Apache-2.0

/// Table with columns two blanks apart.
struct Table {
    /// Treatment of a text that is too long for the terminal.
    enum Overflow {
        /// Cuts the text: for lists with one line for each entry.
        case cut
        /// Continues the text below, between words: for sentences.
        case wrap
    }

    private var rows: [[String]] = []
    /// Column widths of the rows that were taken out.
    private var widest: [Int] = []

    /// Column that shrinks on a narrow terminal. Default: the last column.
    var flexibleColumn: Int?
    var overflow = Overflow.wrap

    init(_ overflow: Overflow = .wrap, flexibleColumn: Int? = nil) {
        self.overflow = overflow
        self.flexibleColumn = flexibleColumn
    }

    /// Adds a row. The texts must be printable.
    mutating func add(_ cells: String...) {
        rows.append(cells)
    }

    /// Removes and returns the lines, formatted as by ``lines(width:)``. Later rows get at least
    /// the same widths, for a list that is printed a page at a time.
    mutating func takeLines(width: Int?) -> [String] {
        let lines = lines(width: width)
        widest = widths
        rows.removeAll()
        return lines
    }

    /// Widths of the columns.
    private var widths: [Int] {
        let count = max(rows.map(\.count).max() ?? 0, widest.count)
        return (0..<count).map { column in
            let before = column < widest.count ? widest[column] : 0
            return rows.reduce(before) {
                max($0, $1.count > column ? $1[column].shownColumns : 0)
            }
        }
    }

    /// Returns aligned lines for a terminal of that width, or unaligned lines for nil.
    func lines(width: Int?) -> [String] {
        guard let width else {
            return rows.map { Self.joined($0.map { ($0, 0) }) }
        }
        return aligned(width: width)
    }

    private func aligned(width: Int) -> [String] {
        var widths = widths
        let count = widths.count
        let flexible = flexibleColumn ?? count - 1
        if widths.indices.contains(flexible) {
            let total = widths.reduce(0, +) + (count - 1) * 2
            // A narrower column is unreadable. The terminal breaks the line instead.
            widths[flexible] = max(
                min(widths[flexible], 12), widths[flexible] - max(0, total - width))
        }
        return rows.flatMap { row -> [String] in
            guard overflow == .wrap, row.indices.contains(flexible) else {
                return [Self.joined(zip(row, widths).map { (Self.cut($0, to: $1), $1) })]
            }
            let parts =
                row[flexible].shownColumns > widths[flexible]
                ? row[flexible].wrapped(to: widths[flexible]) : [row[flexible]]
            return parts.enumerated().map { number, part in
                Self.joined(
                    row.indices.map { column in
                        let text = number == 0 ? row[column] : ""
                        return (column == flexible ? part : text, widths[column])
                    })
            }
        }
    }

    private static func cut(_ text: String, to width: Int) -> String {
        text.shownColumns > width ? text.fitted(to: width) : text
    }

    private static func joined(_ cells: [(text: String, width: Int)]) -> String {
        var line = ""
        for (column, cell) in cells.enumerated() {
            if column > 0 { line += "  " }
            let gap = max(0, cell.width - cell.text.shownColumns)
            line += cell.text + String(repeating: " ", count: gap)
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}

extension String {
    /// Columns of the text in a terminal, without colour sequences.
    fileprivate var shownColumns: Int {
        guard contains("\u{1B}") else { return columns }
        var shown = ""
        var isSequence = false
        for scalar in unicodeScalars {
            if scalar == "\u{1B}" { isSequence = true }
            if !isSequence { shown.unicodeScalars.append(scalar) }
            if isSequence, scalar == "m" { isSequence = false }
        }
        return shown.columns
    }
}

extension Output {
    /// Prints a table that fits the terminal.
    func table(_ table: Table) {
        table.lines(width: width).forEach { line($0) }
    }

    /// Prints a sentence, wrapped on a terminal.
    func sentence(_ text: String) {
        guard let width else { return line(text) }
        text.wrapped(to: width).forEach { line($0) }
    }
}
