// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Times of the day in place of a trigger, which is a state: `trigger add 18:00`, `trigger add work
/// 9-17`. A schedule has times.
@LoopActor enum TriggerTimes {
    /// Words beside a time that mean nothing of their own, in lower case.
    private static let fillers: Set = ["at", "by", "from", "on", "every", "each", "daily", "after"]

    /// Throws for times and days, with the command that sets them.
    static func refuse(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        var words = values.arguments
        let named = values.string("focus")
        let focus = named ?? SpokenPhrase.takeFocus(from: &words, invocation) ?? "FOCUS"
        let text = values.arguments.joined(separator: " ").printable
        let command: String
        var lead = "To set times of the day"
        let rest = words.filter { !fillers.contains($0.lowercased()) }
        if let times = ScheduleWords(words) {
            command = times.command(focus, invocation)
        } else if rest.count == 1, let time = ClockWords.time(rest[0]) {
            // An hour is an example.
            let end = TimeOfDay(hour: (time.minutes / 60 + 1) % 24, minute: time.minutes % 60)
            let example = ScheduleWords([time.text, "to", (end ?? time).text])
            command =
                example?.command(focus, invocation) ?? "focus-switch schedule set --help"
            lead = "To set times of the day, as one hour from then on"
        } else if !rest.isEmpty, rest != ["all"],
            (try? DayWords.days(rest.joined(separator: " "))) != nil
        {
            command = "focus-switch schedule set --help"
        } else {
            return
        }
        throw .usage(
            "“\(text)” is no trigger: a trigger is a state, and a schedule has times",
            "\(lead): \(command)")
    }
}
