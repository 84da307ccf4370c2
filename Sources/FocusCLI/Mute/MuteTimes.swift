// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Times of the day behind the apps of `mute`, which begins at once: `mute Slack between 9 and 17`.
@LoopActor enum MuteTimes {
    /// Words beside the two times of a range. The second time is not the end of a mute, which
    /// begins now.
    private static let marks: Set = ["from", "between", "to"]

    /// Words for all apps, in lower case.
    private static let allWords: Set = [
        "all", "apps", "everybody", "everyone", "everything", "notification", "notifications", "*",
    ]

    /// Throws for such words, with the commands that were meant.
    static func refuse(_ words: [String], _ invocation: Invocation) throws(CommandFailure) {
        guard words.count > 1, !invocation.apps.isName(words.joined(separator: " ")) else { return }
        for start in 1..<words.count {
            let last = Array(words[start...])
            // “mon-fri 9-17” has a range of times, “9:00 17:00” has not.
            let hasMark = last.contains { word in
                marks.contains(word.lowercased()) || ScheduleWords([word], corrects: false) != nil
            }
            guard hasMark,
                !invocation.apps.isName(last.joined(separator: " ")),
                let times = ScheduleWords(last, corrects: false)
            else { continue }
            let names = Array(words[..<start])
            var details: [String] = []
            if areAll(names, invocation) {
                details = stepsForAll(times, invocation)
            } else {
                let apps = try ListWords.certain(names, invocation.apps) ?? []
                details =
                    apps.isEmpty
                    ? ["For help: focus-switch mute --help"] : steps(apps, times, invocation)
            }
            throw .usage(
                "“\(last.joined(separator: " ").printable)” are times of the day, and a mute begins"
                    + " at once",
                details: details)
        }
    }

    /// Returns true for words such as `all notifications` that name no app.
    private static func areAll(_ words: [String], _ invocation: Invocation) -> Bool {
        guard !invocation.apps.isName(words.joined(separator: " ")) else { return false }
        return words.allSatisfy { allWords.contains($0.lowercased()) }
    }

    private static func stepsForAll(
        _ times: ScheduleWords, _ invocation: Invocation
    ) -> [String] {
        var steps: [String] = []
        if isNow(times, invocation) {
            steps.append("From now until then: focus-switch dnd --until \(times.to.text)")
        }
        steps.append("To silence all apps then: \(times.command("dnd", invocation))")
        return steps
    }

    private static func steps(
        _ apps: [String], _ times: ScheduleWords, _ invocation: Invocation
    ) -> [String] {
        let names = apps.map(shellQuoted).joined(separator: " ")
        var steps: [String] = []
        if isNow(times, invocation) {
            steps.append("From now until then: focus-switch mute \(names) --until \(times.to.text)")
        }
        steps.append("A Focus has times: \(times.command("FOCUS", invocation))")
        let them = apps.count == 1 ? "it" : "them"
        steps.append("To silence \(them) then: focus-switch silence \(names) --focus FOCUS")
        return steps
    }

    /// Returns true for times without days that are around the present time.
    private static func isNow(_ times: ScheduleWords, _ invocation: Invocation) -> Bool {
        if times.hasDays { return false }
        let now = CalendarTime(local: invocation.now)
        let minute = now.hour * 60 + now.minute
        let from = times.from.minutes
        let to = times.to.minutes
        // “22-6” is over midnight.
        return from < to ? from <= minute && minute < to : minute >= from || minute < to
    }
}
