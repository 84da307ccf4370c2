// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The command `history`, which lists past notifications and the decisions about them.
enum HistoryCommand {
    static let all = [history, HistoryClearing.clear]

    static let history = Command(
        "history", "[APP]", summary: "List past notifications and what was decided about each",
        details: """
            Newest first. TIME is a moment (14:05, 2pm, “2026-11-21 14:05”, yesterday, friday) or how \
            long ago (30min, 2h, 3d). TEXT is looked for in titles, texts, senders, web \
            sites and people, in capital or small letters, up to 50,000 notifications back.
            """,
        options: [
            .init("app", .string, placeholder: "APP", help: "Only those of that app"),
            .init("search", .string, placeholder: "TEXT", help: "Only those with that text"),
            .init("since", .string, placeholder: "TIME", help: "Only those from then on"),
            .init("limit", short: "n", .integer, placeholder: "N", help: "At most so many (50)"),
            .init("silenced", help: "Only those that were silenced"),
            .init("delivered", help: "Only those that were delivered, at once or later"),
        ],
        examples: [
            "focus-switch history --since today --silenced",
            "focus-switch history --search invoice", "focus-switch history --limit 5",
        ]
    ) { invocation, values throws(CommandFailure) in
        let word = try app(values)
        let limit = try limit(values, default: 50)
        var query = try query(values, now: invocation.now)
        let isOfApp = try word.map { word throws(CommandFailure) in
            try invocation.selectSender(word, in: &query)
        }
        query.text = try searchedText(values)
        // This program selects an app with several ids, so it needs all notifications.
        let isCut = values.integer("limit") == nil
        query.limit =
            isOfApp != nil && query.app == nil ? Limits.queryEntries : isCut ? limit + 1 : limit
        try invocation.list(
            query, source: 3, reason: 5, flexible: [3, 5, 4], ifEmpty: "No such notifications.",
            limit: limit,
            more: isCut
                ? "these are the newest \(limit); for more: focus-switch history --limit N" : nil,
            where: { isOfApp?($0) ?? true }
        ) { table, entry in
            table.add(
                String(entry.record.id.rawValue),
                invocation.time(entry.record.time),
                Wording.outcome(entry), entry.source, entry.headline,
                Wording.short(entry.record.reason))
        }
    }

    /// Returns the app of the argument or of `--app`; nil for all apps.
    static func app(_ values: OptionValues) throws(CommandFailure) -> String? {
        let word = try values.arguments(0...1, "at most one app").first
        guard word == nil || values.string("app") == nil else {
            throw .usage("“\(word?.printable ?? "")” and --app exclude each other")
        }
        return word ?? values.string("app")
    }

    private static func query(
        _ values: OptionValues, now: Timestamp
    ) throws(CommandFailure) -> HistoryQuery {
        if values.flag("silenced"), values.flag("delivered") {
            throw .usage("--silenced and --delivered exclude each other; leave out both for all")
        }
        var query = HistoryQuery()
        if values.flag("silenced") { query.verdict = .silence }
        if values.flag("delivered") { query.isDelivered = true }
        if let since = values.string("since") {
            query.since = try moment(since, option: "since", now: now)
        }
        return query
    }

    /// Returns the time in an option's value.
    static func moment(
        _ text: String, option: String, now: Timestamp
    ) throws(CommandFailure) -> Timestamp {
        let span = text.lowercased().hasSuffix(" ago") ? String(text.dropLast(4)) : text
        if let moment = MomentWords.past(span, now: now) { return moment }
        throw .usage(
            "--\(option): “\(text.printable)” is not a time; examples: 14:05, 2pm, 2026-11-21,"
                + " “2026-11-21 14:05”, today, yesterday, friday, 30min, 2h, 3d")
    }

    /// Returns the value of `--search`.
    static func searchedText(_ values: OptionValues) throws(CommandFailure) -> SearchedText? {
        guard let word = values.string("search") else { return nil }
        guard let text = SearchedText(word) else {
            throw .usage("--search: expected 1 to \(Limits.searchTextBytes) bytes of text")
        }
        return text
    }

    /// Returns the value of `--limit`.
    static func limit(
        _ values: OptionValues, default number: Int
    ) throws(CommandFailure) -> Int {
        let limit = values.integer("limit") ?? number
        guard (1...Limits.queryEntries).contains(limit) else {
            throw .usage("--limit: expected a number from 1 to \(Limits.queryEntries)")
        }
        return limit
    }
}
