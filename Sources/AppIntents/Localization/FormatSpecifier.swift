// SPDX-License-Identifier: Apache-2.0

/// One printf conversion: `%-5.2f` without the percent sign.
struct FormatSpecifier: Equatable {
    /// The kind of text that a conversion makes of its argument.
    enum Conversion: Equatable {
        case object
        case decimal
        case fixed
        /// A letter of C that does not depend on the locale: `x X o e E g G a A`.
        case plain(Character)
        case character
    }

    private(set) var flags: Set<Character> = []
    private(set) var width: Int?
    private(set) var precision: Int?
    private(set) var conversion: Conversion

    /// Maximum width and precision. No text needs more, and C libraries fail or allocate without
    /// limit for larger numbers.
    private static let maximumWidth = 500

    /// Parses a text that is a whole specifier with its percent sign.
    init?(_ text: String) {
        guard text.hasPrefix("%") else { return nil }
        var rest = text.dropFirst()
        self.init(taking: &rest)
        guard rest.isEmpty else { return nil }
    }

    /// Removes a specifier from the front of a text, after the percent sign.
    init?(taking rest: inout Substring) {
        while let flag = rest.first, "-+ 0#'".contains(flag) {
            flags.insert(flag)
            rest.removeFirst()
        }
        width = Self.takeNumber(&rest)
        if rest.first == "." {
            rest.removeFirst()
            precision = Self.takeNumber(&rest) ?? 0
        }
        guard (width ?? 0) <= Self.maximumWidth, (precision ?? 0) <= Self.maximumWidth else {
            return nil
        }
        for length in ["hh", "h", "ll", "l", "q", "L", "z", "t", "j"]
        where rest.hasPrefix(length) {
            rest.removeFirst(length.count)
            break
        }
        guard let letter = rest.first else { return nil }
        switch letter {
        case "@": conversion = .object
        case "d", "D", "i", "u", "U": conversion = .decimal
        case "f", "F": conversion = .fixed
        case "x", "X", "o", "e", "E", "g", "G", "a", "A": conversion = .plain(letter)
        case "c", "C": conversion = .character
        default: return nil
        }
        rest.removeFirst()
    }

    private static func takeNumber(_ rest: inout Substring) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        return Int(digits) ?? Int.max
    }
}
