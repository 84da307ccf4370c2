// SPDX-License-Identifier: Apache-2.0

/// The name of one text of a file: equal texts have equal revisions.
///
/// A revision notices that somebody else saved the file. It proves nothing against a program that
/// may write the user's files, so a checksum without a key is enough. ``FilesInForce`` also knows
/// by it that a file with another state still has the text that was read last.
package struct FileRevision: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// The revision of a file that does not exist.
    package static let none = FileRevision(description: "none")

    private init(description: String) {
        self.description = description
    }

    /// A revision that a caller has got earlier.
    package init(_ description: String) {
        self.init(description: description)
    }

    /// Computes FNV-1a with 64 bits, and adds the length.
    package init(_ bytes: some Collection<UInt8>) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        description = String(hash, radix: 16) + "-" + String(bytes.count)
    }

    package init(_ bytes: [UInt8]?) {
        self = bytes.map { FileRevision($0[...]) } ?? .none
    }
}
