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

    /// Words before exceptions, in lower case.
    private static let excepting: Set = [
        "except", "excepting", "excluding", "but", "besides",
    ]
    /// Words that do so behind a Focus alone.
    private static let joining: Set = ["with", "without"]
    /// Words that name nothing behind a Focus, in lower case.
    nonisolated static let focusWords: Set = ["focus", "mode"]
    /// Words behind those that mean nothing of their own, in lower case.
    private static let allowing: Set = ["allow", "let", "for", "from", "through"]
    private static let limiting: Set = ["only", "just"]
    private static let denying: Set = ["not", "no", "without", "silence", "block", "mute"]
    /// Further verbs that turn a phrase round.
    private static let turning: Set = [
        "delete", "disallow", "dont", "drop", "exclude", "ignore", "minus", "skip", "unallow",
        "unblock", "unmute", "unsilence",
    ]

    /// Returns true for a word before exceptions.
    static func isException(_ word: String) -> Bool { excepting.contains(word.lowercased()) }

    /// Returns true for “only” and “just”, in any letter case.
    static func isLimit(_ word: String) -> Bool { limiting.contains(word.lowercased()) }

    /// Returns true for a word that begins a clause, so that it is hardly a program or a name.
    static func isMark(_ word: String) -> Bool {
        let folded = word.lowercased()
        return excepting.contains(folded) || joining.contains(folded)
            || SpokenCondition.isMark(folded)
    }

    /// Returns true for a word without which other words would mean something else.
    static func isDecisive(_ word: String) -> Bool {
        let folded = word.lowercased()
        return isMark(word) || SpokenCondition.isDenial(word) || denying.contains(folded)
            || SpokenMember.verbs.contains(folded) || turning.contains(folded)
    }

    /// - Parameters:
    ///   - end: the option for an end that the command line has elsewhere, behind a blank.
    ///   - focus: the Focus before the words; nil to look for one among them.
    ///   - named: the Focus of `--focus`.
    init(
        _ typed: [String], _ invocation: Invocation, end: String = "", behind focus: String? = nil,
        named: String? = nil
    ) {
        // “Ben, Slack”.
        var words = typed.flatMap { word in
            word.count > 1 && word.hasSuffix(",") ? [String(word.dropLast()), "and"] : [word]
        }
        // “work focus for 1h”.
        let isBehindFocus = focus != nil
        if isBehindFocus { words = Array(words.drop { Self.focusWords.contains($0.lowercased()) }) }
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
            if let place = clause.firstIndex(where: { Self.excepting.contains($0.lowercased()) }) {
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
        let marks = isBehindFocus ? Self.excepting.union(Self.joining) : Self.excepting
        if let clause = cut({ marks.contains(words[$0].lowercased()) }) {
            var rest = Self.withoutEnd(clause, invocation, &ends)
            let others = marks.union(Self.allowing).union(Self.denying).union(Self.limiting)
            let count = rest.prefix { word in
                others.contains(word.lowercased()) && !invocation.apps.isName(word)
            }.count
            excludes = rest.prefix(count).contains { Self.denying.contains($0.lowercased()) }
            isOnly = rest.prefix(count).contains { Self.limiting.contains($0.lowercased()) }
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

    /// Removes the words for a Focus; a “from” names a sender, and not the Focus.
    private static func removeFocus(from words: inout [String], _ invocation: Invocation) -> String?
    {
        let hasSender = words.contains { ["from", "of"].contains($0.lowercased()) }
        return hasSender ? nil : SpokenMember.removeFocus(from: &words, invocation)
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

/// Apps and people as people name them: `Slack and Ben`, `all notifications`.
@LoopActor struct SpokenMembers {
    /// The names of known apps, and of apps on lists.
    private(set) var apps: [String] = []
    private(set) var people: [String] = []
    /// Names of neither a known app nor a known person.
    private(set) var unknown: [String] = []
    /// True for words such as “all notifications”.
    private(set) var isAll = false
    /// True for words such as “nobody”.
    private(set) var isNothing = false
    /// True if each word names something, or means nothing of its own.
    private(set) var isSorted = true

    var isKnown: Bool { unknown.isEmpty }
    /// True if nothing is named.
    var isEmpty: Bool { !isAll && !isNothing && !hasNames }
    var hasNames: Bool { !apps.isEmpty || !people.isEmpty || !unknown.isEmpty }

    /// Words for all of them besides ``OtherUse/everythingWords``, in lower case.
    private static let allWords: Set = [
        "notifications", "notification", "popups", "sounds", "apps", "people", "anything",
    ]
    private static let nothingWords: Set = ["nothing", "nobody", "none", "noone"]
    /// Words beside names, in lower case.
    private static let fillers: Set = [
        "a", "an", "the", "my", "of", "also", "please", "now", "else", "again", "any",
    ]

    /// Words that name nobody and nothing, in lower case.
    private static let noNames = StrayWords.pronouns.union([
        "about", "alerts", "alone", "disturbances", "distractions", "interruptions", "more",
        "noise", "sound", "than", "too", "very",
    ])

    init(_ words: [String], _ invocation: Invocation) {
        let editor = FocusEditor(invocation)
        let directory = invocation.apps
        var known: KnownPeople?
        func person(_ name: String) -> String? {
            let people = known ?? KnownPeople(editor)
            known = people
            return people.person(named: name) ?? (UnknownApps.isAddress(name) ? name : nil)
        }
        /// Takes a known name. Returns false for another text.
        func take(_ words: ArraySlice<String>) -> Bool {
            let name = words.joined(separator: " ")
            let isOther =
                words.count == 1
                && (StrayWords.isLittle(name) || Self.isForAll(name.lowercased())
                    || TimeWords.areBegun(by: name))
            let isName = directory.isName(name)
            if isOther, !isName { return false }
            if isName {
                apps.append(name)
            } else if editor.isNamed(name) {
                return false
            } else if let person = person(name) {
                people.append(person)
            } else if name.count > 2, (try? directory.isUnknown(name)) == false {
                // The beginning of a name is enough, but not two letters of it.
                apps.append(name)
            } else {
                return false
            }
            return true
        }
        let parts = words.split { word in
            StrayWords.joining.contains(word.lowercased()) && !directory.isName(word)
        }
        for part in parts {
            var rest = part[...]
            while let word = rest.first {
                let folded = word.lowercased()
                // The longest name.
                let count = (1...rest.count).last { take(rest.prefix($0)) }
                if let count {
                    rest = rest.dropFirst(count)
                    // “Chat notifications”.
                    if rest.count == 1, Self.isOfName(rest[rest.startIndex]) { rest = [] }
                } else if Self.isOfName(word), rest.count > 2,
                    ["from", "of"].contains(rest[rest.startIndex + 1].lowercased())
                {
                    // “notifications from Ben”.
                    rest = rest.dropFirst(2)
                } else if Self.isForAll(folded) {
                    if Self.nothingWords.contains(folded) { isNothing = true } else { isAll = true }
                    rest = rest.dropFirst()
                } else if Self.fillers.contains(folded) {
                    rest = rest.dropFirst()
                } else {
                    addUnknown(rest, isWhole: rest.count == part.count, editor)
                    rest = []
                }
            }
        }
        // “all from Slack”.
        if isAll && hasNames || isNothing && (isAll || hasNames) { isSorted = false }
    }

    /// Takes a word for an unknown name. Several may be anything, and so are those behind a name.
    private mutating func addUnknown(
        _ words: ArraySlice<String>, isWhole: Bool, _ editor: FocusEditor
    ) {
        let name = words.joined(separator: " ")
        let folded = name.lowercased()
        let directory = editor.invocation.apps
        let isFocus =
            editor.isNamed(name) || FocusTemplate.meant(by: name) != nil
            || SpokenPhrase.focusWords.contains(folded)
        let isWord =
            StrayWords.isLittle(name) || TimeWords.areBegun(by: name) || SpokenPhrase.isMark(name)
            || SpokenCondition.isDenial(name) || Self.noNames.contains(folded)
            || CommandTable.all.contains { $0.words[0] == folded[...] } || name.hasPrefix("-")
        guard isWhole, words.count == 1, !isFocus, !isWord, !NamedSites.isTakenForSite(name),
            directory.nearestListed(to: name) == nil, (try? directory.isUnknown(name)) == true
        else {
            isSorted = false
            return
        }
        unknown.append(name)
    }

    /// Returns true for what a name has: “Chat notifications”.
    private static func isOfName(_ word: String) -> Bool {
        ["notification", "notifications", "popups"].contains(word.lowercased())
    }

    private static func isForAll(_ word: String) -> Bool {
        OtherUse.everythingWords.contains(word) || allWords.contains(word)
            || nothingWords.contains(word)
    }

    /// The members as arguments of `allow` and `silence`.
    ///
    /// - Parameter unknown: the option before unknown names, with a blank; empty for apps.
    func arguments(unknown option: String = "") -> String {
        (apps.map(shellQuoted) + people.map { "--person \(shellQuoted($0))" }
            + unknown.map { option + shellQuoted($0) }).joined(separator: " ")
    }

    /// The known apps as arguments.
    var quotedApps: String { apps.map(shellQuoted).joined(separator: " ") }

    /// Returns the lines with a command for the members: for unknown names, one for each of the two
    /// meanings.
    ///
    /// - Parameter command: returns the command for the arguments.
    func lines(_ lead: String, _ command: (String) -> String) -> [String] {
        guard !unknown.isEmpty else { return ["\(lead): \(command(arguments()))"] }
        let names = unknown.map { "“\($0)”" }.joinedWithAnd
        let isOne = unknown.count == 1
        return [
            "No known app or person has the name \(names)",
            "\(lead), if \(isOne ? "that is a person" : "these are people"):"
                + " \(command(arguments(unknown: "--person ")))",
            "\(lead), if \(isOne ? "that is an app" : "these are apps"):"
                + " \(command(arguments(unknown: "--app ")))",
        ]
    }
}
