// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Predicates

/// The commands `status`, `badge`, `reload` and `counters`; the list has `doctor`, too.
enum StatusCommands {
    static let all = [
        status, badge, BadgeCommands.clear, reload, DoctorCommand.doctor, CountersCommand.counters,
    ]

    static let status = Command(
        "status", summary: "Show the active Focus, what was missed, and the state of focusd",
        examples: ["focus-switch status", "focus-switch status --json | jq -r .focus.id"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let status = try invocation.ask(.status)
        invocation.report(json(status, invocation)) { print(status, invocation) }
    }

    static let badge = Command(
        "badge", "[APP]", summary: "Show the badges of all apps, or of one app",
        details: """
            A badge is the count that the app sets in focusd, else the number of its unread \
            notifications; a missed one counts from the end of the Focus that silenced it. \
            “focus-switch badge clear APP” brings it to 0. A count that an app sends to docks \
            itself (LauncherEntry) is the docks' alone, and not listed here.
            """,
        examples: ["focus-switch badge", "focus-switch badge org.example.Chat"]
    ) { invocation, values throws(CommandFailure) in
        let word = try values.arguments(0...1, "at most one app").first
        let badges = try invocation.ask(.badges)
        guard let word else { return printBadges(badges, invocation) }
        let known = try invocation.apps.app(word)
        // An app may send under several ids, such as `chromium` and `Chromium`.
        let ids = Set(known.ids + known.sentIDs)
        let app = ids.sorted().first { badges[$0] != nil } ?? known.id
        let count = ids.reduce(0) { $0 + Int64(badges[$1] ?? 0) }
        invocation.report([
            "app": .string(app.rawValue), "name": .string(invocation.apps.listedName(of: app)),
            "count": .integer(count),
        ]) {
            invocation.output.line(String(count))
        }
    }

    static let reload = Command(
        "reload", summary: "Make focusd read its files again",
        details: """
            focusd notices changes by itself; this waits until it has read them, and lists the files \
            that it refuses. Exit status 1 if there is one. A note names each entry of a list of apps \
            that is no app's id but resembles one, and each entry with a comma in place of a \
            semicolon.
            """,
        examples: ["focus-switch reload"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let problems = try invocation.ask(.reload)
        invocation.report(["problems": .strings(problems)]) {
            if problems.isEmpty { invocation.output.line("focusd has read all files.") }
            problems.forEach { invocation.output.sentence($0.printable) }
            if !problems.isEmpty {
                let editor = FocusEditor(invocation)
                for id in editor.catalog.refused { invocation.output.advice(editor.remedy(id)) }
                let directories = BaseDirectories { invocation.environment[$0] }
                for path in [ConfigurationFile(directories).path, AlwaysFile(directories).path]
                where problems.contains(where: { $0.hasPrefix("\(path):") }) {
                    let step = FocusArgument.editStep(path, invocation)
                    invocation.output.sentence(step.printable)
                }
            }
            UnmatchedEntries(invocation: invocation).tell()
        }
        if !problems.isEmpty { throw CommandFailure(.refused, nil) }
    }

    // MARK: JSON

    @LoopActor static func json(_ status: ServiceStatus, _ invocation: Invocation) -> JSONValue {
        json(status, mutes: (try? invocation.ask(.mutes)) ?? [])
    }

    static func json(_ status: ServiceStatus, mutes: [MuteWire]) -> JSONValue {
        [
            "focus": status.activation.map { activation in
                [
                    "id": .string(activation.focus.rawValue),
                    "name": .string(status.focusName),
                    "since": .string(TimeText.utc(activation.since)),
                    "cause": .string(activation.cause.rawValue),
                    "schedule": .optional(activation.schedule),
                    "trigger": .optional(activation.trigger?.text),
                    "until": .optional(activation.until.map(TimeText.utc)),
                    "untilLogout": .boolean(activation.endsWithSession),
                    "link": .optional(activation.machine),
                ]
            } ?? nil,
            "lost": status.lost.map { lost in
                [
                    "id": .string(lost.focus.rawValue), "name": .string(lost.name),
                    "time": .string(TimeText.utc(lost.time)),
                    "refused": .boolean(lost.isRefused),
                ]
            } ?? nil,
            "missed": .integer(Int64(status.missed)),
            "queued": .integer(Int64(status.queued)),
            "inhibited": .boolean(status.isInhibited),
            "inhibitors": .array(
                status.inhibitors.map {
                    ["app": .string($0.app.rawValue), "reason": .string($0.reason)]
                }),
            "mutes": .array(mutes.map(\.json)),
            "server": [
                "running": .boolean(status.server.isRunning),
                "starting": .boolean(status.server.isStarting),
                "name": .string(status.server.name),
                "vendor": .string(status.server.vendor),
                "version": .string(status.server.version),
                "specVersion": .string(status.server.specVersion),
                "command": .string(status.server.command),
                "paused": .boolean(status.server.isPaused),
                "missing": .boolean(status.server.isMissing),
            ],
            "problems": .strings(status.problems),
            "version": .string(status.version),
            "pid": .integer(Int64(status.processID)),
        ]
    }

    // MARK: Words

    @LoopActor private static func print(_ status: ServiceStatus, _ invocation: Invocation) {
        let output = invocation.output
        output.sentence(focusLine(status, invocation))
        tellLoss(status, invocation)
        var table = Table()
        table.add("Missed", missedText(status.missed))
        if let muted = mutedText(invocation) { table.add("Muted", muted) }
        if status.queued > 0 {
            table.add("Waiting", "\(Wording.count(status.queued, "notification")) for the server")
        }
        for inhibitor in status.inhibitors {
            let reason = inhibitor.reason.printable
            // It would turn Do Not Disturb on: its client is in a sandbox, or the user turned off.
            let effect = status.activation == nil ? " (without effect)" : ""
            table.add(
                "Inhibited",
                "by \(invocation.apps.name(of: inhibitor.app))"
                    + (reason.isEmpty ? "" : ": \(reason)") + effect)
        }
        table.add("Server", serverText(status.server))
        for problem in status.problems { table.add("Problem", problem.printable) }
        output.table(table)
        tellUndecided(status.server, invocation)
        if !status.problems.isEmpty {
            output.advice("To see what corrects a problem: focus-switch doctor")
        }
    }

    @LoopActor static func focusLine(
        _ status: ServiceStatus, _ invocation: Invocation
    ) -> String {
        guard let activation = status.activation else { return "No Focus is on." }
        let name = status.focusName.isEmpty ? activation.focus.rawValue : status.focusName
        let since = TimeText.relative(activation.since, now: invocation.now)
        let until = activation.untilText(invocation)
        let shown = invocation.output.inked(name.printable, .strong)
        if activation.cause == .trigger {
            let reason =
                activation.trigger.map { " \($0.words(invocation.apps))" } ?? " by a trigger"
            return "\(shown) is on\(reason), turned on \(since)."
        }
        let schedule = activation.schedule.map { " \($0.printable)" } ?? ""
        let hand = activation.machine.map { "by link from \($0.printable)" } ?? "by hand"
        let cause = activation.cause == .schedule ? "by its schedule\(schedule)" : hand
        return "\(shown) is on\(until), turned on \(cause), \(since)."
    }

    /// Prints that a Focus went off with its file, and the command that corrects the file.
    @LoopActor static func tellLoss(_ status: ServiceStatus, _ invocation: Invocation) {
        guard let lost = status.lost else { return }
        let time = TimeText.relative(lost.time, now: invocation.now)
        let editor = FocusEditor(invocation)
        let other = editor.catalog.focuses.values.namesake(lost.name, besides: lost.focus)
        let name = other == nil ? lost.name : "\(lost.name) (\(lost.focus))"
        invocation.output.sentence("\(name.printable) went off \(lost.causeWords), \(time).")
        guard lost.isRefused else { return }
        // The file may have been corrected since.
        guard editor.catalog.refused.contains(lost.focus) else { return }
        invocation.output.sentence(editor.remedy(lost.focus))
    }

    /// Says that the shell has GNOME's own interface, by which apps pass every Focus.
    @LoopActor static func tellUndecided(_ server: ServerStatus, _ invocation: Invocation) {
        guard server.isOfGNOME, let step = invocation.session?().gtkStep else { return }
        invocation.output.sentence("GNOME's own apps pass every Focus now. \(step)")
    }

    /// Returns the muted apps, each with its end; nil if none is muted.
    @LoopActor static func mutedText(_ invocation: Invocation) -> String? {
        let mutes = (try? invocation.ask(.mutes)) ?? []
        let shown = mutes.prefix(5).map { mute in
            KnownApp(mute.app, name: mute.name).title.printable
                + mute.endText(now: invocation.now)
        }
        if mutes.isEmpty { return nil }
        let rest = mutes.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func missedText(_ count: UInt32) -> String {
        count == 0 ? "none" : "\(Wording.count(count, "notification")) (focus-switch missed)"
    }

    private static func serverText(_ server: ServerStatus) -> String {
        let name = [server.name, server.version].filter { !$0.isEmpty }.joined(separator: " ")
        let words = name.isEmpty ? server.command : name
        let known = words.isEmpty ? "none found (focus-switch doctor)" : words.printable
        if server.isPaused {
            let cause = server.isOfGNOME ? server.pauseCause : "paused"
            return "\(known), \(cause), without popups (\(server.pauseRemedy))"
        }
        if server.isRunning || words.isEmpty { return known }
        if server.isMissing { return "\(known), not installed (focus-switch doctor)" }
        return server.isStarting
            ? "\(known), starting" : "\(known), not running (focus-switch doctor)"
    }

    @LoopActor private static func printBadges(
        _ badges: [AppID: UInt32], _ invocation: Invocation
    ) {
        let named = badges.map { (name: invocation.apps.listedName(of: $0.key), badge: $0) }
            .sorted {
                ($0.name.withoutCaseAndAccents, $0.badge.key)
                    < ($1.name.withoutCaseAndAccents, $1.badge.key)
            }
        let json = named.map { row -> JSONValue in
            [
                "app": .string(row.badge.key.rawValue), "name": .string(row.name),
                "count": .integer(Int64(row.badge.value)),
            ]
        }
        invocation.report(.array(json)) {
            if named.isEmpty { invocation.output.line("No badges.") }
            var rows: [(name: String, count: Int64)] = []
            for (name, (_, count)) in named {
                if let row = rows.firstIndex(where: { $0.name == name }) {
                    rows[row].count += Int64(count)
                } else {
                    rows.append((name, Int64(count)))
                }
            }
            var table = Table()
            for row in rows { table.add(row.name, String(row.count)) }
            invocation.output.table(table)
        }
    }
}

/// The command `counters`, which prints focusd's counters.
enum CountersCommand {
    static let counters = Command(
        "counters", summary: "Show the counters of focusd since its start",
        details: "Numbers only, without names and texts. Times are in microseconds.",
        examples: ["focus-switch counters", "focus-switch counters --json | jq .missed"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let counters = try invocation.ask(.counters)
        let json = JSONValue.object(
            Counter.allCases.map { counter in
                JSONValue.Member(
                    name: counter.name, value: .integer(Int64(clamping: counters[counter])))
            })
        invocation.report(json) {
            var table = Table()
            for counter in Counter.allCases {
                table.add(counter.name, String(counters[counter]), counter.meaning)
            }
            invocation.output.table(table)
        }
    }
}

extension LostFocus {
    /// The cause of the end, as it follows "went off".
    var causeWords: String {
        isRefused ? "because its file could not be used" : "when its file was deleted"
    }
}
