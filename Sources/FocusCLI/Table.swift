// SPDX-License-Identifier: Apache-2.0

/// Lines in columns, two blanks apart.
struct Table {
    /// Treatment of a text that is too long for the terminal.
    enum Overflow {
        /// Cuts it: for lists, where a line is an entry.
        case cut
        /// Goes on below, words whole: for sentences.
        case wrap
    }

    private var rows: [[String]] = []
    /// Columns of the rows that were taken out.
    private var widest: [Int] = []

    /// The column that gives way on a narrow terminal; by default the last one.
    var flexibleColumn: Int?
    var overflow = Overflow.wrap

    init(_ overflow: Overflow = .wrap, flexibleColumn: Int? = nil) {
        self.overflow = overflow
        self.flexibleColumn = flexibleColumn
    }

    /// Adds a line; its texts are printable.
    mutating func add(_ cells: String...) {
        rows.append(cells)
    }

    /// Takes the lines out, as ``lines(width:)`` gives them. What is added afterwards is at least
    /// as wide: for a list that is printed a page at a time.
    mutating func takeLines(width: Int?) -> [String] {
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
                max($0, $1.count > column ? $1[column].shownColumns : 0)
            }
        }
    }

    /// The lines for a terminal of that width, aligned; without one, the texts as they are.
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
            // Fewer columns than this say nothing; the line is rather broken by the terminal.
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
    /// The columns that the text takes in a terminal, without the sequences that colour it.
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
    /// Prints a table as wide as the terminal.
    func table(_ table: Table) {
        table.lines(width: width).forEach { line($0) }
    }

    /// Prints a sentence, wrapped on a terminal.
    func sentence(_ text: String) {
        guard let width else { return line(text) }
        text.wrapped(to: width).forEach { line($0) }
    }
}
