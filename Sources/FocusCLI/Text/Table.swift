// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Table with columns two blanks apart.
struct Table {
    /// Treatment of a text that is too long for the terminal.
    enum Overflow {
        /// Cuts the text, except in columns that wrap: for lists of notifications.
        case cut
        /// Continues the text below, between words: for sentences.
        case wrap
    }

    private(set) var rows: [[String]] = []
    /// Column widths of the rows that were taken out.
    private var widest: [Int] = []

    /// Columns that shrink on a narrow terminal, the first one first. Empty: the last column.
    private let flexible: [Int]
    /// Maximum widths of columns on a terminal.
    let limits: [Int: Int]
    let overflow: Overflow
    /// Columns with names to type, which are never cut: without room, a row gets several lines.
    private let names: Set<Int>
    /// True to break words that are wider than their column, such as paths.
    let breaksWords: Bool
    /// Columns that wrap although others are cut: each word of a reason counts.
    let wrapping: Set<Int>

    init(
        _ overflow: Overflow = .wrap, flexible: [Int] = [], limits: [Int: Int] = [:],
        names: Set<Int> = [], breaksWords: Bool = true, wrapping: Set<Int> = []
    ) {
        self.names = names
        self.wrapping = wrapping
        self.breaksWords = breaksWords
        self.overflow = overflow
        self.flexible = flexible
        self.limits = limits
    }

    /// Widths to which the flexible columns shrink, one after another. Text in a narrower column is
    /// unreadable: the terminal breaks the line instead.
    private static let leastWidths = [20, 12, 6]

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
        rowLines(width: width).flatMap { $0 }
    }

    /// Returns the lines of each row, as by ``lines(width:)``.
    func rowLines(width: Int?) -> [[String]] {
        guard let width else {
            return rows.map { [Self.joined($0.map { ($0, 0) })] }
        }
        return aligned(width: width)
    }

    private func aligned(width: Int) -> [[String]] {
        let natural = widths
        let columns = flexible.isEmpty ? [natural.count - 1] : flexible
        let widths = fitted(natural, columns, to: width)
        if Self.narrowTerminals.contains(width) || !breaksWords,
            isTooNarrow(widths, natural, columns)
        {
            return stacked(natural, columns, to: width)
        }
        if names.contains(where: { natural.indices.contains($0) && widths[$0] < natural[$0] }) {
            return stacked(natural, columns, to: width)
        }
        return rows.map { row -> [String] in
            let cells = row.enumerated().map { column, text -> [String] in
                let width = widths[column]
                guard text.shownColumns > width else { return [text] }
                return wrapping.contains(column) || overflow == .wrap && columns.contains(column)
                    ? text.wrapped(to: width, breaksWords: breaksWords) : [text.fitted(to: width)]
            }
            return (0..<(cells.map(\.count).max() ?? 1)).map { line in
                Self.joined(
                    cells.enumerated().map { column, parts in
                        (line < parts.count ? parts[line] : "", widths[column])
                    })
            }
        }
    }

    /// True for a column whose long texts continue below.
    func wraps(_ column: Int) -> Bool { overflow == .wrap || wrapping.contains(column) }

    /// Returns the widths of the columns on a terminal of `width` columns.
    private func fitted(_ natural: [Int], _ columns: [Int], to width: Int) -> [Int] {
        var widths = natural
        for (column, limit) in limits where widths.indices.contains(column) {
            widths[column] = min(widths[column], limit)
        }
        for (pass, least) in Self.leastWidths.enumerated() {
            // A reason loses nothing where it wraps, so it wraps before texts get unreadable.
            let isLast = pass == Self.leastWidths.count - 1
            for column in (isLast ? wrapping.sorted() : []) + columns
            where widths.indices.contains(column) {
                let surplus = widths.reduce(0, +) + (widths.count - 1) * 2 - width
                guard surplus > 0 else { return widths }
                let floor = max(least, wrapping.contains(column) ? leastWrapped(column) : 0)
                widths[column] = max(min(widths[column], floor), widths[column] - surplus)
            }
        }
        return Self.shrunk(widths, to: width)
    }

    /// Columns of a word, such as an address, that stays whole in a column that wraps.
    private static let longWord = 32

    /// Width to which a column shrinks that wraps.
    private func leastWrapped(_ column: Int) -> Int {
        max(Self.leastWidths[1], min(longestWord(column), Self.longWord))
    }

    /// Returns the widths with the widest columns cut until the line fits.
    private static func shrunk(_ widths: [Int], to width: Int) -> [Int] {
        var widths = widths
        while let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
            let surplus = widths.reduce(0, +) + (widths.count - 1) * 2 - width
            let least = leastWidths.last ?? 1
            guard surplus > 0, widths[widest] > least else { break }
            let next = widths.enumerated().filter { $0.offset != widest }.map(\.element).max() ?? 0
            // The widest column shrinks to the next one, then both together.
            widths[widest] = max(least, widths[widest] - surplus, min(next, widths[widest] - 1))
        }
        return widths
    }

    static func joined(_ cells: [(text: String, width: Int)]) -> String {
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

extension Output {
    /// Prints a table that fits the terminal.
    func table(_ table: Table) {
        table.lines(width: width).forEach { line($0) }
    }

    /// Prints a sentence with a command at its end, as in `To stop this: focus-switch …`. On a
    /// terminal that is too narrow, the command has lines of its own and can still be pasted.
    func advice(_ text: String) {
        let text = reword(text)
        guard let width, text.columns > width, text.contains(": focus-switch ") else {
            return sentence(text)
        }
        Self.lines(of: text, width).forEach { line($0) }
    }

    /// Prints a sentence, wrapped on a terminal.
    func sentence(_ text: String) {
        // The sentence's full stop after a name that ends with one.
        let isDoubled = text.hasSuffix("..") && !text.hasSuffix("...")
        let text = isDoubled ? String(text.dropLast()) : text
        // A text that fits keeps its blanks.
        guard let width, text.shownColumns > width else { return line(text) }
        text.wrapped(to: width).forEach { line($0) }
    }
}
