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
            Newest first. APP may also be a web site or a person. TIME is a moment (14:05, 2pm, \
            “2026-11-21 14:05”, yesterday, friday, 20 nov, last week) or how long ago (30min, 2h, \
            3d). TEXT is looked for in titles, texts, senders, web \
            sites and people, ignoring letter case and accents, up to 50,000 notifications back.
            """,
        options: [
            .init("app", .string, placeholder: "APP", help: "Only those of that app"),
            .init("search", .string, placeholder: "TEXT", help: "Only those with that text"),
            .init("since", .string, placeholder: "TIME", help: "Only those from then on"),
            .init("before", .string, placeholder: "TIME", help: "Only those before then"),
            .init("limit", short: "n", .integer, placeholder: "N", help: "At most so many (50)"),
            .init("silenced", help: "Only those that were silenced"),
            .init("delivered", help: "Only those that were delivered, at once or later"),
        ],
        examples: [
            "focus-switch history --since today --silenced",
            "focus-switch history --search invoice", "focus-switch history --limit 5",
        ]
    ) { invocation, values throws(CommandFailure) in
        var words = values.arguments
        let since = try moment(values, "since", of: &words, invocation)
        let before = try moment(values, "before", of: &words, invocation)
        let senders = SenderWords(invocation: invocation)
        try senders.refuseTime(words)
        let word = try app(senders.withoutLead(words), values, invocation)
        let limit = try limit(values, default: 50)
        var query = try query(values)
        for (time, option) in [(since, "since"), (before, "before")] {
            if let time, time > invocation.now {
                throw inFuture(time, option, now: invocation.now)
            }
        }
        (query.since, query.until) = (since, before)
        let span =
            (since.map { " since \(TimeText.full($0))" } ?? "")
            + (before.map { " before \(TimeText.full($0))" } ?? "")
        let isOfApp = try word.map { word throws(CommandFailure) in
            try invocation.selectSender(word, in: &query)
        }
        query.text = try searchedText(values)
        if let word, query.text == nil, query.person == nil { try hintAtSearch(word, invocation) }
        // This program selects an app with several ids, so it needs all notifications.
        let isCut = values.integer("limit") == nil
        query.limit =
            isOfApp != nil && query.app == nil ? Limits.queryEntries : isCut ? limit + 1 : limit
        // Nil for an id that focusd does not know any more.
        var newest: [ClientID: EntryKey?] = [:]
        try invocation.list(
            query, source: 3, reason: 5, flexible: [3, 5, 4],
            ifEmpty: "No such notifications\(span).", limit: limit,
            more: isCut
                ? "these are the newest \(limit); for more: focus-switch history --limit \(limit * 10)"
                : nil,
            where: { isOfApp?($0) ?? true }
        ) { table, entry, sender in
            let id = entry.record.id
            var isFound = true
            // If the newer notification has the same id, `explain` and `missed show` find that one.
            if entry.record.state == .replaced {
                let key: EntryKey? = newest[id] ?? (try? invocation.ask(.entry(id)))?.record.key
                newest.updateValue(key, forKey: id)
                isFound = key == entry.record.key
            }
            table.add(
                isFound ? String(id.rawValue) : "-",
                invocation.time(entry.record.time),
                Wording.outcome(entry), sender, entry.headline,
                Wording.short(entry.record.reason))
        }
    }

    /// Returns the time in an option's value, and removes its other words from the arguments.
    @LoopActor private static func moment(
        _ values: OptionValues, _ option: String, of words: inout [String],
        _ invocation: Invocation
    ) throws(CommandFailure) -> Timestamp? {
        // Of two times, a word belongs to the one that it stands behind.
        let isSpan = values.string("since") != nil && values.string("before") != nil
        let behind =
            isSpan ? SplitValue.all(option, in: invocation.words).first?.rest ?? [] : words
        let (time, rest) = try moment(values, option, among: behind, now: invocation.now)
        var others = rest[...]
        for word in behind {
            if others.first == word {
                others.removeFirst()
            } else if let index = words.firstIndex(of: word) {
                words.remove(at: index)
            }
        }
        return time
    }

    /// Prints the command that looks for a word in the texts, if the word names no sender.
    @LoopActor private static func hintAtSearch(
        _ word: String, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard try NamedSites(invocation: invocation).host(of: word) == nil,
            try invocation.apps.find(word) == nil
        else { return }
        let command = "focus-switch history --search \(shellQuoted(word))"
        invocation.output.errorDetail("To look for it in the texts: \(command.printable)")
    }

    /// Returns the app of the words or of `--app`; nil for all apps. The name of a known app may be
    /// several words.
    @LoopActor static func app(
        _ words: [String], _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) -> String? {
        let option = values.string("app")
        let name = ([option].compactMap { $0 } + words).joined(separator: " ")
        guard !words.isEmpty else { return option }
        if name != words[0], invocation.apps.isName(name) { return name }
        for split in ["search", "app"].flatMap({ SplitValue.all($0, in: invocation.words) }) {
            try SplitValues(invocation: invocation).refuse(split)
        }
        if option != nil {
            throw .usage("“\(words[0].printable)” and --app exclude each other")
        }
        if words.count > 1 { _ = try values.arguments(0...1, "at most one app") }
        return words[0]
    }

    private static func query(_ values: OptionValues) throws(CommandFailure) -> HistoryQuery {
        if values.flag("silenced"), values.flag("delivered") {
            throw .usage("--silenced and --delivered exclude each other; leave out both for all")
        }
        var query = HistoryQuery()
        if values.flag("silenced") { query.verdict = .silence }
        if values.flag("delivered") { query.isDelivered = true }
        return query
    }

    /// Returns the time in an option's value, and the words that do not belong to the time. Without
    /// quotes, `--since 2 days` arrives as two words.
    ///
    /// - Parameter words: the words that may belong to the time; nil for all arguments.
    static func moment(
        _ values: OptionValues, _ option: String, among words: [String]? = nil, now: Timestamp
    ) throws(CommandFailure) -> (time: Timestamp?, words: [String]) {
        var words = words ?? values.arguments
        guard var text = values.string(option) else { return (nil, words) }
        let isWhole = moment(text, now: now) != nil
        for count in [2, 1] where words.count >= count {
            let start = (0...(words.count - count)).first { start in
                let more = words[start..<(start + count)]
                // “yesterday 14:00”: a time behind a day.
                let isClock = more.allSatisfy { ClockWords.time($0) != nil && !$0.isNumber }
                // “2d ago”, of which “2d” alone is a time.
                return (!isWhole || isClock || Array(more) == ["ago"])
                    && moment(([text] + more).joined(separator: " "), now: now) != nil
            }
            guard let start else { continue }
            text = ([text] + words[start..<(start + count)]).joined(separator: " ")
            words.removeSubrange(start..<(start + count))
            break
        }
        if let moment = moment(text, now: now) { return (moment, words) }
        throw .usage(
            "--\(option): "
                + (MomentWords.complaint(aboutDate: text)
                    ?? "“\(text.printable)” is not a time; examples: 14:05, 2pm, 2026-11-21,"
                    + " “2026-11-21 14:05”, “20 nov”, today, “this morning”, yesterday, friday,"
                    + " “last week”, 30min, 2h, 3d"))
    }

    /// Returns the past time that a text names, also with “ago” behind it; nil for other texts.
    static func moment(_ text: String, now: Timestamp) -> Timestamp? {
        let span = text.lowercased().hasSuffix(" ago") ? String(text.dropLast(4)) : text
        return MomentWords.past(span, now: now)
    }

    /// Returns the error for an option with a time that is not in the past.
    static func inFuture(
        _ time: Timestamp, _ option: String, now: Timestamp
    ) -> CommandFailure {
        let parts = CalendarTime(local: time)
        let isToday = parts.isSameDay(as: CalendarTime(local: now))
        return .usage(
            "--\(option): \(TimeText.full(time)) is in the future"
                + (isToday ? "; for the day before: “yesterday \(parts.clockText)”" : ""))
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
        let senders = SenderWords(invocation: invocation)
        let word = try HistoryCommand.app(senders.withoutLead(words), values, invocation)
        // The beginning of a name is too vague for a change that cannot be undone.
        let app = try word.map { word throws(CommandFailure) in
            guard let app = try invocation.apps.find(word, isExact: true) else {
                let doubt = invocation.apps.unknown(word, suggestsListed: false)
                throw .refused(
                    "nothing was deleted: \(doubt)", details: otherSteps(word, invocation))
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
                // The number is that app's, and so is the step: the list may have others, too.
                let step = word.map { word in
                    let lead = word.hasPrefix("-") ? "--app=" : "--app "
                    return "dismiss \(lead)\(shellQuoted(word).printable)"
                }
                invocation.output.sentence(
                    "The missed list still has \(Wording.count(missed, "notification"))\(title):"
                        + " focus-switch missed \(step ?? "clear")")
            }
        }
    }

    /// Returns the steps for the id of a notification, a day or a person in place of an app; none
    /// for other words.
    @LoopActor private static func otherSteps(_ word: String, _ invocation: Invocation) -> [String]
    {
        if let id = UInt32(word), let entry = try? invocation.ask(.entry(ClientID(rawValue: id))) {
            let app = (entry.record.program ?? entry.record.app).rawValue
            return [
                "All of the app of notification \(id): focus-switch history clear"
                    + " \(shellQuoted(app).printable)"
            ]
        }
        let folded = word.lowercased()
        if ["today", "yesterday"].contains(folded) {
            return ["Those from before that day: focus-switch history clear --before \(folded)"]
        }
        guard KnownPeople(FocusEditor(invocation)).contains(word) else { return [] }
        return [
            "They are deleted by app or by age; those of the person: focus-switch history --search"
                + " \(shellQuoted(word).printable)"
        ]
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
