// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Words of `allow` and `silence` that are more than names of apps: `Ben on Slack`, `only Ann`,
/// `everyone except Ben`, `Slack in work until 5`. On a list they would be apps that do not exist.
@LoopActor struct ListSentence {
    private let words: [String]
    private let values: OptionValues
    private let invocation: Invocation
    private let mode: ListPolicy<AppID>.Mode
    private let editor: FocusEditor

    /// - Parameter words: the words without an option.
    init(_ words: [String], _ values: OptionValues, _ invocation: Invocation, _ edit: ListEdit) {
        self.words = words
        self.values = values
        self.invocation = invocation
        mode = edit.mode
        editor = FocusEditor(invocation)
    }

    private var verb: String { mode.rawValue }

    private var directory: AppDirectory { invocation.apps }

    /// The typed options with members, each behind a blank.
    private var members: String { ListEdit.members(values) }

    /// Throws for such words, with the commands that do what they say.
    func refuse() throws(CommandFailure) {
        // A list may have any entry to remove.
        guard !words.isEmpty, !values.flag("remove"), !isName(words.joined(separator: " ")) else {
            return
        }
        if verb == "silence" { try refuseAll() }
        if words.count > 1 {
            if members.isEmpty {
                let focus = values.string("focus").map { " --focus \(shellQuoted($0))" } ?? ""
                try SecondCommand.refuse(words, behind: verb, options: focus, invocation) {
                    SpokenMembers.known($0, invocation)?.arguments() ?? ListWords.quoted($0)
                }
            }
            try refuseEnd()
        }
        guard let stray = try stray else { return }
        throw try failure(stray)
    }

    private func isName(_ word: String) -> Bool { directory.isName(word) }

    // MARK: Words that are no names

    /// The urgent notifications, in lower case without blanks and hyphens.
    private static let levels: Set = ["timesensitive", "critical", "urgent"]

    private static func isLevel(_ word: String) -> Bool {
        levels.contains(word.lowercased().filter { !"-_ ".contains($0) })
    }

    /// The first word that is hardly the name of an app; nil if all may be such names.
    private var stray: String? {
        get throws(CommandFailure) {
            let names = try ListWords.joined(words, directory)
            var areKnown = true
            for name in names where !name.means(.and) {
                if try directory.isUnknown(name) { areKnown = false }
            }
            let people = KnownPeople(editor)
            for (place, name) in names.enumerated() where !isName(name) {
                let isBetween = place > 0 && place < names.count - 1
                if name.means(.and), isBetween, areKnown { continue }
                if name.means(.little) { return name }
                guard try directory.isUnknown(name) else { continue }
                let isOther =
                    name.means(.pronoun, .app, .person, .site, .word) || name.lowercased() == "off"
                    || OtherUse.everythingWords.contains(name.lowercased()) || Self.isLevel(name)
                    || editor.isNamed(name) || people.person(named: name) != nil
                let isSaying =
                    TimeWords.isTime(name) || SpokenPhrase.isDecisive(name)
                    || name.means(.add, .detach, .contain, .kind)
                if isOther || name.utf8.count < 3 || names.count > 1 && isSaying { return name }
            }
            return Self.isLevel(words.joined(separator: " ")) ? words.joined(separator: " ") : nil
        }
    }

    /// Throws for `silence until 5` and for `silence notifications`, which need no list.
    private func refuseAll() throws(CommandFailure) {
        let phrase = SpokenPhrase(words, invocation, named: values.string("focus"))
        if phrase.subjects.isNothing || phrase.subjects.hasNames { return }
        let hasFocus = phrase.focus != nil || invocation.activeFocus != nil
        var others: [String] = []
        if let exceptions = phrase.exceptions {
            guard phrase.subjects.isAll, exceptions.isKnown, !phrase.end.isEmpty else { return }
        } else if phrase.end.isEmpty {
            // While a Focus is on, other words for all lead to the options for all.
            guard phrase.subjects.isAll,
                !hasFocus || words.contains(where: { $0.means(.everything) && $0 != "apps" })
            else { return }
            if hasFocus, phrase.focus == nil {
                others = ["With the current Focus: focus-switch silence --all-apps"]
            }
        }
        let isAlone = members.isEmpty && !values.flag("only")
        let steps = isAlone ? phrase.steps(to: .silence, invocation) : nil
        if steps == nil, phrase.end.isEmpty { return }
        throw .refused(
            "there is no app “\(words[0].printable)”",
            details: steps.map { $0 + others } ?? ["For help: focus-switch silence --help"])
    }

    private func refuseEnd() throws(CommandFailure) {
        var rest = words
        let typed = values.string("focus")
        let focus = typed ?? SpokenPhrase.takeFocus(from: &rest, invocation)
        let option = focus.map { " --focus \(shellQuoted($0))" } ?? ""
        // “only Slack today”, but not “Slack only today”.
        let isOnly = rest[0].means(.only) && !isName(rest[0])
        let names = isOnly ? Array(rest.dropFirst()) : nil
        let only = isOnly || values.flag("only") ? " --only" : ""
        try TrailingEnd.refuse(names ?? rest, invocation, verb) { apps in
            "focus-switch \(verb)\(only) \(apps)\(members)\(option)"
        }
    }

    // MARK: Steps

    /// Returns the phrase of the words, or else of the words without little ones that mean nothing
    /// beside names: `Slack in work please`.
    private func phrase(_ words: [String]) -> SpokenPhrase {
        let named = values.string("focus")
        let phrase = SpokenPhrase(words, invocation, named: named)
        if phrase.isUnderstood { return phrase }
        var rest = words
        let focus = named ?? SpokenPhrase.takeFocus(from: &rest, invocation)
        func isIdle(_ word: String) -> Bool {
            word.means(.little) && !isName(word)
                && !word.means(.exclude, .deny, .condition, .except, .only, .nothing)
                && !word.means(.everything, .app, .person, .kind)
        }
        let own = rest.drop {
            !isName($0) && ($0.means(.filler, .only) || $0.lowercased() == "for")
        }
        rest = own.reversed().drop(while: isIdle).reversed()
        let other = SpokenPhrase(rest, invocation, named: focus)
        return rest.isEmpty || !other.isSorted ? phrase : other
    }

    private func failure(_ stray: String) throws(CommandFailure) -> CommandFailure {
        let names = ListWords.withoutOnly(words, directory)
        let isOnly = names != nil || values.flag("only")
        let phrase = phrase(names ?? words)
        let named = phrase.focus.flatMap { try? editor.focus(named: $0) }
        let id = if let named { named } else { try editor.focus(values) }
        let file = try editor.read(id)
        let focus = "--focus \(shellQuoted(id.rawValue))"
        let kept = String("\(members) \(focus)".dropFirst())
        let command = "focus-switch \(verb)\(isOnly ? " --only" : "")"
        let help = "For help: focus-switch \(verb) --help"
        let level = words.first { Self.isLevel($0) && !isName($0) }
        var details = levelSteps(focus)
        // The options exclude these.
        let isPossible = !isOnly || !kept.contains("--all-") && !kept.contains("--word ")
        let isPlain = !isOnly && members.isEmpty
        let isRule = PersonInApp(names ?? words, invocation) != nil
        if level != nil || !details.isEmpty {
            let others = words.filter { $0 != level && (!$0.means(.everything) || isName($0)) }
            let phrase = self.phrase(others)
            if phrase.isUnderstood {
                details += lines(
                    phrase, isOnly: isOnly, isPlain: isPlain, command, kept: kept, file.focus)
            }
        } else if areAll(words) {
            details += ListWords.stepsForAll(mode, kept, focus, for: words)
        } else if isPlain, let rule = PersonInApp(words, invocation) {
            return .refused(
                "there is no app “\(words.joined(separator: " ").printable)”",
                rule.step(verb, focus, in: file))
        } else if isPossible, !isRule {
            details += lines(
                phrase, isOnly: isOnly, isPlain: isPlain, command, kept: kept, file.focus)
        }
        let others = words.filter { !isName($0) && !editor.isNamed($0) }
        if details.isEmpty, others.isEmpty, !members.isEmpty, !isOnly {
            // “allow sleep --person Ann”.
            details = ["Without that word: \(command) \(kept)"]
        }
        if details.isEmpty {
            let hasExceptions = phrase.exceptions?.isSorted == true && phrase.subjects.hasNames
            details = [
                hasExceptions ? "A rule can have exceptions: focus-switch rule add --help" : help
            ]
        }
        details += appLines(phrase, kept, file)
        let isFocus = phrase.focus != nil && values.string("focus") == nil
        if isFocus || editor.isNamed(stray) {
            let name = (isFocus ? phrase.focus : nil) ?? stray
            return .usage("“\(name.printable)” is a Focus, not an app", details: details)
        }
        let whole = words.joined(separator: " ")
        let isPerson = KnownPeople(editor).person(named: whole) != nil
        return .refused(
            "there is no app “\((isPerson ? whole : stray).printable)”"
                + (isPerson ? ", but a person of that name" : ""),
            details: details)
    }

    /// Returns true for words such as “all apps”, “people” and “others” alone.
    private func areAll(_ words: [String]) -> Bool {
        let others: Set = ["all", "everywhere", "globally", "of", "others", "the"]
        return words.allSatisfy { word in
            let isAll =
                OtherUse.everythingWords.contains(word.lowercased()) && !ListWords.isNothing(word)
            return !isName(word)
                && (isAll || word.means(.everything) || others.contains(word.lowercased())
                    || ["app", "people", "person"].contains(word.lowercased()))
        }
    }

    /// Returns the lines for words that stand for urgent notifications; none for others.
    private func levelSteps(_ focus: String) -> [String] {
        let whole = words.filter { !$0.means(.everything) || isName($0) }.joined(separator: " ")
        if ["call", "calls"].contains(whole.lowercased()), !isName(whole) {
            let rule = "calls --when 'category BEGINSWITH \"call\"' --do \(verb)"
            return ["For calls in any app: focus-switch rule add \(rule) \(focus)"]
        }
        guard let word = Self.isLevel(whole) ? whole : words.first(where: Self.isLevel),
            !isName(word)
        else { return [] }
        let state = verb == "allow" ? "on" : "off"
        let setting = "\(Setting.timeSensitive.rawValue) \(state) \(focus)"
        let isWord = ["critical", "urgent"].contains(word.lowercased())
        return ["For time-sensitive notifications: focus-switch set \(setting)"]
            + (isWord
                ? ["For notifications with that word: focus-switch \(verb) --word \(word) \(focus)"]
                : [])
    }

    /// Returns the lines for the roles of the words; none if a word has none.
    private func lines(
        _ phrase: SpokenPhrase, isOnly: Bool, isPlain: Bool, _ command: String,
        kept: String, _ focus: Focus
    ) -> [String] {
        guard phrase.isSorted, phrase.condition == nil, phrase.end.isEmpty else { return [] }
        let other = verb == "allow" ? "silence" : "allow"
        let subjects = phrase.subjects
        // “nobody but Ann”, of whom nobody has heard.
        let arePeople = words.contains { word in
            ["anybody", "anyone", "everybody", "everyone", "nobody"].contains(word.lowercased())
        }
        // An unknown word alone is rather an app, and the command has a step for a person.
        func isClear(_ members: SpokenMembers) -> Bool {
            members.people.isEmpty && !members.unknown.contains { $0.contains(" ") }
        }
        func only(_ verb: String, _ members: SpokenMembers) -> [String] {
            if arePeople || members.isKnown || isClear(members) {
                let names = members.arguments(unknown: arePeople ? "--person " : "")
                return [OnlyStep(verb: verb, members: names).line(kept, in: focus)]
            }
            return members.lines("To \(verb) nothing else") { names in
                OnlyStep(verb: verb, members: names).command(kept, in: focus)
            }
        }
        if let exceptions = phrase.exceptions {
            guard exceptions.hasNames, !isOnly else { return [] }
            if subjects.isAll, !phrase.excludes { return only(other, exceptions) }
            guard isPlain, phrase.excludes, exceptions.isKnown, subjects.hasNames else { return [] }
            // “Ann but not Dave”.
            return [
                "To do both: \(command) \(subjects.arguments()) \(kept)"
                    + " && focus-switch \(other) \(exceptions.arguments()) \(kept)"
            ]
        }
        guard subjects.hasNames, !subjects.isAll, !subjects.isNothing,
            !subjects.unknown.contains(where: { $0.utf8.count < 3 })
        else { return [] }
        if isOnly, !values.flag("only") { return only(verb, subjects) }
        let lead =
            subjects.people.count == subjects.count
            ? "To \(verb) \(subjects.count > 1 ? "them" : "the person")"
            : !subjects.people.isEmpty
                ? "To \(verb) them"
                : phrase.focus != nil && values.string("focus") == nil
                    ? "For that Focus" : "Without that word"
        if isClear(subjects) { return ["\(lead): \(command) \(subjects.arguments()) \(kept)"] }
        return subjects.lines(subjects.isKnown ? lead : "To \(verb) that") {
            "\(command) \($0) \(kept)"
        }
    }

    /// Returns the line for an app with the words as its name; none where several are named.
    private func appLines(
        _ phrase: SpokenPhrase, _ kept: String, _ file: FocusFile
    ) -> [String] {
        // A list of allowed apps silences an app that it does not have.
        let isSilenced =
            verb == "silence" && file.focus.apps.mode == .allow
            && !AppList(file.focus.apps.members).contains(AppID(words[0]))
        let isPerson = words.count == 1 && !phrase.subjects.people.isEmpty
        if isPerson, isSilenced || phrase.subjects.count > 1 { return [] }
        // A long sentence is no name.
        let isSentence =
            phrase.subjects.unknown.contains { $0.contains(" ") && !Self.isLevel($0) }
            || !phrase.subjects.people.isEmpty
            || words.count > 3
            || words.contains { SpokenPhrase.isMark($0) && !isName($0) && !$0.means(.with) }
        if words.count > 1, isSentence { return [] }
        let command = "focus-switch \(verb)\(values.flag("only") ? " --only" : "")"
        let areApart = words.contains { $0.contains { ",;".contains($0) } }
        let levels = words.filter { Self.isLevel($0) && !isName($0) }
        let names =
            !levels.isEmpty
            ? words.filter { isName($0) } + levels
            : areApart ? ListWords.splitAtCommas(words) : [words.joined(separator: " ")]
        let options = names.map { "--app \(shellQuoted($0))" }.joined(separator: " ")
        let lead =
            isPerson
            ? "To \(verb) an app of that name"
            : names.count > 1
                ? "For apps \(names.map { "“\($0)”" }.joinedWithAnd) all the same"
                : "For an app of that name"
        return ["\(lead): \(command) \(options) \(kept)"]
    }
}
