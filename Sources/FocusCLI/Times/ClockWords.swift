// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// Parser of times of day and lengths of time as people type them.
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

    /// Lengths of time in words, in lower case.
    private static let spoken = [
        "an hour": "1h", "half an hour": "30min", "quarter of an hour": "15min",
        "an hour and a half": "1h30", "a minute": "1min", "a day": "1d", "a week": "1w",
    ]

    /// Returns the milliseconds of `45min`, `2h`, `1.5h`, `1,5h`, `1h30m`, `2 hours and 30 minutes`
    /// or `half an hour`. Returns nil for other texts and for a length of zero.
    static func span(_ typed: String) -> Int64? {
        let folded = typed.lowercased()
        let text = spoken[folded] ?? folded.replacing(" and ", with: " ")
        if let decimal = decimalSpan(text) { return decimal > 0 ? decimal : nil }
        var rest = text[...]
        var total: Int64 = 0
        var wasHours = false
        var lastUnit = Int64.max
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count).drop { $0 == " " }
            var unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count).drop { $0 == " " }
            // The minutes of “1h30” need no unit.
            if unit.isEmpty, wasHours, rest.isEmpty { unit = "m" }
            // “1h 2h” is two lengths of time rather than one of 3 hours.
            guard let part = singleSpan("\(digits)\(unit)"), let size = singleSpan("1\(unit)"),
                size < lastUnit
            else { return nil }
            lastUnit = size
            let (sum, overflow) = total.addingReportingOverflow(part)
            guard !overflow else { return nil }
            total = sum
            wasHours = unit.hasPrefix("h")
        }
        return total > 0 ? total : nil
    }

    /// Returns the milliseconds of `1.5h` or `1,5h`; nil for other texts.
    private static func decimalSpan(_ text: String) -> Int64? {
        let parts = text.split(omittingEmptySubsequences: false) { ".,".contains($0) }
        guard parts.count == 2, let whole = Int64(parts[0]), (0...9_999).contains(whole) else {
            return nil
        }
        let digits = parts[1].prefix { $0.isASCII && $0.isNumber }
        let unit = parts[1].dropFirst(digits.count).drop { $0 == " " }
        guard (1...2).contains(digits.count), let fraction = Int64(digits),
            unit.first?.isLetter == true,
            let size = singleSpan("1\(unit)")
        else { return nil }
        return whole * size + fraction * size / (digits.count == 1 ? 10 : 100)
    }

    /// Returns the milliseconds of a length of time with one unit, such as `15min`.
    static func singleSpan(_ text: String) -> Int64? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int64(digits) else { return nil }
        let seconds: Int64
        switch text.dropFirst(digits.count).drop(while: { $0 == " " }) {
        case "s", "sec", "secs", "second", "seconds": seconds = 1
        case "m", "min", "mins", "minute", "minutes": seconds = 60
        case "h", "hr", "hrs", "hour", "hours": seconds = 3600
        case "d", "day", "days": seconds = 86_400
        case "w", "week", "weeks": seconds = 604_800
        default: return nil
        }
        let (milliseconds, overflow) = count.multipliedReportingOverflow(by: seconds * 1000)
        return overflow ? nil : milliseconds
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
        return span(text) == nil ? nil : text
    }

    /// Returns true for `0`, `0min`, `0h 0min` and the like.
    static func isZero(_ text: String) -> Bool {
        let numbers = text.split { !($0.isASCII && $0.isNumber) }
        guard !numbers.isEmpty, numbers.allSatisfy({ $0.allSatisfy { $0 == "0" } }) else {
            return false
        }
        return text.allSatisfy(\.isNumber) || span(text.replacing("0", with: "1")) != nil
    }

    /// Returns the error message for a text that is not a length of time.
    static func complaint(aboutSpan text: String) -> String {
        let word = text.printable
        if isZero(text) {
            return
                "“\(word)” would end at once; to end something now: focus-switch off, focus-switch unmute"
        }
        if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return "“\(word)” needs a unit: \(word)min, \(word)h"
        }
        let parts = text.split(separator: ":")
        if parts.count == 2, time(text) != nil, span("\(parts[0])h\(parts[1])") != nil {
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
        guard text.first?.isNumber == true, span(text) == nil else { return nil }
        var rest = text.lowercased()[...]
        var result = ""
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
            rest = rest.dropFirst(digits.count + unit.count)
            guard !digits.isEmpty, !unit.isEmpty else { return nil }
            let known = singleSpan("1\(unit)") != nil ? String(unit) : nearestUnit(unit)
            guard let known else { return nil }
            result += digits + known
        }
        return span(result) == nil ? nil : result
    }

    private static func nearestUnit(_ word: Substring) -> String? {
        let units = ["min", "h", "s", "d", "w", "sec", "hours", "minutes", "days", "weeks"]
        let nearest = NearestWord.find(String(word), in: units)
        return nearest?.first == word.first ? nearest : nil
    }
}
