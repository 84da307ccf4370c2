// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Questions about the state, as people ask them: `what is on`, `is work on`, `who is allowed`,
/// `what was missed today`.
@LoopActor enum StateQuestion {
    private static let asking: Set = ["are", "is", "was", "what", "what's", "what’s", "who"]
    /// Words that mean nothing of their own, in lower case.
    private static let fillers: Set = [
        "a", "an", "any", "anything", "are", "been", "currently", "did", "do", "focus", "has",
        "have", "i", "is", "it", "me", "mode", "now", "right", "something", "that", "the", "was",
        "we", "were", "what", "what's", "what’s", "who",
    ]

    /// Returns the failure for such a question, with the command that answers it; nil for other
    /// words.
    static func failure(_ typed: [String], _ invocation: Invocation) -> CommandFailure? {
        let words = typed.map { $0.count > 1 && $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
        guard words.count > 1, asking.contains(words[0].lowercased()) else { return nil }
        let steps = steps(Array(words.dropFirst()), invocation)
        guard !steps.isEmpty else { return nil }
        return .usage("there is no command “\(words[0].printable)”", details: steps)
    }

    /// Returns the steps for words behind the first one of a question, or behind “show”; none for
    /// other words.
    static func steps(_ typed: [String], _ invocation: Invocation) -> [String] {
        let words = typed.filter { !fillers.contains($0.lowercased()) }
        guard let last = words.last?.lowercased() else { return [] }
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
            let editor = FocusEditor(invocation)
            let isFocus = others.isEmpty || editor.isNamed(name) || invocation.isFocus(others)
            return isFocus ? ["What is on now: focus-switch status"] : []
        case "muted":
            let isMember = others.isEmpty || invocation.apps.isName(name)
            return isMember ? ["To list the muted apps: focus-switch mute"] : []
        case "next": return others.isEmpty ? ["What comes next: focus-switch next"] : []
        default: return listSteps(words, invocation)
        }
    }

    /// The steps for `who is allowed in work`, `is Ann silenced`.
    private static func listSteps(_ typed: [String], _ invocation: Invocation) -> [String] {
        let verbs: Set = ["allowed", "silenced", "blocked"]
        var words = typed
        let named = SpokenMember.removeFocus(from: &words, invocation)
        guard let place = words.firstIndex(where: { verbs.contains($0.lowercased()) }) else {
            return []
        }
        words.remove(at: place)
        if words.isEmpty { return lists(of: named, invocation) }
        let phrase = SpokenPhrase(words, invocation, named: named)
        return phrase.isUnderstood ? phrase.steps(to: .explain, invocation) ?? [] : []
    }

    /// Returns the steps that show who comes through: while the named Focus is on, or now.
    static func lists(of focus: String?, _ invocation: Invocation) -> [String] {
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
