// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The command `skip`.
enum SkipCommand {
    static let all = [skip]

    static let skip = Command(
        "skip", "[FOCUS [SCHEDULE]]",
        summary: "Skip one window of a schedule; the others stay",
        details: """
            The window that keeps the Focus on, or else the next one. Without SCHEDULE, all windows \
            that begin at the same moment are skipped, those of FOCUS or of all Focuses. The schedule \
            turns the Focus on again on its next day.
            """,
        options: [
            .init("undo", help: "Let the window that was skipped last take place after all"),
            .init("list", help: "List the skipped windows"),
        ],
        examples: [
            "focus-switch skip", "focus-switch skip work lunch", "focus-switch skip --undo",
        ]
    ) { invocation, values throws(CommandFailure) in
        let isLong = values.arguments.contains { Skipping.days.contains($0.lowercased()) }
        let words = try values.arguments(0...(isLong ? 3 : 2), "at most a Focus and a schedule")
        if values.flag("list") {
            guard words.isEmpty, !values.flag("undo") else {
                throw .usage("--list has no arguments and no other option")
            }
            return try list(invocation)
        }
        try invocation.needFocusd()
        let skipping = Skipping(
            editor: FocusEditor(invocation), words: words, isUndoing: values.flag("undo"))
        try skipping.refuseDay()
        _ = try values.arguments(0...2, "at most a Focus and a schedule")
        try skipping.perform()
    }

    @LoopActor private static func list(_ invocation: Invocation) throws(CommandFailure) {
        let windows = try invocation.ask(.skips).sorted { $0.start < $1.start }
        invocation.report(.array(windows.map { $0.json(isSkipped: true) })) {
            guard !windows.isEmpty else { return invocation.output.line("Nothing is skipped.") }
            let editor = FocusEditor(invocation)
            var table = Table()
            for window in windows {
                table.add(
                    editor.name(of: window.focus), window.schedule.printable,
                    window.text(now: invocation.now))
            }
            invocation.output.table(table)
        }
    }

    /// Returns the texts of the skipped windows, by Focus and schedule; none while focusd does not
    /// run.
    @LoopActor static func skippedTexts(_ invocation: Invocation) -> [FocusID: [String: String]] {
        var texts: [FocusID: [String: String]] = [:]
        let windows = (try? invocation.askIfRunning(.skips)) ?? nil
        for window in (windows ?? []).sorted(by: { $0.start < $1.start }) {
            let text = window.text(now: invocation.now)
            let earlier = texts[window.focus]?[window.schedule]
            texts[window.focus, default: [:]][window.schedule] =
                earlier.map { "\($0), \(text)" } ?? text
        }
        return texts
    }
}

/// The steps of `skip` for some words: to skip windows, or to let skipped ones take place.
@LoopActor private struct Skipping {
    let editor: FocusEditor
    let words: [String]
    let isUndoing: Bool

    private var invocation: Invocation { editor.invocation }

    func perform() throws(CommandFailure) {
        let earlier = isUndoing ? [] : (try? invocation.ask(.skips)) ?? []
        let window = try change(isUndoing ? skipped() : window())
        invocation.undoCommands = [undoCommand(window)]
        var windows = [window]
        if words.count < 2 {
            for other in try isUndoing ? undone(with: window) : begun(with: window) {
                windows.append(try change(other))
                // One command brings back all windows that begin at the same moment.
                let quoted = words.map { " \(shellQuoted($0))" }.joined()
                invocation.undoCommands =
                    isUndoing
                    ? windows.map { undoCommand($0) } : ["focus-switch skip --undo\(quoted)"]
            }
        }
        let others = windows.dropFirst().map { $0.json(isSkipped: !isUndoing) }
        invocation.report(window.json(isSkipped: !isUndoing).adding(["also": .array(others)])) {
            for window in windows {
                let name = editor.name(of: window.focus)
                for other in earlier
                where (other.focus, other.schedule) == (window.focus, window.schedule)
                    && other.start < window.start && other.end > invocation.now
                {
                    invocation.output.sentence(
                        "\(name): “\(other.schedule.printable)” is already skipped"
                            + " \(other.text(now: invocation.now)).")
                }
                let state = isUndoing ? "takes place" : "is skipped"
                invocation.output.sentence(
                    "\(name): “\(window.schedule.printable)” \(state)"
                        + " \(window.text(now: invocation.now)).")
            }
            if !isUndoing {
                invocation.output.advice("To take it back: focus-switch skip --undo")
            }
        }
    }

    static let days: Set = ["today", "tonight", "tomorrow"]

    /// Throws for a day in place of a Focus or beside one, with the command for the window of that
    /// day, if it is the one that `skip` skips: `skip today`, `skip work tomorrow`.
    func refuseDay() throws(CommandFailure) {
        let named = editor.catalog.focuses.values.flatMap { $0.schedules.map(\.name) }
        guard !isUndoing,
            let place = words.lastIndex(where: { Self.days.contains($0.lowercased()) }),
            !editor.isNamed(words[place]), ListedMembers.find(words[place], in: named) == nil
        else { return }
        var others = words
        let day = others.remove(at: place)
        // “office tomorrow”.
        let owners = others.count == 1 && !editor.isNamed(others[0]) ? owners(others[0]) : []
        if owners.count == 1, let (focus, schedule) = owners.first {
            others = [focus.id.rawValue, schedule]
        }
        guard owners.count < 2 else {
            throw .refused(
                "several Focuses have a schedule “\(others[0].printable)”",
                "The next changes: focus-switch next")
        }
        let target = try Skipping(editor: editor, words: others, isUndoing: false).window()
        let schedule = editor.catalog.focuses[target.focus]?.schedules
            .first { $0.name == target.schedule }
        let own = try invocation.ask(.skips)
            .filter { $0.focus == target.focus && $0.schedule == target.schedule }
        let begin = target.moment ?? schedule.flatMap { next($0, skipped: own) }
        // A Focus that was turned on by hand without an end has ended the window of now.
        let active = try invocation.ask(.status).activation
        let isOver =
            target.moment == nil && begin == invocation.now && active?.cause == .manual
            && active?.until == nil
        let today = CalendarTime(local: invocation.now)
        let meant = day.lowercased() == "tomorrow" ? today.tomorrow : today
        let time = begin.map { CalendarTime(local: $0) }
        guard let time, !isOver, time.isSameDay(as: meant),
            day.lowercased() != "tonight" || time.hour >= Self.evening
        else {
            throw .refused(
                "no window of \(day) can be skipped now: only the one that is on, or the next one",
                "The next changes: focus-switch next")
        }
        throw .usage(
            "“\(day)” is neither a Focus nor a schedule",
            "To skip “\(target.schedule.printable)” \(day): focus-switch skip"
                + " \(shellQuoted(target.focus.rawValue)) \(shellQuoted(target.schedule))")
    }

    /// The first hour of the evening.
    private static let evening = 17

    private func change(_ target: Target) throws(CommandFailure) -> SkippedWindow {
        try invocation.ask(
            .skip(target.focus, target.schedule, window: target.moment, isSkipped: !isUndoing))
    }

    /// Returns the command that takes back the skip of one window, or the end of that skip.
    private func undoCommand(_ window: SkippedWindow) -> String {
        "focus-switch skip \(isUndoing ? "" : "--undo ")\(shellQuoted(window.focus.rawValue))"
            + " \(shellQuoted(window.schedule))"
    }

    /// Returns the other schedules with a window that begins at the same time as a skipped one.
    private func begun(with window: SkippedWindow) throws(CommandFailure) -> [Target] {
        let skipped = try invocation.ask(.skips)
        let focuses = editor.catalog.focuses.ordered
        let zone = LocalTimeZone.current()
        return focuses.filter { words.isEmpty || $0.id == window.focus }.flatMap { focus in
            focus.schedules.filter { schedule in
                let isSame = focus.id == window.focus && schedule.name == window.schedule
                let isSkipped = skipped.contains {
                    ($0.focus, $0.schedule, $0.start) == (focus.id, schedule.name, window.start)
                }
                return schedule.begins(at: window.start, zone) && !isSame && !isSkipped
            }
            .map { Target(focus: focus.id, schedule: $0.name, moment: window.start) }
        }
    }

    /// Returns the other skipped windows that begin at the same time as one that takes place again.
    private func undone(with window: SkippedWindow) throws(CommandFailure) -> [Target] {
        try invocation.ask(.skips).filter { other in
            other.start == window.start && (words.isEmpty || other.focus == window.focus)
                && (other.focus, other.schedule) != (window.focus, window.schedule)
        }
        .map { Target(focus: $0.focus, schedule: $0.schedule, moment: $0.start) }
    }

    private struct Target {
        var focus: FocusID
        var schedule: String
        var moment: Timestamp?
    }

    /// Returns the Focus that the first word names, or nil without words. If the word names a
    /// schedule, the error has the command with the schedule's Focus.
    private func focus() throws(CommandFailure) -> FocusID? {
        guard let word = words.first else { return nil }
        do throws(CommandFailure) {
            return try editor.focus(named: word)
        } catch {
            let owners = owners(word)
            guard words.count == 1, !owners.isEmpty else { throw error }
            throw .refused(
                "there is no Focus “\(word.printable)”, but a schedule of that name",
                details: owners.map { focus, schedule in
                    let command =
                        "focus-switch skip \(isUndoing ? "--undo " : "")"
                        + "\(shellQuoted(focus.id.rawValue)) \(shellQuoted(schedule))"
                    return "For that of \(focus.name.printable): \(command.printable)"
                })
        }
    }

    /// Returns the Focuses with a schedule that a word means, and its name.
    private func owners(_ word: String) -> [(Focus, String)] {
        editor.catalog.focuses.ordered.compactMap { focus in
            ListedMembers.find(word, in: focus.schedules.map(\.name)).map { (focus, $0) }
        }
    }

    /// Returns the name of the schedule that a word means. For a Focus without schedules, focusd
    /// knows the reason.
    private func schedule(_ word: String, of focus: FocusID) throws(CommandFailure) -> String {
        let names = (editor.catalog.focuses[focus]?.schedules ?? []).map(\.name)
        if let name = ListedMembers.find(word, in: names) { return name }
        guard !names.isEmpty else { return word }
        throw .refused(
            "\(editor.name(of: focus)) has no schedule “\(word.printable)”"
                + CommandLineReader.suggestion(word, among: names))
    }

    /// Returns the window that keeps a Focus on, or else the next one.
    private func window() throws(CommandFailure) -> Target {
        let focus = try focus()
        if words.count == 2, let focus {
            return Target(focus: focus, schedule: try schedule(words[1], of: focus))
        }
        let active = try invocation.ask(.status).activation
        if let active, let schedule = active.schedule, focus == nil || focus == active.focus {
            return Target(focus: active.focus, schedule: schedule, moment: invocation.now)
        }
        let changes = try invocation.ask(.upcoming(limit: UInt32(Limits.upcomingChanges)))
        for change in changes where change.cause == .schedule {
            guard let id = change.focus, let schedule = change.schedule, focus ?? id == id else {
                continue
            }
            return Target(focus: id, schedule: schedule, moment: change.time)
        }
        if let focus, editor.catalog.focuses[focus]?.schedules.isEmpty == true {
            throw .refused(
                "\(editor.name(of: focus)) has no schedule to skip",
                "To list the schedules: focus-switch schedule list")
        }
        if active?.cause == .trigger, let target = try hidden(focus) { return target }
        let name = focus.map { "“\(editor.name(of: $0))”" } ?? "a Focus"
        // A Focus that was turned on by hand without an end takes precedence over all schedules.
        guard let active, active.cause == .manual, active.until == nil else {
            throw .refused("no schedule turns on \(name)")
        }
        let end = active.endsWithSession ? "log out" : "turn it off"
        throw .refused(
            "\(editor.name(of: active.focus)) is on until you \(end); no schedule turns on"
                + " \(name) before that",
            "To turn it off: focus-switch off")
    }

    /// Returns the window that a trigger hides from focusd's forecast, since nobody knows the end
    /// of a trigger: one whose time is now, else the next one.
    ///
    /// - Parameter id: the Focus of the window; nil for all Focuses.
    private func hidden(_ id: FocusID?) throws(CommandFailure) -> Target? {
        let skipped = try invocation.ask(.skips)
        var first: (target: Target, time: Timestamp)?
        for focus in editor.catalog.focuses.ordered where id == nil || focus.id == id {
            for schedule in focus.schedules {
                let own = skipped.filter { $0.focus == focus.id && $0.schedule == schedule.name }
                let begin = next(schedule, skipped: own)
                guard let begin, first.map({ begin < $0.time }) ?? true else { continue }
                first = (Target(focus: focus.id, schedule: schedule.name, moment: begin), begin)
            }
        }
        return first?.target
    }

    /// Returns the present time within a window of the schedule, else the begin of the next window.
    ///
    /// - Parameter skipped: the windows that do not count.
    private func next(_ schedule: Schedule, skipped: [SkippedWindow]) -> Timestamp? {
        let (now, zone) = (invocation.now, LocalTimeZone.current())
        let isSkippedNow = skipped.contains { $0.start <= now && now < $0.end }
        var begin: Timestamp? = now
        if isSkippedNow || !schedule.isDue(at: now, zone) {
            repeat {
                begin = begin.flatMap { schedule.nextBegin(after: $0, zone) }
            } while skipped.contains { $0.start == begin }
        }
        return begin
    }

    /// Of the windows that the words mean, returns the one that the user skipped last.
    private func skipped() throws(CommandFailure) -> Target {
        let focus = try focus()
        let all = try invocation.ask(.skips)
        guard !all.isEmpty else {
            throw .refused("nothing is skipped, so there is nothing to undo")
        }
        let found = all.filter { window in
            (focus == nil || window.focus == focus)
                && (words.count < 2 || window.schedule == words[1])
        }
        // focusd lists them in the order in which they were skipped.
        guard let last = found.last else {
            throw .refused(
                "no such window is skipped; to list those that are: focus-switch skip --list")
        }
        return Target(focus: last.focus, schedule: last.schedule, moment: last.start)
    }
}

extension SkippedWindow {
    fileprivate func json(isSkipped: Bool) -> JSONValue {
        [
            "focus": .string(focus.rawValue), "schedule": .string(schedule),
            "from": .string(TimeText.utc(start)), "to": .string(TimeText.utc(end)),
            "skipped": .boolean(isSkipped),
        ]
    }

    /// Returns `Work: “office” tomorrow 9:00 to 17:30`.
    @LoopActor func name(_ invocation: Invocation) -> String {
        let name = FocusEditor(invocation).name(of: focus)
        return "\(name): “\(schedule.printable)” \(text(now: invocation.now))"
    }

    /// Returns `tomorrow 9:00 to 17:30`.
    fileprivate func text(now: Timestamp) -> String {
        let isToday = CalendarTime(local: start).isSameDay(as: CalendarTime(local: now))
        return (isToday ? "today " : "") + TimeText.upcoming(start, now: now)
            + " to \(TimeText.upcoming(end, after: start, now: now))"
    }
}
