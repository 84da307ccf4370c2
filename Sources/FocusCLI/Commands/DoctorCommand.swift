// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The command `doctor`, which prints the checks of focusd, the session and the link.
enum DoctorCommand {
    static let doctor = Command(
        "doctor", summary: "Check what works and what does not",
        details: """
            Each failed check has a remedy. Exit status 1 if a check fails, 3 if focusd does not run. \
            With --session, only the checks that do not need focusd.
            """,
        options: [
            .init("session", help: "Check the session and the link only, with focusd or without")
        ],
        examples: [
            "focus-switch doctor", "focus-switch doctor --json | jq -r '.[].problem // empty'",
        ]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        guard !values.flag("session") else {
            let checks = (invocation.session?().checks ?? []) + invocation.linkChecks()
            return try report(checks, invocation)
        }
        let answer: Result<[DoctorCheck], CommandFailure>
        do throws(CommandFailure) {
            answer = .success(try invocation.ask(.doctor))
        } catch {
            answer = .failure(error)
        }
        // Examined second: the request may start focusd in a session that is set up for it.
        let facts = invocation.session?()
        var checks = facts?.checks ?? []
        switch answer {
        case .success(let found):
            checks += found + invocation.linkChecks()
            if !invocation.isJSON { UnmatchedEntries(invocation: invocation).tell() }
        case .failure(let error):
            // The checks of the session give the reason.
            guard !checks.isEmpty else { throw error }
            invocation.report(.array(checks.map(json))) {
                print(facts?.checksBeforeSetup ?? checks, invocation)
            }
            throw error
        }
        try report(checks, invocation)
    }

    /// Prints checks. Throws if one of them has failed.
    @LoopActor private static func report(
        _ checks: [DoctorCheck], _ invocation: Invocation
    ) throws(CommandFailure) {
        invocation.report(.array(checks.map(json))) { print(checks, invocation) }
        if checks.contains(where: { !$0.isGood }) { throw CommandFailure(.refused, nil) }
    }

    private static func json(_ check: DoctorCheck) -> JSONValue {
        [
            "check": .string(check.check), "ok": .boolean(check.isGood),
            "detail": .string(check.detail),
            "problem": .optional(check.problem?.kind.rawValue),
            "since": .optional((check.problem?.since).map(TimeText.utc)),
            "latest": .optional((check.problem?.latest).map(TimeText.utc)),
            "remedy": .optional(check.problem?.remedy),
        ]
    }

    @LoopActor private static func print(_ checks: [DoctorCheck], _ invocation: Invocation) {
        let output = invocation.output
        var table = Table(breaksWords: true)
        for check in checks {
            table.add(
                check.isGood ? output.inked("ok", .green) : output.inked("FAIL", .red),
                check.check.printable, check.detail.printable)
            guard let problem = check.problem else { continue }
            let times = [("since", problem.since), ("last", problem.latest)].compactMap {
                word, time in
                time.map { "\(word): \(TimeText.relative($0, now: invocation.now))" }
            }
            if !times.isEmpty { table.add("", "", times.joined(separator: ", ")) }
            if !problem.remedy.isEmpty {
                table.add("", "", "to do: \(problem.remedy.printable)")
            }
        }
        output.table(table)
    }
}
