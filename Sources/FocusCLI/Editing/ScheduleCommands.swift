// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The commands `schedule list`, `schedule set`, `schedule remove` and `next`.
enum ScheduleCommands {
    static let all = [list, set, remove, next]

    static let list = Command(
        "schedule list", summary: "List the schedules of Focuses",
        options: [
            .init("focus", .string, placeholder: "FOCUS", help: "Only those of that Focus")
        ],
        examples: ["focus-switch schedule list", "focus-switch schedule list --focus work"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let editor = FocusEditor(invocation)
        let focuses = try editor.focuses(named: values.string("focus"))
        let schedules = focuses.flatMap { focus in focus.schedules.map { (focus, $0) } }
        let json = schedules.map { focus, schedule in
            JSONValue.object([]).adding(["focus": .string(focus.id.rawValue)])
                .adding(schedule.members)
        }
        invocation.report(.array(json)) {
            if schedules.isEmpty { invocation.output.line("No schedules.") }
            if values.string("focus") == nil { editor.noteUnlisted("schedules") }
            var table = Table(.cut, flexible: [1, 0], names: [0, 1], wrapping: [4])
            let skipped = SkipCommand.skippedTexts(invocation)
            for (focus, schedule) in schedules {
                let skip = skipped[focus.id]?[schedule.name]
                table.add(
                    focus.name.printable, schedule.name.printable, schedule.dayText,
                    schedule.timeText, skip.map { "skipped \($0)" } ?? "")
            }
            invocation.output.table(table)
        }
    }

    static let set = Command(
        "schedule set", "NAME", summary: "Add or change a schedule of a Focus",
        details: """
            DAYS are the days on which it begins: Mon-Fri, Sat,Sun, weekdays, weekend, daily. A TIME \
            is 9:00, 9, 5:30pm, noon or midnight; a --to that is not after --from is on the next day. \
            A schedule that exists keeps what is not given.
            """,
        options: [
            FocusEditor.option,
            .init("days", .string, placeholder: "DAYS", help: "Days on which it begins (daily)"),
            .init("from", .string, placeholder: "TIME", help: "Time at which it begins"),
            .init("to", .string, placeholder: "TIME", help: "Time at which it ends"),
        ],
        examples: [
            "focus-switch schedule set office --focus work --days Mon-Fri --from 9:00 --to 17:30",
            "focus-switch schedule set night --focus sleep --from 22:30 --to 7:00",
        ]
    ) { invocation, values throws(CommandFailure) in
        guard !values.arguments.isEmpty else {
            throw .usage("expected the schedule's name, and --from and --to for a new one")
        }
        try refuseTimes(values, invocation)
        let typed = try values.groupName("the schedule's name")
        let days = try values.string("days").map(DayWords.days)
        let from = try time(values, "from")
        let to = try time(values, "to")
        let editor = FocusEditor(invocation)
        let id = try editor.focus(values) { focus in
            focus.schedules.contains { $0.name == typed }
        }
        let schedules = try editor.read(id).focus.schedules
        let name = meant(by: typed, among: schedules.map(\.name))
        let known = schedules.first { $0.name == name }
        if known == nil { try refuseFocus(typed, of: id, values, editor) }
        let needed = "a new schedule needs --from and --to"
        guard from ?? known?.from != nil, to ?? known?.to != nil else { throw .usage(needed) }
        var changed: Schedule?
        try editor.edit(id) { file throws(FocusFileError) in
            // Reads the schedule again: another program may have changed the file meanwhile.
            let known = file.focus.schedules.first { $0.name == name }
            guard let from = from ?? known?.from, let to = to ?? known?.to else {
                throw .badValue(needed)
            }
            let schedule = Schedule(
                name: name, days: days ?? known?.days ?? Set(Weekday.allCases), from: from, to: to)
            try file.setSchedule(schedule)
            changed = schedule
            let focus = file.focus.name.printable
            let times = "\(schedule.dayText), \(schedule.timeText)"
            let others =
                replaced(known, by: schedule)
                + twins(of: schedule, of: id, file.focus, editor.catalog)
                + ScheduleOverlaps(schedule, of: id, editor.catalog).sentences
            return [
                schedule == known
                    ? "“\(name.printable)” of \(focus) had these days and times already: \(times)."
                    : "\(focus) will be on \(times)."
            ] + others
        }
        if let changed { try tellNextBegin(of: changed, of: id, editor) }
    }

    /// Throws for times behind the name of a schedule or a Focus, with the command that sets them:
    /// `schedule set work 9:00-17:00`.
    @LoopActor private static func refuseTimes(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        try refuseFocusAlone(values, invocation)
        for word in values.arguments.dropFirst() {
            let ends = word.split(separator: "-").map { ClockWords.withoutSeconds($0) }
            let wrong = ends.first { ClockWords.time($0) == nil && $0.contains(":") }
                .map(String.init)
            if ends.count <= 2, word.first?.isNumber == true, let wrong {
                throw .usage(
                    "“\(wrong.printable)” is not a time of day; examples: 9:00, 17:30, 6pm")
            }
        }
        // A time alone may be the schedule's name.
        guard values.arguments.count > 1 else { return }
        guard
            let command = ScheduleWords.command(
                values.arguments, focus: values.string("focus"), invocation)
        else { return try refuseOtherTimes(values, invocation) }
        // The command has the day that a mistyped one resembles.
        let read = values.arguments.dropFirst().compactMap { word -> String? in
            guard word.count > 4, let day = DayWords.nearest(to: word), command.contains(day)
            else { return nil }
            return "“\(word.printable)” is read as “\(day)”."
        }
        throw .usage(
            "the times of a schedule are options",
            details: ["To set times of the day: \(command)"] + read)
    }

    /// Throws for `work 9-12 and 13-17` and `work at 9`, with the commands that set such times.
    @LoopActor private static func refuseOtherTimes(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        var words = values.arguments
        let focus = values.string("focus") ?? SpokenPhrase.takeFocus(from: &words, invocation)
        guard let focus else { return }
        var lead = "To set times of the day"
        var times = ScheduleWords.several(words)
        if times == nil, ["at", "from"].contains(words[0].lowercased()) {
            lead += ", for \(ScheduleWords.guessedHours) hours"
            times = ScheduleWords(beginning: words).map { [$0] }
        }
        guard let times else { return }
        throw .usage(
            "the times of a schedule are options",
            details: ScheduleWords.lines(times, focus, invocation, lead: lead))
    }

    /// Throws for a Focus in place of a new schedule's name, without times: `schedule set work`.
    @LoopActor private static func refuseFocusAlone(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        let editor = FocusEditor(invocation)
        let name = values.arguments.joined(separator: " ")
        let isEmpty = ["from", "to", "days", "focus"].allSatisfy { values.string($0) == nil }
        guard isEmpty, let id = try? editor.focus(named: name, offersTemplate: false),
            !editor.catalog.focuses.values.contains(where: { focus in
                focus.schedules.contains { $0.name.lowercased() == name.lowercased() }
            })
        else { return }
        throw .usage(
            "“\(name.printable)” is a Focus, and a new schedule needs --from and --to",
            "For example: focus-switch schedule set hours --focus"
                + " \(shellQuoted(id.rawValue).printable) --days Mon-Fri --from 9:00 --to 17:00")
    }

    /// Throws for a new schedule of the active Focus with the id or name of another Focus, with the
    /// commands for either: `schedule set sleep --from 22:00 --to 7:00` while Work is on.
    @LoopActor private static func refuseFocus(
        _ typed: String, of active: FocusID, _ values: OptionValues, _ editor: FocusEditor
    ) throws(CommandFailure) {
        guard values.string("focus") == nil,
            let other = try? editor.focus(named: typed, offersTemplate: false), other != active
        else { return }
        throw .refused(
            "“\(typed.printable)” is a Focus, and \(editor.name(of: active)) is on; nothing was"
                + " changed",
            details: [other, active].map { id in
                let words = editor.invocation.words + ["--focus", id.rawValue]
                let command = words.map(shellQuoted).joined(separator: " ").printable
                return "For the Focus “\(editor.name(of: id))”: focus-switch \(command)"
            })
    }

    /// Returns the name that a user means: the typed one, or the only one that differs from it in
    /// letter case alone.
    private static func meant(by typed: String, among names: [String]) -> String {
        if names.contains(typed) { return typed }
        let found = names.filter { $0.lowercased() == typed.lowercased() }
        return found.count == 1 ? found[0] : typed
    }

    /// Returns the sentence with the days and times that a changed schedule had.
    private static func replaced(_ known: Schedule?, by schedule: Schedule) -> [String] {
        guard let known,
            (known.days, known.from, known.to) != (schedule.days, schedule.from, schedule.to)
        else { return [] }
        return ["“\(known.name.printable)” was \(known.dayText), \(known.timeText)."]
    }

    /// Returns sentences about other schedules with the same days and times.
    private static func twins(
        of schedule: Schedule, of id: FocusID, _ changed: Focus, _ catalog: FocusCatalog
    ) -> [String] {
        var focuses = catalog.focuses
        focuses[id] = changed
        return focuses.ordered.flatMap { focus in
            focus.schedules.filter { other in
                (other.days, other.from, other.to) == (schedule.days, schedule.from, schedule.to)
                    && (focus.id != id || other.name != schedule.name)
            }
            .map { other in
                let name = "“\(other.name.printable)” of \(focus.name.printable)"
                guard focus.id == id else {
                    return "\(name) has the same days and times; only one Focus can be on."
                }
                return "\(name) has the same days and times already. To remove one: focus-switch"
                    + " schedule remove \(shellQuoted(schedule.name).printable) --focus"
                    + " \(shellQuoted(id.rawValue).printable)"
            }
        }
    }

    /// Prints the state of the Focus if the schedule's time is now: it is on, or begins later.
    @LoopActor private static func tellNextBegin(
        of schedule: Schedule, of id: FocusID, _ editor: FocusEditor
    ) throws(CommandFailure) {
        let invocation = editor.invocation
        guard !invocation.isJSON, schedule.isDue(at: invocation.now, LocalTimeZone.current()),
            let status = try invocation.askIfRunning(.status)
        else { return }
        if let activation = status.activation, activation.focus == id {
            let end = activation.untilText(now: invocation.now)
            return invocation.output.sentence("\(editor.name(of: id)) is on now\(end).")
        }
        let changes = try invocation.askIfRunning(.upcoming(limit: UInt32(Limits.upcomingChanges)))
        guard let next = changes?.first(where: { $0.focus == id })?.time else { return }
        let name = editor.name(of: id)
        let state =
            status.activation == nil
            ? "You turned a Focus off by hand, and that also holds for schedules whose time has begun"
            : "\(status.focusName.printable) stays on"
        let isToday = CalendarTime(local: next).isSameDay(as: CalendarTime(local: invocation.now))
        let time = (isToday ? "at " : "") + TimeText.upcomingWithDate(next, now: invocation.now)
        invocation.output.sentence("\(state); \(name) begins \(time).")
        // The end is the one of the schedule: `schedule.to` is less than a day ahead.
        invocation.output.advice(
            "To turn \(name) on now: focus-switch on \(shellQuoted(id.rawValue).printable) --until"
                + " \(schedule.to.text)")
        // At the schedule's next time, another Focus may take precedence.
        guard let due = schedule.nextBegin(after: invocation.now, LocalTimeZone.current()),
            due < next, let first = changes?.last(where: { $0.time <= due && $0.focus != nil })
        else { return }
        let cause = first.schedule.map { " (schedule \($0.printable))" } ?? ""
        invocation.output.sentence(
            "Its next time is \(TimeText.upcomingWithDate(due, now: invocation.now)), but"
                + " \(first.name.printable)\(cause) is on then.")
    }

    static let remove = Command(
        "schedule remove", "[NAME]", summary: "Remove one schedule of a Focus, or all",
        details: "“schedule clear” means the same.",
        options: [FocusEditor.option, .init("all", help: "All schedules of the Focus")],
        examples: [
            "focus-switch schedule remove office --focus work",
            "focus-switch schedule remove --all --focus work",
        ]
    ) { invocation, values throws(CommandFailure) in
        let typed = try values.arguments(0...1, "at most the schedule's name").first
        if typed != nil, values.flag("all") { throw .usage("a name and --all exclude each other") }
        let editor = FocusEditor(invocation)
        let has = { (focus: Focus) -> Bool in
            let names = focus.schedules.map(\.name)
            return typed.map { names.contains(meant(by: $0, among: names)) } ?? false
        }
        let id = try editor.focus(values, having: has)
        let file = try editor.read(id)
        let names = file.focus.schedules.map(\.name)
        let name = typed.map { meant(by: $0, among: names) }
        if name == nil, !values.flag("all"), !names.isEmpty {
            throw .refused(
                "nothing was removed: \(file.focus.name.printable) has"
                    + " \(names.count == 1 ? "the schedule" : "the schedules")"
                    + " \(names.map { "“\($0.printable)”" }.joined(separator: ", ")); name one, or use"
                    + " --all")
        }
        if let name, !names.contains(name) {
            throw .refused(
                "\(file.focus.name.printable) has no schedule “\(name.printable)”"
                    + (name == "all"
                        ? "; for all schedules: --all"
                        : CommandLineReader.suggestion(name, among: names)),
                details: editor.optionSteps(values, having: has))
        }
        try editor.edit(id) { file throws(FocusFileError) in
            for name in name.map({ [$0] }) ?? file.focus.schedules.map(\.name) {
                try file.removeSchedule(name)
            }
            let focus = file.focus.name.printable
            if let name { return ["Removed the schedule “\(name.printable)” of \(focus)."] }
            return [
                names.isEmpty
                    ? "\(focus) has no schedules." : "Removed all schedules of \(focus)."
            ]
        }
    }

    private static func time(
        _ values: OptionValues, _ option: String
    ) throws(CommandFailure) -> TimeOfDay? {
        guard let text = values.string(option) else { return nil }
        guard let time = ClockWords.time(text) ?? ClockWords.digits(text) ?? ClockWords.french(text)
        else {
            throw .usage(
                "--\(option): "
                    + (SpokenTime.complaint(about: text)
                        ?? "“\(text.printable)” is not a time of day; examples: 9:00, 17:30, 6pm"))
        }
        return time
    }
}

extension Schedule {
    private var dayNames: [String] {
        Weekday.allCases.filter { days.contains($0) }.map(\.rawValue)
    }

    var members: KeyValuePairs<String, JSONValue> {
        [
            "name": .string(name), "days": .strings(dayNames), "from": .string(from.text),
            "to": .string(to.text),
        ]
    }

    /// Days such as `Mon Tue`, `Mon-Fri` or `daily`.
    var dayText: String {
        if days.count == Weekday.allCases.count { return "daily" }
        let runs = Weekday.allCases.split { !days.contains($0) }.map { $0.map(\.rawValue) }
        return runs.map { run in
            run.count > 2 ? "\(run[0])-\(run[run.count - 1])" : run.joined(separator: " ")
        }.joined(separator: " ")
    }

    /// Times such as `09:00 to 17:30`, `22:30 to 07:00 the next day` or `00:00 for 24 hours`.
    var timeText: String {
        if from == to { return "\(from.text) for 24 hours" }
        let times = "\(from.text) to \(to.text)"
        return to < from ? "\(times) the next day" : times
    }

    /// Name, days and times on one line.
    var text: String { "\(name.printable): \(dayText) \(timeText)" }
}
