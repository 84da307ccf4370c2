// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Questions about the state, as people ask them: `what is on`, `is work on`, `who is allowed`,
/// `what was missed today`.
@LoopActor enum Question {
    /// Returns the steps for words behind the first one of a question, or behind “show”; none for
    /// other words.
    static func steps(_ typed: [String], _ invocation: Invocation) -> [String] {
        let words = typed.filter { !$0.means(.aroundQuestion) }
        guard let last = words.last?.lowercased() else { return [] }
        if let steps = senderSteps(words, invocation) { return steps }
        let day = ["today", "yesterday"].first { $0 == last }
        let others = Array(words.dropLast())
        if ["miss", "missed"].contains(day == nil ? last : others.last?.lowercased()) {
            guard others.count == (day == nil ? 0 : 1) else { return [] }
            return [
                day.map { "What was silenced then: focus-switch history --silenced --since \($0)" }
                    ?? "What was missed: focus-switch missed"
            ]
        }
        let name = others.joined(separator: " ")
        switch last {
        case "on", "active", "off":
            let isFocus =
                others.isEmpty || FocusEditor(invocation).isNamed(name)
                || invocation.isFocus(others)
            return isFocus ? ["What is on now: focus-switch status"] : []
        case "muted":
            let isMember = others.isEmpty || invocation.apps.isName(name)
            return isMember ? ["To list the muted apps: focus-switch mute"] : []
        case "next": return others.isEmpty ? ["What comes next: focus-switch next"] : []
        default:
            let steps = listSteps(words, invocation)
            return steps.isEmpty && others.isEmpty ? NearMiss.steps(forList: last) : steps
        }
    }

    /// Returns the steps for what `view work`, `get work` and `open history` name, as behind
    /// `show`; none for other words.
    static func viewSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        let editor = FocusEditor(invocation)
        let name = rest.joined(separator: " ")
        if !rest.isEmpty, editor.isNamed(name) {
            return ["The settings of a Focus: focus-switch show \(shellQuoted(name))"]
        }
        let steps = steps(rest, invocation)
        return steps.isEmpty && rest.count == 1
            ? FocusArgument(editor: editor, command: "show").steps(rest[0]) : steps
    }

    /// The steps for a sender: `did I miss from Ben`, `Slack notifications`, `did Ben write`; nil
    /// for other words.
    private static func senderSteps(_ words: [String], _ invocation: Invocation) -> [String]? {
        let isMissed = words.contains { ["miss", "missed"].contains($0.lowercased()) }
        let rest = words.filter { word in
            invocation.apps.isName(word) || !word.means(.noun, .from, .writing)
        }
        let name = rest.joined(separator: " ")
        guard !name.isEmpty, rest.count < words.count, !words[0].means(.silence, .allow) else {
            return nil
        }
        let isSender =
            invocation.apps.isName(name)
            || KnownPeople(FocusEditor(invocation)).person(named: name) != nil
        let command = isMissed ? "missed" : "history"
        return isSender
            ? ["Those of that sender: focus-switch \(command) \(shellQuoted(name))"] : nil
    }

    /// The steps for `who is allowed in work`, `is Ann silenced`, `who can reach me`.
    private static func listSteps(_ typed: [String], _ invocation: Invocation) -> [String] {
        var words = typed
        let named = SpokenPhrase.takeFocus(from: &words, invocation)
        if words.count == 2, words[0].means(.modal), words[1].means(.reach) {
            return lists(of: named, invocation)
        }
        guard
            let place = words.firstIndex(where: {
                ["allowed", "silenced", "blocked"].contains($0.lowercased())
            })
        else {
            return []
        }
        words.remove(at: place)
        if words.isEmpty { return lists(of: named, invocation) }
        let phrase = SpokenPhrase(words, invocation, named: named)
        return phrase.isUnderstood ? phrase.steps(to: .explain, invocation) ?? [] : []
    }

    /// Returns the steps that show who comes through: while the named Focus is on, or now.
    private static func lists(of focus: String?, _ invocation: Invocation) -> [String] {
        if let focus { return ["The lists of that Focus: focus-switch show \(shellQuoted(focus))"] }
        guard let active = invocation.activeFocus else {
            return [
                "No Focus is on, and all but muted apps come through: focus-switch mute",
                "The lists of a Focus: focus-switch show FOCUS",
            ]
        }
        let name = FocusEditor(invocation).name(of: active)
        return ["The lists of \(name): focus-switch show \(shellQuoted(active.rawValue))"]
    }
}
