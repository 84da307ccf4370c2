// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The style of a character, if the terminal supports it.
struct TextStyle: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let bold = TextStyle(rawValue: 1)
    static let italic = TextStyle(rawValue: 2)
    static let underlined = TextStyle(rawValue: 4)
    static let faint = TextStyle(rawValue: 8)

    /// The parameters of "Select Graphic Rendition" (ECMA-48, 8.3.117).
    private var parameters: String {
        let codes: [(TextStyle, String)] = [
            (.bold, "1"), (.faint, "2"), (.italic, "3"), (.underlined, "4"),
        ]
        return codes.filter { contains($0.0) }.map(\.1).joined(separator: ";")
    }

    /// Returns the text in this style.
    func apply(to text: String) -> String {
        isEmpty ? text : "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }
}

/// Harmless text with a style for each character.
struct StyledText: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        var character: Character
        var style: TextStyle
    }

    private(set) var cells: [Cell] = []

    init() {}

    init(_ untrusted: String, _ style: TextStyle = []) {
        append(untrusted, style)
    }

    /// Adds text in that style, after making it harmless.
    mutating func append(_ untrusted: some StringProtocol, _ style: TextStyle) {
        cells += untrusted.harmlessText.map { Cell(character: $0, style: style) }
    }

    /// The characters alone.
    var plain: String { String(cells.map(\.character)) }

    /// Returns the text on one line, with styles if the terminal supports them.
    func rendered(styled: Bool) -> String {
        guard styled else { return plain }
        var result = ""
        var rest = cells[...]
        while let style = rest.first?.style {
            let run = rest.prefix { $0.style == style }
            result += style.apply(to: String(run.map(\.character)))
            rest = rest.dropFirst(run.count)
        }
        return result
    }

    /// Returns lines of at most `width` columns, broken between words if possible; without a width,
    /// broken at line breaks only. No empty line is first or last.
    func lines(width: Int?) -> [StyledText] {
        let paragraphs = cells.split(omittingEmptySubsequences: false) { $0.character.isNewline }
        var lines = paragraphs.flatMap { Self.wrap($0, width.map { max(2, $0) } ?? .max) }
        while lines.last?.cells.isEmpty == true { lines.removeLast() }
        return Array(lines.drop { $0.cells.isEmpty })
    }

    private init(_ cells: ArraySlice<Cell>) {
        self.cells = Array(cells)
        while self.cells.last?.character == " " { self.cells.removeLast() }
    }

    private static func wrap(_ paragraph: ArraySlice<Cell>, _ width: Int) -> [StyledText] {
        var lines: [StyledText] = []
        var start = paragraph.startIndex
        var used = 0
        // The index after the last blank of the current line.
        var wordStart: Int?
        for index in paragraph.indices {
            let columns = paragraph[index].character.columns
            if used + columns > width, paragraph[index].character != " " {
                let end = wordStart ?? index
                lines.append(StyledText(paragraph[start..<end]))
                start = end
                wordStart = nil
                used = paragraph[start..<index].reduce(0) { $0 + $1.character.columns }
            }
            used += columns
            if paragraph[index].character == " " { wordStart = index + 1 }
        }
        lines.append(StyledText(paragraph[start...]))
        return lines
    }
}
