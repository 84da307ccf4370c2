// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// What was silenced, and what to do about it: `missed` and its own commands.
enum MissedCommands {
    static let all = [list, open, show, act, dismiss, deliver, read, clear]

    static let list = Command(
        "missed", summary: "List the notifications that were silenced",
        details: "Newest first. Each stays here, with live actions, until it is dealt with. Long"
            + " texts are\nshortened; “focus-switch missed show” has the whole ones.",
        options: [
            .init("app", .string, placeholder: "APP", help: "Only those of that app"),
            .init("limit", .integer, placeholder: "N", help: "At most so many"),
            .init(
                "wait", help: "Then do what is typed, until Enter alone: for a window of its own"),
        ],
        examples: ["focus-switch missed", "focus-switch missed --app org.example.Chat --json"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        var query = HistoryQuery(
            state: .silenced, limit: try HistoryCommand.limit(values, default: Limits.queryEntries))
        if let word = values.string("app") { query.app = try invocation.apps.app(word).id }
        try invocation.list(query, flexibleColumn: 3, ifEmpty: "Nothing was missed.") {
            table, entry in
            table.add(
                String(entry.record.id.rawValue),
                TimeText.relative(entry.record.time, now: invocation.now), entry.source,
                entry.headline, "(\(Wording.short(entry.record.reason)))")
        }
        if values.flag("wait"), !invocation.isJSON { converse(invocation) }
    }

    static let open = Command(
        "missed open", summary: "Open the missed list in a window of its own",
        details: "By [Missed] Command= of focusd.conf, else in a terminal.",
        examples: ["focus-switch missed open"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        // What a launcher gives whoever it starts, so that the window comes to the front.
        let token = invocation.environment["XDG_ACTIVATION_TOKEN"] ?? ""
        try invocation.ask(.openMissed(token: token))
        invocation.report(["opened": true]) { invocation.output.line("The list is opened.") }
    }

    /// Does what is typed about the list, in the window that shows it, until an empty line.
    @LoopActor private static func converse(_ invocation: Invocation) {
        invocation.output.line(
            "\nact ID, show ID, deliver ID, dismiss ID, read ID, clear or list;"
                + " Enter alone closes this.")
        while true {
            invocation.output.prompt("> ")
            guard let line = invocation.readLine(), !line.allSatisfy(\.isWhitespace) else { return }
            do throws(ShellWordsError) {
                let words = try shellWords(line)
                // What went wrong has been said.
                _ = FocusSwitch.run(["missed"] + (words == ["list"] ? [] : words), invocation)
            } catch {
                invocation.output.error(error.reason)
            }
        }
    }

    static let show = Command(
        "missed show", "ID", summary: "Show all of one notification, with its actions",
        details: "Any notification that is still known, not only a missed one.",
        examples: ["focus-switch missed show 12"]
    ) { invocation, values throws(CommandFailure) in
        let entry = try invocation.ask(.entry(try id(values.argument("a notification's id"))))
        invocation.report(entry.json) { entry.print(to: invocation.output, now: invocation.now) }
    }

    static let act = Command(
        "missed act", "ID [ACTION]", summary: "Invoke an action, as a click on the popup would",
        details: "ACTION is the key or the label that “focus-switch missed show” prints; without"
            + " it the\ndefault action is invoked.",
        examples: ["focus-switch missed act 12", "focus-switch missed act 12 reply"]
    ) { invocation, values throws(CommandFailure) in
        let arguments = try values.arguments(1...2, "a notification's id and an action")
        let entry = try invocation.ask(.entry(try id(arguments[0])))
        let action = try action(arguments.dropFirst().first ?? "default", of: entry)
        try invocation.ask(.act(on: entry.record.id, action: action))
        invocation.report([
            "id": .integer(Int64(entry.record.id.rawValue)), "action": .string(action),
        ]) {
            invocation.output.line("Invoked “\(action.printable)” of \(entry.source).")
        }
    }

    static let dismiss = manyIDs(
        "missed dismiss", "Dismiss notifications", "dismissed", ControlRequest.dismiss)
    static let deliver = manyIDs(
        "missed deliver", "Show silenced notifications after all", "delivered",
        ControlRequest.deliver)
    static let read = manyIDs(
        "missed read", "Mark notifications as read, so that they no longer count in the badge",
        "marked as read", ControlRequest.markRead)

    static let clear = Command(
        "missed clear", summary: "Dismiss the whole missed list",
        examples: ["focus-switch missed clear"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let count = try invocation.ask(.clearMissed)
        invocation.report(["count": .integer(Int64(count))]) {
            invocation.output.line("\(Wording.count(count, "notification")) dismissed.")
        }
    }

    private static func manyIDs(
        _ name: String, _ summary: String, _ participle: String,
        _ request: @escaping @Sendable ([ClientID]) -> ControlRequest<UInt32>
    ) -> Command {
        Command(
            name, "ID…", summary: summary,
            details: "Exit status 1 where one of them does not exist or is over already.",
            options: [
                .init("all", help: "All of the missed list"),
                .init("app", .string, placeholder: "APP", help: "All of that app's in the list"),
            ],
            examples: ["focus-switch \(name) 12 13 14", "focus-switch \(name) --all"]
        ) { invocation, values throws(CommandFailure) in
            let ids = try ids(values, invocation)
            let count = try invocation.ask(request(ids))
            invocation.report(["count": .integer(Int64(count))]) {
                invocation.output.line("\(Wording.count(count, "notification")) \(participle).")
            }
            if count < ids.count {
                throw .refused(
                    "\(Wording.count(ids.count - Int(count), "id")) named nothing to be"
                        + " \(participle)")
            }
        }
    }

    /// The notifications that are meant: those with the ids, or those in the missed list.
    @LoopActor private static func ids(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) -> [ClientID] {
        let app = values.string("app")
        if app != nil || values.flag("all") {
            guard values.arguments.isEmpty else {
                throw .usage("expected either ids or --\(app == nil ? "all" : "app"), not both")
            }
            var query = HistoryQuery(state: .silenced, limit: Limits.queryEntries)
            if let app { query.app = try invocation.apps.app(app).id }
            var ids: [ClientID] = []
            try invocation.forEachPage(query) { ids += $0.map(\.record.id) }
            return ids
        }
        guard !values.arguments.isEmpty else {
            throw .usage("expected notifications' ids, or --all")
        }
        var ids: [ClientID] = []
        for argument in values.arguments {
            let id = try id(argument)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// An id that a person typed.
    static func id(_ text: String) throws(CommandFailure) -> ClientID {
        guard let number = UInt32(text), number > 0 else {
            throw .usage("“\(text.printable)” is no notification's id, which is a number from 1")
        }
        return ClientID(rawValue: number)
    }

    /// The action with that key or that label.
    private static func action(
        _ word: String, of entry: EntryWire
    ) throws(CommandFailure) -> String {
        let actions = entry.record.actions
        if actions.contains(where: { $0.key == word }) { return word }
        let folded = word.lowercased()
        if let action = actions.first(where: { $0.label.lowercased() == folded }) {
            return action.key
        }
        let keys = actions.map(\.key)
        throw .refused(
            "notification \(entry.record.id.rawValue) has no action “\(word.printable)”"
                + (keys.isEmpty
                    ? ", nor any other"
                    : NearestWord.find(word, in: keys).map { "; did you mean “\($0.printable)”?" }
                        ?? "; it has: \(keys.map(\.printable).joined(separator: ", "))"))
    }
}
