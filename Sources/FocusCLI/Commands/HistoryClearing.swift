// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The command `history clear`, which deletes past notifications.
enum HistoryClearing {
    static let clear = Command(
        "history clear", "[APP]", summary: "Delete past notifications, of one app or of all",
        details: """
            Notifications in the missed list and on the screen stay (focus-switch missed clear). \
            Nothing brings the deleted ones back, so it asks first; a script needs --yes. TIME is as \
            in “focus-switch history --since”.

            focusd keeps notifications on this computer only, for 30 days unless [History] Days= of \
            focusd.conf says otherwise. To keep no bodies of an app's notifications: [Private] Apps= \
            of focusd.conf(5). To delete everything of an app: focus-switch forget.
            """,
        options: [
            .init("app", .string, placeholder: "APP", help: "Only those of that app"),
            .init(
                "before", .string, placeholder: "TIME", help: "Only those that arrived before then"),
            Invocation.yes,
        ],
        examples: [
            "focus-switch history clear", "focus-switch history clear org.example.Chat --yes",
            "focus-switch history clear --before 7d",
        ]
    ) { invocation, values throws(CommandFailure) in
        let (time, words) = try HistoryCommand.moment(values, "before", now: invocation.now)
        if let time, time > invocation.now {
            throw HistoryCommand.inFuture(time, "before", now: invocation.now)
        }
        try invocation.needFocusd()
        let word = try HistoryCommand.app(words, values, invocation)
        // The beginning of a name is too vague for a change that cannot be undone.
        let app = try word.map { word throws(CommandFailure) in
            guard let app = try invocation.apps.find(word, isExact: true) else {
                let doubt = invocation.apps.unknown(word, suggestsListed: false)
                throw .refused("nothing was deleted: \(doubt)")
            }
            return app
        }
        let title = app.map { " of \(invocation.apps.title(of: $0.id))" } ?? ""
        let past = time.map { " from before \(TimeText.full($0))" } ?? ""
        try invocation.confirm("Delete all past notifications\(title)\(past), for good?", values)
        // An app may send under several ids, such as `chromium` and `Chromium`.
        let ids = app.map { Set([$0.id] + $0.sentIDs).sorted() }
        var count: UInt32 = 0
        for id in ids ?? [] {
            count += try invocation.ask(.clearHistory(of: id, before: time))
        }
        if ids == nil { count = try invocation.ask(.clearHistory(of: nil, before: time)) }
        let (missed, shown) = time == nil ? try kept(app, invocation) : (0, 0)
        invocation.report(["count": .integer(Int64(count))]) {
            invocation.output.sentence(
                "Deleted \(Wording.count(count, "past notification"))\(title)\(past).")
            if shown > 0 {
                invocation.output.sentence(
                    "\(Wording.count(shown, "notification")) on the screen"
                        + " \(shown == 1 ? "stays" : "stay").")
            }
            if missed > 0 {
                invocation.output.sentence(
                    "The missed list still has \(Wording.count(missed, "notification")):"
                        + " focus-switch missed clear")
            }
        }
    }

    /// Returns the numbers of remaining notifications in the missed list, and elsewhere.
    @LoopActor private static func kept(
        _ app: KnownApp?, _ invocation: Invocation
    ) throws(CommandFailure) -> (missed: Int, shown: Int) {
        var (missed, shown) = (0, 0)
        var query = HistoryQuery(limit: Limits.queryEntries)
        var isOfApp: (EntryWire) -> Bool = { _ in true }
        if let app { isOfApp = try invocation.select(app.id.rawValue, in: &query) }
        try invocation.forEachPage(query) { page in
            for entry in page where isOfApp(entry) && !entry.record.state.isFinal {
                if entry.record.state == .silenced { missed += 1 } else { shown += 1 }
            }
        }
        return (missed, shown)
    }
}
