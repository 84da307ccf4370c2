// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// A Focus among the apps of `allow` and `silence`: `allow Slack in work`, `allow work Slack`,
/// `allow Slack while work is on`.
extension ListHabits {
    /// Throws for a Focus among the words, with the commands for that Focus.
    func refuseFocus() throws(CommandFailure) {
        guard values.string("focus") == nil, let (focuses, others) = try focusesAmongWords() else {
            return
        }
        let names = focuses.map { "“\($0.printable)”" }.joinedWithAnd
        let isOne = focuses.count == 1
        let message = "\(names) \(isOne ? "is a Focus, not an app" : "are Focuses, not apps")"
        let help = CommandFailure.usage(message, "For help: focus-switch \(verb) --help")
        let apps = try ListWords.certain(others, invocation.apps) ?? []
        let editor = FocusEditor(invocation)
        // “Ann and Slack in work”.
        let mixed = ListPhrase.withPeople(others, editor).flatMap {
            $0.apps.isEmpty ? nil : $0.members
        }
        let arguments = mixed ?? Self.quoted(apps)
        var isNew = apps.isEmpty
        for app in apps where try invocation.apps.isUnknown(app) { isNew = true }
        if isNew, mixed == nil, !values.flag("remove") {
            do throws(CommandFailure) {
                // If the list of that Focus refuses the words as well, its error has the steps.
                let id = try editor.focus(named: focuses[0])
                try edit.refuse(others, editor, in: editor.read(id), members)
            } catch {
                throw isOne ? error : help
            }
        }
        guard !arguments.isEmpty else { throw help }
        let command = "focus-switch \(verb)\(manner)"
        let lines = focuses.map { focus in
            "\(command) \(arguments)\(members) --focus \(shellQuoted(focus))"
        }
        var details = [
            "For \(isOne ? "that Focus" : "these Focuses"): \(lines.joined(separator: " && "))"
        ]
        // “while work is on” is no app.
        if isOne, !words.contains(where: { SpokenCondition.isMark($0) && !isApp($0) }) {
            details.append(
                "For an app of that name: \(command) \(arguments)"
                    + " --app \(shellQuoted(focuses[0]))\(members)")
        }
        // “Home Assistant”, of which focusd has not heard yet.
        if isNew, words[0] == focuses[0], let name = UnknownApps.oneName(words) {
            details.append("If that is one app: \(command) --app \(name)\(members)")
        }
        throw .usage(message, details: details)
    }

    /// Returns the Focuses behind the other words, or else the one before them, as the user typed
    /// it. Nil without a Focus.
    private func focusesAmongWords() throws(CommandFailure) -> (
        focuses: [String], others: [String]
    )? {
        var rest = words[...]
        var focuses: [String] = []
        while let start = lastFocus(in: rest), let focus = focus(rest[start...]) {
            focuses.insert(focus, at: 0)
            rest = rest[..<start]
            // “in work and dnd”.
            guard let last = rest.last, last.means(.and),
                lastFocus(in: rest.dropLast()) != nil
            else { break }
            rest = rest.dropLast()
        }
        if focuses.isEmpty {
            if let clause = focusInClause() { return clause }
            return try firstFocus()
        }
        while let last = rest.last, Self.isLead(last), !isApp(last), rest.count > 1 {
            rest.removeLast()
        }
        return (focuses, Array(rest))
    }

    /// Returns the Focus of `work` and `work focus`, as the user typed it.
    private func focus(_ words: ArraySlice<String>) -> String? {
        let noun = words.count > 1 ? words.last?.lowercased() : nil
        let hasNoun = noun.map({ (word: String) in word.means(.focus) }) == true
        return [words, hasNoun ? words.dropLast() : []].map { $0.joined(separator: " ") }
            .first { !$0.isEmpty && isFocus($0) }
    }

    /// Returns the place of the Focus behind the other words: `Slack in my work focus`.
    private func lastFocus(in words: ArraySlice<String>) -> Int? {
        words.indices.dropFirst().first { focus(words[$0...]) != nil }
    }

    private func isFocus(_ name: String) -> Bool {
        let editor = FocusEditor(invocation)
        guard !isApp(name), !isListed(name) else { return false }
        // One word may also be the beginning of an id, or another word for a Focus.
        return name.contains(" ")
            ? editor.name(in: [name]) != nil : (try? editor.focus(named: name)) != nil
    }

    /// Returns true for an entry that is to be removed from a list of the active Focus.
    private func isListed(_ name: String) -> Bool {
        guard values.flag("remove"), let id = invocation.activeFocus,
            let focus = FocusEditor(invocation).catalog.focuses[id]
        else { return false }
        return AppList(focus.apps.members).contains(AppID(name))
    }

    /// Returns the Focus of `Slack while work is on`.
    private func focusInClause() -> (focuses: [String], others: [String])? {
        let place = words.indices.dropFirst().first { index in
            SpokenCondition.isMark(words[index]) && !isApp(words[index])
        }
        guard let place,
            let focus = SpokenCondition(Array(words[place...]), invocation).focus
        else { return nil }
        return ([focus], Array(words[..<place]))
    }

    /// Returns the Focus of `work Slack` and `in work Slack`.
    private func firstFocus() throws(CommandFailure) -> (focuses: [String], others: [String])? {
        let joined = try ListWords.joined(words, invocation.apps)
        // “Home Assistant” may be a known app.
        guard joined.first == words[0] else { return nil }
        let leads = joined.prefix { Self.isLead($0) && !isApp($0) }.count
        for start in Set([0, leads]).sorted() {
            for end in joined.indices.dropFirst(start + 1).reversed() {
                guard let focus = focus(joined[start..<end]) else { continue }
                return ([focus], Array(joined[end...]))
            }
        }
        return nil
    }
}
