// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// Parser of days of the week as people write them.
enum DayWords {
    private static let groups: [String: [Weekday]] = [
        "daily": Weekday.allCases, "everyday": Weekday.allCases, "all": Weekday.allCases,
        "weekend": [.saturday, .sunday], "weekends": [.saturday, .sunday],
        "weekdays": workdays, "workdays": workdays, "weekday": workdays,
    ]
    private static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]

    /// Returns the days of `Mon-Fri`, `Sat,Sun`, `weekdays` or `friday-Mon`.
    static func days(_ text: String) throws(CommandFailure) -> Set<Weekday> {
        var days: Set<Weekday> = []
        for word in text.split(whereSeparator: { ",; ".contains($0) })
        where word.lowercased() != "and" {
            if let group = groups[word.lowercased()] {
                days.formUnion(group)
                continue
            }
            let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(day)
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1]
            else { throw wrong(text) }
            var index = first
            days.insert(Weekday.allCases[index])
            while index != last {
                index = (index + 1) % Weekday.allCases.count
                days.insert(Weekday.allCases[index])
            }
        }
        guard !days.isEmpty else { throw wrong(text) }
        return days
    }

    /// Returns the day whose name begins with the word, as `fri`, `friday` or `fridays`. The word
    /// has at least two letters.
    static func day(_ word: Substring) -> Int? {
        let names = [
            "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
        ]
        guard word.count >= 2 else { return nil }
        return names.firstIndex { "\($0)s".hasPrefix(word.lowercased()) }
    }

    private static func wrong(_ text: String) -> CommandFailure {
        .usage(
            "--days: “\(text.printable)” names no days; examples: Mon-Fri, Sat,Sun, weekdays,"
                + " weekend, daily")
    }
}
