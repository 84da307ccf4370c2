// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Presentation
import Testing

@Suite struct ClockTextTests {
    @Test func momentsHaveADayWhereTheyNeedOne() {
        let now = Timestamp(rawValue: 1_000_000_000_000)
        func text(hours: Int64) -> String {
            ClockText.text(
                Timestamp(rawValue: now.rawValue + hours * 3_600_000), seenFrom: now)
        }
        #expect(text(hours: 0).wholeMatch(of: /\d\d:\d\d/) != nil)
        #expect(text(hours: 48).wholeMatch(of: /\S+ \d\d:\d\d/) != nil)
        #expect(text(hours: 24 * 8).wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d/) != nil)
        // Times outside every calendar.
        for extreme in [Int64.min, .max] {
            #expect(!ClockText.text(Timestamp(rawValue: extreme), seenFrom: now).isEmpty)
        }
    }

    @Test func aTypedMomentIsReadBack() {
        let time = Timestamp(rawValue: 1_795_428_000_000)
        #expect(ClockText.time(of: ClockText.sortable(time)) == time)
        #expect(ClockText.time(of: "9999-12-31 23:59") != nil)
        #expect(ClockText.time(of: "2026-01-01 00:00") != nil)
    }

    @Test(arguments: [
        "2026-12-24", "2026-12-24 9:00 and more", "2147483647-12-24 09:00", "10000-12-24 09:00",
        "0-12-24 09:00", "2026-2147483647-01 09:00", "2026-13-24 09:00", "2026-0-24 09:00",
        "2026-12-32 09:00", "2026-12-0 09:00", "2026-12-24 24:00", "2026-12-24 09:60",
    ])
    func otherTextsAreNoMoment(text: String) {
        #expect(ClockText.time(of: text) == nil)
    }

    @Test("issue 21: a time of day is written as the locale writes it")
    func timesOfDayAreWritten() {
        let time = Timestamp(rawValue: 1_795_428_000_000)
        #expect(ClockText.clockText(minutes: 0) == "00:00")
        #expect(ClockText.clockText(minutes: 9 * 60 + 5) == "09:05")
        #expect(ClockText.clockText(minutes: 1439) == "23:59")
        #expect(
            [0, 545, 1439].map { ClockText.clockText(minutes: $0, in: "%r") } == [
                "12:00 AM", "9:05 AM", "11:59 PM",
            ])
        // As the other times of the window are.
        let typed = ClockText.sortable(time).suffix(5).split(separator: ":").compactMap { Int($0) }
        #expect(ClockText.clockText(minutes: typed[0] * 60 + typed[1]) == ClockText.clockText(time))
    }

    @Test(
        "the format of a locale tells the hours of its clock",
        arguments: [
            ("%r", true), ("%I:%M:%S %p", true), ("%l:%M:%S", true), ("%H:%M:%S", false),
            ("", false),
        ])
    func theClockIsTold(_ format: String, _ has12Hours: Bool) {
        #expect(ClockText.has12Hours(format) == has12Hours)
    }

    @Test(
        "typed times have 12 or 24 hours, whatever the locale shows",
        arguments: [
            ("9:30 PM", 21 * 60 + 30), ("21:30", 21 * 60 + 30), ("12am", 0), ("9:30", 9 * 60 + 30),
            ("9:30 μ.μ.", 21 * 60 + 30), ("9:30 Π.Μ.", 9 * 60 + 30), ("25:00", nil), ("13 pm", nil),
            ("9:30 x", nil),
        ] as [(String, Int?)])
    func typedTimesAreRead(_ text: String, _ minutes: Int?) {
        let time = ClockText.timeOfDay(typed: text, ("π.μ.", "μ.μ."))
        #expect(time?.minutes == minutes)
    }

    @Test func theNextMorningIsAhead() {
        let now = Timestamp(rawValue: 1_795_428_000_000)
        for hour in 0...23 {
            let next = ClockText.next(hour: hour, after: now)
            #expect(next > now && next.rawValue - now.rawValue <= 25 * 3_600_000)
        }
    }
}

@Suite struct PhraseTests {
    @Test func partsBecomePlaces() {
        let phrase: Phrase = "\(3) of \("four") come through"
        #expect(phrase.format == "{1} of {2} come through")
        #expect(phrase.text("{2}, {1}: durch") == "four, 3: durch")
        // A text of a user may look like a place.
        let braces: Phrase = "Rule \("{1} {x} {") moved"
        #expect(braces.text(braces.format) == "Rule {1} {x} { moved")
    }

    @Test func joinedPhrasesNumberOn() {
        let phrase: Phrase = "\("a") and " + "\("b") {x}"
        #expect(phrase.format == "{1} and {2} {x}")
        #expect(phrase.text(phrase.format) == "a and b {x}")
    }

    @Test("issue 21: a name of another direction does not change places with the words around it")
    func namesOfAnotherDirectionAreIsolated() {
        func text(_ name: String, in translation: String = "{1} is on until {2}") -> String {
            let phrase: Phrase = "\(name) is on until \("18:00")"
            return phrase.text(translation)
        }
        // Ordinary texts are the same bytes.
        #expect(text("Work") == "Work is on until 18:00")
        #expect(text("Büro 東京 🙂") == "Büro 東京 🙂 is on until 18:00")
        for name in ["עבודה", "عمل", "Work עבודה 2", "a\u{202E}b"] {
            #expect(text(name) == "\u{200E}\u{2068}\(name)\u{2069} is on until 18:00")
        }
        // In a sentence from right to left, Latin names are the others; numbers are not.
        #expect(
            text("Work", in: "{1} פועל עד {2}") == "\u{200F}\u{2068}Work\u{2069} פועל עד 18:00")
        // A sentence without parts has nothing to isolate.
        let plain: Phrase = "{x}"
        #expect(plain.text("פועל") == "פועל")
    }

    @Test("issue 21: a sentence whose first letter is in a name keeps its direction")
    func aQuotedNameComesFirst() {
        let phrase: Phrase = "“\("עבודה")” added"
        #expect(phrase.text(phrase.format) == "\u{200E}“\u{2068}עבודה\u{2069}” added")
        let later: Phrase = "Rule “\("עבודה")” added"
        #expect(later.text(later.format) == "Rule “\u{2068}עבודה\u{2069}” added")
    }

    @Test("issue 21: marks of direction in a name do not reach the words after it")
    func marksStayInTheirPart() {
        func text(_ name: String) -> String {
            let phrase: Phrase = "\(name) is on"
            return phrase.text(phrase.format)
        }
        #expect(text("a\u{2067}ב") == "\u{200E}\u{2068}a\u{2067}ב\u{2069}\u{2069} is on")
        #expect(text("ב\u{2069}\u{202E}a") == "\u{200E}\u{2068}ב\u{202E}a\u{2069} is on")
    }

    @Test("issue 21: facts in a line keep their places beside names from right to left")
    func factsKeepTheirPlaces() {
        let texts = Translations("focusd-no-such-domain")
        func line(_ parts: String...) -> String {
            texts.joined(parts, separator: " · ", like: "None")
        }
        #expect(line("12:00", "Chat", "missed") == "12:00 · Chat · missed")
        #expect(line() == "")
        // The first letter of the line decides about its direction.
        #expect(
            line("12:00", "צ'אט", "missed")
                == "\u{200E}12:00 · \u{2068}צ'אט\u{2069} · missed")
        #expect(
            line("דואר", "צ'אט")
                == "\u{200E}\u{2068}דואר\u{2069} · \u{2068}צ'אט\u{2069}")
        #expect(line("Mail", "צ'אט") == "Mail · \u{2068}צ'אט\u{2069}")
    }

    @Test func withoutATranslationTheTextStays() {
        let texts = Translations("focusd-no-such-domain")
        #expect(texts.text("\("Ada") added") == "Ada added")
        #expect(texts.text(1, "One app", "\(1) apps") == "One app")
        #expect(texts.text(0, "One app", "\(0) apps") == "0 apps")
    }
}

@Suite struct InstalledFilesTests {
    @Test func sharedFilesAreBesideTheInstalledProgram() {
        #expect(InstalledFiles.share(ofProgram: "/usr/local/bin/focus-tray") == "/usr/local/share")
        #expect(InstalledFiles.share(ofProgram: "/bin/focus-tray") == "/share")
        #expect(InstalledFiles.share(ofProgram: "/src/.build/debug/focus-tray") == nil)
        #expect(InstalledFiles.share(ofProgram: "focus-tray") == nil)
    }
}
