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
        "a", "all", "an", "any", "anything", "are", "been", "currently", "did", "do", "focus",
        "has",
        "have", "i", "is", "it", "me", "mode", "my", "now", "right", "something", "that", "the",
        "was",
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
            let editor = FocusEditor(invocation)
            let isFocus = others.isEmpty || editor.isNamed(name) || invocation.isFocus(others)
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

    /// The steps for a sender: `did I miss from Ben`, `Slack notifications`, `did Ben write`; nil
    /// for other words.
    private static func senderSteps(_ words: [String], _ invocation: Invocation) -> [String]? {
        let nouns: Set = ["history", "message", "messages", "notification", "notifications"]
        let verbs: Set = ["said", "say", "send", "sent", "write", "written", "wrote"]
        let missing: Set = ["miss", "missed"]
        func sender(_ words: ArraySlice<String>) -> String? {
            let name = words.joined(separator: " ")
            if name.isEmpty || invocation.apps.isName(name) { return name.isEmpty ? nil : name }
            return KnownPeople(FocusEditor(invocation)).person(named: name)
        }
        let folded = words.map { $0.lowercased() }
        var (name, command) = (String?.none, "history")
        if let place = folded.dropFirst().lastIndex(where: { ["by", "from", "of"].contains($0) }),
            folded[..<place].allSatisfy({ nouns.contains($0) || missing.contains($0) })
        {
            name = sender(words[(place + 1)...])
            if folded[..<place].contains(where: missing.contains) { command = "missed" }
        } else if let last = folded.last, nouns.contains(last) || verbs.contains(last) {
            name = sender(words.dropLast())
        }
        return name.map { ["Those of that sender: focus-switch \(command) \(shellQuoted($0))"] }
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
