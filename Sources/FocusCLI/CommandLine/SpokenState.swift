// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Words that end or bring back what they name, as people say it: `disable work`, `pause 1h`,
/// `pause Slack until 18:00`, `enable notifications`.
@LoopActor struct SpokenState {
    private static let ending: Set = [
        "disable", "stop", "deactivate", "end", "quit", "exit", "pause",
    ]
    private static let beginning: Set = ["enable", "resume", "activate", "start", "unpause"]
    private static let notifications: Set = ["notifications", "notification", "popups", "sounds"]
    /// Words that name nothing, in lower case.
    private static let fillers = FocusWords.fillers.union([
        "the", "my", "current", "it", "this", "that", "focus", "normal", "session",
    ])

    private let invocation: Invocation
    private let verb: String
    /// The words behind the verb, without those that name nothing and without an end.
    private let names: [String]
    /// The option with the end, behind a blank; empty without an end.
    private let option: String

    /// Returns the failure for such a command line, with the commands that do it; nil for others.
    static func failure(_ words: [String], _ invocation: Invocation) -> CommandFailure? {
        guard let state = SpokenState(words, invocation) else { return nil }
        // “disable schedule hours”.
        if let group = state.names.first?.lowercased(), !state.isNamed,
            let failure = NearMiss.failure(
                group: group, state.verb, Array(state.names.dropFirst()))
        {
            return failure
        }
        let steps = state.steps
        guard !steps.isEmpty else { return nil }
        return .usage("there is no command “\(words[0].printable)”", details: steps)
    }

    private init?(_ words: [String], _ invocation: Invocation) {
        guard let verb = words.first?.lowercased(), words.count > 1,
            Self.ending.contains(verb) || Self.beginning.contains(verb)
        else { return nil }
        self.invocation = invocation
        self.verb = verb
        var rest = words.dropFirst().filter { !Self.fillers.contains($0.lowercased()) }
        var option = ""
        // The verb stands for a name, so that an end alone has one before it.
        if let (before, end) = try? EndTime.trailing([verb] + rest, now: invocation.now) {
            option = " " + EndTime.option(Array(rest.dropFirst(before.count - 1)), end)
            rest = Array(before.dropFirst())
        }
        guard !rest.isEmpty || !option.isEmpty else { return nil }
        names = rest
        self.option = option
    }

    private var name: String { names.joined(separator: " ") }

    /// True if a Focus has the name.
    private var isFocus: Bool {
        let editor = FocusEditor(invocation)
        return names.count == 1 ? editor.isNamed(name) : editor.name(in: names) != nil
    }

    /// True if a Focus or an app has the name.
    private var isNamed: Bool { isFocus || invocation.apps.isName(name) }

    private var steps: [String] {
        let quoted = shellQuoted(name)
        let isEnding = Self.ending.contains(verb)
        if names.isEmpty, verb == "pause" || verb == "disable" {
            return ["To silence all apps: focus-switch dnd\(option)"]
        }
        // “stop in 1h”, “end at 18:00”.
        let isLater = !option.isEmpty && ["", "at", "after", "in"].contains(name.lowercased())
        if isLater, isEnding, verb != "pause" {
            let focus = invocation.activeFocus?.rawValue ?? "FOCUS"
            return ["To set an end: focus-switch on \(shellQuoted(focus))\(option)"]
        }
        if names.isEmpty { return [] }
        if isFocus {
            if isEnding { return ["To turn off that Focus: focus-switch off \(quoted)"] }
            // The other words turn on a Focus, too.
            guard ["resume", "unpause"].contains(verb) else { return [] }
            return ["To turn on a Focus: focus-switch on \(quoted)\(option)"]
        }
        if invocation.apps.isName(name) {
            if isEnding, !option.isEmpty {
                return ["To mute an app for a while: focus-switch mute \(quoted)\(option)"]
            }
            return isEnding
                ? [
                    "While a Focus is on: focus-switch silence \(quoted)",
                    "With any Focus and without one: focus-switch mute \(quoted)",
                ]
                : [
                    "While a Focus is on: focus-switch allow \(quoted)",
                    "To end a mute: focus-switch unmute \(quoted)",
                ]
        }
        let areAll = Self.notifications.contains(name.lowercased())
        if isEnding, areAll || ["all", "everything"].contains(name.lowercased()) {
            return ["To silence all apps: focus-switch dnd\(option)"]
        }
        if areAll { return ["To turn off the current Focus: focus-switch off"] }
        guard isEnding else { return [] }
        if name.lowercased() == "focusd" {
            return ["To stop using focusd: focus-switch setup --undo"]
        }
        let removal = SpokenThing.steps("remove", names, invocation)
        if !removal.isEmpty { return removal }
        let nearest = FocusEditor(invocation).nearest(to: name).map {
            "Did you mean the Focus “\($0)”: focus-switch off \(shellQuoted($0))"
        }
        return (nearest.map { [$0] } ?? [])
            + ["Your Focuses: focus-switch list", "Your apps: focus-switch apps"]
    }
}
