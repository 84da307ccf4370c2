// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

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
