// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// The search for a text in the texts of notifications.
@Suite struct SearchedTextTests {
    /// All texts of the letters a and b up to a length: they repeat themselves in every way.
    private static func texts(upTo length: Int) -> [String] {
        var texts = [""]
        var last = texts
        for _ in 0..<length {
            last = last.flatMap { [$0 + "a", $0 + "b"] }
            texts += last
        }
        return texts
    }

    /// A search that compared each place took time in the product of both lengths (issue 15).
    @Test func textIsFoundWhereItIsAndNowhereElse() throws {
        for text in Self.texts(upTo: 4).dropFirst() {
            let searched = try #require(SearchedText(text))
            for other in Self.texts(upTo: 7) {
                let isThere = other.indices.contains { other[$0...].hasPrefix(text) }
                #expect(searched.isIn(other) == isThere, "\(text) in \(other)")
            }
        }
    }

    @Test func letterCaseDoesNotCount() throws {
        let searched = try #require(SearchedText("Größe"))
        #expect(searched.isIn("DIE GRÖßE"))
        #expect(searched.isIn("die größe"))
        #expect(!searched.isIn("die gröse"))
        #expect(!searched.isIn(""))
    }

    /// A trial with a newcomer: `--search grusse` did not find “Grüße”.
    @Test(
        "accents do not count, and other letters do",
        arguments: [
            ("grusse", "Viele Grüße", true), ("GRÜSSE", "viele grüße", true),
            ("Grüße", "VIELE GRUSSE", true), ("cafe", "Cafe\u{301}", true),
            ("か", "が", false), ("\u{301}", "Cafe\u{301}", false), ("grube", "Grüße", false),
        ])
    func accents(_ text: String, _ other: String, _ isFound: Bool) throws {
        #expect(try #require(SearchedText(text)).isIn(other) == isFound)
    }
}
