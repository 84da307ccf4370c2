// SPDX-License-Identifier: Apache-2.0

/// The folded forms of texts, each made once for all predicates that compare the text.
///
/// Folding a text takes many times as long as reading it, and the rules of a Focus compare the same
/// few texts of a notification. Use one value for all predicates that judge one subject.
package struct FoldedTexts {
    /// Maximum number of forms of each kind that are kept. Further ones are made at each use.
    static let maximumCount = 1_024
    /// Number of bytes at the beginning of a text by which a form is looked up.
    private static let hashedBytes = 1_024

    /// Number of foldings and divisions into characters so far.
    package private(set) var made = 0
    private var decompositions: [Key: String] = [:]
    private var divisions: [Key: [Int]] = [:]
    /// Numbers of the characters beyond ASCII in all texts.
    private var numbers: [Character: Int] = [:]

    package init() {}

    private struct Key: Hashable {
        let text: String
        let folding: Folding

        static func == (left: Key, right: Key) -> Bool {
            left.folding == right.folding && isLiterallyEqual(left.text, right.text)
        }

        // Hashing all of a body would take as long as a search in the body. Few texts of a
        // notification are longer than the beginning that is hashed.
        func hash(into hasher: inout Hasher) {
            hasher.combine(folding)
            hasher.combine(text.utf8.count)
            let beginning = text.utf8Span.span.extracting(first: FoldedTexts.hashedBytes)
            unsafe beginning.withUnsafeBytes { bytes in
                unsafe hasher.combine(bytes: bytes)
            }
        }
    }

    /// Returns the text's canonical decomposition, folded.
    mutating func decomposed(_ text: String, _ folding: Folding) -> String {
        let key = Key(text: text, folding: folding)
        if let known = decompositions[key] { return known }
        made += 1
        let form = folding.decomposed(text)
        if decompositions.count < Self.maximumCount { decompositions[key] = form }
        return form
    }

    /// Returns the folded text; without a folding the text itself.
    mutating func string(of text: String, _ folding: Folding) -> String {
        folding.isNone ? text : decomposed(text, folding)
    }

    /// Returns the numbers of the characters of the text's folded decomposition. Equal characters
    /// of all texts have the same number; an ASCII character has its code.
    mutating func characters(of text: String, _ folding: Folding) -> [Int] {
        let key = Key(text: text, folding: folding)
        if let known = divisions[key] { return known }
        made += 1
        var form: [Int] = []
        for character in decomposed(text, folding) {
            if character.utf8.count == 1, let byte = character.utf8.first {
                form.append(Int(byte))
                continue
            }
            let number = numbers[character] ?? 0x80 + numbers.count
            numbers[character] = number
            form.append(number)
        }
        if divisions.count < Self.maximumCount { divisions[key] = form }
        return form
    }

    /// Returns true if two strings are equal under a folding; without a folding, by code unit.
    mutating func areEqual(_ left: String, _ right: String, _ folding: Folding) -> Bool {
        if folding.isNone { return isLiterallyEqual(left, right) }
        guard isASCII(left), isASCII(right) else {
            return isLiterallyEqual(decomposed(left, folding), folding.decomposed(right))
        }
        let left = left.utf8Span.span
        let right = right.utf8Span.span
        guard left.count == right.count else { return false }
        for index in left.indices where folding.fold(left[index]) != folding.fold(right[index]) {
            return false
        }
        return true
    }

    /// Returns the order of two strings under a folding, by UTF-16 code unit: below 0, 0, above 0.
    mutating func order(_ left: String, _ right: String, _ folding: Folding) -> Int {
        literalOrder(string(of: left, folding), folding.string(of: right))
    }
}
