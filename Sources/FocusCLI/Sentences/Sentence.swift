// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// A sentence in place of a command: `let Ben through until 5`, `only Ann may reach me`, `block
/// Slack`. ``SpokenWords`` tells how it is read.
@LoopActor struct Sentence {
    /// The words, with each pair such as “no one” as one word.
    private var words: [String]
    /// The first typed word.
    private let first: String
    let invocation: Invocation

    /// Returns the failure for a sentence, with the commands that do what it says; nil for other
    /// words.
    static func failure(_ typed: [String], _ invocation: Invocation) -> CommandFailure? {
        guard let first = typed.first else { return nil }
        let words = typed.map { $0.count > 1 && $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
        return Sentence(
            words: SpokenWords.joined(words), first: first, invocation: invocation
        ).failure(isWhole: typed.count > 1)
    }

    private init(words: [String], first: String, invocation: Invocation) {
        self.words = words
        self.first = first
        self.invocation = invocation
    }

    private func usage(_ steps: [String]?) -> CommandFailure? {
        let message = "there is no command “\(first.printable)”"
        return steps.flatMap { $0.isEmpty ? nil : .usage(message, details: $0) }
    }

    /// Finds the reader of the first word.
    ///
    /// - Parameter isWhole: false for a word alone, which the table of ``NearMiss`` answers.
    private func failure(isWhole: Bool) -> CommandFailure? {
        let verb = words[0]
        let rest = Array(words.dropFirst())
        let session = SessionWords.steps(words, invocation)
        if !session.isEmpty { return usage(session) }
        guard isWhole else { return nil }
        if verb.means(.ask), let failure = usage(Question.steps(rest, invocation)) {
            return failure
        }
        if verb.means(.remind) { return usage(reminder(rest)) }
        // “let calendar through” may name an app.
        if verb.lowercased() != "let", verb.means(.create, .add, .remove, .silence),
            let failure = usage(SpokenThing.steps(verb.lowercased(), rest, invocation))
        {
            return failure
        }
        if verb.means(.remove) { return usage(Removal(rest, invocation).steps) }
        if let place = HiddenPlace(rest, invocation), verb.means(.hide) {
            return usage(place.steps)
        }
        if verb.means(.speaker) {
            // “I am in a meeting”.
            let condition = SpokenCondition(words, invocation)
            let steps = condition.steps("dnd", invocation)
            guard !steps.isEmpty, condition.unknownApps.isEmpty else { return nil }
            return usage([NearMiss.silencingAll] + steps)
        }
        if SpokenCondition.isMark(verb) || SpokenCondition.isLead(verb) { return inverted }
        // A mistyped name such as “No Meetngs”.
        let names = FocusEditor(invocation).catalog.focuses.values.map(\.name)
        if NearestWord.find(words.joined(separator: " "), in: names) == nil {
            // “no work”, but not “shut up work”.
            if [first, verb].allSatisfy({ $0.lowercased() == "no" }),
                let steps = FocusSentence.steps(without: rest, invocation)
            {
                return usage(steps)
            }
            if let wish { return usage(Self.steps(wish, invocation)) }
            if let off { return off }
        }
        return FocusSentence.failure(words, invocation)
    }

    /// A snooze as people say it: `remind me of 13 in 1 hour`.
    private func reminder(_ rest: [String]) -> [String] {
        let line = rest.filter { !$0.means(.pronoun, .between) || $0.means(.later) }
            .filter { !["about", "again", "notification", "the", "to"].contains($0.lowercased()) }
        let command = ["snooze"] + line + (line.count == 1 && UInt32(line[0]) != nil ? ["1h"] : [])
        let works = OwnAnswer(command, invocation).failure.map { $0.code == .notReachable } ?? true
        let lead = "To see a notification again later: focus-switch"
        return [
            "\(lead) \(works ? command.map(shellQuoted).joined(separator: " ") : "snooze --help")"
        ]
    }

    /// The failure for a condition in front of what is to happen then: `during sleep allow Ann`,
    /// `when firefox runs turn on work`. It means what it means behind that.
    private var inverted: CommandFailure? {
        for place in words.indices.dropFirst(2) {
            let rest = Array(words[place...])
            let clause = Array(words[..<place])
            if rest[0].means(.allow, .silence, .only) {
                let whole = Sentence(
                    words: rest + clause, first: first, invocation: invocation)
                return usage(whole.wish.flatMap { Self.steps($0, invocation) })
            }
            let focus = Array(rest.drop { $0.means(.begin, .turn) || $0.lowercased() == "on" })
            if !focus.isEmpty, invocation.isFocus(focus) {
                return FocusWords(focus + clause, invocation).failure()
            }
        }
        return nil
    }

    /// The failure for `notifications off`, `Slack off until 5`.
    private var off: CommandFailure? {
        guard let place = words.firstIndex(where: { $0.lowercased() == "off" }), place > 0 else {
            return nil
        }
        // “switch off notifications”.
        let before = words[..<place].drop { ["put", "switch"].contains($0.lowercased()) }
        let phrase = SpokenPhrase(Array(before + words[(place + 1)...]), invocation)
        // “please off” may be a Focus.
        guard phrase.isUnderstood, !phrase.subjects.isEmpty || phrase.exceptions != nil else {
            return nil
        }
        return usage(phrase.steps(to: .silence, invocation))
    }

    // MARK: Wishes for apps and people

    typealias Wish = (meaning: SpokenPhrase.Meaning, words: [String], verb: String?)

    /// The wish that the first words tell, and the words for its members.
    private var wish: Wish? {
        let first = words[0]
        let rest = Array(words.dropFirst())
        if first.means(.never) { return denied(first, rest) }
        if let reached = reaching { return reached }
        let lead = words.prefix {
            $0.means(.only) || ["let", "allow", "for"].contains($0.lowercased())
        }
        let behind = Array(words.dropFirst(lead.count))
        let isOnly = lead.contains { $0.means(.only) }
        if isOnly, first.means(.only), let next = behind.first, next.means(.silence, .hide) {
            return (.silenceOnly, Array(behind.dropFirst()), nil)
        }
        if isOnly, first.means(.only) || first.lowercased() == "let" {
            return (.allowOnly, Self.withoutThrough(behind), nil)
        }
        if first.means(.nothing) { return (.silence, rest, nil) }
        let isLet = first.lowercased() == "let"
        if first.means(.allow) { return (.allow, isLet ? Self.withoutThrough(rest) : rest, first) }
        let isOther = first.means(.hide, .unblock, .unallow, .unsilence)
        let isAllowing = first.means(.unblock, .unsilence)
        return first.means(.silence) || isOther
            ? (isAllowing ? .allow : .silence, rest, first) : nil
    }

    /// Returns the wish behind “never”, “no” or “don't”, which turn a verb round.
    private func denied(_ lead: String, _ rest: [String]) -> Wish? {
        guard let next = rest.first else { return (.silence, [], nil) }
        let behind = Array(rest.dropFirst())
        if next.means(.reach), behind.first?.lowercased() == "me" {
            // “never notify me about Chat”.
            let names = behind.dropFirst().drop { ["about", "of"].contains($0.lowercased()) }
            return (.silence, Array(names), nil)
        }
        if next.means(.silence, .hide) { return (.allow, behind, nil) }
        if next.means(.allow) { return (.silence, Self.withoutThrough(behind), nil) }
        if next.lowercased() == "show" {
            return (.silence, Array(behind.drop { $0.lowercased() == "me" }), nil)
        }
        return lead.lowercased().hasPrefix("n") ? (.silence, Self.withoutThrough(rest), nil) : nil
    }

    /// The wish of `Ann may reach me until 5`, and the question `would Ann reach me`.
    private var reaching: Wish? {
        let folded = words.map { $0.lowercased() }
        let last = folded.count - 1
        let inner = folded.indices.dropFirst().dropLast().first { place in
            folded[place].means(.reach) && folded[place + 1] == "me"
                || ["get", "come"].contains(folded[place]) && folded[place + 1] == "through"
        }
        // “no one except Ann may call”.
        let isLast = last > 1 && folded[last].means(.reach) && folded[last - 1].means(.modal)
        guard let place = inner ?? (isLast ? last : nil) else { return nil }
        let name = words[..<(folded[place - 1].means(.modal) ? place - 1 : place)]
        var tail = words.dropFirst(place + 2)
        if tail.starts(with: ["to", "me"]) { tail = tail.dropFirst(2) }
        if name.count > 1,
            folded[0].means(.modal, .ask) || ["do", "does", "will", "would"].contains(folded[0])
        {
            return (.explain, Array(name.dropFirst() + tail), nil)
        }
        // “let Ann call me”, “only Ann may reach me”.
        let lead = name.prefix { $0.means(.only) || $0.lowercased() == "let" }
        let meaning: SpokenPhrase.Meaning = lead.contains { $0.means(.only) } ? .allowOnly : .allow
        return (meaning, Array(name.dropFirst(lead.count) + tail), nil)
    }

    /// Returns the lines of the phrase, else the answers of our own verbs.
    static func steps(_ wish: Wish, _ invocation: Invocation) -> [String]? {
        var names = wish.words
        var focus: String?
        if let option = names.firstIndex(of: "--focus"), option + 1 < names.count {
            focus = names[option + 1]
            names.removeSubrange(option...(option + 1))
        }
        let phrase = SpokenPhrase(names, invocation, named: focus)
        let steps = phrase.steps(to: wish.meaning, invocation)
        guard let verb = wish.verb else { return steps ?? [wish.meaning.help] }
        // An unknown name behind another verb than “let” is rather an app, and has other steps.
        let isKnown = phrase.subjects.isKnown || verb.lowercased() == "let"
        // Such a verb may end a mute, or be about the lock screen.
        let hasOthers = !verb.means(.allow, .silence) && !phrase.subjects.apps.isEmpty
        let isForAll = wish.meaning == .allow && !phrase.subjects.hasNames
        if let steps, isKnown, !hasOthers, !isForAll { return steps }
        guard !wish.words.isEmpty else { return nil }
        // No command does that.
        let isClear =
            phrase.isUnderstood && phrase.subjects.hasNames && phrase.exceptions == nil
            && !hasOthers
        if phrase.isSorted && phrase.condition != nil || isClear { return [wish.meaning.help] }
        return OwnVerbs.steps(OwnVerbs.commands(verb), wish.words, invocation)
            + creation(verb, wish.words)
    }

    /// The step that creates a Focus, for `add Study`.
    private static func creation(_ verb: String, _ names: [String]) -> [String] {
        guard verb.means(.add), names.count == 1, !names[0].hasPrefix("-") else { return [] }
        return ["To create a Focus: focus-switch create \(shellQuoted(names[0]))"]
    }

    /// Words behind “let Ann in” that begin another clause, in lower case.
    private static let clauses: Set = ["during", "for", "from", "on", "until", "when", "while"]

    /// Returns words without the last “through”, or without the “in” of `let Ann in`. One word
    /// stays: it may be a name.
    static func withoutThrough(_ words: [String]) -> [String] {
        let place =
            words.lastIndex { $0.means(.through) }
            ?? words.indices.last { place in
                let next = place + 1 < words.count ? words[place + 1].lowercased() : nil
                return words[place].lowercased() == "in"
                    && (place == 0 || next.map(clauses.contains) ?? true)
            }
        guard let place, words.count > 1 else { return words }
        return Array(words[..<place] + words[(place + 1)...])
    }
}
