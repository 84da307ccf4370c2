// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// A parameter of a Focus filter, to be written into a Focus's file.
package enum FilterValue: Hashable, Sendable {
    /// A text, or a number or boolean in its own spelling.
    case text(String)
    case list([String])

    /// The text that `FilterConfiguration.parameters` holds as written; nil for a bad escape.
    package static func text(written: String) -> String? {
        file(written).flatMap { try? $0.string("Filter", "value") }
    }

    /// The list that `FilterConfiguration.parameters` holds as written; nil for a bad escape.
    package static func list(written: String) -> [String]? {
        file(written).flatMap { try? $0.strings("Filter", "value") }
    }

    private static func file(_ written: String) -> KeyFile? {
        // A value is one line; more would be entries and groups of their own.
        guard !written.utf8.contains(UInt8(ascii: "\n")) else { return nil }
        return try? KeyFile(contents: "[Filter]\nvalue=\(written)\n")
    }
}
