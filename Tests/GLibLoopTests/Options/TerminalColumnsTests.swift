// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import Testing

@Suite struct TerminalColumnsTests {
    @Test(
        "columns are counted as terminals draw them",
        arguments: [
            ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("🎉", 2), ("👨‍👩‍👧", 2), ("❤️", 2), ("", 0),
            ("한글", 4), ("ａ", 2), ("1️⃣", 2),
        ])
    func columns(_ text: String, _ count: Int) {
        #expect(text.columns == count)
    }

    @Test(
        "text is cut between characters and says so",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("日本語", 5, "日本…"),
            ("ab", 0, ""),
        ])
    func fitted(_ text: String, _ width: Int, _ expected: String) {
        #expect(text.fitted(to: width) == expected)
        #expect(text.fitted(to: width).columns <= max(width, 0))
    }
}
