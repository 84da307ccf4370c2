// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

extension SpokenPhrase {
    /// The line above a step that changes a list, for words with an end.
    nonisolated static let endlessList = "A list has no end: this holds until you remove it"

    /// Returns the lines with the commands that do it, or nil if they would leave out a word.
    func steps(to meaning: Meaning, _ invocation: Invocation) -> [String]? {
        guard isSorted, condition == nil, !excludes else { return nil }
        if let exceptions {
            let isAllowing = [.silence, .allow, .allowOnly].contains(meaning)
            // “nobody but Ann may reach me”, “no notifications except from Ben”.
            guard isAllowing, meaning == .silence ? !subjects.hasNames : subjects.isNothing else {
                return nil
            }
            return allowing(exceptions, isOnly: true, invocation)
        }
        switch meaning {
        case .silence where !subjects.hasNames: return silencingAll
        case .silence: return silencing(invocation)
        case .allow where subjects.isNothing: return silencingAll
        case .allow, .allowOnly:
            guard subjects.hasNames else { return nil }
            return allowing(subjects, isOnly: meaning == .allowOnly, invocation)
        case .silenceOnly:
            guard subjects.hasNames, end.isEmpty else { return nil }
            let option = String(option(invocation).dropFirst())
            let settings = settings(focus ?? invocation.activeFocus?.rawValue, invocation)
            return subjects.lines("To silence nothing else") { members in
                OnlyStep(verb: "silence", members: members).command(option, in: settings)
            }
        case .explain:
            guard subjects.count == 1, end.isEmpty else { return nil }
            let option = focus.map { " --focus \(shellQuoted($0))" } ?? ""
            return subjects.lines("To see that") { members in
                let app = members.hasPrefix("--") ? "" : "--app "
                return "focus-switch explain \(app)\(members)\(option)"
            }
        }
    }

    /// The option with the Focus of the words, or of the active one, behind a blank; a placeholder
    /// without either.
    private func option(_ invocation: Invocation) -> String {
        let focus = focus ?? invocation.activeFocus?.rawValue ?? "FOCUS"
        return " --focus \(shellQuoted(focus))"
    }

    /// Returns the lines that let the members through. Alone, they come through while a Focus is
    /// on that silences the others: one that the words name, or else Do Not Disturb.
    ///
    /// - Parameter isOnly: true if all others are to be silenced.
    private func allowing(
        _ members: SpokenMembers, isOnly: Bool, _ invocation: Invocation
    ) -> [String]? {
        let active = invocation.activeFocus?.rawValue
        let note = end.isEmpty ? [] : [Self.endlessList]
        guard isOnly else {
            let focus = focus ?? active ?? "FOCUS"
            // A Focus that allows some apps alone has no list of people yet.
            let needsPeople = limitsNoPeople(focus, invocation)
            let hasOthers = !members.apps.isEmpty || !members.unknown.isEmpty
            if needsPeople, !members.people.isEmpty, hasOthers { return nil }
            return note
                + members.lines("To let that through while a Focus is on") { members in
                    let only = needsPeople && members.hasPrefix("--person ") ? " --only" : ""
                    return "focus-switch allow\(only) \(members) --focus \(shellQuoted(focus))"
                }
        }
        let target = focus ?? (end.isEmpty ? active : nil) ?? "dnd"
        // Each of the two lists stands for itself.
        let other =
            !members.unknown.isEmpty || !members.apps.isEmpty && !members.people.isEmpty
            ? "nothing else" : members.apps.isEmpty ? "no other person" : "no other app"
        let lines =
            note
            + members.lines("To let \(other) through") { members in
                "focus-switch allow --only \(members) --focus \(shellQuoted(target))"
            }
        if end.isEmpty, focus != nil || target == active { return lines }
        return lines + ["Then turn it on: focus-switch on \(shellQuoted(target))\(end)"]
    }

    private var silencingAll: [String] {
        let all = NearMiss.silencingAll + end
        guard let focus else { return [all] }
        // A Focus that ends then has its own lists.
        let list = "For all apps: focus-switch silence --all-apps --focus \(shellQuoted(focus))"
        return end.isEmpty ? [list, all] : ["A list of a Focus has no end", all]
    }

    private func silencing(_ invocation: Invocation) -> [String]? {
        let option = option(invocation)
        let silence = "While a Focus is on"
        if focus != nil || end.isEmpty || subjects.count > subjects.apps.count {
            let lines = subjects.lines(silence) { "focus-switch silence \($0)\(option)" }
            guard end.isEmpty else { return [Self.endlessList] + lines }
            guard focus == nil, subjects.count == subjects.apps.count else { return lines }
            return lines + [
                "With any Focus and without one: focus-switch mute \(subjects.quotedApps)"
            ]
        }
        return ["To mute until then: focus-switch mute \(subjects.quotedApps)\(end)"]
    }
}
