// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// A wish in the words of a sentence: `only Ann may reach me`, `no notifications until 5`, `let Ben
/// through`, `notifications off`.
@LoopActor struct SpokenWish {
    /// Wish for the members of the phrase.
    enum Meaning {
        case allow, allowOnly, silence, silenceOnly, explain

        /// The line for a sentence that is not understood.
        var help: String {
            let verb =
                switch self {
                case .allow, .allowOnly: "allow"
                case .silence, .silenceOnly: "silence"
                case .explain: "explain"
                }
            return "For help: focus-switch \(verb) --help"
        }
    }

    private static let reaching: Set = [
        "reach", "call", "contact", "disturb", "interrupt", "message", "notify", "ping", "text",
    ]
    private static let modals: Set = ["may", "can", "could", "should", "must", "shall"]
    private static let asking: Set = [
        "would", "will", "does", "do", "can", "could", "may", "is", "are",
    ]
    /// Verbs behind “only” that silence, in lower case.
    private static let silencing: Set = ["silence", "mute", "block", "hide"]
    /// Verbs that are no commands and silence all, or a person, in lower case.
    private static let blocking: Set = ["block", "deny", "hide", "ignore"]
    /// Sentences that ask for silence, in lower case; more words may follow.
    private static let silence = [
        ["leave", "me", "alone"], ["shut", "up"], ["never", "show", "me"], ["never", "show"],
        ["never", "let"], ["don't", "let"], ["don’t", "let"],
        ["be", "quiet"], ["no", "more"], ["never"], ["no"],
    ]
    /// Words that turn the verb behind them round, in lower case.
    private static let negations = [
        ["never"], ["do", "not"], ["don't"], ["don’t"], ["no", "longer"],
    ]
    /// Sentences with a command of their own, in lower case, without the words of ``articles``.
    private static let sayings = [
        "what did i miss": ["What was missed: focus-switch missed"],
        "what have i missed": ["What was missed: focus-switch missed"],
        "share focus status": [
            "To share the active Focus with your other machines: focus-switch link --help"
        ],
        "focus off": [turnOff], "focus end": [turnOff], "focus stop": [turnOff],
        "focus on": [
            "To turn on a Focus: focus-switch on FOCUS", "Your Focuses: focus-switch list",
        ],
    ]
    private static let turnOff = "To turn off the current Focus: focus-switch off"
    private static let articles: Set = ["my", "the", "please"]

    private static let throughWords: Set = ["through", "thru", "tru", "throu", "trough"]

    /// Words behind “let Ann in” that begin another clause, in lower case.
    private static let clauses: Set = ["during", "for", "from", "on", "until", "when", "while"]

    /// Returns words without the last “through”, also as it is mistyped, or without the “in” of
    /// `let Ann in`. One word stays: it may be a name.
    static func withoutThrough(_ words: [String]) -> [String] {
        let folded = words.map { $0.lowercased() }
        let place =
            folded.lastIndex(where: throughWords.contains)
            ?? folded.indices.last { place in
                let next = place + 1 < folded.count ? folded[place + 1] : nil
                return folded[place] == "in" && (place == 0 || next.map(clauses.contains) ?? true)
            }
        guard let place, words.count > 1 else { return words }
        return Array(words[..<place] + words[(place + 1)...])
    }

    private let meaning: Meaning
    private let words: [String]

    /// Returns the failure for such a sentence, with the commands that do it; nil for others.
    static func failure(_ typed: [String], _ invocation: Invocation) -> CommandFailure? {
        var words = typed.map { $0.count > 1 && $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
        var focus: String?
        if let option = words.firstIndex(of: "--focus"), option > 0, option + 1 < words.count {
            focus = words[option + 1]
            words.removeSubrange(option...(option + 1))
        }
        guard let first = words.first?.lowercased() else { return nil }
        if let failure = saying(words) { return failure }
        let message = "there is no command “\(words[0].printable)”"
        // “I am in a meeting”.
        if ["i", "i'm", "i’m", "im", "we"].contains(first) {
            let condition = SpokenCondition(words, invocation)
            let steps = condition.steps("dnd", invocation)
            guard !steps.isEmpty, condition.unknownApps.isEmpty else { return nil }
            return .usage(message, details: [NearMiss.silencingAll] + steps)
        }
        // A mistyped name such as “No Meetngs”.
        let names = FocusEditor(invocation).catalog.focuses.values.map(\.name)
        if NearestWord.find(words.joined(separator: " "), in: names) != nil { return nil }
        guard words.count > 1, let wish = SpokenWish(words) else {
            return off(words, message, invocation)
        }
        // “no work” while Work is on.
        let rest = Array(words.dropFirst())
        if first == "no",
            let id = try? FocusEditor(invocation).focus(
                named: rest.joined(separator: " "), offersTemplate: false),
            id == invocation.activeFocus
        {
            return .usage(
                message, "To turn off that Focus: focus-switch off \(shellQuoted(id.rawValue))")
        }
        // “let person Ann through”.
        let isKind = { (word: String) in
            ListHabits.kinds[word.lowercased()] != nil
                || ["app", "apps"].contains(word.lowercased())
        }
        if first == "let", wish.meaning == .allow, wish.words.contains(where: isKind) { return nil }
        let phrase = SpokenPhrase(wish.words, invocation, named: focus)
        if blocking.contains(first) {
            // An app leads to its lists and to a mute.
            let isMeant =
                phrase.subjects.isAll || !phrase.subjects.people.isEmpty || phrase.exceptions != nil
            guard isMeant, !wish.words.contains(where: isKind),
                let steps = phrase.steps(to: .silence, invocation)
            else { return nil }
            return .usage(message, details: steps)
        }
        let steps = phrase.steps(to: wish.meaning, invocation)
        // “let Ben on Chat through” and “let everyone through” are read by our own verb.
        let isOwn =
            !phrase.isSorted
            || phrase.condition == nil && (!phrase.subjects.hasNames || phrase.exceptions != nil)
        if steps == nil, first == "let", wish.meaning == .allow, isOwn { return nil }
        return .usage(message, details: steps ?? [wish.meaning.help])
    }

    /// Returns the failure for a sentence with a command of its own; nil for others.
    static func saying(_ words: [String]) -> CommandFailure? {
        let folded = words.map { $0.lowercased() }.filter { !articles.contains($0) }
        return sayings[folded.joined(separator: " ")].map { steps in
            .usage("there is no command “\(words[0].printable)”", details: steps)
        }
    }

    /// Returns the failure for `notifications off`, `Slack off until 5`; nil for other words.
    private static func off(
        _ words: [String], _ message: String, _ invocation: Invocation
    ) -> CommandFailure? {
        guard let place = words.firstIndex(where: { $0.lowercased() == "off" }), place > 0 else {
            return nil
        }
        // “switch off notifications”.
        let before = words[..<place].drop { ["put", "switch", "turn"].contains($0.lowercased()) }
        let phrase = SpokenPhrase(Array(before + words[(place + 1)...]), invocation)
        // “please off” may be a Focus.
        guard phrase.isUnderstood, !phrase.subjects.isEmpty || phrase.exceptions != nil,
            let steps = phrase.steps(to: .silence, invocation)
        else { return nil }
        return .usage(message, details: steps)
    }

    /// Returns nil for words that are no such sentence.
    private init?(_ typed: [String]) {
        var words = typed
        // “no one may call”, “let no one through”.
        let start = words.first?.lowercased() == "let" ? 1 : 0
        if words.dropFirst(start).starts(with: ["no", "one"], by: { $0.lowercased() == $1 }) {
            words.replaceSubrange(start..<(start + 2), with: ["nobody"])
        }
        let folded = words.map { $0.lowercased() }
        // “never notify me about Chat”.
        if folded.count > 2, ["never", "don't", "don’t"].contains(folded[0]),
            Self.reaching.contains(folded[1]), folded[2] == "me"
        {
            let rest = words.dropFirst(3).drop { ["about", "of"].contains($0.lowercased()) }
            (meaning, self.words) = (.silence, Array(rest))
            return
        }
        // “never silence Chat”, “do not allow Ben”.
        if let lead = Self.negations.first(where: { folded.starts(with: $0) }),
            let verb = folded.dropFirst(lead.count).first,
            ["silence", "block", "hide", "allow", "permit"].contains(verb)
        {
            let rest = Array(words.dropFirst(lead.count + 1))
            (meaning, self.words) = (["allow", "permit"].contains(verb) ? .silence : .allow, rest)
            return
        }
        if let first = folded.first, Self.blocking.contains(first) {
            (meaning, self.words) = (.silence, Array(words.dropFirst()))
            return
        }
        if let lead = Self.silence.first(where: { folded.starts(with: $0) }) {
            let names = Array(words.dropFirst(lead.count))
            (meaning, self.words) = (.silence, Self.withoutThrough(names))
            return
        }
        var rest = words
        var isReaching = false
        let inner = folded.indices.dropFirst().dropLast().first { index in
            Self.reaching.contains(folded[index]) && folded[index + 1] == "me"
                || ["get", "come"].contains(folded[index]) && folded[index + 1] == "through"
        }
        // “no one except Ann may call”.
        let last = folded.count - 1
        let isLast =
            last > 1 && Self.reaching.contains(folded[last])
            && Self.modals.contains(folded[last - 1])
        let reach = inner ?? (isLast ? last : nil)
        if let reach {
            // “Ann may reach me until 5”, “would Ann reach me”.
            let name = words[..<(Self.modals.contains(folded[reach - 1]) ? reach - 1 : reach)]
            var tail = words.dropFirst(reach + 2)
            if tail.starts(with: ["to", "me"]) { tail = tail.dropFirst(2) }
            rest = Array(name + tail)
            isReaching = true
            if name.count > 1, Self.asking.contains(folded[0]) {
                (meaning, self.words) = (.explain, Array(rest.dropFirst()))
                return
            }
        }
        let lead = rest.prefix {
            ["let", "only", "just", "allow", "for"].contains($0.lowercased())
        }
        let behind = Array(rest.dropFirst(lead.count))
        let isOnly = lead.contains { ["only", "just"].contains($0.lowercased()) }
        switch rest.first?.lowercased() {
        case "only", "just":
            let isSilence = behind.first.map { Self.silencing.contains($0.lowercased()) } == true
            meaning = isSilence ? .silenceOnly : .allowOnly
            rest = isSilence ? Array(behind.dropFirst()) : behind
        case "let":
            meaning = isOnly ? .allowOnly : .allow
            rest = behind
        case "nobody" where !isReaching: meaning = .silence
        default:
            guard isReaching else { return nil }
            meaning = .allow
        }
        self.words = Self.withoutThrough(Array(rest))
    }
}
