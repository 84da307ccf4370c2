// SPDX-License-Identifier: Apache-2.0

/// The limits on the time, memory and stack that a hostile predicate can cost.
///
/// Text limits are checked before any work, evaluation limits during the work.
public enum PredicateLimits {
    /// Maximum length of a format string, in UTF-8 bytes.
    public static let maximumBytes = 100_000

    /// Maximum number of combining marks in sequence in a string.
    ///
    /// A comparison that ignores case or accents sorts each sequence of marks, which takes
    /// quadratic time. A mark may be written as an escape, so that a limit of the written text
    /// would not do.
    public static let maximumMarks = 30

    /// Maximum nesting of brackets, as written and as printed canonically.
    ///
    /// A small multiple of it bounds every recursion over text, trees and values.
    public static let maximumNesting = 128

    /// Maximum work of one evaluation, in steps.
    ///
    /// One step evaluates a node, visits a collection element, or reads some tens of bytes of a
    /// string; a million steps take a few milliseconds. The limit bounds nested `SUBQUERY`, long
    /// `LIKE` patterns, growing `:=` values and scans of large strings.
    public static let maximumSteps = 1_000_000

    /// Maximum number of different `MATCHES` patterns in one predicate, each of which may use
    /// ``patternMemory``.
    public static let maximumPatterns = 64

    /// Maximum length of a `MATCHES` pattern, in UTF-8 bytes.
    public static let maximumPatternBytes = 10_000

    /// Maximum memory of RE2 for one pattern's program and automata, in bytes.
    public static let patternMemory = 1 << 20

    /// The steps, out of ``maximumSteps``, for compiling a `MATCHES` pattern that is not a literal.
    public static let patternSteps = 10_000

    /// Maximum number of keys in one key path.
    public static let maximumKeys = 256

    /// Maximum number of collection operators (`@count`, `@sum`, …) in one key path.
    public static let maximumCollectionOperators = 8
}
