// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

/// Ends of commands that are refused, in the steps that the refusal names.
extension EndTime {
    /// The doubt about “tonight” without an “until”.
    static let tonight = "“tonight” may end in the evening or last through the night"

    /// Returns true for “tonight” alone.
    static func isTonight(_ words: some Collection<String>) -> Bool {
        words.count == 1 && words.first?.lowercased() == "tonight"
    }

    /// Returns the error for “tonight” without an “until”, with a command for each of its meanings.
    ///
    /// - Parameter command: the command without an end.
    static func tonight(_ command: String, now: Timestamp) -> CommandFailure {
        let evening = MomentWords.upcoming("tonight", now: now)
        let clock = evening.map { CalendarTime(local: $0).clockText } ?? ""
        return .usage(
            tonight, "To end it at \(clock): \(command) --until tonight",
            "To end it in the morning: \(command) --until 8:00")
    }

    /// Returns the steps for the ends that a text behind a Focus may mean; none for other texts.
    ///
    /// - Parameter command: the command that turns on the Focus.
    static func steps(for text: String, _ command: String, now: Timestamp) -> [String] {
        if isTonight([text]) { return tonight(command, now: now).details }
        if isEndOfDay(text) || text.lowercased() == "today" {
            return [
                "To end it at midnight: \(command) --until today",
                "To end it in the evening: \(command) --until tonight",
            ]
        }
        if let meant = corrected(text) {
            return ["To end it then: \(command) --until \(shellQuoted(meant))"]
        }
        // “another hour”, “about 2 hours”.
        let words = text.lowercased().split(separator: " ").map(String.init)
        let length = words.drop { lengthLeads.contains($0) }.joined(separator: " ")
        if let first = words.first, lengthLeads.contains(first),
            let span = TypedSpan.milliseconds(length) ?? TypedSpan.milliseconds("a \(length)"),
            let option = plainOption(.after(milliseconds: span))
        {
            return ["To end it that long from now: \(command)\(option)"]
        }
        if text.isNumber, !ClockWords.isZero(text) { return steps(forNumber: text, command) }
        return SpokenTime.times(text).map { "To end it at \($0): \(command) --until \($0)" }
    }

    /// Words before a length of time that leave it as it is, in lower case.
    private static let lengthLeads: Set = [
        "about", "another", "around", "at", "just", "least", "most", "only", "roughly", "to", "up",
    ]

    /// Returns the steps for a number without a unit: of a large one, whole minutes in seconds, as
    /// other programs count.
    static func steps(forNumber number: String, _ command: String) -> [String] {
        let seconds = Int64(number) ?? 0
        // A year at most.
        let isLarge = (600...31_536_000).contains(seconds) && seconds % 60 == 0
        let length = isLarge ? plainOption(.after(milliseconds: seconds * 1_000)) : nil
        return (length.map { ["For \(seconds) seconds: \(command)\($0)"] } ?? []) + [
            "For minutes: \(command) --for \(number)min",
            "For hours: \(command) --for \(number)h",
        ]
    }

    /// Returns the time that a mistyped one was meant to be: `tomorrow 9` for `tommorow 9`, `5pm`
    /// for `5p`. Nil for a time, and for other texts.
    static func corrected(_ text: String) -> String? {
        let now = WallClock.now
        guard MomentWords.upcoming(text, now: now) == nil else { return nil }
        let known = ["today", "tonight", "tomorrow", "morning", "afternoon", "evening"]
        let words = text.lowercased().split(separator: " ").map { word -> String in
            if word.hasSuffix("a") || word.hasSuffix("p"), ClockWords.time("\(word)m") != nil {
                return "\(word)m"
            }
            if ["tmr", "tmrw", "tommorow", "tommorrow"].contains(word) { return known[2] }
            let typed = String(word)
            guard typed.count > 4, !known.contains(typed) else { return typed }
            return NearestWord.find(typed, in: known) ?? DayWords.nearest(to: typed) ?? typed
        }
        let meant = words.joined(separator: " ")
        return MomentWords.upcoming(meant, now: now) == nil ? nil : meant
    }

    /// Returns the option for the end that a command line names, as the user typed it and behind a
    /// blank; empty without an end.
    ///
    /// - Parameter end: the end that ``read(_:now:unless:except:)`` has read.
    static func typedOption(
        _ end: ActivationEnd, _ values: OptionValues, now: Timestamp
    ) -> String {
        if case .at(let moment) = end {
            let plain = EndOption(end, now: now).text
            if let text = values.string("until") {
                let isWhole = MomentWords.upcoming(text, now: now) == moment
                return isWhole ? " --until \(shellQuoted(text))" : plain
            }
            let typed = optionBehindName(values.arguments, now: now)
            return typed.isEmpty ? plain : typed
        }
        return plainOption(end) ?? EndOption(end, now: now).text
    }

    /// Returns the option for the end that the last words name, behind a blank; empty without an
    /// end.
    ///
    /// - Parameter words: a name, then the words of the end.
    static func optionBehindName(_ words: [String], now: Timestamp) -> String {
        guard let (names, end) = try? trailing(words, now: now) else { return "" }
        return plainOption(end) ?? " " + option(Array(words.dropFirst(names.count)), end)
    }

    /// Returns the option for the end that the options of a refused command line name, behind a
    /// blank; empty without an end. Words behind the option may belong to the end.
    ///
    /// - Parameter arguments: the words behind the name of the command.
    static func typedOption(in arguments: ArraySlice<String>) -> String {
        if arguments.contains("--until-logout") { return " --until-logout" }
        for name in ["for", "until"] {
            let place = arguments.firstIndex { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }
            guard let place else { continue }
            let inline = arguments[place].split(separator: "=", maxSplits: 1).dropFirst()
            let behind = arguments[(place + 1)...].prefix { !$0.hasPrefix("-") }
            // Names can follow the end.
            for count in stride(from: behind.count, through: inline.isEmpty ? 1 : 0, by: -1) {
                let words = inline.map(String.init) + Array(behind.prefix(count))
                let text = words.joined(separator: " ")
                if name == "until" {
                    guard MomentWords.upcoming(text, now: WallClock.now) != nil else { continue }
                    return " --until \(shellQuoted(text))"
                }
                guard let span = TypedSpan.milliseconds(text) else { continue }
                return plainOption(.after(milliseconds: span)) ?? " --for \(shellQuoted(text))"
            }
        }
        // “mute --all for 1h”.
        let others = arguments.filter { !$0.hasPrefix("-") }
        return optionBehindName(["all"] + others, now: WallClock.now)
    }

    /// Returns the option, behind a blank, for an end without a time of day; nil for other ends and
    /// for a length with seconds.
    private static func plainOption(_ end: ActivationEnd) -> String? {
        switch end {
        case .never: ""
        case .withSession: " --until-logout"
        case .at: nil
        case .after: lengthOption(end).map { " \($0)" }
        }
    }

    /// Returns the option for a length of time, in digits: “an hour” is `--for 1h`. Nil for other
    /// ends and for a length with seconds.
    static func lengthOption(_ end: ActivationEnd) -> String? {
        guard case .after(let milliseconds) = end else { return nil }
        let minutes = milliseconds / 60_000
        guard minutes * 60_000 == milliseconds else { return nil }
        return minutes % 60 == 0 ? "--for \(minutes / 60)h" : "--for \(minutes)min"
    }
}
