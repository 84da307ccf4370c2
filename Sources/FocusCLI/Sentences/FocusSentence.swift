// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// A verb in front of a Focus that is to be turned on or off, or of what a Focus silences: `start
/// work until 5`, `switch from gym to work`, `stop work in 1h`, `pause notifications 1h`.
@LoopActor struct FocusSentence {
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
    /// True for `pause 1h`, `off until 18:00` and `stop for 1h`: the Focus is to come back then.
    private let isPause: Bool

    /// Returns the failure for such a command line, with the commands that do it; nil for others.
    static func failure(_ words: [String], _ invocation: Invocation) -> CommandFailure? {
        if let sentence = FocusSentence(words, invocation), let failure = sentence.failure(words) {
            return failure
        }
        return turning(words, invocation)
    }

    /// Returns the steps for a time behind `off`, alone or behind a Focus; nil for other words.
    static func steps(behindOff words: [String], _ invocation: Invocation) -> [String]? {
        // “off 18” names a time.
        let isClock = words.count == 1 && ClockWords.time(words[0]) != nil
        let line = ["stop"] + (isClock ? ["at"] : []) + words
        guard let sentence = FocusSentence(line, invocation), !sentence.option.isEmpty else {
            return nil
        }
        if sentence.names.isEmpty { return sentence.stepsWithoutName }
        return sentence.isFocus ? sentence.focusSteps(sentence.name) : nil
    }

    /// Returns the steps for words such as `work` that are to be without effect, as in `no work`;
    /// nil for words that name no Focus.
    static func steps(without words: [String], _ invocation: Invocation) -> [String]? {
        guard let sentence = FocusSentence(["stop"] + words, invocation),
            sentence.isFocus, sentence.option.isEmpty, !invocation.apps.isName(sentence.name)
        else { return nil }
        return sentence.focusSteps(sentence.name)
    }

    /// Returns the steps for `off notifications for Slack`, as in “turn off notifications”, and for
    /// `on`; nil for other words.
    static func steps(behind verb: String, _ words: [String], _ invocation: Invocation) -> [String]?
    {
        FocusSentence([verb == "on" ? "enable" : "stop"] + words, invocation)?.memberSteps
    }

    private init?(_ words: [String], _ invocation: Invocation) {
        guard let verb = words.first, words.count > 1, verb.means(.end, .pause, .begin) else {
            return nil
        }
        let editor = FocusEditor(invocation)
        func isName(_ words: [String]) -> Bool {
            let name = words.joined(separator: " ")
            return !words.isEmpty && (editor.isNamed(name) || invocation.apps.isName(name))
        }
        let typed = Array(words.dropFirst())
        var (rest, option, isLater) = (typed, "", false)
        if !isName(typed) {
            (rest, option) = Self.withoutEnd(typed, verb, invocation.now)
            if !option.isEmpty, let last = rest.last, last.means(.later), !isName(rest) {
                rest.removeLast()
                isLater = true
            }
        }
        let own = rest.filter { !$0.means(.state) }
        // “my Deep Focus”: the longest name beside which are only words that name nothing.
        let named = rest.indices.flatMap { start in
            (start + 1...rest.count).map { Array(rest[start..<$0]) }
        }.filter { part in own.allSatisfy(part.contains) && isName(part) }
            .max { $0.count < $1.count }
        self.invocation = invocation
        self.verb = verb
        behind = rest
        names = named ?? own
        self.option = option
        self.isLater = isLater
        isPause = verb.means(.pause) || typed.contains { EndTime.leads.contains($0.lowercased()) }
        guard !names.isEmpty || !option.isEmpty else { return nil }
    }

    /// Returns the words before an end, and the option with the end, behind a blank; all words and
    /// an empty text without an end.
    private static func withoutEnd(
        _ typed: [String], _ verb: String, _ now: Timestamp
    ) -> (words: [String], option: String) {
        var words = typed
        while words.count > 1, let last = words.last, last.means(.polite) { words.removeLast() }
        let before = words.dropLast().last?.lowercased()
        // “end at 5”: a number alone is a time only behind “until”. “stop work tonight”, but a
        // pause may last through the night.
        let isNumber = words.last?.isNumber == true && before == "at"
        let isTonight = EndTime.isTonight(words.suffix(1)) && !verb.means(.pause)
        if isNumber || isTonight && before.map(EndTime.leads.contains) != true {
            words.insert("until", at: words.count - 1)
        }
        return EndTime.split(words, now: now) ?? (typed, "")
    }

    private var name: String { names.joined(separator: " ") }

    private var isEnding: Bool { verb.means(.end, .pause) }

    /// True if a Focus has the name.
    private var isFocus: Bool { !names.isEmpty && FocusEditor(invocation).isNamed(name) }

    private func failure(_ words: [String]) -> CommandFailure? {
        let things = behind.drop { $0.means(.state) }
        // “disable schedule hours”.
        if let group = things.first?.lowercased(), !isFocus, !invocation.apps.isName(name),
            let failure = NearMiss.failure(
                group: group, verb.lowercased(), Array(things.dropFirst()))
        {
            return failure
        }
        let steps = steps
        guard !steps.isEmpty else { return nil }
        return .usage("there is no command “\(words[0].printable)”", details: steps)
    }

    private var steps: [String] {
        if names.isEmpty { return stepsWithoutName }
        if isFocus { return focusSteps(name) }
        if let memberSteps { return memberSteps }
        guard isEnding else { return [] }
        if name.lowercased() == "focusd" {
            let pause = option.isEmpty || isLater ? [] : [NearMiss.silencingAll + option]
            return pause + ["To stop using focusd: focus-switch setup --undo"]
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

    /// The steps for an end alone, or for one behind words for the Focus that is on.
    private var stepsWithoutName: [String] {
        guard isEnding else {
            // “resume in 1h”.
            return isLater
                ? ["To begin at a time of the day: focus-switch schedule set --help"] : []
        }
        // “stop in 1h”, “end at 18:00”.
        if isLater || !isPause {
            let focus = invocation.activeFocus?.rawValue ?? "FOCUS"
            return ["To set an end: focus-switch on \(shellQuoted(focus))\(option)"]
        }
        guard verb.lowercased() == "pause", !behind.contains(where: { $0.means(.current) }) else {
            return ["To turn off the Focus until you turn it on again: focus-switch off"]
        }
        return [NearMiss.silencingAll + option]
    }

    /// The steps for a Focus; not empty for a verb that ends.
    private func focusSteps(_ name: String) -> [String] {
        let quoted = shellQuoted(name)
        // ``turning(_:_:)`` reads the words behind the other verbs.
        guard isEnding else { return [] }
        let editor = FocusEditor(invocation)
        guard let id = try? editor.focus(named: name, offersTemplate: false),
            id == invocation.activeFocus
        else { return ["“\(name.printable)” is not on; the Focus that is on: focus-switch status"] }
        guard !option.isEmpty else { return ["To turn off that Focus: focus-switch off \(quoted)"] }
        let end = "To set an end: focus-switch on \(quoted)\(option)"
        if isLater { return [end] }
        let off = "To turn it off until you turn it on again: focus-switch off \(quoted)"
        return isPause ? [off] : [end, off]
    }

    /// The steps for apps, people and all notifications; nil for other words.
    private var memberSteps: [String]? {
        // “stop muting Slack”, “stop letting Ann through”.
        if isEnding, option.isEmpty, names.count > 1, names[0].hasSuffix("ing"),
            names[0].means(.allow, .silence, .hide)
        {
            let rest = Sentence.withoutThrough(Array(names.dropFirst()))
            if names[0].lowercased() == "muting" {
                return ["To end a mute: focus-switch unmute \(ListWords.quoted(rest))"]
            }
            return Sentence.steps(
                names[0].means(.allow) ? (.silence, rest, "unallow") : (.allow, rest, "unblock"),
                invocation)
        }
        // “stop showing me Slack”.
        let words = Array(
            names.prefix { $0.lowercased().hasSuffix("ing") || $0.means(.sender) }.count
                == names.count
                ? names[...] : names.drop { $0.means(.sender) && !invocation.apps.isName($0) })
        let phrase = SpokenPhrase(words, invocation, end: option)
        guard phrase.isUnderstood, phrase.exceptions == nil, phrase.condition == nil,
            !phrase.subjects.isEmpty
        else { return nil }
        let isForAll = !phrase.subjects.hasNames
        guard isEnding else {
            if isForAll {
                return isLater ? nil : ["To turn off the current Focus: focus-switch off"]
            }
            let steps = Sentence.steps((.allow, words, "unblock"), invocation)
            return option.isEmpty ? steps : steps.map { [SpokenPhrase.endlessList] + $0 }
        }
        // Nothing begins later.
        if isLater { return [SpokenPhrase.Meaning.silence.help] }
        return phrase.steps(to: .silence, invocation)
    }

    // MARK: Verbs that turn a Focus on

    /// Returns the failure for a verb and what stands behind `on` or `off`: the failure of these,
    /// or the one with the command. Nil for other words.
    private static func turning(_ words: [String], _ invocation: Invocation) -> CommandFailure? {
        let verb = words[0]
        let second = words.dropFirst().first?.lowercased()
        // Some modes of other programs are no Focus.
        let modes: Set = ["default", "dnd", "do-not-disturb", "normal"]
        let isMode = verb.means(.mode) && second.map { !modes.contains($0) } ?? false
        guard isMode || verb.means(.turn, .begin) else { return nil }
        var rest = Array(words.dropFirst())
        var state: String?
        func focus(_ words: [String]) -> Int? {
            words.indices.map { $0 + 1 }.last { invocation.isFocus(Array(words.prefix($0))) }
        }
        while let first = rest.first?.lowercased(), focus(rest) == nil {
            if ["on", "off"].contains(first) {
                state = first
            } else if !first.means(.ofFocus, .state) {
                break
            }
            rest.removeFirst()
        }
        // “from gym to work”.
        if rest.first?.lowercased() == "from",
            let place = rest.indices.dropFirst(2).first(where: { place in
                ["into", "to", "zu"].contains(rest[place].lowercased())
                    && invocation.isFocus(Array(rest[1..<place]))
            }), focus(Array(rest[(place + 1)...])) != nil
        {
            rest = Array(rest[(place + 1)...])
        }
        let count = focus(rest) ?? min(rest.count, 1)
        let behind = rest.dropFirst(count).drop { $0.lowercased() == "to" }
        // “work on fridays” are days, “work off at 5” is not turned on.
        let isEnd = behind.dropFirst().first.map { EndTime.leads.contains($0.lowercased()) } ?? true
        if state == nil, let switched = behind.first?.lowercased(),
            switched == "off" || switched == "on" && isEnd
        {
            state = switched
            rest = Array(rest.prefix(count) + behind.dropFirst())
        }
        let hasFocus = focus(rest) != nil
        // Other words than a Focus may be anything behind these.
        if ["change", "launch", "resume", "unpause"].contains(verb.lowercased()), !hasFocus {
            return nil
        }
        if hasFocus, !invocation.isFocus(rest) {
            if state == "off" {
                if let failure = invocation.failure(ofOff: rest) {
                    return failure.naming(SwitchCommands.off)
                }
            } else {
                do throws(CommandFailure) {
                    _ = try invocation.focusAndEnd(inWords: rest)
                } catch {
                    return error.naming(SwitchCommands.on)
                }
            }
        }
        return .usage(
            "there is no command “\(verb.printable)”", step(rest, state, hasFocus, invocation))
    }

    private static func step(
        _ words: [String], _ state: String?, _ hasFocus: Bool, _ invocation: Invocation
    ) -> String {
        let line = words.map(shellQuoted).joined(separator: " ")
        if words.isEmpty, state == "off" {
            return "To turn off the current Focus: focus-switch off"
        }
        // “focus status”.
        if state == nil, let first = words.first,
            CommandTable.all.contains(where: { $0.words[0] == first[...] })
        {
            return "The command: focus-switch \(line)"
        }
        // Several words without a Focus may be anything.
        let end = EndTime.split(words, now: invocation.now)
        let isName = hasFocus || words.count == 1 && end == nil
        if state == "off" {
            return "To turn off that Focus: focus-switch off \(isName ? line : "FOCUS")"
        }
        if isName { return "To turn on a Focus: focus-switch on \(line)" }
        return "To turn on a Focus: focus-switch on FOCUS\(end?.option ?? "")"
    }
}
