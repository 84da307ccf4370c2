// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Predicates

/// Finds the members of a Focus's list that a user means, to remove them.
@LoopActor struct ListedMembers {
    let file: FocusFile
    let invocation: Invocation

    /// Returns the name that a word means: the same text, else a single name that differs in letter
    /// case only, else a single name that differs in case and accents only.
    nonisolated static func find(_ word: String, in names: [String]) -> String? {
        if names.contains(word) { return word }
        let ways: [(String) -> String] = [{ $0.lowercased() }, \.withoutCaseAndAccents]
        for way in ways {
            let found = names.filter { way($0) == way(word) }
            if found.count == 1 { return found[0] }
        }
        return nil
    }

    /// Returns the id on the list of apps that a word means: an id, or the name of a listed app.
    func app(_ word: String) throws(CommandFailure) -> AppID {
        let ids = file.appList.map(\.rawValue)
        if let id = Self.find(word, in: ids) { return AppID(id) }
        let apps = invocation.apps
        let known: [KnownApp] =
            switch apps.resolver.resolve(word) {
            case .app(_, let app): [app]
            case .several(let apps): apps
            case .unknown: []
            }
        let ownIDs = Set(known.flatMap { $0.ids + $0.sentIDs })
        let listed = file.appList.filter(ownIDs.contains)
        if listed.count == 1 { return listed[0] }
        if let app = known.first, known.count == 1, !listed.isEmpty { return app.id }
        let names = file.appList.map { apps.name(of: $0) }
        if let name = Self.find(word, in: names), let index = names.firstIndex(of: name) {
            return file.appList[index]
        }
        if let person = Self.find(word, in: file.peopleList) {
            let verb = file.focus.people.mode == .allow ? "allow" : "silence"
            throw .refused(
                "“\(word.printable)” is not on the list of apps of"
                    + " \(file.focus.name.printable), but on its list of people",
                "To remove the person: focus-switch \(verb) --remove --person"
                    + " \(shellQuoted(person)) --focus \(shellQuoted(file.id.rawValue))")
        }
        if let entry = Self.find(word, in: file.timeSensitiveExcept.map(\.rawValue)) {
            throw exception(word, entry)
        }
        // The word may be the id of another app, which has sent under that name.
        let namesake = file.appList.first { $0.lastPart.lowercased() == word.lowercased() }
        throw missing(word, names + ids, namesake?.rawValue)
    }

    /// Returns the error for an app that is an exception, with the command that removes it there.
    private func exception(_ word: String, _ entry: String) -> CommandFailure {
        let setting = Setting.timeSensitiveExcept.rawValue
        let others = file.timeSensitiveExcept.map(\.rawValue).filter { $0 != entry }
        let rest = others.isEmpty ? "none" : others.map(shellQuoted).joined(separator: " ")
        return .refused(
            "“\(word.printable)” is not on the list of apps of \(file.focus.name.printable), but in"
                + " its setting \(setting)",
            "To remove it there: focus-switch set \(setting) \(rest) --focus"
                + " \(shellQuoted(file.id.rawValue))")
    }

    /// Returns the people that words of `--person` mean, as ``person(_:)``. A text with a comma
    /// that is not on the list names several people, as when they are added.
    func people(_ words: [String]) throws(CommandFailure) -> [String] {
        var people: [String] = []
        for word in words {
            let isListed =
                file.focus.people.members.contains(PersonKey(word))
                || Self.find(word, in: file.peopleList) != nil
            let names = isListed ? [] : KnownPeople.split(word) ?? []
            for name in names.isEmpty ? [word] : names { people.append(try person(name)) }
        }
        return people
    }

    /// Returns the person on the list of people that a word means. Prints a note if the list has
    /// another spelling.
    func person(_ word: String) throws(CommandFailure) -> String {
        if file.focus.people.members.contains(PersonKey(word)) { return word }
        guard let person = Self.find(word, in: file.peopleList) else {
            throw missing(word, file.peopleList)
        }
        invocation.output.note("“\(word.printable)” is on the list as \(person.printable)")
        return person
    }

    /// Returns the site if it is on the list.
    func site(_ site: WebSite, _ mode: ListPolicy<AppID>.Mode) throws(CommandFailure) -> WebSite {
        let hosts = mode == .allow ? file.focus.allowedSites : file.focus.silencedSites
        guard hosts.contains(site.host) else { throw missing(site.host, hosts.sorted()) }
        return site
    }

    /// Returns the listed word that matches the same notifications as a word.
    func word(_ word: String) throws(CommandFailure) -> String {
        let known = WordRules.words(of: file)
        if known.contains(word) { return word }
        guard let found = known.first(where: { WordRules.isSame($0, word) }) else {
            throw missing(word, known)
        }
        return found
    }

    private func missing(
        _ word: String, _ names: [String], _ meant: String? = nil
    ) -> CommandFailure {
        .refused(
            "“\(word.printable)” is not on the list of \(file.focus.name.printable)"
                + CommandLineReader.suggestion(meant ?? NearestWord.find(word, in: names)),
            "To show its lists: focus-switch show \(shellQuoted(file.id.rawValue))".printable)
    }
}

/// People that a user may mean: those on a list of a Focus, and those that notifications have
/// named.
@LoopActor struct KnownPeople {
    private let names: [String]
    private let keys: Set<PersonKey>
    /// The people that notifications have named, newest first. Nil while focusd does not run.
    private let seen: [String]?

    init(_ editor: FocusEditor) {
        let invocation = editor.invocation
        let isRunning = (try? invocation.connection())?.isRunning == true
        let people = isRunning ? try? invocation.connectionForSteps().sendBlocking(.people) : nil
        var seenKeys: Set<PersonKey> = []
        seen = people?.map(\.name).filter { seenKeys.insert(PersonKey($0)).inserted }
        let seenNames = seen ?? []
        let listed = editor.catalog.files.ordered.flatMap(\.peopleList)
        var keys: Set<PersonKey> = []
        names = (listed + seenNames).filter { keys.insert(PersonKey($0)).inserted }
        self.keys = keys
    }

    /// Throws for a word such as “all” in place of a person, unless a known person has that name.
    ///
    /// - Parameter steps: the commands for all people and for all apps.
    static func refuseAll(
        _ people: [String], _ editor: FocusEditor, _ steps: [String]
    ) throws(CommandFailure) {
        guard
            let word = people.first(where: { OtherUse.everythingWords.contains($0.lowercased()) }),
            !KnownPeople(editor).contains(word)
        else { return }
        throw .refused("there is no person “\(word.printable)”", details: steps)
    }

    func contains(_ person: String) -> Bool { keys.contains(PersonKey(person)) }

    /// Returns the known person whose name differs in accents only.
    func withAccents(_ person: String) -> String? { ListedMembers.find(person, in: names) }

    /// Returns the known person whom a mistyped name means; nil for a short word. The beginning of
    /// a name is no mistake: “Slack” is no “Slackbot”.
    func nearest(to word: String) -> String? {
        let likely = names.filter { abs($0.count - word.count) < 2 }
        return word.count > 3 ? NearestWord.find(word, in: likely, isClose: true) : nil
    }

    /// Returns the only known person with that name, or with that word in the name. A word such as
    /// “from” is no part of a name: the title of a chat may have it.
    func person(named word: String) -> String? {
        if let index = names.firstIndex(where: { PersonKey($0) == PersonKey(word) }) {
            return names[index]
        }
        if let same = withAccents(word) { return same }
        let folded = word.withoutCaseAndAccents
        guard !word.means(.little), !OtherUse.everythingWords.contains(folded) else {
            return nil
        }
        let found = names.filter { name in
            name.withoutCaseAndAccents.split { !$0.isLetter && !$0.isNumber }
                .contains { $0 == folded }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// Returns the people whom words of `--person` name: split at commas, and with the accents of a
    /// known person. Keeps a text whole if it is a known name, or if a blank follows a comma as in
    /// `Doe, Jane`.
    func found(_ words: [String], _ output: Output) -> [String] {
        var people = words.flatMap { word -> [String] in
            guard word.contains(","), !contains(word) else { return [word] }
            if let names = Self.split(word) { return names }
            output.note(
                "“\(word.printable)” counts as one person; for several: --person A --person B")
            return [word]
        }
        for (index, person) in people.enumerated() where !contains(person) {
            if let same = withAccents(person) {
                output.note("“\(person.printable)” is taken as \(same.printable)")
                people[index] = same
            } else if let note = note(about: person) {
                output.note(note)
            }
        }
        return people
    }

    /// Returns the names between the commas of a word. Nil for one name: a blank follows a comma.
    nonisolated static func split(_ word: String) -> [String]? {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        guard !parts.dropFirst().contains(where: { $0.first == " " }) else { return nil }
        return parts.map { String($0).trimmingBlanks }.filter { !$0.isEmpty }
    }

    /// Number of people that a note names.
    private static let shown = 5

    /// Returns a sentence about a person that is not known, with those that the user may mean. Nil
    /// if the people of notifications are not known.
    func note(about person: String) -> String? {
        let start = "“\(person.printable)” is on no list and named by no notification"
        if let nearest = NearestWord.find(person, in: names) {
            return start + CommandLineReader.suggestion(nearest)
        }
        guard seen != nil else { return nil }
        guard let some else {
            return "“\(person.printable)” is taken as it is: focusd has seen no notification of a"
                + " person yet"
        }
        return "\(start); notifications have named \(some)"
    }

    /// Some of the people whom notifications have named. Nil without any. Printable.
    var some: String? {
        guard let seen, !seen.isEmpty else { return nil }
        let some = seen.prefix(Self.shown).map(\.printable).joined(separator: ", ")
        return some + (seen.count > Self.shown ? " and \(seen.count - Self.shown) more" : "")
    }
}
