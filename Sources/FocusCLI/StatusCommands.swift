// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// How things are: `status`, `badge`, `doctor`, `reload`.
enum StatusCommands {
    static let all = [status, badge, reload, doctor, CountersCommand.counters]

    static let status = Command(
        "status", summary: "Show which Focus is on, what was missed, and how focusd is",
        examples: ["focus-switch status", "focus-switch status --json | jq -r .focus.id"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let status = try invocation.ask(.status)
        invocation.report(json(status)) { print(status, invocation) }
    }

    static let badge = Command(
        "badge", "[APP]", summary: "Show the badges of all apps, or of one",
        details: "Badges are the apps' own: an app sets its count itself, or else the count of its"
            + " unread\nnotifications is shown. To lower it, read or dismiss them"
            + " (focus-switch missed).",
        examples: ["focus-switch badge", "focus-switch badge org.example.Chat"]
    ) { invocation, values throws(CommandFailure) in
        let word = try values.arguments(0...1, "at most one app").first
        let badges = try invocation.ask(.badges)
        guard let word else { return printBadges(badges, invocation) }
        let known = try invocation.apps.app(word)
        let app = known.ids.first { badges[$0] != nil } ?? known.id
        let count = badges[app] ?? 0
        invocation.report(["app": .string(app.rawValue), "count": .integer(Int64(count))]) {
            invocation.output.line(String(count))
        }
    }

    static let reload = Command(
        "reload", summary: "Have focusd read its files anew",
        details: "focusd notices changes by itself; this waits until it has read them, and shows"
            + " what it\nrefused. Exit status 1 where there is such a file.",
        examples: ["focus-switch reload"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let problems = try invocation.ask(.reload)
        invocation.report(["problems": .strings(problems)]) {
            if problems.isEmpty { invocation.output.line("All files are read.") }
            problems.forEach { invocation.output.line($0.printable) }
        }
        if !problems.isEmpty { throw CommandFailure(.refused, nil) }
    }

    static let doctor = Command(
        "doctor", summary: "Check what works and what does not",
        details: "What does not work is named with what to do about it. Exit status 1 where a"
            + " check fails.",
        examples: [
            "focus-switch doctor", "focus-switch doctor --json | jq -r '.[].problem // empty'",
        ]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let answer: Result<[DoctorCheck], CommandFailure>
        do throws(CommandFailure) {
            answer = .success(try invocation.ask(.doctor))
        } catch {
            answer = .failure(error)
        }
        // Looked at second: the question starts a focusd that does not run yet.
        var checks = invocation.session?().checks ?? []
        switch answer {
        case .success(let found): checks += found
        case .failure(let error):
            // What is wrong with the session says why.
            guard !checks.isEmpty else { throw error }
            invocation.report(.array(checks.map(json))) { print(checks, invocation) }
            throw error
        }
        invocation.report(.array(checks.map(json))) { print(checks, invocation) }
        if checks.contains(where: { !$0.isGood }) { throw CommandFailure(.refused, nil) }
    }

    // MARK: JSON

    private static func json(_ status: ServiceStatus) -> JSONValue {
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
                ]
            } ?? nil,
            "missed": .integer(Int64(status.missed)),
            "queued": .integer(Int64(status.queued)),
            "inhibited": .boolean(status.isInhibited),
            "inhibitors": .array(
                status.inhibitors.map {
                    ["app": .string($0.app.rawValue), "reason": .string($0.reason)]
                }),
            "server": [
                "running": .boolean(status.server.isRunning),
                "name": .string(status.server.name),
                "vendor": .string(status.server.vendor),
                "version": .string(status.server.version),
                "specVersion": .string(status.server.specVersion),
                "command": .string(status.server.command),
            ],
            "problems": .strings(status.problems),
            "version": .string(status.version),
            "pid": .integer(Int64(status.processID)),
        ]
    }

    private static func json(_ check: DoctorCheck) -> JSONValue {
        [
            "check": .string(check.check), "ok": .boolean(check.isGood),
            "detail": .string(check.detail),
            "problem": .optional(check.problem?.kind.rawValue),
            "since": .optional((check.problem?.since).map(TimeText.utc)),
            "remedy": .optional(check.problem?.remedy),
        ]
    }

    // MARK: Words

    @LoopActor private static func print(_ status: ServiceStatus, _ invocation: Invocation) {
        let output = invocation.output
        output.line(focusLine(status, invocation))
        var table = Table()
        table.add("Missed", missedText(status.missed))
        if status.queued > 0 {
            table.add("Waiting", "\(Wording.count(status.queued, "notification")) to be shown")
        }
        for inhibitor in status.inhibitors {
            let reason = inhibitor.reason.printable
            table.add(
                "Inhibited",
                "by \(invocation.apps.name(of: inhibitor.app))"
                    + (reason.isEmpty ? "" : ": \(reason)"))
        }
        table.add("Server", serverText(status.server))
        for problem in status.problems { table.add("Problem", problem.printable) }
        table.lines().forEach(output.line)
    }

    @LoopActor private static func focusLine(
        _ status: ServiceStatus, _ invocation: Invocation
    ) -> String {
        guard let activation = status.activation else { return "No Focus is on." }
        let name = status.focusName.isEmpty ? activation.focus.rawValue : status.focusName
        let since = TimeText.relative(activation.since, now: invocation.now)
        let until = activation.untilText(now: invocation.now)
        let shown = invocation.output.inked(name.printable, .strong)
        if activation.cause == .trigger {
            let reason = activation.trigger.map { " \($0.words)" } ?? " by a trigger"
            return "\(shown) is on\(reason), turned on \(since)."
        }
        let schedule = activation.schedule.map { " \($0.printable)" } ?? ""
        let cause = activation.cause == .schedule ? "by its schedule\(schedule)" : "by hand"
        return "\(shown) is on\(until), turned on \(cause), \(since)."
    }

    private static func missedText(_ count: UInt32) -> String {
        count == 0 ? "nothing" : "\(Wording.count(count, "notification")) (focus-switch missed)"
    }

    private static func serverText(_ server: ServerStatus) -> String {
        let name = [server.name, server.version].filter { !$0.isEmpty }.joined(separator: " ")
        let words = name.isEmpty ? server.command : name
        let known = words.isEmpty ? "none known" : words.printable
        return server.isRunning ? known : "\(known), not running"
    }

    @LoopActor private static func print(_ checks: [DoctorCheck], _ invocation: Invocation) {
        let output = invocation.output
        var table = Table()
        for check in checks {
            table.add(
                check.isGood ? output.inked("ok", .green) : output.inked("FAIL", .red),
                check.check.printable, check.detail.printable)
            guard let problem = check.problem else { continue }
            if let since = problem.since {
                table.add("", "", "since: \(TimeText.relative(since, now: invocation.now))")
            }
            if !problem.remedy.isEmpty {
                table.add("", "", "to do: \(problem.remedy.printable)")
            }
        }
        table.lines().forEach(output.line)
    }

    @LoopActor private static func printBadges(
        _ badges: [AppID: UInt32], _ invocation: Invocation
    ) {
        let sorted = badges.sorted { $0.key < $1.key }
        let json = sorted.map { badge -> JSONValue in
            [
                "app": .string(badge.key.rawValue),
                "name": .string(invocation.apps.name(of: badge.key)),
                "count": .integer(Int64(badge.value)),
            ]
        }
        invocation.report(.array(json)) {
            if sorted.isEmpty { invocation.output.line("No app has a badge.") }
            var table = Table()
            for (app, count) in sorted {
                table.add(invocation.apps.name(of: app), String(count))
            }
            table.lines().forEach(invocation.output.line)
        }
    }
}
