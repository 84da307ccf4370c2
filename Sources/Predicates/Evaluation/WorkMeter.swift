// SPDX-License-Identifier: Apache-2.0

/// Counts the work of one evaluation down from ``PredicateLimits/maximumSteps``.
struct WorkMeter {
    private(set) var remaining = PredicateLimits.maximumSteps

    /// Subtracts steps. Throws if too few remain.
    @inline(__always)
    mutating func charge(_ steps: Int) throws(PredicateEvaluationError) {
        remaining -= steps
        if remaining < 0 { throw Self.exhausted }
    }

    /// Subtracts the cost of reading a string: a step for every 32 bytes, or for every 4 bytes of a
    /// non-ASCII string that must be decomposed first.
    mutating func chargeReading(
        _ string: String, decomposes: Bool = false
    ) throws(PredicateEvaluationError) {
        let count = string.utf8.count
        try charge(count / 32)
        if decomposes, !isASCII(string) { try charge(count / 4) }
    }

    private static var exhausted: PredicateEvaluationError {
        PredicateEvaluationError(
            "needs more than \(PredicateLimits.maximumSteps) steps")
    }
}
