// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Predicates

extension FocusFile {
    /// - Parameters:
    ///   - hasFile: false for Do Not Disturb if the user has not changed it.
    ///   - lock: the path of the administrator's file that locks the Focus.
    func json(
        hasFile: Bool, origin: FocusCatalog.Origin = .user, lock: String? = nil
    ) -> JSONValue {
        [
            "id": .string(id.rawValue), "name": .string(focus.name),
            "icon": .optional(focus.icon), "color": .optional(focus.color),
            "file": hasFile ? .string(path) : .null, "origin": .string(origin.rawValue),
            "lockedBy": .optional(lock),
            "apps": [
                "mode": .string(focus.apps.mode.rawValue),
                "list": .strings(appList.map(\.rawValue)),
            ],
            "people": [
                "mode": .string(focus.people.mode.rawValue), "list": .strings(peopleList),
            ],
            "allowedSites": .strings(focus.allowedSites.sorted()),
            "silencedSites": .strings(focus.silencedSites.sorted()),
            "timeSensitive": .boolean(focus.timeSensitive),
            "timeSensitiveExcept": .strings(timeSensitiveExcept.map(\.rawValue)),
            "repeatBreaksThrough": .boolean(focus.repeatBreaksThrough),
            "hideBadges": .boolean(focus.hideBadges), "summary": .boolean(focus.summary),
            "deliver": .strings(focus.deliverAt.map(\.text)),
            "schedules": .array(
                focus.schedules.map { JSONValue.object([]).adding($0.members) }),
            "triggers": .strings(focus.triggers.sorted().map(\.text)),
            "triggerGrace": .integer(focus.triggerGrace / 1_000),
            "rules": .array(rulesJSON), "filters": .array(focus.filters.map(\.json)),
        ]
    }

    /// Rules with their predicates as written in the file.
    var rulesJSON: [JSONValue] {
        focus.rules.map { rule in
            [
                "name": .string(rule.name),
                "when": .string(condition(ofRule: rule.name) ?? rule.when.description),
                "do": .string(rule.effect.rawValue),
            ]
        }
    }

    /// Prints all settings, one on each line.
    @LoopActor func print(
        to output: Output, hasFile: Bool, apps: AppDirectory,
        origin: FocusCatalog.Origin = .user, lock: String? = nil
    ) {
        output.line(output.inked(focus.name.printable, .strong))
        var table = Table()
        table.add("Id", id.rawValue.printable)
        if let icon = focus.icon { table.add("Icon", icon.printable) }
        if let color = focus.color { table.add("Color", color.printable) }
        table.add("Apps", Self.text(focus.apps, apps.listedNames(of: appList)))
        table.add("People", Self.text(focus.people, peopleList))
        for (word, sites) in [("allowed", focus.allowedSites), ("silenced", focus.silencedSites)]
        where !sites.isEmpty {
            let list = sites.sorted().namesWithCommas
            table.add("Sites", "\(word): \(list)")
        }
        table.add("Time-sensitive", timeSensitiveText(apps))
        if focus.repeatBreaksThrough {
            table.add("Repeated", "let through if the same person is named again within 3 minutes")
        }
        table.add("Badges", focus.hideBadges ? "hidden" : "shown")
        table.add("Summary", focus.summary ? "shown at the end" : "none")
        if !focus.deliverAt.isEmpty {
            let times = focus.deliverAt.map(\.text).joined(separator: ", ")
            table.add("Delivery", "what it silenced since it was turned on is shown at \(times)")
        }
        for schedule in focus.schedules { table.add("Schedule", schedule.text) }
        for trigger in focus.triggers.sorted() { table.add("Trigger", "on \(trigger.words(apps))") }
        if focus.triggerGrace != Focus.defaultTriggerGrace {
            let time = TriggerCommands.graceText(Int(focus.triggerGrace / 1_000))
            table.add("Grace", "\(time) after the end of a trigger")
        }
        for rule in focus.rules {
            let condition = condition(ofRule: rule.name) ?? rule.when.description
            table.add(
                "Rule",
                "\(rule.name.printable): \(rule.effect.rawValue) when \(condition.printable)")
        }
        for filter in focus.filters { table.add("Filter", filter.text) }
        if origin == .administrator {
            table.add(
                "From", "the administrator" + (lock == nil ? "; a change makes your copy" : ""))
        }
        if !hasFile { table.add("File", "none yet; these are its first settings") }
        output.table(table)
        // A path stays on one line, so that it can be copied.
        let column = output.width == nil ? 0 : "Time-sensitive".count
        if hasFile { output.line("\("File".padded(to: column))  \(path.printable)") }
        if let lock { output.line("\("Locked by".padded(to: column))  \(lock.printable)") }
    }

    @LoopActor private func timeSensitiveText(_ apps: AppDirectory) -> String {
        let except = apps.listedNames(of: timeSensitiveExcept).namesWithCommas
        guard focus.timeSensitive else {
            return "silenced like others"
                + (except.isEmpty
                    ? "" : "; the exceptions (\(except)) count only if they are let through")
        }
        return "let through" + (except.isEmpty ? "" : ", except from \(except)")
    }

    private static func text<Member>(_ policy: ListPolicy<Member>, _ members: [String]) -> String {
        let list = members.namesWithCommas
        return switch (policy.mode, list.isEmpty) {
        case (.allow, true): "none allowed"
        case (.allow, false): "allowed: \(list)"
        case (.silence, true): "all allowed"
        case (.silence, false): "silenced: \(list)"
        }
    }
}

extension FilterConfiguration {
    var json: JSONValue {
        [
            "app": .string(app.rawValue), "id": .string(filter),
            "predicate": .optional(predicate?.description),
            "parameters": .object(
                parameters.sorted { $0.key < $1.key }.map {
                    JSONValue.Member(name: $0.key, value: .string($0.value))
                }),
        ]
    }

    var text: String {
        let settings =
            parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            + (predicate.map { ["lets through \($0.description)"] } ?? [])
        return "\(app.rawValue) \(filter): \(settings.joined(separator: ", "))".printable
    }
}
