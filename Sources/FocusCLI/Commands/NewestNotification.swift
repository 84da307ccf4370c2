// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Words for the newest notification in place of its id, or of its app: `snooze last 10min`, `mute
/// last`.
@LoopActor struct NewestNotification {
    let invocation: Invocation
    let command: Command

    /// The words, in lower case.
    private static let words: Set = ["last", "latest", "newest"]

    /// The maximum number of notifications among which one that is not over is looked for.
    private static let searched = 50

    /// Throws for such a word that names no app, with the command for the newest notification.
    func refuse(_ values: OptionValues) throws(CommandFailure) {
        let takesID =
            command.parameters.contains("ID") || command.name == MissedCommands.list.name
        // With --yes, an app of that name is muted.
        guard takesID || isMute && !values.flag("yes"), let word = values.arguments.first,
            Self.words.contains(word.lowercased()), !invocation.apps.isName(word),
            !invocation.apps.isName(values.arguments.joined(separator: " "))
        else { return }
        // “missed last week”.
        let senders = SenderWords(invocation: invocation)
        if command.name == MissedCommands.list.name, try senders.time(values.arguments) != nil {
            return
        }
        // “last one”.
        let behind = values.arguments.dropFirst()
        let rest = Array(behind.first?.lowercased() == "one" ? behind.dropFirst() : behind)
        let hasEnd =
            !rest.isEmpty || values.string("for") != nil || values.string("until") != nil
        throw .usage(
            isMute
                ? "there is no app “\(word.printable)”"
                : "“\(word.printable)” is not the id of a notification",
            (isUnderstood(rest)
                ? step(word, isUndo: values.flag("undo"), hasEnd: hasEnd) : nil)
                ?? "The newest one and its id: focus-switch history --limit 1")
    }

    /// Returns true for words that may stand behind an id: an end, or the words of an action.
    private func isUnderstood(_ words: [String]) -> Bool {
        if words.isEmpty || ["missed act", "missed reply"].contains(command.name) { return true }
        guard command.options.contains(where: { $0.name == "for" }) else { return false }
        let end = try? EndTime.trailing(["last"] + words, now: invocation.now)
        return end?.words.count == 1
    }

    private var isMute: Bool { command.name == MuteCommands.mute.name }

    /// Returns the line with the command for the newest notification; nil if none is known.
    private func step(_ word: String, isUndo: Bool, hasEnd: Bool) -> String? {
        let isMissed = command.name.hasPrefix(MissedCommands.list.name)
        let query = HistoryQuery(state: isMissed ? .silenced : nil, limit: Self.searched)
        let entries = (try? invocation.ask(.entries(query.page))) ?? []
        let newest = entries.first { entry in
            if isUndo { return entry.snoozedUntil != nil }
            return isMute || command.name == ExplainCommand.explain.name
                || entry.record.ended == nil
        }
        guard let newest, let place = invocation.words.firstIndex(of: word) else { return nil }
        var words = invocation.words
        let app = newest.record.program ?? newest.record.app
        guard !isMute || !app.rawValue.isEmpty else { return nil }
        words[place] = isMute ? app.rawValue : String(newest.record.id.rawValue)
        if place + 1 < words.count, words[place + 1].lowercased() == "one" {
            words.remove(at: place + 1)
        }
        // A snooze needs an end; that of the key z in “missed --wait”.
        let lacksEnd = command.name == SnoozeCommands.snooze.name && !isUndo && !hasEnd
        if lacksEnd { words += ["--for", "1h"] }
        let meant = isMute ? "app of the newest notification, " : "newest one, of "
        return "For the \(meant)\(invocation.sender(of: newest)): focus-switch"
            + " \(words.map(shellQuoted).joined(separator: " ").printable)"
    }
}
