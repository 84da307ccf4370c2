// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Sentences about a person whom `allow` names, where the list of apps still silences
/// notifications of that person: in an app that is silenced, and in apps that are not allowed if
/// no list of allowed people has the person.
struct AllowedPerson {
    private let person: String
    /// The apps whose notifications have named the person, with their names.
    private let senders: [(app: AppID, name: String)]
    /// An app to allow where no app has sent notifications of the person.
    private let example: AllowedExample?

    /// Number of notifications to look at for the senders.
    private static let searched = 200
    /// Maximum number of apps in a sentence.
    private static let named = 5

    /// - Parameter invocation: asks focusd for the senders; nil where they do not matter.
    @LoopActor init(_ person: String, _ invocation: Invocation?) {
        self.person = person
        guard let invocation else {
            senders = []
            example = nil
            return
        }
        example = AllowedExample(invocation)
        var query = HistoryQuery(limit: Self.searched)
        query.person = PersonKey(person)
        let entries = (try? invocation.askIfRunning(.entries(query))) ?? nil
        var seen: Set<AppID> = []
        senders = (entries ?? []).map { $0.record.program ?? $0.record.app }
            .filter { !$0.rawValue.isEmpty && seen.insert($0).inserted }
            .map { ($0, invocation.apps.listedName(of: $0)) }
    }

    /// Returns the sentences after `allow`, as the lists of the changed file decide.
    ///
    /// - Parameters:
    ///   - isChanged: true if the command has changed the list of people.
    ///   - titles: the names of apps with their ids, by id. Printable.
    func sentences(_ file: FocusFile, isChanged: Bool, _ titles: [String: String]) -> [String] {
        let name = file.focus.name.printable
        let shown = person.quotedIfUnclear
        if case .silence = file.focus.apps.mode {
            let first = "\(name) \(isChanged ? "now" : "already") allows \(shown)."
            guard !file.appList.isEmpty else { return [first] }
            let apps = file.appTitles(titles)
            return [first, "Apps that \(name) silences stay silenced: \(apps.namesWithCommas)."]
        }
        if case .allow = file.focus.people.mode {
            return ["\(name) \(isChanged ? "now" : "already") allows \(shown)."]
        }
        return behindApps(file, isChanged: isChanged, titles)
    }

    /// Returns the sentences about other people after `allow --only` or `silence --only` for
    /// people, where a list of allowed apps decides about them; none without such a list.
    ///
    /// - Parameter titles: the names of apps with their ids, by id. Printable.
    static func others(
        in file: FocusFile, _ mode: ListPolicy<AppID>.Mode, _ titles: [String: String]
    ) -> [String] {
        let name = file.focus.name.printable
        let apps = file.appTitles(titles)
        guard file.focus.apps.mode == .allow, mode == .silence || !apps.isEmpty else { return [] }
        let focus = shellQuoted(file.id.rawValue).printable
        if mode == .silence {
            return [
                apps.isEmpty
                    ? "The others come through in no app, since \(name) allows none."
                    : "The others come through only in the apps that \(name) allows:"
                        + " \(apps.namesWithCommas).",
                "To let them through in every app: focus-switch allow --all-apps --focus \(focus)",
            ]
        }
        return [
            "The apps that \(name) allows still deliver everyone: \(apps.namesWithCommas).",
            "To silence these apps, except for these people: focus-switch silence --all-apps"
                + " --focus \(focus)",
        ]
    }

    /// Returns the sentences for a list of allowed apps without a list of allowed people.
    private func behindApps(
        _ file: FocusFile, isChanged: Bool, _ titles: [String: String]
    ) -> [String] {
        let name = file.focus.name.printable
        let shown = person.quotedIfUnclear
        let focus = "--focus \(shellQuoted(file.id.rawValue))"
        let apps = file.appTitles(titles)
        var sentences = [
            isChanged
                ? "\(name) no longer silences \(shown)."
                : file.peopleList.isEmpty
                    ? "\(name) does not limit people, so it has no list of allowed ones."
                    : "\(name) does not silence \(shown).",
            apps.isEmpty
                ? "Its list of allowed apps decides, and is empty: \(shown) comes through in no app."
                : "Its list of allowed apps decides: \(shown) comes through only in"
                    + " \(apps.namesWithCommas).",
        ]
        let listed = AppList(file.focus.apps.members)
        let silenced = senders.filter { !listed.contains($0.app) }.prefix(Self.named)
        if !silenced.isEmpty {
            sentences.append(
                "\(shown) has written from \(silenced.map(\.name).namesWithCommas), which"
                    + " \(silenced.count == 1 ? "is" : "are") not on that list.")
        }
        if file.peopleList.isEmpty {
            sentences.append(
                "To let \(shown) through in every app: focus-switch allow --only --person"
                    + " \(shellQuoted(person).printable) \(focus)")
        }
        let ids = silenced.map { sender in
            let id = sender.app.rawValue
            return (id.hasPrefix("-") ? "--app=" : "") + shellQuoted(id).printable
        }
        guard !ids.isEmpty else {
            return sentences
                + [AllowedExample.sentence("To allow an app", example, besides: listed, focus)]
        }
        sentences.append(
            "To allow \(ids.count > 1 ? "these apps" : "that app"):"
                + " focus-switch allow \(ids.joined(separator: " ")) \(focus)")
        return sentences
    }
}

extension FocusFile {
    /// Returns the names of the listed apps with their ids; the id alone of an app without a known
    /// name. Printable.
    func appTitles(_ titles: [String: String]) -> [String] {
        appList.map { titles[$0.rawValue] ?? $0.rawValue.printable }
    }
}

extension ListEdit {
    /// Returns the sentences after `--only`.
    ///
    /// - Parameter now: “now”, or “already” if nothing has changed.
    func sentences(
        only members: [String], _ list: FocusList, _ now: String, _ file: FocusFile
    ) -> [String] {
        let name = file.focus.name.printable
        let named = members.map { title(of: $0, list) }.namesWithCommas
        let others = list == .people ? AllowedPerson.others(in: file, mode, titles) : []
        if mode == .silence, !others.isEmpty {
            return ["The list of people of \(name) \(now) silences only these: \(named)."] + others
        }
        let sentence = "\(name) \(now) \(verb) only these \(list.noun): \(named)."
        guard mode == .allow, list == .people ? apps.isEmpty : people.isEmpty else {
            return [sentence]
        }
        let exceptions = SilencedMember(member: "", list: list)
        return [sentence] + (list == .people ? others : exceptions.sentences(file, titles))
    }

    /// Throws if a word without an option names no app, but a person: the list of apps would have
    /// an entry without an effect.
    ///
    /// - Parameters:
    ///   - typed: the words before they were split at commas.
    ///   - kept: the typed options with further members, and the option that names the Focus.
    ///   - focus: the Focus of the lists.
    @LoopActor func refusePeople(
        _ editor: FocusEditor, _ typed: [String], _ kept: String, in focus: Focus
    ) throws(CommandFailure) {
        let directory = editor.invocation.apps
        var names = try ListWords.apps(plainWords, directory)
        let whole = plainWords.joined(separator: " ")
        // `allow Anna Müller` names one person.
        if names.count > 1, try directory.isUnknown(names[names.count - 1]),
            KnownPeople(editor).contains(whole)
        {
            names = [whole]
        }
        for word in names {
            guard try directory.isUnknown(word),
                KnownPeople(editor).person(named: word) != nil
            else { continue }
            let verb = mode == .allow ? "allow" : "silence"
            let phrase = ListPhrase(typed, editor)
            var details = phrase.map { steps($0, verb, word, kept, in: focus) }
            let excludes =
                StrayWords.excludes(plainWords, directory)
                || StrayWords.nameAlone(plainWords, directory)
            if excludes || manner == .named && StrayWords.saysOnly(plainWords, directory) {
                let members = phrase?.strangers.isEmpty == true ? phrase?.members : nil
                let step = members.flatMap { members in
                    excludes
                        ? StrayWords.stepForTheOthers(plainWords, members, verb, directory)
                        : OnlyStep(verb: verb, members: members)
                }
                let isPossible = !kept.contains("--all-") && !kept.contains("--word ")
                details = step.flatMap { isPossible ? [$0.line(kept, in: focus)] : nil }
            }
            throw .refused(
                "there is no app “\(word.printable)”, but a person of that name",
                details: details ?? ["For help: focus-switch \(verb) --help"])
        }
    }

    /// Returns the steps for words that name people.
    ///
    /// - Parameter word: the word that names a person.
    @LoopActor private func steps(
        _ phrase: ListPhrase, _ verb: String, _ word: String, _ kept: String, in focus: Focus
    ) -> [String] {
        let step = "\(command) \(phrase.members) \(kept)"
        let strangers = phrase.strangers.map { "“\($0)”" }
        guard strangers.isEmpty else {
            let noun = strangers.count == 1 ? "is a person" : "are people"
            let whole = "If \(strangers.joinedWithAnd) \(noun): \(step)"
            // “Ann thru”.
            let known = phrase.knownMembers.map { members in
                "Without “\(phrase.beside.joined(separator: " "))”: \(command) \(members) \(kept)"
            }
            return [known, whole].compactMap(\.self)
        }
        guard phrase.count == 1 else { return ["To \(verb) them: \(step)"] }
        let person = "To \(verb) the person: \(step)"
        // A list of allowed apps silences an app that it does not have.
        let isSilenced =
            mode == .silence && manner == .named && focus.apps.mode == .allow
            && !AppList(focus.apps.members).contains(AppID(word))
        guard !isSilenced else { return [person] }
        return [
            person,
            "To \(verb) an app of that name: \(command) --app \(shellQuoted(word)) \(kept)",
        ]
    }
}
