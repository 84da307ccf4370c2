// SPDX-License-Identifier: Apache-2.0

import SeededRandom

extension SeededGenerator {
    /// A number of the range, each as likely as the others.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// One of them; nil when there is none.
    mutating func one<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
