// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Texts for a terminal: its width, and lines that fit it.
public enum TerminalText {
    /// Returns the columns of the terminal on a descriptor; nil without a terminal, or if the
    /// terminal does not know its width.
    public static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Returns labels and their texts: in two aligned columns with wrapped texts for a terminal of
    /// that width, else one line each, with two blanks between.
    public static func table(
        _ rows: [(label: String, text: String)], width: Int?
    ) -> [String] {
        guard let width else { return rows.map { "\($0.label)  \($0.text)" } }
        let column = (rows.map(\.label.count).max() ?? 0) + 2
        return rows.flatMap { row in
            row.text.wrapped(to: max(width - column, leastColumns)).enumerated().map {
                let label = $0.offset == 0 ? row.label : ""
                return label + String(repeating: " ", count: column - label.count) + $0.element
            }
        }
    }

    /// Columns that a text beside its label has at least.
    private static let leastColumns = 20
}
