// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Several words that may begin with the name of a Focus: `work 1h`, `dnd off`.
@LoopActor struct FocusWords {
    let words: [String]
    let invocation: Invocation
    /// The option for an end that the command line has elsewhere, behind a blank.
    let end: String

    init(_ words: [String], _ invocation: Invocation, end: String = "") {
        // “dnd "for 2 h"”: an end in quotes.
        self.words =
            Array(words.prefix(1))
            + words.dropFirst().flatMap { word -> [String] in
                let parts = word.split(separator: " ").map(String.init)
                let isEnd = parts.count > 1 && EndTime.leads.contains(parts[0].lowercased())
                return isEnd ? parts : [word]
            }
        self.invocation = invocation
        self.end = end
    }

    /// Turns the Focus on or off. Returns false if the words do not say so.
    func perform() throws(CommandFailure) -> Bool {
        if let (name, end) = try invocation.focusAndEndIfAny(inWords: words) {
            try FocusSwitching(invocation: invocation).turnOn(name, until: end)
            return true
        }
        guard let (name, rest) = split else { return false }
        switch (rest[0].lowercased(), rest.count) {
        case ("off", 1):
            try FocusSwitching(invocation: invocation).turnOff(name)
            return true
        case ("on", 1), ("now", 1):
            try FocusSwitching(invocation: invocation).turnOn(name)
            return true
        default: return false
        }
    }

    /// Returns the error for words behind a Focus that are no end. Nil without a Focus.
    func failure() -> CommandFailure? {
        guard let (name, rest) = split else { return nil }
        let start = "focus-switch on \(shellQuoted(name))"
        // “work schedule 9-5”.
        let isSchedule = ["schedule", "scheduled"].contains(rest[0].lowercased())
        let typed = isSchedule ? Array(rest.dropFirst()) : rest
        if let times = ScheduleWords(typed).map({ [$0] }) ?? ScheduleWords.several(typed) {
            return .usage(
                "“\(rest.joined(separator: " ").printable)” are times of the day, and a Focus"
                    + " begins at once",
                details: ScheduleWords.lines(times, name, invocation))
        }
        if let failure = dayTimesFailure(name, typed) ?? repeatedFailure(name, typed) {
            return failure
        }
        if rest.count == 1, rest[0].means(.stopping) {
            return .usage(
                "unexpected “\(rest[0].printable)” after “\(name.printable)”",
                "To turn it off: focus-switch off \(shellQuoted(name))")
        }
        let meant = rest.map { $0.lowercased() }.filter { !$0.means(.polite, .focus) }
        if meant.count < rest.count, meant.isEmpty || meant == ["on"] || meant == ["off"] {
            return .usage(
                rest[0].lowercased() == "now"
                    ? "a Focus begins at once"
                    : "unexpected “\(rest.joined(separator: " ").printable)” after"
                        + " “\(name.printable)”",
                meant == ["off"]
                    ? "To turn it off: focus-switch off \(shellQuoted(name))"
                    : "To turn it on: \(start)")
        }
        let span = String(rest[0].dropFirst())
        if rest.count == 1, rest[0].hasPrefix("-"), TypedSpan.milliseconds(span) != nil {
            return .usage(
                "“\(rest[0].printable)” is no time to come",
                "To end it by itself: \(start) --for \(span)")
        }
        if let failure = optionFailure(rest, start) { return failure }
        if let failure = timesFailure(name, rest) ?? daysFailure(name, rest) ?? clauseFailure() {
            return failure
        }
        if let failure = timeFailure(rest, start) { return failure }
        if let failure = commandFailure(name, rest) ?? orderFailure(name, rest) { return failure }
        // “work and sleep”.
        let isJoined = ["and", "or", "und", "oder"].contains(rest[0].lowercased())
        let others = isJoined && rest.count > 1 ? Array(rest.dropFirst()) : rest
        let other = others.joined(separator: " ")
        let editor = FocusEditor(invocation)
        // “share work”, where Share is only a ready-made Focus.
        if invocation.isFocus(others), !editor.isNamed(name) { return nil }
        if invocation.isFocus([other]) {
            return .usage(
                "“\(name.printable)” and “\(other.printable)” are two Focuses, and one at a time is on",
                "To turn on the first: \(start)",
                "To turn on the second: focus-switch on \(shellQuoted(other))")
        }
        let unexpected = "unexpected “\(rest[0].printable)” after “\(name.printable)”"
        if let line = corrected(rest) { return .usage(unexpected, line) }
        // “work eine Stunde”, “work für 1 Stunde”.
        let spans = [rest[...], rest.dropFirst()].compactMap(ClockWords.foreignSpan)
        if let span = spans.first {
            return .usage(unexpected, "To end it by itself: \(start) --for \(span)")
        }
        // A step for the Focus alone would leave out what the words are about.
        var details = ["For help: focus-switch on --help", "Your Focuses: focus-switch list"]
        if ProgramFile.find(rest[0], in: invocation.environment["PATH"]) != nil {
            let command = rest.map(shellQuoted).joined(separator: " ")
            details.insert("To run a command while it is on: \(start) -- \(command)", at: 0)
        }
        return .usage(unexpected, details: details)
    }

    /// Returns the error for times with exceptions: `from 22 to 7 except Ann`; nil for other words.
    private func timesFailure(_ name: String, _ rest: [String]) -> CommandFailure? {
        guard end.isEmpty, let place = rest.firstIndex(where: { $0.means(.except) }),
            let times = ScheduleWords(Array(rest[..<place])),
            let failure = SpokenPhrase.failure(
                behind: name, Array(rest[place...]), end, invocation),
            // The phrase has no end of its own, and no command is held.
            failure.details.last == "To turn it on: focus-switch on \(shellQuoted(name))"
        else { return nil }
        let step = "\(times.lead): \(times.command(name, invocation))"
        return .usage(failure.message ?? "", details: failure.details.dropLast() + [step])
    }

    /// Returns the error for a beginning and an end: `from 9am until 5pm`, `in 10 minutes for 1h`;
    /// nil for other words.
    func beginningFailure() -> CommandFailure? {
        let now = invocation.now
        guard let (name, rest) = split, EndTime.beginnings.contains(rest[0].lowercased()),
            let place = rest.indices.dropFirst(2).first(where: { place in
                EndTime.leads.contains(rest[place].lowercased())
            }), let end = EndTime.split(Array(rest[place...]), now: now), end.words.isEmpty
        else { return nil }
        if ScheduleWords(rest) != nil { return failure() }
        let time = rest[1..<place].joined(separator: " ")
        let span = TypedSpan.milliseconds(time)
        let start = span.map(now.adding) ?? MomentWords.upcoming(time, now: now)
        guard let start, let (_, ending) = try? EndTime.trailing([name] + rest[place...], now: now),
            case .at(let finish) = EndOption(ending, now: start)
        else { return nil }
        var details = ["To turn it on now: focus-switch on \(shellQuoted(name))\(end.option)"]
        let clocks = [start, finish].map { CalendarTime(local: $0).clockText }
        let isTime = span != nil || ClockWords.time(time) != nil
        if isTime, start < finish, finish < start.adding(86_400_000),
            let times = ScheduleWords([clocks[0], "to", clocks[1]])
        {
            details.insert("\(times.lead): \(times.command(name, invocation))", at: 0)
        }
        let text = rest[..<place].joined(separator: " ").printable
        return .usage("“\(text)” is a beginning, and a Focus begins at once", details: details)
    }

    /// Returns the error for a clause behind a Focus, such as `except Ben`; nil for other words.
    func clauseFailure() -> CommandFailure? {
        split.flatMap { SpokenPhrase.failure(behind: $0.name, $0.rest, end, invocation) }
    }

    /// Returns the error for an option that no Focus takes: `work --unitl 18:00`.
    ///
    /// - Parameter start: the command that turns on the Focus.
    private func optionFailure(_ rest: [String], _ start: String) -> CommandFailure? {
        guard rest[0].hasPrefix("-"), rest[0].count > 1 else { return nil }
        let parts = rest[0].split(separator: "=", maxSplits: 1).map(String.init)
        let value = (parts.dropFirst() + rest.dropFirst()).joined(separator: " ")
        let failure = CommandLineReader.unknownOption(rest[0], of: SwitchCommands.on)
        // “work -d 30m”.
        if TypedSpan.milliseconds(value) != nil {
            return failure.adding(["To end it by itself: \(start) --for \(shellQuoted(value))"])
        }
        let name = CommandLineReader.name(ofOption: rest[0])
        let meant = NearMiss.options(for: name, of: SwitchCommands.on)
        if meant == ["until"], !value.isEmpty {
            let line = "\(start) --until \(shellQuoted(value))"
            return failure.adding(["\(CommandLineReader.corrected)\(line)"])
        }
        return failure.adding([
            "To end it after a while: \(start) --for 1h",
            "To end it at a time: \(start) --until 18:00",
        ])
    }

    /// Returns the error for times of one day, `today 14-16`: a schedule repeats. Nil for other
    /// words.
    private func dayTimesFailure(_ name: String, _ rest: [String]) -> CommandFailure? {
        let place = rest.firstIndex { ["today", "tomorrow"].contains($0.lowercased()) }
        guard let place, end.isEmpty else { return nil }
        var others = rest
        let isToday = others.remove(at: place).lowercased() == "today"
        let today = CalendarTime(local: invocation.now)
        let day = isToday ? today : today.tomorrow
        guard let times = ScheduleWords(others), !times.hasDays,
            let weekly = ScheduleWords(others + [day.weekdayText])
        else { return nil }
        let start = "focus-switch on \(shellQuoted(name)) --until \(times.to.text)"
        let isAhead = today.at(times.to).timestamp > invocation.now
        return .usage(
            "“\(rest.joined(separator: " ").printable)” are times of one day, and a schedule repeats",
            details: (isToday && isAhead ? ["To turn it on now, until then: \(start)"] : [])
                + [
                    "To turn it on at these times every \(day.weekdayText):"
                        + " \(weekly.command(name, invocation))"
                ])
    }

    /// Returns the error for a beginning that repeats, `at 9 every day`; nil for other words.
    private func repeatedFailure(_ name: String, _ rest: [String]) -> CommandFailure? {
        let isRepeated = rest.contains { word in
            let folded = word.lowercased()
            return ["daily", "each", "every", "weekdays", "weekends", "workdays"].contains(folded)
                || folded.hasSuffix("s") && DayWords.day(folded[...]) != nil
        }
        guard isRepeated, end.isEmpty, let times = ScheduleWords(beginning: rest) else {
            return nil
        }
        return .usage(
            "“\(rest.joined(separator: " ").printable)” is a beginning, and a schedule has an end",
            "To turn it on then, for \(ScheduleWords.guessedHours) hours:"
                + " \(times.command(name, invocation))")
    }

    /// Returns the error for days without times: `on saturday`, `weekends`.
    private func daysFailure(_ name: String, _ rest: [String]) -> CommandFailure? {
        let words = rest.filter { !Self.dayLeads.contains($0.lowercased()) }
        let days = words.joined(separator: " ")
        let areDays = words.allSatisfy { word in
            let folded = word.lowercased()
            return folded == "to" || folded.count > 2 && folded != "all"
        }
        // “work and weekend”, where Weekend is a Focus.
        let others = words.filter { !$0.means(.and) }
        guard areDays, !FocusEditor(invocation).isNamed(others.joined(separator: " ")),
            let meant = try? DayWords.days(days)
        else { return nil }
        let text = rest.joined(separator: " ").printable
        let quoted = shellQuoted(days)
        guard let day = ScheduleWords(["0:00", "to", "0:00"] + words),
            let work = ScheduleWords(["9:00", "to", "17:00"] + words)
        else { return nil }
        let whole =
            "To turn it on then, all day: \(day.command(name, invocation, called: days))"
        let hours =
            "To turn it on from 9:00 to 17:00 then: \(work.command(name, invocation, called: days))"
        let isWeekend = !meant.isDisjoint(with: [.saturday, .sunday])
        let schedules = isWeekend ? [whole, hours] : [hours, whole]
        let isRepeated =
            meant.count > 1 || days.lowercased().hasSuffix("days")
            || rest.contains { ["every", "each"].contains($0.lowercased()) }
        guard !isRepeated, end.isEmpty else {
            return .usage(
                "“\(text)” names days, and a Focus begins at once", details: schedules)
        }
        return .usage(
            "“\(text)” could be the beginning or the end",
            details: schedules + [
                "To end it then: focus-switch on \(shellQuoted(name)) --until \(quoted)"
            ])
    }

    /// Returns the line with the word for an end in place of a mistyped one, as `unitl 5`, or of
    /// `before 9`; nil for other words.
    private func corrected(_ rest: [String]) -> String? {
        let isPair = rest.prefix(2).map { $0.lowercased() } == ["up", "to"]
        let count = isPair ? 2 : 1
        let lead = rest[0].lowercased()
        let nearest = NearestWord.find(lead, in: ["for", "until"])
        guard let meant = isPair || lead == "before" ? "until" : nearest, rest.count > count,
            isPair || !lead.means(.little), end.isEmpty
        else { return nil }
        let line = words.dropLast(rest.count) + [meant] + rest.dropFirst(count)
        guard (try? invocation.focusAndEndIfAny(inWords: Array(line))) != nil else { return nil }
        let text = line.map(shellQuoted).joined(separator: " ")
        return "\(CommandLineReader.corrected)focus-switch \(text)"
    }

    /// True for a Focus and more words.
    var hasFocus: Bool { split != nil }

    /// The Focus that the first words name, and the words behind it, at least one.
    var split: (name: String, rest: [String])? {
        guard words.count > 1 else { return nil }
        let count = (1..<words.count).last { count in
            invocation.isFocus(Array(words.prefix(count)))
        }
        return count.map { count in
            (words.prefix(count).joined(separator: " "), Array(words.dropFirst(count)))
        }
    }

    /// Words before days, in lower case.
    private static let dayLeads: Set = ["on", "every", "each"]

    /// Words before a time.
    private static let leads = EndTime.leads.union(EndTime.beginnings).union(["by"])

    /// Words that begin a time as people say it.
    private static let timeWords: Set = [
        "a", "all", "an", "at", "by", "eod", "for", "from", "half", "in", "later", "next",
        "noon", "midnight", "morning", "afternoon", "evening", "this", "til", "till", "today",
        "tomorrow", "tonight", "until",
    ]

    /// - Parameter start: the command that turns on the Focus.
    private func timeFailure(_ rest: [String], _ start: String) -> CommandFailure? {
        let text = rest.joined(separator: " ")
        let lead = rest[0].lowercased()
        if text.lowercased() == "until-logout" {
            return .usage("“\(text)” is an option", "For that end: \(start) --until-logout")
        }
        let hasLead = rest.count > 1 && Self.leads.contains(lead)
        let time = rest.dropFirst(hasLead ? 1 : 0).joined(separator: " ")
        let begins = "A Focus begins at once. To begin at a time: focus-switch schedule set --help"
        let details = EndTime.beginnings.contains(lead) ? [begins] : []
        // “work all day”.
        if EndTime.isEndOfDay(time) {
            return .usage(
                "“\(text.printable)” may be midnight or the evening",
                details: details + EndTime.steps(for: time, start, now: invocation.now))
        }
        // “work tonight”.
        if EndTime.isTonight([time]) {
            let failure = EndTime.tonight(start, now: invocation.now)
            return .usage(failure.message ?? "", details: details + failure.details)
        }
        // “work lunch”, where Lunch is a Focus.
        let isTime = hasLead || !invocation.isFocus([time])
        if isTime, SpokenTime.complaint(about: time) != nil || EndTime.corrected(time) != nil {
            let steps = EndTime.steps(for: time, start, now: invocation.now)
            return .usage(EndTime.complaint(aboutTime: time), details: details + steps)
        }
        // “for about 2 hours”.
        let lengths = lead == "for" ? EndTime.steps(for: time, start, now: invocation.now) : []
        if !lengths.isEmpty {
            return .usage(ClockWords.complaint(aboutSpan: time), details: lengths)
        }
        if TypedSpan.milliseconds(time) != nil {
            return .usage(
                "“\(text.printable)” could be the beginning or the end",
                details: details + ["To end it by itself: \(start) --for \(shellQuoted(time))"])
        }
        // “work this afternoon” may be all of it.
        if !hasLead, let part = rest.last?.lowercased(), ["morning", "afternoon"].contains(part),
            rest.dropLast().allSatisfy({ ["this", "today", "the"].contains($0.lowercased()) }),
            let moment = MomentWords.upcoming(time, now: invocation.now),
            moment > invocation.now
        {
            let begin = CalendarTime(local: moment).clockText
            let end = part == "morning" ? "12:00" : "18:00"
            return .usage(
                "“\(text.printable)” could be the beginning or the end",
                "To end it at \(begin): \(start) --until \(begin)",
                "To end it at \(end): \(start) --until \(end)")
        }
        if let moment = MomentWords.upcoming(time, now: invocation.now),
            moment > invocation.now
        {
            return .usage(
                "“\(text.printable)” could be the beginning or the end",
                details: details + ["To end it then: \(start) --until \(shellQuoted(time))"])
        }
        if text.first?.isNumber == true { return .usage(ClockWords.complaint(aboutSpan: text)) }
        guard Self.timeWords.contains(lead) else { return nil }
        return .usage(
            "“\(text.printable)” is not a time; examples: 45min, 1h30, 18:00, 6pm,"
                + " “until tonight”, “tomorrow 9:00”")
    }
}
