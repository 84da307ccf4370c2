// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Words of `allow` and `silence` that say more than names: `Ben on Slack`, `Slack except Ben`,
/// `remove Slack`, `if it contains invoice`, `repeated calls`. On a list they would be apps that do
/// not exist.
@LoopActor struct SpokenList {
    let words: [String]
    let editor: FocusEditor
    let file: FocusFile
    let mode: ListPolicy<AppID>.Mode
    let manner: ListEdit.Manner
    /// The command with its options, such as `focus-switch allow --only`.
    let command: String
    /// The typed options with further members, and the option that names the Focus.
    let kept: String
    /// The option that names the Focus.
    let focus: String

    private static let removing: Set = ["delete", "drop", "remove", "rm"]
    private static let containing: Set = [
        "contain", "containing", "contains", "mention", "mentioning", "mentions", "saying", "says",
    ]
    /// Words before those that name nothing, in lower case.
    private static let fillers: Set = [
        "anything", "if", "it", "phrase", "text", "that", "they", "when", "which", "word", "words",
    ]
    /// Words for notifications besides ``ListPhrase/kinds``, in lower case.
    private static let nouns: Set = [
        "anything", "everything", "message", "messages", "notification", "notifications",
    ]
    /// Words between those and a text, in lower case.
    private static let articles: Set = ["a", "an", "phrase", "the", "word", "words"]
    /// Words between a person and an app, in lower case.
    static let between: Set = ["at", "by", "from", "in", "inside", "of", "on", "via"]

    /// Returns the words without a “but” before “only on”: `Ann, but only on Signal` excludes
    /// nobody.
    static func withoutBut(_ words: [String]) -> [String] {
        let place = words.indices.dropFirst().dropLast(3).first { place in
            words[place].lowercased() == "but"
                && ["only", "just"].contains(words[place + 1].lowercased())
                && between.contains(words[place + 2].lowercased())
        }
        guard let place else { return words }
        var words = words
        words.remove(at: place)
        if words[place - 1].hasSuffix(","), words[place - 1].count > 1 {
            words[place - 1].removeLast()
        }
        return words
    }

    /// Throws for such words, with the command that was meant.
    func refuse() throws(CommandFailure) {
        guard words.count > 1, !isName(words.joined(separator: " ")),
            let steps = listSteps ?? rules ?? address.map({ [$0] })
        else { return }
        let name = words.joined(separator: " ")
        // “drop box”.
        let hasVerb =
            words[0].lowercased() == "add" || Self.removing.contains(words[0].lowercased())
        let app =
            steps == [help] && manner == .named && hasVerb
            ? ["For an app of that name: \(command) --app \(shellQuoted(name)) \(kept)"] : []
        throw .refused("there is no app “\(name.printable)”", details: steps + app)
    }

    private var listSteps: [String]? {
        (removal ?? addition ?? setting ?? phrase ?? exception ?? opposite).map { [$0] }
    }

    var verb: String { mode == .allow ? "allow" : "silence" }

    var help: String { "For help: focus-switch \(verb) --help" }

    /// True if no option and no word says more than that the members are to be added.
    var isPlain: Bool {
        let directory = editor.invocation.apps
        return manner == .named && kept == focus && !StrayWords.saysOnly(words, directory)
            && !StrayWords.excludes(words, directory) && !StrayWords.nameAlone(words, directory)
    }

    func isName(_ word: String) -> Bool { editor.invocation.apps.isName(word) }

    /// The known members that the words behind the first one name.
    private var others: ListPhrase? {
        let phrase = ListPhrase(Array(words.dropFirst()), editor)
        return phrase?.strangers.isEmpty == true && isPlain ? phrase : nil
    }

    /// The step for `remove Slack`.
    private var removal: String? {
        guard Self.removing.contains(words[0].lowercased()), !isName(words[0]) else { return nil }
        guard let others, isListed(others) else { return help }
        return "To take it off the list: \(command) --remove \(others.members) \(focus)"
    }

    /// Returns true if the list of the command's kind has all members.
    private func isListed(_ phrase: ListPhrase) -> Bool {
        let apps = AppList(file.appList)
        let people = Set(file.peopleList.map { PersonKey($0) })
        let hasApps = phrase.apps.allSatisfy { name in
            let known = (try? editor.invocation.apps.find(name)) ?? nil
            let ids = (known?.ids ?? []) + (known?.sentIDs ?? [])
            return ([AppID(name)] + ids).contains { apps.contains($0) }
        }
        return hasApps && phrase.people.allSatisfy { people.contains(PersonKey($0)) }
            && (phrase.apps.isEmpty || FocusList.apps.mode(in: file) == mode)
            && (phrase.people.isEmpty || FocusList.people.mode(in: file) == mode)
    }

    /// The step for `add Slack`.
    private var addition: String? {
        guard words[0].lowercased() == "add", !isName(words[0]) else { return nil }
        return others.map { "Without that word: \(command) \($0.members) \(focus)" } ?? help
    }

    /// The step for `repeated calls`.
    private var setting: String? {
        // ``StrayWords`` has the steps for time-sensitive notifications.
        guard let setting = Setting.spoken(words), setting == .repeatBreaksThrough else {
            return nil
        }
        let value = mode == .allow ? "on" : "off"
        return isPlain
            ? "For that setting: focus-switch set \(setting.rawValue) \(value) \(focus)" : help
    }

    /// The step for `if it contains invoice`, or for `Slack messages about invoice`.
    private var phrase: String? {
        let place = words.firstIndex { Self.containing.contains($0.lowercased()) && !isName($0) }
        guard let place = place ?? placeOfWith else { return nil }
        func isFiller(_ word: String) -> Bool {
            let folded = word.lowercased()
            let isAll = OtherUse.everythingWords.contains(folded) && !ListWords.isNothing(word)
            return !isName(word)
                && (Self.fillers.contains(folded) || StrayWords.isLittle(word) || isAll)
        }
        // All words of the text count: without one of them, it is in more notifications.
        let rest = words[(place + 1)...].drop { Self.articles.contains($0.lowercased()) }
        let isText = rest.allSatisfy { word in
            !StrayWords.isLittle(word) && !word.contains { ",;".contains($0) }
        }
        // “Mail” may be an app, and “mails” are none.
        let isKind = { (word: String) in ListPhrase.kinds.contains(word.lowercased()) }
        let others = words[..<place].filter { !isFiller($0) }
        let senders = [others, others.filter { !isKind($0) }].map { $0.joined(separator: " ") }
        let sender = senders.first { !$0.isEmpty && person($0) == nil && app($0) != nil }
        let isKnown = sender != nil || senders[1].isEmpty
        guard isKnown, !rest.isEmpty, isText, isPlain else { return help }
        let text = rest.joined(separator: " ")
        guard let app = sender.flatMap(app) else {
            return "For notifications with that word: \(command) --word \(shellQuoted(text))"
                + " \(focus)"
        }
        let condition =
            "appName ==[c] \(WordRules.literal(app)) AND (\(WordRules.condition(text)))"
        return "For notifications with that word in that app:"
            + " \(RuleStep.adding("\(text) in \(app)", condition, verb, to: file))"
    }

    /// The place of the “with” in `messages with invoice`; nil before a name or a time.
    private var placeOfWith: Int? {
        let place = words.indices.dropFirst().dropLast().first { place in
            ["about", "with"].contains(words[place].lowercased()) && !isName(words[place])
        }
        guard let place else { return nil }
        let isNoun = { (word: String) in
            let folded = word.lowercased()
            return Self.nouns.contains(folded) || ListPhrase.kinds.contains(folded)
        }
        let text = words[(place + 1)...].drop { Self.articles.contains($0.lowercased()) }
        let isText = text.allSatisfy { word in
            (try? editor.invocation.apps.isUnknown(word)) == true && person(word) == nil
                && !editor.isNamed(word) && !TimeWords.isTime(word)
        }
        return isText && words[..<place].contains(where: isNoun) ? place : nil
    }

    /// The step for an app without people, or the other way round: `Slack except Ben`, `Slack but
    /// only Ben`.
    var exception: String? {
        let directory = editor.invocation.apps
        let place = words.indices.dropFirst().dropLast().first { place in
            words[place].means(.exclude) && !isName(words[place])
        }
        guard let place else { return nil }
        var second = Array(words[(place + 1)...])
        let isOnly = words[place].lowercased() == "but" && second[0].means(.only)
        if isOnly { second.removeFirst() }
        guard !StrayWords.excludes(Array(words[..<place]), directory),
            let all = ListPhrase(Array(words[..<place]), editor),
            let others = ListPhrase(second, editor),
            others.people.isEmpty != all.people.isEmpty, others.apps.isEmpty != all.apps.isEmpty
        else { return nil }
        let areKnown = all.strangers.isEmpty && others.strangers.isEmpty
        let people = all.people + others.people
        let apps = (all.apps + others.apps).compactMap(app)
        guard areKnown, apps.count == 1, all.count == 1 || isOnly, manner == .named, kept == focus,
            !StrayWords.saysOnly(Array(words[..<place]) + second, directory)
        else { return "A rule can have exceptions: focus-switch rule add --help" }
        let other = verb == "allow" ? "silence" : "allow"
        guard isOnly else {
            let rule = addingRule(for: people, in: apps, other)
            return "With that exception: \(command) \(all.members) \(focus) && \(rule)"
        }
        let rule = addingRule(for: people, in: apps, verb)
        // The app alone lets nobody else through; a person has no other app to be silenced in.
        guard verb == "allow", !all.apps.isEmpty else {
            return "\(Self.lead(people, apps)): \(rule)"
        }
        return "To let nobody else through there: focus-switch silence \(all.members) \(focus)"
            + " && \(rule)"
    }

    /// The steps for members of both lists: `Ann and silence Dave`, `Ann but not Dave`.
    private var opposite: String? {
        // “neither Ann nor Dave”.
        if words[0].lowercased() == "neither", manner == .named, kept == focus {
            let names = words.dropFirst().map { $0.lowercased() == "nor" ? "and" : $0 }
            let other = verb == "allow" ? "silence" : "allow"
            return members(names).map { "To \(other) them: focus-switch \(other) \($0) \(focus)" }
        }
        let place = words.indices.dropFirst().dropLast().first { place in
            ["allow", "not", "silence"].contains(words[place].lowercased()) && !isName(words[place])
        }
        guard let place, manner == .named, kept == focus else { return nil }
        let word = words[place].lowercased()
        let other = word == "not" ? verb == "allow" ? "silence" : "allow" : word
        var first = Array(words[..<place])
        if let last = first.last?.lowercased(), first.count > 1,
            last == "but" || last.means(.and)
        {
            first.removeLast()
        }
        guard let first = members(first), let second = members(Array(words[(place + 1)...]))
        else { return nil }
        return "To do both: \(command) \(first) \(focus)"
            + " && focus-switch \(other) \(second) \(focus)"
    }

    /// Returns known members as arguments; nil for words that say more.
    private func members(_ words: [String]) -> String? {
        let directory = editor.invocation.apps
        guard !StrayWords.excludes(words, directory), !StrayWords.saysOnly(words, directory),
            let phrase = ListPhrase(words, editor), phrase.strangers.isEmpty
        else { return nil }
        return phrase.members
    }

    func person(_ name: String) -> String? {
        guard !isName(name) else { return nil }
        return UnknownApps.isAddress(name) ? name : KnownPeople(editor).person(named: name)
    }

    /// Returns the name that the app's notifications have.
    func app(_ name: String) -> String? {
        guard let found = (try? editor.invocation.apps.find(name)) ?? nil else { return nil }
        return found.likelyName ?? found.id.rawValue
    }

    /// Returns the command for a rule of that name, or of one like it that no rule has.
    func addingRule(_ name: String, _ condition: String, _ effect: String) -> String {
        RuleStep.adding(name, condition, effect, to: file)
    }

    /// The step for an address behind other words: `emails from kim@example.org`.
    private var address: String? {
        guard words.contains(where: { UnknownApps.isAddress($0) && !isName($0) }) else {
            return nil
        }
        guard let phrase = ListPhrase(words, editor), isPlain, phrase.strangers.isEmpty else {
            return help
        }
        let noun = phrase.count > 1 ? "these" : "a person"
        return "For \(noun): \(command) \(phrase.members) \(focus)"
    }
}
