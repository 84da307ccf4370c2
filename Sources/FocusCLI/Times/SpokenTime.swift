// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// A time of day in words, such as `half past six`, `quarter to nine`, `6 in the morning` or
/// `lunch`. Most of them are two times of a day, so no command takes them; errors name the times in
/// numbers.
enum SpokenTime {
    /// Words for a time of day that people differ about, in lower case.
    private static let usual = [
        "breakfast": ["7:00", "8:00"], "lunch": ["12:00", "13:00"], "dinner": ["18:00", "19:00"],
        "supper": ["18:00", "19:00"], "bed": ["22:00", "23:00"],
    ]

    /// Returns those times of `lunch`, `lunchtime` and `lunch time`; nil for other words.
    private static func usual(_ words: [String]) -> [String]? {
        let parts = words.joined(separator: " ")
        let name = parts.hasSuffix("time") ? String(parts.dropLast(4)).trimmingBlanks : parts
        return name == "bed" && name == parts ? nil : usual[name]
    }

    /// Returns the times that the words can mean, such as `6:30` and `18:30`, and an empty array
    /// for other words.
    static func times(_ text: String) -> [String] {
        var words = text.lowercased().split { " -".contains($0) }.map(String.init)
        if ["at", "about", "around"].contains(words.first ?? "") { words.removeFirst() }
        // “6 pm” and “noon” are read, also behind “at”.
        guard ClockWords.time(text) == nil,
            ClockWords.time(words.joined(separator: " ")) == nil
        else { return [] }
        if let times = usual(words) { return times }
        let isAfternoon = partOfDay(&words)
        var isMarked = isAfternoon != nil
        if words.count > 2, words.suffix(2) == ["o", "clock"] {
            words.replaceSubrange((words.count - 2)..., with: ["oclock"])
        }
        if let last = words.last, ["o'clock", "o’clock", "oclock"].contains(last) {
            words.removeLast()
            isMarked = true
        }
        if ["a", "an"].contains(words.first ?? "") { words.removeFirst() }
        // “Half six” is 6:30 in British English, and 5:30 in other languages.
        if words.count == 2, words[0] == "half", let hour = hours[words[1]] ?? Int(words[1]),
            (1...12).contains(hour)
        {
            let early = [hour - 1, hour % 12].map { "\($0):30" }
            let late = [hour + 11, hour % 12 + 12].map { "\($0):30" }
            return isAfternoon.map { $0 ? late : early } ?? early + late
        }
        guard let (hour, minute) = hourAndMinute(words, isMarked) else { return [] }
        let time = hour * 60 + minute
        let noon = 12 * 60
        // “Twelve” is both midnight and noon, and so is the hour before “quarter to one”.
        let early = time % noon
        let isSure = words.last == "noon" || words.last == "midnight" || hour > 12
        let moments =
            switch (isSure, isAfternoon) {
            case (true, _): [(time + 2 * noon) % (2 * noon)]
            case (false, true?): [early + noon]
            case (false, false?): [early]
            case (false, nil): [early, early + noon]
            }
        return moments.map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }
    }

    /// Returns the error message for a time in words; nil for other words.
    static func complaint(about text: String) -> String? {
        let found = times(text)
        guard !found.isEmpty else { return nil }
        return "“\(text.printable)”: write the time in numbers: \(found.joined(separator: " or "))"
    }

    /// Returns the last words that are a time in words; nil if there are none, or a single word.
    static func trailing(_ words: [String]) -> String? {
        for count in [7, 6, 5, 4, 3, 2] where words.count > count {
            let text = words.suffix(count).joined(separator: " ")
            if !times(text).isEmpty { return text }
        }
        return nil
    }

    /// Removes `in the morning`, `pm` and the like. Returns true for the hours from noon, false for
    /// those before, nil if the words do not tell.
    private static func partOfDay(_ words: inout [String]) -> Bool? {
        let ends: [([String], Bool)] = [
            (["in", "the", "morning"], false), (["in", "the", "afternoon"], true),
            (["in", "the", "evening"], true), (["this", "afternoon"], true),
            (["this", "evening"], true), (["at", "night"], true), (["am"], false), (["pm"], true),
            (["a.m."], false), (["p.m."], true),
        ]
        for (end, isAfternoon) in ends
        where words.count > end.count && Array(words.suffix(end.count)) == end {
            words.removeLast(end.count)
            return isAfternoon
        }
        return nil
    }

    /// - Parameter isMarked: true if other words tell that a number alone is an hour.
    private static func hourAndMinute(_ words: [String], _ isMarked: Bool) -> (Int, Int)? {
        guard let last = words.last else { return nil }
        var before = words.dropLast()
        // “Six thirty”.
        if before.count == 1, let first = before.first, let hour = hours[first],
            first != "noon", first != "midnight", let minute = minutes[last]
        {
            return (hour, minute)
        }
        guard let hour = hours[last] ?? Int(last), (0...24).contains(hour) else { return nil }
        guard let word = before.popLast() else {
            return isMarked || Int(last) == nil ? (hour, 0) : nil
        }
        // “9 to 5” is a beginning and an end, and “10 minutes to 5” is a time.
        let isCounted = before.last == "minutes"
        if isCounted { before.removeLast() }
        guard before.count == 1, let first = before.first else { return nil }
        let count =
            first == "half"
            ? 30 : first == "quarter" ? 15 : minutes[first] ?? (isCounted ? Int(first) : nil)
        guard let count, (1...30).contains(count) else { return nil }
        switch word {
        case "past", "after": return (hour, count)
        case "to", "before", "till", "of":
            return count == 30 ? nil : hour == 0 ? (23, 60 - count) : (hour - 1, 60 - count)
        default: return nil
        }
    }

    private static let hours: [String: Int] = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "noon": 12, "midnight": 24,
    ]
    private static let minutes: [String: Int] = [
        "five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    ]
}
