// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Apps and people as people name them: `Slack and Ben`, `all notifications`.
@LoopActor struct SpokenMembers {
    /// The names of known apps, and of apps on lists.
    private(set) var apps: [String] = []
    private(set) var people: [String] = []
    private(set) var sites: [String] = []
    private(set) var words: [String] = []
    /// The last kind that a word such as “app” or “person” names.
    private(set) var kind: SpokenWords.Row?
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
    var hasNames: Bool { count > 0 }
    var count: Int { apps.count + people.count + sites.count + words.count + unknown.count }

    /// Further words that name nobody and nothing, in lower case.
    private static let noNames: Set = [
        "about", "alerts", "alone", "disturbances", "distractions", "interruptions", "more",
        "noise", "sound", "than", "too", "very",
    ]

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
                && (name.means(.little) || Self.isForAll(name.lowercased())
                    || TimeWords.areBegun(by: name))
            let isName = directory.isName(name)
            if isOther, !isName { return false }
            if isName {
                if case .several = directory.resolver.resolve(name, isExact: true) {
                    isSorted = false
                }
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
        // “Ben,Slack”, but not “Doe, Jane” in quotes.
        let apart = words.flatMap { word in
            word.contains(" ") || directory.isName(word)
                ? [word]
                : word.split(omittingEmptySubsequences: false) { ",;".contains($0) }
                    .map { [String($0)] }.joined(separator: ["and"]).filter { !$0.isEmpty }
        }
        let parts = apart.split { $0.means(.and) && !directory.isName($0) }
        for part in parts {
            var rest = part[...]
            if takeKind(part, editor, person) { continue }
            let before = (apps.count, people.count, isAll || isNothing)
            while let word = rest.first {
                let folded = word.lowercased()
                // The longest name.
                let count = (1...rest.count).last { take(rest.prefix($0)) }
                if let count {
                    rest = rest.dropFirst(count)
                    // “Chat notifications”.
                    if rest.count == 1, Self.isOfName(rest[rest.startIndex]) { rest = [] }
                } else if Self.isOfName(word), rest.count > 2,
                    ["about", "for", "from", "of"].contains(rest[rest.startIndex + 1].lowercased())
                {
                    // “all notifications from Ben”.
                    isAll = false
                    rest = rest.dropFirst(2)
                } else if Self.isForAll(folded) {
                    if folded.means(.nothing) { isNothing = true } else { isAll = true }
                    rest = rest.dropFirst()
                } else if folded.means(.filler) {
                    rest = rest.dropFirst()
                } else {
                    // “Ann Lee”, of whom nobody has heard, although an Ann is known.
                    let isName = (apps.count, isAll || isNothing) == (before.0, before.2)
                    if isName { people.removeLast(people.count - before.1) }
                    addUnknown(isName ? part : rest, isWhole: isName, editor)
                    rest = []
                }
            }
        }
        // “all from Slack”.
        if isAll && hasNames || isNothing && (isAll || hasNames) { isSorted = false }
    }

    /// Returns the members of words that name known people, alone or beside apps, and nothing else;
    /// nil for other words.
    static func known(_ words: [String], _ invocation: Invocation) -> SpokenMembers? {
        let members = SpokenMembers(words, invocation)
        let isClear = members.isSorted && members.isKnown && !members.isAll && !members.isNothing
        return isClear && !members.people.isEmpty ? members : nil
    }

    /// Returns the option that a word beside a name means.
    static func option(_ word: String) -> String? {
        ([.site, .word, .person] as [SpokenWords.Row]).first { word.means($0) }?.rawValue
    }

    /// Takes names with a word for their kind before or behind them: `person Ann Lee`, `Slack app`.
    /// The kind holds for the names behind an “and” as well. Returns false for other words.
    private mutating func takeKind(
        _ part: ArraySlice<String>, _ editor: FocusEditor, _ person: (String) -> String?
    ) -> Bool {
        let directory = editor.invocation.apps
        func kind(_ word: String?) -> SpokenWords.Row? {
            guard let word, !directory.isName(word) else { return nil }
            return [.app, .person, .site, .word].first { word.means($0) }
        }
        let own = part.filter {
            !$0.means(.little) || directory.isName($0) || kind($0) != nil
        }
        let found = kind(own.first) ?? kind(own.last)
        let names = Array(
            found == nil
                ? own[...] : kind(own.first) == nil ? own.dropLast() : own.dropFirst())
        let name = names.joined(separator: " ")
        guard let meant = found ?? self.kind else { return false }
        guard !names.isEmpty else {
            isSorted = false
            return true
        }
        // “all apps”, and “person Ann and Slack”.
        let isKnown = directory.isName(name) || person(name) != nil
        let areAll = names.allSatisfy { Self.isForAll($0.lowercased()) }
        if areAll || found == nil && isKnown { return false }
        self.kind = meant
        let areOther = names.contains { SpokenMembers.option($0) != nil }
        if areOther || part.contains(where: SpokenPhrase.isDecisive) { isSorted = false }
        switch meant {
        case .app: apps += (try? ListWords.joined(names, directory)) ?? names
        case .site: sites += names
        case .word: words.append(name)
        default:
            // “people Ann Eve”.
            let areKnown = names.allSatisfy { person($0) != nil }
            people += areKnown && person(name) == nil ? names : [name]
            // “people from Slack”.
            if names.contains(where: directory.isName) { isSorted = false }
        }
        return true
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
            || folded.means(.focus)
        let isWord =
            name.means(.little) || TimeWords.areBegun(by: name) || SpokenPhrase.isMark(name)
            || SpokenCondition.isDenial(name) || folded.means(.pronoun)
            || Self.noNames.contains(folded)
            || CommandTable.all.contains { $0.words[0] == folded[...] } || name.hasPrefix("-")
        let isOther = words.contains { word in
            word.means(.little, .kind, .pronoun, .contain, .add, .detach)
                || TimeWords.areBegun(by: word)
                || SpokenPhrase.isDecisive(word)
        }
        guard isWhole, words.count < 4, !isOther, !isFocus, !isWord,
            !NamedSites.isTakenForSite(name),
            directory.nearestListed(to: name) == nil, (try? directory.isUnknown(name)) == true
        else {
            isSorted = false
            return
        }
        unknown.append(name)
    }

    /// Returns true for what a name has: “Chat notifications”.
    private static func isOfName(_ word: String) -> Bool {
        word.means(.ofName)
    }

    private static func isForAll(_ word: String) -> Bool {
        OtherUse.everythingWords.contains(word) || word.means(.everything, .nothing)
            || word == "people"
    }

    /// The members as arguments of `allow` and `silence`.
    ///
    /// - Parameter unknown: the option before unknown names, with a blank; empty for apps.
    func arguments(unknown option: String = "") -> String {
        (apps.map(shellQuoted) + people.map { "--person \(shellQuoted($0))" }
            + sites.map { "--site \(shellQuoted($0))" } + words.map { "--word \(shellQuoted($0))" }
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
