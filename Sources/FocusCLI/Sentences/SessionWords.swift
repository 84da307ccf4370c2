// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Verbs of other programs whose steps depend on the Focuses, on the active one or on the server:
/// `extend 30m`, `copy work Gym`, `color work red`.
@LoopActor enum SessionWords {
    /// Returns the steps for such words; none for other words.
    static func steps(_ words: [String], _ invocation: Invocation) -> [String] {
        guard let verb = words.first else { return [] }
        let rest = Array(words.dropFirst())
        switch verb.lowercased() {
        case "get":
            let steps = Question.viewSteps(rest, invocation)
            return steps.isEmpty
                ? ["All settings of a Focus: focus-switch show \(active(invocation))"] : steps
        case "extend", "prolong", "lengthen": return extensionSteps(rest, invocation)
        case "copy", "duplicate", "clone": return FocusCopy.steps(behindCopy: rest, invocation)
        case "last", "newest", "latest": return rest.isEmpty ? [] : newestSteps(rest, invocation)
        case "mark": return markSteps(rest, invocation)
        case "clear": return rest.isEmpty ? [] : clearSteps(rest, invocation)
        case _ where verb.means(.view): return Question.viewSteps(rest, invocation)
        case _ where verb.means(.change): return changeSteps(rest, invocation)
        // The words alone are those of other things: “icon”, “summary”.
        case _ where setting(verb) != nil: return changeSteps(words, invocation, needsFocus: true)
        default: return []
        }
    }

    private static func active(_ invocation: Invocation) -> String {
        invocation.activeFocus.map { shellQuoted($0.rawValue) } ?? "FOCUS"
    }

    /// Returns the step that closes the popups, with the tool of the running server.
    static func closingStep(_ invocation: Invocation) -> String {
        let server = ((try? invocation.askIfRunning(.status)) ?? nil)?.server
        let path = server?.command.split(separator: " ").first ?? ""
        let tools = [
            "mako": "makoctl dismiss --all", "dunst": "dunstctl close-all",
            "swaync": "swaync-client --close-all",
        ]
        return tools[String(path.split(separator: "/").last ?? "")]
            .map { "To close the popups on the screen: \($0)" } ?? NearMiss.closingPopups
    }

    /// The steps for `extend 30m` and `extend work by 30m`; none for other words.
    private static func extensionSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        // The verb stands for a name, so that an end alone has one before it.
        let words = ["extend"] + rest.filter { !["by", "to"].contains($0.lowercased()) }
        guard let (before, end) = try? EndTime.trailing(words, now: invocation.now) else {
            return []
        }
        let name = before.dropFirst().filter { !$0.means(.current) }.joined(separator: " ")
        let editor = FocusEditor(invocation)
        guard name.isEmpty || editor.isNamed(name) else { return [] }
        let option = EndTime.option(Array(words.dropFirst(before.count)), end)
        let command =
            "focus-switch on \(name.isEmpty ? active(invocation) : shellQuoted(name))"
        let status = (try? invocation.askIfRunning(.status)) ?? nil
        if case .after(let length) = end, let active = status?.activation,
            name.isEmpty
                || (try? editor.focus(named: name, offersTemplate: false)) == active.focus
        {
            if let until = active.until {
                let end = EndOption.at(until.adding(length)).text
                return ["To end it that much later: \(command)\(end)"]
            }
            let state =
                active.endsWithSession ? "It ends when you log out" : "It has no end to put off"
            return ["\(state). To set an end, from now on: \(command) \(option)"]
        }
        return ["To set another end, from now on: \(command) \(option)"]
    }

    /// The steps for `last notification` and `newest Slack`.
    private static func newestSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        let command = "The newest notifications: focus-switch history"
        let names = rest.filter { !$0.means(.noun, .from) || invocation.apps.isName($0) }
        let name = names.joined(separator: " ")
        if names.isEmpty { return ["\(command) last 5"] }
        if invocation.apps.isName(name) { return ["\(command) \(shellQuoted(name)) --limit 5"] }
        // “last 3”, “last week”.
        let own = ["history", "last"] + names
        return OwnAnswer(own, invocation).failure == nil
            ? ["\(command) last \(name)"] : ["For help: focus-switch history --help"]
    }

    /// The steps for `clear Slack`; none for `clear all`, which the table of ``NearMiss`` has.
    private static func clearSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        let name = rest.joined(separator: " ")
        guard invocation.apps.isName(name) else {
            let all = SpokenWords.words(.noun).union(["all", "history", "list", "missed", "my"])
            return rest.allSatisfy { all.contains($0.lowercased()) }
                ? [] : ["For help: focus-switch history clear --help"]
        }
        let app = shellQuoted(name)
        return [
            "To dismiss its missed ones: focus-switch missed dismiss --app \(app)",
            "To delete its past notifications: focus-switch history clear \(app)",
            "To bring its badge to 0: focus-switch badge clear \(app)",
        ]
    }

    /// The steps for `mark all as read` and `mark 3 read`.
    private static func markSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        let names = rest.filter { word in
            !["as", "missed", "read", "seen"].contains(word.lowercased())
                && !word.means(.article, .noun)
        }
        let name = names.joined(separator: " ")
        let lead = "To mark as read: focus-switch missed read"
        if ["", "all"].contains(name.lowercased()) { return ["\(lead) --all"] }
        if names.allSatisfy({ UInt32($0) != nil }) { return ["\(lead) \(name)"] }
        let isApp = invocation.apps.isName(name)
        return ["\(lead) \(isApp ? "--app \(shellQuoted(name))" : "--help")"]
    }

    // MARK: Settings

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
        _ typed: [String], _ invocation: Invocation, needsFocus: Bool = false
    ) -> [String] {
        let editor = FocusEditor(invocation)
        var words = typed.map { word in
            // “work's”.
            ["'s", "’s"].contains { word.hasSuffix($0) } ? String(word.dropLast(2)) : word
        }
        let place = words.firstIndex { setting($0) != nil && !editor.isNamed($0) }
        let key = place.flatMap { Self.setting(words.remove(at: $0)) }
        func trim() { words = Array(words.drop { $0.means(.article, .value) }) }
        trim()
        // “color of work red”.
        let lead = key != nil && words.first?.means(.between) == true ? 1 : 0
        let rest = Array(words.dropFirst(lead).drop { $0.means(.article) })
        let count = rest.indices.map { $0 + 1 }.last { count in
            editor.isNamed(rest.prefix(count).joined(separator: " "))
        }
        var focus = count.map { rest.prefix($0).joined(separator: " ") }
        if let count {
            words = Array(rest.dropFirst(count))
        } else {
            focus = SpokenPhrase.takeFocus(from: &words, invocation)
            // “red in Zu Hause”; “on” alone is a value.
            while words.count > 1, words.last?.means(.lead, .between) == true {
                words.removeLast()
            }
        }
        let meant = Array(words.drop { $0.means(.value) })
        let name = meant.joined(separator: " ")
        let active = needsFocus || key == nil ? nil : invocation.activeFocus?.rawValue
        guard !name.isEmpty, let focus = focus ?? active else { return [] }
        let quoted = shellQuoted(focus)
        if key == nil || key == .name {
            let isMeant = key != nil || words.first?.means(.value) == true
            let id = try? editor.focus(named: focus, offersTemplate: false)
            let isFree =
                id.map { (try? FocusNames(catalog: editor.catalog).check(name, of: $0)) != nil }
            guard isMeant else { return [] }
            if key == nil, let steps = steps(changing: focus, to: meant, invocation) {
                return steps
            }
            let isTime = ScheduleWords([name]) != nil || ScheduleWords.several([name]) != nil
            return isFree == true && !isTime && Setting.color.meant([name]) == nil
                ? ["To rename it: focus-switch rename \(quoted) \(shellQuoted(name))"]
                : ["For help: focus-switch rename --help"]
        }
        trim()
        let value = key?.meant(words) ?? words
        guard let key, (try? key.change(to: value)) != nil else { return [] }
        let text = value.map(shellQuoted).joined(separator: " ")
        return ["To change it: focus-switch set \(key.rawValue) \(text) --focus \(quoted)"]
    }

    /// Returns the steps for `change work to off`, `change work to 9-17` and `change work to red`;
    /// nil for a value that may be a name.
    private static func steps(
        changing focus: String, to value: [String], _ invocation: Invocation
    ) -> [String]? {
        let quoted = shellQuoted(focus)
        switch value.map({ $0.lowercased() }) {
        case ["off"]: return FocusSentence.steps(without: [focus], invocation)
        case ["on"]: return ["To turn it on: focus-switch on \(quoted)"]
        default: break
        }
        if let times = ScheduleWords(value).map({ [$0] }) ?? ScheduleWords.several(value) {
            return ScheduleWords.lines(times, focus, invocation)
        }
        guard let color = Setting.color.meant(value)?.first else { return nil }
        return ["To change it: focus-switch set color \(shellQuoted(color)) --focus \(quoted)"]
    }
}
