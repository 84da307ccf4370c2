// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The commands `missed dismiss`, `missed deliver` and `missed read`, for several notifications.
enum ManyMissed {
    /// Words for a completed action.
    struct ActionWords: Sendable {
        /// Word before the number, such as `Marked`.
        let verb: String
        /// Words such as `marked as read`.
        let participle: String
        /// Words after the number.
        var ending = ""
    }

    static func command(
        _ name: String, _ summary: String, _ words: ActionWords,
        asking question: (@Sendable (String) -> String)? = nil,
        _ request: @escaping @Sendable ([ClientID]) -> ControlRequest<UInt32>
    ) -> Command {
        Command(
            name, "ID…", summary: summary,
            details: "Exit status 1 if one of them does not exist or is over already."
                + (question != nil ? " On a terminal, --all asks first." : ""),
            options: [
                .init("all", help: "All of the missed list"),
                .init("app", .string, placeholder: "APP", help: "All of that app's in the list"),
            ] + (question != nil ? [Invocation.yes] : []),
            examples: ["focus-switch \(name) 12 13 14", "focus-switch \(name) --all"]
        ) { invocation, values throws(CommandFailure) in
            let ids = try ids(name, values, invocation)
            if let question, values.flag("all"), !ids.isEmpty {
                try invocation.confirmOnTerminal(
                    question(Wording.count(ids.count, "notification")), values)
            }
            // The user sees a delivered notification, so no sentence about its snooze is needed.
            let snoozes = name == "missed deliver" ? nil : EndedSnoozes(invocation)
            let isReading = name == "missed read"
            // The ids of the missed list have no popup.
            let mayBeDone = name != "missed dismiss" && !values.arguments.isEmpty
            let done = mayBeDone ? done(ids, isReading: isReading, invocation) : [:]
            let count = try invocation.ask(request(ids))
            let ended = snoozes?.ended() ?? []
            let json: JSONValue = ["count": .integer(Int64(count))]
            invocation.report(
                snoozes == nil ? json : json.adding(["endedSnoozes": EndedSnoozes.json(ended)])
            ) {
                let ending = words.ending.isEmpty ? "." : "\(words.ending)."
                if ids.isEmpty {
                    invocation.output.sentence(
                        values.string("app").map { "No missed notifications of \($0.printable)." }
                            ?? "Nothing was missed.")
                } else if count > 0 {
                    invocation.output.line(
                        "\(words.verb) \(Wording.count(count, "notification"))\(ending)")
                }
                snoozes?.tell(ended)
            }
            guard count < ids.count else { return }
            if ids.count == 1, let failure = refusal(ids[0], isReading: isReading, invocation) {
                throw failure
            }
            throw .refused(
                "\(Wording.count(ids.count - Int(count), "notification")) could not be"
                    + " \(words.participle)",
                details: reasons(ids, done: done, invocation))
        }
    }

    /// Returns the ids in the arguments, or the ids in the missed list.
    @LoopActor private static func ids(
        _ command: String, _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) -> [ClientID] {
        let app = values.string("app")
        if app != nil || values.flag("all") {
            guard values.arguments.isEmpty else {
                throw .usage("ids and --\(app == nil ? "all" : "app") exclude each other")
            }
            var query = HistoryQuery(state: .silenced, limit: Limits.queryEntries)
            var isListed: (EntryWire) -> Bool = { _ in true }
            if let app { isListed = try invocation.selectSender(app, in: &query) }
            var ids: [ClientID] = []
            try invocation.forEachPage(query) { ids += $0.filter(isListed).map(\.record.id) }
            return ids
        }
        guard !values.arguments.isEmpty else {
            throw .usage(
                "expected ids of notifications, or --all; focus-switch missed lists the ids")
        }
        try refuseWords(command, values.arguments, invocation)
        // A comma between blanks is no word.
        let others = values.arguments.filter { word in
            !word.contains(where: \.isNumber) && !ListWords.split([word]).isEmpty
        }
        if !others.isEmpty {
            let app = others.joined(separator: " ")
            if app.lowercased() == "later", !invocation.apps.isName(app) {
                let ids = values.arguments.filter { UInt32($0) != nil }.joined(separator: " ")
                throw .usage(
                    "“\(app)” is not the id of a notification",
                    "To see a notification again later: focus-switch snooze"
                        + " \(ids.isEmpty ? "ID" : ids) 1h")
            }
            var steps = ["The ids: focus-switch missed"]
            if others.count == values.arguments.count {
                steps.insert(
                    "For all missed ones of an app: focus-switch \(command) --app"
                        + " \(shellQuoted(app).printable)", at: 0)
            } else if command == "missed deliver",
                let times = Setting.deliver.meant(values.arguments)
            {
                // “deliver at 12:30 and 18:00”.
                let focus = invocation.activeFocus.map { shellQuoted($0.rawValue) } ?? "FOCUS"
                steps.insert(
                    "To show what a Focus silences at these times: focus-switch set deliver"
                        + " \(times.joined(separator: " ")) --focus \(focus)", at: 0)
            }
            throw .usage("“\(app.printable)” is not the id of a notification", details: steps)
        }
        return try MissedCommands.ids(values.arguments)
    }

    /// Words beside ids, or beside “all”, that mean nothing of their own, in lower case.
    private static let fillers: Set = [
        "again", "immediately", "missed", "notification", "notifications", "now", "of", "ones",
        "please", "right", "the", "them",
    ]

    /// Returns the words without those that mean nothing of their own; the whole name of an app
    /// stays.
    @LoopActor static func withoutFillers(
        _ words: [String], _ invocation: Invocation
    ) -> [String] {
        let meant = words.filter { !fillers.contains($0.lowercased()) }
        // Usually there are ids alone, and the apps need not be asked for.
        let isName =
            meant.count < words.count && invocation.apps.isName(words.joined(separator: " "))
        return isName ? words : meant
    }

    /// Throws for words such as `all now`, `everything` and `12 now`, with the command that was
    /// meant.
    @LoopActor private static func refuseWords(
        _ command: String, _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) {
        let meant = withoutFillers(words, invocation)
        let isAll = meant.count == 1 && ["all", "everything"].contains(meant[0].lowercased())
        let areIDs =
            meant.count < words.count && !meant.isEmpty
            && meant.allSatisfy { UInt32($0) != nil }
        let text = words.joined(separator: " ").printable
        guard isAll || areIDs, !invocation.apps.isName(text) else { return }
        if isAll {
            throw .usage(
                "“\(text)” is not the id of a notification; for the whole missed list: --all",
                "For that: focus-switch \(command) --all")
        }
        throw .usage(
            "“\(text)” is more than ids of notifications",
            "For these: focus-switch \(command) \(meant.joined(separator: " "))")
    }

    /// Returns a clause about a notification that has, or had, a popup already, or is read already;
    /// nil for any other.
    static func clause(_ record: EntryRecord, isReading: Bool) -> String? {
        if isReading { return record.isRead ? "is read already" : nil }
        return switch record.state {
        case .shown: "is on the screen already"
        case .queued: "is about to be shown"
        case .expired: "was shown, and its popup is gone"
        default: nil
        }
    }

    /// Returns the reason why nothing can be done with a notification, or nil if it is not known.
    ///
    /// - Parameter isReading: true for a command that marks notifications as read.
    @LoopActor static func refusal(
        _ id: ClientID, isReading: Bool = false, _ invocation: Invocation
    ) -> CommandFailure? {
        let number = id.rawValue
        guard let entry = try? invocation.ask(.entry(id)) else {
            return .refused("there is no notification \(number); the ids: focus-switch missed")
        }
        let state = entry.record.state
        let clause: String
        if let ended = entry.record.ended {
            let time = TimeText.relative(ended, now: invocation.now)
            clause =
                state == .dismissed
                ? "is already dismissed (\(time))"
                : "is over already: \(Wording.state(state)) (\(time))"
        } else {
            guard let done = Self.clause(entry.record, isReading: isReading) else { return nil }
            guard !isReading, state == .expired else {
                return .refused("notification \(number) \(done)")
            }
            clause = done
        }
        return .refused(
            "notification \(number) \(clause)",
            "To read it: focus-switch missed show \(number)")
    }

    /// Returns a clause for each notification with which the command has nothing to do; none for a
    /// long list of ids. Must be called before the command.
    @LoopActor static func done(
        _ ids: [ClientID], isReading: Bool, _ invocation: Invocation
    ) -> [ClientID: String] {
        guard ids.count > 1, ids.count <= FilterShelf.listed else { return [:] }
        var clauses: [ClientID: String] = [:]
        for id in ids {
            guard let entry = try? invocation.ask(.entry(id)), entry.record.ended == nil else {
                continue
            }
            clauses[id] = clause(entry.record, isReading: isReading)
        }
        return clauses
    }

    /// Returns a line for each notification that the command could not change; none for a long list
    /// of ids.
    ///
    /// - Parameter done: clauses about those with which the command had nothing to do.
    @LoopActor static func reasons(
        _ ids: [ClientID], done: [ClientID: String] = [:], _ invocation: Invocation
    ) -> [String] {
        guard ids.count <= FilterShelf.listed else { return [] }
        return ids.compactMap { id in
            if let clause = done[id] { return "  \(id.rawValue): \(clause)" }
            guard let entry = try? invocation.ask(.entry(id)) else {
                return "  \(id.rawValue): there is no such notification"
            }
            // A notification that the command itself has ended is not a failure.
            guard let ended = entry.record.ended, ended < invocation.now else { return nil }
            return "  \(id.rawValue): already \(Wording.state(entry.record.state))"
        }
    }
}
