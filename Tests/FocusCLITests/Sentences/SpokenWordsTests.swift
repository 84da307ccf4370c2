// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCLI

@Suite("The table of words that mean something") struct SpokenWordsTests {
    @Test("each row has words", arguments: SpokenWords.Row.allCases)
    func filled(_ row: SpokenWords.Row) {
        #expect(!SpokenWords.words(row).isEmpty)
    }

    @Test("each line begins with a row, and includes rows above it alone")
    func lines() {
        var above: Set<String> = []
        for line in SpokenWords.table.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            #expect(SpokenWords.Row(rawValue: words[0]) != nil, "\(line)")
            #expect(words.count > 1, "\(line)")
            for word in words.dropFirst() {
                #expect(word == word.lowercased(), "\(line)")
                guard word.count > 1, word.hasPrefix("+") else { continue }
                #expect(above.contains(String(word.dropFirst())), "\(word) in \(line)")
            }
            above.insert(words[0])
        }
    }

    @Test("words that are read as one are so at each place")
    func joined() {
        let typed = ["no", "one", "and", "No", "one", "else"]
        #expect(SpokenWords.joined(typed) == ["nobody", "and", "nobody", "else"])
    }
}
