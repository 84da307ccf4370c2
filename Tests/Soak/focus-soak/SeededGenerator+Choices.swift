// SPDX-License-Identifier: Apache-2.0

import SeededRandom

extension SeededGenerator {
    /// Returns a number of the range, all with the same probability.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// Returns one of the elements; nil if there are none.
    mutating func one<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
