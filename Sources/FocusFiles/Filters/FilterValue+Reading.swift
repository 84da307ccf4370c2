// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

extension FilterValue {
    /// Returns the text that a value of `FilterConfiguration.parameters` stands for; nil for an
    /// invalid escape.
    package static func text(written: String) -> String? {
        file(written).flatMap { try? $0.string("Filter", "value") }
    }

    /// Returns a value of `FilterConfiguration.parameters` as a list; nil for an invalid escape.
    package static func list(written: String) -> [String]? {
        file(written).flatMap { try? $0.strings("Filter", "value") }
    }

    private static func file(_ written: String) -> KeyFile? {
        // A value is one line; further lines would be entries and groups of their own.
        guard !written.utf8.contains(UInt8(ascii: "\n")) else { return nil }
        return try? KeyFile(contents: "[Filter]\nvalue=\(written)\n")
    }
}
