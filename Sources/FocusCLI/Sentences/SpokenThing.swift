// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// A thing of a Focus that is on none of its lists, or a Focus, as people say it: `add trigger vpn
/// to work`, `remove schedule hours from work`, `new focus Gym`.
@LoopActor struct SpokenThing {
    /// The words for a thing, with the group of commands that changes it.
    private static let groups = [
        "trigger": "trigger", "triggers": "trigger", "schedule": "schedule",
        "schedules": "schedule", "rule": "rule", "rules": "rule", "filter": "filter",
        "filters": "filter", "badge": "badge", "badges": "badge",
    ]

    private let invocation: Invocation
    private let group: String
    /// The words behind the verb, without those for the thing and the Focus.
    private let words: [String]
    /// The id of the Focus; nil if the words name none.
    private let focus: String?

    /// Returns the commands for such words behind a verb; none for other words.
    static func steps(_ verb: String, _ typed: [String], _ invocation: Invocation) -> [String] {
        let words = Array(typed.drop { $0.means(.article) })
        if verb.means(.add, .create), let name = newFocus(verb, words, invocation) {
            return ["To create a Focus: focus-switch create \(name)"]
        }
        // “create Morning schedule” may be a name without quotes.
        let isThing = words.first.map { groups[$0.lowercased()] != nil } ?? false
        guard verb != "create" || isThing else { return [] }
        guard let thing = SpokenThing(words, invocation) else { return [] }
        if verb.means(.detach) { return thing.removals }
        return [verb.means(.add, .create) ? thing.addition : thing.help]
    }

    /// Returns the quoted name of a Focus to create; nil for words that name none.
    private static func newFocus(
        _ verb: String, _ words: [String], _ invocation: Invocation
    ) -> String? {
        guard words.first?.lowercased() == "focus" else { return nil }
        let name = words.dropFirst().drop { ["called", "named"].contains($0.lowercased()) }
        // “add focus filter Slack”.
        if let first = name.first, groups[first.lowercased()] != nil { return nil }
        // “add focus work app Slack”.
        let editor = FocusEditor(invocation)
        let isKnown = name.indices.contains { editor.isNamed(name[...$0].joined(separator: " ")) }
        if verb == "add", isKnown { return nil }
        return name.isEmpty ? "NAME" : shellQuoted(name.joined(separator: " "))
    }

    private init?(_ typed: [String], _ invocation: Invocation) {
        var words = typed
        var focus = SpokenPhrase.takeFocus(from: &words, invocation)
        // A member of a list may have any name: `person Rule`.
        guard let first = words.first?.lowercased(), !first.means(.person, .site, .word) else {
            return nil
        }
        let editor = FocusEditor(invocation)
        func isFree(_ word: String) -> Bool {
            !invocation.apps.isName(word) && !editor.isNamed(word)
        }
        let place = words.firstIndex { Self.groups[$0.lowercased()] != nil && isFree($0) }
        if let place {
            group = Self.groups[words.remove(at: place).lowercased()] ?? ""
            // “trigger work vpn”.
            focus = focus ?? SpokenPhrase.takeFocus(from: &words, invocation)
        } else if ["calendar", "calendars"].contains(first), isFree(first) {
            group = "trigger"
            words[0] = "calendar"
        } else {
            return nil
        }
        // “to work focus”.
        if focus != nil, words.last?.lowercased() == "focus" { words.removeLast() }
        self.words = words
        self.focus = focus
        self.invocation = invocation
    }

    private var help: String { "What can be done with it: focus-switch \(group) --help" }

    private var focusOption: String { " --focus \(shellQuoted(focus ?? "FOCUS"))" }

    /// The triggers that the words name, in the form of a Focus file; none if a word names none.
    private var triggers: [String] {
        let texts = TriggerNames.joined(words).map { word in
            let text = TriggerNames.resolved(word)
            return Trigger(text: text) == nil && invocation.apps.isName(word) ? "app:\(word)" : text
        }
        return texts.allSatisfy { Trigger(text: $0)?.kind != nil } ? texts : []
    }

    /// The step that adds the thing, or leads to the help of the command for it.
    private var addition: String {
        switch group {
        case "trigger":
            let texts = triggers.map(shellQuoted).joined(separator: " ")
            return "To turn a Focus on by itself: focus-switch trigger add"
                + (texts.isEmpty ? " --help" : " \(texts)\(focusOption)")
        case "schedule":
            return "To set times of the day: "
                + (ScheduleWords.command(words, focus: focus, invocation)
                    ?? "focus-switch schedule set --help")
        case "rule": return "To add a rule: focus-switch rule add --help"
        case "filter": return "To set an app's filter: focus-switch filter add --help"
        default: return help
        }
    }

    /// The steps that remove the named thing of the named Focus, or of all that have one. Else the
    /// step that lists such things.
    private var removals: [String] {
        guard ["trigger", "schedule", "rule"].contains(group) else { return [help] }
        let name = group == "trigger" ? triggers.first : words.joined(separator: " ")
        let focuses = FocusEditor(invocation).catalog.focuses.ordered
            .filter { focus == nil || $0.id.rawValue == focus }
        let steps = focuses.flatMap { focus in
            things(of: focus)
                .filter { words.isEmpty || $0.lowercased() == name?.lowercased() }
                .map { thing in
                    "To remove it: focus-switch \(group) remove \(shellQuoted(thing)) --focus"
                        + " \(shellQuoted(focus.id.rawValue))"
                }
        }
        if !steps.isEmpty, focus != nil || !words.isEmpty { return steps }
        let option = focus == nil && group != "rule" ? "" : focusOption
        return ["To list the \(group)s: focus-switch \(group) list\(option)"]
    }

    private func things(of focus: Focus) -> [String] {
        switch group {
        case "trigger": focus.triggers.sorted().map(\.text)
        case "schedule": focus.schedules.map(\.name)
        default: focus.rules.map(\.name)
        }
    }
}
