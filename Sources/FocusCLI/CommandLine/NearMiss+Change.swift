// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// A setting before its Focus, and a change in other words.
@LoopActor extension NearMiss {
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
        var words = ChangeWords(words: typed, editor: FocusEditor(invocation))
        var focus = words.takeFocus()
        let setting = words.takeSetting()
        if setting != nil, focus == nil {
            let before = words.words
            _ = words.takeFirst(in: leads)
            focus = words.takeFocus()
            if focus == nil { words.words = before }
        }
        let isNew = words.takeFirst(in: values)
        if setting != nil, focus == nil {
            focus = SpokenMember.removeFocus(from: &words.words, invocation)
            if focus != nil { words.dropLead(in: leads) }
        }
        let active = needsFocus || setting == nil ? nil : invocation.activeFocus?.rawValue
        guard !words.words.isEmpty, let focus = focus ?? active else { return [] }
        let quoted = shellQuoted(focus)
        guard let setting else { return isNew ? words.steps(behind: focus, invocation) : [] }
        if setting == .name {
            let name = words.words.joined(separator: " ")
            return ["To rename it: focus-switch rename \(quoted) \(shellQuoted(name))"]
        }
        let others = words.words.filter { !ChangeWords.articles.contains($0.lowercased()) }
        let value = setting.meant(others) ?? others
        guard (try? setting.change(to: value)) != nil else { return [] }
        let text = value.map(shellQuoted).joined(separator: " ")
        return ["To change it: focus-switch set \(setting.rawValue) \(text) --focus \(quoted)"]
    }
}

/// The words of a change that are not read yet. A name keeps its articles: `work name My Time`.
@LoopActor private struct ChangeWords {
    nonisolated static let articles: Set = ["my", "the"]

    var words: [String]
    let editor: FocusEditor

    /// Takes the longest name of a Focus at the beginning, without articles before it.
    mutating func takeFocus() -> String? {
        if let name = takeName() { return name }
        let before = words
        dropArticles()
        if let name = takeName() { return name }
        words = before
        return nil
    }

    private mutating func takeName() -> String? {
        for count in words.indices.map({ $0 + 1 }).reversed() {
            let name = words.prefix(count).joined(separator: " ")
            // “work's”.
            let isOf = ["'s", "’s"].contains { name.hasSuffix($0) }
            let names = [name] + (isOf ? [String(name.dropLast(2))] : [])
            guard let name = names.first(where: editor.isNamed) else { continue }
            words.removeFirst(count)
            return name
        }
        return nil
    }

    /// Takes a setting at the beginning, with the articles before it.
    mutating func takeSetting() -> Setting? {
        let rest = words.drop { Self.articles.contains($0.lowercased()) }
        guard let setting = rest.first.flatMap(NearMiss.setting) else { return nil }
        words = Array(rest.dropFirst())
        return setting
    }

    mutating func takeFirst(in set: Set<String>) -> Bool {
        guard let first = words.first, set.contains(first.lowercased()) else { return false }
        words.removeFirst()
        return true
    }

    /// Drops a word before a Focus that has been taken from the end, as in “red in Zu Hause”. “on”
    /// alone is a value.
    mutating func dropLead(in leads: Set<String>) {
        while words.count > 1, let last = words.last, Self.articles.contains(last.lowercased()) {
            words.removeLast()
        }
        if words.count > 1, let last = words.last, leads.contains(last.lowercased()) {
            words.removeLast()
        }
    }

    private mutating func dropArticles() {
        words = Array(words.drop { Self.articles.contains($0.lowercased()) })
    }

    /// Returns the steps for a Focus and what it is to become: `change work to Sleep`.
    func steps(behind focus: String, _ invocation: Invocation) -> [String] {
        let name = words.joined(separator: " ")
        let quoted = shellQuoted(focus)
        let bare = words.drop { Self.articles.contains($0.lowercased()) }.joined(separator: " ")
        if let other = [name, bare].first(where: editor.isNamed) {
            return ["To turn on that Focus: focus-switch on \(shellQuoted(other))"]
        }
        if ["off", "on"].contains(name.lowercased()) {
            let state = name.lowercased()
            return ["To turn it \(state): focus-switch \(state) \(quoted)"]
        }
        if let times = ScheduleWords(words).map({ [$0] }) ?? ScheduleWords.several(words) {
            return ScheduleWords.lines(times, focus, invocation)
        }
        let color = Setting.color.meant(words)?.map(shellQuoted).joined(separator: " ")
        let colorStep = color.map {
            "To change its color: focus-switch set color \($0) --focus \(quoted)"
        }
        let id = try? editor.focus(named: focus, offersTemplate: false)
        let isName =
            id.map { (try? FocusNames(catalog: editor.catalog).check(name, of: $0)) != nil } ?? true
        let rename = "To rename it: focus-switch rename \(quoted) \(shellQuoted(name))"
        return (colorStep.map { [$0] } ?? []) + (isName ? [rename] : [])
    }
}
