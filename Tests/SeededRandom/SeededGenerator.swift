// SPDX-License-Identifier: Apache-2.0

/// Generates the same numbers for the same seed, so that a failure can be repeated.
///
/// The algorithm is SplitMix64: a counter whose bits are mixed.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from zero to below the limit.
    package mutating func below(_ limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }
}
