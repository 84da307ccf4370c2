// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The command `snooze`.
enum SnoozeCommands {
    static let all = [snooze]

    static let snooze = Command(
        "snooze", "[ID…]",
        summary: "Hide notifications and show them again later; alone: list them",
        details: """
            Until then a notification is in the missed list, and its app knows nothing of it. It comes \
            back as a popup with its actions, whatever Focus is on. “focus-switch missed deliver” shows \
            it at once; with --undo it stays in the missed list and does not come back. The time may \
            also follow the ids: “focus-switch snooze 12 13 1h”.
            """,
        options: EndTime.options.filter { $0.name != "until-logout" } + [
            .init("undo", help: "End the snooze: back to the missed list")
        ],
        examples: [
            "focus-switch snooze 12 --for 20min", "focus-switch snooze 12 13 --until 18:00",
            "focus-switch snooze", "focus-switch snooze --undo 12",
        ]
    ) { invocation, values throws(CommandFailure) in
        if values.flag("undo") { return try SnoozeUndo.end(values, invocation) }
        try refuseHabit(values.arguments + [values.string("for")].compactMap(\.self))
        try refuseEverything(EndTime.idsFirst(values.arguments), invocation)
        if let lead = MistypedLead(values.arguments, invocation) {
            let areIDs = lead.names.allSatisfy { UInt32($0) != nil }
            let apps = areIDs ? nil : try ListWords.known(lead.names, invocation.apps)
            let ids = lead.names.joined(separator: " ")
            let step =
                apps.map { "To mute an app for a while: focus-switch mute \($0) \(lead.option)" }
                ?? (areIDs ? "For that time: focus-switch snooze \(ids) \(lead.option)" : nil)
            throw .usage(
                "“\(lead.typed.printable)” is no word before a time"
                    + CommandLineReader.suggestion(lead.meant),
                step ?? "The ids of notifications: focus-switch missed")
        }
        let (end, words) = try EndTime.readIDs(values, now: invocation.now)
        guard !words.isEmpty else {
            guard end == .never else {
                throw .usage("expected ids of notifications; focus-switch missed lists the ids")
            }
            return try list(invocation)
        }
        try refuseApp(words, values, invocation)
        let ids = try MissedCommands.ids(words)
        let typed = [values.string("for"), values.string("until"), values.arguments.last]
        if end == .never, typed.contains(where: { $0.map(EndTime.isEndless) == true }) {
            let numbers = ids.map { String($0.rawValue) }.joined(separator: " ")
            throw .usage(
                "a snooze needs a time to come: --for 20min, or --until 18:00",
                "For good: focus-switch missed dismiss \(numbers)")
        }
        let before = SnoozeUndo(ids, invocation)
        let (count, moment) = try snooze(ids, end, invocation)
        if count > 0 { invocation.undoCommands = before.commands }
        invocation.report([
            "count": .integer(Int64(count)), "until": .string(TimeText.utc(moment)),
        ]) {
            guard count > 0 else { return }
            let time = TimeText.upcoming(moment, now: invocation.now)
            invocation.output.line(
                "Snoozed \(Wording.count(count, "notification")) until \(time).")
            if let advice = before.advice { invocation.output.advice(advice) }
        }
        guard count < ids.count else { return }
        if ids.count == 1, let failure = ManyMissed.refusal(ids[0], invocation) { throw failure }
        throw .refused(
            "\(Wording.count(ids.count - Int(count), "notification")) could not be snoozed",
            details: ManyMissed.reasons(ids, invocation)
                + ["The ids of those that can: focus-switch missed"])
    }

    /// Throws for words such as `end 12`, `12 off` and `12 0min`.
    private static func refuseHabit(_ words: [String]) throws(CommandFailure) {
        let habits: Set = ["cancel", "clear", "end", "off", "remove", "stop", "undo", "unsnooze"]
        let isEnd = { (word: String) in
            habits.contains(word.lowercased())
                || ClockWords.isZero(word) && (words.count > 1 || !word.isNumber)
        }
        let rest = words.filter { !isEnd($0) && $0 != "for" }
        guard words.contains(where: isEnd), rest.allSatisfy({ UInt32($0) != nil }) else { return }
        let ids = rest.isEmpty ? "ID" : rest.joined(separator: " ")
        throw .usage(
            "a snooze is ended with --undo",
            "To put it back into the missed list: focus-switch snooze --undo \(ids)",
            "To show it now: focus-switch missed deliver \(ids)")
    }

    /// Throws for `all` and for an end without ids: `all 1h`, `until 18:00`.
    @LoopActor private static func refuseEverything(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) {
        let rest = words.drop { ["all", "everything"].contains($0.lowercased()) }
        var option = "--for 1h"
        if let (before, end) = try? EndTime.trailing(["dnd"] + rest, now: invocation.now),
            before.count == 1
        {
            option = EndTime.option(Array(rest), end)
        } else if rest.count == words.count {
            return
        }
        throw .usage(
            "“\(words.joined(separator: " ").printable)” names no notification",
            "To silence all apps for a while: focus-switch dnd \(option)",
            "The ids of notifications: focus-switch missed")
    }

    /// Throws for a name in place of ids, with the answer of `mute`: `Slack 10min`, `Ben`.
    @LoopActor private static func refuseApp(
        _ words: [String], _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard words.first?.contains(where: \.isLetter) == true else { return }
        var name = words
        var option = ["--for", "1h"]
        if let given = ["for", "until"].first(where: { values.string($0) != nil }) {
            option = ["--\(given)", values.string(given) ?? ""]
        } else if let (before, end) = try? EndTime.trailing(words, now: invocation.now) {
            name = before
            let text = EndTime.option(Array(words.dropFirst(before.count)), end)
            option = (try? shellWords(text)) ?? option
        }
        let text = name.joined(separator: " ")
        let isName =
            name.count == 1 || invocation.apps.isName(text)
            || KnownPeople(FocusEditor(invocation)).contains(text)
        // Of several words, an unknown name is rather a sentence.
        let steps =
            isName
            ? OwnVerbs.steps(
                [("To mute an app for a while", "mute")], [text] + option, invocation) : []
        throw .usage(
            "“\(text.printable)” is not the id of a notification",
            details: steps + ["The ids: focus-switch missed"])
    }

    @LoopActor private static func snooze(
        _ ids: [ClientID], _ end: ActivationEnd, _ invocation: Invocation
    ) throws(CommandFailure) -> (UInt32, Timestamp) {
        switch end {
        case .at(let moment):
            return (try invocation.ask(.snooze(ids, until: moment)), moment)
        case .after(let milliseconds):
            let count = try invocation.ask(.snooze(ids, milliseconds: milliseconds))
            return (count, invocation.now.adding(milliseconds))
        case .never, .withSession:
            throw noEnd(ids, invocation)
        }
    }

    /// Returns the error for ids without an end. The last number may have been meant as the end.
    @LoopActor private static func noEnd(
        _ ids: [ClientID], _ invocation: Invocation
    ) -> CommandFailure {
        guard ids.count > 1, let last = ids.last?.rawValue else {
            // An end does not help where the notification is over or was never there.
            if let connection = try? invocation.connection(), connection.isRunning,
                let id = ids.first, !isOpen(id, invocation),
                let failure = ManyMissed.refusal(id, invocation)
            {
                return failure
            }
            return .usage("expected an end: --for 20min, or --until 18:00")
        }
        let others = ids.dropLast().map { String($0.rawValue) }.joined(separator: " ")
        return .usage(
            "“\(last)” is an id here, since a time needs a unit",
            "For \(last) minutes: focus-switch snooze \(others) \(last)min")
    }

    /// Returns true for a notification that is not over, with or without a popup.
    @LoopActor private static func isOpen(_ id: ClientID, _ invocation: Invocation) -> Bool {
        guard let entry = try? invocation.ask(.entry(id)) else { return false }
        return entry.record.ended == nil
    }

    @LoopActor private static func list(_ invocation: Invocation) throws(CommandFailure) {
        let entries = try invocation.ask(.snoozed)
        invocation.report(["snoozed": .array(entries.map(\.json))]) {
            guard !entries.isEmpty else { return invocation.output.line("Nothing is snoozed.") }
            var table = Table(.cut, flexible: [2, 3])
            for entry in entries {
                let until = entry.snoozedUntil.map { TimeText.upcoming($0, now: invocation.now) }
                table.add(
                    String(entry.record.id.rawValue), "until \(until ?? "later")",
                    invocation.sender(of: entry), entry.headline)
            }
            invocation.output.table(table)
        }
    }
}

extension EntryWire {
    /// Returns `snoozed until 18:00`, or nil.
    func snoozeText(now: Timestamp) -> String? {
        snoozedUntil.map { "snoozed until \(TimeText.upcoming($0, now: now))" }
    }
}

/// The end of snoozes by `snooze --undo`, and the commands that take back a change of snoozes.
@LoopActor struct SnoozeUndo {
    /// The notifications as they were before the command. Leaves out those that were over.
    private let entries: [EntryWire]

    /// Must be called before the command changes the snoozes.
    init(_ ids: [ClientID], _ invocation: Invocation) {
        guard let connection = try? invocation.connection(), connection.isRunning else {
            entries = []
            return
        }
        entries = connection.sendBlocking(ids.map { ControlRequest.entry($0) })
            .compactMap { try? $0.get() }.filter { $0.record.ended == nil }
    }

    /// The commands that together bring the notifications back to their states of before: on the
    /// screen, in the missed list, or snoozed until an earlier time.
    var commands: [String] {
        let shown = entries.filter { [.shown, .queued].contains($0.record.state) }
        let missed = entries.filter { entry in
            entry.snoozedUntil == nil && ![.shown, .queued].contains(entry.record.state)
        }
        var commands: [String] = []
        if !missed.isEmpty { commands.append("focus-switch snooze --undo \(Self.ids(missed))") }
        if !shown.isEmpty { commands.append("focus-switch missed deliver \(Self.ids(shown))") }
        return commands + snoozing
    }

    /// A sentence with the command that ends the new snoozes, or lists many of them; nil if none of
    /// the notifications is known.
    var advice: String? {
        guard !entries.isEmpty else { return nil }
        guard entries.count <= FilterShelf.listed else {
            return "To list the snoozed notifications: focus-switch snooze"
        }
        let ids = Self.ids(entries)
        return "To end \(entries.count == 1 ? "that" : "these"): focus-switch snooze --undo \(ids)"
    }

    /// The commands that snooze the notifications until their times of before.
    private var snoozing: [String] {
        let snoozed = entries.filter { $0.snoozedUntil != nil && $0.record.state == .silenced }
        let ends = Dictionary(grouping: snoozed) { entry in
            entry.snoozedUntil.map { EndOption.at($0).text } ?? ""
        }
        return ends.sorted { $0.key < $1.key }.map { end, entries in
            "focus-switch snooze \(Self.ids(entries))\(end)"
        }
    }

    private static func ids(_ entries: [EntryWire]) -> String {
        entries.map { String($0.record.id.rawValue) }.joined(separator: " ")
    }

    /// Ends the snoozes of the notifications in the arguments.
    static func end(_ values: OptionValues, _ invocation: Invocation) throws(CommandFailure) {
        guard values.string("for") == nil, values.string("until") == nil else {
            throw .usage("--undo has no time: the notifications stay in the missed list")
        }
        guard !values.arguments.isEmpty else {
            throw .usage("expected ids of notifications; the snoozed ones: focus-switch snooze")
        }
        if values.arguments.count == 1, ["all", "everything"].contains(values.arguments[0]) {
            let entries = try invocation.ask(.snoozed)
            throw .usage(
                "“\(values.arguments[0])” is not the id of a notification",
                entries.isEmpty
                    ? "Nothing is snoozed; the missed list: focus-switch missed"
                    : "To end all snoozes: focus-switch snooze --undo \(Self.ids(entries))")
        }
        let ids = try MissedCommands.ids(values.arguments)
        let before = SnoozeUndo(ids, invocation)
        let count = try invocation.ask(.unsnooze(ids))
        if count > 0 { invocation.undoCommands = before.snoozing }
        invocation.report(["count": .integer(Int64(count))]) {
            guard count > 0 else { return }
            invocation.output.sentence(
                count == 1
                    ? "The snooze has ended: the notification stays in the missed list."
                    : "\(count) snoozes have ended: the notifications stay in the missed list.")
        }
        guard count < ids.count else { return }
        guard ids.count == 1 else {
            throw .refused(
                "\(Wording.count(ids.count - Int(count), "notification")) of these"
                    + " \(ids.count - Int(count) == 1 ? "was" : "were") not snoozed",
                "To list the snoozed notifications: focus-switch snooze")
        }
        throw .refused(
            "notification \(ids[0].rawValue) is not snoozed; those that are: focus-switch snooze")
    }
}

/// Snoozes that a command ends, because it ends the snoozed notifications.
@LoopActor struct EndedSnoozes {
    private let invocation: Invocation
    private let before: [ClientID]

    /// Number of ids that a sentence names.
    private static let named = 5

    /// Must be called before the command ends notifications.
    init(_ invocation: Invocation) {
        self.invocation = invocation
        before = Self.ids(invocation)
    }

    /// Number of snoozed notifications before the command.
    var count: Int { before.count }

    /// Returns the notifications that are not snoozed any more, and do not come back.
    func ended() -> [ClientID] {
        guard !before.isEmpty else { return [] }
        let left = Set(Self.ids(invocation))
        return before.filter { !left.contains($0) }.sorted { $0.rawValue < $1.rawValue }
    }

    /// Prints that the snoozes of these notifications ended.
    func tell(_ ended: [ClientID]) {
        guard !ended.isEmpty else { return }
        let ids = ended.prefix(Self.named).map { String($0.rawValue) }
        let rest = ended.count - ids.count
        let list = ids.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        invocation.output.sentence(
            ended.count == 1
                ? "That ended the snooze of \(list): it does not come back."
                : "That ended the snoozes of \(list): they do not come back.")
    }

    /// The ids for JSON.
    static func json(_ ended: [ClientID]) -> JSONValue {
        .array(ended.map { .integer(Int64($0.rawValue)) })
    }

    private static func ids(_ invocation: Invocation) -> [ClientID] {
        ((try? invocation.askIfRunning(.snoozed)) ?? nil)?.map(\.record.id) ?? []
    }
}
