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
        #expect(ClockText.time(of: "2026-12-24") == nil)
        #expect(ClockText.time(of: "2026-12-24 9:00 and more") == nil)
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
