// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

extension EntryWire {
    /// All keys of an entry. Keys that do not apply have the value null.
    var json: JSONValue {
        [
            "id": .integer(Int64(record.id.rawValue)),
            "key": .integer(record.key.rawValue),
            "time": .string(TimeText.utc(record.time)),
            "ended": .optional(record.ended.map(TimeText.utc)),
            "app": .string(record.app.rawValue),
            "appName": .string(record.appName),
            "program": .optional(record.program?.rawValue),
            "name": .string(label),
            "summary": .string(record.summary),
            "body": .string(record.body),
            "category": .optional(record.category),
            "urgency": .integer(Int64(record.urgency.rawValue)),
            "level": .string(record.level.name),
            "people": .strings(record.people),
            "peopleSource": .optional(
                record.people.isEmpty ? nil : record.peopleSource.rawValue),
            "site": .optional(record.site), "thread": .optional(record.thread),
            "filterCriteria": .optional(record.filterCriteria),
            "actions": .array(
                record.actions.map { ["key": .string($0.key), "label": .string($0.label)] }),
            "verdict": .string(record.verdict.rawValue),
            "reason": .string(record.reason.code),
            "reasonDetail": .optional(record.reason.detail),
            "focus": .optional(record.focus?.rawValue),
            "state": .string(record.state.name),
            // A notification that ended by being read needs no mark in the store.
            "read": .boolean(record.isRead || record.state == .read),
            "live": .boolean(isLive), "deliveredLater": .boolean(isLate),
            "snoozedUntil": .optional(snoozedUntil.map(TimeText.utc)),
            "shortened": .strings(record.shortened.jsonNames),
        ]
    }

    /// Summary and body on one line.
    var headline: String {
        let summary = record.summary.printable
        let body = record.body.withoutMarkup.printable
        let end = record.shortened.isDisjoint(with: [.summary, .body]) ? "" : "…"
        if body.isEmpty { return summary + end }
        return (summary.isEmpty ? body : "\(summary) — \(body)") + end
    }

    /// Name by which the user knows the sender. Never empty.
    var label: String {
        let names = [
            name ?? "", record.program?.rawValue ?? "", record.app.rawValue, record.appName,
        ]
        return names.first { !$0.isBlank } ?? AppID.unknown.rawValue
    }

    /// Sender for a list column, with a web site before its browser.
    var source: String {
        let name = label.printable
        return record.site.map { "\($0.printable) (\(name))" } ?? name
    }

    /// Maximum columns of a sender's name in a list on a terminal.
    static let sourceColumns = 32

    /// Prints all attributes, one on each line.
    ///
    /// - Parameter focus: the name of the Focus that decided.
    @LoopActor func print(to output: Output, now: Timestamp, focus: String?) {
        output.line(output.inked(record.summary.printable, .strong))
        for line in record.body.withoutMarkup.printableLines {
            let isLong = output.width.map { line.columns + 2 > $0 } ?? false
            let lines = isLong ? line.wrapped(to: (output.width ?? 0) - 2) : [line]
            lines.forEach { output.line("  \($0)") }
        }
        var table = Table()
        let time = "\(TimeText.full(record.time)) (\(TimeText.relative(record.time, now: now)))"
        table.add("Id", String(record.id.rawValue))
        table.add("App", title)
        table.add("Arrived", time)
        if let ended = record.ended { table.add("Ended", TimeText.full(ended)) }
        if !record.people.isEmpty {
            table.add("From", Wording.people(record.people, record.peopleSource))
        }
        if let site = record.site { table.add("Site", site.printable) }
        if let thread = record.thread { table.add("Thread", thread.printable) }
        if let category = record.category { table.add("Category", category.printable) }
        if let criteria = record.filterCriteria { table.add("Criteria", criteria.printable) }
        table.add("Level", record.level.name)
        let late =
            isReturned
            ? "; snoozed, then delivered"
            : isLeft
                ? "; on the screen when the session ended"
                : isLate && record.state != .queued ? "; delivered later" : ""
        let decision = record.isWaiting ? "to be delivered" : Wording.past(record.verdict)
        table.add("Decision", "\(decision), \(Wording.short(record.reason))\(late)")
        if let focus { table.add("Focus", focus.printable) }
        if let until = snoozedUntil {
            table.add("Snoozed", "until \(TimeText.upcoming(until, now: now))")
        }
        let isReadBesides = record.isRead && record.state != .read
        table.add("State", Wording.state(record.state) + (isReadBesides ? ", read" : ""))
        if !record.actions.isEmpty, !record.state.isFinal {
            let actions = record.actions.map(Self.words).joined(separator: ", ")
            table.add(
                "Actions", actions + (isLive ? "" : " (the app has gone, so they do nothing)"))
        }
        output.table(table)
    }

    /// Name, followed by the id and the sent name if they differ. Printable.
    var title: String {
        var others: [String] = []
        for other in [record.program?.rawValue ?? "", record.app.rawValue, record.appName]
        where !other.isEmpty && other != label && !others.contains(other) {
            others.append(other)
        }
        let list = others.map(\.printable).joined(separator: ", ")
        return label.printable + (list.isEmpty ? "" : " (\(list))")
    }

    private static func words(_ action: Action) -> String {
        let (key, label) = (action.key.printable, action.shownLabel)
        return label == action.key ? key : "\(key) (\(label.printable))"
    }
}

extension Action {
    /// The label, never empty. Servers draw no button for the default action, so many apps leave
    /// its label empty.
    var shownLabel: String {
        if !label.isEmpty { return label }
        return key == "default" ? "Open" : key
    }
}

extension ShortenedTexts {
    /// Keys of the shortened texts in an entry's JSON object.
    fileprivate var jsonNames: [String] {
        names.map { name in
            switch name {
            case "app-name": "appName"
            case "criteria": "filterCriteria"
            case "reason-detail": "reasonDetail"
            default: name
            }
        }
    }
}

extension EntryRecord {
    /// True while a notification that is to be delivered waits for the server.
    var isWaiting: Bool { state == .queued && verdict == .deliver }
}
