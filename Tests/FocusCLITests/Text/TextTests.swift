// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Harmless text") struct SafeTextTests {
    @Test(
        "characters that a terminal acts on are replaced, and others stay",
        arguments: [
            ("plain", "plain"), ("Grüße 日本 🎉", "Grüße 日本 🎉"), ("", ""),
            ("\u{1B}[31mred\u{7}", "␛[31mred␇"), ("a\nb\r\n\tc\n", "a b c"), ("\n\n", ""),
            ("a\u{7F}b\u{9B}c", "a␡b\u{FFFD}c"), ("\u{202E}evil\u{2066}x\u{2069}", "evilx"),
            ("a\u{2028}b", "a b"), ("\u{0}", "␀"),
        ])
    func printable(_ text: String, _ expected: String) {
        #expect(text.printable == expected)
    }

    @Test("no scalar gets through that a terminal acts on")
    func everyScalar() {
        for value in UInt32(0)...0x2FFF {
            guard let scalar = Unicode.Scalar(value), scalar.isUnsafeInTerminals else { continue }
            let printed = "a\(Character(scalar))b".printable
            #expect(printed.unicodeScalars.allSatisfy { !$0.isUnsafeInTerminals })
        }
    }
}

@Suite("Markup of an entry") struct EntryMarkupTests {
    @Test("control characters that entities encode are made harmless")
    func safe() {
        let entry = EntryWire(
            Fixture.entry(body: "&#27;]0;evil&#7;<b>&#x202E;x</b>&#10;y").record, isLive: true)
        #expect(entry.headline.unicodeScalars.allSatisfy { !$0.isUnsafeInTerminals })
        #expect(entry.headline == "Lunch? — ␛]0;evil␇x y")
    }
}

@Suite("Table") struct TableTests {
    @Test("columns are as wide as their widest text, in columns of the terminal")
    func aligned() {
        var table = Table()
        table.add("日本", "x", "1")
        table.add("a", "long")
        #expect(table.lines(width: 80) == ["日本  x     1", "a     long"])
    }

    @Test("where it is too wide, the flexible column gives way, but not all of it")
    func narrow() {
        var table = Table(.cut, flexible: [1])
        table.add("id", String(repeating: "x", count: 50), "end")
        #expect(table.lines(width: 30)[0].columns == 30)
        #expect(table.lines(width: 5)[0].hasSuffix("…  end"))
    }

    @Test("a sentence goes on below, words whole; piped, no column is padded")
    func wrapped() {
        var table = Table()
        table.add("ok", "one two three")
        table.add("FAIL", "four")
        #expect(table.lines(width: 14) == ["ok    one two", "      three", "FAIL  four"])
        #expect(table.lines(width: nil) == ["ok  one two three", "FAIL  four"])
    }

    @Test("colours take no columns")
    func coloured() {
        var table = Table()
        table.add("\u{1B}[32mok\u{1B}[0m", "x")
        table.add("FAIL", "y")
        #expect(table.lines(width: 80) == ["\u{1B}[32mok\u{1B}[0m    x", "FAIL  y"])
        // Colours take no room in a sentence either.
        #expect("\u{1B}[1mReading\u{1B}[0m is on".wrapped(to: 13).count == 1)
    }

    @Test("a table without lines has none")
    func empty() {
        #expect(Table().lines(width: 10).isEmpty)
    }
}

@Suite("TimeText") struct TimeTextTests {
    /// Noon of a winter day in the local time zone.
    private static let noon: Timestamp = {
        var time = CalendarTime(local: Timestamp(rawValue: 0))
        (time.year, time.month, time.day) = (2026, 1, 15)
        return time.at(hour: 12, minute: 0).timestamp
    }()

    private static func before(seconds: Int64) -> Timestamp {
        Timestamp(rawValue: noon.rawValue - seconds * 1000)
    }

    @Test(
        "the nearer, the fewer words",
        arguments: [
            (0, "just now"), (59, "just now"), (60, "1 min ago"), (3599, "59 min ago"),
            (3600, "11:00"), (12 * 3600, "00:00"), (12 * 3600 + 60, "yesterday 23:59"),
            (36 * 3600 + 60, "13 Jan 23:59"), (20 * 86_400, "26 Dec 2025"), (-3600, "13:00"),
        ] as [(Int64, String)])
    func relative(_ seconds: Int64, _ text: String) {
        #expect(TimeText.relative(Self.before(seconds: seconds), now: Self.noon) == text)
    }

    @Test("JSON's times are UTC with milliseconds")
    func utc() {
        #expect(TimeText.utc(Fixture.now) == "2026-11-21T13:05:33.123Z")
        #expect(TimeText.utc(Timestamp(rawValue: 0)) == "1970-01-01T00:00:00.000Z")
        #expect(TimeText.utc(Timestamp(rawValue: -1)) == "1969-12-31T23:59:59.999Z")
    }

    @Test(
        "moments are read as people name them",
        arguments: [
            ("now", 0), ("90s", 90), ("5min", 300), ("2h", 7200), ("2 hours", 7200), ("1d", 86_400),
            ("today", 12 * 3600), ("yesterday", 36 * 3600), ("11:30", 1800), ("00:00", 12 * 3600),
            ("2026-01-15", 12 * 3600), ("2026-01-15 11:00", 3600), ("2026-01-14T12:00", 86_400),
            // That noon is a Thursday's. A T of ISO 8601 does not divide the names of days.
            ("Tuesday", 60 * 3600), ("Tue 11:00", 49 * 3600), ("Thursday", 12 * 3600),
            ("Today", 12 * 3600), ("Yesterday 11:00", 25 * 3600), ("NOW", 0),
        ] as [(String, Int64)])
    func moment(_ text: String, _ seconds: Int64) {
        #expect(MomentWords.past(text, now: Self.noon) == Self.before(seconds: seconds))
    }

    @Test(
        "texts that are no moment",
        arguments: [
            "", "soon", "5", "5 parsecs", "25:00", "12:60", "12", "2026-02-30", "2026-13-01",
            "2026-1", "12:00 2026-01-01", "99999999999999999999d", "9999999999d", "-5min",
        ])
    func noMoment(_ text: String) {
        #expect(MomentWords.past(text, now: Self.noon) == nil)
    }
}

@Suite("Wording") struct WordingTests {
    @Test("the name of a rule that begins with the word has it once")
    func rules() {
        #expect(Wording.short(.rule("rule 1")) == "rule 1")
        #expect(Wording.short(.rule("boss")) == "rule boss")
        #expect(Wording.short(.rule("rules")) == "rule rules")
        #expect(Wording.short(.always("Rule 2")) == "always Rule 2")
    }
}
