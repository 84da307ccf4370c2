// SPDX-License-Identifier: Apache-2.0

/// The keys of a key path.
///
/// Dots separate them byte by byte: to Swift's characters a dot with a combining mark behind it is
/// no dot.
func keys(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
}

/// Whether a key is a collection operator with its `@`.
func isCollectionOperator(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "@")
}
