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
        return ["To set another end, from now on: focus-switch on \(shellQuoted(focus)) \(option)"]
    }

    /// The steps for `who can reach me`; none for other words.
    private static func senderSteps(_ rest: [String], _ invocation: Invocation) -> [String] {
        guard let verb = rest.first, ["can", "may"].contains(verb.lowercased()) else { return [] }
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
