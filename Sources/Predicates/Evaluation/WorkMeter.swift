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

    /// Subtracts the cost of reading or hashing a value: a step for each member at any depth, and
    /// the cost of reading its strings.
    mutating func chargeReading(_ value: PredicateValue) throws(PredicateEvaluationError) {
        switch value {
        case .string(let text):
            try chargeReading(text)
        case .array(let elements):
            try chargeReading(elements)
        case .dictionary(let entries):
            try charge(entries.count)
            for (key, element) in entries {
                try chargeReading(key)
                try chargeReading(element)
            }
        case .null, .boolean, .integer, .double, .date:
            break
        }
    }

    /// Subtracts the cost of reading or hashing the members of a collection.
    mutating func chargeReading(_ elements: [PredicateValue]) throws(PredicateEvaluationError) {
        try charge(elements.count)
        for element in elements { try chargeReading(element) }
    }

    private static var exhausted: PredicateEvaluationError {
        PredicateEvaluationError(
            "needs more than \(PredicateLimits.maximumSteps) steps")
    }
}
