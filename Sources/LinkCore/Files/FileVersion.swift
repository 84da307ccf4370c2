// SPDX-License-Identifier: Apache-2.0

/// The name of a text: equal texts have equal names.
///
/// A name decides if a replaced text is kept as a copy, among the user's own machines alone, so a
/// checksum without a key is enough. Has the form of FocusFiles's `FileRevision`, which this module
/// cannot import; the two need not stay equal.
package struct TextName: Hashable, Sendable {
    package let rawValue: String

    /// Computes FNV-1a with 64 bits, and adds the length.
    package init(of text: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        rawValue = String(hash, radix: 16) + "-" + String(text.utf8.count)
    }

    /// Returns nil unless the text can be a name.
    package init?(_ untrusted: String) {
        guard (1...40).contains(untrusted.utf8.count),
            untrusted.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isLowerHexDigit })
        else { return nil }
        rawValue = untrusted
    }
}

/// One version of a file: a text or, after its deletion, none.
package struct FileVersion: Hashable, Sendable {
    package var stamp: Stamp
    /// The text; nil for a deleted file.
    package let text: String?
    /// The name of the text; nil for a deleted file.
    package let name: TextName?
    /// The names of the texts from which the text was made, the latest at the end; at most
    /// ``LinkLimits/ancestors``.
    package var ancestors: [TextName]

    package init(stamp: Stamp, text: String?, ancestors: [TextName] = []) {
        self.stamp = stamp
        self.text = text
        name = text.map(TextName.init(of:))
        self.ancestors = ancestors
    }

    /// Creates a version with a name whose text is not known any more: an empty text, which no
    /// Focus file has, takes its place.
    package init(stamp: Stamp, lost name: TextName, ancestors: [TextName]) {
        self.stamp = stamp
        text = ""
        self.name = name
        self.ancestors = ancestors
    }

    /// True if the text is not known any more.
    var isLost: Bool { text == "" }

    /// Returns true if the text was made from the other version's.
    func isMade(from other: FileVersion) -> Bool {
        other.name.map(ancestors.contains) ?? false
    }

    /// Returns true if this version counts although `later` has a later stamp. This text was made
    /// from the text of `later`, which somebody brought back without knowledge of this version; or
    /// the texts are the same, and `later` lacks ancestors of this version.
    func supersedes(_ later: FileVersion) -> Bool {
        // A deletion counts by its stamp alone: a file that comes back is no loss. A lost text
        // cannot be brought back.
        guard text != nil, !isLost, later.text != nil else { return false }
        guard name != later.name else {
            return Set(ancestors(with: later)) != Set(later.ancestors)
        }
        return isMade(from: later) && !later.isMade(from: self)
    }

    /// Returns the ancestors of both versions, and the other one's text among them.
    ///
    /// If two versions of the same text have too many ancestors together, those of `other` stay. So
    /// two machines do not answer each other without end.
    func ancestors(with other: FileVersion) -> [TextName] {
        guard name != other.name else { return Self.joined(ancestors, other.ancestors) }
        return Self.joined(other.ancestors + [other.name].compactMap(\.self), ancestors)
    }

    /// Returns the ancestors of a text that the user made from this version.
    var lineage: [TextName] { Self.joined(ancestors, [name].compactMap(\.self)) }

    /// Returns each name once, at its last place. If there are too many names, the last ones stay.
    private static func joined(_ older: [TextName], _ newer: [TextName]) -> [TextName] {
        var seen: Set<TextName> = []
        let latest = (older + newer).reversed().filter { seen.insert($0).inserted }
        return latest.prefix(LinkLimits.ancestors).reversed()
    }
}
