// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import Testing

@testable import focus_console

@Suite struct HarmlessTextTests {
    @Test(
        "characters that a terminal executes are replaced or removed",
        arguments: [
            ("plain", "plain"),
            ("äöü 日本 👩‍👩‍👧", "äöü 日本 👩‍👩‍👧"),
            ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"),
            ("\u{1B}]0;title\u{07}", "␛]0;title␇"),
            ("\u{9B}2J", "\u{FFFD}2J"),
            ("bell\u{07} back\u{08}\u{7F}", "bell␇ back␈␡"),
            ("a\u{0}b", "a␀b"),
            ("exe.\u{202E}txt", "exe.txt"),
            ("\u{2066}isolate\u{2069}\u{200F}\u{061C}", "isolate"),
            ("zero\u{200B}width\u{FEFF}", "zerowidth"),
            ("tag\u{E0041}\u{E007F}", "tag"),
            ("soft\u{AD}hyphen", "softhyphen"),
            ("a\tb", "a b"),
            ("a\r\nb\rc\u{2028}d\u{85}e", "a\nb\nc\nd\ne"),
        ]) func harmless(untrusted: String, expected: String)
    {
        #expect(untrusted.harmlessText == expected)
    }

    @Test("a line has no line break, and one blank for several")
    func line() {
        #expect(" a \t b\n\n\u{1B}c\r\n ".harmlessLine == "a b ␛c")
    }

    @Test("a character keeps only a few combining marks")
    func marks() {
        let tower = "x" + String(repeating: "\u{301}", count: 500) + "y"
        #expect(tower.harmlessText.unicodeScalars.count == 2 + HarmlessLimits.marks)
    }

    @Test("random text contains no harmful character")
    func random() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let text = String(
                String.UnicodeScalarView(
                    (0..<30).map { _ in
                        Unicode.Scalar(UInt32.random(in: 0...0x2100, using: &generator)) ?? "x"
                    }))
            for scalar in text.harmlessText.unicodeScalars {
                #expect(scalar == "\n" || !(0..<0x20).contains(scalar.value))
                #expect(!(0x7F..<0xA0).contains(scalar.value))
                #expect(!(0x202A...0x202E).contains(scalar.value))
            }
        }
    }

    @Test(arguments: [("abc", 2, "ab…"), ("abc", 3, "abc"), ("", 0, "")])
    func bounds(text: String, count: Int, expected: String) {
        #expect(text.bounded(to: count) == expected)
    }
}

@Suite struct BodyMarkupTests {
    @Test(
        "elements of the specification are interpreted, all others are text",
        arguments: [
            ("a <b>bold</b> c", "a bold c"),
            ("<B>x</B> <i>y</I> <u>z", "x y z"),
            ("1 &lt; 2 &amp;&amp; 3 &gt; 2 &quot;q&quot; &apos;", "1 < 2 && 3 > 2 \"q\" '"),
            ("if a < b && b > c", "if a < b && b > c"),
            ("<script>alert(1)</script>", "<script>alert(1)</script>"),
            ("<span color=\"red\">x</span>", "<span color=\"red\">x</span>"),
            ("AT&T &unknown; &#xZZ; &", "AT&T &unknown; &#xZZ; &"),
            ("&amp;lt;b&amp;gt;", "&lt;b&gt;"),
            ("&#65;&#x42;", "AB"),
            ("&#27;[2J&#x9b;31m&#8238;", "␛[2J\u{FFFD}31m"),
            ("&#xD800;&#99999999999;", "&#xD800;&#99999999999;"),
            (
                "<a href=\"https://x.example/?a=1&amp;b=2\">here</a>.",
                "here <https://x.example/?a=1&b=2>."
            ),
            ("<a href='https://x.example'>https://x.example</a>", "https://x.example"),
            ("<a href='a\u{1B}[2J\nb'>x</a>", "x <a␛[2J b>"),
            ("<a>x</a></a></b>", "x"),
            ("<a href='https://x.example'>x", "x <https://x.example>"),
            ("<img src=\"x.png\" alt=\"A picture\"/>!", "A picture!"),
            ("<img src=\"x.png\"/>!", "!"),
            ("one<br/>two<br>three", "one\ntwo\nthree"),
            ("<", "<"), ("<b", "<b"), ("</", "</"), ("<a href=\"", "<a href=\""),
            ("<a href=x>", "<a href=x>"),
        ]) func text(body: String, expected: String)
    {
        #expect(BodyMarkup.read(body).plain == expected)
    }

    @Test("styles become terminal codes, and end")
    func styles() {
        let text = BodyMarkup.read("a<b>b<i>c</i></b>d")
        #expect(text.rendered(styled: true) == "a\u{1B}[1mb\u{1B}[0m\u{1B}[1;3mc\u{1B}[0md")
        #expect(text.rendered(styled: false) == "abcd")
    }

    @Test("the longest body is read quickly, for any content")
    func length() {
        for piece in ["<a b='", "<a b=\"c\" ", "<b>", "&", "x", "&#x41;"] {
            let body = String(repeating: piece, count: 20_000)
            let start = ProcessorTime.ofThread
            _ = BodyMarkup.read(body).lines(width: 40)
            #expect(ProcessorTime.ofThread - start < .seconds(10))
        }
        let long = BodyMarkup.read(String(repeating: "x", count: HarmlessLimits.body + 1))
        #expect(long.cells.count == HarmlessLimits.body + 1)
        #expect(long.plain.hasSuffix("x…"))
    }
}

@Suite struct StyledTextTests {
    @Test(
        "lines break between words, and within too long words",
        arguments: [
            ("one two three", 7, ["one two", "three"]),
            ("one two three", 8, ["one two", "three"]),
            ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
            ("a abcdefgh", 4, ["a", "abcd", "efgh"]),
            ("日本語の文", 4, ["日本", "語の", "文"]),
            ("a\n\nb", 10, ["a", "", "b"]),
            ("\n\na\n\n", 10, ["a"]),
            ("", 10, []),
            ("ab   ", 2, ["ab"]),
        ]) func wraps(text: String, width: Int, expected: [String])
    {
        #expect(StyledText(text).lines(width: width).map(\.plain) == expected)
    }

    @Test("without a width, only line breaks count")
    func unlimited() {
        let text = String(repeating: "word ", count: 100)
        #expect(StyledText(text).lines(width: nil).count == 1)
    }

    @Test("no line is wider than the limit", arguments: [2, 3, 7, 20])
    func width(width: Int) {
        let text = "Lorem ipsum 日本語 dolor sit 👩‍👩‍👧 amet,consectetur adipiscing"
        for line in StyledText(text).lines(width: width) {
            #expect(line.plain.columns <= width)
        }
    }
}
