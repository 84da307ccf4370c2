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

    /// Number of notifications to look at for the senders.
    private static let searched = 200
    /// Maximum number of apps in a sentence.
    private static let named = 5

    /// - Parameter invocation: asks focusd for the senders; nil where they do not matter.
    @LoopActor init(_ person: String, _ invocation: Invocation?) {
        self.person = person
        guard let invocation else {
            senders = []
            return
        }
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
        let shown = person.printable
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

    /// Returns the sentences after `allow --only` for people, where a list of allowed apps lets
    /// others through; none without such apps.
    ///
    /// - Parameter titles: the names of apps with their ids, by id. Printable.
    static func othersInAllowedApps(_ file: FocusFile, _ titles: [String: String]) -> [String] {
        let apps = file.appTitles(titles)
        guard file.focus.apps.mode == .allow, !apps.isEmpty else { return [] }
        let focus = shellQuoted(file.id.rawValue).printable
        return [
            "The apps that \(file.focus.name.printable) allows still deliver everyone:"
                + " \(apps.namesWithCommas).",
            "To silence these apps, except for these people: focus-switch silence --all-apps"
                + " --focus \(focus)",
        ]
    }

    /// Returns the sentences for a list of allowed apps without a list of allowed people.
    private func behindApps(
        _ file: FocusFile, isChanged: Bool, _ titles: [String: String]
    ) -> [String] {
        let name = file.focus.name.printable
        let shown = person.printable
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
        let words = ids.isEmpty ? "APP" : ids.joined(separator: " ")
        sentences.append(
            "To allow \(ids.count > 1 ? "these apps" : ids.isEmpty ? "an app" : "that app"):"
                + " focus-switch allow \(words) \(focus)")
        return sentences
    }
}

/// A person or an app that `silence` removes from a list of allowed ones.
struct SilencedMember {
    let member: String
    let list: FocusList

    /// Returns a sentence about notifications that still come through because the other list allows
    /// them; empty if there are none.
    ///
    /// - Parameter titles: the names of apps with their ids, by id. Printable.
    func exceptions(_ file: FocusFile, _ titles: [String: String]) -> [String] {
        let name = file.focus.name.printable
        switch list {
        case .people:
            let apps = file.appTitles(titles)
            var sentences: [String] = []
            if file.focus.apps.mode == .allow, !apps.isEmpty {
                sentences.append(
                    "The apps that \(name) allows still deliver \(member.printable):"
                        + " \(apps.namesWithCommas). A rule silences this person there, too:"
                        + " focus-switch rule --help")
            }
            if file.focus.repeatBreaksThrough {
                sentences.append(
                    "A second notification of \(member.printable) within 3 minutes still comes"
                        + " through; to end that: focus-switch set repeat-breaks-through off --focus"
                        + " \(shellQuoted(file.id.rawValue))")
            }
            return sentences
        case .apps:
            guard file.focus.people.mode == .allow, !file.peopleList.isEmpty else { return [] }
            let people = file.peopleList.namesWithCommas
            return ["People that \(name) allows still come through: \(people)."]
        }
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
    /// Throws if a word without an option names no app, but a person: the list of apps would have
    /// an entry without an effect.
    @LoopActor func refusePeople(
        _ editor: FocusEditor, _ focus: String
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
                let person = KnownPeople(editor).person(named: word)
            else { continue }
            let verb = mode == .allow ? "allow" : "silence"
            let option = "--person \(shellQuoted(person))"
            var details = [
                "To \(verb) the person: \(command) \(option) \(focus)",
                "To \(verb) an app of that name: \(command) --app \(shellQuoted(word)) \(focus)",
            ]
            let excludes =
                StrayWords.excludes(plainWords, directory)
                || StrayWords.nameAlone(plainWords, directory)
            if excludes || manner == .named && StrayWords.saysOnly(plainWords, directory) {
                let members = try spokenMembers(editor)
                let step = members.flatMap { members in
                    excludes
                        ? StrayWords.stepForTheOthers(plainWords, members, verb, directory)
                        : "To \(verb) nothing else: \(command) --only \(members)"
                }
                let isPossible = !focus.contains("--all-") && !focus.contains("--word ")
                details = [
                    step.flatMap { isPossible ? "\($0) \(focus)" : nil }
                        ?? "For help: focus-switch \(verb) --help"
                ]
            }
            throw .refused(
                "there is no app “\(word.printable)”, but a person of that name", details: details)
        }
    }

    /// Returns the members that the words outside options name, people with their option; nil if
    /// one of them is neither a known app nor a known person.
    @LoopActor private func spokenMembers(
        _ editor: FocusEditor
    ) throws(CommandFailure) -> String? {
        let directory = editor.invocation.apps
        let known = KnownPeople(editor)
        let parts = plainWords.split { word in
            StrayWords.joining.contains(word.lowercased()) && !directory.isName(word)
        }
        var members: [String] = []
        for part in parts {
            let names = part.filter { word in
                let isOther =
                    StrayWords.isLittle(word)
                    || OtherUse.everythingWords.contains(word.lowercased())
                return !isOther || directory.isName(word)
            }
            let name = names.joined(separator: " ")
            guard !name.isEmpty else { continue }
            if directory.isName(name) {
                members.append(shellQuoted(name))
            } else if let person = known.person(named: name), try directory.isUnknown(name) {
                members.append("--person \(shellQuoted(person))")
            } else {
                return nil
            }
        }
        return members.isEmpty ? nil : members.joined(separator: " ")
    }
}
