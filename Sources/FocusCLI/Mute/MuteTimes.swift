// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Times of the day behind the apps of `mute`, which begins at once: `mute Slack between 9 and 17`.
@LoopActor enum MuteTimes {
    /// Words that are among two times, of which the second is not the end of what begins now.
    private static let marks: Set = ["from", "between", "to"]

    /// Throws for such words, with the commands that were meant.
    static func refuse(_ words: [String], _ invocation: Invocation) throws(CommandFailure) {
        guard words.count > 1, !invocation.apps.isName(words.joined(separator: " ")) else { return }
        for start in 1..<words.count {
            let last = Array(words[start...])
            guard last.count == 1 || last.contains(where: { marks.contains($0.lowercased()) }),
                !invocation.apps.isName(last.joined(separator: " ")),
                let times = ScheduleWords(last, corrects: false)
            else { continue }
            let apps = try ListWords.certain(Array(words[..<start]), invocation.apps) ?? []
            throw .usage(
                "“\(last.joined(separator: " ").printable)” are times of the day, and a mute begins"
                    + " at once",
                details: apps.isEmpty
                    ? ["For help: focus-switch mute --help"] : steps(apps, times, invocation))
        }
    }

    private static func steps(
        _ apps: [String], _ times: ScheduleWords, _ invocation: Invocation
    ) -> [String] {
        let names = apps.map(shellQuoted).joined(separator: " ")
        let today = CalendarTime(local: invocation.now)
        let isNow =
            !times.hasDays && today.at(times.from).timestamp <= invocation.now
            && invocation.now < today.at(times.to).timestamp
        return
            (isNow
            ? ["From now until then: focus-switch mute \(names) --until \(times.to.text)"] : [])
            + [
                "A Focus has times: \(times.command("FOCUS", invocation))",
                "To silence it then: focus-switch silence \(names) --focus FOCUS",
            ]
    }
}
