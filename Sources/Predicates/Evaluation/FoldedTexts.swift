// SPDX-License-Identifier: Apache-2.0

/// The folded forms of texts, each made once for all predicates that compare the text, and the
/// subject's attributes that take long to make.
///
/// Folding a text takes many times as long as reading it, and the rules of a Focus compare the same
/// few texts of a notification. Use one value for all predicates that judge one subject.
package struct FoldedTexts {
    /// Maximum number of forms of each kind that are kept. Further ones are made at each use.
    static let maximumCount = 1_024
    /// Number of bytes at the beginning of a text by which a form is looked up.
    private static let hashedBytes = 1_024

    /// Number of foldings, changes of case and divisions into characters so far.
    package private(set) var made = 0
    private var texts: [Key: String] = [:]
    private var divisions: [Key: [Int]] = [:]
    /// Numbers of the characters beyond ASCII in all texts.
    private var numbers: [Character: Int] = [:]
    private var attributes: [String: PredicateValue] = [:]

    package init() {}

    private enum Form: Hashable {
        case folded(Folding)
        case uppercase
        case lowercase
    }

    private struct Key: Hashable {
        let text: String
        let form: Form

        static func == (left: Key, right: Key) -> Bool {
            left.form == right.form && isLiterallyEqual(left.text, right.text)
        }

        // Hashing all of a body would take as long as a search in the body. Few texts of a
        // notification are longer than the beginning that is hashed.
        func hash(into hasher: inout Hasher) {
            hasher.combine(form)
            hasher.combine(text.utf8.count)
            let beginning = text.utf8Span.span.extracting(first: FoldedTexts.hashedBytes)
            unsafe beginning.withUnsafeBytes { bytes in
                unsafe hasher.combine(bytes: bytes)
            }
        }
    }

    /// Returns the text's canonical decomposition, folded.
    mutating func decomposed(_ text: String, _ folding: Folding) -> String {
        kept(text, .folded(folding)) { folding.decomposed(text) }
    }

    /// Returns the text in upper case, as the standard library maps it.
    mutating func uppercased(_ text: String) -> String {
        kept(text, .uppercase) { text.uppercased() }
    }

    /// Returns the text in lower case, as the standard library maps it.
    mutating func lowercased(_ text: String) -> String {
        kept(text, .lowercase) { text.lowercased() }
    }

    private mutating func kept(_ text: String, _ form: Form, _ make: () -> String) -> String {
        let key = Key(text: text, form: form)
        if let known = texts[key] { return known }
        made += 1
        let result = make()
        if texts.count < Self.maximumCount { texts[key] = result }
        return result
    }

    /// Returns an attribute of the subject; nil for an unknown one.
    mutating func attribute(
        _ keyPath: String, of subject: some PredicateSubject
    ) -> PredicateValue? {
        if let known = attributes[keyPath] { return known }
        guard let value = subject.value(forKeyPath: keyPath) else { return nil }
        // A collection is made for each request, and what has two names is searched for. All others
        // are at hand.
        let isMade = value.elements != nil || keyPath.utf8.contains(UInt8(ascii: "."))
        if isMade, attributes.count < Self.maximumCount { attributes[keyPath] = value }
        return value
    }

    /// Returns the folded text; without a folding the text itself.
    mutating func string(of text: String, _ folding: Folding) -> String {
        folding.isNone ? text : decomposed(text, folding)
    }

    /// Returns the numbers of the characters of the text's folded decomposition. Equal characters
    /// of all texts have the same number; an ASCII character has its code.
    mutating func characters(of text: String, _ folding: Folding) -> [Int] {
        let key = Key(text: text, form: .folded(folding))
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
