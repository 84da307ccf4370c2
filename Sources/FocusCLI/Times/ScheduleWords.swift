// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Words that name times of the day at which a Focus is to be on: `from 9 to 17`, `every weekday
/// 9-17`.
struct ScheduleWords {
    private var days: String?
    let from: TimeOfDay
    let to: TimeOfDay

    /// Words around the times and days that mean nothing of their own.
    private static let fillers: Set = ["from", "between", "every", "each", "on", "at"]

    /// Words for a part of every day.
    private static let nights = [["night"], ["nights"], ["nightly"], ["evening"], ["evenings"]]

    /// Returns nil for words that name no two times.
    ///
    /// - Parameter corrects: false to take no other word for mistyped days.
    init?(_ words: [String], corrects: Bool = true) {
        // Quotes may join several words.
        let typed = words.flatMap { $0.lowercased().split(separator: " ").map(String.init) }
        // “9-17” is two times, and “mon-fri” are days.
        var words = typed.flatMap { word -> [String] in
            let parts = word.split(separator: "-").map(String.init)
            let areTimes = parts.count == 2 && parts.allSatisfy { Self.time($0) != nil }
            return areTimes ? [parts[0], "to", parts[1]] : [word]
        }
        // “22:30 7:00”, but not “1h 2h”, which are lengths of time.
        func isClock(_ word: String) -> Bool { !word.isNumber && ClockWords.time(word) != nil }
        if let first = words.indices.dropLast().first(where: { index in
            isClock(words[index]) && isClock(words[index + 1])
        }) {
            words.insert("to", at: first + 1)
        }
        // “9 17” alone.
        let numbers = words.indices.filter { words[$0].isNumber && Self.time(words[$0]) != nil }
        if numbers.count == 2, numbers[1] == numbers[0] + 1, !words.contains("to") {
            words.insert("to", at: numbers[1])
        }
        // “between 9 and 17”.
        if let first = words.firstIndex(of: "between"), first + 2 < words.count,
            words[first + 2] == "and"
        {
            words[first + 2] = "to"
        }
        let place = words.firstIndex { $0 == "to" || EndTime.untilWords.contains($0) }
        guard let place, place > 0, place + 1 < words.count,
            var from = Self.time(words[place - 1]), var to = Self.time(words[place + 1])
        else { return nil }
        // “9 to 5” ends in the afternoon.
        if to <= from, words[place - 1].isNumber, words[place + 1].isNumber,
            let afternoon = TimeOfDay(hour: to.minutes / 60 + 12, minute: 0), from < afternoon
        {
            to = afternoon
        }
        // “2-4pm” begins in the afternoon, “9-5pm” does not.
        if words[place - 1].isNumber, words[place + 1].hasSuffix("pm"),
            let afternoon = TimeOfDay(hour: from.minutes / 60 + 12, minute: 0), afternoon < to
        {
            from = afternoon
        }
        (self.from, self.to) = (from, to)
        let others = (words[..<(place - 1)] + words[(place + 2)...])
            .filter { !Self.fillers.contains($0) }
            .map { $0 == "day" ? "daily" : corrects ? Self.corrected($0) : $0 }
        guard !others.isEmpty else {
            days = nil
            return
        }
        // “every night”, but “friday night” is no day.
        let text = Self.nights.contains(others) ? "daily" : others.joined(separator: " ")
        guard (try? DayWords.days(text)) != nil else { return nil }
        days = text
    }

    /// Returns the word for days that a mistyped one resembles, else the word. The beginning of a
    /// word for days is no mistake: “work” is no “workdays”.
    private static func corrected(_ word: String) -> String {
        guard word.count > 4, let nearest = DayWords.nearest(to: word), !nearest.hasPrefix(word)
        else {
            return word
        }
        return nearest
    }

    private static func time(_ word: String) -> TimeOfDay? {
        ClockWords.time(word) ?? ClockWords.french(word)
    }

    /// Returns the command that sets the times in the words for the Focus among them, or for a
    /// placeholder: `work 9-17`, `sat 10-12 to work`. Another first word is the schedule's name.
    /// Nil for words without times.
    ///
    /// - Parameter focus: the Focus, if other words name it.
    @LoopActor static func command(
        _ typed: [String], focus: String? = nil, _ invocation: Invocation
    ) -> String? {
        var words = typed
        let focus =
            focus ?? SpokenPhrase.takeFocus(from: &words, invocation) ?? "FOCUS"
        // Without a Focus among the words, the first one may be a name: “fun” is no “sun”.
        if let times = ScheduleWords(words, corrects: words.count < typed.count) {
            return times.command(focus, invocation)
        }
        guard let name = words.first, let times = ScheduleWords(Array(words.dropFirst())) else {
            return nil
        }
        return times.command(focus, name: name)
    }

    /// Returns the command that sets these times in a schedule with that name, or with a numbered
    /// one if the Focus has a schedule of that name with other times.
    ///
    /// - Parameter others: names that are taken besides.
    @LoopActor func command(
        _ focus: String, _ invocation: Invocation, besides others: [String] = [],
        called meant: String = "hours"
    ) -> String {
        command(focus, name: name(focus, invocation, besides: others, called: meant))
    }

    @LoopActor fileprivate func name(
        _ focus: String, _ invocation: Invocation, besides others: [String],
        called meant: String = "hours"
    ) -> String {
        let editor = FocusEditor(invocation)
        let id = try? editor.focus(named: focus, offersTemplate: false)
        let schedules = id.flatMap { editor.catalog.focuses[$0] }?.schedules ?? []
        let taken =
            schedules.filter { ($0.days, $0.from, $0.to) != (weekdays, from, to) }
            .map { $0.name.lowercased() } + others
        var name = meant
        var number = 1
        while taken.contains(name.lowercased()) {
            number += 1
            name = "\(meant)-\(number)"
        }
        return name
    }

    /// True if the words name days.
    var hasDays: Bool { days != nil }

    private var weekdays: Set<Weekday> {
        days.flatMap { try? DayWords.days($0) } ?? Set(Weekday.allCases)
    }

    /// Returns the command that sets the schedule of that name to these times.
    fileprivate func command(_ focus: String, name: String) -> String {
        let days = days.map { " --days \(shellQuoted($0))" } ?? ""
        return "focus-switch schedule set \(shellQuoted(name)) --focus \(shellQuoted(focus))"
            + "\(days) --from \(from.text) --to \(to.text)"
    }
}

extension ScheduleWords {
    /// Length of a schedule of which words name the beginning alone, in hours.
    static let guessedHours = 8

    /// The times of a beginning alone, as `at 9 every day`: they last ``guessedHours``. Nil for
    /// other words.
    init?(beginning words: [String]) {
        let places = words.indices.filter { ClockWords.time(words[$0]) != nil }
        guard places.count == 1, let place = places.first, let from = ClockWords.time(words[place]),
            let to = TimeOfDay(
                hour: (from.minutes / 60 + Self.guessedHours) % 24, minute: from.minutes % 60)
        else { return nil }
        self.init(words[..<place] + [from.text, "to", to.text] + words[(place + 1)...])
    }

    /// Returns the times of `9-12 and 13-17` and `mon 9-17, fri 9-13`. Those without days have the
    /// days of the ones before, or of the first ones with some. Nil for other words.
    static func several(_ words: [String]) -> [ScheduleWords]? {
        var found: [ScheduleWords] = []
        var part: [String] = []
        let apart = words.flatMap { word in
            word.count > 1 && word.hasSuffix(",") ? [String(word.dropLast()), "and"] : [word]
        }
        for word in apart {
            // “mon and tue 9-12”: an “and” may stand between days, too.
            if word.means(.and), let times = ScheduleWords(part) {
                found.append(times)
                part = []
            } else {
                part.append(word)
            }
        }
        guard let last = ScheduleWords(part), !found.isEmpty else { return nil }
        found.append(last)
        var days = found.lazy.compactMap(\.days).first
        for place in found.indices {
            found[place].days = found[place].days ?? days
            days = found[place].days
        }
        return found
    }

    /// The lead of the line that sets the times, which repeat.
    var lead: String { "To turn it on at these times\(hasDays ? "" : " every day")" }

    /// Returns the lines that set the times for a Focus, each in a schedule of its own.
    @LoopActor static func lines(
        _ all: [ScheduleWords], _ focus: String, _ invocation: Invocation, lead: String? = nil
    ) -> [String] {
        var names: [String] = []
        return all.map { times in
            let name = times.name(focus, invocation, besides: names)
            let line = names.isEmpty ? lead ?? times.lead : "And"
            names.append(name)
            return "\(line): \(times.command(focus, name: name))"
        }
    }
}

/// Parser of days of the week as people write them.
enum DayWords {
    private static let groups: [String: [Weekday]] = [
        "daily": Weekday.allCases, "everyday": Weekday.allCases, "all": Weekday.allCases,
        "weekend": [.saturday, .sunday], "weekends": [.saturday, .sunday],
        "weekdays": workdays, "workdays": workdays, "weekday": workdays,
    ]
    private static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]

    /// Words between the first and the last day.
    private static let joining: Set = ["to", "-", "through", "until"]

    /// Returns the days of `Mon-Fri`, `Sat,Sun`, `weekdays`, `friday-Mon` or `Monday to Friday`.
    static func days(_ text: String) throws(CommandFailure) -> Set<Weekday> {
        var days: Set<Weekday> = []
        var words = text.split { ",; ".contains($0) }
            .map { String($0).replacing("–", with: "-") }
        while let place = words.firstIndex(where: { joining.contains($0.lowercased()) }),
            place > 0, place + 1 < words.count
        {
            let range = "\(words[place - 1])-\(words[place + 1])"
            words.replaceSubrange((place - 1)...(place + 1), with: [range])
        }
        for word in words where word.lowercased() != "and" {
            if let group = groups[word.lowercased()] {
                days.formUnion(group)
                continue
            }
            let parts = word.split(separator: "-", omittingEmptySubsequences: false)
            let ends = parts.map(day)
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1]
            else {
                throw wrong(parts.first { !$0.isEmpty && day($0) == nil }.map(String.init) ?? word)
            }
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
        guard word.count >= 2 else { return nil }
        return names.firstIndex { "\($0)s".hasPrefix(word.lowercased()) }
    }

    private static let names = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// Returns the word for days that a word which names none resembles; nil for other words.
    static func nearest(to word: String) -> String? {
        (try? days(word)) == nil ? resembling(word) : nil
    }

    private static func resembling(_ word: String) -> String? {
        let known = names.map { String($0.prefix(3)) } + names + groups.keys.sorted()
        return NearestWord.find(word, in: known)
    }

    /// - Parameter word: the part of the text that is no day.
    private static func wrong(_ word: String) -> CommandFailure {
        let nearest = resembling(word)
        return .usage(
            "--days: “\(word.printable)” names no days in English"
                + (nearest == nil
                    ? "; examples: Mon-Fri, Sat,Sun, weekdays, weekend, daily"
                    : CommandLineReader.suggestion(nearest)))
    }
}
