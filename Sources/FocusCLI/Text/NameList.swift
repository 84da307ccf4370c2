// SPDX-License-Identifier: Apache-2.0

extension Sequence<String> {
    /// The names with commas between them, each printable. A name that a reader could take for
    /// several, or for none, has quotes: `“Doe, Jane”, Jane`.
    var namesWithCommas: String { map(\.quotedIfUnclear).joined(separator: ", ") }
}

extension [String] {
    /// The clauses with commas between them and “and” before the last one: `a`, `a and b`,
    /// `a, b and c`.
    var joinedWithAnd: String {
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }
}

extension String {
    /// The text, printable, in quotes if it has a comma or begins or ends with a blank.
    var quotedIfUnclear: String {
        let text = printable
        let isClear = !text.contains { ",;".contains($0) } && text == text.trimmingBlanks
        return isClear && !text.isEmpty ? text : "“\(text)”"
    }
}
