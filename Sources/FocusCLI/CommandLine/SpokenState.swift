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
    static let notifications: Set = ["notifications", "notification", "popups", "sounds"]
    /// Words that name nothing, in lower case.
    static let fillers = FocusWords.fillers.union(focusWords).union([
        "the", "my", "this", "that", "normal",
    ])
    /// Words for the Focus that is on, in lower case.
    private static let focusWords: Set = ["current", "focus", "it", "mode", "session"]
    /// Words between a name and the time at which something is to happen, in lower case.
    private static let laterLeads: Set = ["at", "after", "in"]
    /// Verbs that end something until the end that follows.
    private static let pausing: Set = ["pause", "disable"]

    private let invocation: Invocation
    private let verb: String
    /// The words behind the verb, without an end.
    private let behind: [String]
    /// The words behind the verb, without those that name nothing and without an end.
    private let names: [String]
    /// The option with the end, behind a blank; empty without an end.
    private let option: String
    /// True for `at 18:00` and `in 1h`: nothing is to happen before that.
    private let isLater: Bool

    /// Returns the failure for such a command line, with the commands that do it; nil for others.
    static func failure(_ words: [String], _ invocation: Invocation) -> CommandFailure? {
        guard let state = SpokenState(words, invocation) else { return nil }
        // “disable schedule hours”.
        let things = Array(state.behind.drop { fillers.contains($0.lowercased()) })
        if let group = things.first?.lowercased(), !state.isNamed,
            let failure = NearMiss.failure(
                group: group, state.verb, Array(things.dropFirst()))
        {
            return failure
        }
        let steps = state.steps
        guard !steps.isEmpty else { return nil }
        return .usage("there is no command “\(words[0].printable)”", details: steps)
    }

    /// Returns the steps for a time behind `off`, alone or behind a Focus; nil for other words.
    static func steps(behindOff words: [String], _ invocation: Invocation) -> [String]? {
        // “off for 1h” is a pause, and “off 18” names a time.
        let isPause = words.contains { $0.lowercased() == "for" }
        let isClock = words.count == 1 && ClockWords.time(words[0]) != nil
        let line = [isPause ? "disable" : "stop"] + (isClock ? ["until"] : []) + words
        guard let state = SpokenState(line, invocation), !state.option.isEmpty else { return nil }
        if state.names.isEmpty { return state.stepsWithoutName }
        return state.isFocus ? state.focusSteps(state.name) : nil
    }

    private init?(_ words: [String], _ invocation: Invocation) {
        guard let verb = words.first?.lowercased(), words.count > 1,
            Self.ending.contains(verb) || Self.beginning.contains(verb)
        else { return nil }
        let editor = FocusEditor(invocation)
        let typed = Array(words.dropFirst())
        var rest = typed
        var option = ""
        var isLater = false
        if !Self.isName(typed, editor, invocation) {
            let split = Self.withoutEnd(typed, verb, invocation.now)
            rest = split.words
            option = split.option
            if !option.isEmpty, let last = rest.last, Self.laterLeads.contains(last.lowercased()),
                !Self.isName(rest, editor, invocation)
            {
                rest.removeLast()
                isLater = true
            }
        }
        self.invocation = invocation
        self.verb = verb
        behind = rest
        names =
            Self.name(in: rest, editor, invocation)
            ?? rest.filter { !Self.fillers.contains($0.lowercased()) }
        self.option = option
        self.isLater = isLater
        guard !names.isEmpty || !option.isEmpty else { return nil }
    }

    /// Returns the words before an end, and the option with the end, behind a blank; all words and
    /// an empty text without an end.
    private static func withoutEnd(
        _ typed: [String], _ verb: String, _ now: Timestamp
    ) -> (words: [String], option: String) {
        var words = typed
        while words.count > 1, let last = words.last,
            FocusWords.fillers.contains(last.lowercased())
        {
            words.removeLast()
        }
        // “end at 5”: a number alone is a time only behind “until”.
        if words.count > 1, words[words.count - 1].isNumber,
            words[words.count - 2].lowercased() == "at"
        {
            words.insert("until", at: words.count - 1)
        }
        // “stop work tonight”, but a pause may last through the night.
        if EndTime.isTonight(words.suffix(1)), !pausing.contains(verb),
            words.dropLast().last.map({ EndTime.leads.contains($0.lowercased()) }) != true
        {
            words.insert("until", at: words.count - 1)
        }
        return EndTime.split(words, now: now) ?? (typed, "")
    }

    /// Returns the longest name of a Focus or an app beside which are only words that name
    /// nothing: `Deep Focus` for `my Deep Focus`. Nil without such a name.
    private static func name(
        in words: [String], _ editor: FocusEditor, _ invocation: Invocation
    ) -> [String]? {
        let start = words.firstIndex { !fillers.contains($0.lowercased()) } ?? words.count
        let end = words.lastIndex { !fillers.contains($0.lowercased()) }.map { $0 + 1 } ?? 0
        for count in (0...words.count).reversed() where count > 0 {
            for first in 0...(words.count - count) where first <= start && first + count >= end {
                let part = Array(words[first..<(first + count)])
                if isName(part, editor, invocation) { return part }
            }
        }
        return nil
    }

    /// Returns true for the name of a Focus or an app.
    private static func isName(
        _ words: [String], _ editor: FocusEditor, _ invocation: Invocation
    ) -> Bool {
        guard !words.isEmpty else { return false }
        let name = words.joined(separator: " ")
        return editor.isNamed(name) || invocation.apps.isName(name)
    }

    private var name: String { names.joined(separator: " ") }

    private var isEnding: Bool { Self.ending.contains(verb) }

    /// True if a Focus has the name.
    private var isFocus: Bool { !names.isEmpty && FocusEditor(invocation).isNamed(name) }

    /// True if a Focus or an app has the name.
    private var isNamed: Bool { Self.isName(names, FocusEditor(invocation), invocation) }

    /// The app with the name, also for `Chat notifications`.
    private var app: String? {
        if invocation.apps.isName(name) { return name }
        guard let last = names.last, names.count > 1,
            Self.notifications.contains(last.lowercased())
        else { return nil }
        let rest = names.dropLast().joined(separator: " ")
        return invocation.apps.isName(rest) ? rest : nil
    }

    private var steps: [String] {
        if names.isEmpty { return stepsWithoutName }
        if isFocus { return focusSteps(name) }
        if let app { return appSteps(app) }
        if let all = stepsForAll { return all }
        if let steps = gerundSteps ?? memberSteps { return steps }
        guard isEnding else { return [] }
        if name.lowercased() == "focusd" {
            let pause = ["To silence all apps: focus-switch dnd\(option)"]
            return (option.isEmpty || isLater ? [] : pause)
                + ["To stop using focusd: focus-switch setup --undo"]
        }
        let removal = SpokenThing.steps("remove", names, invocation)
        if !removal.isEmpty { return removal }
        var meant: [String] = []
        if let nearest = FocusEditor(invocation).nearest(to: name) {
            meant = focusSteps(nearest)
            meant[0] = "Did you mean the Focus “\(nearest.printable)”? \(meant[0])"
        }
        return meant + ["Your Focuses: focus-switch list", "Your apps: focus-switch apps"]
    }
}

/// The commands for each kind of name.
extension SpokenState {
    /// The step for what no command does at a later time.
    private static let scheduleStep =
        "To begin at a time of the day: focus-switch schedule set --help"

    /// The step that ends the Focus that is on at a time.
    private var endStep: String {
        let focus = invocation.activeFocus?.rawValue ?? "FOCUS"
        return "To set an end: focus-switch on \(shellQuoted(focus))\(option)"
    }

    /// The steps for an end alone, or for one behind words for the Focus that is on.
    private var stepsWithoutName: [String] {
        guard isEnding else { return isLater ? [Self.scheduleStep] : [] }
        // “stop in 1h”, “end at 18:00”.
        if isLater || !Self.pausing.contains(verb) { return [endStep] }
        let isFocusMeant = behind.contains { Self.focusWords.contains($0.lowercased()) }
        guard verb == "pause", !isFocusMeant else {
            return ["To turn off the Focus until you turn it on again: focus-switch off"]
        }
        return ["To silence all apps: focus-switch dnd\(option)"]
    }

    /// The steps for a Focus; not empty for a verb that ends.
    private func focusSteps(_ name: String) -> [String] {
        let quoted = shellQuoted(name)
        // ``SpokenStart`` reads the words behind the other verbs.
        guard isEnding else { return [] }
        guard isOn(name) else {
            return ["“\(name.printable)” is not on; the Focus that is on: focus-switch status"]
        }
        guard !option.isEmpty else { return ["To turn off that Focus: focus-switch off \(quoted)"] }
        let end = "To set an end: focus-switch on \(quoted)\(option)"
        if isLater { return [end] }
        let off = "To turn it off until you turn it on again: focus-switch off \(quoted)"
        return Self.pausing.contains(verb) ? [off] : [end, off]
    }

    private func isOn(_ name: String) -> Bool {
        let editor = FocusEditor(invocation)
        guard let id = try? editor.focus(named: name, offersTemplate: false) else { return false }
        return invocation.activeFocus == id
    }

    private func appSteps(_ app: String) -> [String] {
        let quoted = shellQuoted(app)
        guard isEnding else {
            // “resume Chat in 1h”.
            if isLater { return ["To set an end: focus-switch mute \(quoted)\(option)"] }
            return [
                "While a Focus is on: focus-switch allow \(quoted)",
                "To end a mute: focus-switch unmute \(quoted)",
            ]
        }
        if isLater { return ["A mute begins at once: focus-switch mute \(quoted)"] }
        guard option.isEmpty else {
            return ["To mute an app for a while: focus-switch mute \(quoted)\(option)"]
        }
        return [
            "While a Focus is on: focus-switch silence \(quoted)",
            "With any Focus and without one: focus-switch mute \(quoted)",
        ]
    }

    /// The verb that ends what a gerund says, in lower case: `stop muting Slack`.
    private static let gerunds = [
        "muting": "unmute", "silencing": "unsilence", "blocking": "unblock", "ignoring": "unblock",
        "hiding": "unblock", "allowing": "disallow", "letting": "disallow",
        "permitting": "disallow",
    ]

    /// The steps for a gerund and names; nil for other words.
    private var gerundSteps: [String]? {
        guard isEnding, option.isEmpty, names.count > 1,
            let verb = Self.gerunds[names[0].lowercased()]
        else { return nil }
        let rest = SpokenWish.withoutThrough(Array(names.dropFirst()))
        if verb == "unmute" {
            return ["To end a mute: focus-switch unmute \(ListHabits.quoted(rest))"]
        }
        return ForeignVerb.failure([verb] + rest, invocation)?.details
    }

    /// Words before the sender of notifications, in lower case.
    private static let senderLeads = notifications.union([
        "about", "by", "for", "from", "in", "me", "notifying", "of", "showing", "telling",
    ])

    /// The steps for known apps and people, as in `notifications from Ben`; nil for other words.
    private var memberSteps: [String]? {
        let words = names.drop { Self.senderLeads.contains($0.lowercased()) }
        guard words.count < names.count, !isLater else { return nil }
        func phrase(_ end: String) -> SpokenPhrase {
            SpokenPhrase(Array(words), invocation, end: end)
        }
        let known = phrase("")
        guard known.isUnderstood, known.subjects.hasNames, known.exceptions == nil,
            known.condition == nil, known.end.isEmpty
        else { return nil }
        guard isEnding else {
            let steps = ForeignVerb.failure(["unblock"] + words, invocation)?.details
            return steps.map { option.isEmpty ? $0 : [SpokenPhrase.endlessList] + $0 }
        }
        return phrase(option).steps(to: .silence, invocation)
            ?? known.steps(to: .silence, invocation).map { [SpokenPhrase.endlessList] + $0 }
    }

    /// The steps for words for all notifications; nil for other words.
    private var stepsForAll: [String]? {
        let words = names.map { $0.lowercased() }
        let areNotifications =
            Self.notifications.contains(words.last ?? "")
            && words.dropLast().allSatisfy { ["all", "of"].contains($0) }
        if isEnding, areNotifications || words == ["all"] || words == ["everything"] {
            return [
                isLater ? Self.scheduleStep : "To silence all apps: focus-switch dnd\(option)"
            ]
        }
        guard areNotifications else { return nil }
        return [isLater ? endStep : "To turn off the current Focus: focus-switch off"]
    }
}
