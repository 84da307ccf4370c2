// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// The words behind a verb or a Focus, sorted into their roles, as people say them: `everything but
/// Ben until 5`, `Slack in work`, `when Zoom runs`.
///
/// Words mark the roles: “for” and “until” an end, “except” and “but” exceptions, “when” and
/// “during” a condition. ``isSorted`` is false if a word has no role, so that no step drops one.
@LoopActor struct SpokenPhrase {
    /// The apps and people before any mark.
    let subjects: SpokenMembers
    /// Those that an “except”, a “but” or a “with” sets apart; nil without such a word.
    let exceptions: SpokenMembers?
    /// True if the exceptions are to be silenced: `work but not Slack`.
    let excludes: Bool
    /// True if a word says that nothing besides the exceptions comes through: `work but only Ben`.
    let isOnly: Bool
    /// The condition; nil without words for one.
    let condition: SpokenCondition?
    /// The Focus of `--focus`, or else the one among the words.
    let focus: String?
    /// The option with the end, behind a blank; empty without an end.
    let end: String
    /// True if each word has a role and each name is known.
    var isUnderstood: Bool { isSorted && subjects.isKnown && exceptions?.isKnown ?? true }
    /// True if each word has a role. A name may be unknown.
    let isSorted: Bool

    /// Wish of a sentence for the members of the phrase.
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

    /// Returns true for a word that begins a clause, so that it is hardly a program or a name.
    static func isMark(_ word: String) -> Bool { word.means(.except, .with, .condition) }

    /// Returns true for a word without which other words would mean something else.
    static func isDecisive(_ word: String) -> Bool {
        isMark(word) || SpokenCondition.isDenial(word) || word.means(.deny, .turnRound)
    }

    /// - Parameters:
    ///   - end: the option for an end that the command line has elsewhere, behind a blank.
    ///   - focus: the Focus before the words; nil to look for one among them.
    ///   - named: the Focus of `--focus`.
    init(
        _ typed: [String], _ invocation: Invocation, end: String = "", behind focus: String? = nil,
        named: String? = nil
    ) {
        var words = typed
        // “work focus for 1h”.
        let isBehindFocus = focus != nil
        if isBehindFocus { words = Array(words.drop { $0.means(.focus) }) }
        var ends = end.isEmpty ? [] : [end]
        func cut(_ isMark: (Int) -> Bool) -> [String]? {
            let place = words.indices.first { isMark($0) && !invocation.apps.isName(words[$0]) }
            guard let place else { return nil }
            defer { words.removeSubrange(place...) }
            return Array(words[place...])
        }
        var condition: SpokenCondition?
        var named = focus ?? named
        var isSorted = true
        let clause =
            cut { SpokenCondition.isMark(words[$0]) }
            // “work in a meeting”.
            ?? (isBehindFocus ? cut { $0 == 0 && SpokenCondition.isLead(words[$0]) } : nil)
        if var clause {
            // “when Zoom runs except Ben”.
            if let place = clause.firstIndex(where: { $0.means(.except) }) {
                words += clause[place...]
                clause.removeSubrange(place...)
            }
            var held = SpokenCondition(clause, invocation)
            // A network has any name: “on wifi Office until 5”.
            if held.focus == nil, !held.isTime {
                held = SpokenCondition(Self.withoutEnd(clause, invocation, &ends), invocation)
            }
            if named == nil, let focus = held.focus {
                named = focus
            } else {
                condition = held
                isSorted = held.isUnderstood
            }
        }
        var exceptions: SpokenMembers?
        var (excludes, isOnly) = (false, false)
        let isException = { (word: String) in
            word.means(.except) || isBehindFocus && word.means(.with)
        }
        if let clause = cut({ isException(words[$0]) }) {
            var rest = Self.withoutEnd(clause, invocation, &ends)
            let count = rest.prefix { word in
                let isLittle =
                    word.means(.deny, .only, .through)
                    || ["allow", "for", "from", "let"].contains(word.lowercased())
                return (isException(word) || isLittle) && !invocation.apps.isName(word)
            }.count
            excludes = rest.prefix(count).contains { $0.means(.deny) }
            isOnly = rest.prefix(count).contains { $0.means(.only) }
            rest.removeFirst(count)
            if named == nil { named = Self.removeFocus(from: &rest, invocation) }
            let members = SpokenMembers(rest, invocation)
            isSorted = isSorted && members.isSorted && members.hasNames
            exceptions = members
        }
        words = Self.withoutEnd(words, invocation, &ends)
        if named == nil { named = Self.removeFocus(from: &words, invocation) }
        subjects = SpokenMembers(words, invocation)
        self.exceptions = exceptions
        self.excludes = excludes
        self.isOnly = isOnly
        self.condition = condition
        self.focus = named
        self.end = ends.first ?? ""
        self.isSorted = isSorted && subjects.isSorted && ends.count < 2
    }

    /// Removes the words for a Focus. A “from” names a sender and not the Focus, but for one in
    /// front of a Focus that is not the whole of the words: `app Slack from work`.
    private static func removeFocus(from words: inout [String], _ invocation: Invocation) -> String?
    {
        let hasKind = words.contains { $0.means(.app, .person, .site, .word) }
        let hasSender = words.contains { $0.means(.from) } && !hasKind
        return hasSender ? nil : takeFocus(from: &words, invocation)
    }

    /// Removes the words for a Focus, with those before it, such as “to”. Returns the id of the
    /// Focus; nil if no words name one beside others.
    static func takeFocus(from words: inout [String], _ invocation: Invocation) -> String? {
        let editor = FocusEditor(invocation)
        func focus(_ part: ArraySlice<String>) -> String? {
            let name = part.joined(separator: " ")
            guard !invocation.apps.isName(name) else { return nil }
            return (try? editor.focus(named: name, offersTemplate: false))?.rawValue
        }
        func isLead(_ word: String) -> Bool { word.means(.lead, .from) || word == "onto" }
        // Without a word before it, the Focus begins or ends the phrase, beside a name.
        for start in words.indices {
            let behindLeads = words[start...].firstIndex { !isLead($0) } ?? words.endIndex
            let ends = words.indices.map { $0 + 1 }.reversed()
            // A name may begin with such a word: “Zu Hause”.
            let whole = behindLeads > start ? ends.map { (start, $0) } : []
            for (first, end) in whole + ends.map({ (behindLeads, $0) }) where end > first {
                let others = words[..<start] + words[end...]
                let isApart =
                    (start == 0 || end == words.count)
                    && others.contains { !$0.means(.app, .person, .site, .word) }
                guard !others.isEmpty, first > start || isApart, let id = focus(words[first..<end])
                else { continue }
                words.removeSubrange(start..<end)
                return id
            }
        }
        return nil
    }

    /// Returns the words before an end, which is added to `ends`; all words without one. A day
    /// without an “until” could be the beginning as well.
    private static func withoutEnd(
        _ words: [String], _ invocation: Invocation, _ ends: inout [String]
    ) -> [String] {
        let split = EndTime.split(words, now: invocation.now) { words in
            invocation.apps.isName(words.joined(separator: " "))
        }
        guard let split else { return words }
        let time = words.dropFirst(split.words.count)
        let isSure =
            time.first.map { EndTime.leads.contains($0.lowercased()) } == true
            || split.option.hasPrefix(" --for ") || split.option == " --until-logout"
            || time.count == 1 && time.contains { ClockWords.time($0) != nil }
        guard isSure else { return words }
        ends.append(split.option)
        return split.words
    }
}
