// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

@Suite("NearestWord") struct NearestWordTests {
    private static let words = ["status", "list", "on", "off", "history", "missed", "watch"]

    @Test(
        "a typing mistake finds its word",
        arguments: [
            ("statsu", "status"), ("stauts", "status"), ("sttaus", "status"), ("STATUS", "status"),
            ("histroy", "history"), ("mised", "missed"), ("hist", "history"), ("lits", "list"),
            ("of", "off"), ("watchh", "watch"),
        ])
    func found(_ word: String, _ expected: String) {
        #expect(NearestWord.find(word, in: Self.words) == expected)
    }

    @Test(
        "another word finds none",
        arguments: ["banana", "", "x", "zzzzzz", String(repeating: "status", count: 100)])
    func notFound(_ word: String) {
        #expect(NearestWord.find(word, in: Self.words) == nil)
    }

    /// Issue 17: “steam” was taken for XTerm, and “Slack” for plank.
    @Test("two mistakes in a short word with another beginning are another word")
    func otherBeginning() {
        #expect(NearestWord.find("steam", in: ["XTerm"]) == nil)
        #expect(NearestWord.find("Slack", in: ["plank"]) == nil)
        #expect(NearestWord.find("lottery", in: ["Battery"]) == nil)
        #expect(NearestWord.find("slcak", in: ["Slack"]) == "Slack")
    }

    @Test("a close word has one mistake in four letters at most")
    func close() {
        #expect(NearestWord.find("Forum", in: ["Focus"]) == "Focus")
        #expect(NearestWord.find("Forum", in: ["Focus"], isClose: true) == nil)
        #expect(NearestWord.find("slak", in: ["Slack"], isClose: true) == "Slack")
        #expect(NearestWord.find("calendra", in: ["Calendar"], isClose: true) == "Calendar")
    }

    @Test("accents do not count")
    func accents() {
        #expect(NearestWord.find("muller", in: ["Maler", "Müller"]) == "Müller")
        #expect(NearestWord.find("Bos Müler", in: ["Boss Müller", "Jan"]) == "Boss Müller")
    }

    @Test(
        "mistakes are counted one by one",
        arguments: [
            ("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("abc", "axc", 1), ("kitten", "sitting", 3),
        ])
    func distance(_ left: String, _ right: String, _ distance: Int) {
        #expect(
            NearestWord.distance(Array(left.unicodeScalars), Array(right.unicodeScalars))
                == distance)
    }
}
