// SPDX-License-Identifier: Apache-2.0

import Predicates

/// Finds the known word that an unknown word was meant to be.
package enum NearestWord {
    /// Returns the candidate with the fewest typing mistakes compared to `word`, regardless of
    /// letter case and accents. Returns nil if even that candidate differs too much. Of equal
    /// candidates, one that begins with `word` is preferred, then the first.
    ///
    /// - Parameter isClose: true to allow one mistake in four letters, in place of one in three: a
    ///   word that somebody chose to keep is probably right.
    package static func find(
        _ word: String, in candidates: some Sequence<String>, isClose: Bool = false
    ) -> String? {
        let folded = Array(word.withoutCaseAndAccents.unicodeScalars)
        guard !folded.isEmpty, folded.count <= maximumLength else { return nil }
        // Two mistakes in a short word that begins with another letter give another word: steam and
        // xterm, lottery and battery.
        let limit = max(1, isClose ? folded.count / 4 : (folded.count + 1) / 3)
        var best: (word: String, distance: Int, isLonger: Bool)?
        for candidate in candidates where candidate.unicodeScalars.count <= maximumLength {
            let letters = Array(candidate.withoutCaseAndAccents.unicodeScalars)
            var distance = distance(folded, letters)
            // A word that continues the typed text is more likely than its number of missing
            // letters suggests.
            let isLonger = folded.count > 1 && letters.starts(with: folded)
            if isLonger { distance = min(distance, 1) }
            guard distance < 2 || folded.count > 7 || letters.first == folded.first else {
                continue
            }
            let isBetter = best.map { best in
                distance < best.distance
                    || distance == best.distance && isLonger && !best.isLonger
            }
            if isBetter ?? true { best = (candidate, distance, isLonger) }
        }
        // A single character that is replaced leaves nothing of the word.
        guard let best, best.distance <= limit, best.isLonger || best.distance < folded.count else {
            return nil
        }
        return best.word
    }

    /// Longer words are not typing mistakes, and a comparison costs the product of both lengths.
    private static let maximumLength = 64

    /// Returns the Damerau-Levenshtein distance in its form without repeated transpositions: the
    /// number of added, missing and replaced letters and of swapped neighbours.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(
                    last[column + 1] + 1, current[column] + 1,
                    last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
