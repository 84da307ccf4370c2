// SPDX-License-Identifier: Apache-2.0

/// Returns the keys of a key path.
///
/// Dots separate them byte by byte: Swift joins a dot and a combining mark after it into one
/// character.
func keys(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
}

/// Returns true for a collection operator with its `@`.
func isCollectionOperator(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "@")
}
