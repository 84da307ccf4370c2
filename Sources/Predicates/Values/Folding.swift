// SPDX-License-Identifier: Apache-2.0

// The standard library normalises strings for its own comparisons and offers the result only as
// SPI, kept stable for Foundation. A decomposition of our own would need Unicode's tables a second
// time.
@_spi(_Unicode) import Swift

/// The differences between strings that a comparison ignores.
struct Folding: Hashable, Sendable {
    var ignoresCase: Bool
    var ignoresDiacritics: Bool

    static let none = Folding(ignoresCase: false, ignoresDiacritics: false)
    static let all = Folding(ignoresCase: true, ignoresDiacritics: true)

    init(ignoresCase: Bool, ignoresDiacritics: Bool) {
        self.ignoresCase = ignoresCase
        self.ignoresDiacritics = ignoresDiacritics
    }

    /// Creates the folding of some options. `[n]` says that the strings are
    /// normalised, so `[c]` and `[d]` have no effect.
    init(_ options: ComparisonOptions) {
        let folds = !options.contains(.normalized)
        ignoresCase = folds && options.contains(.caseInsensitive)
        ignoresDiacritics = folds && options.contains(.diacriticInsensitive)
    }

    var isNone: Bool { self == .none }

    /// The same folding without case.
    var withoutCase: Folding {
        Folding(ignoresCase: false, ignoresDiacritics: ignoresDiacritics)
    }

    /// Returns an ASCII byte with its case folded.
    func fold(_ byte: UInt8) -> UInt8 {
        ignoresCase && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// Returns the string's canonical decomposition, folded. Equal results mean equal strings.
    func decomposed(_ string: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(string.utf8.count)
        // A mapping takes longer than a look into a dictionary.
        var mappings: [Unicode.Scalar: String] = [:]
        for scalar in string._nfd {
            if scalar.isASCII {
                result.append(fold(UInt8(truncatingIfNeeded: scalar.value)))
            } else if ignoresDiacritics, isDiacritic(scalar) {
                continue
            } else if ignoresCase, scalar.properties.changesWhenCaseMapped {
                let mapping = mappings[scalar] ?? Self.caseFolded(scalar)
                mappings[scalar] = mapping
                result.append(contentsOf: mapping.utf8)
            } else {
                result.append(contentsOf: scalar.utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the folded string.
    func string(of string: String) -> String {
        isNone ? string : decomposed(string)
    }

    /// Returns Unicode's full case folding, made of the mappings that the standard library offers:
    /// lower, upper and lower case, in this order, give ß, ẞ and ss one form, as the forms of
    /// sigma.
    private static func caseFolded(_ scalar: Unicode.Scalar) -> String {
        // Upper case would turn the dotless ı into I; case folding keeps it.
        guard scalar != "\u{131}" else { return String(scalar) }
        var result = ""
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            for upper in lower.properties.uppercaseMapping.unicodeScalars {
                result += upper.properties.lowercaseMapping
            }
        }
        return result
    }
}

extension String {
    /// The text without differences of letter case and of accents, as `[cd]` compares it.
    package var withoutCaseAndAccents: String { Folding.all.string(of: self) }
}

/// Returns true for a mark of a decomposed string that `[d]` ignores.
///
/// These are the combining diacritical blocks, Cyrillic's marks, and the points of Hebrew and
/// Arabic. Other combining marks distinguish letters, such as the voicing mark of か and が or the
/// vowels of Indic scripts.
private func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36f, 0x483...0x487, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff,
        0xfe20...0xfe2f:
        true
    case 0x591...0x5c7, 0x610...0x61a, 0x64b...0x65f, 0x670:
        scalar.properties.generalCategory == .nonspacingMark
    default:
        false
    }
}

/// Returns true for a scalar that combines with the one before it. A match must not end between the
/// two.
func combines(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
}
