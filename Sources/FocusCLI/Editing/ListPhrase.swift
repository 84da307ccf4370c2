// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Words of `allow` and `silence` read as apps and people: `Ben and Ann Lee`, `messages from Ben`.
@LoopActor struct ListPhrase {
    private(set) var apps: [String] = []
    private(set) var people: [String] = []
    /// Those of ``people`` that no list and no notification has named.
    private(set) var strangers: [String] = []
    /// The words beside known names in the names of strangers: “thru” of “Ann thru”.
    private(set) var beside: [String] = []
    /// The names of known apps and people; nil if a stranger has none of them in the name.
    private var known: (apps: [String], people: [String])? = ([], [])

    /// Words for one kind of notifications, in lower case, with its noun and the beginning of its
    /// categories.
    static let categories: [String: (noun: String, category: String)] = [
        "call": ("calls", "call"), "calls": ("calls", "call"), "email": ("mails", "email"),
        "emails": ("mails", "email"), "mail": ("mails", "email"), "mails": ("mails", "email"),
        "text": ("texts", "im"), "texts": ("texts", "im"),
    ]

    /// Those that may also stand for any notification.
    static let kinds = Set(categories.filter { $1.category != "call" }.keys)

    /// Returns true if a word stands for some of the notifications of a person alone: a list has
    /// all of them.
    static func isNarrow(_ words: [String], _ directory: AppDirectory) -> Bool {
        words.contains { categories[$0.lowercased()] != nil && !directory.isName($0) }
    }

    /// Returns nil if a word is not understood.
    init?(_ words: [String], _ editor: FocusEditor) {
        // An address is of mails.
        if Self.isNarrow(words, editor.invocation.apps),
            !words.contains(where: UnknownApps.isAddress)
        {
            return nil
        }
        let known = KnownPeople(editor)
        for part in Self.parts(words, editor, known) {
            let names = Self.names(part, editor, known)
            if names.isEmpty {
                // “everyone and Ben”: the step for Ben would leave the others out.
                let isForAll = part.contains { word in
                    OtherUse.everythingWords.contains(word.lowercased())
                        && !ListWords.isNothing(word) && !editor.invocation.apps.isName(word)
                        && !known.contains(word)
                }
                if isForAll { return nil }
                continue
            }
            guard read(names, editor, known) else { return nil }
        }
        if apps.isEmpty, people.isEmpty { return nil }
    }

    /// The members as arguments, people with their option.
    var members: String { Self.members(apps, people) }

    /// The members without the words of ``beside``; nil if a stranger has no known name.
    var knownMembers: String? { known.map { Self.members($0.apps, $0.people) } }

    private static func members(_ apps: [String], _ people: [String]) -> String {
        (apps.map(shellQuoted) + people.map { "--person \(shellQuoted($0))" })
            .joined(separator: " ")
    }

    var count: Int { apps.count + people.count }

    /// Returns the phrase if the words name known people, alone or beside known apps, and exclude
    /// none of them; nil for other words.
    static func withPeople(_ words: [String], _ editor: FocusEditor) -> ListPhrase? {
        guard !StrayWords.excludes(words, editor.invocation.apps),
            let phrase = ListPhrase(words, editor), phrase.strangers.isEmpty,
            !phrase.people.isEmpty
        else { return nil }
        return phrase
    }

    /// Returns the words between the commas and each “and”.
    private static func parts(
        _ words: [String], _ editor: FocusEditor, _ known: KnownPeople
    ) -> [[String]] {
        var parts: [[String]] = [[]]
        for word in words {
            if editor.invocation.apps.isName(word) || known.contains(word) {
                parts[parts.count - 1].append(word)
            } else if word.means(.and) {
                parts.append([])
            } else {
                let pieces = word.split(omittingEmptySubsequences: false) { ",;".contains($0) }
                for (index, piece) in pieces.enumerated() {
                    if index > 0 { parts.append([]) }
                    let text = String(piece).trimmingBlanks
                    if !text.isEmpty { parts[parts.count - 1].append(text) }
                }
            }
        }
        return parts
    }

    /// Returns the words without those around them that name nothing.
    static func names(
        _ words: some Sequence<String>, _ editor: FocusEditor, _ known: KnownPeople? = nil
    ) -> [String] {
        func isNoName(_ word: String) -> Bool {
            let isEvery = OtherUse.everythingWords.contains(word.lowercased())
            return (isEvery || StrayWords.isLittle(word)) && !editor.invocation.apps.isName(word)
                && known?.contains(word) != true
        }
        var names = Array(
            words.drop { word in
                isNoName(word)
                    || kinds.contains(word.lowercased()) && !editor.invocation.apps.isName(word)
            })
        while let last = names.last, isNoName(last), !ListHabits.isLead(last) {
            names.removeLast()
        }
        return names
    }

    /// Reads the longest names first. Returns false if a word is not understood.
    private mutating func read(
        _ names: [String], _ editor: FocusEditor, _ known: KnownPeople
    ) -> Bool {
        var rest = names[...]
        var (apps, people, others): ([String], [String], [String]) = ([], [], [])
        var isBetween = false
        while let first = rest.first {
            let directory = editor.invocation.apps
            var count = rest.count
            var person: String?
            while count > 0 {
                let name = rest.prefix(count).joined(separator: " ")
                if count > 1 ? directory.isName(name) : Self.isApp(first, directory) { break }
                person = UnknownApps.isAddress(name) ? name : known.person(named: name)
                if person != nil { break }
                count -= 1
            }
            guard count > 0 else {
                // “Ann Lee”, of whom nobody has heard, although an Ann is known.
                let isName = apps.isEmpty && !names.contains(where: StrayWords.isLittle)
                guard isName || !others.isEmpty else { return false }
                others.append(rest.removeFirst())
                continue
            }
            // “Ann ignoring Dave”: the word may turn the second name round.
            isBetween = isBetween || !others.isEmpty && names.first != others.first
            let name = rest.prefix(count).joined(separator: " ")
            if let person { people.append(person) } else { apps.append(name) }
            rest = rest.dropFirst(count)
        }
        let hasKnown = !apps.isEmpty || !people.isEmpty
        // “Ann without Slack”.
        if hasKnown, isBetween || others.contains(where: SpokenPhrase.isDecisive) { return false }
        self.known = hasKnown ? self.known.map { ($0.apps + apps, $0.people + people) } : nil
        beside += others
        if others.isEmpty {
            self.apps += apps
            self.people += people
        } else {
            let stranger = names.joined(separator: " ")
            self.people.append(stranger)
            strangers.append(stranger)
        }
        return true
    }

    /// Returns true for the name of a known app, or an app on a list. A little word that begins
    /// such a name is none.
    static func isApp(_ word: String, _ directory: AppDirectory) -> Bool {
        (try? directory.isUnknown(word)) == false
            && (!StrayWords.isLittle(word) || directory.isName(word))
    }
}
