// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The command `missed` and its subcommands, for silenced notifications.
enum MissedCommands {
    static let all = [
        list, open, show, act, ReplyCommand.reply, AllowSender.allow, dismiss, deliver, read,
        clear,
    ]

    static let list = Command(
        "missed", "[APP]", summary: "List the notifications that were silenced",
        details: """
            Newest first. Each stays here, with its actions, until you deal with it. “focus-switch \
            missed ID” shows one of them, with its whole text. With --wait it then reads keys: a number \
            shows one, d dismisses, s shows it as a popup, r marks as read, z snoozes, p allows, m \
            mutes its app and u undoes that, w tells why, ? lists all keys, q closes.
            """,
        options: [
            .init("app", .string, placeholder: "APP", help: "Only those of that app"),
            .init("search", .string, placeholder: "TEXT", help: "Only those with that text"),
            .init("limit", short: "n", .integer, placeholder: "N", help: "At most so many"),
            .init("wait", help: "Then read commands, until q: for a window of its own"),
        ],
        examples: ["focus-switch missed", "focus-switch missed Chat --json"]
    ) { invocation, values throws(CommandFailure) in
        let senders = SenderWords(invocation: invocation)
        try senders.refuseTime(values.arguments, missed: true)
        let words = senders.withoutLead(values.arguments)
        if let word = words.first { try refuseUnknown(word, invocation) }
        let word = try HistoryCommand.app(words, values, invocation)
        let limit = try HistoryCommand.limit(values, default: Limits.queryEntries)
        var query = HistoryQuery(state: .silenced, limit: Limits.queryEntries)
        query.text = try HistoryCommand.searchedText(values)
        var isOfApp: (EntryWire) -> Bool = { _ in true }
        if let word { isOfApp = try invocation.selectSender(word, in: &query) }
        // This program selects an app with several ids, so it needs the whole list.
        if word == nil || query.app != nil { query.limit = limit }
        let waits = values.flag("wait") && !invocation.isJSON
        if waits, invocation.keepsRunning {
            throw .refused("this list reads keys already; l lists again")
        }
        let window = waits ? invocation.whenTyped.map { MissedWindow(invocation, $0) } : nil
        try invocation.list(
            query, source: 2, reason: 4, flexible: [2, 3],
            ifEmpty: query.text == nil
                ? word.map { "No missed notifications of \($0.printable)." }
                    ?? "Nothing was missed."
                : "No such notifications.", limit: limit,
            where: isOfApp
        ) { table, entry, sender in
            table.add(
                String(entry.record.id.rawValue),
                invocation.time(entry.record.time), sender, entry.headline,
                entry.snoozeText(now: invocation.now)
                    ?? (entry.isReturned
                        ? "snoozed before"
                        : entry.isLeft
                            ? "shown at log-out" : Wording.short(entry.record.reason)))
        }
        guard waits else { return }
        if let window { return window.start() }
        var dialogue = MissedDialogue(invocation: invocation)
        dialogue.run()
    }

    /// Throws for a word behind `missed` that is neither a command nor a sender.
    @LoopActor private static func refuseUnknown(
        _ word: String, _ invocation: Invocation
    ) throws(CommandFailure) {
        let words = CommandTable.all.filter { $0.words.count == 2 && $0.words[0] == "missed" }
            .map { String($0.words[1]) }
        guard try invocation.apps.find(word) == nil,
            try NamedSites(invocation: invocation).host(of: word) == nil,
            !KnownPeople(FocusEditor(invocation)).contains(word)
        else { return }
        let message = "there is no command “missed \(word.printable)”"
        if let nearest = NearestWord.find(word, in: words) {
            let line = CommandLineReader.corrected(word, nearest, in: invocation.words)
            throw .usage(message + CommandLineReader.suggestion("missed \(nearest)"), details: line)
        }
        var details = [
            "As an app's name: \(invocation.apps.unknown(word))",
            "To search: focus-switch missed --search \(shellQuoted(word))".printable,
        ]
        // Without focusd, the apps that have sent notifications are not known.
        do throws(CommandFailure) {
            try invocation.needFocusd()
        } catch {
            details = ["As an app's name: \(error.message ?? "")"] + error.details
        }
        throw .usage(
            "\(message); choose from \(words.joined(separator: ", "))",
            details: details)
    }

    static let open = Command(
        "missed open", summary: "Open the missed list in a window of its own",
        details: """
            Runs [Missed] Command= of focusd.conf, else focus-settings where it is installed, else this \
            list in a terminal that fits the session.
            """,
        examples: ["focus-switch missed open"]
    ) { invocation, values throws(CommandFailure) in
        try NearMiss.refuseWindow(values.arguments, invocation)
        try values.noArguments()
        // The launcher's token lets the window come to the front.
        let token = invocation.environment["XDG_ACTIVATION_TOKEN"] ?? ""
        try invocation.ask(.openMissed(token: token))
        invocation.report(["opened": true]) {
            invocation.output.line("Opened the missed list.")
        }
    }

    static let show = Command(
        "missed show", "ID", summary: "Show all of one notification, with its actions",
        details: "Any notification that is still known, not only a silenced one.",
        examples: ["focus-switch missed show 12"]
    ) { invocation, values throws(CommandFailure) in
        let entry = try invocation.entry(id(values.argument("the id of a notification")))
        invocation.report(entry.json) {
            let focus = entry.record.focus.map { FocusEditor(invocation).name(of: $0) }
            entry.print(to: invocation.output, now: invocation.now, focus: focus)
        }
    }

    static let act = Command(
        "missed act", "ID [ACTION]", summary: "Invoke an action, as a click on the popup would",
        details: """
            ACTION is the label or the key of an action. Without it, the default action, as a click on \
            the popup; a notification without a default action has its actions listed.
            """,
        examples: [
            "focus-switch missed act 12", "focus-switch missed act 12 reply",
            "focus-switch missed act 12 Mark as read",
        ]
    ) { invocation, values throws(CommandFailure) in
        let arguments = try values.arguments(1...16, "the id of a notification and an action")
        let entry = try invocation.entry(id(arguments[0]))
        // A label may have blanks.
        let word = arguments.dropFirst().joined(separator: " ")
        let action = try action(word.isEmpty ? nil : word, of: entry)
        let sender = invocation.isJSON ? "" : invocation.sender(of: entry)
        try invocation.ask(.act(on: entry.record.id, action: action))
        invocation.report([
            "id": .integer(Int64(entry.record.id.rawValue)), "action": .string(action),
        ]) {
            let name = entry.record.actions.first { $0.key == action }?.shownLabel ?? action
            invocation.output.sentence("Invoked “\(name.printable)” of \(sender).")
            if entry.record.state == .expired {
                invocation.output.line(
                    "Its popup was gone, and the app knew: some apps ignore it then.")
            }
        }
    }

    static let dismiss = ManyMissed.command(
        "missed dismiss", "Dismiss notifications",
        .init(verb: "Dismissed", participle: "dismissed"),
        asking: { "Dismiss \($0)?" }, ControlRequest.dismiss)
    static let deliver = ManyMissed.command(
        "missed deliver", "Show silenced notifications after all",
        .init(verb: "Delivered", participle: "delivered"), ControlRequest.deliver)
    /// For all notifications that a badge counts, see ``BadgeCommands/clear``.
    static let read = ManyMissed.command(
        "missed read", "Mark notifications as read, so that they leave the list and the badge",
        .init(
            verb: "Marked", participle: "marked as read",
            ending: " as read; “focus-switch history” lists past ones"),
        asking: { "Mark \($0) as read?" }, ControlRequest.markRead)

    static let clear = Command(
        "missed clear", summary: "Dismiss the whole missed list",
        details: """
            Asks first; a script needs --yes. Snoozed notifications are dismissed, too.
            """,
        options: [Invocation.yes], examples: ["focus-switch missed clear"]
    ) { invocation, values throws(CommandFailure) in
        if !values.arguments.isEmpty {
            let words = ManyMissed.withoutFillers(values.arguments, invocation)
            let ids = ListWords.split(words)
            let app = words.joined(separator: " ")
            let isAll = words.isEmpty || OtherUse.everythingWords.contains(app.lowercased())
            let step =
                isAll
                ? "For that: focus-switch missed clear"
                : ids.allSatisfy { UInt32($0) != nil }
                    ? "For single ones: focus-switch missed dismiss \(ids.joined(separator: " "))"
                    : "For one app: focus-switch missed dismiss --app"
                        + " \(shellQuoted(app).printable)"
            throw .usage("“missed clear” dismisses the whole missed list", step)
        }
        let snoozes = EndedSnoozes(invocation)
        if !values.flag("yes") {
            let missed = try invocation.ask(.status).missed
            guard missed > 0 else {
                return invocation.report(["count": 0]) {
                    invocation.output.line("Nothing was missed.")
                }
            }
            let snoozed = snoozes.count > 0 ? ", \(snoozes.count) of them snoozed" : ""
            try invocation.confirm(
                "Dismiss \(Wording.count(missed, "notification"))\(snoozed)?", values)
        }
        let count = try invocation.ask(.clearMissed)
        let ended = snoozes.ended()
        invocation.report([
            "count": .integer(Int64(count)), "endedSnoozes": EndedSnoozes.json(ended),
        ]) {
            invocation.output.sentence(
                count == 0
                    ? "Nothing was missed." : "Dismissed \(Wording.count(count, "notification")).")
            snoozes.tell(ended)
        }
    }

    /// The error for a missing id.
    static var noID: CommandFailure {
        .usage("expected the id of a notification; focus-switch missed lists the ids")
    }

    /// Returns the id that a user typed.
    static func id(_ text: String) throws(CommandFailure) -> ClientID {
        guard let number = UInt32(text), number > 0 else {
            let ends = text.split(separator: "-").compactMap { UInt32($0) }
            if ends.count == 2, ends[0] < ends[1], ends[1] - ends[0] < 20 {
                let ids = (ends[0]...ends[1]).map { String($0) }.joined(separator: " ")
                throw .usage("“\(text.printable)” is not an id; write each one: \(ids)")
            }
            throw .usage(
                "“\(text.printable)” is not the id of a notification; ids are numbers, and"
                    + " focus-switch missed lists them")
        }
        return ClientID(rawValue: number)
    }

    /// Returns the ids that a user typed, each once.
    static func ids(_ words: [String]) throws(CommandFailure) -> [ClientID] {
        var ids: [ClientID] = []
        for word in ListWords.split(words) {
            let id = try id(word)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// Returns the key of the action with that key or label, or of the default action for nil.
    private static func action(
        _ typed: String?, of entry: EntryWire
    ) throws(CommandFailure) -> String {
        let actions = entry.record.actions
        let word = typed ?? "default"
        if actions.contains(where: { $0.key == word }) { return word }
        let folded = word.lowercased()
        if let action = actions.first(where: { $0.shownLabel.lowercased() == folded }) {
            return action.key
        }
        let id = entry.record.id.rawValue
        // All commands suggested below would fail.
        if entry.record.ended != nil {
            throw .refused(
                "notification \(id) is over (\(Wording.state(entry.record.state))), so its actions"
                    + " do not work any more")
        }
        guard !actions.isEmpty else { throw .refused("notification \(id) has no actions") }
        let words = actions.flatMap { [$0.shownLabel, $0.key] }.filter { !$0.isEmpty }
        if typed != nil, let nearest = NearestWord.find(word, in: words) {
            throw .refused(
                "notification \(id) has no action “\(word.printable)”; did you mean"
                    + " “\(nearest.printable)”?")
        }
        let lines = actions.map { action in
            let command = "focus-switch missed act \(id) \(shellQuoted(action.key))"
            return "  \(action.shownLabel): \(command)".printable
        }
        throw .refused(
            typed == nil
                ? "notification \(id) has no default action; its actions:"
                : "notification \(id) has no action “\(word.printable)”; its actions:",
            details: lines)
    }
}

/// The command `missed allow`, which lets notifications such as a silenced one through.
enum AllowSender {
    static let allow = Command(
        "missed allow", "ID",
        summary: "Allow the app, person or site for which a notification was silenced",
        details: """
            Puts the sender on the list of the Focus that silenced the notification, or ends the mute \
            of its app. What a rule or an app's own filter has silenced needs a command of yours, which \
            is shown. “focus-switch missed deliver” shows the notification itself.
            """,
        options: [
            .init(
                "focus", .string, placeholder: "FOCUS",
                help: "Focus to change (default: the one that silenced it)")
        ],
        examples: ["focus-switch missed allow 12", "focus-switch missed allow 12 --focus work"]
    ) { invocation, values throws(CommandFailure) in
        try refuseName(values.arguments, invocation)
        let id = try MissedCommands.id(values.argument("the id of a notification"))
        let record = try invocation.entry(id).record
        let focused = try values.string("focus").map { word throws(CommandFailure) in
            try adviceInFocus(word, record, invocation)
        }
        guard focused != nil || record.verdict == .silence else {
            throw .refused(
                "notification \(id.rawValue) was not silenced, so there is nothing to allow")
        }
        let advice =
            focused
            ?? AllowAdvice(invocation, record.reason, record.notification, record.focus)
        guard let command = advice.command else {
            throw .refused(
                "no command allows notifications such as \(id.rawValue) now; the reason:"
                    + " focus-switch explain \(id.rawValue)")
        }
        guard let words = try? shellWords(command), ["allow", "unmute"].contains(words[1]),
            !words.contains("--word")
        else {
            throw .refused(
                "notification \(id.rawValue) needs a command of yours:",
                "  \(command.printable)")
        }
        let json = invocation.isJSON ? ["--json"] : []
        let code = Program.run(json + words.dropFirst(), invocation)
        // The inner command has printed its message.
        guard code == .done else { throw CommandFailure(code ?? .refused, nil) }
        guard json.isEmpty else { return }
        if record.state == .silenced {
            invocation.output.advice(
                "To show this notification now: focus-switch missed deliver \(id.rawValue)")
        }
        if words[1] == "unmute" { return advice.printFocusBehindMute() }
        // “allow” tells of the mutes of the apps that it allows.
        if words.contains("--person") || words.contains("--site") { advice.printMuteBesides() }
    }

    /// Returns the advice for such notifications in a Focus that the user names.
    @LoopActor private static func adviceInFocus(
        _ word: String, _ record: EntryRecord, _ invocation: Invocation
    ) throws(CommandFailure) -> AllowAdvice {
        let editor = FocusEditor(invocation)
        let focus = try editor.read(editor.focus(named: word)).focus
        let decision = invocation.policy(of: focus).decide(record.notification)
        let advice = AllowAdvice(invocation, decision.reason, record.notification, focus.id)
        let name = focus.name.printable
        guard decision.verdict == .silence else {
            throw .refused(
                "\(name) lets notifications such as \(record.id.rawValue) through already")
        }
        guard advice.command != nil else {
            throw .refused(
                "no command allows notifications such as \(record.id.rawValue) in \(name)",
                "Its settings: focus-switch show \(shellQuoted(focus.id.rawValue))")
        }
        return advice
    }
}

/// The command `missed reply`, which answers a notification with a text.
enum ReplyCommand {
    static let reply = Command(
        "missed reply", "ID TEXT…",
        summary: "Send a text to the app, as a popup's reply field does",
        details: """
            For notifications with the action inline-reply, while the app is on the bus. The \
            notification ends, unless its app made it resident.
            """,
        examples: ["focus-switch missed reply 12 On my way"]
    ) { invocation, values throws(CommandFailure) in
        let words = try values.arguments(2...Int.max, "the id of a notification and a text")
        let text = words.dropFirst().joined(separator: " ")
        guard !text.allSatisfy(\.isWhitespace) else { throw .usage("the text is empty") }
        let entry = try invocation.entry(MissedCommands.id(words[0]))
        let id = entry.record.id
        guard entry.record.actions.contains(where: { $0.key == Action.inlineReplyKey }) else {
            throw .refused(
                "notification \(id.rawValue) takes no written reply",
                details: entry.record.actions.isEmpty
                    ? [] : ["Its actions: focus-switch missed show \(id.rawValue)"])
        }
        guard entry.isLive else {
            let reason =
                entry.record.ended == nil ? "the app has left" : Wording.state(entry.record.state)
            throw .refused("no reply can be sent to notification \(id.rawValue): \(reason)")
        }
        let sender = invocation.isJSON ? "" : invocation.sender(of: entry)
        try invocation.ask(.reply(to: id, text))
        invocation.report(["id": .integer(Int64(id.rawValue)), "text": .string(text)]) {
            invocation.output.sentence("Sent the reply to \(sender).")
        }
    }
}
