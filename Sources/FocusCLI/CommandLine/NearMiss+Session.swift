// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Words of other programs whose steps depend on the Focuses, on the active one or on the server.
@LoopActor extension NearMiss {
    /// Returns the failure for such words, or nil for other words.
    static func failure(_ words: [String], _ invocation: Invocation) -> CommandFailure? {
        guard let typed = words.first else { return nil }
        let rest = Array(words.dropFirst())
        let steps: [String] =
            switch typed.lowercased() {
            case "get": settingSteps(rest, invocation)
            case "extend", "prolong", "lengthen": extensionSteps(rest, invocation)
            case "copy", "duplicate", "clone": FocusCopy.steps(behindCopy: rest, invocation)
            case "who": senderSteps(rest, invocation)
            case "last", "newest", "latest": rest.isEmpty ? [] : newestSteps(rest, invocation)
            case "view", "display", "see": viewSteps(rest, invocation)
            case "mark": markSteps(rest, invocation)
            case "clear": rest.isEmpty ? [] : clearSteps(rest, invocation)
            case "change", "modify": changeSteps(rest, invocation, needsFocus: false)
            // The words alone are those of other things: “icon”, “summary”.
            case _ where setting(typed) != nil:
                changeSteps(words, invocation, needsFocus: true)
            default: []
            }
        guard !steps.isEmpty else { return nil }
        return .usage("there is no command “\(typed.printable)”", details: steps)
    }

    /// Returns the step that closes the popups, with the tool of the running server.
    static func closingStep(_ invocation: Invocation) -> String {
        let server = ((try? invocation.askIfRunning(.status)) ?? nil)?.server
        let path = server?.command.split(separator: " ").first ?? ""
        guard let command = popupTools[String(path.split(separator: "/").last ?? "")] else {
            return closingPopups
        }
        return "To close the popups on the screen: \(command)"
    }

    /// The commands that close all popups, by the program of their server.
    nonisolated private static let popupTools = [
        "mako": "makoctl dismiss --all", "dunst": "dunstctl close-all",
        "swaync": "swaync-client --close-all",
    ]

    /// The steps for `get work` and `get hide-badges`.
    private static func settingSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        let name = rest.joined(separator: " ")
        if !rest.isEmpty, FocusEditor(invocation).isNamed(name) {
            return ["The settings of a Focus: focus-switch show \(shellQuoted(name))"]
        }
        // ``TypedFocus`` puts the Focus of `--focus` in the place of the word.
        let active = rest.contains { $0.hasPrefix("--focus") } ? nil : invocation.activeFocus
        let focus = active.map { shellQuoted($0.rawValue) } ?? "FOCUS"
        return ["All settings of a Focus: focus-switch show \(focus)"]
    }

    /// The steps for `extend 30m` and `extend work by 30m`; none for other words.
    private static func extensionSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        // The verb stands for a name, so that an end alone has one before it.
        let words = ["extend"] + rest.filter { !["by", "to"].contains($0.lowercased()) }
        guard let (before, end) = try? EndTime.trailing(words, now: invocation.now) else {
            return []
        }
        let name = before.dropFirst().filter { !["it", "focus"].contains($0.lowercased()) }
            .joined(separator: " ")
        let focus: String
        if name.isEmpty {
            focus = invocation.activeFocus?.rawValue ?? "FOCUS"
        } else {
            guard FocusEditor(invocation).isNamed(name) else { return [] }
            focus = name
        }
        let option = EndTime.option(Array(words.dropFirst(before.count)), end)
        let command = "focus-switch on \(shellQuoted(focus))"
        let status = (try? invocation.askIfRunning(.status)) ?? nil
        let editor = FocusEditor(invocation)
        if case .after(let length) = end, let active = status?.activation,
            (try? editor.focus(named: focus, offersTemplate: false)) == active.focus
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
        if rest.count == 1, UInt32(rest[0]) != nil { return ["\(command) last \(rest[0])"] }
        let others: Set = [
            "from", "message", "messages", "notification", "notifications", "of", "one", "ones",
        ]
        let names = rest.filter {
            !others.contains($0.lowercased()) || invocation.apps.isName($0)
        }
        let name = names.joined(separator: " ")
        if names.isEmpty { return ["\(command) last 5"] }
        if invocation.apps.isName(name) { return ["\(command) \(shellQuoted(name)) --limit 5"] }
        if name.lowercased() == "missed" { return ["What was missed: focus-switch missed"] }
        // “last week”.
        if let (_, options) = try? SenderWords(invocation: invocation).time(["last"] + rest) {
            return ["The notifications of then: focus-switch history\(options)"]
        }
        return ["For help: focus-switch history --help"]
    }

    /// The steps for `clear Slack`; none for `clear all`.
    private static func clearSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        let name = rest.joined(separator: " ")
        guard !invocation.apps.isName(name) else {
            let app = shellQuoted(name)
            return [
                "To dismiss its missed ones: focus-switch missed dismiss --app \(app)",
                "To delete its past notifications: focus-switch history clear \(app)",
                "To bring its badge to 0: focus-switch badge clear \(app)",
            ]
        }
        let all: Set = ["all", "everything", "history", "list", "missed", "my", "notifications"]
        // The table has the steps for all apps.
        return rest.allSatisfy { all.contains($0.lowercased()) }
            ? [] : ["For help: focus-switch history clear --help"]
    }

    /// The steps for what `view work`, `see the history` and `open history` name, as behind `show`;
    /// none for other words.
    static func viewSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        let name = rest.joined(separator: " ")
        let editor = FocusEditor(invocation)
        if !rest.isEmpty, editor.isNamed(name) {
            return ["The settings of a Focus: focus-switch show \(shellQuoted(name))"]
        }
        let steps = StateQuestion.steps(rest, invocation)
        return steps.isEmpty && rest.count == 1
            ? FocusArgument(editor: editor, command: "show").steps(rest[0]) : steps
    }

    /// The steps for `mark all as read` and `mark 3 read`; none for other words.
    private static func markSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        let fillers: Set = [
            "as", "missed", "my", "notification", "notifications", "read", "seen", "the",
        ]
        let names = rest.filter { !fillers.contains($0.lowercased()) }
        let name = names.joined(separator: " ")
        let lead = "To mark as read: focus-switch missed read"
        if names.isEmpty || ["all", "everything"].contains(name.lowercased()) {
            return ["\(lead) --all"]
        }
        if names.allSatisfy({ UInt32($0) != nil }) { return ["\(lead) \(name)"] }
        let isApp = invocation.apps.isName(name)
        return ["\(lead) \(isApp ? "--app \(shellQuoted(name))" : "--help")"]
    }

    /// The steps for `who can reach me`; none for other words.
    private static func senderSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        guard let verb = rest.first, ["can", "may"].contains(verb.lowercased()) else { return [] }
        var words = rest
        let focus = SpokenMember.removeFocus(from: &words, invocation)
        // “who can reach me in work”.
        let isMe = words.count == 3 && words[2].lowercased() == "me"
        return isMe
            ? StateQuestion.lists(of: focus, invocation)
            : ["The lists of a Focus: focus-switch show FOCUS"]
    }
}
