// SPDX-License-Identifier: Apache-2.0

/// Parser of lengths of time as people type them.
package enum TypedSpan {
    /// Lengths of time in words, in lower case.
    private static let spoken = [
        "half an hour": "30min", "quarter of an hour": "15min", "an hour and a half": "1h30",
    ]

    /// Numbers in words, in lower case.
    private static let numbers: [Substring: Substring] = [
        "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
        "eight": "8", "nine": "9", "ten": "10", "fifteen": "15", "twenty": "20", "thirty": "30",
        "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90",
    ]

    /// Returns the milliseconds of `45min`, `2h`, `1.5h`, `1,5h`, `1h30m`, `two hours`,
    /// `2 hours and 30 minutes`, `the next 2 hours` or `half an hour`. Returns nil for other texts
    /// and for a length of zero.
    package static func milliseconds(_ typed: String) -> Int64? {
        let folded = typed.lowercased()
        let text = spoken[folded] ?? inDigits(folded.split(separator: " "))
        if let length = decimal(text) { return length > 0 ? length : nil }
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
            guard let part = single("\(digits)\(unit)"), let size = single("1\(unit)"),
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

    /// Returns the words with their numbers in digits: `25 minutes` for `twenty five minutes`,
    /// `1 hr` for `an hr`, `2 hours` for `a couple of hours` and for `the next 2 hours`.
    private static func inDigits(_ typed: [Substring]) -> String {
        var words = typed
        if words.count > 2, words.starts(with: ["the", "next"]) {
            words.removeFirst(2)
            // “The next day” is tomorrow, or 24 hours.
            if ["hour", "minute"].contains(words[0]) { words.insert("1", at: 0) }
        }
        if let lead = words.first, ["a", "an"].contains(lead), words.count > 1 {
            words.removeFirst()
            let isUnit = words.count == 1 && words[0].count > 1
            if isUnit { words.insert("1", at: 0) } else if words[0] != "couple" { return "" }
        }
        if words.starts(with: ["couple", "of"]) { words.replaceSubrange(..<2, with: ["2"]) }
        let ends = [0, words.count - 1]
        var texts: [Substring] = []
        for place in words.indices where ends.contains(place) || words[place] != "and" {
            // “twenty-five” is 25, and so is “twenty five”.
            let parts = words[place].split(separator: "-")
            let isPair = parts.count == 2 && parts.allSatisfy { numbers[$0] != nil }
            for part in isPair ? parts : [words[place]] {
                let text = numbers[part] ?? part
                let ten = texts.last ?? ""
                if numbers[part] != nil, text.count == 1, ten.count == 2, ten > "10",
                    ten.hasSuffix("0")
                {
                    texts[texts.count - 1] = ten.dropLast() + text
                } else {
                    texts.append(text)
                }
            }
        }
        return texts.joined(separator: " ")
    }

    /// Returns the milliseconds of `1.5h` or `1,5h`; nil for other texts.
    private static func decimal(_ text: String) -> Int64? {
        let parts = text.split(omittingEmptySubsequences: false) { ".,".contains($0) }
        guard parts.count == 2, let whole = Int64(parts[0]), (0...9_999).contains(whole) else {
            return nil
        }
        let digits = parts[1].prefix { $0.isASCII && $0.isNumber }
        let unit = parts[1].dropFirst(digits.count).drop { $0 == " " }
        guard (1...2).contains(digits.count), let fraction = Int64(digits),
            unit.first?.isLetter == true,
            let size = single("1\(unit)")
        else { return nil }
        return whole * size + fraction * size / (digits.count == 1 ? 10 : 100)
    }

    /// Returns the milliseconds of a length of time with one unit, such as `15min`.
    package static func single(_ text: String) -> Int64? {
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
}
