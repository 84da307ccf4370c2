// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The command `next`, which lists what comes without the user.
extension ScheduleCommands {
    static let next = Command(
        "next", summary: "Show the next changes of the active Focus",
        details: "By schedules and ends that are known now; what you switch by hand comes on top.",
        options: [
            .init(
                "limit", short: "n", .integer, placeholder: "N", help: "At most so many changes (5)"
            )
        ],
        examples: ["focus-switch next", "focus-switch next --json | jq -r '.[0].time'"]
    ) { invocation, values throws(CommandFailure) in
        if !values.arguments.isEmpty, invocation.isFocus(values.arguments) {
            let focus = shellQuoted(values.arguments.joined(separator: " ")).printable
            throw .usage(
                "“next” lists the changes of all Focuses",
                "The times of one: focus-switch schedule list --focus \(focus)")
        }
        try values.noArguments()
        let limit = try HistoryCommand.limit(values, default: 5)
        let status = try invocation.ask(.status)
        let changes = try invocation.ask(.upcoming(limit: UInt32(clamping: limit)))
        let focuses = FocusEditor(invocation).catalog.focuses
        // A trigger, whose end nobody knows, hides the schedules from focusd's forecast.
        let isHidden = status.activation?.trigger != nil && changes.isEmpty
        let hidden = try isHidden && !invocation.isJSON ? waiting(focuses, invocation) : []
        var lines = hidden + deliveries(status, changes, focuses, invocation)
        invocation.report(.array(changes.map(json))) {
            if let sentence = standing(
                status, changes, focuses, hides: !hidden.isEmpty, invocation)
            {
                invocation.output.sentence(sentence)
            }
            var last = status.focusName
            for change in changes {
                lines.append((change.time, words(change, after: last, now: invocation.now)))
                last = change.name
            }
            var table = Table()
            for line in lines.sorted(by: { $0.time < $1.time }).prefix(limit) {
                table.add(TimeText.upcoming(line.time, now: invocation.now), line.words)
            }
            invocation.output.table(table)
        }
    }

    /// A coming event, in words.
    private typealias Line = (time: Timestamp, words: String)

    /// Returns the next beginning of each schedule that is not skipped.
    @LoopActor private static func waiting(
        _ focuses: [FocusID: Focus], _ invocation: Invocation
    ) throws(CommandFailure) -> [Line] {
        let zone = LocalTimeZone.current()
        let skipped = try invocation.ask(.skips)
        var lines: [Line] = []
        for focus in focuses.ordered {
            for schedule in focus.schedules {
                let own = skipped.filter { $0.focus == focus.id && $0.schedule == schedule.name }
                var begin = schedule.nextBegin(after: invocation.now, zone)
                while let time = begin, own.contains(where: { $0.start == time }) {
                    begin = schedule.nextBegin(after: time, zone)
                }
                guard let begin else { continue }
                lines.append(
                    (begin, "\(focus.name.printable) begins (\(schedule.name.printable))"))
            }
        }
        return lines
    }

    /// Returns the times at which the active Focus and the coming ones show silenced notifications:
    /// each once, while the Focus is on.
    @LoopActor private static func deliveries(
        _ status: ServiceStatus, _ changes: [UpcomingChange], _ focuses: [FocusID: Focus],
        _ invocation: Invocation
    ) -> [Line] {
        let zone = LocalTimeZone.current()
        let starts =
            [(status.activation?.focus, invocation.now)] + changes.map { ($0.focus, $0.time) }
        let ends = changes.map(\.time) + [changes.last?.until].compactMap { $0 }
        var lines: [Line] = []
        for (place, (id, start)) in starts.enumerated() {
            guard let focus = id.flatMap({ focuses[$0] }) else { continue }
            for time in focus.deliverAt {
                guard let moment = DeliveryTimes.next([time], after: start, zone),
                    place >= ends.count || moment < ends[place]
                else { continue }
                lines.append((moment, "\(focus.name.printable) shows what it has silenced"))
            }
        }
        return lines
    }

    /// Returns a sentence about the lasting state, or nil if the list of changes is enough.
    ///
    /// - Parameter hides: true if the list has schedules that a trigger hides from the forecast.
    @LoopActor private static func standing(
        _ status: ServiceStatus, _ changes: [UpcomingChange], _ focuses: [FocusID: Focus],
        hides: Bool, _ invocation: Invocation
    ) -> String? {
        let name = status.focusName.printable
        if let trigger = status.activation?.trigger {
            return "\(name) stays on \(trigger.words(invocation.apps))."
                + (hides ? " By schedule, once it is off:" : "")
        }
        guard changes.isEmpty else { return nil }
        let hasSchedules = focuses.values.contains { !$0.schedules.isEmpty }
        let hasTriggers = focuses.values.contains { !$0.triggers.isEmpty }
        if status.activation != nil {
            let end = status.activation?.endsWithSession == true ? "log out" : "turn it off"
            return "\(name) stays on until you \(end)"
                + (hasSchedules ? "; no schedule changes that." : ".")
        }
        if hasSchedules { return "No schedule begins." }
        return hasTriggers ? "No schedules; triggers have no time." : "No schedules or triggers."
    }

    private static func words(
        _ change: UpcomingChange, after last: String, now: Timestamp
    ) -> String {
        guard change.focus != nil else {
            return last.isEmpty ? "no Focus" : "\(last.printable) ends"
        }
        let name = change.name.printable
        let end =
            change.until.map {
                ", until \(TimeText.upcoming($0, after: change.time, now: now))"
            } ?? ""
        if let trigger = change.trigger { return "\(name) is on again \(trigger.words)" }
        guard change.cause == .schedule else { return "\(name) is on again\(end)" }
        let schedule = change.schedule.map { " (\($0.printable))" } ?? ""
        return "\(name) begins\(schedule)\(end)"
    }

    private static func json(_ change: UpcomingChange) -> JSONValue {
        [
            "time": .string(TimeText.utc(change.time)),
            "focus": .optional(change.focus?.rawValue),
            "name": .optional(change.focus == nil ? nil : change.name),
            "cause": .optional(change.focus == nil ? nil : change.cause.rawValue),
            "schedule": .optional(change.schedule),
            "trigger": .optional(change.trigger?.text),
            "until": .optional(change.until.map(TimeText.utc)),
        ]
    }
}
