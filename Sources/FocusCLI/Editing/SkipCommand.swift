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
        let words = try values.arguments(0...2, "at most a Focus and a schedule")
        if values.flag("list") {
            guard words.isEmpty, !values.flag("undo") else {
                throw .usage("--list has no arguments and no other option")
            }
            return try list(invocation)
        }
        try invocation.needFocusd()
        let isUndoing = values.flag("undo")
        let target =
            isUndoing ? try skipped(words, invocation) : try window(words, invocation)
        let window = try invocation.ask(
            .skip(
                target.focus, target.schedule, window: target.moment, isSkipped: !isUndoing))
        invocation.undoCommands = [undoCommand(window, isUndoing)]
        var windows = [window]
        if words.count < 2 {
            let others =
                try isUndoing
                ? undone(with: window, words, invocation)
                : begun(with: window, words, invocation)
            for other in others {
                windows.append(
                    try invocation.ask(
                        .skip(
                            other.focus, other.schedule, window: other.moment,
                            isSkipped: !isUndoing)))
                // One command brings back all windows that begin at the same moment.
                let quoted = words.map { " \(shellQuoted($0))" }.joined()
                invocation.undoCommands =
                    isUndoing
                    ? windows.map { undoCommand($0, true) } : ["focus-switch skip --undo\(quoted)"]
            }
        }
        let others = windows.dropFirst().map { json($0, isSkipped: !isUndoing) }
        invocation.report(json(window, isSkipped: !isUndoing).adding(["also": .array(others)])) {
            for window in windows {
                let name = FocusEditor(invocation).name(of: window.focus)
                let state = isUndoing ? "takes place" : "is skipped"
                invocation.output.sentence(
                    "\(name): “\(window.schedule.printable)” \(state) \(text(window, invocation)).")
            }
            if !isUndoing {
                invocation.output.advice("To take it back: focus-switch skip --undo")
            }
        }
    }

    /// Returns the command that takes back the skip of one window, or the end of that skip.
    private static func undoCommand(_ window: SkippedWindow, _ isUndoing: Bool) -> String {
        "focus-switch skip \(isUndoing ? "" : "--undo ")\(shellQuoted(window.focus.rawValue))"
            + " \(shellQuoted(window.schedule))"
    }

    /// Returns the other schedules with a window that begins at the same time as a skipped one.
    @LoopActor private static func begun(
        with window: SkippedWindow, _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> [Target] {
        let skipped = try invocation.ask(.skips)
        let focuses = FocusEditor(invocation).catalog.focuses.ordered
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
    @LoopActor private static func undone(
        with window: SkippedWindow, _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> [Target] {
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
    @LoopActor private static func focus(
        _ words: [String], isUndoing: Bool, _ invocation: Invocation
    ) throws(CommandFailure) -> FocusID? {
        guard let word = words.first else { return nil }
        let editor = FocusEditor(invocation)
        do throws(CommandFailure) {
            return try editor.focus(named: word)
        } catch {
            let owners = editor.catalog.focuses.ordered.compactMap {
                focus in
                ListedMembers.find(word, in: focus.schedules.map(\.name)).map { (focus, $0) }
            }
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

    /// Returns the name of the schedule that a word means. For a Focus without schedules, focusd
    /// knows the reason.
    @LoopActor private static func schedule(
        _ word: String, of focus: FocusID, _ invocation: Invocation
    ) throws(CommandFailure) -> String {
        let editor = FocusEditor(invocation)
        let names = (editor.catalog.focuses[focus]?.schedules ?? []).map(\.name)
        if let name = ListedMembers.find(word, in: names) { return name }
        guard !names.isEmpty else { return word }
        throw .refused(
            "\(editor.name(of: focus)) has no schedule “\(word.printable)”"
                + CommandLineReader.suggestion(word, among: names))
    }

    /// Returns the window that keeps a Focus on, or else the next one.
    @LoopActor private static func window(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> Target {
        let focus = try focus(words, isUndoing: false, invocation)
        if words.count == 2, let focus {
            return Target(
                focus: focus, schedule: try schedule(words[1], of: focus, invocation), moment: nil)
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
        let editor = FocusEditor(invocation)
        if let focus, editor.catalog.focuses[focus]?.schedules.isEmpty == true {
            throw .refused(
                "\(editor.name(of: focus)) has no schedule to skip",
                "To list the schedules: focus-switch schedule list")
        }
        if active?.cause == .trigger, let target = try hidden(focus, editor) { return target }
        let nothing =
            focus.map { "no schedule turns on “\(editor.name(of: $0))”" }
            ?? "no schedule turns on a Focus"
        // A Focus that was turned on by hand without an end takes precedence over all schedules.
        guard let active, active.cause == .manual, active.until == nil else {
            throw .refused(nothing)
        }
        throw .refused(
            "\(nothing): \(editor.name(of: active.focus)) is on until you turn it off",
            "To turn it off: focus-switch off")
    }

    /// Returns the window that a trigger hides from focusd's forecast, since nobody knows the end
    /// of a trigger: one whose time is now, else the next one.
    ///
    /// - Parameter id: the Focus of the window; nil for all Focuses.
    @LoopActor private static func hidden(
        _ id: FocusID?, _ editor: FocusEditor
    ) throws(CommandFailure) -> Target? {
        let (now, zone) = (editor.invocation.now, LocalTimeZone.current())
        let skipped = try editor.invocation.ask(.skips)
        var first: (target: Target, time: Timestamp)?
        for focus in editor.catalog.focuses.ordered
        where id == nil || focus.id == id {
            for schedule in focus.schedules {
                let own = skipped.filter { $0.focus == focus.id && $0.schedule == schedule.name }
                let isSkippedNow = own.contains { $0.start <= now && now < $0.end }
                var begin: Timestamp? = now
                if isSkippedNow || !schedule.isDue(at: now, zone) {
                    repeat {
                        begin = begin.flatMap { schedule.nextBegin(after: $0, zone) }
                    } while own.contains { $0.start == begin }
                }
                guard let begin, first.map({ begin < $0.time }) ?? true else { continue }
                first = (Target(focus: focus.id, schedule: schedule.name, moment: begin), begin)
            }
        }
        return first?.target
    }

    /// Of the windows that the words mean, returns the one that the user skipped last.
    @LoopActor private static func skipped(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> Target {
        let focus = try focus(words, isUndoing: true, invocation)
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

    @LoopActor private static func list(_ invocation: Invocation) throws(CommandFailure) {
        let windows = try invocation.ask(.skips).sorted { $0.start < $1.start }
        invocation.report(.array(windows.map { json($0, isSkipped: true) })) {
            guard !windows.isEmpty else { return invocation.output.line("Nothing is skipped.") }
            let editor = FocusEditor(invocation)
            var table = Table()
            for window in windows {
                table.add(
                    editor.name(of: window.focus), window.schedule.printable,
                    text(window, invocation))
            }
            invocation.output.table(table)
        }
    }

    private static func json(_ window: SkippedWindow, isSkipped: Bool) -> JSONValue {
        [
            "focus": .string(window.focus.rawValue), "schedule": .string(window.schedule),
            "from": .string(TimeText.utc(window.start)), "to": .string(TimeText.utc(window.end)),
            "skipped": .boolean(isSkipped),
        ]
    }

    /// Returns `Work: “office” tomorrow 9:00 to 17:30`.
    @LoopActor static func name(of window: SkippedWindow, _ invocation: Invocation) -> String {
        let focus = FocusEditor(invocation).name(of: window.focus)
        return "\(focus): “\(window.schedule.printable)” \(text(window, invocation))"
    }

    /// Returns `tomorrow 9:00 to 17:30`.
    @LoopActor private static func text(
        _ window: SkippedWindow, _ invocation: Invocation
    ) -> String {
        let end = TimeText.upcoming(window.end, after: window.start, now: invocation.now)
        let start = TimeText.upcoming(window.start, now: invocation.now)
        let isToday = CalendarTime(local: window.start)
            .isSameDay(as: CalendarTime(local: invocation.now))
        return "\(isToday ? "today " : "")\(start) to \(end)"
    }

    /// Returns the texts of the skipped windows, by Focus and schedule; none while focusd does not
    /// run.
    @LoopActor static func skippedTexts(_ invocation: Invocation) -> [FocusID: [String: String]] {
        var texts: [FocusID: [String: String]] = [:]
        let windows = (try? invocation.askIfRunning(.skips)) ?? nil
        for window in (windows ?? []).sorted(by: { $0.start > $1.start }) {
            texts[window.focus, default: [:]][window.schedule] = text(window, invocation)
        }
        return texts
    }
}
