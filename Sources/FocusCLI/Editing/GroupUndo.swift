// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// The command that takes the change of a rule, a schedule, the triggers or a setting back, also
/// after later changes of the Focus. `undo` would take back the last one of these.
struct GroupUndo {
    private struct Candidate {
        let words: [String]
        let change: Setting.Change
    }

    private static let options: Set = ["--when", "--do", "--days", "--from", "--to"]
    private var candidates: [Candidate] = []

    /// Returns the sentence with the command; nil where no single command brings the Focus of
    /// before back.
    static func sentence(_ before: FocusFile, _ after: FocusFile) -> String? {
        for candidate in GroupUndo(before, after.focus).candidates {
            var file = after
            do throws(FocusFileError) {
                try candidate.change(&file)
            } catch {
                continue
            }
            let words = candidate.words + ["--focus", after.id.rawValue]
            let line = words.map(shellQuoted).joined(separator: " ")
            // The parser takes no value with a dash in front.
            guard file.focus == before.focus, line == line.printable,
                candidate.words.allSatisfy({ !$0.hasPrefix("-") || options.contains($0) })
            else { continue }
            return "To take it back: focus-switch \(line)"
        }
        return nil
    }

    private init(_ before: FocusFile, _ new: Focus) {
        let old = before.focus
        for rule in new.rules where !old.rules.contains(rule) { add(rule, before) }
        for schedule in new.schedules where !old.schedules.contains(schedule) {
            add(schedule, old.schedules.first { $0.name == schedule.name })
        }
        let triggers = new.triggers.subtracting(old.triggers).sorted().map(\.text)
        if !triggers.isEmpty {
            add(["trigger", "remove"] + triggers) { file throws(FocusFileError) in
                try file.setTriggers(old.triggers)
            }
        }
        for setting in Setting.allCases {
            guard let value = setting.value(in: old), value != setting.value(in: new),
                let change = try? setting.change(to: [value])
            else { continue }
            add(["set", setting.rawValue, value], change)
        }
    }

    private mutating func add(_ words: [String], _ change: @escaping Setting.Change) {
        candidates.append(Candidate(words: words, change: change))
    }

    private mutating func add(_ rule: Rule, _ before: FocusFile) {
        let name = rule.name
        guard let known = before.focus.rules.first(where: { $0.name == name }) else {
            return add(["rule", "remove", name]) { file throws(FocusFileError) in
                try file.removeRule(name)
            }
        }
        guard let condition = before.condition(ofRule: name) else { return }
        let words = ["rule", "change", name, "--when", condition, "--do", known.effect.rawValue]
        add(words) { file throws(FocusFileError) in
            try file.replaceRule(name, when: condition, do: known.effect)
        }
    }

    private mutating func add(_ schedule: Schedule, _ known: Schedule?) {
        let name = schedule.name
        guard let known else {
            return add(["schedule", "remove", name]) { file throws(FocusFileError) in
                try file.removeSchedule(name)
            }
        }
        let words = [
            "schedule", "set", name, "--days", known.dayText, "--from", known.from.text, "--to",
            known.to.text,
        ]
        add(words) { file throws(FocusFileError) in try file.setSchedule(known) }
    }
}

extension Setting {
    /// The value as `set` takes it; nil for a list of apps, whose names `set` would look up.
    fileprivate func value(in focus: Focus) -> String? {
        func text(_ flag: Bool) -> String { flag ? "on" : "off" }
        switch self {
        case .name: return focus.name
        case .icon: return focus.icon ?? "none"
        case .color: return focus.color ?? "none"
        case .timeSensitive: return text(focus.timeSensitive)
        case .repeatBreaksThrough: return text(focus.repeatBreaksThrough)
        case .hideBadges: return text(focus.hideBadges)
        case .summary: return text(focus.summary)
        case .deliver:
            let times = focus.deliverAt.map(\.text).joined(separator: ",")
            return times.isEmpty ? "none" : times
        case .timeSensitiveExcept: return nil
        }
    }
}
