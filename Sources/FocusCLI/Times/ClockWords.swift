// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// Times of day as people type them, and messages about these and about lengths of time.
enum ClockWords {
    /// Returns the time of day of `9:00`, `9.00`, `9`, `9am`, `9:30pm`, `24:00`, `noon` or
    /// `midnight`, or nil.
    static func time(_ text: some StringProtocol) -> TimeOfDay? { TimeOfDay(typed: text) }

    /// Returns the time of day of `1800`; nil for other texts. Only for a place where nothing but a
    /// time can stand: elsewhere, four digits are an id or a year.
    static func digits(_ text: some StringProtocol) -> TimeOfDay? {
        guard text.count == 4, text.allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int(text)
        else { return nil }
        return TimeOfDay(hour: number / 100, minute: number % 100)
    }

    /// Returns the time of day of `17h30` or `17h`, as in French; nil for other texts. Only for a
    /// place where nothing but a time of day can stand: elsewhere, both are lengths of time.
    static func french(_ text: String) -> TimeOfDay? {
        let clock = text.lowercased().replacing("h", with: ":")
        return time(clock.hasSuffix(":") ? clock.dropLast() : clock[...])
    }

    /// Returns the text without seconds: `21:00` for `21:00:30`. Other texts stay as they are.
    static func withoutSeconds(_ text: Substring) -> Substring {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].count == 2, let seconds = Int(parts[2]),
            (0..<60).contains(seconds)
        else { return text }
        return text.prefix(upTo: text.index(before: parts[2].startIndex))
    }

    /// Returns the length of time of words such as `1 Stunde` and `2 heures`, as options take it:
    /// `1h`. Also reads English words. Nil for other words.
    static func foreignSpan(_ words: ArraySlice<String>) -> String? {
        let units = [
            ("eine", "1"), ("une", "1"), ("stunden", "h"), ("stunde", "h"), ("heures", "h"),
            ("heure", "h"), ("minuten", "min"),
        ]
        let text = units.reduce(words.joined().lowercased()) { text, unit in
            text.replacing(unit.0, with: unit.1)
        }
        return TypedSpan.milliseconds(text) == nil ? nil : text
    }

    /// Returns true for `0`, `0min`, `0h 0min` and the like.
    static func isZero(_ text: String) -> Bool {
        let numbers = text.split { !($0.isASCII && $0.isNumber) }
        guard !numbers.isEmpty, numbers.allSatisfy({ $0.allSatisfy { $0 == "0" } }) else {
            return false
        }
        return text.allSatisfy(\.isNumber)
            || TypedSpan.milliseconds(text.replacing("0", with: "1")) != nil
    }

    /// Returns the error message for a text that is not a length of time.
    static func complaint(aboutSpan text: String) -> String {
        let word = text.printable
        if isZero(text) {
            return "“\(word)” would end at once; “focus-switch off” ends a Focus now, and"
                + " “focus-switch unmute” a mute"
        }
        if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return "“\(word)” needs a unit: \(word)min, \(word)h"
        }
        let parts = text.split(separator: ":")
        if parts.count == 2, time(text) != nil,
            TypedSpan.milliseconds("\(parts[0])h\(parts[1])") != nil
        {
            return "“\(word)” is a time of day, for --until; as a length of time:"
                + " \(parts[0])h\(parts[1])"
        }
        let words = text.split(separator: " ").map(String.init)
        if let nearest = nearest(toSpan: text) ?? foreignSpan(words[...]) {
            return "“\(word)” is not a length of time; did you mean “\(nearest)”?"
        }
        return "“\(word)” is not a length of time; examples: 90s, 45min, 2h, 1h30"
    }

    /// Returns `20min` for `20mn`, the length of time that a mistyped one was meant to be. Returns
    /// nil for a length of time, and for other texts.
    static func nearest(toSpan text: String) -> String? {
        guard text.first?.isNumber == true, TypedSpan.milliseconds(text) == nil else { return nil }
        var rest = text.lowercased()[...]
        var result = ""
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
            rest = rest.dropFirst(digits.count + unit.count)
            guard !digits.isEmpty, !unit.isEmpty else { return nil }
            let known = TypedSpan.single("1\(unit)") != nil ? String(unit) : nearestUnit(unit)
            guard let known else { return nil }
            result += digits + known
        }
        return TypedSpan.milliseconds(result) == nil ? nil : result
    }

    private static func nearestUnit(_ word: Substring) -> String? {
        let units = ["min", "h", "s", "d", "w", "sec", "hours", "minutes", "days", "weeks"]
        let nearest = NearestWord.find(String(word), in: units)
        return nearest?.first == word.first ? nearest : nil
    }
}
