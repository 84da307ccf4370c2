// SPDX-License-Identifier: Apache-2.0

/// The bounds that keep a hostile predicate from costing its reader time, memory or stack.
///
/// Text limits are checked before any work is done; evaluation limits while it is done.
public enum PredicateLimits {
    /// The longest format string, in UTF-8 bytes.
    public static let maximumBytes = 100_000

    /// The deepest nesting of brackets, as written and as printed canonically.
    ///
    /// Every recursion over text, trees and values is bounded by a small multiple of it.
    public static let maximumNesting = 128

    /// The work that one evaluation may do.
    ///
    /// One step is a node evaluated, a collection element visited, or some tens of bytes of a
    /// string read; a million take a few milliseconds. It bounds nested `SUBQUERY`, long `LIKE`
    /// patterns, growing `:=` values and scans of large strings alike.
    public static let maximumSteps = 1_000_000

    /// The number of different `MATCHES` patterns in one predicate, each of which may use
    /// ``patternMemory``.
    public static let maximumPatterns = 64

    /// The longest `MATCHES` pattern, in UTF-8 bytes.
    public static let maximumPatternBytes = 10_000

    /// The memory that RE2 may use for one pattern's program and automata, in bytes.
    public static let patternMemory = 1 << 20

    /// What compiling a `MATCHES` pattern that is not a literal costs of ``maximumSteps``.
    public static let patternSteps = 10_000

    /// The number of keys in one key path.
    public static let maximumKeys = 256

    /// The number of collection operators (`@count`, `@sum`, …) in one key path.
    public static let maximumCollectionOperators = 8
}
