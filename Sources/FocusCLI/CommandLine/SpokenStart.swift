// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Words of other programs before a Focus that is to be turned on, or off: `start work until 5`,
/// `switch from gym to work`, `put work on`. The words behind them mean what they mean behind `on`,
/// or behind `off`.
@LoopActor struct SpokenStart {
    /// Verbs that turn a Focus on or off, and words before them, in lower case.
    private static let verbs: Set = [
        "activate", "an", "begin", "bitte", "ein", "enable", "focus", "please", "put", "start",
        "switch",
        "turn", "use",
    ]
    /// Verbs that count only in front of a Focus, in lower case.
    private static let returning: Set = ["change", "launch", "resume", "unpause"]
    /// Words before a mode; some modes of other programs are no Focus.
    private static let modes: Set = ["mode", "set-mode", "profile"]
    private static let modeNames: Set = ["default", "dnd", "do-not-disturb", "normal"]
    /// Words between a verb and a Focus, in lower case.
    private static let leads = verbs.union(modes).union(SpokenState.fillers)
        .union(["auf", "into", "over", "to", "zu"])

    private let invocation: Invocation
    /// The words from the Focus on, without those that turn it on or off.
    private let words: [String]
    /// True if the words begin with a Focus.
    private let hasFocus: Bool
    /// The word `on` or `off` among the words.
    private let state: String?

    /// Returns the failure for such a command line: that of `on` or `off`, or the one with the
    /// command. Nil for other words.
    static func failure(_ words: [String], _ invocation: Invocation) -> CommandFailure? {
        guard let verb = words.first?.lowercased() else { return nil }
        let isMode =
            modes.contains(verb) && words.count > 1 && !modeNames.contains(words[1].lowercased())
        // “change work” changes its settings.
        let isChange = words.count > 1 && ["from", "into", "to"].contains(words[1].lowercased())
        if verb == "change", !isChange { return nil }
        guard isMode || verbs.contains(verb) || returning.contains(verb) else { return nil }
        let start = SpokenStart(behind: Array(words.dropFirst()), invocation)
        if returning.contains(verb), !start.hasFocus { return nil }
        return start.failure
            ?? .usage("there is no command “\(words[0].printable)”", details: [start.step])
    }

    private init(behind typed: [String], _ invocation: Invocation) {
        self.invocation = invocation
        var (words, state) = (typed, String?.none)
        while let first = words.first?.lowercased(), Self.focus(words, invocation) == nil {
            if ["on", "off"].contains(first) {
                state = first
            } else if !Self.leads.contains(first) {
                break
            }
            words.removeFirst()
        }
        // “from gym to work”.
        if words.first?.lowercased() == "from" {
            let place = words.indices.dropFirst(2).first { place in
                ["into", "to", "zu"].contains(words[place].lowercased())
                    && invocation.isFocus(Array(words[1..<place]))
            }
            let target = place.map { Array(words[($0 + 1)...]) } ?? []
            if Self.focus(target, invocation) != nil { words = target }
        }
        let count = Self.focus(words, invocation) ?? min(words.count, 1)
        let behind = words.dropFirst(count)
        let rest = behind.first?.lowercased() == "to" ? behind.dropFirst() : behind
        // “work on fridays” are days, “work off at 5” is not turned on.
        if state == nil, let switched = rest.first?.lowercased(),
            switched == "off" || switched == "on" && Self.isEnd(rest.dropFirst())
        {
            state = switched
            words = Array(words.prefix(count) + rest.dropFirst())
        }
        hasFocus = Self.focus(words, invocation) != nil
        self.words = words
        self.state = state
    }

    /// Returns true for no words, and for the words of an end.
    private static func isEnd(_ words: ArraySlice<String>) -> Bool {
        words.first.map { EndTime.leads.contains($0.lowercased()) } ?? true
    }

    /// Returns the number of words of the Focus with which the words begin; nil without one.
    private static func focus(_ words: [String], _ invocation: Invocation) -> Int? {
        words.indices.map { $0 + 1 }.last { invocation.isFocus(Array(words.prefix($0))) }
    }

    /// The failure of `on` or `off` for more words than a Focus and its end; nil for a Focus and
    /// its end, and without a Focus.
    private var failure: CommandFailure? {
        guard hasFocus, !invocation.isFocus(words) else { return nil }
        if state == "off" { return invocation.failure(ofOff: words)?.naming(SwitchCommands.off) }
        do throws(CommandFailure) {
            _ = try invocation.focusAndEnd(inWords: words)
            return nil
        } catch {
            return error.naming(SwitchCommands.on)
        }
    }

    private var step: String {
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
