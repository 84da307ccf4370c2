// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@Suite struct MarkupTests {
    @Test(
        "known tags are removed, entities are decoded, and other text stays",
        arguments: [
            ("<b>Personal</b>\nDinner?", "Personal\nDinner?"),
            ("<i>a</i><u>b</u> <SPAN color='red'>c</SPAN>", "ab c"),
            ("<a href=\"https://example.org/?a>b\">here</a>", "here"),
            ("see <img src=\"x.png\" alt=\"a &lt;cat&gt;\"/>!", "see a <cat>!"),
            ("<img src='x.png'/>", ""), ("one<br/>two<br>three", "one\ntwo\nthree"),
            ("<p>one</p>two", "one\ntwo"),
            ("&lt;b&gt; &amp;amp; &quot;&apos; &#39;&#x41;", "<b> &amp; \"' 'A"),
            ("a < b && c > d", "a < b && c > d"), ("<3 & <grin> <-", "<3 & <grin> <-"),
            ("<b", "<b"), ("<b <i>x</i>", "<b x"), ("<", "<"), ("&", "&"), ("&;", "&;"),
            ("</", "</"), ("&#;&#x;&#0;&#xD800;&#x110000;", "&#;&#x;&#0;&#xD800;&#x110000;"),
            ("&unknown; &ampersand;", "&unknown; &ampersand;"), ("plain", "plain"), ("", ""),
            ("&e\u{301};<\u{301}b>", "&e\u{301};<\u{301}b>"),
            ("From: Ada <ada@example.org>", "From: Ada <ada@example.org>"),
            ("<img width=5 alt = 'a' src=\"alt='b'\">", "a"),
            ("<img src=\"alt='b'\" longalt=\"c\">", ""),
            ("<a title=\"1 < 2\">", "<a title=\"1 < 2\">"),
        ])
    func plain(_ text: String, _ expected: String) {
        #expect(text.withoutMarkup == expected)
    }

    @Test("tags without an end cost no more than their length")
    func hostile() {
        let tags = String(repeating: "<b '", count: 16_384)
        #expect(tags.withoutMarkup == tags)
        let entities = String(repeating: "&#", count: 32_768)
        #expect(entities.withoutMarkup == entities)
    }

    /// Found by review: a body of entities became a text of endless combining marks.
    @Test(
        "entities and tags make no endless sequence of marks",
        arguments: ["&#769;", "&#x301;", "\u{301}<b></b>"])
    func marks(_ mark: String) {
        let text = ("a" + String(repeating: mark, count: 65)).withoutMarkup
        let run = String(repeating: "\u{301}", count: 30)
        let expected = "a\(run)\u{34F}\(run)\u{34F}" + String(repeating: "\u{301}", count: 5)
        #expect(text.unicodeScalars.elementsEqual(expected.unicodeScalars))
        let parts = LinkedBody(body: "a" + String(repeating: mark, count: 65)).parts
        #expect(parts.count == 1)
        #expect(parts.first?.text.unicodeScalars.elementsEqual(expected.unicodeScalars) == true)
    }

    @Test(
        "escaped text is shown as it was",
        arguments: ["a < b && c > d", "<b>&amp;</b>", "&\u{301}<\u{301}", "plain", ""])
    func escaped(_ text: String) {
        #expect(!text.escapedAsMarkup.contains { $0 == "<" || $0 == ">" })
        #expect(text.escapedAsMarkup.withoutMarkup == text)
    }

    @Test func anAmpersandWithAnAccentIsEscaped() {
        #expect("R&\u{301}D <x>".escapedAsMarkup == "R&amp;\u{301}D &lt;x&gt;")
    }
}
