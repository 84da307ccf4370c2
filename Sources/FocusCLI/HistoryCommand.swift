// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// What came in and what was decided about it: `history`.
enum HistoryCommand {
    static let all = [history]

    static let history = Command(
        "history", summary: "List past notifications and what was decided about each",
        details: "Newest first. TIME is a moment (14:05, “2026-11-21 14:05”, yesterday) or how long"
            + " ago\n(30min, 2h, 3d).",
        options: [
            .init("app", .string, placeholder: "APP", help: "Only those of that app"),
            .init("since", .string, placeholder: "TIME", help: "Only those from then on"),
            .init("limit", .integer, placeholder: "N", help: "At most so many (50)"),
            .init("silenced", help: "Only those that were silenced"),
            .init("delivered", help: "Only those that were delivered"),
        ],
        examples: [
            "focus-switch history --since today --silenced", "focus-switch history --limit 5",
        ]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let query = try query(values, invocation)
        try invocation.list(
            query, flexibleColumn: 4, ifEmpty: "There are no such notifications."
        ) { table, entry in
            table.add(
                String(entry.record.id.rawValue),
                TimeText.relative(entry.record.time, now: invocation.now),
                Wording.past(entry.record.verdict), entry.source, entry.headline,
                "(\(Wording.short(entry.record.reason)))")
        }
    }

    @LoopActor private static func query(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) -> HistoryQuery {
        if values.flag("silenced"), values.flag("delivered") {
            throw .usage("--silenced and --delivered leave nothing; without both, all are listed")
        }
        var query = HistoryQuery(limit: try limit(values, default: 50))
        if let word = values.string("app") { query.app = try invocation.apps.app(word).id }
        if values.flag("silenced") { query.verdict = .silence }
        if values.flag("delivered") { query.verdict = .deliver }
        if let since = values.string("since") {
            guard let moment = TimeText.moment(since, now: invocation.now) else {
                throw .usage(
                    "--since: “\(since.printable)” is no time; write 14:05, 2026-11-21,"
                        + " “2026-11-21 14:05”, today, yesterday, 30min, 2h or 3d")
            }
            query.since = moment
        }
        return query
    }

    /// The value of `--limit`.
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
