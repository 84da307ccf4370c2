// SPDX-License-Identifier: Apache-2.0

/// Counts the work of one evaluation down from ``PredicateLimits/maximumSteps``.
struct WorkMeter {
    private(set) var remaining = PredicateLimits.maximumSteps

    /// Takes steps off, or fails when there are not enough.
    @inline(__always)
    mutating func charge(_ steps: Int) throws(PredicateEvaluationError) {
        remaining -= steps
        if remaining < 0 { throw Self.exhausted }
    }

    /// Takes off what reading a string costs: a step for every 32 bytes, or for every 4 where it has
    /// to be decomposed first, which ASCII never has.
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
