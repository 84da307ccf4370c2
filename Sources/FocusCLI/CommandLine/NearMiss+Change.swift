// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// A setting before its Focus, and a change in other words.
@LoopActor extension NearMiss {
    private static let articles: Set = ["my", "the"]
    /// Words between a setting and its Focus, in lower case.
    private static let leads: Set = ["for", "from", "in", "of", "on"]
    /// Words before a value, in lower case.
    private static let values: Set = ["as", "into", "is", "to"]

    /// Returns the setting with that key, or with another word for it; nil for other words.
    static func setting(_ word: String) -> Setting? {
        let isOther = ["colour", "picture", "symbol"].contains(word.lowercased())
        return Setting(typed: word) ?? (isOther ? Setting.meant(by: word) : nil)
    }

    /// Returns the step for `color work red`, `icon of work to face-smile`, `work name Office` and
    /// `work to Office`; none for other words and for a value that the setting does not take.
    ///
    /// - Parameter needsFocus: false if the active Focus may be meant.
    static func changeSteps(
        _ typed: [String], _ invocation: Invocation, needsFocus: Bool
    ) -> [String] {
        let editor = FocusEditor(invocation)
        var words = typed.filter { !articles.contains($0.lowercased()) }.map { word in
            // “work's”.
            let isOf = ["'s", "’s"].contains { word.hasSuffix($0) }
            return isOf && editor.isNamed(String(word.dropLast(2)))
                ? String(word.dropLast(2)) : word
        }
        func takeFocus() -> String? {
            let count = words.indices.map { $0 + 1 }.last { count in
                editor.isNamed(words.prefix(count).joined(separator: " "))
            }
            guard let count else { return nil }
            defer { words.removeFirst(count) }
            return words.prefix(count).joined(separator: " ")
        }
        func dropFirst(in set: Set<String>) -> Bool {
            guard let first = words.first, set.contains(first.lowercased()) else { return false }
            words.removeFirst()
            return true
        }
        var focus = takeFocus()
        let setting = words.first.flatMap(setting)
        if setting != nil {
            words.removeFirst()
            let before = words
            if focus == nil {
                _ = dropFirst(in: leads)
                focus = takeFocus()
                if focus == nil { words = before }
            }
        }
        let isNew = dropFirst(in: values)
        if setting != nil, focus == nil {
            focus = SpokenMember.removeFocus(from: &words, invocation)
            // “in Zu Hause”.
            if let last = words.last, focus != nil, leads.contains(last.lowercased()) {
                words.removeLast()
            }
        }
        let active = needsFocus || setting == nil ? nil : invocation.activeFocus?.rawValue
        guard !words.isEmpty, let focus = focus ?? active else { return [] }
        guard let setting, setting != .name else {
            let name = words.joined(separator: " ")
            guard setting != nil || isNew else { return [] }
            // “change work to sleep”.
            return setting == nil && editor.isNamed(name)
                ? ["To turn on that Focus: focus-switch on \(shellQuoted(name))"]
                : ["To rename it: focus-switch rename \(shellQuoted(focus)) \(shellQuoted(name))"]
        }
        let value = setting.meant(words) ?? words
        guard (try? setting.change(to: value)) != nil else { return [] }
        let text = value.map(shellQuoted).joined(separator: " ")
        return [
            "To change it: focus-switch set \(setting.rawValue) \(text) --focus"
                + " \(shellQuoted(focus))"
        ]
    }
}
